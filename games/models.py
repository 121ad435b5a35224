"""What is kept: evenings, games, how each is run, seats, moves, and an index of votes for people who ask questions.

A game in progress is its list of moves; everything else about it (`Seat.role`, `Seat.alive`, `Vote`, ...) is an
index, written by the journal in the same transaction and never read to decide what happens next.
"""

from __future__ import annotations

import uuid
from datetime import date, datetime, time
from typing import Any

from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games import hours
from games.engine.kit import Kit, all_kits


class House(models.Model):
    """The house itself, in one row: how far its clock has come (house_clock.py)."""

    time = models.DateTimeField()  # what the clock showed at the latest beat
    back = models.DateTimeField()  # what it showed as the house was last back from an absence: nothing earlier counts
    away = models.FloatField(default=0)  # seconds of that absence
    beat = models.DateTimeField()  # the latest beat by the machine's clock, to tell how long nobody was there
    backed_up = models.DateTimeField(null=True)  # when the house was last copied, by a command or a page of its own


def today() -> date:
    """The day that it is now, where the house stands."""
    return timezone.localdate()


class Event(models.Model):
    """An evening: when and where it is, its rounds, its tables and their results."""

    name = models.CharField(_("name"), max_length=80)
    date = models.DateField(_("date"), default=today)
    place = models.CharField(pgettext_lazy("of an evening", "place"), max_length=120, blank=True)
    notes = models.TextField(_("notes"), max_length=2000, blank=True)
    spots = models.JSONField(default=list)  # names of the places in the hall at which a game can be played, in order
    sponsors = models.CharField(_("sponsors"), max_length=200, blank=True)  # a line on the public screen of the hall
    created = models.DateTimeField(_("created"), default=timezone.now)
    closed = models.DateTimeField(_("closed"), null=True, blank=True)  # no table is opened in it any more
    archived = models.BooleanField(_("archived"), default=False)  # it stands on the list only where that is asked for
    forget_after = models.PositiveSmallIntegerField(
        null=True, blank=True
    )  # days after it: then names go; None: never
    forgotten = models.DateTimeField(null=True, blank=True)  # when its names went
    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)  # the same in every house it is taken to

    class Meta:
        verbose_name, verbose_name_plural = _("evening"), _("evenings")
        ordering = ("-date", "-created")

    def __str__(self) -> str:
        return self.name

    @property
    def first_hour(self) -> time | None:
        """The hour at which the first round begins that has one."""
        return next((one.begins for one in self.rounds.all() if one.begins), None)

    def is_next_day(self, hour: time) -> bool:
        """Return whether an hour is of the day after the evening's. Ruling: one before the first round's hour is."""
        return hour < (self.first_hour or hours.DAWN)

    def at(self, hour: time | None, second: bool = False) -> datetime | None:
        """Return the moment of an hour on this evening's wall, in UTC; of two such hours the first, or `second`."""
        if hour is None:
            return None
        return hours.moment_at(self.date + hours.A_DAY * self.is_next_day(hour), hour, second)

    def release_at(self, hour: time | None) -> datetime | None:
        """Return the moment at which places are released. Ruling: in the six hours before the first round, before it.

        Places go while people arrive, so that an organiser who writes 19:45 for a round at 20:00 means that evening.
        """
        first = self.first_hour
        if hour is None or first is None or not hours.time_until(hour, first):
            return self.at(hour)
        if hours.time_until(hour, first) > hours.BEFORE_THE_FIRST:
            return self.at(hour)
        return hours.moment_at(self.date - hours.A_DAY * (hour > first), hour)


class Round(models.Model):
    """A part of an evening in which one game is played at each of its tables."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="rounds")
    name = models.CharField(_("name"), max_length=40)
    begins = models.TimeField(_("begins"), null=True, blank=True)  # by the clock on the wall; after midnight, after
    ends = models.TimeField(_("ends"), null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("round"), _("rounds")
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.name

    def is_next_day(self) -> bool:
        """Return whether the round begins on the day after that of its evening."""
        return self.begins is not None and self.event.is_next_day(self.begins)

    def begins_at(self) -> datetime | None:
        """Return when the round begins, in UTC."""
        return self.event.at(self.begins)

    def ends_at(self) -> datetime | None:
        """Return when the round ends, in UTC. Ruling: at the first such hour that is not before it begins."""
        begins, ends, again = self.begins_at(), self.event.at(self.ends), self.event.at(self.ends, second=True)
        if begins is None or ends is None or ends >= begins:
            return ends
        return again if again and again >= begins else ends + hours.A_DAY


class GameIsGone(LookupError):
    """A game was played here whose package is not installed any more, or cannot be read: its slug."""


class GameSession(models.Model):
    """One game at one table. A writer of moves holds the lock of this row (replay.locked)."""

    class Stage(models.TextChoices):
        """How far the game has come."""

        JOINING = "joining", _("joining")  # people take seats
        CARDS = "cards", _("cards")  # dealt; everybody looks at their card
        PLAYING = "playing", _("playing")
        OVER = "over", _("over")

    class Nights(models.TextChoices):
        """How a night is played."""

        PHONES = "phones", _("phones: prompts and results on the phones")
        EYES_CLOSED = "eyes_closed", _("eyes closed: phones dark, results told by gesture")

    LONG = ("deal", "told")  # columns that are as long as the ring, and seldom asked for

    event = models.ForeignKey(Event, models.SET_NULL, null=True, blank=True, related_name="games")
    round = models.ForeignKey(Round, models.SET_NULL, null=True, blank=True, related_name="games")
    spot = models.CharField(_("place in the hall"), max_length=40, blank=True)  # as its evening calls it
    code = models.CharField(_("code"), max_length=8)
    game = models.SlugField(pgettext_lazy("which is played", "game"))
    kit_version = models.PositiveIntegerField(default=1)
    nights = models.CharField(_("nights"), max_length=12, choices=Nights, default=Nights.PHONES)
    language = models.CharField(_("language of screen and narrator"), max_length=5, default="fr")
    options = models.JSONField(_("options"), default=dict)
    counts = models.JSONField(default=dict)  # what to deal, as roles.suggestion counts it
    deal = models.JSONField(null=True, blank=True)
    told = models.JSONField(default=list)  # facts of the set-up: [seat or null, fact]
    stage = models.CharField(_("stage"), max_length=8, choices=Stage, default=Stage.JOINING)
    head = models.PositiveIntegerField(default=0)  # number of the last move
    pulse = models.PositiveIntegerField(default=0)  # rises with every change that a device may show
    edition = models.PositiveIntegerField(default=0)  # rises with every change that everybody may see
    outcome = models.JSONField(_("outcome"), null=True, blank=True)
    narrated = models.BooleanField(_("without a moderator"), default=False)  # the app runs the game, everybody plays
    rehearsal = models.BooleanField(default=False)  # a table to learn at: no list and no figure has it
    next_game = models.OneToOneField("self", models.SET_NULL, null=True, blank=True, related_name="previous_game")
    created = models.DateTimeField(_("created"), default=timezone.now)
    started = models.DateTimeField(_("started"), null=True, blank=True)
    ended = models.DateTimeField(_("ended"), null=True, blank=True)
    touched = models.DateTimeField(default=timezone.now)  # when anything of it was last changed
    closed = models.DateTimeField(_("closed"), null=True, blank=True)  # its people have gone, or play another game
    lapsed = models.BooleanField(default=False)  # closed by itself, as nobody had touched it: its desk opens it again
    # The index of a game that is over (index.py); blank before.
    indexed = models.PositiveSmallIntegerField(default=0)  # the edition of that index; 0: it has none
    winner = models.CharField(max_length=30, blank=True)  # the camp that has won; empty: people win for themselves
    players = models.PositiveSmallIntegerField(default=0)  # how many seats there were,
    people = models.PositiveSmallIntegerField(default=0)  # and how many of them people had
    seconds = models.PositiveIntegerField(null=True, blank=True)  # from the first step to the end; None: not known
    renamed = models.PositiveSmallIntegerField(default=0)  # how often names of seats were taken away (anonymise.py)
    forgotten = models.DateTimeField(null=True)  # when its names were told to go, at a table of no evening

    class Meta:
        verbose_name, verbose_name_plural = _("game"), _("games")
        ordering = ("-created",)
        constraints = (
            models.UniqueConstraint(fields=["code"], condition=Q(closed=None), name="one_open_game_per_code"),
        )
        indexes = (models.Index(fields=["touched"], condition=Q(closed=None), name="open_games_by_touch"),)

    def __str__(self) -> str:
        return f"{self.code} {self.game}"

    def save(self, *args: Any, **options: Any) -> None:
        """Keep the session; a new one is given its upkeep."""
        if not self._state.adding:
            super().save(*args, **options)
            return
        with transaction.atomic():
            super().save(*args, **options)
            Upkeep.objects.create(session=self)

    @property
    def kit(self) -> Kit:
        """The game's kit. Raises `GameIsGone` where it is not there any more."""
        if self.game not in all_kits():
            raise GameIsGone(self.game)
        return all_kits()[self.game]

    @property
    def game_name(self) -> str:
        """What the game is called in the active language; of one that is not there any more, its slug."""
        return str(self.kit.words.NAME) if self.game in all_kits() else self.game

    @property
    def current(self) -> bool:
        """Whether this game's kit still plays it out as it was begun."""
        return self.game in all_kits() and self.kit.options_of(self.kit_version, self.options) is not None

    def seat_names(self) -> list[str]:
        """Names of the seats, clockwise."""
        return list(self.seats.order_by("place").values_list("name", flat=True))


class Upkeep(models.Model):
    """How the table of one game is run: its Wi-Fi, its voice, its times, and what devices did. No rule asks for it.

    Every session has this row: `GameSession.save` makes it. A locked session is read through it (replay.locked).
    """

    class Speaker(models.TextChoices):
        """Which surface says the lines aloud by itself."""

        DESK = "desk", _("the desk")
        SCREEN = "screen", _("the screen")
        NOBODY = "nobody", _("nobody")

    class Desk(models.TextChoices):
        """Where the desk has gone, for all to see."""

        MORE = "more", _("to another device as well")
        MOVED = "moved", _("to another device")

    session = models.OneToOneField(GameSession, models.CASCADE, primary_key=True, related_name="upkeep")
    wifi_name = models.CharField(_("Wi-Fi name"), max_length=32, blank=True)
    wifi_password = models.CharField(_("Wi-Fi password"), max_length=63, blank=True)
    speaker = models.CharField(_("who says the lines"), max_length=7, choices=Speaker, blank=True)  # empty: as usual
    clock_length = models.PositiveIntegerField(default=0)  # seconds; 0: no clock
    clock_started = models.DateTimeField(null=True, blank=True)  # None: paused or stopped
    clock_left = models.FloatField(default=0)  # seconds left when it was last started or paused
    clock_phase = models.PositiveIntegerField(default=0)  # the number of the move that began the phase it belongs to
    clock_of_debate = models.BooleanField(default=False)  # whether it was started for all to talk
    closing_at = models.DateTimeField(null=True, blank=True)  # when the moderator said that a vote closes
    closing_step = models.PositiveIntegerField(default=0)  # which vote that is: the number of the move that opened it
    late_covers = models.JSONField(default=dict)  # cover answers given after the end, before phones show it: by seat
    refused = models.JSONField(default=dict)  # the latest answer of each seat that could not be taken in secret
    extensions = models.JSONField(default=dict)  # seconds by which a call was lengthened, by the move that opened it
    slow = models.BooleanField(default=False)  # a player had asked for more time before the latest night fell
    # Without a moderator: seats that went to another device, each with the number of the last move when it went.
    moved = models.JSONField(default=list)
    desk_went = models.CharField(max_length=5, choices=Desk, blank=True)  # since people came, or play began
    desk_went_at = models.PositiveIntegerField(default=0)  # the number of the last move when it went
    to_agree = models.JSONField(default=list)  # seats that have not agreed yet to what changed while they joined
    manner_changed = models.BooleanField(default=False)  # while people joined: all are told
    door_closed = models.BooleanField(default=False)  # nobody joins until the moderator opens it again
    paused_at = models.DateTimeField(null=True, blank=True)  # when all times were stopped; None: they run
    resumed_at = models.DateTimeField(null=True, blank=True)  # when they last ran on
    taps = models.JSONField(default=list)  # names of the latest taps that changed a time: each counts once
    said = models.JSONField(default=dict)  # parts of a step's lines that are spoken, by the move that led to the step
    children = models.BooleanField(default=False)  # players of eight: few words, nobody is killed, short nights
    covers_after = models.PositiveSmallIntegerField(default=20)  # idle seconds at night; 0: the desk stays open
    dealt = models.JSONField(null=True, blank=True)  # the counts that were dealt, to tell when others are wanted
    released = models.PositiveIntegerField(default=0)  # the last move from whose moment the table has gone on,
    released_at = models.DateTimeField(null=True, blank=True)  # and when, where a desk said so
    ready = models.JSONField(default=dict)  # who is ready to go on from a moment: by which move, and their seats
    passing = models.JSONField(
        default=dict
    )  # until when seats let pass what they are asked: by seat, the turn's move
    taking_back = models.JSONField(default=dict)  # without a moderator: the entry asked back, who asks, who agrees
    asks_after = models.PositiveSmallIntegerField(
        default=90
    )  # seconds of waiting by day, then all are asked; 0: never
    going_on = models.JSONField(default=dict)  # the proposal to go on without a seat: which step, who agrees
    stand_ins = models.JSONField(default=list)  # seats of people for whom the computer plays during this game
    begun_at = models.DateTimeField(null=True, blank=True)  # when play began; these times are by the house's clock
    end_shown = models.PositiveIntegerField(null=True, blank=True)  # `head` of the game whose end everybody may see
    help_asked = models.DateTimeField(null=True, blank=True)  # since when the desk asks for an organiser; None: not
    help_coming = models.BooleanField(default=False)  # an organiser is on the way to it
    announced = models.JSONField(default=list)  # what organisers say to it (play/projections/announcements.py)
    end_at = models.PositiveIntegerField(null=True, blank=True)  # `head` of the end that the next is about:
    end_due = models.DateTimeField(null=True, blank=True)  # everybody may see it from then on; None: by hand alone
    lesson = models.JSONField(default=dict)  # of a rehearsal: how far its lesson is (surfaces/desk/tutorial.py)

    def __str__(self) -> str:
        return f"{self.session}"

    @property
    def voice(self) -> Speaker:
        """Which surface says the lines aloud: as was chosen, else the desk at a table without a moderator."""
        usual = self.Speaker.DESK if self.session.narrated else self.Speaker.NOBODY
        return self.Speaker(self.speaker or usual)


class Seat(models.Model):
    """A place in the ring. From `role` on all belongs to the index: the journal writes it."""

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="seats")
    place = models.PositiveIntegerField(_("place"))
    name = models.CharField(_("name"), max_length=30)
    folded = models.CharField(max_length=120)  # the name as look-alikes share it (moderation/players/names.py)
    bot = models.BooleanField(_("played by the computer"), default=False)
    face = models.PositiveSmallIntegerField(
        null=True, blank=True
    )  # its number among those of the pages; None: none yet
    looked = models.BooleanField(_("has looked at the card"), default=False)
    role = models.CharField(_("role"), max_length=30, blank=True)
    genome = models.CharField(_("genome"), max_length=30, blank=True)
    alive = models.BooleanField(_("alive"), default=True)
    # Of a game that is over (index.py).
    camp = models.CharField(max_length=30, blank=True)  # at the end
    won = models.BooleanField(null=True)  # None: belonged to several camps, and has neither won nor lost
    died = models.PositiveSmallIntegerField(null=True)  # the how-manieth to be out of the game; None: never
    ballots = models.PositiveSmallIntegerField(default=0)  # given against others, where that says something,
    hits = models.PositiveSmallIntegerField(default=0)  # and how many of them against another camp

    class Meta:
        verbose_name, verbose_name_plural = _("seat"), _("seats")
        ordering = ("session", "place")
        constraints = (
            models.UniqueConstraint(fields=["session", "folded"], name="one_name_per_table"),
            models.UniqueConstraint(fields=["session", "face"], name="one_face_per_table"),
        )

    def __str__(self) -> str:
        return self.name


class Move(models.Model):
    """A line of the journal: never changed, and removed only with its name (anonymise.py) or its whole table."""

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField(_("number"))
    body = models.JSONField(_("move"))
    told = models.JSONField(default=list)  # the facts it made known: [seat or null, fact]
    request = models.CharField(max_length=64, null=True, blank=True)  # a tap sent twice counts once
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name, verbose_name_plural = _("move"), _("moves")
        ordering = ("session", "number")
        constraints = (
            models.UniqueConstraint(fields=["session", "number"], name="one_move_per_number"),
            models.UniqueConstraint(fields=["session", "request"], name="one_move_per_request"),
        )

    def __str__(self) -> str:
        return f"{self.number}"


class Vote(models.Model):
    """A ballot that stands, for the index: who answered what in a vote of the table."""

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="votes")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="votes")
    step = models.CharField(_("step"), max_length=30)
    opened = models.PositiveIntegerField(_("opened by move"))
    answer = models.JSONField(_("answer"))

    class Meta:
        verbose_name, verbose_name_plural = _("vote"), _("votes")
        ordering = ("session", "opened", "seat")
        constraints = (models.UniqueConstraint(fields=["session", "opened", "seat"], name="one_ballot_per_vote"),)

    def __str__(self) -> str:
        return f"{self.step} {self.seat}"
