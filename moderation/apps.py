"""The pages of the moderator, the players and the room, as a Django application."""

from django.apps import AppConfig


class ModerationConfig(AppConfig):
    """Keeps who may do what; the games themselves are kept by `games`."""

    name = "moderation"

    def ready(self) -> None:
        """Have the journal tell the hub, which tells the devices, and ask what those who play have asked for."""
        from games import journal
        from moderation import tending
        from moderation.hub import hub

        journal.notify, journal.wants_time = hub.announce, tending.wants_time
