from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_upkeep_manner_and_clock"),
    ]

    operations = [
        migrations.AddField(
            model_name="upkeep",
            name="said",
            field=models.JSONField(default=dict),
        ),
    ]
