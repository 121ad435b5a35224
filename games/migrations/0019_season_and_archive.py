"""Lists that play no game out: when an end is out, when a table was last touched, and evenings known in every house."""

from __future__ import annotations

import uuid
from typing import Any

import django.utils.timezone
from django.db import migrations, models


def own_names(apps: Any, schema_editor: Any) -> None:
    """Give every evening a name of its own."""
    event = apps.get_model("games", "Event")
    for number in event.objects.values_list("pk", flat=True):
        event.objects.filter(pk=number).update(uid=uuid.uuid4())


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0018_index"),
    ]

    operations = [
        migrations.AddField(
            model_name="event", name="uid", field=models.UUIDField(default=uuid.uuid4, null=True, editable=False)
        ),
        migrations.RunPython(own_names, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            model_name="event", name="uid", field=models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
        ),
        migrations.AddField(
            model_name="gamesession",
            name="touched",
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AddField(model_name="gamesession", name="lapsed", field=models.BooleanField(default=False)),
        migrations.AddIndex(
            model_name="gamesession",
            index=models.Index(condition=models.Q(("closed", None)), fields=["touched"], name="open_games_by_touch"),
        ),
        migrations.AddField(
            model_name="upkeep", name="end_at", field=models.PositiveIntegerField(blank=True, null=True)
        ),
        migrations.AddField(model_name="upkeep", name="end_due", field=models.DateTimeField(blank=True, null=True)),
    ]
