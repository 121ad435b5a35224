"""Who may do what: devices, the passes they hold, and the one-time links by which a pass is gained.

A device is known by one random cookie, of which only a digest is kept. Taking a pass away is deleting its row.
Nothing here knows a rule of any game.
"""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Event, GameSession, Round, Seat

PIN_TRIES = 5


class Kind(models.TextChoices):
    """What a pass lets its device do."""

    HOST = "host", "host"  # everything that is no secret: create games, run evenings, hand out passes
    ORGANISER = "organiser", "organiser"  # create games, run evenings
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
    """What a device may do: everything (host), evenings (organiser), one table (moderator), one seat (seat).

    `name`: whose an organiser's is, as its host wrote.
    """

    device = models.ForeignKey(Device, models.CASCADE, related_name="passes")
    kind = models.CharField(max_length=10, choices=Kind)
    session = models.ForeignKey(GameSession, models.CASCADE, null=True, related_name="passes")
    seat = models.ForeignKey(Seat, models.CASCADE, null=True, related_name="passes")
    name = models.CharField(max_length=40, blank=True)
    created = models.DateTimeField(default=timezone.now)
    expected = models.DateTimeField(null=True)  # since when a phone that took a seat has not shown it; None: it has
    loads = models.PositiveSmallIntegerField(default=0)  # of the seat's page, until then
    seen = models.DateTimeField(null=True)  # when its page's socket was last known to be open; None: it is closed

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["device", "kind", "session"], name="one_pass_of_a_kind_per_table"),
        )


class SawDeal(models.Model):
    """A device that had the desk of a game after its deal, and gave it up: it gets no seat there (SECRECY 34)."""

    device = models.ForeignKey(Device, models.CASCADE)
    session = models.ForeignKey(GameSession, models.CASCADE)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["device", "session"], name="one_saw_a_deal_once"),)


class Link(models.Model):
    """A one-time way to a pass, which is given its `name`.

    `key` is the digest of its token; `pin` is asked for where one is set.
    """

    key = models.CharField(max_length=64, unique=True)
    kind = models.CharField(max_length=10, choices=Kind)
    session = models.ForeignKey(GameSession, models.CASCADE, null=True)
    seat = models.ForeignKey(Seat, models.CASCADE, null=True)
    name = models.CharField(max_length=40, blank=True)
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


class SeatClaim(models.Model):
    """A device that says it had a seat at a table, until the table answers (tables/setup/seat_claims.py)."""

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="claims")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="claims")
    device = models.ForeignKey(Device, models.CASCADE, related_name="claims")
    number = models.PositiveSmallIntegerField()  # shown on that device and at the desk: which phone asks
    asked = models.DateTimeField()  # by the house's clock, as the next one
    refused = models.DateTimeField(null=True)  # None: nobody has answered yet
    agreed = models.JSONField(default=list)  # without a moderator: the seats that agree

    class Meta:
        constraints = (models.UniqueConstraint(fields=["session", "device"], name="one_claim_of_a_device"),)
        ordering = ("pk",)


class RemovedSeat(models.Model):
    """A seat that the moderator took out of the ring, with what it takes to put it back."""

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="removed_seats")
    name = models.CharField(max_length=30)
    place = models.PositiveIntegerField()
    bot = models.BooleanField(default=False)
    face = models.PositiveSmallIntegerField(null=True)
    device = models.ForeignKey(Device, models.SET_NULL, null=True, related_name="removed_seats")
    person = models.ForeignKey("Person", models.SET_NULL, null=True)  # who has agreed to be remembered
    placing = models.ForeignKey("Placing", models.SET_NULL, null=True)  # in a round of an evening

    class Meta:
        ordering = ("-pk",)


class KeptOut(models.Model):
    """A device that the moderator keeps out of a table. `name`: of the seat that it had, or asked for."""

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="kept_out")
    device = models.ForeignKey(Device, models.CASCADE, related_name="kept_out")
    name = models.CharField(max_length=30)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["session", "device"], name="kept_out_once"),)
        ordering = ("pk",)


class Front(models.Model):
    """What stands at the door of the house, in one row: the address that phones use, and the Wi-Fi they join."""

    address = models.CharField(max_length=45, blank=True)  # of the machine; empty: the likeliest
    wifi_name = models.CharField(max_length=32, blank=True)
    wifi_password = models.CharField(max_length=63, blank=True)


class Venue(models.Model):
    """The venue, in one row at most: the time zone of the clock on its wall, as the host has chosen."""

    zone = models.CharField(max_length=64)  # as the tz database names it: Europe/Paris


class Process(models.Model):
    """A process that serves this house, as it last said itself (moderation/ops/processes.py)."""

    name = models.CharField(max_length=80, unique=True)  # its machine, and its number there
    version = models.CharField(max_length=40)
    devices = models.PositiveIntegerField(default=0)  # that watched through it
    stopping = models.BooleanField(default=False)
    started = models.DateTimeField(default=timezone.now)
    beat = models.DateTimeField()


class Person(models.Model):
    """Somebody who has agreed that their games are remembered: a pseudonym, by which seats are linked.

    `code` brings the person to another device. Nobody is a person who has not agreed.
    """

    class Consent(models.TextChoices):
        """How they agreed."""

        OWN = "own", _("on their own device")
        TOLD = "told", _("said to an organiser")

    name = models.CharField(max_length=40)
    folded = models.CharField(max_length=120, unique=True)  # what look-alike names have in common
    how = models.CharField(max_length=4, choices=Consent)
    agreed = models.DateTimeField(default=timezone.now)
    code = models.CharField(max_length=12, unique=True)

    class Meta:
        ordering = ("folded",)


class Recognised(models.Model):
    """A device by which a person is recognised."""

    device = models.OneToOneField(Device, models.CASCADE, related_name="recognised")
    person = models.ForeignKey(Person, models.CASCADE, related_name="devices")


class Played(models.Model):
    """A seat that a person had."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="played")
    seat = models.OneToOneField(Seat, models.CASCADE, related_name="played")


class Ran(models.Model):
    """A table that a person ran."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="ran")
    session = models.ForeignKey(GameSession, models.CASCADE, related_name="ran")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["person", "session"], name="one_runs_a_table_once"),)


class ToForget(models.Model):
    """A seat whose name goes as soon as nobody plays its game any more."""

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="to_forget")
    asked = models.DateTimeField(default=timezone.now)


class SignUp(models.Model):
    """The list of an evening on which people write themselves. `key`: what its public address ends with."""

    event = models.OneToOneField(Event, models.CASCADE, primary_key=True, related_name="sign_up")
    key = models.CharField(max_length=16, unique=True)
    capacity = models.PositiveIntegerField(null=True)  # who comes after so many waits; None: there is room for all
    open = models.BooleanField(default=True)
    release = models.DateTimeField(null=True)  # when the places of who has not come go to who waits; None: by hand
    hall = models.BooleanField(default=False)  # whether the public screen of the hall can be read, names and all


class Guest(models.Model):
    """Somebody who comes to an evening: what they wish, and whether they have come. `code` brings it to a device.

    A line is firm once its page was opened by its own cookie (`expected`). A line that went to another device opens
    nothing until somebody has confirmed it (`moved`).
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="guests")
    device = models.ForeignKey(Device, models.SET_NULL, null=True)
    person = models.ForeignKey(Person, models.SET_NULL, null=True, related_name="guests")  # who has agreed
    name = models.CharField(max_length=40)
    folded = models.CharField(max_length=120)  # what look-alike names have in common
    face = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=12)
    expected = models.DateTimeField(null=True)  # since when its page was not opened by its own cookie; None: it was
    network = models.CharField(max_length=16, blank=True)  # a keyed digest of the network that it was signed up from
    moved = models.DateTimeField(null=True)  # when it went to another device, unless that was confirmed
    moved_from = models.ForeignKey(
        Device, models.SET_NULL, null=True, related_name="left_lines"
    )  # may take it back until then
    games = models.JSONField(default=list)  # slugs of those wished for; none: any
    moderates = models.BooleanField(default=False)
    first = models.BooleanField(default=False)
    friends = models.CharField(max_length=120, blank=True)  # with whom, in their own words
    until = models.TimeField(null=True)  # when they have to leave, by the clock on the wall
    signed = models.DateTimeField(default=timezone.now)
    cancelled = models.DateTimeField(null=True)  # by themselves
    arrived = models.DateTimeField(null=True)
    left = models.DateTimeField(null=True)
    released = models.DateTimeField(null=True)  # the place of somebody who has not come goes to who waits
    swept = models.DateTimeField(null=True)  # when organisers took all lines of its network off the list

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["event", "code"], name="one_guest_per_code"),
            models.UniqueConstraint(
                fields=["event", "folded"], condition=models.Q(cancelled=None), name="no_two_guests_alike"
            ),
        )
        ordering = ("pk",)


class Announcement(models.Model):
    """What organisers say to the tables of an evening: in their own words (`text`), or a usual sentence (`usual`).

    `tables`: the codes of those that it is for; none: all of them, and everybody who waits.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="announcements")
    text = models.CharField(max_length=160, blank=True)
    usual = models.CharField(max_length=20, blank=True)
    tables = models.JSONField(default=list)
    said = models.DateTimeField()  # these times are by the house's clock
    until = models.DateTimeField()  # taken back: then

    class Meta:
        ordering = ("-pk",)


class Seating(models.Model):
    """Who is to sit where in a round: proposed, changed by organisers, and at last `accepted`, when its tables open.

    `version` rises with every change, so that a page that has grown old changes nothing.
    """

    round = models.OneToOneField(Round, models.CASCADE, primary_key=True, related_name="seating")
    version = models.PositiveIntegerField(default=0)
    cost = models.IntegerField(default=0)  # the points that the proposal loses
    accepted = models.DateTimeField(null=True)
    games = models.JSONField(default=dict)  # the game that organisers have fixed to a place, by the place's number


class Placing(models.Model):
    """Where somebody is to be in a round: at a place of the hall (its number), or nowhere."""

    seating = models.ForeignKey(Seating, models.CASCADE, related_name="placings")
    guest = models.ForeignKey(Guest, models.CASCADE, related_name="placings")
    spot = models.PositiveSmallIntegerField(null=True)  # None: sits this round out
    game = models.SlugField(blank=True)
    runs = models.BooleanField(default=False)  # the table, and does not play
    pinned = models.BooleanField(default=False)  # organisers have said so
    session = models.ForeignKey(GameSession, models.SET_NULL, null=True)  # once accepted
    seat = models.ForeignKey(Seat, models.SET_NULL, null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["seating", "guest"], name="one_place_a_round"),)
        ordering = ("pk",)
