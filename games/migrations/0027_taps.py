"""Taps have a table of their own: a move and the upkeep of a game remember none any more."""

from __future__ import annotations

import django.db.models.deletion
import django.utils.timezone
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def carry_taps_over(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Remember the taps of games in progress, so that one that is sent again changes nothing."""
    tap, move, upkeep = (apps.get_model("games", name) for name in ("Tap", "Move", "Upkeep"))
    moves = move.objects.filter(session__closed=None).exclude(request=None)
    rows = [
        tap(session_id=session, request=request, move=number)
        for session, request, number in moves.values_list("session", "request", "number")
    ]
    for session, kept, refused, covers in upkeep.objects.filter(session__closed=None).values_list(
        "session", "taps", "refused", "late_covers"
    ):
        rows += [tap(session_id=session, request=request) for request in kept]
        rows += [
            tap(session_id=session, request=request) for one in covers.values() for request in one.get("taps", ())
        ]
        rows += [
            tap(session_id=session, request=request, outcome="refused")
            for one in refused.values()
            for request in one.get("taps", ())
        ]
    tap.objects.bulk_create(rows, batch_size=500, ignore_conflicts=True)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0026_without_clubs"),
    ]

    operations = [
        migrations.CreateModel(
            name="Tap",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("request", models.CharField(max_length=64)),
                (
                    "outcome",
                    models.CharField(
                        choices=[("accepted", "accepted"), ("refused", "refused, as only the seat’s card says")],
                        default="accepted",
                        max_length=8,
                    ),
                ),
                ("move", models.PositiveIntegerField(default=0)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="taps", to="games.gamesession"
                    ),
                ),
            ],
            options={
                "verbose_name": "tap",
                "verbose_name_plural": "taps",
                "constraints": [
                    models.UniqueConstraint(fields=("session", "request"), name="one_tap_per_request"),
                ],
            },
        ),
        migrations.RunPython(carry_taps_over, migrations.RunPython.noop),
        migrations.RemoveConstraint(
            model_name="move",
            name="one_move_per_request",
        ),
        migrations.RemoveField(
            model_name="move",
            name="request",
        ),
        migrations.RemoveField(
            model_name="upkeep",
            name="taps",
        ),
    ]
