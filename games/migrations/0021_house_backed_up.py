from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0020_rehearsal"),
    ]

    operations = [
        migrations.AddField(
            model_name="house",
            name="backed_up",
            field=models.DateTimeField(null=True),
        ),
    ]
