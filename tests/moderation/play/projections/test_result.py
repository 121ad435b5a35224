"""What a finished game came to, on each phone and in the list of who was what."""

import re

import pytest
from django.urls import reverse

from moderation.play.projections.private import SeatOutcome, find_seat_outcome
from moderation.play.projections.sections.ending import RevealedSeat
from tests.moderation.clients import text
from tests.moderation.project.test_templates import phone_html
from tests.moderation.recap.finished import finished
from tests.moderation.sporz_table import phone as as_player
from tests.moderation.surfaces.showings import phone, public

ENDED = (
    RevealedSeat("Ann", "Astronaut", won=True, camp=True),
    RevealedSeat("Bob", "Base mutant", won=False, camp=True),
    RevealedSeat("Cid", "Astronaut, healed", won=False, camp=True, changed=True),
)


@pytest.mark.parametrize(
    ("seat", "winners", "result"),
    [
        ("Ann", ("Ann",), SeatOutcome.WON),
        ("Bob", ("Ann",), SeatOutcome.LOST),
        ("Cid", ("Ann",), SeatOutcome.CHANGED),
        ("Bob", (), SeatOutcome.NOBODY),
        ("Zoe", ("Ann",), None),
    ],
)
def test_each_phone_shows_the_result_for_its_seat(
    seat: str, winners: tuple[str, ...], result: SeatOutcome | None
) -> None:
    assert find_seat_outcome(public(stage="over", outcome="Over.", winners=winners, revealed=ENDED), seat) is result


def test_before_the_end_no_phone_is_told_a_result() -> None:
    assert find_seat_outcome(public(), "Ann") is None


@pytest.mark.parametrize("result", list(SeatOutcome))
def test_the_result_stands_on_the_phone_at_the_end(result: SeatOutcome) -> None:
    html = phone_html(phone(public(stage="over", outcome="Over.", revealed=ENDED), result=result))
    assert f'data-test="result-{result}"' in html


def test_the_list_explains_winners_of_a_camp_who_lost() -> None:
    html = phone_html(phone(public(stage="over", outcome="Over.", winners=("Ann",), revealed=ENDED)))
    assert html.count('data-test="changed"') == 1


@pytest.mark.django_db
def test_each_phone_reads_its_own_deed_and_no_other() -> None:
    session = finished()
    here = reverse("phone", args=[session.code])
    pages = {name: text(as_player(session, name).get(here)) for name in ("Ann", "Bob", "Dan")}
    deeds = {name: re.findall(r'data-test="own-deed">([^<]*)<', page) for name, page in pages.items()}
    assert deeds == {
        "Ann": ["You mutated Cid."],
        "Bob": ["Nobody voted against you."],
        "Dan": ["You had seen rightly: Cid."],
    }
