"""The games, one folder each, found by walking this folder: there is no list to keep."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from types import ModuleType
from typing import Any


@dataclass(frozen=True)
class Kit:
    """A game: `rules` (VERSION, play), `roles` (SEATS, OPTIONS, deal, wrong_deal, suggestion), `words`, `bots`."""

    slug: str

    @cached_property
    def rules(self) -> Any:
        """The script."""
        return self._module("rules")

    @cached_property
    def roles(self) -> Any:
        """The set-up."""
        return self._module("roles")

    @cached_property
    def words(self) -> Any:
        """What is said; needs a web framework's gettext, so the record never loads it."""
        return self._module("words")

    @cached_property
    def bots(self) -> Any:
        """How the computer plays a seat."""
        return self._module("bots")

    def _module(self, name: str) -> ModuleType:
        return import_module(f"{__name__}.{self.slug}.{name}")


@cache
def all_kits() -> Mapping[str, Kit]:
    """Every kit by its slug, in alphabetical order."""
    return {found.name: Kit(found.name) for found in pkgutil.iter_modules(__path__) if found.ispkg}
