from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_upkeep_door_closed"),
    ]

    operations = [
        migrations.AddField(
            model_name="upkeep",
            name="manner_changed",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="upkeep",
            name="clock_phase",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="upkeep",
            name="clock_of_debate",
            field=models.BooleanField(default=False),
        ),
    ]
