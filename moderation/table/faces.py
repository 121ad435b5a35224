"""The faces of people: a colour and an animal, at a table never two alike. None is an animal that is a role.

Faces are numbered. Whoever is past the last face has the first letters of their name.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

# What is drawn, by the name that game-icons has for it, and what it is called. Their order is that of the drawings in
# static/faces.svg and of the colours in static/css/tokens.css: the first to come look least alike.
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


def free_faces(taken: Collection[int]) -> list[int]:
    """The numbers of the faces that nobody at a table has, in the order in which they are offered."""
    return [number for number in range(len(FACES)) if number not in taken]


def face_for(taken: Collection[int], wanted: int | None = None) -> int | None:
    """The face of somebody who sits down: the one that they tapped, or else the first; None: all are taken."""
    free = free_faces(taken)
    if wanted in free:
        return wanted
    return free[0] if free else None


def initials(name: str) -> str:
    """One or two letters in the place of a face: of the first word of a name and of the last."""
    words = [[letter for letter in word if unicodedata.category(letter)[0] in "LN"] for word in name.split()]
    firsts = [letters[0].upper() for letters in words if letters]
    return "".join([firsts[0], firsts[-1]] if len(firsts) > 1 else firsts) or name.strip()[:1]
