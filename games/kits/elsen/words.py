"""ELSEN: what is said. To the player on a phone, to the moderator with the gesture for it, to the room.

Spoken lines never change, whoever is absent. Who is dead stands on the covered card and nowhere else. Nothing
here says of a person whether it is a he or a she, in either language. Pages of help are in help_pages.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext, gettext_noop, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.kits.elsen.help_pages import HELP as HELP
from games.kits.elsen.roles import (
    AT_LEAST_HALF,
    DOCTOR,
    ENGINEER,
    LAZY,
    MORE_THAN_HALF,
    PASSENGER,
    POLICE,
    SABOTEUR,
    SEER,
    WORKER,
)
from games.kits.elsen.ship import ELIMINATION, GHOST, MISSIONS, SABOTAGE, SUCCESS, TURNS
from games.table import Fact
from games.words import Card, Gauge, Mark, OptionWords, StepWords, Telling

if TYPE_CHECKING:
    from games.words import Said

NAME = "ELSEN"
PITCH = _("Five missions save the ship, if the saboteurs in the crew let them succeed. The dead keep quiet and help.")
PLAYERS = _("5 to 15 players and a moderator")

ROLE: Mapping[str, Said] = {
    PASSENGER: pgettext_lazy("elsen", "Passenger"),
    SABOTEUR: pgettext_lazy("elsen", "Saboteur"),
    SEER: pgettext_lazy("elsen", "Seer"),
    WORKER: pgettext_lazy("elsen", "Worker"),
    LAZY: pgettext_lazy("elsen", "Lazy one"),
    DOCTOR: pgettext_lazy("elsen", "Doctor"),
    ENGINEER: pgettext_lazy("elsen", "Engineer"),
    POLICE: pgettext_lazy("elsen", "Police"),
}
ACTION: Mapping[str, Said] = {
    SUCCESS: pgettext_lazy("elsen card", "success"),
    GHOST: pgettext_lazy("elsen card", "ghost success"),
    SABOTAGE: pgettext_lazy("elsen card", "sabotage"),
    ELIMINATION: pgettext_lazy("elsen card", "elimination"),
    DOCTOR: pgettext_lazy("elsen card", "doctor"),
    ENGINEER: pgettext_lazy("elsen card", "engineer"),
    LAZY: pgettext_lazy("elsen card", "lazy one"),
    WORKER: pgettext_lazy("elsen card", "worker"),
}
CARDS = {"role": OptionWords(_("Role"), values=ROLE)}
COUNTS = {role: name for role, name in ROLE.items() if role != PASSENGER}

OPTIONS = {
    "exclude_at": OptionWords(
        _("Votes that exclude a player"),
        _("Counted among everybody aboard, not among those who vote."),
        {MORE_THAN_HALF: _("More than half"), AT_LEAST_HALF: _("At least half")},
    ),
    "dead_keep_night_powers": OptionWords(_("Seer and police wake up even when they are secretly dead")),
    "first_player": OptionWords(
        _("First player"), _("Who ordered something last: a pizza, a parcel, a ride. By default the first seat.")
    ),
}

SET_UP = (  # what roles.py may say of a set-up
    gettext_noop("no count can be below nothing"),
    gettext_noop("these are more roles than players"),
    gettext_noop("there must be one saboteur for 5 to 7 players, two for 8 to 12, three for 13 to 15"),
    gettext_noop("of each role with a power there can be only one"),
    gettext_noop("Nobody is a plain passenger: who claims to have no power gives a saboteur away."),
    gettext_noop("Without a doctor and police nothing stops an elimination."),
    gettext_noop("Without an engineer nothing stops a sabotage."),
)

STEPS = {
    "recognise": StepWords(
        title=_("The saboteurs meet"),
        wake=_("Everybody, close your eyes. Saboteurs, open your eyes and recognise each other."),
        sleep=_("Saboteurs, close your eyes. Now everybody, open your eyes: it is day."),
        question=_("Have you seen who is with you?"),
        watch=_(
            "Without phones, before this: a role card each, eight action cards, and two life cards face down, "
            "alive close to the player and dead behind it."
        ),
        fields={"ok": pgettext_lazy("elsen", "Seen")},
    ),
    "crew": StepWords(
        title=_("The crew is chosen"),
        wake=_("The first player chooses who goes on the mission: three players or more."),
        question=_("Who goes on the mission? You may go too."),
        watch=_("When fewer than three are left aboard, all of them go."),
        fields={"seats": pgettext_lazy("elsen", "Crew")},
    ),
    "mission": StepWords(
        title=pgettext_lazy("elsen", "The mission"),
        wake=_("Crew, each of you plays one card, face down."),
        question=_("Which card do you play, face down?"),
        watch=_(
            "Without phones: collect the cards one by one, look at each and enter it, then shuffle and show them. "
            "A refused card is changed without a word. Give them back at night, while all sleep."
        ),
        fields={"card": pgettext_lazy("elsen", "Card")},
    ),
    POLICE: StepWords(
        title=ROLE[POLICE],
        wake=_("All eyes are closed. Police, open your eyes. Show me whom you protect tonight."),
        sleep=_("Police, close your eyes."),
        question=_("Whom do you protect tonight?"),
        watch=_("One player aboard, the police perhaps. It holds for the whole night."),
        fields={"seat": pgettext_lazy("elsen", "Protect")},
    ),
    "saboteurs": StepWords(
        title=_("The saboteurs"),
        wake=_("All eyes are closed. Saboteurs, open your eyes. Show me whom you eliminate."),
        sleep=_("Saboteurs, close your eyes."),
        question=_("Whom do you eliminate?"),
        watch=_("They agree by signs, on somebody alive. Close while they differ: the most named, on a tie nobody."),
        fields={"seat": pgettext_lazy("elsen", "Eliminate")},
    ),
    SEER: StepWords(
        title=ROLE[SEER],
        wake=_("All eyes are closed. Seer, open your eyes. Show me whose life you want to know of."),
        sleep=_("Seer, close your eyes."),
        question=_("Of whom do you want to know: alive or dead?"),
        watch=_("Thumb up: alive. Thumb down: dead."),
        fields={"seat": pgettext_lazy("elsen", "Examine")},
    ),
    "exclude": StepWords(
        title=pgettext_lazy("elsen", "The vote"),
        wake=_(
            "Everybody, look up. Each of you looks at your own card, alive or dead, and shows it to nobody. "
            "Then talk: do you exclude somebody?"
        ),
        question=_("Whom do you exclude from the ship?"),
        watch=_(
            "Without phones: a show of hands; the dead vote like the living. Enter the votes, then close. "
            "If nobody was called tonight, let all close their eyes for a moment first."
        ),
        fields={"seat": pgettext_lazy("elsen", "Exclude"), "nobody": pgettext_lazy("elsen", "Nobody")},
    ),
}

POWERS: Mapping[str, Said] = {
    PASSENGER: _("You have no power: watch, talk, and vote."),
    SABOTEUR: _("Stop the missions. When an elimination works, the saboteurs choose a victim that night."),
    SEER: _("Each night you name a player and learn: alive or dead."),
    WORKER: _("You work twice as fast as the others."),
    LAZY: _("You work half as fast as the others."),
    DOCTOR: _("Once in the game you undo an elimination of the same mission."),
    ENGINEER: _("Once in the game you undo a sabotage of the same mission."),
    POLICE: _("Each night you protect a player from the saboteurs."),
}
HANDS: Mapping[str, Said] = {
    SABOTEUR: _("Your cards: success, sabotage, elimination."),
    WORKER: _("Your cards: success, worker (2 tokens)."),
    LAZY: _("Your card: lazy one (half a token)."),
    DOCTOR: _("Your cards: success, and once doctor."),
    ENGINEER: _("Your cards: success, and once engineer."),
}


def card(private: Sequence[Fact]) -> Card:
    """Role, life, cards and fellow saboteurs: as many lines for everybody, whoever they are."""
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
    return Card(str(ROLE.get(role, "")), _camp(role), [str(line) for line in lines])


def _life(died: int | None) -> str:
    if died is None:
        return gettext("You are alive. Keep it to yourself.")
    return gettext("You are dead since night %(night)d. Keep it to yourself.") % {"night": died}


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
    """A private fact in the second person; life and role stand on the card, and there alone."""
    match fact:
        case {"fact": "elimination" | "vital"}:
            return _found(fact)
        case _:
            return ""


def _found(fact: Fact) -> str:
    """What the saboteurs have done or the seer has found out, in a sentence without a reader."""
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
    """A private fact with the sign that brings it over (E-21, E-23); a life card is looked at without a sign."""
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
    """A public fact, to everybody."""
    match fact:
        case {"fact": "turn"}:
            return gettext("Turn %(number)d: %(first_player)s chooses the crew.") % fact
        case {"fact": "crew"}:
            return gettext("On the mission: %(seats)s.") % {"seats": ", ".join(fact["seats"])}
        case {"fact": "cards", "cards": []}:
            return gettext("Nobody has played a card.")
        case {"fact": "cards"}:
            return gettext("Cards: %(cards)s.") % {"cards": _counted(fact["cards"])}
        case {"fact": "progress"}:
            return gettext(
                "Mission %(tokens)s of %(needed)s, ghosts %(ghosts)s of %(needed)s, successes %(done)s."
            ) % {
                "tokens": _tokens(fact["tokens"]),
                "ghosts": _tokens(fact["ghost_tokens"]),
                "needed": fact["needed"],
                "done": fact["completed"],
            }
        case {"fact": "night"}:
            return gettext("Night %(number)d falls. Everybody closes their eyes.") % fact
        case {"fact": "day"}:
            return gettext("Day breaks. Everybody looks at their own card.")
        case {"fact": "excluded", "seat": None}:
            return gettext("Nobody is excluded.")
        case {"fact": "excluded"}:
            return gettext("%(seat)s leaves the ship, without a word about who they were.") % fact
        case {"fact": "by_lot"}:
            return gettext("Nobody could be waited for: the crew was drawn by lot.")
    raise KeyError(fact["fact"])


def _counted(cards: Sequence[str]) -> str:
    """Cards as they are laid out: each kind once, with how many there are."""
    return ", ".join(
        f"{ACTION[card]} ×{count}" if count > 1 else str(ACTION[card]) for card, count in Counter(cards).items()
    )


def _tokens(tokens: int | float) -> str:
    """A number of tokens, half ones included: 2½."""
    whole, half = divmod(tokens, 1)
    return f"{int(whole) or ''}½" if half else str(int(whole))


def phase(fact: Fact) -> str:
    """Turns, their nights and their votes."""
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
    """Who holds the first-player token, who is in the crew of this turn, who has been excluded."""
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
    """Both missions, the successes so far, the turn."""
    turns = [fact for fact in public if fact["fact"] == "turn"]
    if not turns:
        return []
    start = {"tokens": 0, "ghost_tokens": 0, "completed": 0}
    stand = [start, *(fact for fact in public if fact["fact"] == "progress")][-1]
    needed = str(turns[-1]["needed"])
    return [
        Gauge(pgettext("elsen", "Mission"), _tokens(stand["tokens"]), needed),
        Gauge(pgettext("elsen", "Ghost mission"), _tokens(stand["ghost_tokens"]), needed),
        Gauge(pgettext("elsen", "Successes"), str(stand["completed"]), str(MISSIONS)),
        Gauge(pgettext("elsen", "Turn"), str(turns[-1]["number"]), str(TURNS)),
    ]


def value(name: str, value: Any) -> str:
    """An action card, a role."""
    if value is True:
        return pgettext("elsen", "Yes")
    names = ACTION if name == "card" else ROLE
    return str(names.get(value, value))


def truth(row: Fact) -> str:
    """Role, life, and whether excluded."""
    said = [str(ROLE[row["role"]])]
    said += [] if row.get("alive", True) else [pgettext("elsen", "dead")]
    said += [] if row.get("aboard", True) else [pgettext("elsen", "off the ship")]
    return ", ".join(said)


OUTCOMES: Mapping[str, Said] = {
    "missions": _("The passengers win: five missions have succeeded."),
    "saboteurs_excluded": _("The passengers win: no saboteur is left aboard."),
    "nobody_left": _("The saboteurs win: nobody else is left alive aboard."),
    "out_of_time": _("The saboteurs win: ten turns have passed, too late for the ship."),
}


def outcome(winners: Sequence[str], reason: str) -> str:
    """Who won and why."""
    return str(OUTCOMES[reason])
