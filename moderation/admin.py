"""The admin: superusers can read finished games, and cannot change them.

A running game is not even listed. Its moves, deal and ballots are secrets of its players.
"""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from games.models import Event, GameSession, Move, Seat, Vote
from moderation.play.pacing import clock


class ReadOnly:
    """A mixin for models that superusers may read, and nobody may add to, change or remove."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Return whether the section is visible."""
        return bool(request.user.is_active and request.user.is_superuser)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Return whether an object may be viewed."""
        return self.has_module_permission(request)

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse everybody."""
        return False

    has_change_permission = has_delete_permission = has_add_permission


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """The seats of a game, as the index stores them."""

    model = Seat
    fields = ("place", "name", "role", "genome", "alive", "bot")


class VoteInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """The final ballots of a game."""

    model = Vote
    fields = ("step", "opened", "seat", "answer")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Vote]:
        """Return the ballots with their seats, in one query."""
        found: QuerySet[Vote] = super().get_queryset(request)
        return found.select_related("seat")


class MoveInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """The journal of a game."""

    model = Move
    fields = ("number", "at", "body")


@admin.register(GameSession)
class GameAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """The list of finished games."""

    list_display = ("code", "game", "event", "started", "ended")
    list_filter = ("game", "event")
    list_select_related = ("event",)
    list_per_page = 50
    date_hierarchy = "ended"
    fields = ("code", "game", "event", "nights", "options", "outcome", "started", "ended")
    inlines = (SeatInline, VoteInline, MoveInline)

    def get_queryset(self, request: HttpRequest) -> QuerySet[GameSession]:
        """Return only games that are over, for their players as well."""
        found: QuerySet[GameSession] = super().get_queryset(request)
        return found.filter(clock.is_publicly_over())


@admin.register(Event)
class EventAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """The list of evenings."""

    list_display = ("name", "created")
    fields = ("name", "created")
