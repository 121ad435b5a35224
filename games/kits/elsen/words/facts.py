"""ELSEN: the texts of facts for players, the moderator (with gestures) and everybody.

Which players are dead stands on their covered cards and nowhere else. No text tells whether a person is a he or a
she, in either language.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from games.engine.table import Fact
from games.engine.words import Card, Gauge, Mark, Telling
from games.kits.elsen.roles import SABOTEUR
from games.kits.elsen.speech import gettext, pgettext
from games.kits.elsen.speech import gettext_lazy as _
from games.kits.elsen.words.names import ACTION, HANDS, POWERS, ROLE
from games.kits.elsen.world import MISSIONS, TURNS

if TYPE_CHECKING:
    from games.engine.words import Said

OUTCOMES: Mapping[str, Said] = {
    "missions": _("The passengers win: five missions are complete."),
    "saboteurs_excluded": _("The passengers win: no saboteur is left aboard."),
    "nobody_left": _("The saboteurs win: nobody else is left alive aboard."),
    "out_of_time": _("The saboteurs win: ten turns have passed, too late for the ship."),
}


def card(private: Sequence[Fact]) -> Card:
    """Return the card: role, life, cards and fellow saboteurs, as many lines for every role."""
    role, mates = "", None
    died: int | None = None
    for fact in private:
        match fact:
            case {"fact": "role"}:
                role = fact["role"]
            case {"fact": "saboteurs"}:
                mates = fact["seats"]
            case {"fact": "alive", "alive": False} if died is None:
                died = fact["turn"]
    lines = [_life(died), POWERS.get(role, ""), _hand(role, died), _mates(mates)]
    side = "saboteurs" if role == SABOTEUR else "passengers"
    return Card(str(ROLE.get(role, "")), _camp(role), [str(line) for line in lines], role, side)


def _life(died: int | None) -> str:
    if died is None:
        return gettext("You are alive. Keep it to yourself.")
    return gettext("You died on night %(night)d. Keep it to yourself.") % {"night": died}


def _hand(role: str, died: int | None) -> Said:
    return HANDS.get(role, gettext("Your card: success.")) if died is None else gettext("Your card: ghost success.")


def _mates(mates: Sequence[str] | None) -> str:
    if mates is None:
        return gettext("You do not know who is who.")
    if len(mates) == 1:
        return gettext("You are the only saboteur.")
    return gettext("The saboteurs, you among them: %(seats)s.") % {"seats": ", ".join(mates)}


def _camp(role: str) -> str:
    return pgettext("elsen", "Saboteurs") if role == SABOTEUR else pgettext("elsen", "Passengers")


def to_player(fact: Fact) -> str:
    """Return a private fact in the second person; life and role stand only on the card."""
    match fact:
        case {"fact": "elimination" | "vital"}:
            return _found(fact)
        case _:
            return ""


def _found(fact: Fact) -> str:
    """Return an elimination or a finding of the seer as a sentence."""
    match fact:
        case {"fact": "elimination", "done": True}:
            return gettext("Night %(turn)d: you eliminate %(seat)s.") % fact
        case {"fact": "elimination"}:
            return gettext("Night %(turn)d: %(seat)s was protected.") % fact
        case {"alive": True}:
            return gettext("Night %(turn)d: %(seat)s is alive.") % fact
        case _:
            return gettext("Night %(turn)d: %(seat)s is dead.") % fact


def to_moderator(fact: Fact) -> Telling | None:
    """Return a private fact with the sign that passes it on (E-21, E-23).

    A player looks at a life card without a sign.
    """
    match fact:
        case {"fact": "elimination", "done": True}:
            gesture = gettext("Nod. Swap the two life cards of %(seat)s, or let a saboteur do it, without a sound.")
            return Telling(gettext("eliminates %(seat)s") % fact, gesture % fact)
        case {"fact": "elimination"}:
            return Telling(gettext("fails: %(seat)s is protected") % fact, gettext("Shake your head. No card moves."))
        case {"fact": "vital", "alive": True}:
            return Telling(gettext("%(seat)s is alive") % fact, gettext("Thumb up."))
        case {"fact": "vital"}:
            return Telling(gettext("%(seat)s is dead") % fact, gettext("Thumb down."))
        case _:
            return None


def to_room(fact: Fact) -> str:
    """Return a public fact, for everybody."""
    match fact:
        case {"fact": "turn" | "night" | "day"}:
            return ""  # a phase
        case {"fact": "crew"}:
            return gettext("On the mission: %(seats)s.") % {"seats": ", ".join(fact["seats"])}
        case {"fact": "cards", "cards": []}:
            return gettext("Nobody has played a card.")
        case {"fact": "cards"}:
            return gettext("Cards: %(cards)s.") % {"cards": _counted(fact["cards"])}
        case {"fact": "progress"}:
            return gettext(
                "Mission: %(tokens)s of %(needed)s; ghost mission: %(ghosts)s of %(needed)s; completed: %(done)s."
            ) % {
                "tokens": tokens(fact["tokens"]),
                "ghosts": tokens(fact["ghost_tokens"]),
                "needed": fact["needed"],
                "done": fact["completed"],
            }
        case {"fact": "excluded", "seat": None}:
            return gettext("Nobody is excluded.")
        case {"fact": "excluded"}:
            return gettext("%(seat)s leaves the ship, without a word about who they were.") % fact
        case {"fact": "by_lot", "step": "mission"}:  # E-11: only the crew knows whose card it is
            return gettext("We could not wait for a player any longer: a card that does no harm was played.")
        case {"fact": "by_lot"}:
            return gettext("We could not wait any longer: the crew was drawn by lot.")
    raise KeyError(fact["fact"])


def _counted(cards: Sequence[str]) -> str:
    """Return cards as they are laid out: each kind once, with how many there are."""
    return ", ".join(
        f"{ACTION[card]} ×{count}" if count > 1 else str(ACTION[card]) for card, count in Counter(cards).items()
    )


def tokens(tokens: int | float) -> str:
    """Return a number of tokens as text, half ones included: 2½."""
    whole, half = divmod(tokens, 1)
    return f"{int(whole) or ''}½" if half else str(int(whole))


def phase(fact: Fact) -> str:
    """Return the phase of a turn, of its night or of its vote."""
    match fact:
        case {"fact": "turn"}:
            return gettext("Turn %(number)d, the mission") % fact
        case {"fact": "night"}:
            return gettext("Turn %(number)d, the night") % fact
        case {"fact": "day"}:
            return gettext("Turn %(number)d, the vote") % fact
        case _:
            return ""


def ring(public: Sequence[Fact]) -> Mapping[str, Mark]:
    """Return the marks: the first-player token, the crew of this turn, the excluded."""
    badges: dict[str, list[str]] = {}
    excluded: list[str] = []
    for fact in public:
        match fact:
            case {"fact": "turn"}:
                badges = {fact["first_player"]: [pgettext("elsen", "first player")]}
            case {"fact": "crew"}:
                for seat in fact["seats"]:
                    badges.setdefault(seat, []).append(pgettext("elsen", "crew"))
            case {"fact": "excluded", "seat": str(seat)}:
                excluded.append(seat)
    marks = {seat: Mark(badges=tuple(said)) for seat, said in badges.items()}
    return marks | {seat: Mark(out=True, badges=(pgettext("elsen", "off the ship"),)) for seat in excluded}


def board(public: Sequence[Fact]) -> Sequence[Gauge]:
    """Return both missions, the missions completed so far, and the turn."""
    turns = [fact for fact in public if fact["fact"] == "turn"]
    if not turns:
        return []
    start = {"tokens": 0, "ghost_tokens": 0, "completed": 0}
    stand = [start, *(fact for fact in public if fact["fact"] == "progress")][-1]
    needed = str(turns[-1]["needed"])
    return [
        Gauge(pgettext("elsen", "Mission"), tokens(stand["tokens"]), needed),
        Gauge(pgettext("elsen", "Ghost mission"), tokens(stand["ghost_tokens"]), needed),
        Gauge(pgettext("elsen", "Completed missions"), str(stand["completed"]), str(MISSIONS)),
        Gauge(pgettext("elsen", "Turn"), str(turns[-1]["number"]), str(TURNS)),
    ]


def value(name: str, value: Any) -> str:
    """Return the name of an action card or a role."""
    if value is True:
        return pgettext("elsen", "Yes")
    names = ACTION if name == "card" else ROLE
    return str(names.get(value, value))


def truth(row: Fact) -> str:
    """Return role, life, and whether the seat is excluded."""
    said = [str(ROLE[row["role"]])]
    said += [] if row.get("alive", True) else [pgettext("elsen", "dead")]
    said += [] if row.get("aboard", True) else [pgettext("elsen", "off the ship")]
    return ", ".join(said)


def hunted(row: Fact) -> bool | None:
    """Return whether the seat is a saboteur."""
    return bool(row["role"] == SABOTEUR)


def outcome(winners: Sequence[str], reason: str) -> str:
    """Return a sentence that says who won and why."""
    return str(OUTCOMES[reason])
