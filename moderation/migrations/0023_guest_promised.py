"""A guest who was told that they have a place keeps it: the promise is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import migrations, models
from django.utils import timezone

if TYPE_CHECKING:
    from django.apps.registry import Apps
    from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def store_promises(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Store the promises that pages of earlier versions made, as they worked them out."""
    guest, sign_up = apps.get_model("moderation", "Guest"), apps.get_model("moderation", "SignUp")
    capacities = dict(sign_up.objects.values_list("event", "capacity"))
    for event in guest.objects.order_by().values_list("event", flat=True).distinct():
        lines = guest.objects.filter(event=event, cancelled=None, left=None)
        coming = lines.filter(arrived=None, released=None, expected=None).order_by("pk").values_list("pk", flat=True)
        capacity = capacities.get(event)
        if capacity is not None:
            coming = coming[: max(0, capacity - lines.exclude(arrived=None).count())]
        guest.objects.filter(pk__in=list(coming)).update(promised=timezone.now())


class Migration(migrations.Migration):
    dependencies = [
        ("moderation", "0022_search_without_bound"),
    ]

    operations = [
        migrations.AddField(
            model_name="guest",
            name="promised",
            field=models.DateTimeField(null=True),
        ),
        migrations.RunPython(store_promises, migrations.RunPython.noop),
    ]
