from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_upkeep_said"),
    ]

    operations = [
        migrations.AddField(
            model_name="upkeep",
            name="to_agree",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="upkeep",
            name="desk_went",
            field=models.CharField(
                blank=True,
                choices=[("more", "to another device as well"), ("moved", "to another device")],
                max_length=5,
            ),
        ),
    ]
