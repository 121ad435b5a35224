"""A table may be one of children."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0015_evening_dates"),
    ]

    operations = [
        migrations.AddField(
            model_name="upkeep",
            name="children",
            field=models.BooleanField(default=False),
        ),
    ]
