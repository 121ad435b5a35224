"""Who may do what: devices, the passes they hold, and the one-time links by which a pass is gained.

A device is known by one random cookie, of which only a digest is kept. Taking a pass away is deleting its row.
Nothing here knows a rule of any game.
"""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from games.models import GameSession, Seat

PIN_TRIES = 5


class Kind(models.TextChoices):
    """What a pass lets its device do."""

    HOST = "host", "host"  # create games, see the evenings
    MODERATOR = "moderator", "moderator"  # run one table
    SEAT = "seat", "seat"  # play one seat


class Device(models.Model):
    """A browser. `key` is the digest of its cookie.

    `takes_over`: the device that this one becomes, with all its passes, once its own cookie is seen.
    """

    key = models.CharField(max_length=64, unique=True)
    takes_over = models.ForeignKey("self", models.SET_NULL, null=True)
    comfort = models.JSONField(default=dict)  # how its owner likes to read: nobody else sees it
    created = models.DateTimeField(default=timezone.now)


class Pass(models.Model):
    """What a device may do: everything (host), at one table (moderator), in one seat (seat)."""

    device = models.ForeignKey(Device, models.CASCADE, related_name="passes")
    kind = models.CharField(max_length=10, choices=Kind)
    session = models.ForeignKey(GameSession, models.CASCADE, null=True, related_name="passes")
    seat = models.ForeignKey(Seat, models.CASCADE, null=True, related_name="passes")
    created = models.DateTimeField(default=timezone.now)
    expected = models.DateTimeField(null=True)  # since when a phone that took a seat has not shown it; None: it has
    loads = models.PositiveSmallIntegerField(default=0)  # of the seat's page, until then
    seen = models.DateTimeField(null=True)  # when its page's socket was last known to be open; None: it is closed

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["device", "kind", "session"], name="one_pass_of_a_kind_per_table"),
        )


class Link(models.Model):
    """A one-time way to a pass. `key` is the digest of its token; `pin` is asked for where one is set."""

    key = models.CharField(max_length=64, unique=True)
    kind = models.CharField(max_length=10, choices=Kind)
    session = models.ForeignKey(GameSession, models.CASCADE, null=True)
    seat = models.ForeignKey(Seat, models.CASCADE, null=True)
    pin = models.CharField(max_length=8, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    expires = models.DateTimeField(null=True)
    used = models.DateTimeField(null=True)
    created = models.DateTimeField(default=timezone.now)

    @property
    def usable(self) -> bool:
        """Whether a device may still use it: once, in time, and while PINs may be tried."""
        return self.used is None and self.tries < PIN_TRIES and self.in_time

    @property
    def in_time(self) -> bool:
        """Whether its time is not over yet."""
        return self.expires is None or self.expires >= timezone.now()
