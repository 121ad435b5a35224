"""Everybody gets a face: seats that are there already, one after the other round their table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import migrations, models

if TYPE_CHECKING:
    from django.apps.registry import Apps
    from django.db.backends.base.schema import BaseDatabaseSchemaEditor

AT_ONCE = 500  # seats


def give(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Number the faces of each table clockwise."""
    seat = apps.get_model("games", "Seat")
    session, face, given = None, 0, []
    for one in seat.objects.order_by("session_id", "place", "pk").only("pk", "session_id").iterator():
        face = face + 1 if one.session_id == session else 0
        session, one.face = one.session_id, face
        given.append(one)
    seat.objects.bulk_update(given, ["face"], batch_size=AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_upkeep_cover_and_dealt"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="face",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.RunPython(give, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("session", "face"), name="one_face_per_table"),
        ),
    ]
