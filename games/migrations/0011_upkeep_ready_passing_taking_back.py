from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0010_upkeep_released"),
    ]

    operations = [
        migrations.AddField(model_name="upkeep", name="ready", field=models.JSONField(default=dict)),
        migrations.AddField(model_name="upkeep", name="passing", field=models.JSONField(default=dict)),
        migrations.AddField(model_name="upkeep", name="taking_back", field=models.JSONField(default=dict)),
    ]
