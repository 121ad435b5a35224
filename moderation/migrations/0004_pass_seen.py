from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("moderation", "0003_pass_expected"),
    ]

    operations = [
        migrations.AddField(
            model_name="pass",
            name="seen",
            field=models.DateTimeField(null=True),
        ),
    ]
