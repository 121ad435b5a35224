"""When the desk covers itself, and which counts were dealt."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0011_upkeep_ready_passing_taking_back"),
    ]

    operations = [
        migrations.AddField(
            model_name="upkeep",
            name="covers_after",
            field=models.PositiveSmallIntegerField(default=20),
        ),
        migrations.AddField(
            model_name="upkeep",
            name="dealt",
            field=models.JSONField(blank=True, null=True),
        ),
    ]
