from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0023_clubs"),
    ]

    operations = [
        migrations.AddField(
            model_name="upkeep",
            name="desk_went_at",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
