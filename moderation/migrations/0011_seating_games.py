"""A game can be fixed to a place of the hall."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("moderation", "0010_people"),
    ]

    operations = [
        migrations.AddField(model_name="seating", name="games", field=models.JSONField(default=dict)),
    ]
