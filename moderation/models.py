"""Models of access and events: devices, passes, one-time links, people, guests and seatings.

A device is identified by one random cookie, of which only a digest is stored. A pass is revoked by deleting its row.
Nothing here knows a rule of any game.
"""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Event, GameSession, Round, Seat

PIN_TRIES = 5


class Kind(models.TextChoices):
    """The permission that a pass gives to its device."""

    HOST = "host", "host"  # everything that is not secret: create games, run events, create passes
    ORGANISER = "organiser", "organiser"  # create games, run events
    MODERATOR = "moderator", "moderator"  # run one table
    SEAT = "seat", "seat"  # play one seat


class Device(models.Model):
    """A browser. `key` is the digest of its cookie.

    `takes_over`: the device that this one becomes, with all its passes, once its own cookie is seen.
    """

    key = models.CharField(max_length=64, unique=True)
    takes_over = models.ForeignKey("self", models.SET_NULL, null=True)
    comfort = models.JSONField(default=dict)  # reading settings of its owner, which nobody else sees
    created = models.DateTimeField(default=timezone.now)


class Pass(models.Model):
    """A permission of a device: everything (host), events (organiser), one table or one seat.

    `name`: the organiser's name, as the host wrote it.
    """

    device = models.ForeignKey(Device, models.CASCADE, related_name="passes")
    kind = models.CharField(max_length=10, choices=Kind)
    session = models.ForeignKey(GameSession, models.CASCADE, null=True, related_name="passes")
    seat = models.ForeignKey(Seat, models.CASCADE, null=True, related_name="passes")
    name = models.CharField(max_length=40, blank=True)
    created = models.DateTimeField(default=timezone.now)
    expected = models.DateTimeField(null=True)  # when its phone took the seat, until the page is loaded
    loads = models.PositiveSmallIntegerField(default=0)  # page loads of the seat's page, until then
    seen = models.DateTimeField(null=True)  # when its page's socket was last seen open; None: it is closed

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["device", "kind", "session"], name="one_pass_of_a_kind_per_table"),
        )


class SawDeal(models.Model):
    """A device that had the desk of a game after its deal, and gave it up.

    It gets no seat in that game (SECRECY 34).
    """

    device = models.ForeignKey(Device, models.CASCADE)
    session = models.ForeignKey(GameSession, models.CASCADE)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["device", "session"], name="one_saw_a_deal_once"),)


class Link(models.Model):
    """A one-time link to a pass, which gets the link's `name`.

    `key` is the digest of its token. `pin` must be entered where one is set.
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
    def is_usable(self) -> bool:
        """True if a device may still use it: once, in time, and while PINs may be tried."""
        return self.used is None and self.tries < PIN_TRIES and self.is_in_time

    @property
    def is_in_time(self) -> bool:
        """True if it has not expired."""
        return self.expires is None or self.expires >= timezone.now()


class SeatClaim(models.Model):
    """A device that says it had a seat at a table, until the table answers.

    The answer is given in tables/setup/seat_claims.py.
    """

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="claims")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="claims")
    device = models.ForeignKey(Device, models.CASCADE, related_name="claims")
    number = models.PositiveSmallIntegerField()  # displayed on that device and at the desk, to show which phone asks
    asked = models.DateTimeField()  # in the server's own time (server_clock.py), like the next one
    refused = models.DateTimeField(null=True)  # None: nobody has answered yet
    agreed = models.JSONField(default=list)  # without a moderator: the seats that agree

    class Meta:
        constraints = (models.UniqueConstraint(fields=["session", "device"], name="one_claim_of_a_device"),)
        ordering = ("pk",)


class RemovedSeat(models.Model):
    """A seat that the moderator removed from the ring, with all that is needed to restore it."""

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="removed_seats")
    name = models.CharField(max_length=30)
    place = models.PositiveIntegerField()
    bot = models.BooleanField(default=False)
    face = models.PositiveSmallIntegerField(null=True)
    device = models.ForeignKey(Device, models.SET_NULL, null=True, related_name="removed_seats")
    person = models.ForeignKey("Person", models.SET_NULL, null=True)  # the player, if they agreed to be remembered
    placing = models.ForeignKey("Placing", models.SET_NULL, null=True)  # in a round of an event

    class Meta:
        ordering = ("-pk",)


class KeptOut(models.Model):
    """A device that the moderator blocks from a table; `name`: of the seat it had or asked for."""

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="kept_out")
    device = models.ForeignKey(Device, models.CASCADE, related_name="kept_out")
    name = models.CharField(max_length=30)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["session", "device"], name="kept_out_once"),)
        ordering = ("pk",)


class JoinAddress(models.Model):
    """Settings for joining, in one row: the address that phones use, and the Wi-Fi."""

    address = models.CharField(max_length=45, blank=True)  # of this machine; empty: the most likely one
    wifi_name = models.CharField(max_length=32, blank=True)
    wifi_password = models.CharField(max_length=63, blank=True)

    class Meta:
        db_table = "moderation_front"


class Venue(models.Model):
    """The venue, in one row at most: its time zone, as the host has chosen it."""

    zone = models.CharField(max_length=64)  # a name of the tz database, such as Europe/Paris


class Process(models.Model):
    """A process of this installation, with its latest heartbeat (moderation/ops/processes.py)."""

    name = models.CharField(max_length=80, unique=True)  # the name of its machine, and its process number there
    version = models.CharField(max_length=40)
    devices = models.PositiveIntegerField(default=0)  # devices that watched through it
    stopping = models.BooleanField(default=False)
    started = models.DateTimeField(default=timezone.now)
    beat = models.DateTimeField()


class Person(models.Model):
    """A person who agreed that their games are remembered: a pseudonym that links seats.

    `code` brings the person to another device. Nobody is stored here without their agreement.
    """

    class Consent(models.TextChoices):
        """The way in which a person agreed."""

        OWN = "own", _("on their own device")
        TOLD = "told", _("said to an organiser")

    name = models.CharField(max_length=40)
    folded = models.CharField(max_length=120, unique=True)  # the common key of names that look alike
    how = models.CharField(max_length=4, choices=Consent)
    agreed = models.DateTimeField(default=timezone.now)
    code = models.CharField(max_length=12, unique=True)

    class Meta:
        ordering = ("folded",)


class Recognised(models.Model):
    """A device by which a person is recognised."""

    device = models.OneToOneField(Device, models.CASCADE, related_name="recognised")
    person = models.ForeignKey(Person, models.CASCADE, related_name="devices")


class PlayedSeat(models.Model):
    """A seat that a person had."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="played")
    seat = models.OneToOneField(Seat, models.CASCADE, related_name="played")

    class Meta:
        db_table = "moderation_played"


class ModeratedTable(models.Model):
    """A table that a person ran."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="ran")
    session = models.ForeignKey(GameSession, models.CASCADE, related_name="ran")

    class Meta:
        db_table = "moderation_ran"
        constraints = (models.UniqueConstraint(fields=["person", "session"], name="one_runs_a_table_once"),)


class ToForget(models.Model):
    """A seat whose name is deleted as soon as nobody plays its game any more."""

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="to_forget")
    asked = models.DateTimeField(default=timezone.now)


class SignUp(models.Model):
    """The sign-up list of an event. `key`: the end of its public address."""

    event = models.OneToOneField(Event, models.CASCADE, primary_key=True, related_name="sign_up")
    key = models.CharField(max_length=16, unique=True)
    capacity = models.PositiveIntegerField(null=True)  # more guests than this must wait; None: there is room for all
    open = models.BooleanField(default=True)
    release = models.DateTimeField(null=True)  # when places of missing guests go to those who wait; None: by hand
    hall = models.BooleanField(default=False)  # the public screen of the hall, with names, is switched on


class Guest(models.Model):
    """A guest of an event: wishes and arrival. `code` brings the line to another device.

    A line is firm once its page was opened with its own cookie (`expected`). A line that went to another device opens
    nothing until somebody has confirmed the move (`moved`).
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="guests")
    device = models.ForeignKey(Device, models.SET_NULL, null=True)
    person = models.ForeignKey(Person, models.SET_NULL, null=True, related_name="guests")  # if they agreed
    name = models.CharField(max_length=40)
    folded = models.CharField(max_length=120)  # the common key of names that look alike
    other_name = models.CharField(max_length=80, blank=True)  # by which the door finds them, too
    listed = models.CharField(max_length=120, blank=True)  # how a list that organisers brought names them
    # Who signed them up, on the same phone.
    brought_by = models.ForeignKey("self", models.SET_NULL, null=True, related_name="companions")
    face = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=12)
    expected = models.DateTimeField(null=True)  # since when its page was not opened with its own cookie; None: it was
    network = models.CharField(max_length=16, blank=True)  # a keyed digest of the network of the sign-up
    moved = models.DateTimeField(null=True)  # when it went to another device, unless the move was confirmed
    # The device that may take it back until the move is confirmed.
    moved_from = models.ForeignKey(Device, models.SET_NULL, null=True, related_name="left_lines")
    games = models.JSONField(default=list)  # slugs of the games wished for; empty: any game
    moderates = models.BooleanField(default=False)
    first = models.BooleanField(default=False)
    friends = models.CharField(max_length=120, blank=True)  # with whom they want to play, in their own words
    until = models.TimeField(null=True)  # when they have to leave, in local time
    stays_at = models.PositiveSmallIntegerField(null=True)  # the number of the place that they keep all evening
    signed = models.DateTimeField(default=timezone.now)
    cancelled = models.DateTimeField(null=True)  # set by the guest, by an organiser, or by a sweep
    taken_off = models.BooleanField(default=False)  # an organiser cancelled the line
    promised = models.DateTimeField(null=True)  # when they were told that they have a place; None: they wait
    arrived = models.DateTimeField(null=True)
    left = models.DateTimeField(null=True)
    released = models.DateTimeField(null=True)  # when the place of this missing guest went to those who wait
    swept = models.DateTimeField(null=True)  # when organisers removed all lines of its network

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["event", "code"], name="one_guest_per_code"),
            models.UniqueConstraint(
                fields=["event", "folded"], condition=models.Q(cancelled=None), name="no_two_guests_alike"
            ),
        )
        ordering = ("pk",)


class Announcement(models.Model):
    """An announcement to tables of an event: own words (`text`) or a usual sentence (`usual`).

    `tables`: the codes of its tables. Empty: all tables, and everybody who waits.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="announcements")
    text = models.CharField(max_length=160, blank=True)
    usual = models.CharField(max_length=20, blank=True)
    tables = models.JSONField(default=list)
    said = models.DateTimeField()  # both times are in the server's own time (server_clock.py)
    until = models.DateTimeField()  # also set when it is taken back

    class Meta:
        ordering = ("-pk",)


class BoardGame(models.Model):
    """An ordinary board game of an event: it has no secrets, and its tables have no session."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="board_games")
    name = models.CharField(max_length=40)
    least = models.PositiveSmallIntegerField(default=2)  # players
    most = models.PositiveSmallIntegerField()
    minutes = models.PositiveSmallIntegerField(null=True)
    explains = models.CharField(max_length=40, blank=True)  # the name of the person who explains it

    class Meta:
        ordering = ("pk",)

    @property
    def slug(self) -> str:
        """The name by which seatings and wishes know it. No kit has a hyphen in its name."""
        return f"board-{self.pk}"


class Seating(models.Model):
    """The seating of a round: proposed, changed by organisers, and at last `accepted`.

    Its tables open when it is accepted. `version` rises with every change, so that an outdated page changes nothing.
    """

    round = models.OneToOneField(Round, models.CASCADE, primary_key=True, related_name="seating")
    version = models.PositiveIntegerField(default=0)
    cost = models.IntegerField(default=0)  # the points that the proposal loses
    accepted = models.DateTimeField(null=True)
    games = models.JSONField(default=dict)  # games that organisers have fixed to places, by the places' numbers
    searched = models.PositiveSmallIntegerField(default=0)  # percent of the search made; 0: changed by hand since
    stop = models.BooleanField(default=False)  # organisers have asked the search that runs to stop


class Placing(models.Model):
    """The place of a guest in a round: a place of the hall (its number), or none."""

    seating = models.ForeignKey(Seating, models.CASCADE, related_name="placings")
    guest = models.ForeignKey(Guest, models.CASCADE, related_name="placings")
    spot = models.PositiveSmallIntegerField(null=True)  # None: sits out this round
    game = models.SlugField(blank=True)
    runs = models.BooleanField(default=False)  # runs the table, and does not play
    pinned = models.BooleanField(default=False)  # fixed by organisers
    session = models.ForeignKey(GameSession, models.SET_NULL, null=True)  # set once the seating is accepted
    seat = models.ForeignKey(Seat, models.SET_NULL, null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["seating", "guest"], name="one_place_a_round"),)
        ordering = ("pk",)
