"""A view as fragments: the parts of a page, each drawn once for each value and language, whoever looks.

A `View` is a layout (the page's frame, with a hole for each part) and the fragments that fill the holes. A fragment
is a pure function of a small frozen value; its HTML stands in one cache that all devices share. The page that a
device loads is the frame with its holes filled; its socket is sent the fragments that have changed, by name.
Knows no game, no table and no device. Start reading at `View.drawn`.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, TypeVar, cast

from cachetools import LRUCache, cached
from cachetools.keys import hashkey
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

LARGEST_CACHE = 32_000_000  # characters of HTML that are kept; the longest list of a hall has some fifty thousand
LARGEST_LISTS = 1_000_000  # characters of whole lists that are kept: with each phone that comes a desk has another
LARGEST_JSON = 1_000_000  # characters of what is kept as JSON writes it: the forms that a few tables are asked
HOLE = re.compile("\x00([a-z-]+)\x00")
BETWEEN_TAGS = re.compile(r">\s*\n\s*<")
STAMP = "\x01"  # stands in a drawing for the number of its step, which is put in afterwards; no name has it
TOKEN = "\x00token\x00"  # where a desk's forms hold its token against forgery: the one thing of a device in a view

Values = tuple[tuple[str, Hashable], ...]


@dataclass(frozen=True)
class Fragment:
    """The inside of the element `part-<name>`: `template` drawn for each of `rows`, one after the other.

    `stamp`: the number of the step, where `rows` have `STAMP`: the next step may ask the same once more.
    """

    name: str
    template: str
    rows: tuple[Values, ...]
    stamp: str = ""

    @cached_property
    def drawn(self) -> dict[str, str]:
        """Its rows as they were drawn in each language."""
        return {}


def fragment(name: str, template: str, /, **values: Hashable) -> Fragment:
    """A fragment drawn once, from these values."""
    return Fragment(name, template, (tuple(values.items()),))


def stamped(name: str, template: str, stamp: object, /, **values: Hashable) -> Fragment:
    """The same, where it differs from one step to the next in nothing but this number: drawn once for all of them.

    The values hold `STAMP` where the number belongs.
    """
    return Fragment(name, template, (tuple(values.items()),), str(stamp))


def rows(name: str, template: str, values: Iterable[Mapping[str, Hashable]]) -> Fragment:
    """A fragment drawn for each of these, one after the other: the seats of a ring."""
    return Fragment(name, template, tuple(tuple(one.items()) for one in values))


class FragmentGroup:
    """Fragments that several views may share: drawn once for all of them in each language."""

    def __init__(self, *fragments: Fragment) -> None:
        self.fragments = fragments
        self._drawn: dict[str, dict[str, str]] = {}  # in each language

    def drawn(self, language: str) -> dict[str, str]:
        """The HTML of each, by name. The language must be active."""
        if language not in self._drawn:
            self._drawn[language] = {one.name: html_of(one, language) for one in self.fragments}
        return self._drawn[language]


NOTHING = FragmentGroup()
Made = TypeVar("Made", bound=Callable[..., FragmentGroup | Fragment])
REMEMBERED = 1024  # groups of each sort: what the seats of a few tables know and are asked
_makers: list[Any] = []


def shared(make: Made, remembered: int = REMEMBERED) -> Made:
    """Decorate what makes a group or a fragment: who needs one of the same values again is given the very same."""
    kept = lru_cache(maxsize=remembered)(make)
    _makers.append(kept)
    return cast(Made, kept)


def shared_now(make: Made) -> Made:
    """The same for what is made of a whole moment, which no later moment needs, and which is large."""
    return shared(make, remembered=16)


@dataclass(frozen=True, eq=False)
class View:
    """What a device shows: a frame, and what fills its holes, apart by who may see it (docs/secrecy.md, 5 and 29).

    `public`: everybody may. `knowledge`: what one seat was told and is asked. `answer`: what stands of its answer,
    which changes with each tap.
    """

    layout: Fragment
    public: FragmentGroup = NOTHING
    knowledge: tuple[FragmentGroup, ...] = ()
    answer: FragmentGroup = NOTHING

    def drawn(self, language: str, token: str = "") -> RenderedView:
        """This view as HTML. The language must be active. `token`: of a desk's forms, against forgery."""
        knowledge: dict[str, str] = {}
        for group in self.knowledge:
            knowledge |= group.drawn(language)
        frame = html_of(self.layout, language)
        return RenderedView(frame, self.public.drawn(language), knowledge, self.answer.drawn(language), token)


@dataclass(frozen=True)
class RenderedView:
    """A view as HTML: its frame, and the insides of its fragments by name, apart by who may see them."""

    frame: str
    public: Mapping[str, str]
    knowledge: Mapping[str, str]
    answer: Mapping[str, str]
    token: str = ""

    @property
    def html(self) -> str:
        """The whole region."""
        return filled(self.frame, self.parts).replace(TOKEN, self.token)

    @property
    def parts(self) -> dict[str, str]:
        """Every fragment's HTML by its name, holes and all."""
        return {**self.public, **self.knowledge, **self.answer}

    def partials(self, names: Collection[str]) -> str:
        """These fragments, each for the element of its name, as htmx swaps them in by themselves."""
        parts = self.parts
        return "".join(
            f'<hx-partial id="part-{name}">{filled(parts[name], parts)}</hx-partial>' for name in self._apart(names)
        ).replace(TOKEN, self.token)

    def as_json(self, names: Collection[str] | None = None) -> str:
        """The whole region, or the `partials` of these names, as JSON writes them, without the quotes around.

        Written from pieces that are kept: hundreds of phones whose cards differ are asked the same question.
        """
        parts, token = self.parts, as_json(self.token)
        if names is None:
            return joined(self.frame, parts, token)
        begin, end = as_json('<hx-partial id="part-'), as_json('">')
        return "".join(
            f"{begin}{name}{end}{joined(parts[name], parts, token)}</hx-partial>" for name in self._apart(names)
        )

    def _apart(self, names: Collection[str]) -> list[str]:
        """Those of these names whose fragments are not within another of them."""
        within = {hole for name in names for hole in holes(self.parts[name])}
        return [name for name in self.parts if name in names and name not in within]


def different(one: Mapping[str, str], other: Mapping[str, str]) -> frozenset[str]:
    """The names under which the other holds something else."""
    if one is other:
        return frozenset()
    return frozenset(name for name, html in other.items() if one.get(name) != html)


def holes(html: str) -> list[str]:
    """The names of the fragments that belong into this one."""
    return HOLE.findall(html) if "\x00" in html else []


def filled(html: str, parts: Mapping[str, str]) -> str:
    """This HTML with its holes filled; a fragment may have holes of its own."""
    if "\x00" not in html:
        return html
    return HOLE.sub(lambda hole: filled(parts[hole[1]], parts) if hole[1] in parts else hole[0], html)


def joined(html: str, parts: Mapping[str, str], token: str = "") -> str:
    """This HTML as JSON writes it, with its holes filled, and where a desk's token belongs with that."""
    written = [*pieces(html)]
    for place in range(1, len(written), 2):
        name = written[place]
        if name in parts:
            written[place] = joined(parts[name], parts, token)
        else:
            written[place] = token if hole(name) == TOKEN else as_json(hole(name))
    return "".join(written)


def as_json(text: str) -> str:
    """A text as JSON writes it, without the quotes around."""
    return json.dumps(text)[1:-1]


def hole(name: str) -> SafeString:
    """What stands in a drawing where the fragment of this name belongs."""
    return mark_safe(f"\x00{name}\x00")


def html_of(one: Fragment, language: str) -> str:
    """A fragment's HTML, from the cache where it was drawn before. The language must be active."""
    assert language == get_language()
    if len(one.rows) == 1:
        html = draw(one.template, language, one.rows[0])
        return html.replace(STAMP, one.stamp) if one.stamp else html
    if language not in one.drawn:
        one.drawn[language] = draw_rows(one.template, language, one.rows)
    return one.drawn[language]


_gate = threading.Lock()
_cache: LRUCache[Any, str] = LRUCache(LARGEST_CACHE, getsizeof=lambda html: len(html) + 300)


@cached(_cache, lock=_gate)
def draw(template: str, language: str, values: Values) -> str:
    """A template with these values, in the language, which must be active; between tags one line's end is enough."""
    html = get_template(template).render({**dict(values), "csrf_token": TOKEN})
    return BETWEEN_TAGS.sub(">\n<", html.strip())


_written: LRUCache[Any, tuple[str, ...]] = LRUCache(
    LARGEST_JSON, getsizeof=lambda written: sum(map(len, written)) + 300
)


@cached(_written, lock=threading.Lock())
def pieces(html: str) -> tuple[str, ...]:
    """HTML as JSON writes it, without the quotes around: text, the name of a hole, text, and so on."""
    return tuple(one if place % 2 else as_json(one) for place, one in enumerate(HOLE.split(html)))


def draw_rows(template: str, language: str, rows: tuple[Values, ...]) -> str:
    """A template with each of these values, one after the other: kept too, so that all devices hold the one text.

    It is kept by what it says: hundreds of rows are more than their HTML. Those that stand in the cache are looked up
    together: one lock for a ring of hundreds.
    """
    keys = [hashkey(template, language, row) for row in rows]
    with _gate:
        found = [_cache.get(key) for key in keys]
    drawn = (draw(*key) if html is None else html for key, html in zip(keys, found, strict=True))
    return _kept("".join(drawn))


_joined: LRUCache[Any, str] = LRUCache(LARGEST_LISTS, getsizeof=len)


@cached(_joined, lock=threading.Lock())
def _kept(html: str) -> str:
    return html


def forget() -> None:
    """Forget all that was drawn."""
    _cache.clear()
    _joined.clear()
    _written.clear()
    for make in _makers:
        make.cache_clear()
