"""Languages that an operator offers though their translation is not whole."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf.locale import LANG_INFO
from django.core.exceptions import ImproperlyConfigured


def read_more_languages(codes: Iterable[str]) -> list[tuple[str, str]]:
    """Return these languages with the names that their speakers give them.

    Raises ImproperlyConfigured for a code that Django does not know.
    """
    return [(code, _find_name(code)) for code in map(str.strip, codes) if code and code not in ("fr", "en")]


def _find_name(code: str) -> str:
    if "name_local" not in LANG_INFO.get(code, {}):
        raise ImproperlyConfigured(f"MORE_LANGUAGES: no language has the code {code!r}. Write codes such as it, de")
    return str(LANG_INFO[code]["name_local"]).capitalize()
