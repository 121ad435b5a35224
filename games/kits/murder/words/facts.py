"""Mystery Space Murder 3000: the texts of facts, for each audience.

The audiences are players, the moderator (with gestures) and everybody. Words that a table has typed have any language
and any grammar. So cards are listed and never built into a sentence. No text tells whether a person is a he or a
she, in either language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.engine.table import Fact, Outcome
from games.engine.words import BETWEEN_PARTS, Card, EndWords, Entry, Gauge, Mark, SealedCard, SheetPart, Telling
from games.kits.murder.roles import CATEGORY, CLUES, HYPOTHESIS, OWN
from games.kits.murder.speech import gettext, ngettext, pgettext, pgettext_lazy
from games.kits.murder.speech import gettext_lazy as _
from games.kits.murder.words.names import CATEGORIES, KINDS, crime, label, labels, with_kind


def card(private: Sequence[Fact]) -> Card:
    """Return the card: the secret to guard, and the clues in hand as they were told last.

    Each clue has its kind.
    """
    told = [fact for fact in private if fact["fact"] == "secret"]
    deck = next((fact["deck"] for fact in told if "deck" in fact), OWN)
    secret = [gettext("Secret to guard: %(card)s") % {"card": with_kind(fact["card"], deck)} for fact in told]
    hands = [fact["cards"] for fact in private if fact["fact"] == "hand"]
    clues = [with_kind(clue, deck) for clue in (hands[-1] if hands else ())]
    return Card(gettext("Your clues"), "", [*secret, *clues], "secret")


def to_player(fact: Fact) -> str:
    """Return what concerns nobody else; the hand and the secret stand on the card."""
    match fact:
        case {"fact": "hand", "new": [_one, *_more]}:
            return gettext("Your share of the clues: %(cards)s.") % {"cards": labels(fact["new"])}
        case {"fact": "hand" | "secret"}:
            return ""
        case {"fact": "shown"}:
            return gettext("%(by)s shows you: %(card)s.") % {"by": fact["by"], "card": label(fact["card"])}
        case {"fact": "showed"}:
            return gettext("You show %(to)s: %(card)s.") % {"to": fact["to"], "card": label(fact["card"])}
        case {"fact": "witness"}:
            return gettext("You are the witness. You hold: %(cards)s.") % {"cards": labels(fact["cards"])}
        case {"fact": "exchanged_cards"}:
            return gettext("Exchange with %(with)s. Given: %(gave)s. Received: %(got)s.") % _exchange(fact)
        case {"fact": "unsolved"}:
            return gettext("The envelope says otherwise: not solved.")
    raise KeyError(fact["fact"])


def to_moderator(fact: Fact) -> Telling | None:
    """Return how one player learns a fact without phones.

    The player who shows a card has seen it.
    """
    on_tablet = gettext("Show the tablet, or the real card, to this player and nobody else.")
    match fact:
        case {"fact": "hand", "new": []}:
            return None
        case {"fact": "hand"}:
            return Telling(gettext("Clues: %(cards)s") % {"cards": labels(fact["cards"]) or "–"}, on_tablet)
        case {"fact": "secret"}:
            return Telling(gettext("Secret: %(card)s") % {"card": label(fact["card"])}, on_tablet)
        case {"fact": "shown"}:
            return Telling(
                gettext("Sees a card of %(by)s: %(card)s") % {**fact, "card": label(fact["card"])}, on_tablet
            )
        case {"fact": "witness"}:
            return Telling(
                gettext("Can testify with: %(cards)s") % {"cards": labels(fact["cards"])},
                gettext("Look at this player and nod: a clue is due."),
            )
        case {"fact": "exchanged_cards"}:
            return Telling(
                gettext("Gives %(with)s: %(gave)s. Receives: %(got)s") % _exchange(fact),
                gettext("Two thumbs up: the cards cross the table face down."),
            )
        case {"fact": "unsolved"}:
            return Telling(gettext("Not solved"), gettext("Shake your head, and say nothing."))
    return None


def _exchange(fact: Fact) -> Fact:
    return {**fact, "gave": label(fact["gave"]), "got": label(fact["got"])}


SENTENCES = {
    "first_throw": _("They throw for who begins: %(throws)s."),
    "character": _("%(seat)s plays: %(character)s."),
    "roll": pgettext_lazy("murder", "%(seat)s rolls %(dice)s."),
    "lift": _("%(seat)s takes a risky lift: the die shows %(die)s."),
    "lost": _("%(seat)s is lost in space. The others share the clues."),
    "escape": _("%(seat)s tries the prison door: the die shows %(die)s."),
    "freed": _("%(seat)s is out of prison."),
    "won": _("%(seat)s challenges %(prisoner)s in prison, %(dice)s: a card is shown."),
    "not_won": _("%(seat)s challenges %(prisoner)s in prison, %(dice)s: no card is shown."),
    "hypothesis": _("%(seat)s suspects: %(crime)s."),
    "moved": _("The pawn goes there: %(seat)s, %(room)s."),
    "prison": _("%(seat)s hears a secret of their own: the pawn goes to prison at once."),
    "witness": _("%(seat)s is the witness."),
    "declaration": _("%(seat)s declares: %(cards)s."),
    "exchanged": _("%(investigator)s and %(witness)s exchange a card."),
    "no_witness": _("%(seat)s: nobody can testify, so the hypothesis is compared with the envelope."),
    "solved": _("%(seat)s has solved the case."),
    "by_lot": _("We could not wait any longer: the answer was drawn by lot."),
}


def to_room(fact: Fact) -> str:
    """Return the event as a sentence."""
    words = dict(fact)
    match fact:
        case {"fact": "turn"}:
            return ""  # a phase
        case {"fact": "clock", "hours": 0}:
            return gettext("Time is up.")
        case {"fact": "clock"}:
            return ngettext("%(hours)s hour left.", "%(hours)s hours left.", fact["hours"]) % fact
        case {"fact": "visit", "dice": [visitor, prisoner]}:
            words |= {"fact": "won" if visitor > prisoner else "not_won", "dice": f"{visitor} – {prisoner}"}
        case {"fact": "first_throw"}:
            words["throws"] = ", ".join(
                f"{seat} {die}" for seat, die in zip(fact["seats"], fact["dice"], strict=True)
            )
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
    """Return the phase of a turn that begins."""
    return pgettext("murder", "%(seat)s to play") % fact if fact["fact"] == "turn" else ""


def ring(public: Sequence[Fact]) -> dict[str, Mark]:
    """Return the marks: the characters, who is in prison, who is lost in space."""
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
    """Return the clock, and whose turn it is."""
    clock = [str(fact["hours"]) for fact in public if fact["fact"] == "clock"]
    turns = [fact["seat"] for fact in public if fact["fact"] == "turn"]
    hours = [Gauge(pgettext("murder", "Hours left"), clock[-1], clock[0])] if clock else []
    return [*hours, *(Gauge(pgettext("murder", "To play"), seat) for seat in turns[-1:])]


OPEN = Entry("")  # nothing is known


def sheet(private: Sequence[Fact], public: Sequence[Fact]) -> list[SheetPart]:
    """Return every category with its cards, and beside each card who has it or has shown it.

    A card heard beside another in one declaration may be made up. It is not settled, and has a question mark.
    """
    deck = next((fact["deck"] for fact in public if "deck" in fact), None)
    if deck is None:
        return []
    known = told_in_public(private, public) | told_in_private(private)
    return [
        SheetPart(CATEGORIES[category], [replace(known.get(card, OPEN), name=label(card)) for card in deck[category]])
        for category in CLUES
    ]


def told_in_public(private: Sequence[Fact], public: Sequence[Fact]) -> dict[str, Entry]:
    """Return the declarations (M-06): a single card is in that hand, of two at least one is.

    One's own words teach nothing.
    """
    oneself = next((fact["seat"] for fact in private if fact["fact"] == "secret"), None)
    heard = [fact for fact in public if fact["fact"] == "declaration" and fact["seat"] != oneself]
    perhaps = {card: Entry("", pgettext("sheet", "%(seat)s?") % fact) for fact in heard for card in fact["cards"]}
    return perhaps | {fact["cards"][0]: held_by(fact["seat"]) for fact in heard if len(fact["cards"]) == 1}


def told_in_private(private: Sequence[Fact]) -> dict[str, Entry]:
    """Return who has shown a card or was given one, and which cards are in one's own hand now."""
    known: dict[str, Entry] = {}
    for fact in private:
        if fact["fact"] == "shown":
            known[fact["card"]] = held_by(fact["by"])
        elif fact["fact"] == "exchanged_cards":
            known[fact["gave"]] = held_by(fact["with"])
    hands = [fact["cards"] for fact in private if fact["fact"] == "hand"]
    return known | {card: held_by(pgettext("sheet", "you")) for card in (hands[-1] if hands else ())}


def held_by(who: str) -> Entry:
    """Return an entry that settles a card: one in a player's hand is not in the envelope."""
    return Entry("", who, settled=True)


def value(name: str, value: Any) -> str:
    """Return the text of a card, a hypothesis, a die, or the yes and no of "See a card"."""
    if name == "ask":
        return pgettext("murder", "Yes") if value else pgettext("murder", "No")
    if isinstance(value, Mapping):
        return crime(value)
    if name in HYPOTHESIS or name in CLUES or name == "dice":  # the list of a category has its name as a heading
        return label(str(value))
    return "" if value is True else with_kind(str(value))


def truth(row: Fact) -> str:
    """Return a seat's character, whereabouts, secret and hand."""
    where = "lost" if row["lost"] else "" if row["free"] else "prison"
    return BETWEEN_PARTS.join(
        [
            label(row["character"]) if row["character"] else "–",
            *_place(where),
            gettext("Secret: %(card)s") % {"card": label(row["secret"])},
            gettext("Clues: %(cards)s") % {"cards": labels(row["hand"]) or "–"},
        ]
    )


def hidden(row: Fact) -> str:
    """Return what the envelope held."""
    return gettext("In the envelope: %(crime)s") % {"crime": crime(row["envelope"])}


def poster(end: Outcome, public: Sequence[Fact], row: Fact) -> EndWords:
    """Return the culprit, the sealed cards, and whoever has found out or got away."""
    sealed: Mapping[str, str] = row["envelope"]
    played = {fact["character"]: fact["seat"] for fact in public if fact["fact"] == "character"}
    culprit = sealed["character"]
    name = label(culprit)
    hours = [fact["hours"] for fact in public if fact["fact"] == "clock"]
    title = gettext("It was %(name)s") % {"name": name}
    if end.reason == "out_of_time" and end.winners:
        title = gettext("%(name)s escapes") % {"name": name}
    when = ""
    if hours:
        gone = {"hour": min(hours[0] - hours[-1] + 1, hours[0]), "all": hours[0]}
        when = gettext("Hour %(hour)d of %(all)d") % gone
    cards = [
        SealedCard(label(sealed[part]), str(KINDS[CATEGORY[part]]), part) for part in ("room", "weapon", "motive")
    ]
    cards.append(SealedCard(name, str(KINDS["characters"]), "character", played.get(culprit, "")))
    return EndWords(title, outcome(end.winners, end.reason), when, cards=cards)


def outcome(winners: Sequence[str], reason: str) -> str:
    """Return a sentence that says who won and why."""
    if reason == "void":
        return gettext("The envelope says otherwise: the game is void, and nobody wins.")
    if not winners:
        return gettext("Time is up, and no culprit is aboard: nobody wins.")
    said = {
        "solved": gettext("%(seat)s has solved the case and takes command."),
        "last_free": gettext("Only %(seat)s is left, neither in prison nor lost in space, and wins."),
        "out_of_time": gettext("Time is up: %(seat)s is the culprit, and gets away."),
    }
    return said[reason] % {"seat": ", ".join(winners)}
