"""Lists that organisers bring: a second name, where a line comes from, and who brought whom."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("moderation", "0024_seating_search"),
    ]

    operations = [
        migrations.AddField(
            model_name="guest",
            name="other_name",
            field=models.CharField(blank=True, default="", max_length=80),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="guest",
            name="listed",
            field=models.CharField(blank=True, default="", max_length=120),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="guest",
            name="brought_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="companions",
                to="moderation.guest",
            ),
        ),
        migrations.AddField(
            model_name="guest",
            name="taken_off",
            field=models.BooleanField(default=False),
        ),
    ]
