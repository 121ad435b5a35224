"""Models of events and games: sessions and their parts, seats, moves, and an index of votes.

A game in progress is its list of moves. Everything else about it (`Seat.role`, `Seat.alive`, `Vote`, ...) is an
index. The journal writes the index in the same transaction, and nothing reads it to decide what happens next.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any

from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games import hours
from games.engine.kit import Kit, all_kits

COVERS_AFTER = 20  # default of idle seconds at night until the desk covers itself
ASKS_AFTER = 90  # default of seconds that a table without a moderator waits for somebody


class ServerTime(models.Model):
    """The installation's own clock, in one row (server_clock.py)."""

    time = models.DateTimeField()  # the clock's time at its latest heartbeat
    back = models.DateTimeField()  # its time at the end of the latest downtime: no earlier time counts
    away = models.FloatField(default=0)  # seconds of that downtime
    beat = models.DateTimeField()  # the latest heartbeat in machine time, to measure a downtime
    backed_up = models.DateTimeField(null=True)  # when the latest backup was made, by a command or by the page for it

    class Meta:
        db_table = "games_house"


def today() -> date:
    """Return today's date in the server's current time zone."""
    return timezone.localdate()


class Event(models.Model):
    """An event: when and where it is, its rounds, its tables and their results."""

    name = models.CharField(_("name"), max_length=80)
    date = models.DateField(_("date"), default=today)
    place = models.CharField(pgettext_lazy("of an evening", "place"), max_length=120, blank=True)
    notes = models.TextField(_("notes"), max_length=2000, blank=True)
    spots = models.JSONField(default=list)  # names of the places in the hall for tables, in order
    sponsors = models.CharField(_("sponsors"), max_length=200, blank=True)  # a line on the public screen of the hall
    created = models.DateTimeField(_("created"), default=timezone.now)
    closed = models.DateTimeField(_("closed"), null=True, blank=True)  # since when no table can be opened in it
    archived = models.BooleanField(_("archived"), default=False)  # listed only where archived events are asked for
    # Days after the event until its names are deleted; None: never.
    forget_after = models.PositiveSmallIntegerField(null=True, blank=True)
    forgotten = models.DateTimeField(null=True, blank=True)  # when its names were deleted
    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)  # the same on every server it is moved to

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
        """Return true if an hour belongs to the day after the event's date.

        Ruling: an hour before the first round's hour does.
        """
        return hour < (self.first_hour or hours.DAWN)

    def find_moment(self, hour: time | None, second: bool = False) -> datetime | None:
        """Return the moment of a local hour of this event, in UTC.

        If the clock shows that hour twice, this is the first one, or with `second` the second one.
        """
        if hour is None:
            return None
        return hours.moment_at(self.date + hours.A_DAY * self.is_next_day(hour), hour, second)

    def find_release(self, hour: time | None) -> datetime | None:
        """Return the moment at which places are released.

        Ruling: an hour within six hours before the first round is the one before that round. Places are released
        while people arrive. So an organiser who writes 19:45 for a round at 20:00 means that same evening.
        """
        first = self.first_hour
        if hour is None or first is None or not hours.time_until(hour, first):
            return self.find_moment(hour)
        if hours.time_until(hour, first) > hours.BEFORE_THE_FIRST:
            return self.find_moment(hour)
        return hours.moment_at(self.date - hours.A_DAY * (hour > first), hour)


class Round(models.Model):
    """A part of an event, in which one game is played at each of its tables."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="rounds")
    name = models.CharField(_("name"), max_length=40)
    begins = models.TimeField(_("begins"), null=True, blank=True)  # local; after midnight: the next day
    ends = models.TimeField(_("ends"), null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("round"), _("rounds")
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.name

    def is_next_day(self) -> bool:
        """Return true if the round begins on the day after the event's date."""
        return self.begins is not None and self.event.is_next_day(self.begins)

    def begins_at(self) -> datetime | None:
        """Return when the round begins, in UTC."""
        return self.event.find_moment(self.begins)

    def ends_at(self) -> datetime | None:
        """Return when the round ends, in UTC.

        Ruling: it ends at the first such hour that is not before its beginning.
        """
        begins, ends, again = (
            self.begins_at(),
            self.event.find_moment(self.ends),
            self.event.find_moment(self.ends, second=True),
        )
        if begins is None or ends is None or ends >= begins:
            return ends
        return again if again and again >= begins else ends + hours.A_DAY


class GameNotInstalled(LookupError):
    """An error: the package of a stored game is not installed, or cannot be read (its slug)."""


class GameSession(models.Model):
    """One game at one table.

    A writer of moves holds the lock of this row (table_cache.lock_session).
    """

    class Stage(models.TextChoices):
        """The stage of a game."""

        JOINING = "joining", _("joining")  # people take seats
        CARDS = "cards", _("cards")  # dealt; everybody looks at their card
        PLAYING = "playing", _("playing")
        OVER = "over", _("over")

    class Nights(models.TextChoices):
        """The way in which nights are played."""

        PHONES = "phones", _("phones: prompts and results on the phones")
        EYES_CLOSED = "eyes_closed", _("eyes closed: phones dark, results told by gesture")

    LONG = ("deal", "told")  # columns that grow with the ring, and are seldom needed

    event = models.ForeignKey(Event, models.SET_NULL, null=True, blank=True, related_name="games")
    round = models.ForeignKey(Round, models.SET_NULL, null=True, blank=True, related_name="games")
    spot = models.CharField(_("place in the hall"), max_length=40, blank=True)  # one of its event's `spots`
    code = models.CharField(_("code"), max_length=8)
    game = models.SlugField(pgettext_lazy("which is played", "game"))
    kit_version = models.PositiveIntegerField(default=1)
    nights = models.CharField(_("nights"), max_length=12, choices=Nights, default=Nights.PHONES)
    language = models.CharField(_("language of screen and narrator"), max_length=5, default="fr")
    options = models.JSONField(_("options"), default=dict)
    counts = models.JSONField(default=dict)  # the counts of cards to deal, as in roles.suggestion
    deal = models.JSONField(null=True, blank=True)
    told = models.JSONField(default=list)  # facts of the set-up: [seat or null, fact]
    stage = models.CharField(_("stage"), max_length=8, choices=Stage, default=Stage.JOINING)
    head = models.PositiveIntegerField(default=0)  # number of the last move
    pulse = models.PositiveIntegerField(default=0)  # rises with every change that a device may show
    edition = models.PositiveIntegerField(default=0)  # rises with every change that is public
    outcome = models.JSONField(_("outcome"), null=True, blank=True)
    narrated = models.BooleanField(_("without a moderator"), default=False)  # the app runs the game; everybody plays
    rehearsal = models.BooleanField(default=False)  # a table to learn at, which no list and no statistics include
    next_game = models.OneToOneField("self", models.SET_NULL, null=True, blank=True, related_name="previous_game")
    created = models.DateTimeField(_("created"), default=timezone.now)
    started = models.DateTimeField(_("started"), null=True, blank=True)
    ended = models.DateTimeField(_("ended"), null=True, blank=True)
    touched = models.DateTimeField(default=timezone.now)  # when anything of it was last changed
    closed = models.DateTimeField(_("closed"), null=True, blank=True)  # when its people left, or began another game
    lapsed = models.BooleanField(default=False)  # closed automatically as untouched; its desk can reopen it
    # The index of a finished game (index.py); blank before.
    indexed = models.PositiveSmallIntegerField(default=0)  # the edition of that index; 0: there is none
    winner = models.CharField(max_length=30, blank=True)  # the camp that has won; empty: people win for themselves
    players = models.PositiveSmallIntegerField(default=0)  # number of seats
    people = models.PositiveSmallIntegerField(default=0)  # number of seats that people had
    seconds = models.PositiveIntegerField(null=True, blank=True)  # from the first step to the end; None: not known
    renamed = models.PositiveSmallIntegerField(default=0)  # how often names of its seats were deleted (anonymise.py)
    forgotten = models.DateTimeField(null=True)  # when its names were to be deleted, at a table without an event

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
        """Save the session. A new one gets a row of each part."""
        if not self._state.adding:
            super().save(*args, **options)
            return
        with transaction.atomic():
            super().save(*args, **options)
            for part in (*SESSION_PARTS.values(), *((LessonProgress,) if self.rehearsal else ())):
                row = part()
                row.session = self
                row.save(force_insert=True)

    @property
    def kit(self) -> Kit:
        """The game's kit. Raises `GameNotInstalled` if it is not installed any more."""
        if self.game not in all_kits():
            raise GameNotInstalled(self.game)
        return all_kits()[self.game]

    @property
    def game_name(self) -> str:
        """The game's name in the active language, or its slug if it is not installed any more."""
        return str(self.kit.words.NAME) if self.game in all_kits() else self.game

    @property
    def is_current(self) -> bool:
        """True if this game's kit still replays it by the rules with which it was begun."""
        return self.game in all_kits() and self.kit.options_of(self.kit_version, self.options) is not None

    @property
    def is_replayable(self) -> bool:
        """True if the cards are dealt and this game's kit can replay its journal."""
        return self.stage != self.Stage.JOINING and self.is_current

    def seat_names(self) -> list[str]:
        """Return the names of the seats, clockwise."""
        return list(self.seats.order_by("place").values_list("name", flat=True))


class SessionPart(models.Model):
    """A subject of what is stored around a game, in one row of a session. No rule reads it.

    Every session has a row of each of `SESSION_PARTS`, because `GameSession.save` creates them. They are locked
    with the session (table_cache.lock_session).
    """

    session: GameSession

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.session}"

    def change(self, **columns: Any) -> None:
        """Set these columns and store them. Call with the session locked."""
        for name, value in columns.items():
            setattr(self, name, value)
        self.save(update_fields=columns.keys())


class TableSettings(SessionPart):
    """Settings of a table that may change at any time: Wi-Fi, voice, cover, children, entry.

    `CHOSEN`: the columns that the moderator chooses. The other columns follow from what happens at the table.
    """

    CHOSEN = ("children", "speaker", "covers_after", "asks_after", "wifi_name", "wifi_password")

    class Speaker(models.TextChoices):
        """The surface that says the lines aloud automatically."""

        DESK = "desk", _("the desk")
        SCREEN = "screen", _("the screen")
        NOBODY = "nobody", _("nobody")

    session = models.OneToOneField(GameSession, models.CASCADE, primary_key=True, related_name="settings")
    wifi_name = models.CharField(_("Wi-Fi name"), max_length=32, blank=True)
    wifi_password = models.CharField(_("Wi-Fi password"), max_length=63, blank=True)
    speaker = models.CharField(_("who says the lines"), max_length=7, choices=Speaker, blank=True)  # empty: default
    children = models.BooleanField(default=False)  # for children from eight: few words, no killing, short nights
    covers_after = models.PositiveSmallIntegerField(default=COVERS_AFTER)  # idle seconds; 0: the desk stays uncovered
    # Seconds of waiting by day until all are asked to go on without a seat; 0: never.
    asks_after = models.PositiveSmallIntegerField(default=ASKS_AFTER)
    door_closed = models.BooleanField(default=False)  # nobody joins until the moderator opens entry again
    dealt_counts = models.JSONField(null=True, blank=True)  # the counts at the deal, to notice when others are wanted

    def read_chosen(self) -> dict[str, Any]:
        """Return the current values of the columns that the moderator chooses."""
        return {name: getattr(self, name) for name in self.CHOSEN}

    def choose(self, values: Mapping[str, Any]) -> None:
        """Store those of these values that the moderator chooses. Call with the session locked."""
        self.change(**{name: values[name] for name in self.CHOSEN if name in values})

    @property
    def voice(self) -> Speaker:
        """The surface that says the lines aloud, as chosen or by default.

        The default is the desk at a table without a moderator, and nobody at other tables.
        """
        usual = self.Speaker.DESK if self.session.narrated else self.Speaker.NOBODY
        return self.Speaker(self.speaker or usual)


class DebateTimer(SessionPart):
    """The clock that everybody sees, and the announced close of a vote."""

    session = models.OneToOneField(GameSession, models.CASCADE, primary_key=True, related_name="timer")
    length = models.PositiveIntegerField(default=0)  # seconds; 0: no clock
    started_at = models.DateTimeField(null=True, blank=True)  # None: paused or stopped
    seconds_left = models.FloatField(default=0)  # when it was last started or paused
    phase = models.PositiveIntegerField(default=0)  # the number of the move that began the clock's phase
    of_debate = models.BooleanField(default=False)  # it was started for everybody to talk
    vote_closes_at = models.DateTimeField(null=True, blank=True)  # when a vote closes, as the moderator announced
    vote_step = models.PositiveIntegerField(default=0)  # that vote: the number of the move that opened it


class Pacing(SessionPart):
    """How fast a game goes on: pauses, lengthened calls, moments that are over, its public end."""

    session = models.OneToOneField(GameSession, models.CASCADE, primary_key=True, related_name="pacing")
    begun_at = models.DateTimeField(null=True, blank=True)  # when play began; like the next times by server_clock.py
    paused_at = models.DateTimeField(null=True, blank=True)  # since when all times are paused; None: they run
    resumed_at = models.DateTimeField(null=True, blank=True)  # when they last resumed
    extensions = models.JSONField(default=dict)  # seconds that lengthen a call, by the move that opened it
    slow = models.BooleanField(default=False)  # a player asked for more time before the latest night fell
    lines_said = models.JSONField(default=dict)  # how many parts of a step's lines, by the move that led to the step
    released = models.PositiveIntegerField(default=0)  # the last move whose moment is over
    released_at = models.DateTimeField(null=True, blank=True)  # when that moment ended, where a desk ended it
    end_shown = models.PositiveIntegerField(null=True, blank=True)  # `head` of the game whose end is public
    end_move = models.PositiveIntegerField(null=True, blank=True)  # `head` of the end to which `end_due` belongs
    end_due = models.DateTimeField(null=True, blank=True)  # when that end becomes public; None: only by hand


class Agreements(SessionPart):
    """Agreements of the people at a table, and notices of seats and desks that changed hands."""

    class DeskTransfer(models.TextChoices):
        """The move of the desk to other devices, which is public."""

        MORE = "more", _("to another device as well")
        MOVED = "moved", _("to another device")

    session = models.OneToOneField(GameSession, models.CASCADE, primary_key=True, related_name="agreements")
    to_agree = models.JSONField(default=list)  # seats that have not yet agreed to changed settings while people join
    settings_changed = models.BooleanField(default=False)  # changed while people join, and everybody is told
    desk_transfer = models.CharField(
        max_length=5, choices=DeskTransfer, blank=True
    )  # since people joined, or play began
    desk_transfer_move = models.PositiveIntegerField(default=0)  # the number of the last move at that time
    # Without a moderator: seats that went to another device, each with the number of the last move at that time.
    moved_seats = models.JSONField(default=list)
    undo_proposal = models.JSONField(default=dict)  # without a moderator: the entry to undo, who asks, who agrees
    absence_proposal = models.JSONField(default=dict)  # to go on without a seat: the step, and who agrees
    stand_ins = models.JSONField(default=list)  # seats of people for whom the computer plays in this game


class UnrecordedAnswers(SessionPart):
    """Answers of seats that are not moves, so that the journal does not hold them."""

    session = models.OneToOneField(GameSession, models.CASCADE, primary_key=True, related_name="unrecorded")
    late_covers = models.JSONField(default=dict)  # cover answers after the end, before phones show it: by seat
    refused = models.JSONField(default=dict)  # the latest secretly refused answer of each seat
    ready = models.JSONField(default=dict)  # seats that are ready to go on from a moment, and the move of that moment
    # Seats that let every question of this turn pass: by seat, the move that began the turn.
    passing = models.JSONField(default=dict)


class OrganiserContact(SessionPart):
    """Messages between a table and the organisers of its event."""

    session = models.OneToOneField(GameSession, models.CASCADE, primary_key=True, related_name="organiser_contact")
    help_asked_at = models.DateTimeField(
        null=True, blank=True
    )  # since when the desk asks for an organiser, if it does
    help_coming = models.BooleanField(default=False)  # an organiser is on the way
    announcements = models.JSONField(default=list)  # by organisers (play/projections/announcements.py)


SESSION_PARTS: dict[str, type[SessionPart]] = {  # by the attribute of a session
    "settings": TableSettings,
    "timer": DebateTimer,
    "pacing": Pacing,
    "agreements": Agreements,
    "unrecorded": UnrecordedAnswers,
    "organiser_contact": OrganiserContact,
}
PART_NAMES = tuple(SESSION_PARTS)


class Seat(models.Model):
    """A place in the ring. The columns from `role` on are index: the journal writes them."""

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="seats")
    place = models.PositiveIntegerField(_("place"))
    name = models.CharField(_("name"), max_length=30)
    folded = models.CharField(max_length=120)  # the common key of names that look alike (moderation/players/names.py)
    bot = models.BooleanField(_("played by the computer"), default=False)
    # The number of its face among those of the pages; None: none yet.
    face = models.PositiveSmallIntegerField(null=True, blank=True)
    looked = models.BooleanField(_("has looked at the card"), default=False)
    role = models.CharField(_("role"), max_length=30, blank=True)
    genome = models.CharField(_("genome"), max_length=30, blank=True)
    alive = models.BooleanField(_("alive"), default=True)
    # Of a finished game (index.py).
    camp = models.CharField(max_length=30, blank=True)  # at the end of the game
    won = models.BooleanField(null=True)  # None: belonged to several camps, and has neither won nor lost
    died = models.PositiveSmallIntegerField(null=True)  # position in the order of falling; None: never fell
    ballots = models.PositiveSmallIntegerField(default=0)  # ballots against others, where they are meaningful
    hits = models.PositiveSmallIntegerField(default=0)  # those of them against another camp

    class Meta:
        verbose_name, verbose_name_plural = _("seat"), _("seats")
        ordering = ("session", "place")
        constraints = (
            models.UniqueConstraint(fields=["session", "folded"], name="one_name_per_table"),
            models.UniqueConstraint(fields=["session", "face"], name="one_face_per_table"),
        )

    def __str__(self) -> str:
        return self.name


class LessonProgress(SessionPart):
    """How far a rehearsal has come (surfaces/desk/tutorial.py). Only rehearsals have this row."""

    session = models.OneToOneField(GameSession, models.CASCADE, primary_key=True, related_name="lesson")
    seat = models.ForeignKey(Seat, models.SET_NULL, null=True, related_name="lessons")  # whose phone goes out
    phone = models.PositiveBigIntegerField(default=0)  # the key of the pass of that phone
    hints_seen = models.JSONField(default=list)  # names of hints that were seen or skipped, latest last
    is_off = models.BooleanField(default=False)  # the moderator wants no hints


class Move(models.Model):
    """A line of the journal. It never changes.

    It is removed only with its name (anonymise.py), or with its whole table.
    """

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField(_("number"))
    body = models.JSONField(_("move"))
    told = models.JSONField(default=list)  # the facts that it told: [seat or null, fact]
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name, verbose_name_plural = _("move"), _("moves")
        ordering = ("session", "number")
        constraints = (models.UniqueConstraint(fields=["session", "number"], name="one_move_per_number"),)

    def __str__(self) -> str:
        return f"{self.number}"


class Tap(models.Model):
    """A tap of a device that was carried out, by its request id. Sent again, it changes nothing."""

    class Outcome(models.TextChoices):
        """The outcome of a tap."""

        ACCEPTED = "accepted", _("accepted")
        REFUSED = "refused", _("refused, as only the seat’s card says")

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="taps")
    request = models.CharField(max_length=64)  # unique for each sender: a seat's phone, or the device of a desk
    outcome = models.CharField(max_length=8, choices=Outcome, default=Outcome.ACCEPTED)
    move = models.PositiveIntegerField(default=0)  # the number of its first move; 0: it made none
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name, verbose_name_plural = _("tap"), _("taps")
        constraints = (models.UniqueConstraint(fields=["session", "request"], name="one_tap_per_request"),)

    def __str__(self) -> str:
        return self.request


class Vote(models.Model):
    """A valid ballot, for the index: a seat's answer in a vote of the table."""

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
