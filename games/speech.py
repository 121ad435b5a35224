"""Translation of a game's own texts, from the catalogues beside its code.

Two games may use the same English text with different meanings. So no game reads another game's catalogue.
The functions of a `Speech` are named as in Django's `translation`, so that tools that extract strings find them.
What a game does not translate itself is looked up in the catalogues of the application.
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

DOMAIN = "django"  # the name of the catalogue files that tools/catalogues.py writes
CONTEXT_SEPARATOR = "\x04"  # separator of a context and its text in a catalogue


class Speech:
    """The texts of the kit whose file `speech.py` creates it; the catalogues are in `locale/`."""

    def __init__(self, file: str) -> None:
        self.folder = Path(file).parent / "locale"
        self._found: dict[str, catalogues.NullTranslations] = {}  # by language
        self.gettext_lazy = cast("Callable[[str], _StrPromise]", lazy(self.gettext, str))
        self.pgettext_lazy = cast("Callable[[str, str], _StrPromise]", lazy(self.pgettext, str))

    def gettext(self, message: str) -> str:
        """Return the message in the active language."""
        return self._catalogue().gettext(message) if message else ""

    def pgettext(self, context: str, message: str) -> str:
        """Return the message in the active language, with the meaning of this context."""
        return self._catalogue().pgettext(context, message)

    def ngettext(self, singular: str, plural: str, number: Any) -> str:
        """Return the singular or plural form for a number."""
        return self._catalogue().ngettext(singular, plural, number)

    def number_of(self, singular: str, plural: str) -> Callable[[int], str]:
        """Return the function that says a `%(number)d` with the singular or plural form."""
        return lambda number: self.ngettext(singular, plural, number) % {"number": number}

    def gettext_noop(self, message: str) -> str:
        """Return the message unchanged. It is extracted here, and translated where it is used."""
        return message

    def knows(self, message: str, context: str | None, language: str) -> bool:
        """Return whether the game's own catalogue of a language has this message."""
        key = message if context is None else f"{context}{CONTEXT_SEPARATOR}{message}"
        found: Any = _load_catalogue(self.folder, language)
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
            found = self._found[language] = _load_catalogue(self.folder, language)
        return found


class _ApplicationCatalogue(catalogues.NullTranslations):
    """The fallback from a game's own catalogues to those of the application."""

    def gettext(self, message: str) -> str:
        return translation.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return translation.ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        return translation.pgettext(context, message)


def _load_catalogue(folder: Path, language: str) -> catalogues.NullTranslations:
    """Return the catalogue of a language; `fr-zz` falls back to `fr`."""
    found = catalogues.translation(DOMAIN, folder, [translation.to_locale(language)], fallback=True)
    if not isinstance(found, catalogues.GNUTranslations):
        return _ApplicationCatalogue()  # the English text is in the code
    found.add_fallback(_ApplicationCatalogue())
    return found


def describe_public_fact(words: Words, fact: Fact) -> str:
    """Return what everybody is told of a public fact.

    It is the game's sentence. Facts that the engine announces have a sentence of the application.
    """
    said = str(words.to_room(fact))
    if not said and fact["fact"] == "by_lot":
        return translation.gettext("We could not wait any longer: the answer was drawn by lot.")
    return said
