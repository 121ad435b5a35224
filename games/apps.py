"""The Django application of the games: models, migrations and commands."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """The Django application that owns the tables of the journal and of its index."""

    name = "games"
