from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_copy_upkeep"),
    ]

    operations = [
        migrations.RemoveField(
            model_name="gamesession",
            name="clock_left",
        ),
        migrations.RemoveField(
            model_name="gamesession",
            name="clock_length",
        ),
        migrations.RemoveField(
            model_name="gamesession",
            name="clock_started",
        ),
        migrations.RemoveField(
            model_name="gamesession",
            name="closing_at",
        ),
        migrations.RemoveField(
            model_name="gamesession",
            name="closing_step",
        ),
        migrations.RemoveField(
            model_name="gamesession",
            name="extensions",
        ),
        migrations.RemoveField(
            model_name="gamesession",
            name="late_covers",
        ),
        migrations.RemoveField(
            model_name="gamesession",
            name="moved",
        ),
        migrations.RemoveField(
            model_name="gamesession",
            name="paused_at",
        ),
        migrations.RemoveField(
            model_name="gamesession",
            name="refused",
        ),
        migrations.RemoveField(
            model_name="gamesession",
            name="resumed_at",
        ),
        migrations.RemoveField(
            model_name="gamesession",
            name="slow",
        ),
        migrations.RemoveField(
            model_name="gamesession",
            name="speaker",
        ),
        migrations.RemoveField(
            model_name="gamesession",
            name="wifi_name",
        ),
        migrations.RemoveField(
            model_name="gamesession",
            name="wifi_password",
        ),
    ]
