"""Rows belong to no club any more; nobody runs one by an e-mail or a passkey."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("moderation", "0020_one_club"),
    ]

    operations = [
        migrations.DeleteModel(
            name="AnsweredChallenge",
        ),
        migrations.DeleteModel(
            name="Letter",
        ),
        migrations.RemoveField(
            model_name="link",
            name="member",
        ),
        migrations.RemoveField(
            model_name="pass",
            name="member",
        ),
        migrations.RemoveField(
            model_name="passkey",
            name="member",
        ),
        migrations.RemoveConstraint(
            model_name="person",
            name="no_two_people_alike",
        ),
        migrations.RemoveConstraint(
            model_name="venue",
            name="one_venue_per_club",
        ),
        migrations.RemoveIndex(
            model_name="pass",
            name="passes_of_a_club",
        ),
        migrations.RemoveField(
            model_name="announcement",
            name="club",
        ),
        migrations.RemoveField(
            model_name="device",
            name="club",
        ),
        migrations.RemoveField(
            model_name="guest",
            name="club",
        ),
        migrations.RemoveField(
            model_name="keptout",
            name="club",
        ),
        migrations.RemoveField(
            model_name="link",
            name="club",
        ),
        migrations.RemoveField(
            model_name="pass",
            name="club",
        ),
        migrations.RemoveField(
            model_name="person",
            name="club",
        ),
        migrations.RemoveField(
            model_name="placing",
            name="club",
        ),
        migrations.RemoveField(
            model_name="played",
            name="club",
        ),
        migrations.RemoveField(
            model_name="ran",
            name="club",
        ),
        migrations.RemoveField(
            model_name="recognised",
            name="club",
        ),
        migrations.RemoveField(
            model_name="removedseat",
            name="club",
        ),
        migrations.RemoveField(
            model_name="sawdeal",
            name="club",
        ),
        migrations.RemoveField(
            model_name="seatclaim",
            name="club",
        ),
        migrations.RemoveField(
            model_name="seating",
            name="club",
        ),
        migrations.RemoveField(
            model_name="signup",
            name="club",
        ),
        migrations.RemoveField(
            model_name="toforget",
            name="club",
        ),
        migrations.RemoveField(
            model_name="venue",
            name="club",
        ),
        migrations.AlterField(
            model_name="person",
            name="folded",
            field=models.CharField(max_length=120, unique=True),
        ),
        migrations.DeleteModel(
            name="Member",
        ),
        migrations.DeleteModel(
            name="Passkey",
        ),
    ]
