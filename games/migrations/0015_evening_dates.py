"""Evenings that were kept without a date: the day on which each was made."""

from django.db import migrations
from django.db.migrations.state import StateApps
from django.db.models import F
from django.db.models.functions import TruncDate


def date_of_creation(apps: StateApps, _schema: object) -> None:
    """Give every evening the day on which it was made."""
    apps.get_model("games", "Event").objects.update(date=TruncDate(F("created")))


class Migration(migrations.Migration):
    dependencies = (("games", "0014_evenings"),)
    operations = (migrations.RunPython(date_of_creation, migrations.RunPython.noop),)
