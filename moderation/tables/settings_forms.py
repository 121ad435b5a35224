"""Forms of a table: its settings, its seats, the counts of cards, and real cards typed in.

Each kind of option that a kit can have is one field. An option with lists of words has one field for each list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.kit import Kit
from games.engine.options import OfSeats, Option, Switch, Whole, Word, WordLists
from games.engine.words import OptionWords
from games.models import ASKS_AFTER, COVERS_AFTER, GameSession, Seat, TableSettings
from moderation.players.fields import NameInput, SeatName
from moderation.tables.event_choice import build_evening_field, list_open_evenings
from moderation.web.forms import Choice, Form, LineField, Lines, Number

if TYPE_CHECKING:
    from games.engine.words import Said

PREFIX = "option."
NARRATED = "narrated"  # form value: nights on phones, without a moderator
MANNER = ("nights", "language", *TableSettings.CHOSEN)
APART = ("children", "wifi_name", "wifi_password")  # settings that have a place of their own on the page
NIGHTS_MISSING = gettext_lazy("Please choose how it is played.")


@dataclass(frozen=True)
class ExplainedChoice:
    """The title of a choice, and its explanation."""

    title: Promise
    help: Promise


@dataclass(frozen=True)
class WordListFields:
    """The fields of an option with lists of words."""

    label: Said
    help: Said
    fields: tuple[BoundField, ...]

    @property
    def is_open(self) -> bool:
        """True if any of the fields has a value or an error."""
        return any(field.value() or field.errors for field in self.fields)


ON_PHONES = ExplainedChoice(
    gettext_lazy("On the phones"),
    gettext_lazy(
        "The game asks and answers on each phone, in silence. Everybody looks at a screen for the same time."
    ),
)
EYES_CLOSED = ExplainedChoice(
    gettext_lazy("Eyes closed"),
    gettext_lazy("Phones stay dark. The moderator calls, enters what is shown, and answers by gesture."),
)
WITHOUT_MODERATOR = ExplainedChoice(
    gettext_lazy("Without a moderator"),
    gettext_lazy(
        "Everybody plays. This device lies in the middle of the table, calls, keeps the times and counts the votes; "
        "every player needs a phone."
    ),
)
MODERATED_NIGHTS = (
    (GameSession.Nights.PHONES.value, ON_PHONES),
    (GameSession.Nights.EYES_CLOSED.value, EYES_CLOSED),
)
NIGHTS = (*MODERATED_NIGHTS, (NARRATED, WITHOUT_MODERATOR))
# A board game has no nights, so the same three ways have their own words.
AROUND_A_BOARD = (
    (
        GameSession.Nights.PHONES.value,
        ExplainedChoice(
            gettext_lazy("With a moderator"),
            gettext_lazy("Players answer on phones. Somebody who does not play has the desk and can correct."),
        ),
    ),
    (
        GameSession.Nights.EYES_CLOSED.value,
        ExplainedChoice(
            gettext_lazy("Without phones"),
            gettext_lazy("A moderator asks, enters the answers, and shows each player on the tablet what is theirs."),
        ),
    ),
    (
        NARRATED,
        ExplainedChoice(
            gettext_lazy("Without a moderator"),
            gettext_lazy(
                "Everybody plays. This device lies beside the board, says whose turn it is and throws the dice; "
                "every player needs a phone."
            ),
        ),
    ),
)
SPEAKERS = (
    ("", gettext_lazy("The moderator; without one, this device")),
    (TableSettings.Speaker.DESK.value, gettext_lazy("This device")),
    (TableSettings.Speaker.SCREEN.value, gettext_lazy("The screen in the room")),
    (TableSettings.Speaker.NOBODY.value, gettext_lazy("Nobody: everybody reads")),
)
COVERS = (  # idle seconds at night
    ("10", gettext_lazy("after 10 seconds")),
    ("20", gettext_lazy("after 20 seconds")),
    ("60", gettext_lazy("after a minute")),
    ("180", gettext_lazy("after 3 minutes")),
    ("0", gettext_lazy("never by itself")),
)
PATIENCE = (  # seconds that a table without a moderator waits
    ("90", gettext_lazy("after a minute and a half")),
    ("180", gettext_lazy("after 3 minutes")),
    ("300", gettext_lazy("after 5 minutes")),
    ("0", gettext_lazy("never by itself")),
)


class WifiForm(Form):
    """The Wi-Fi that phones join."""

    wifi_name = LineField(
        32,
        gettext_lazy("The name of a Wi-Fi has at most 32 characters."),
        required=False,
        label=gettext_lazy("Name of the Wi-Fi"),
    )
    wifi_password = LineField(
        63,
        gettext_lazy("The password of a Wi-Fi has at most 63 characters."),
        required=False,
        strip=False,
        label=gettext_lazy("Its password, if it has one"),
    )

    def read(self) -> dict[str, Any]:
        """Return the values sent. Without a name there is no password. Raises `Unwanted`."""
        sent = super().read()
        return sent if sent["wifi_name"] else sent | {"wifi_password": ""}


class TableForm(WifiForm):
    """The settings of a table: nights, language, voice, cover, Wi-Fi and the game's options.

    The options are left out if they are fixed (`rules` is false).
    """

    nights = Choice(NIGHTS, NIGHTS_MISSING, widget=forms.RadioSelect)
    language = Choice(
        settings.LANGUAGES, gettext_lazy("Please choose a language of the list."), widget=forms.RadioSelect
    )
    children = forms.BooleanField(
        required=False,
        label=gettext_lazy("For children from eight years on"),
        help_text=gettext_lazy(
            "Few words and large pictures on the phones, gentle words for all that happens, shorter nights."
        ),
    )
    speaker = Choice(
        SPEAKERS,
        gettext_lazy("Please choose who says the lines aloud."),
        required=False,
        label=gettext_lazy("Who says the lines aloud"),
        help_text=gettext_lazy("Desk and screen can both speak: a tap on the other one takes over."),
    )
    covers_after = Choice(
        COVERS,
        gettext_lazy("Please choose when the desk covers itself."),
        coerce=int,
        initial=str(COVERS_AFTER),
        label=gettext_lazy("At night, untouched, the desk covers itself"),
        help_text=gettext_lazy("Never over something begun or still to be said; always when its page is left."),
    )
    asks_after = Choice(
        PATIENCE,
        gettext_lazy("Please choose when everybody is asked."),
        coerce=int,
        initial=str(ASKS_AFTER),
        label=gettext_lazy("Without a moderator, everybody is asked whether to go on without whoever is late"),
        help_text=gettext_lazy(
            "Nobody is passed over by a clock: only if all others agree. Children are never asked."
        ),
    )

    def __init__(self, kit: Kit, *args: Any, seats: Sequence[str] = (), rules: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not kit.for_children:
            del self.fields["children"]
        if not kit.words.MODERATED:
            del self.fields["covers_after"]
            self.fields["nights"] = Choice(AROUND_A_BOARD, NIGHTS_MISSING, widget=forms.RadioSelect)
        self.offered: Mapping[str, Option] = kit.roles.OPTIONS if rules else {}
        for name, option in self.offered.items():
            said = kit.words.OPTIONS.get(name, OptionWords(name))
            if isinstance(option, WordLists):
                self.add_lists(name, option, said)
            elif field := build_option_field(option, said, seats):
                self.fields[PREFIX + name] = field
        self.words = kit.words

    def add_lists(self, name: str, option: WordLists, said: OptionWords) -> None:
        """Add a field for each list of an option.

        The game's own words are the example. A field is empty as long as they are used.
        """
        now: Mapping[str, Sequence[str]] = self.initial.get(PREFIX + name) or option.own
        for part, length in option.lengths.items():
            self.fields[name_list_field(name, part)] = Lines(length, str(said.own[part]), label=said.values[part])
            if list(now[part]) != list(option.own[part]):
                self.initial[name_list_field(name, part)] = "\n".join(now[part])

    def rules(self) -> list[BoundField]:
        """Return the fields of the game's options that are one field each."""
        return [self[PREFIX + name] for name in self.offered if PREFIX + name in self.fields]

    def others(self) -> list[BoundField]:
        """Return the fields of the settings that have no place of their own on the page."""
        return [self[name] for name in TableSettings.CHOSEN if name in self.fields and name not in APART]

    def lists(self) -> list[WordListFields]:
        """Return the fields of the game's options that are lists of words."""
        return [
            WordListFields(
                self.words.OPTIONS[name].label,
                self.words.OPTIONS[name].help,
                tuple(self[name_list_field(name, part)] for part in option.lengths),
            )
            for name, option in self.offered.items()
            if isinstance(option, WordLists)
        ]

    def clean(self) -> None:
        """Refuse an unknown option, and a word that is in two lists or twice in one."""
        known = {*self.fields, *(PREFIX + name for name in self.offered)}
        unknown = [name.removeprefix(PREFIX) for name in self.data if name.startswith(PREFIX) and name not in known]
        if self.offered and unknown:
            raise ValidationError(_("This game has no option “%(name)s”.") % {"name": unknown[0][:40]})
        for name, option in self.offered.items():
            if isinstance(option, WordLists) and (chosen := self.read_lists(name, option)):
                every = [str(self.words.value(part, word)) for part, words in chosen.items() for word in words]
                alike = Counter(word.casefold() for word in every)
                if twice := next((word for word in every if alike[word.casefold()] > 1), ""):
                    raise ValidationError(_("“%(name)s” stands there twice.") % {"name": twice})

    def read_lists(self, name: str, option: WordLists) -> dict[str, list[str]] | None:
        """Return the typed lists, None if all are empty. An empty one has the game's own words."""
        typed = {part: self.cleaned_data.get(name_list_field(name, part)) for part in option.lengths}
        if not any(typed.values()):
            return None
        return {part: words or list(option.own[part]) for part, words in typed.items()}

    def read_columns(self) -> dict[str, Any]:
        """Return the settings without options, as columns of `GameSession`. Raises `Unwanted`."""
        chosen = {name: value for name, value in self.read().items() if name in MANNER}
        if chosen["nights"] == NARRATED:
            return chosen | {"nights": GameSession.Nights.PHONES, "narrated": True}
        return chosen | {"narrated": False}

    def read_options(self) -> dict[str, Any]:
        """Return the game's options, without those left at their default. Raises `Unwanted`."""
        read = self.read()
        chosen = {
            name: self.read_lists(name, option) if isinstance(option, WordLists) else read.get(PREFIX + name)
            for name, option in self.offered.items()
        }
        return {
            name: value
            for name, value in chosen.items()
            if value not in (None, "") and value != self.offered[name].default
        }


def name_list_field(name: str, part: str) -> str:
    """Return the form's name for the field of one list of an option."""
    return f"{PREFIX}{name}.{part}"


def build_option_field(option: Option, said: OptionWords, seats: Sequence[str]) -> forms.Field | None:
    """Return the field of an option.

    It is None if no field can hold the option, or if it names a seat while there are no seats.
    """
    shown = {"label": said.label, "help_text": said.help, "initial": option.default}
    wrong = _("“%(label)s” cannot be set to that.") % {"label": said.label}
    if isinstance(option, Switch):
        return forms.BooleanField(required=False, **shown)
    if isinstance(option, Whole):
        return Number(option.least, wrong, str(option.default or ""), option.most, required=False, **shown)
    if isinstance(option, Word):
        return Choice([(word, said.values.get(word, word)) for word in option.words], wrong, **shown)
    if isinstance(option, OfSeats) and seats:
        people = [("", _("The first seat")), *((seat, seat) for seat in seats)]
        return Choice(people, wrong, required=False, **shown)
    return None


class NewTableForm(TableForm):
    """The settings of a new table and the event it belongs to.

    At first the event is the one that it is opened from.
    """

    def __init__(self, kit: Kit, *args: Any, evening: str = "", **kwargs: Any) -> None:
        super().__init__(kit, *args, **kwargs)
        self.fields["event"] = build_evening_field(
            list_open_evenings(evening), _("That evening does not exist, or is closed.")
        )


class JoinForm(Form):
    """The name with which a player takes a seat."""

    name = SeatName(
        label=gettext_lazy("Your name at this table"),
        widget=NameInput({"autocomplete": "nickname", "autocapitalize": "words", "enterkeyhint": "go"}),
    )


class SeatForm(Form):
    """The name of a seat that the moderator adds or renames."""

    name = SeatName(label=gettext_lazy("Name"))


class BotsForm(Form):
    """The number of seats up to which computer players fill the ring."""

    bots = Number()


class CountsForm(Form):
    """The counts of cards to deal (`count.<name>`), each at most `most`.

    `more` and `less`: the name of the count to step up or down.
    """

    def __init__(self, counted: Iterable[str], data: QueryDict, most: int) -> None:
        super().__init__(data)
        self.counted = tuple(counted)
        for name in self.counted:
            self.fields[f"count.{name}"] = Number(most=most)

    def counts(self) -> dict[str, int]:
        """Return the count of each card. Raises `Unwanted`."""
        read = self.read()
        counts = {name: read[f"count.{name}"] for name in self.counted}
        for direction, step in (("more", 1), ("less", -1)):
            if (name := self.data.get(direction, "")) in counts:
                counts[name] = max(0, counts[name] + step)
        return counts


class CardsForm(Form):
    """The real cards of a table, typed in: the card of each seat (`card.<key>.<seat>`)."""

    def __init__(self, session: GameSession, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.cards: Mapping[str, Sequence[str]] = session.kit.roles.CARD
        self.seats = list(session.seats.order_by("place"))
        for seat, key in product(self.seats, self.cards):
            said = session.kit.words.CARDS[key]
            values = [("", f"{said.label}…"), *((one, said.values.get(one, one)) for one in self.cards[key])]
            wrong = _("%(name)s: please choose “%(field)s”.") % {"name": seat.name, "field": said.label}
            look = forms.Select(attrs={"class": "medium", "autocomplete": "off"})
            self.fields[name_card_field(key, seat)] = Choice(values, wrong, label=said.label, widget=look)

    def list_fields(self, seat: Seat) -> list[BoundField]:
        """Return the fields of one seat's card."""
        return [self[name_card_field(key, seat)] for key in self.cards]

    def deal(self) -> dict[str, dict[str, str]]:
        """Return the card of every seat by the seat's name. Raises `Unwanted`."""
        read = self.read()
        return {seat.name: {key: read[name_card_field(key, seat)] for key in self.cards} for seat in self.seats}


def name_card_field(key: str, seat: Seat) -> str:
    """Return the form's name for a field of a seat's card."""
    return f"card.{key}.{seat.pk}"
