"""The Django application with the pages of the moderator, the players and the screen."""

from django.apps import AppConfig


class ModerationConfig(AppConfig):
    """Configures pages and access. The app `games` stores the games themselves."""

    name = "moderation"

    def ready(self) -> None:
        """Connect the journal to the devices, and register the views of each surface."""
        from games import journal
        from moderation.play.realtime.observer import Devices
        from moderation.play.rendering import render
        from moderation.surfaces.desk import fragments as desk
        from moderation.surfaces.phone import fragments as phone
        from moderation.surfaces.screen import fragments as screen

        journal.observer = Devices()
        render.surfaces = render.Surfaces(phone.build_view, screen.build_view, desk.build_view)
