"""A game's own words: what it says is looked up in the catalogues beside its code, and in no other game's.

Two games may say the same English and mean something else by it. The functions that a `Speech` offers are named as
in Django's `translation`, so that what gathers strings finds them. What a game does not translate itself is looked
up among the words of the house.
"""

from __future__ import annotations

import gettext as catalogues
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from django.utils import translation
from django.utils.functional import lazy

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.utils.functional import _StrPromise

    from games.engine.table import Fact
    from games.engine.words import Words

DOMAIN = "django"  # the name of the files, as tools/catalogues.py writes them
BETWEEN = "\x04"  # a context and its text, in a catalogue


class Speech:
    """The words of the kit whose file `speech.py` this is made in; its catalogues lie in `locale/` beside it."""

    def __init__(self, file: str) -> None:
        self.folder = Path(file).parent / "locale"
        self._found: dict[str, catalogues.NullTranslations] = {}  # by language
        self.gettext_lazy = cast("Callable[[str], _StrPromise]", lazy(self.gettext, str))
        self.pgettext_lazy = cast("Callable[[str, str], _StrPromise]", lazy(self.pgettext, str))

    def gettext(self, message: str) -> str:
        """The message in the active language."""
        return self._catalogue().gettext(message) if message else ""

    def pgettext(self, context: str, message: str) -> str:
        """The message in the active language, as it is meant in this context."""
        return self._catalogue().pgettext(context, message)

    def ngettext(self, singular: str, plural: str, number: Any) -> str:
        """One of two forms, by how many it is said of."""
        return self._catalogue().ngettext(singular, plural, number)

    def gettext_noop(self, message: str) -> str:
        """The message as it is: it is gathered here, and looked up where it is said."""
        return message

    def knows(self, message: str, context: str | None, language: str) -> bool:
        """Whether the game's own catalogue of a language has this message."""
        key = message if context is None else f"{context}{BETWEEN}{message}"
        found: Any = _of(self.folder, language)
        while found is not None:
            known = getattr(found, "_catalog", {})
            if key in known or (key, 0) in known:
                return True
            found = getattr(found, "_fallback", None)
        return False

    def _catalogue(self) -> catalogues.NullTranslations:
        language = translation.get_language() or "en"
        found = self._found.get(language)
        if found is None:
            found = self._found[language] = _of(self.folder, language)
        return found


class _OfTheHouse(catalogues.NullTranslations):
    """Where a game's own catalogues end."""

    def gettext(self, message: str) -> str:
        return translation.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return translation.ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        return translation.pgettext(context, message)


def _of(folder: Path, language: str) -> catalogues.NullTranslations:
    """The catalogue of a language; what that of `fr-zz` does not say is said as in `fr`."""
    found = catalogues.translation(DOMAIN, folder, [translation.to_locale(language)], fallback=True)
    if not isinstance(found, catalogues.GNUTranslations):
        return _OfTheHouse()  # English stands in the code
    found.add_fallback(_OfTheHouse())
    return found


def to_room(words: Words, fact: Fact) -> str:
    """What everybody is told of a public fact: the game's sentence, or the house's for what the engine announces."""
    said = str(words.to_room(fact))
    if not said and fact["fact"] == "by_lot":
        return translation.gettext("Nobody could be waited for any longer: the lot has answered.")
    return said
