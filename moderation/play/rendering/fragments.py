"""A view as fragments: the parts of a page, each rendered once per value and language.

A `View` is a layout (the page's frame, with a placeholder for each part) and the fragments that fill it. A fragment
is a pure function of a small frozen value. Its HTML is in one cache that all devices share. The page that a device
loads is the frame with its placeholders filled. Its socket is sent the fragments that have changed, by name. This
module knows no game, no table and no device. Start reading at `View.render`.
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

from moderation.play.rendering.row_lists import pack_lists

LARGEST_CACHE = 32_000_000  # characters of cached HTML; the longest list of a hall has some fifty thousand
LARGEST_LISTS = 1_000_000  # characters of cached whole lists: a desk has another one with each phone that joins
MAX_CACHED_PIECES = 1024  # cached fragments as JSON text, with long lists packed
PLACEHOLDER = re.compile("\x00([a-z-]+)\x00")
BETWEEN_TAGS = re.compile(r">\s*\n\s*<")
STEP_PLACEHOLDER = "\x01"  # placeholder in HTML for the step's number, which is inserted later; no name contains it
TOKEN = "\x00token\x00"  # placeholder for the CSRF token in a desk's forms

Values = tuple[tuple[str, Hashable], ...]


@dataclass(frozen=True)
class Fragment:
    """The content of the element `part-<name>`: `template` rendered for each of `rows`.

    `stamp`: the number of the step, which replaces `STEP_PLACEHOLDER` in `rows`. Because of it, the next step can use
    the same cached HTML if it asks the same.
    """

    name: str
    template: str
    rows: tuple[Values, ...]
    stamp: str = ""

    @cached_property
    def rendered(self) -> dict[str, str]:
        """The rendered rows, by language."""
        return {}


def fragment(name: str, template: str, /, **values: Hashable) -> Fragment:
    """Build a fragment that is rendered once, from these values."""
    return Fragment(name, template, (tuple(values.items()),))


def build_stamped_fragment(name: str, template: str, stamp: object, /, **values: Hashable) -> Fragment:
    """Build a fragment that differs between steps in this number only.

    It is rendered once for all steps. The values hold `STEP_PLACEHOLDER` where the number belongs.
    """
    return Fragment(name, template, (tuple(values.items()),), str(stamp))


def rows(name: str, template: str, values: Iterable[Mapping[str, Hashable]]) -> Fragment:
    """Build a fragment rendered for each of these values in order, as for the seats of a ring."""
    return Fragment(name, template, tuple(tuple(row.items()) for row in values))


class FragmentGroup:
    """Fragments that several views may share: rendered once for all of them in each language."""

    def __init__(self, *fragments: Fragment) -> None:
        self.fragments = fragments
        self._rendered: dict[str, dict[str, str]] = {}  # in each language

    def render(self, language: str) -> dict[str, str]:
        """Return the HTML of each fragment, by name. The language must be active."""
        if language not in self._rendered:
            self._rendered[language] = {one.name: render_fragment(one, language) for one in self.fragments}
        return self._rendered[language]


EMPTY_GROUP = FragmentGroup()
Builder = TypeVar("Builder", bound=Callable[..., FragmentGroup | Fragment])
MAX_CACHED_GROUPS = 1024  # cached groups of each sort: what the seats of a few tables know and are asked
_makers: list[Any] = []


def cache_result(make: Builder, remembered: int = MAX_CACHED_GROUPS) -> Builder:
    """Decorate a builder of groups or fragments, so that equal arguments return one object."""
    kept = lru_cache(maxsize=remembered)(make)
    _makers.append(kept)
    return cast(Builder, kept)


def cache_latest_results(make: Builder) -> Builder:
    """Decorate like `cache_result`, with a small cache.

    It is for large values that are built from a whole moment and that no later moment needs.
    """
    return cache_result(make, remembered=16)


@dataclass(frozen=True, eq=False)
class View:
    """The view of a device: a frame and its content, separated by who may see it.

    See docs/secrecy.md, 5 and 29. `public`: everybody may see it. `knowledge`: what one seat was told and is asked.
    `answer`: the current state of its answer, which changes with each tap.
    """

    layout: Fragment
    public: FragmentGroup = EMPTY_GROUP
    knowledge: tuple[FragmentGroup, ...] = ()
    answer: FragmentGroup = EMPTY_GROUP

    def render(self, language: str, token: str = "") -> RenderedView:
        """Render this view as HTML. The language must be active.

        `token`: the CSRF token of a desk's forms.
        """
        knowledge: dict[str, str] = {}
        for group in self.knowledge:
            knowledge |= group.render(language)
        frame = render_fragment(self.layout, language)
        return RenderedView(frame, self.public.render(language), knowledge, self.answer.render(language), token)


@dataclass(frozen=True)
class RenderedView:
    """A view as HTML: its frame and its fragments' HTML by name, separated by who may see them."""

    frame: str
    public: Mapping[str, str]
    knowledge: Mapping[str, str]
    answer: Mapping[str, str]
    token: str = ""

    @property
    def html(self) -> str:
        """The whole region."""
        return fill_placeholders(self.frame, self.parts).replace(TOKEN, self.token)

    @property
    def packed_html(self) -> str:
        """The whole region with its long lists packed."""
        text: str = json.loads(f'"{self.as_json()}"')
        return text

    @cached_property
    def parts(self) -> dict[str, str]:
        """The HTML of every fragment by its name, with its placeholders unfilled."""
        return {**self.public, **self.knowledge, **self.answer}

    def partials(self, names: Collection[str]) -> str:
        """Return these fragments as HTML, each in the element that htmx swaps in by its name."""
        parts = self.parts
        return "".join(
            f'<hx-partial id="part-{name}">{fill_placeholders(parts[name], parts)}</hx-partial>'
            for name in self._list_outermost(names)
        ).replace(TOKEN, self.token)

    def as_json(self, names: Collection[str] | None = None) -> str:
        """Return the whole region, or the `partials` of these names, as JSON text.

        Long lists are packed. The quotes around it are left out. It is joined from cached pieces. Because of this,
        hundreds of phones whose cards differ share the text of one question.
        """
        parts, token = self.parts, as_json(self.token)
        if names is None:
            return join_as_json(self.frame, parts, token)
        begin, end = as_json('<hx-partial id="part-'), as_json('">')
        return "".join(
            f"{begin}{name}{end}{join_as_json(parts[name], parts, token)}</hx-partial>"
            for name in self._list_outermost(names)
        )

    def _list_outermost(self, names: Collection[str]) -> list[str]:
        """Return those of these names whose fragments are not within another of them."""
        within = {hole for name in names for hole in list_placeholders(self.parts[name])}
        return [name for name in self.parts if name in names and name not in within]


def find_differences(old: Mapping[str, str], new: Mapping[str, str]) -> frozenset[str]:
    """Return the names under which the other mapping holds another value."""
    if old is new:
        return frozenset()
    return frozenset(name for name, html in new.items() if old.get(name) != html)


def list_placeholders(html: str) -> list[str]:
    """Return the names of the fragments that belong into this HTML."""
    return PLACEHOLDER.findall(html) if "\x00" in html else []


def fill_placeholders(html: str, parts: Mapping[str, str]) -> str:
    """Return this HTML with its placeholders filled.

    A fragment may have placeholders of its own.
    """
    if "\x00" not in html:
        return html
    return PLACEHOLDER.sub(
        lambda hole: fill_placeholders(parts[hole[1]], parts) if hole[1] in parts else hole[0], html
    )


def join_as_json(html: str, parts: Mapping[str, str], token: str = "") -> str:
    """Return this HTML as JSON text, with its placeholders filled.

    A desk's token replaces the placeholder for it.
    """
    written = [*split_at_placeholders(html)]
    for place in range(1, len(written), 2):
        name = written[place]
        if name in parts:
            written[place] = join_as_json(parts[name], parts, token)
        else:
            written[place] = token if build_placeholder(name) == TOKEN else as_json(build_placeholder(name))
    return "".join(written)


def as_json(text: str) -> str:
    """Return a text as JSON text, without the quotes around it."""
    return json.dumps(text)[1:-1]


def build_placeholder(name: str) -> SafeString:
    """Return the placeholder for the fragment of this name."""
    return mark_safe(f"\x00{name}\x00")


def render_fragment(fragment: Fragment, language: str) -> str:
    """Return a fragment's HTML, from the cache if possible. The language must be active."""
    if len(fragment.rows) == 1:
        html = render_template(fragment.template, language, fragment.rows[0])
        return html.replace(STEP_PLACEHOLDER, fragment.stamp) if fragment.stamp else html
    if language not in fragment.rendered:
        fragment.rendered[language] = render_rows(fragment.template, language, fragment.rows)
    return fragment.rendered[language]


_lock = threading.Lock()
_cache: LRUCache[Any, str] = LRUCache(LARGEST_CACHE, getsizeof=lambda html: len(html) + 300)


@cached(_cache, lock=_lock)
def render_template(template: str, language: str, values: Values) -> str:
    """Render a template with these values, and leave one newline between tags.

    The language must be active.
    """
    assert language == get_language()
    html = get_template(template).render({**dict(values), "csrf_token": TOKEN})
    return BETWEEN_TAGS.sub(">\n<", html.strip())


@lru_cache(maxsize=MAX_CACHED_PIECES)
def split_at_placeholders(html: str) -> tuple[str, ...]:
    """Split HTML at its placeholders, as JSON text without the quotes.

    Long lists are packed. The pieces alternate: text, the name of a placeholder, text, and so on.
    """
    pieces = PLACEHOLDER.split(html)
    return tuple(piece if place % 2 else as_json(pack_lists(piece)) for place, piece in enumerate(pieces))


def render_rows(template: str, language: str, rows: tuple[Values, ...]) -> str:
    """Render a template with each of these values in order, and cache the result by its text.

    Because it is cached, all devices share one string. The key is the text, since hundreds of rows are larger than
    their HTML. Cached rows are looked up together, so a ring of hundreds needs one lock.
    """
    keys = [hashkey(template, language, row) for row in rows]
    with _lock:
        found = [_cache.get(key) for key in keys]
    pieces = (render_template(*key) if html is None else html for key, html in zip(keys, found, strict=True))
    return _share_string("".join(pieces))


_cached_lists: LRUCache[Any, str] = LRUCache(LARGEST_LISTS, getsizeof=len)


@cached(_cached_lists, lock=threading.Lock())
def _share_string(html: str) -> str:
    return html


def clear_caches() -> None:
    """Clear all caches of rendered text."""
    _cache.clear()
    _cached_lists.clear()
    split_at_placeholders.cache_clear()
    for make in _makers:
        make.cache_clear()
