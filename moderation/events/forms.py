"""Forms of organisers: events, rounds, places of tables, guests, and imports of games."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Event, GameSession, Round, today
from moderation.events.evening_games import list_evening_games
from moderation.models import BoardGame, Guest, SignUp
from moderation.players.avatars import FACES
from moderation.players.fields import SeatName
from moderation.tables.event_choice import build_evening_field
from moderation.tables.settings_forms import MODERATED_NIGHTS, NIGHTS_MISSING, ExplainedChoice
from moderation.web.forms import Choice, Form, LineField, Number
from moderation.web.kits import playable_kits

LONGEST_EVENING_NAME, LONGEST_PLACE, LONGEST_NOTES, LONGEST_SPOT, LONGEST_SPONSORS = 80, 120, 2000, 40, 200
LONGEST_KEPT = 3650  # days until the names of an event are deleted, at most
MOST_SPOTS, MOST_ROUNDS, SPARE = 60, 12, 3  # per event; empty rows for more rounds
MOST_BOARD_GAMES, MOST_SEATS, LONGEST_GAME = 60, 24, 600  # per event; players, and minutes, of a board game
AS_KEPT = ExplainedChoice(
    gettext_lazy("As it was played"),
    gettext_lazy("As the file says; if it does not, with eyes closed."),
)
NAMELESS = gettext_lazy("Please give the evening a name.")
NO_DATE = gettext_lazy("Please give the date as day, month and year.")
NO_TIME = gettext_lazy("Please give the time as hours and minutes, 20:30 for example.")
FEW_SEATS = gettext_lazy("A board game has from 1 to 24 seats.")
SHORT = gettext_lazy("A board game lasts from 1 to 600 minutes.")
NO_ROUND = gettext_lazy("The evening has no such round.")


def build_day_field(**options: Any) -> forms.DateField:
    """Return a date field with a calendar."""
    said = {"required": NO_DATE, "invalid": NO_DATE}
    return forms.DateField(
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), error_messages=said, **options
    )


def build_hour_field(**options: Any) -> forms.TimeField:
    """Return a field for a local time. Empty input gives none."""
    shown = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    return forms.TimeField(widget=shown, required=False, error_messages={"invalid": NO_TIME}, **options)


class MoveForm(Form):
    """The event that a table moves to; none: the table belongs to no event."""

    def __init__(self, game: GameSession, listed: Sequence[tuple[str, str]], *args: Any) -> None:
        super().__init__(*args, initial={"event": str(game.event_id or "")}, auto_id=f"%s-{game.pk}")
        self.fields["event"] = build_evening_field(listed)


class SpotForm(Form):
    """The round of its event in which a table plays, and its place in the hall."""

    def __init__(self, game: GameSession, rounds: Sequence[Round], *args: Any) -> None:
        stands = {"round": str(game.round_id or ""), "spot": game.spot}
        super().__init__(*args, initial=stands, auto_id=f"%s-{game.pk}")
        listed = [("", _("None")), *((str(one.pk), one.name) for one in rounds)]
        self.fields["round"] = Choice(listed, NO_ROUND, required=False, label=_("Round"))
        spots = list(game.event.spots) if game.event else []
        spots += [game.spot] if game.spot and game.spot not in spots else []
        free = [("", _("Nowhere yet")), *((spot, spot) for spot in spots)]
        self.fields["spot"] = Choice(free, _("The hall has no such place."), required=False, label=_("Stands at"))


class OrganiserForm(Form):
    """The name of the organiser for whom the host creates a pass."""

    name = LineField(
        LONGEST_SPOT,
        gettext_lazy("Please say in a line of at most 40 characters whose pass it is."),
        label=gettext_lazy("Who organises too"),
    )


EVENING_FIELDS = ("notes", "sponsors", "forget_after")  # fields of an event that exists already


class EveningForm(Form):
    """An event: name, date, place, notes, sponsors, and the places in its hall, one a line."""

    use_required_attribute = True
    name = forms.CharField(
        label=gettext_lazy("Name of the evening"),
        widget=forms.TextInput(attrs={"maxlength": LONGEST_EVENING_NAME, "autocomplete": "off"}),
        error_messages={"required": NAMELESS, "null_characters_not_allowed": NAMELESS},
    )
    date = build_day_field(label=gettext_lazy("Date"), required=False)
    place = LineField(
        LONGEST_PLACE,
        gettext_lazy("The place is one line of at most 120 characters."),
        label=gettext_lazy("Place"),
        required=False,
    )
    notes = forms.CharField(
        label=gettext_lazy("Notes for organisers"),
        required=False,
        max_length=LONGEST_NOTES,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages=dict.fromkeys(
            ("max_length", "null_characters_not_allowed"), gettext_lazy("The notes have at most 2,000 characters.")
        ),
    )
    sponsors = LineField(
        LONGEST_SPONSORS,
        gettext_lazy("The sponsors are one line of at most 200 characters."),
        label=gettext_lazy("Sponsors, for the screen of the hall"),
        required=False,
    )
    forget_after = Number(
        1,
        gettext_lazy("Names are kept for a day at least."),
        most=LONGEST_KEPT,
        label=gettext_lazy("Forget names after this many days"),
        help_text=gettext_lazy("Leave empty to keep them. People who have agreed to be remembered keep theirs."),
        required=False,
    )
    spots = forms.CharField(
        label=gettext_lazy("Places to play at in the hall, one a line"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "placeholder": "1\n2\n3", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, evening: Event | None = None) -> None:
        stands: dict[str, Any] = {"date": today()}
        if evening:
            stands = {name: getattr(evening, name) for name in ("name", "date", "place", *EVENING_FIELDS)}
            stands |= {"spots": "\n".join(evening.spots)}
        super().__init__(*args, initial=stands)
        if not evening:
            for name in (*EVENING_FIELDS, "spots"):
                del self.fields[name]

    def clean_name(self) -> str:
        """Return the name with single spaces.

        Raises `ValidationError` when it cannot be displayed, or is too long.
        """
        name = " ".join(self.cleaned_data["name"].split())
        if not name.isprintable():
            raise ValidationError(NAMELESS)
        if len(name) > LONGEST_EVENING_NAME:
            raise ValidationError(
                _("The name of an evening has at most %(count)d characters.") % {"count": LONGEST_EVENING_NAME}
            )
        return name

    def clean_date(self) -> datetime.date:
        """Return the date. If it is empty, return the current one, or today for a new event."""
        return self.cleaned_data["date"] or cast(datetime.date, self.initial["date"])

    def clean_spots(self) -> list[str]:
        """Return the places, one a line, each once. Raises `ValidationError`."""
        written = (" ".join(line.split()) for line in self.cleaned_data["spots"].splitlines())
        spots = list(dict.fromkeys(line for line in written if line))
        if len(spots) > MOST_SPOTS or any(len(spot) > LONGEST_SPOT or not spot.isprintable() for spot in spots):
            raise ValidationError(_("A hall has at most 60 places, each named in a line of at most 40 characters."))
        return spots


class RoundForm(Form):
    """A round: its name, its beginning and its end. Without a name there is no round."""

    name = LineField(
        LONGEST_SPOT,
        gettext_lazy("A round has a name of one line, of at most 40 characters."),
        label=gettext_lazy("Round"),
        required=False,
    )
    begins = build_hour_field(label=gettext_lazy("begins at"))
    ends = build_hour_field(label=gettext_lazy("ends at"))

    def clean(self) -> dict[str, Any]:
        """Refuse a time without a round."""
        given = self.cleaned_data
        if not given.get("name") and (given.get("begins") or given.get("ends")):
            raise ValidationError(_("Please give the round a name: “First round”, for example."))
        return given


class RowForms:
    """Rows of an event, one form each, with empty forms for more.

    A row whose name is emptied is deleted.
    """

    form: type[Form]
    model: type[Round] | type[BoardGame]
    prefix: str
    most: int

    def __init__(self, rows: Sequence[Round] | Sequence[BoardGame], sent: QueryDict | None) -> None:
        self.rows = rows
        stands = [{name: getattr(one, name) for name in self.form.base_fields} for one in rows]
        self.forms = [
            self.form(sent, prefix=f"{self.prefix}{place}", initial=stands[place] if place < len(stands) else {})
            for place in range(min(self.most, len(rows) + SPARE))
        ]

    def is_valid(self) -> bool:
        """Return true if each form can be saved."""
        return not self.wrong

    @property
    def wrong(self) -> str:
        """The first error; empty before anything was sent."""
        return next((form.first_error for form in self.forms if form.first_error), "")

    def save(self, event: Event) -> None:
        """Save the rows as written. Those that exist keep what refers to them."""
        for place, form in enumerate(self.forms):
            known = self.rows[place] if place < len(self.rows) else None
            given = form.cleaned_data
            if given["name"] and known:
                self.model.objects.filter(pk=known.pk).update(**given)
            elif given["name"]:
                self.model.objects.create(event=event, **given)
            elif known:
                self.model.objects.filter(pk=known.pk).delete()


class RoundForms(RowForms):
    """The rounds of an event. Existing rounds keep their tables."""

    form, model, prefix, most = RoundForm, Round, "round", MOST_ROUNDS


class BoardGameForm(Form):
    """An ordinary board game: its name, players, length, and who explains it.

    Without a name there is none.
    """

    name = LineField(
        LONGEST_SPOT,
        gettext_lazy("A board game has a name of one line, of at most 40 characters."),
        label=gettext_lazy("Board game"),
        required=False,
    )
    least = Number(1, FEW_SEATS, most=MOST_SEATS, label=gettext_lazy("players, at least"), required=False)
    most = Number(1, FEW_SEATS, most=MOST_SEATS, label=gettext_lazy("players, at most"), required=False)
    minutes = Number(1, SHORT, most=LONGEST_GAME, label=gettext_lazy("minutes"), required=False)
    explains = LineField(
        LONGEST_SPOT,
        gettext_lazy("Who explains a game is one line of at most 40 characters."),
        label=gettext_lazy("who explains it"),
        required=False,
    )
    explains.widget.attrs["list"] = "people"

    def clean(self) -> dict[str, Any]:
        """Refuse a game without seats, and details without a name."""
        given = self.cleaned_data
        details = [given.get(name) for name in ("least", "most", "minutes", "explains")]
        if not given.get("name") and any(details):
            raise ValidationError(_("Please give the board game a name."))
        if given.get("name") and not self.errors:
            if not given["most"]:
                raise ValidationError(_("Please say how many seats the board game has."))
            given["least"] = given["least"] or min(2, given["most"])
            if given["least"] > given["most"]:
                raise ValidationError(_("A board game has at least as many seats as it needs players."))
        return given


class BoardGameForms(RowForms):
    """The board games of an event."""

    form, model, prefix, most = BoardGameForm, BoardGame, "board", MOST_BOARD_GAMES


class FindForm(Form):
    """A search for events: from, until, with a game, with a person, archived ones too."""

    since = build_day_field(label=gettext_lazy("From"), required=False)
    until = build_day_field(label=gettext_lazy("Until"), required=False)
    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    person = LineField(
        40, gettext_lazy("A name has at most 40 characters."), label=gettext_lazy("With"), required=False
    )
    archived = forms.BooleanField(label=gettext_lazy("Those put away too"), required=False)

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        games = [(slug, str(kit.words.NAME)) for slug, kit in playable_kits().items()]
        self.fields["game"] = Choice(
            [("", _("Any")), *games], _("Please choose a game of the list."), required=False, label=_("Game")
        )

    @property
    def is_used(self) -> bool:
        """True if anything is searched for."""
        return any(self.data.get(name) for name in self.fields)

    def filter_events(self, events: QuerySet[Event]) -> QuerySet[Event]:
        """Return the events that match the search. Invalid values are ignored."""
        self.is_valid()
        wanted = self.cleaned_data
        if not wanted.get("archived"):
            events = events.filter(archived=False)
        if since := wanted.get("since"):
            events = events.filter(date__gte=since)
        if until := wanted.get("until"):
            events = events.filter(date__lte=until)
        games = GameSession.objects.exclude(event=None)
        if game := wanted.get("game"):
            events = events.filter(pk__in=games.filter(game=game).values("event"))
        if person := wanted.get("person"):
            events = events.filter(pk__in=games.filter(seats__name__icontains=person).values("event"))
        return events


class GuestForm(Form):
    """A guest of an event, and the guest's wishes."""

    name = SeatName(label=gettext_lazy("Your name for the evening"))
    games = forms.MultipleChoiceField(
        label=gettext_lazy("Games you would like"), required=False, widget=forms.CheckboxSelectMultiple
    )
    moderates = forms.BooleanField(label=gettext_lazy("I would run a table"), required=False)
    first = forms.BooleanField(label=gettext_lazy("It is my first time"), required=False)
    friends = LineField(
        LONGEST_PLACE,
        gettext_lazy("With whom: one line of at most 120 characters."),
        label=gettext_lazy("With whom you would like to play"),
        required=False,
    )
    until = build_hour_field(label=gettext_lazy("You have to leave at"))
    face = Number(most=len(FACES) - 1, label=gettext_lazy("Your face"), required=False)

    def __init__(self, event: Event, guest: Guest | None, sent: QueryDict | None = None) -> None:
        super().__init__(sent, initial={name: getattr(guest, name) for name in self.base_fields} if guest else {})
        offered = self.fields["games"]
        assert isinstance(offered, forms.MultipleChoiceField)
        offered.choices = [(one.slug, one.name) for one in list_evening_games(event).values()]
        offered.error_messages["invalid_choice"] = _("Please choose games of the list.")


class CompanionForm(Form):
    """Somebody who comes along with a guest and has no phone, or not here."""

    name = SeatName(label=gettext_lazy("Who comes with you"))
    together = forms.BooleanField(
        label=gettext_lazy("We would like to play at one table"), required=False, initial=True
    )

    def __init__(self, *args: Any) -> None:
        super().__init__(*args, auto_id="companion-%s")


class WalkInForm(Form):
    """A guest at check-in who is not on the list."""

    name = SeatName(label=gettext_lazy("Name"))


class ListForm(Form):
    """The sign-up list of an event: if it is open, its capacity, and when places are released."""

    open = forms.BooleanField(label=gettext_lazy("People can sign up"), required=False)
    release = build_hour_field(label=gettext_lazy("Release the places of people who have not come at"))

    def __init__(self, opened: SignUp | None, *args: Any) -> None:
        stands: dict[str, Any] = {"open": True}
        if opened:
            at = timezone.localtime(opened.release).time() if opened.release else None
            stands = {"capacity": opened.capacity, "open": opened.open, "release": at}
        super().__init__(*args, initial=stands)
        least = _("There is room for one at least.")
        self.fields["capacity"] = Number(1, least, most=1000, label=_("Room for how many"), required=False)


class ArchiveForm(Form):
    """A whole event, as a file."""

    file = forms.FileField(
        label=gettext_lazy("File of the evening"),
        allow_empty_file=True,
        error_messages=dict.fromkeys(("required", "missing"), gettext_lazy("Please choose the file of an evening.")),
        widget=forms.FileInput(attrs={"accept": "application/zip,.zip"}),
    )


class RecordForm(Form):
    """A stored game, as a file or as text, with settings for continuing it.

    `nights`: how its nights continue (empty: as the record says). `until`: how many moves are taken.
    """

    file = forms.FileField(
        required=False,
        allow_empty_file=True,
        label=gettext_lazy("File of the game"),
        widget=forms.FileInput(attrs={"accept": "application/json,.json"}),
    )
    record = forms.CharField(
        required=False,
        label=gettext_lazy("Text of the game"),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
    )
    nights = Choice((("", AS_KEPT), *MODERATED_NIGHTS), NIGHTS_MISSING, required=False, widget=forms.RadioSelect)
    until = Number(label=gettext_lazy("Moves to take"), required=False)

    def clean(self) -> dict[str, Any]:
        """Add the `text` of the record in bytes, from the file if there is one."""
        given = self.cleaned_data
        sent = given.get("file")
        return given | {"text": sent.read() if sent else given.get("record", "").encode("utf-8", "replace")}
