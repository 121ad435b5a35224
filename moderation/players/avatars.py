"""The faces of people: a colour and an animal, unique at a table. No animal is a role.

Faces are numbered, and a seat stores the number of its own. The numbers go on past the last animal. Such a face shows
a colour and the first letters of the name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from django.utils.html import escape
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import GameSession
from moderation.web import request_ids
from moderation.web.refusals import Unwanted

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

# The drawing, by its name in game-icons, and the name of the animal. Their order is that of the drawings in
# static/faces.svg and of the colours in static/css/tokens.css. The first ones look least alike.
FACES: dict[str, _StrPromise] = {
    "octopus": _("octopus"),
    "penguin": _("penguin"),
    "frog": _("frog"),
    "cat": _("cat"),
    "elephant": _("elephant"),
    "crab": _("crab"),
    "butterfly": _("butterfly"),
    "snail": _("snail"),
    "turtle": _("turtle"),
    "rooster": _("rooster"),
    "dolphin": _("dolphin"),
    "unicorn": _("unicorn"),
    "bee": _("bee"),
    "camel": _("camel"),
    "rabbit": _("rabbit"),
    "seahorse": _("seahorse"),
    "hedgehog": _("hedgehog"),
    "koala": _("koala"),
    "sheep": _("sheep"),
    "toucan": _("toucan"),
    "gecko": _("gecko"),
    "jellyfish": _("jellyfish"),
    "swan": _("swan"),
    "kiwi-bird": _("kiwi"),
}


class Face(NamedTuple):
    """A face as it is drawn: the number of its colour, and letters if it has no animal.

    Without letters, the number is also that of its animal.
    """

    colour: int
    letters: str = ""


@lru_cache(maxsize=4096)
def build_face(name: str, number: int | None) -> Face | None:
    """Return somebody's face by its number; None if the seat was never given one."""
    if number is None:
        return None
    return Face(number) if number < len(FACES) else Face(number % len(FACES), build_initials(name))


class Faces:
    """The faces of all people at a table, by name.

    Equal ones are one object (`build_faces`), so that fragments share them.
    """

    def __init__(self, pairs: Iterable[tuple[str, Face | None]] = ()) -> None:
        self.by_name: Mapping[str, Face] = {name: face for name, face in pairs if face is not None}

    def get(self, name: str) -> Face | None:
        """Return the face of the person with this name; None if nobody has it."""
        return self.by_name.get(name)

    @cached_property
    def pattern(self) -> re.Pattern[str] | None:
        """The pattern that finds the names in a line of HTML.

        None where there are more people than animals.
        """
        if not 0 < len(self.by_name) <= len(FACES):
            return None
        names = sorted(map(escape, self.by_name), key=len, reverse=True)
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)")

    def count_names(self, lines: Iterable[str]) -> int:
        """Return how many names of these people the lines contain."""
        return sum(len(self.pattern.findall(escape(line))) for line in lines) if self.pattern else 0

    @cached_property
    def by_html(self) -> Mapping[str, Face]:
        """The faces by HTML-escaped name."""
        return {str(escape(name)): face for name, face in self.by_name.items()}


@lru_cache(maxsize=256)
def build_faces(pairs: tuple[tuple[str, Face | None], ...]) -> Faces:
    """Return the faces of a table, by the names of its seats."""
    return Faces(pairs)


NO_FACES = Faces()


def list_free_faces(taken: Collection[int]) -> list[int]:
    """List the numbers of the animals that nobody at a table has, in the order of offer."""
    return [number for number in range(len(FACES)) if number not in taken]


def choose_face(taken: Collection[int], wanted: int | None = None) -> int:
    """Return the number of the face for somebody who sits down.

    It is the one that they tapped, or else the first that is free.
    """
    if wanted in list_free_faces(taken):
        assert wanted is not None
        return wanted
    return next(number for number in count() if number not in taken)


class Offer(NamedTuple):
    """A face to choose: its drawing, its name, and whether it is free."""

    face: Face
    name: str
    free: bool


def list_offers(taken: Collection[int]) -> tuple[Offer, ...]:
    """Return all faces with an animal, free or taken. Each always has the same place."""
    return tuple(Offer(Face(number), str(name), number not in taken) for number, name in enumerate(FACES.values()))


def list_offers_of_table(faces: Faces) -> tuple[Offer, ...]:
    """Return all faces with an animal, from the public view of a table."""
    return list_offers({face.colour for face in faces.by_name.values() if not face.letters})


def name_face(face: Face | None) -> str:
    """Return the name of a face's animal; empty where it shows letters."""
    return "" if face is None or face.letters else str(list(FACES.values())[face.colour])


def list_taken(session: GameSession, but: int | None = None) -> set[int]:
    """Return the numbers of the faces that the seats of a table have.

    `but`: the id of a seat to leave out.
    """
    kept = session.seats.exclude(pk=but) if but else session.seats.all()
    return {face for face in kept.values_list("face", flat=True) if face is not None}


def give_face(session: GameSession, seat_id: int, tapped: str) -> None:
    """Give a seat the face that was tapped, by its number. The session is locked.

    Raises `Unwanted`.
    """
    wanted = request_ids.parse_number(tapped, most=len(FACES) - 1)
    if session.stage != GameSession.Stage.JOINING:
        raise Unwanted(gettext("The cards are dealt: everybody keeps the face they have."))
    if wanted not in list_free_faces(list_taken(session, but=seat_id)):
        raise Unwanted(gettext("Somebody else has just taken this face. Please choose another one."))
    session.seats.filter(pk=seat_id).update(face=wanted)


def build_initials(name: str) -> str:
    """Return one or two letters that replace a face's animal.

    They come from the first word of a name and from the last.
    """
    words = [[letter for letter in word if unicodedata.category(letter)[0] in "LN"] for word in name.split()]
    firsts = [letters[0].upper() for letters in words if letters]
    return "".join([firsts[0], firsts[-1]] if len(firsts) > 1 else firsts) or name.strip()[:1]
