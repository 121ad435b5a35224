"""Long lists are sent as a row of each kind and what differs: the text that is restored is the one of the page."""

from html import escape
from random import Random

import pytest

from moderation.play.rendering.row_lists import FEWEST_ROWS, pack_lists
from qa.walking import unpack_lists

NAMES = ["Ann", "Zoé", "Bob & Co", "D’Arc", "<b>", "李小龙", "😀", "1", "10", "007", "a<1", "=", ">5", "\u202fx"]


def row(name: str, number: int, out: bool = False, kind: str = "seat") -> str:
    """A row as templates write it, of two kinds."""
    told = '<span class="unseen">out</span>' if out else ""
    return f'<li class="{kind}">\n<b id="a-{number}" title="{escape(name)}">{escape(name)}</b>{told}\n</li>\n'


def test_a_long_list_is_little_more_than_its_names() -> None:
    html = "<ol>" + "".join(row(f"Person {number}", number) for number in range(1, 301)) + "</ol>"
    packed = pack_lists(html)
    assert unpack_lists(packed) == html
    assert len(packed) < 4 * 300 + 200 < len(html) / 10


@pytest.mark.parametrize("seed", range(30))
def test_whatever_the_rows_are_their_text_is_restored(seed: int) -> None:
    random = Random(seed)
    rows = [
        row(random.choice(NAMES), random.randrange(400), random.random() < 0.2)
        for _ in range(random.randrange(FEWEST_ROWS - 2, 70))
    ]
    other = "".join(row(f"P{number}", number, number % 3 == 0) for number in range(FEWEST_ROWS))
    html = f"<p>é</p><ol>{''.join(rows)}</ol>\n<ol>{other}</ol> and <i>more</i>"
    assert unpack_lists(pack_lists(html)) == html


def test_short_lists_are_sent_as_they_are() -> None:
    html = "".join(row("Ann", number) for number in range(FEWEST_ROWS - 1))
    assert pack_lists(html) == html
    assert pack_lists(html + row("Bob", 3)) != html + row("Bob", 3)


def test_only_lists_of_people_are_packed() -> None:
    """A notebook, a sheet and cards are one seat's: how long they are, packed, would tell what they say."""
    html = "".join(row("3 of hearts", number, kind="tile") for number in range(FEWEST_ROWS))
    assert pack_lists(html) == html


def test_marks_of_a_packed_list_are_taken_out_of_texts() -> None:
    rows = "".join(row("Ann\x04\x05", number) for number in range(FEWEST_ROWS))
    assert unpack_lists(pack_lists(f"\x02\x03 {rows}")) == f" {rows}".replace("\x04\x05", "")
