"""A database of one club is gone on with: what opened clubs that nobody used goes, and the lock between clubs."""

from __future__ import annotations

from django.db import migrations

from moderation.keeping.one_club import refuse_several, used_clubs


def keep_one_club(apps, schema_editor):
    """Remove what only gave access to clubs that nobody used, so that none of it opens the one that stays."""
    connection = schema_editor.connection
    refuse_several(connection)
    kept = next(iter(used_clubs(connection)), 0)
    take_policies_away(connection)
    for name in ("Link", "Pass", "Device"):
        apps.get_model("moderation", name).objects.exclude(club=kept).delete()
    venue = apps.get_model("moderation", "Venue")
    zone = venue.objects.filter(club=kept).values_list("zone", flat=True).first()
    venue.objects.all().delete()
    if zone:
        venue.objects.create(pk=1, zone=zone)


def take_policies_away(connection):
    """Show every row to everybody again, on PostgreSQL."""
    if connection.vendor != "postgresql":
        return
    quoted = connection.ops.quote_name
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_policies WHERE policyname = 'of_a_club'")
        for (table,) in cursor.fetchall():
            cursor.execute(f"DROP POLICY of_a_club ON {quoted(table)}")
            cursor.execute(f"ALTER TABLE {quoted(table)} NO FORCE ROW LEVEL SECURITY")
            cursor.execute(f"ALTER TABLE {quoted(table)} DISABLE ROW LEVEL SECURITY")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0025_upkeep_waiting"),
        ("moderation", "0019_venue"),
    ]
    run_before = [("games", "0026_without_clubs")]

    operations = [migrations.RunPython(keep_one_club, migrations.RunPython.noop)]
