"""The poster of a finished game: who has won in a few words, why, and everybody's role.

It is built from what everybody learns at the end, for the screen, the desk and the picture to keep. A kit may choose
its words (`EndWords`). Without them the kit's outcome stands there. Start reading at `build_poster`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from games.engine.kit import Kit
from games.engine.table import Fact, Outcome, Table
from games.engine.words import EndWords, Words
from moderation.players.avatars import Face, Faces

COLONS = ("\u00a0: ", ": ")  # between what has happened and why, in both languages
PODIUM = 3  # seats on a podium


@dataclass(frozen=True)
class PosterSeat:
    """A seat on the poster."""

    name: str
    face: Face | None
    role: str  # the name of its card in the kit's look; empty: none
    title: str  # that role in words
    fell: str  # the phase in which it left the game; empty: it is still in it
    won: bool
    changed: bool  # it belonged to several camps, and has neither won nor lost (RULINGS S-43)
    points: int | None = None
    place: int = 0  # from 1, in a game of points


@dataclass(frozen=True)
class PosterCard:
    """A sealed card, opened."""

    name: str
    kind: str
    deed: str
    seat: str
    face: Face | None


@dataclass(frozen=True)
class EndPoster:
    """The poster of an end.

    `title` is in three parts: before the winner's name, the name, after it. All but the first are empty where a camp
    has won.
    """

    game: str  # the kit's slug
    when: str
    title: tuple[str, str, str]
    why: str
    winners: tuple[PosterSeat, ...]
    others: tuple[PosterSeat, ...]
    cards: tuple[PosterCard, ...]
    camp: int  # the number of the camp that has won, in the kit's look; 0: none
    faces: Faces

    @property
    def whole_title(self) -> str:
        """The title in one piece."""
        return "".join(self.title)

    @property
    def has_podium(self) -> bool:
        """True if the winner stands on a podium with the next ones."""
        return bool(self.winners and self.winners[0].place == 1)

    @property
    def podium(self) -> tuple[PosterSeat, ...]:
        """The seats beside the winner on the podium: at most two."""
        return self.others[: PODIUM - 1] if self.has_podium else ()

    @property
    def rest(self) -> tuple[PosterSeat, ...]:
        """The seats in the row at the foot."""
        return self.others[len(self.podium) :]


def build_poster(kit: Kit, table: Table, faces: Faces, public: Sequence[Fact]) -> EndPoster:
    """Build the poster of a finished game, in the active language.

    `public`: the facts that everybody was told.
    """
    end, words = table.outcome, kit.words
    assert end is not None
    said = words.poster(end, public, table.hidden()) or split_outcome(str(words.outcome(end.winners, end.reason)))
    seats = list_seats(words, table, end, faces, public)
    if said.scores:
        seats = rank(seats, said.scores)
    before, name, after = str(said.title).partition(said.winner) if said.winner else (str(said.title), "", "")
    look = kit.look
    return EndPoster(
        game=kit.slug,
        when=str(said.when) or (find_last_phase(words, public) if words.MODERATED else ""),
        title=(before, name, after),
        why=str(said.why),
        winners=tuple(seat for seat in seats if seat.won),
        others=tuple(seat for seat in seats if not seat.won),
        cards=tuple(
            PosterCard(str(card.name), str(card.kind), card.deed, card.seat, faces.get(card.seat))
            for card in said.cards
        ),
        camp=next(filter(None, map(look.camp_number, end.winners)), 0) if look else 0,
        faces=faces,
    )


def build_plain_poster(kit: Kit, table: Table, faces: Faces) -> EndPoster:
    """Build the poster of a game of other rules: everybody, without words."""
    assert table.outcome is not None
    seats = list_seats(kit.words, table, table.outcome, faces, ())
    winners, others = (tuple(seat for seat in seats if seat.won is won) for won in (True, False))
    return EndPoster(kit.slug, "", ("", "", ""), "", winners, others, (), 0, faces)


def split_outcome(outcome: str) -> EndWords:
    """Return a sentence as a title and a reason: "The mutants win: nobody else is left." """
    for colon in COLONS:
        title, found, why = outcome.partition(colon)
        if found:
            return EndWords(title, why[:1].upper() + why[1:])
    return EndWords(outcome.removesuffix("."))


def list_seats(words: Words, table: Table, end: Outcome, faces: Faces, public: Sequence[Fact]) -> list[PosterSeat]:
    """Return all seats in their order."""
    card = words.CARDS.get("role")
    names = card.values if card else {}
    fell = find_falls(words, public) if words.MODERATED else {}
    return [
        PosterSeat(
            name=seat,
            face=faces.get(seat),
            role=(role := str(row.get("role") or "")),
            title=str(names.get(role, "")),
            fell=fell.get(seat, ""),
            won=seat in end.seats and seat not in end.changed,
            changed=seat in end.changed,
        )
        for seat, row in table.truth().items()
    ]


def find_last_phase(words: Words, public: Sequence[Fact]) -> str:
    """Return the phase in which the game has ended, such as "Night 4"."""
    return next((said for fact in reversed(public) if (said := str(words.phase(fact)))), "")


def find_falls(words: Words, public: Sequence[Fact]) -> dict[str, str]:
    """Return the phase in which each seat left the game, as everybody saw it."""
    titles = [(place, str(words.phase(fact))) for place, fact in enumerate(public)]
    begins = [(place, title) for place, title in titles if title]
    fell: dict[str, str] = {}
    for number, (_place, title) in enumerate(begins):
        until = begins[number + 1][0] if number + 1 < len(begins) else len(public)
        out = [seat for seat, mark in words.ring(public[:until]).items() if mark.out]
        fell = {seat: fell.get(seat, title) for seat in out}
    return fell


def rank(seats: Sequence[PosterSeat], scores: Mapping[str, int]) -> list[PosterSeat]:
    """Return the seats by their points, winners first. Equal points have equal places."""
    points = {seat.name: scores.get(seat.name, 0) for seat in seats}
    ordered = sorted(seats, key=lambda seat: (not seat.won, -points[seat.name]))
    found: list[PosterSeat] = []
    for seat in ordered:
        above = sum(one.won > seat.won or points[one.name] > points[seat.name] for one in seats)
        place = 1 if seat.won else max(2, above + 1)
        found.append(replace(seat, points=points[seat.name], place=place))
    return found
