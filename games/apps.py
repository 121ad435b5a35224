"""The games, as a Django application: models, migrations and commands."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Keeps the tables of the journal and of its index."""

    name = "games"
