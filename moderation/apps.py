"""The pages of the moderator, the players and the room, as a Django application."""

from django.apps import AppConfig


class ModerationConfig(AppConfig):
    """Keeps who may do what; the games themselves are kept by `games`."""

    name = "moderation"

    def ready(self) -> None:
        """Have the journal tell the devices of every change, and say what each surface makes of what it may know."""
        from games import journal
        from moderation.play.realtime.observer import Devices
        from moderation.play.rendering import render
        from moderation.surfaces.desk import fragments as desk
        from moderation.surfaces.phone import fragments as phone
        from moderation.surfaces.screen import fragments as screen

        journal.observer = Devices()
        render.surfaces = render.Surfaces(phone.view, screen.view, desk.view)
