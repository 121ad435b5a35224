"""Tables to learn at: which they are, and how far the lesson of each is."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0019_season_and_archive"),
    ]

    operations = [
        migrations.AddField(model_name="gamesession", name="rehearsal", field=models.BooleanField(default=False)),
        migrations.AddField(model_name="upkeep", name="lesson", field=models.JSONField(default=dict)),
    ]
