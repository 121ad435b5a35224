"""An evening thanks its sponsors; its tables call an organiser, and are told what organisers say."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0016_upkeep_children"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="sponsors",
            field=models.CharField(blank=True, max_length=200, verbose_name="sponsors"),
        ),
        migrations.AddField(
            model_name="upkeep",
            name="announced",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="upkeep",
            name="help_asked",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="upkeep",
            name="help_coming",
            field=models.BooleanField(default=False),
        ),
    ]
