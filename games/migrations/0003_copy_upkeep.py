from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

COLUMNS = (
    "wifi_name",
    "wifi_password",
    "speaker",
    "clock_length",
    "clock_started",
    "clock_left",
    "closing_at",
    "closing_step",
    "late_covers",
    "refused",
    "extensions",
    "slow",
    "moved",
    "paused_at",
    "resumed_at",
)


def copy(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Give every session its row of upkeep, with what the session's own columns hold."""
    session, upkeep = apps.get_model("games", "GameSession"), apps.get_model("games", "Upkeep")
    kept = session.objects.order_by("pk").values("pk", *COLUMNS)
    upkeep.objects.bulk_create((upkeep(**row) for row in kept.iterator()), batch_size=50)


def copy_back(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Write every row of upkeep back into its session's own columns."""
    session, upkeep = apps.get_model("games", "GameSession"), apps.get_model("games", "Upkeep")
    for row in upkeep.objects.values("pk", *COLUMNS).iterator():
        session.objects.filter(pk=row.pop("pk")).update(**row)
    upkeep.objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_upkeep"),
    ]

    operations = [migrations.RunPython(copy, copy_back)]
