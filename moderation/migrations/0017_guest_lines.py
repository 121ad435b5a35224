"""Longer codes of guests, lines that are firm or moved, and the network of a sign-up."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import django.db.models.deletion
from django.db import migrations, models

if TYPE_CHECKING:
    from django.apps.registry import Apps
    from django.db.backends.base.schema import BaseDatabaseSchemaEditor

LETTERS, CODE_LENGTH = "BFHJKLMRWX", 10
AT_ONCE = 500  # guests


def give_longer_codes(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give every guest a code of ten letters. Codes of six can be guessed, so none of them stays valid."""
    guest = apps.get_model("moderation", "Guest")
    given = []
    for one in guest.objects.only("pk").iterator():
        one.code = "".join(secrets.choice(LETTERS) for _place in range(CODE_LENGTH))
        given.append(one)
    guest.objects.bulk_update(given, ["code"], batch_size=AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [
        ("moderation", "0016_saw_deal"),
    ]

    operations = [
        migrations.AlterField(
            model_name="guest",
            name="code",
            field=models.CharField(max_length=12),
        ),
        migrations.AddField(
            model_name="guest",
            name="expected",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="guest",
            name="moved",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="guest",
            name="moved_from",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="left_lines",
                to="moderation.device",
            ),
        ),
        migrations.AddField(
            model_name="guest",
            name="network",
            field=models.CharField(blank=True, max_length=16),
        ),
        migrations.AddField(
            model_name="guest",
            name="swept",
            field=models.DateTimeField(null=True),
        ),
        migrations.RunPython(give_longer_codes, migrations.RunPython.noop),
    ]
