"""A session's upkeep becomes one table for each subject: settings, timer, pacing, agreements, answers, organisers.

A rehearsal's lesson, which was JSON, gets a table of its own.
"""

from __future__ import annotations

from typing import Any

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

# The new columns of each table, by the column of the upkeep from which they come.
COLUMNS: dict[str, dict[str, str]] = {
    "TableSettings": {
        "wifi_name": "wifi_name",
        "wifi_password": "wifi_password",
        "speaker": "speaker",
        "children": "children",
        "covers_after": "covers_after",
        "asks_after": "asks_after",
        "door_closed": "door_closed",
        "dealt": "dealt_counts",
    },
    "DebateTimer": {
        "clock_length": "length",
        "clock_started": "started_at",
        "clock_left": "seconds_left",
        "clock_phase": "phase",
        "clock_of_debate": "of_debate",
        "closing_at": "vote_closes_at",
        "closing_step": "vote_step",
    },
    "Pacing": {
        "begun_at": "begun_at",
        "paused_at": "paused_at",
        "resumed_at": "resumed_at",
        "extensions": "extensions",
        "slow": "slow",
        "said": "lines_said",
        "released": "released",
        "released_at": "released_at",
        "end_shown": "end_shown",
        "end_at": "end_move",
        "end_due": "end_due",
    },
    "Agreements": {
        "to_agree": "to_agree",
        "manner_changed": "settings_changed",
        "desk_went": "desk_transfer",
        "desk_went_at": "desk_transfer_move",
        "moved": "moved_seats",
        "taking_back": "undo_proposal",
        "going_on": "absence_proposal",
        "stand_ins": "stand_ins",
    },
    "UnrecordedAnswers": {
        "late_covers": "late_covers",
        "refused": "refused",
        "ready": "ready",
        "passing": "passing",
    },
    "OrganiserContact": {
        "help_asked": "help_asked_at",
        "help_coming": "help_coming",
        "announced": "announcements",
    },
}


def split(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Copy the columns of each subject to its table, and each rehearsal's lesson to its columns."""
    quote = editor.quote_name
    for model, columns in COLUMNS.items():
        table = apps.get_model("games", model)._meta.db_table
        old = ", ".join(quote(name) for name in ("session_id", *columns))
        new = ", ".join(quote(name) for name in ("session_id", *columns.values()))
        editor.execute(f"INSERT INTO {quote(table)} ({new}) SELECT {old} FROM {quote('games_upkeep')}")
    seats = apps.get_model("games", "Seat").objects
    lesson = apps.get_model("games", "LessonProgress").objects
    rehearsals = apps.get_model("games", "Upkeep").objects.filter(session__rehearsal=True)
    for session, stored in rehearsals.values_list("session", "lesson"):
        lesson.create(
            session_id=session,
            seat=seats.filter(pk=stored.get("seat", 0)).first(),
            phone=stored.get("pass", 0),
            hints_seen=stored.get("seen", []),
            is_off=stored.get("off", False),
        )


def join(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Copy every table's columns back to the upkeep."""
    quote = editor.quote_name
    old, new, joins = [quote("session_id")], ["first.session_id"], []
    for number, (model, columns) in enumerate(COLUMNS.items()):
        name, table = f"part{number}" if number else "first", quote(apps.get_model("games", model)._meta.db_table)
        joins.append(f"JOIN {table} {name} ON {name}.session_id = first.session_id" if number else f"{table} {name}")
        old += map(quote, columns)
        new += [f"{name}.{quote(column)}" for column in columns.values()]
    editor.execute(
        f"INSERT INTO {quote('games_upkeep')} ({', '.join([*old, quote('lesson')])})"
        f" SELECT {', '.join(new)}, '{{}}' FROM {' '.join(joins)}"
    )
    upkeep = apps.get_model("games", "Upkeep").objects
    for row in apps.get_model("games", "LessonProgress").objects.all():
        stored: dict[str, Any] = {"seen": row.hints_seen, "off": row.is_off}
        upkeep.filter(pk=row.pk).update(
            lesson=stored | ({"seat": row.seat_id, "pass": row.phone} if row.seat_id else {})
        )


def link(name: str) -> models.OneToOneField[Any, Any]:
    """Return the column that links a part to its session."""
    return models.OneToOneField(
        on_delete=django.db.models.deletion.CASCADE,
        primary_key=True,
        related_name=name,
        serialize=False,
        to="games.gamesession",
    )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0027_taps"),
    ]

    operations = [
        migrations.CreateModel(
            name="TableSettings",
            fields=[
                ("session", link("settings")),
                ("wifi_name", models.CharField(blank=True, max_length=32, verbose_name="Wi-Fi name")),
                ("wifi_password", models.CharField(blank=True, max_length=63, verbose_name="Wi-Fi password")),
                (
                    "speaker",
                    models.CharField(
                        blank=True,
                        choices=[("desk", "the desk"), ("screen", "the screen"), ("nobody", "nobody")],
                        max_length=7,
                        verbose_name="who says the lines",
                    ),
                ),
                ("children", models.BooleanField(default=False)),
                ("covers_after", models.PositiveSmallIntegerField(default=20)),
                ("asks_after", models.PositiveSmallIntegerField(default=90)),
                ("door_closed", models.BooleanField(default=False)),
                ("dealt_counts", models.JSONField(blank=True, null=True)),
            ],
            options={"abstract": False},
        ),
        migrations.CreateModel(
            name="DebateTimer",
            fields=[
                ("session", link("timer")),
                ("length", models.PositiveIntegerField(default=0)),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("seconds_left", models.FloatField(default=0)),
                ("phase", models.PositiveIntegerField(default=0)),
                ("of_debate", models.BooleanField(default=False)),
                ("vote_closes_at", models.DateTimeField(blank=True, null=True)),
                ("vote_step", models.PositiveIntegerField(default=0)),
            ],
            options={"abstract": False},
        ),
        migrations.CreateModel(
            name="Pacing",
            fields=[
                ("session", link("pacing")),
                ("begun_at", models.DateTimeField(blank=True, null=True)),
                ("paused_at", models.DateTimeField(blank=True, null=True)),
                ("resumed_at", models.DateTimeField(blank=True, null=True)),
                ("extensions", models.JSONField(default=dict)),
                ("slow", models.BooleanField(default=False)),
                ("lines_said", models.JSONField(default=dict)),
                ("released", models.PositiveIntegerField(default=0)),
                ("released_at", models.DateTimeField(blank=True, null=True)),
                ("end_shown", models.PositiveIntegerField(blank=True, null=True)),
                ("end_move", models.PositiveIntegerField(blank=True, null=True)),
                ("end_due", models.DateTimeField(blank=True, null=True)),
            ],
            options={"abstract": False},
        ),
        migrations.CreateModel(
            name="Agreements",
            fields=[
                ("session", link("agreements")),
                ("to_agree", models.JSONField(default=list)),
                ("settings_changed", models.BooleanField(default=False)),
                (
                    "desk_transfer",
                    models.CharField(
                        blank=True,
                        choices=[("more", "to another device as well"), ("moved", "to another device")],
                        max_length=5,
                    ),
                ),
                ("desk_transfer_move", models.PositiveIntegerField(default=0)),
                ("moved_seats", models.JSONField(default=list)),
                ("undo_proposal", models.JSONField(default=dict)),
                ("absence_proposal", models.JSONField(default=dict)),
                ("stand_ins", models.JSONField(default=list)),
            ],
            options={"abstract": False},
        ),
        migrations.CreateModel(
            name="UnrecordedAnswers",
            fields=[
                ("session", link("unrecorded")),
                ("late_covers", models.JSONField(default=dict)),
                ("refused", models.JSONField(default=dict)),
                ("ready", models.JSONField(default=dict)),
                ("passing", models.JSONField(default=dict)),
            ],
            options={"abstract": False},
        ),
        migrations.CreateModel(
            name="OrganiserContact",
            fields=[
                ("session", link("organiser_contact")),
                ("help_asked_at", models.DateTimeField(blank=True, null=True)),
                ("help_coming", models.BooleanField(default=False)),
                ("announcements", models.JSONField(default=list)),
            ],
            options={"abstract": False},
        ),
        migrations.CreateModel(
            name="LessonProgress",
            fields=[
                ("session", link("lesson")),
                (
                    "seat",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="lessons",
                        to="games.seat",
                    ),
                ),
                ("phone", models.PositiveBigIntegerField(default=0)),
                ("hints_seen", models.JSONField(default=list)),
                ("is_off", models.BooleanField(default=False)),
            ],
            options={"abstract": False},
        ),
        migrations.RunPython(split, join),
        migrations.DeleteModel(name="Upkeep"),
    ]
