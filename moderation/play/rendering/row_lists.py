"""Packed lists of similar rows for messages: each kind of row once, then what differs.

A hall's phone is sent hundreds of tiles that differ in a name, a number and a face. `pack_lists` works on rendered
HTML. So the templates know nothing of it, and a page without scripts is the same. `static/js/rows.js` restores the
exact text. Only lists of people are packed, which all phones of a table have alike. The length of other content,
packed, would say something of it (docs/secrecy.md, 29).

A packed list stands between two `LIST` characters. It consists of the order of its rows by kind ("3ab" is "aaab"),
and of the kinds, each after a `KIND`. A kind is a template with holes, and its columns, each after a `COLUMN`. A hole
is `HOLE` and a character that names the column. A column is its values, or the number from which its rows count.
Start reading at `pack_lists`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

FEWEST_ROWS = 20  # shorter lists are sent as they are
LIST, KIND, COLUMN, HOLE = "\x02", "\x03", "\x04", "\x05"
SEPARATOR, COUNTS = "<", ">"  # no value of a column contains them, because HTML escapes them
MOST_KINDS, MOST_COLUMNS = 26, 60
ROW = re.compile(r'<(li|label|div)\b[^<>]*?\sclass="(?:seat|stepper|[^"<>]*\bof-person)\b')
VALUES = re.compile(r'("[^"]*"|>[^<]+)')  # what may differ between rows of a kind: attributes and texts
REPEATS = re.compile(r"(.)\1\1+")

Row = tuple[str, ...]  # fixed text and values, in turn


def pack_lists(html: str) -> str:
    """Return this HTML with its long lists of people packed."""
    for mark in (LIST, KIND, COLUMN, HOLE):
        html = html.replace(mark, "")
    packed, end = [], 0
    for first, last, rows in _find_lists(html):
        if (text := _pack(rows)) is not None:
            packed += [html[end:first], text]
            end = last
    return "".join([*packed, html[end:]])


def _find_lists(html: str) -> Iterator[tuple[int, int, list[str]]]:
    """Yield where each long list begins and ends, and its rows."""
    first, last, rows = 0, 0, list[str]()
    while found := ROW.search(html, last):
        begin, close = found.start(), f"</{found[1]}>"
        end = html.find(close, begin) + len(close)
        while html[end : end + 1].isspace():
            end += 1
        if begin != last:
            if len(rows) >= FEWEST_ROWS:
                yield first, last, rows
            first, rows = begin, []
        rows.append(html[begin:end])
        last = end
    if len(rows) >= FEWEST_ROWS:
        yield first, last, rows


@lru_cache(maxsize=2048)  # the rows of a few halls; a ring of hundreds changes in a row or two
def _split(row: str) -> tuple[Row, Row]:
    """Return the fixed text of a row, which tells its kind, and its values."""
    pieces = VALUES.split(row)
    return tuple(pieces[::2]), tuple(pieces[1::2])


def _pack(rows: Sequence[str]) -> str | None:
    """Return a list of rows packed, None if it cannot be."""
    by_kind: dict[Row, list[Row]] = {}
    order = []
    for row in rows:
        fixed, values = _split(row)
        by_kind.setdefault(fixed, []).append(values)
        order.append(fixed)
    letters = {fixed: chr(97 + number) for number, fixed in enumerate(by_kind)}
    kinds = [_pack_kind(fixed, values) for fixed, values in by_kind.items()]
    if len(kinds) > MOST_KINDS or None in kinds:
        return None
    short = REPEATS.sub(lambda some: f"{len(some[0])}{some[1]}", "".join(map(letters.__getitem__, order)))
    return LIST + short + "".join(f"{KIND}{kind}" for kind in kinds) + LIST


def _pack_kind(fixed: Row, rows: Sequence[Row]) -> str | None:
    """Return the template of a kind of rows and its columns.

    None if a value cannot be told from its neighbours.
    """
    columns: dict[tuple[str, ...], int] = {}
    template = [fixed[0]]
    for values, text in zip(zip(*rows, strict=True), fixed[1:], strict=True):
        if values.count(values[0]) == len(values):
            template += [values[0], text]
        else:
            before, inside, after = _strip_common_ends(values)
            template += [before, HOLE, chr(48 + columns.setdefault(inside, len(columns))), after, text]
    if len(columns) > MOST_COLUMNS or any(SEPARATOR in "".join(one) or COUNTS in "".join(one) for one in columns):
        return None
    return "".join(template) + "".join(COLUMN + _write_column(one) for one in columns)


def _strip_common_ends(values: Row) -> tuple[str, Row, str]:
    """Return what all values begin with, what is left of each, and what all end with."""
    begin = _count_common_letters(values)
    left = [value[begin:] for value in values]
    length = _count_common_letters([value[::-1] for value in left])
    inside = tuple(value[: len(value) - length] for value in left)
    return values[0][:begin], inside, left[0][len(left[0]) - length :]


def _count_common_letters(values: Sequence[str]) -> int:
    """Return how many letters all values begin with.

    Those are what the first and the last in alphabetical order begin with.
    """
    first, last = min(values), max(values)
    letters = enumerate(zip(first, last, strict=False))
    return next((place for place, (one, other) in letters if one != other), min(len(first), len(last)))


def _write_column(values: Row) -> str:
    """Return the values of a column, or the number from which its rows count."""
    if values[0].isascii() and values[0].isdigit():
        first = int(values[0])
        if all(value == str(number) for number, value in enumerate(values, first)):
            return f"{COUNTS}{first}"
    return SEPARATOR.join(values)
