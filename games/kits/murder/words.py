"""Mystery Space Murder 3000: what is said, in English here and in French in the catalogue beside this file.

Words that a table has typed stand in any language and any grammar, so cards are listed and never built into a
sentence. Nobody is called he or she. Names of cards are in labels.py, pages of help in help_pages.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext, pgettext, pgettext_lazy

from games.kits.murder.help_pages import HELP as HELP
from games.kits.murder.labels import CATEGORIES, crime, label, labels
from games.kits.murder.sheet import sheet as sheet
from games.table import Fact
from games.words import Card, Gauge, Mark, OptionWords, StepWords, Telling

NAME = "Mystery Space Murder 3000"
PITCH = gettext_lazy(
    "The captain is dead, and nobody aboard remembers a thing. Who did it, where, with what and why? Maybe you."
)
PLAYERS = gettext_lazy("3 to 6 players, the printed ship, a pawn each and two dice")
MODERATED = False

STEPS = {
    "character": StepWords(
        title=pgettext_lazy("murder", "Characters"),
        wake=gettext_lazy("Choose one of the characters that are left."),
        question=gettext_lazy("Which character do you play?"),
        watch=gettext_lazy("The pawn starts in the room of its own colour."),
        fields={"character": pgettext_lazy("murder", "Character")},
    ),
    "peek": StepWords(
        title=gettext_lazy("A card short"),
        question=gettext_lazy("You were dealt a card less. Shall your left neighbour show you one?"),
        watch=gettext_lazy("Ask with a look: a nod is a yes. Nothing of this is said aloud."),
        fields={"ask": gettext_lazy("See a card")},
    ),
    "show": StepWords(
        title=gettext_lazy("Showing a card"),
        question=gettext_lazy("Which of your cards do you show?"),
        watch=gettext_lazy("The owner chooses, and only one other player may look."),
        fields={"card": pgettext_lazy("murder", "Show")},
    ),
    "turn": StepWords(
        title=pgettext_lazy("murder", "A turn"),
        question=pgettext_lazy("murder", "What do you do?"),
        watch=gettext_lazy("Pawns, squares and rooms are on the board: the app takes the players’ word for them."),
        fields={
            "roll": gettext_lazy("Roll two dice and walk"),
            "lift": gettext_lazy("Take a risky lift"),
            "visit": gettext_lazy("Challenge in prison"),
            "hypothesis": gettext_lazy("Make a hypothesis"),
            "room": pgettext_lazy("murder", "Room"),
            "character": pgettext_lazy("murder", "Character"),
            "weapon": pgettext_lazy("murder", "Weapon"),
            "motive": pgettext_lazy("murder", "Motive"),
            "escape": gettext_lazy("Try to get out: 5 or 6"),
            "end": pgettext_lazy("murder", "End the turn"),
        },
    ),
    "testify": StepWords(
        title=pgettext_lazy("murder", "Testimony"),
        question=gettext_lazy("You are the witness. Which clue do you give, and how?"),
        watch=gettext_lazy(
            "A declaration is a story told aloud: a card held is in it, and at most one other element."
        ),
        fields={
            "exchange": gettext_lazy("Offer in exchange"),
            "declare": pgettext_lazy("murder", "Declare"),
            "also": gettext_lazy("Also name, true or not"),
        },
    ),
    "exchange": StepWords(
        title=pgettext_lazy("murder", "Exchange"),
        question=gettext_lazy("The witness offers you a clue for one of your cards. Which one do you give?"),
        watch=gettext_lazy("A refusal is answered by a declaration, and not commented on."),
        fields={"card": pgettext_lazy("murder", "Give"), "refuse": pgettext_lazy("murder", "Refuse")},
    ),
    "dice": StepWords(
        title=pgettext_lazy("murder", "Dice"),
        question=pgettext_lazy("murder", "What do the dice show?"),
        fields={"dice": pgettext_lazy("murder", "Dice")},
    ),
}

OPTIONS = {
    "hours": OptionWords(gettext_lazy("Hours until the end"), gettext_lazy("An hour is a full round of the table.")),
    "deck": OptionWords(
        gettext_lazy("Words of your own"),
        gettext_lazy("8 characters (the first six can be played), 8 rooms, 6 motives and 6 weapons, all different."),
        CATEGORIES,
    ),
}
COUNTS: dict[str, str] = {}
CARDS: dict[str, OptionWords] = {}

WRONG_DEALS = (  # what roles.py can say
    gettext_noop("a deal holds first, envelope, hands and secrets"),
    gettext_noop("first must be a seat"),
    gettext_noop("the envelope holds a character, a room, a motive and a weapon"),
    gettext_noop("the envelope holds a card of another category"),
    gettext_noop("hands must be lists of cards"),
    gettext_noop("hands and envelope must be the 28 cards of the deck"),
    gettext_noop("the cards are dealt evenly"),
    gettext_noop("secrets must hold a card for every seat"),
    gettext_noop("a secret is a motive or a weapon"),
    gettext_noop("two seats have the same secret"),
)


def card(private: Sequence[Fact]) -> Card:
    """The secret to guard, and the clues in hand as they were told last."""
    secret = [_("Secret to guard: %(card)s") % {"card": label(f["card"])} for f in private if f["fact"] == "secret"]
    hands = [fact["cards"] for fact in private if fact["fact"] == "hand"]
    return Card(_("Your clues"), "", [*secret, *(label(clue) for clue in (hands[-1] if hands else ()))])


def to_player(fact: Fact) -> str:
    """What concerns nobody else; the hand and the secret stand on the card."""
    match fact:
        case {"fact": "hand", "new": [_one, *_more]}:
            return _("Your share of the clues: %(cards)s.") % {"cards": labels(fact["new"])}
        case {"fact": "hand" | "secret"}:
            return ""
        case {"fact": "shown"}:
            return _("%(by)s shows you: %(card)s.") % {"by": fact["by"], "card": label(fact["card"])}
        case {"fact": "showed"}:
            return _("You show %(to)s: %(card)s.") % {"to": fact["to"], "card": label(fact["card"])}
        case {"fact": "witness"}:
            return _("You are the witness. You hold: %(cards)s.") % {"cards": labels(fact["cards"])}
        case {"fact": "exchanged_cards"}:
            return _("Exchange with %(with)s. Given: %(gave)s. Received: %(got)s.") % _exchange(fact)
        case {"fact": "unsolved"}:
            return _("The envelope says otherwise: not solved.")
    raise KeyError(fact["fact"])


def to_moderator(fact: Fact) -> Telling | None:
    """How one player learns it without phones; whoever shows a card has seen it."""
    on_tablet = _("Show the tablet to this player alone, or the real card.")
    match fact:
        case {"fact": "hand", "new": []}:
            return None
        case {"fact": "hand"}:
            return Telling(_("Clues: %(cards)s") % {"cards": labels(fact["cards"]) or "–"}, on_tablet)
        case {"fact": "secret"}:
            return Telling(_("Secret: %(card)s") % {"card": label(fact["card"])}, on_tablet)
        case {"fact": "shown"}:
            return Telling(_("Sees a card of %(by)s: %(card)s") % {**fact, "card": label(fact["card"])}, on_tablet)
        case {"fact": "witness"}:
            return Telling(
                _("Can testify with: %(cards)s") % {"cards": labels(fact["cards"])},
                _("Look at this player and nod: a clue is due."),
            )
        case {"fact": "exchanged_cards"}:
            return Telling(
                _("Gives %(with)s: %(gave)s. Receives: %(got)s") % _exchange(fact),
                _("Two thumbs up: the cards cross the table face down."),
            )
        case {"fact": "unsolved"}:
            return Telling(_("Not solved"), _("Shake your head, and say nothing."))
    return None


def _exchange(fact: Fact) -> Fact:
    return {**fact, "gave": label(fact["gave"]), "got": label(fact["got"])}


SENTENCES = {
    "character": gettext_lazy("%(seat)s plays: %(character)s."),
    "turn": pgettext_lazy("murder", "%(seat)s to play."),
    "roll": pgettext_lazy("murder", "%(seat)s rolls %(dice)s."),
    "lift": gettext_lazy("%(seat)s takes a risky lift: the die shows %(die)s."),
    "lost": gettext_lazy("%(seat)s is lost in space. The others share the clues."),
    "escape": gettext_lazy("%(seat)s tries the prison door: the die shows %(die)s."),
    "freed": gettext_lazy("%(seat)s is out of prison."),
    "won": gettext_lazy("%(seat)s challenges %(prisoner)s in prison, %(dice)s: a card is shown."),
    "not_won": gettext_lazy("%(seat)s challenges %(prisoner)s in prison, %(dice)s: no card is shown."),
    "hypothesis": gettext_lazy("%(seat)s suspects: %(crime)s."),
    "moved": gettext_lazy("%(seat)s is called there: %(room)s."),
    "prison": gettext_lazy("%(seat)s hears a secret of their own: to prison."),
    "witness": gettext_lazy("%(seat)s is the witness."),
    "declaration": gettext_lazy("%(seat)s declares: %(cards)s."),
    "exchanged": gettext_lazy("%(investigator)s and %(witness)s exchange a card."),
    "no_witness": gettext_lazy("Nobody can testify: %(seat)s looks into the envelope."),
    "solved": gettext_lazy("%(seat)s has solved the case."),
    "by_lot": gettext_lazy("Nobody could be waited for: the lot has answered."),
}


def to_room(fact: Fact) -> str:
    """What has happened, in a sentence."""
    words = dict(fact)
    match fact:
        case {"fact": "clock", "hours": 0}:
            return _("Time is up.")
        case {"fact": "clock"}:
            return ngettext("%(hours)s hour left.", "%(hours)s hours left.", fact["hours"]) % fact
        case {"fact": "visit", "dice": [visitor, prisoner]}:
            words |= {"fact": "won" if visitor > prisoner else "not_won", "dice": f"{visitor} – {prisoner}"}
        case {"fact": "roll"}:
            words["dice"] = " + ".join(map(str, fact["dice"]))
        case {"fact": "character" | "moved"}:
            words |= {name: label(fact[name]) for name in ("character", "room") if name in fact}
        case {"fact": "hypothesis"}:
            words["crime"] = crime(fact)
        case {"fact": "declaration"}:
            words["cards"] = labels(fact["cards"])
        case {"fact": "exchanged"}:
            words["investigator"], words["witness"] = fact["seats"]
    return str(SENTENCES[words["fact"]]) % words


def phase(fact: Fact) -> str:
    """A turn begins."""
    return pgettext("murder", "%(seat)s to play") % fact if fact["fact"] == "turn" else ""


def ring(public: Sequence[Fact]) -> dict[str, Mark]:
    """Who plays which character, who is in prison, who is lost in space."""
    characters: dict[str, str] = {}
    where: dict[str, str] = {}
    for fact in public:
        if fact["fact"] == "character":
            characters[fact["seat"]] = fact["character"]
        elif fact["fact"] in ("prison", "lost", "freed"):
            where[fact["seat"]] = fact["fact"]
    return {
        seat: Mark(where.get(seat) == "lost", (label(character), *_place(where.get(seat, ""))))
        for seat, character in characters.items()
    }


def _place(where: str) -> tuple[str, ...]:
    if where == "prison":
        return (pgettext("murder", "in prison"),)
    return (pgettext("murder", "lost in space"),) if where == "lost" else ()


def board(public: Sequence[Fact]) -> list[Gauge]:
    """The clock, and whose turn it is."""
    clock = [str(fact["hours"]) for fact in public if fact["fact"] == "clock"]
    turns = [fact["seat"] for fact in public if fact["fact"] == "turn"]
    hours = [Gauge(pgettext("murder", "Hours left"), clock[-1], clock[0])] if clock else []
    return [*hours, *(Gauge(pgettext("murder", "To play"), seat) for seat in turns[-1:])]


def value(name: str, value: Any) -> str:
    """A card, a hypothesis, a die, or the no beside "See a card"."""
    if value is False:
        return pgettext("murder", "No")
    if isinstance(value, Mapping):
        return crime(value)
    return "" if value is True else label(str(value))


def truth(row: Fact) -> str:
    """A seat's character, whereabouts, secret and hand."""
    where = "lost" if row["lost"] else "" if row["free"] else "prison"
    return " · ".join(
        [
            label(row["character"]) if row["character"] else "–",
            *_place(where),
            _("Secret: %(card)s") % {"card": label(row["secret"])},
            _("Clues: %(cards)s") % {"cards": labels(row["hand"]) or "–"},
        ]
    )


def hidden(row: Fact) -> str:
    """What the envelope held."""
    return _("In the envelope: %(crime)s") % {"crime": crime(row["envelope"])}


def outcome(winners: Sequence[str], reason: str) -> str:
    """Who won and why."""
    if not winners:
        return _("Time is up, and no culprit is aboard: nobody wins.")
    said = {
        "solved": _("%(seat)s has solved the case and takes command."),
        "last_free": _("Only %(seat)s is left, neither in prison nor lost in space, and wins."),
        "out_of_time": _("Time is up: %(seat)s is the culprit, and gets away."),
    }
    return said[reason] % {"seat": ", ".join(winners)}
