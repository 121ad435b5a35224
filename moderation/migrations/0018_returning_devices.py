import django.db.models.deletion
from django.db import migrations, models

import games.clubs


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0023_clubs"),
        ("moderation", "0017_guest_lines"),
    ]

    operations = [
        migrations.CreateModel(
            name="RemovedSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("club", models.PositiveIntegerField(db_default=0, default=games.clubs.number, editable=False)),
                ("name", models.CharField(max_length=30)),
                ("place", models.PositiveIntegerField()),
                ("bot", models.BooleanField(default=False)),
                ("face", models.PositiveSmallIntegerField(null=True)),
                (
                    "device",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="removed_seats",
                        to="moderation.device",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, to="moderation.person"
                    ),
                ),
                (
                    "placing",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, to="moderation.placing"
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="removed_seats",
                        to="games.gamesession",
                    ),
                ),
            ],
            options={
                "ordering": ("-pk",),
            },
        ),
        migrations.CreateModel(
            name="KeptOut",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("club", models.PositiveIntegerField(db_default=0, default=games.clubs.number, editable=False)),
                ("name", models.CharField(max_length=30)),
                (
                    "device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="kept_out", to="moderation.device"
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="kept_out", to="games.gamesession"
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "constraints": [models.UniqueConstraint(fields=("session", "device"), name="kept_out_once")],
            },
        ),
        migrations.CreateModel(
            name="SeatClaim",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("club", models.PositiveIntegerField(db_default=0, default=games.clubs.number, editable=False)),
                ("number", models.PositiveSmallIntegerField()),
                ("asked", models.DateTimeField()),
                ("refused", models.DateTimeField(null=True)),
                ("agreed", models.JSONField(default=list)),
                (
                    "device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="claims", to="moderation.device"
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="claims", to="games.seat"
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="claims", to="games.gamesession"
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "constraints": [models.UniqueConstraint(fields=("session", "device"), name="one_claim_of_a_device")],
            },
        ),
    ]
