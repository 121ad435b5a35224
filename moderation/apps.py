"""The pages of the moderator, the players and the room, as a Django application."""

from django.apps import AppConfig


class ModerationConfig(AppConfig):
    """Keeps who may do what; the games themselves are kept by `games`."""

    name = "moderation"

    def ready(self) -> None:
        """Have the journal tell the devices of every change, and say what each surface makes of what it may know."""
        from games import clubs, journal
        from moderation.access.clubs import lead
        from moderation.desk import fragments as desk
        from moderation.keeping import second_lock
        from moderation.live import view
        from moderation.live.observer import Devices
        from moderation.phone import fragments as phone
        from moderation.screen import fragments as screen

        journal.observer = Devices()
        clubs.lead = lead
        second_lock.begin()
        view.surfaces = view.Surfaces(phone.view, screen.view, desk.view)
