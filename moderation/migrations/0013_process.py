import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("moderation", "0012_front"),
    ]

    operations = [
        migrations.CreateModel(
            name="Process",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80, unique=True)),
                ("version", models.CharField(max_length=40)),
                ("devices", models.PositiveIntegerField(default=0)),
                ("stopping", models.BooleanField(default=False)),
                ("started", models.DateTimeField(default=django.utils.timezone.now)),
                ("beat", models.DateTimeField()),
            ],
        ),
    ]
