"""Who may do what: devices, the passes they hold, and the one-time links by which a pass is gained.

A device is known by one random cookie, of which only a digest is kept. Taking a pass away is deleting its row.
Nothing here knows a rule of any game.
"""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from games.models import GameSession, Seat


class Kind(models.TextChoices):
    """What a pass lets its device do."""

    HOST = "host", "host"  # create games, see the evenings
    MODERATOR = "moderator", "moderator"  # run one table
    SEAT = "seat", "seat"  # play one seat


class Device(models.Model):
    """A browser. `key` is the digest of its cookie."""

    key = models.CharField(max_length=64, unique=True)
    comfort = models.JSONField(default=dict)  # how its owner likes to read: nobody else sees it
    created = models.DateTimeField(default=timezone.now)


class Pass(models.Model):
    """What a device may do: everything (host), at one table (moderator), in one seat (seat)."""

    device = models.ForeignKey(Device, models.CASCADE, related_name="passes")
    kind = models.CharField(max_length=10, choices=Kind)
    session = models.ForeignKey(GameSession, models.CASCADE, null=True, related_name="passes")
    seat = models.ForeignKey(Seat, models.CASCADE, null=True, related_name="passes")
    created = models.DateTimeField(default=timezone.now)

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
