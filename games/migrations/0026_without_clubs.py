"""Rows belong to no club any more: each club has an instance of its own."""

from __future__ import annotations

import uuid

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0025_upkeep_waiting"),
    ]

    operations = [
        migrations.DeleteModel(
            name="Club",
        ),
        migrations.RemoveConstraint(
            model_name="event",
            name="one_evening_per_club",
        ),
        migrations.RemoveIndex(
            model_name="gamesession",
            name="games_of_a_club",
        ),
        migrations.RemoveField(
            model_name="event",
            name="club",
        ),
        migrations.RemoveField(
            model_name="gamesession",
            name="club",
        ),
        migrations.RemoveField(
            model_name="move",
            name="club",
        ),
        migrations.RemoveField(
            model_name="round",
            name="club",
        ),
        migrations.RemoveField(
            model_name="seat",
            name="club",
        ),
        migrations.RemoveField(
            model_name="upkeep",
            name="club",
        ),
        migrations.RemoveField(
            model_name="vote",
            name="club",
        ),
        migrations.AlterField(
            model_name="event",
            name="uid",
            field=models.UUIDField(default=uuid.uuid4, editable=False, unique=True),
        ),
    ]
