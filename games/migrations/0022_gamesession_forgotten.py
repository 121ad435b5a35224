from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0021_house_backed_up"),
    ]

    operations = [
        migrations.AddField(
            model_name="gamesession",
            name="forgotten",
            field=models.DateTimeField(null=True),
        ),
    ]
