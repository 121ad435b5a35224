"""Parsing of a pasted list of names.

Numbers, bullets and other columns around the names are removed.
"""

from __future__ import annotations

import re

LONGEST_LIST = 20_000  # characters
SEPARATOR = re.compile(r"[\r\n,;]+|\s\+\s")
NUMBERING = re.compile(r"^\W*\d{1,3}\s*(?:\ufe0f?\u20e3|[.):°\]–—-])\s*")  # "1.", "2)", "7️⃣"
BULLET = re.compile(r"^[^\w(]+")  # a dash, a star, a picture before the name
NUMBER_ALONE = re.compile(r"[\d\s+().:/-]*")  # a line without a name, a time, a telephone number


def read_names(pasted: str) -> list[str]:
    """Return the names of a pasted list, in their order.

    Names are separated by line breaks, commas, semicolons or plus signs.
    """
    names = (read_line(line) for line in SEPARATOR.split(pasted[:LONGEST_LIST]))
    return [name for name in names if name]


def read_line(line: str) -> str:
    """Return the name in one line; empty if there is none.

    Of several columns, it is the first that is not a number.
    """
    columns = [remove_bullet(column) for column in line.split("\t")]
    return next((column for column in columns if not NUMBER_ALONE.fullmatch(column)), "")


def remove_bullet(text: str) -> str:
    """Return a text without the number or the bullet before it.

    A name that consists of pictures alone stays.
    """
    text = NUMBERING.sub("", text.strip())
    return BULLET.sub("", text).strip() or text
