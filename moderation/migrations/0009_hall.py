"""The hall of an evening has a public screen, which organisers switch on, and announcements."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0017_evening_sponsors"),
        ("moderation", "0008_release"),
    ]

    operations = [
        migrations.AddField(
            model_name="signup",
            name="hall",
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name="Announcement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.CharField(blank=True, max_length=160)),
                ("usual", models.CharField(blank=True, max_length=20)),
                ("tables", models.JSONField(default=list)),
                ("said", models.DateTimeField()),
                ("until", models.DateTimeField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="announcements",
                        to="games.event",
                    ),
                ),
            ],
            options={"ordering": ("-pk",)},
        ),
    ]
