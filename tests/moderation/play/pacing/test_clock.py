"""A clock belongs to its phase, ends with it, and says what it counts."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import journal, lifecycle, server_clock
from games.models import GameSession, Seat
from moderation.play.pacing import clock as night_clock
from tests.games.kits.lupus_village import NAMES as VILLAGE
from tests.games.kits.lupus_village import deal as village
from tests.moderation.sporz_table import CHIEF, CLOSE, browser, desk, phone, playing

pytestmark = pytest.mark.django_db


def start(moderator: Client, session: GameSession, **form: str) -> int:
    sent = {"action": "start", "seconds": "120", **form}
    address = reverse("desk_clock", kwargs={"code": session.code})
    return moderator.post(address, sent, headers={"hx-request": "true"}).status_code


def pages(session: GameSession, moderator: Client, player: Client) -> list[str]:
    """What the desk, a phone and the screen show."""
    devices = {"desk": moderator, "phone": player, "screen": browser()}
    return [client.get(reverse(page, args=[session.code])).content.decode() for page, client in devices.items()]


def test_the_debate_clock_has_a_label_and_ends_by_day() -> None:
    session = playing()
    moderator, player = desk(session), phone(session, "Bob")
    assert start(moderator, session) == 200
    for page in pages(session, moderator, player):
        assert page.count('<span class="clock-name">') == 1
        assert ">Debate</span>" in page
    journal.submit(session.pk, CHIEF)  # night falls
    for page in pages(session, moderator, player):
        assert page.count('<span class="clock-name">') == 1
        assert ">Call</span>" in page


def test_what_the_clock_of_another_phase_could_do_is_refused() -> None:
    session = playing()
    moderator = desk(session)
    start(moderator, session)
    journal.submit(session.pk, CHIEF)
    assert start(moderator, session, action="add", seconds="60") == 409
    assert start(moderator, session, action="go") == 409


def test_a_clock_started_at_night_has_its_own_label() -> None:
    session = playing()
    moderator, player = desk(session), phone(session, "Bob")
    journal.submit(session.pk, CHIEF)
    start(moderator, session)
    for page in pages(session, moderator, player):
        assert ">Clock</span>" in page
        assert ">Call</span>" in page


def test_without_a_moderator_a_day_explains_its_clock() -> None:
    session = playing()
    GameSession.objects.update(narrated=True)
    session.refresh_from_db()
    page = phone(session, "Bob").get(reverse("phone", args=[session.code])).content.decode()
    assert ">Vote</span>" in page


def of_lupus(nights: str = "eyes_closed", **options: object) -> GameSession:
    """The first day of a village of eight has just broken."""
    session = GameSession.objects.create(
        code="BFHJ", game="lupus", kit_version=1, nights=nights, language="en", options=options
    )
    for place, name in enumerate(VILLAGE[:8]):
        Seat.objects.create(session=session, place=place, name=name, folded=name.casefold())
    lifecycle.deal_cards(session, village())
    lifecycle.begin(session)
    while True:
        with journal.read_table(session.pk) as (_, table):
            assert table and table.step
            if table.step.name == "debate":
                break
        journal.submit(session.pk, CLOSE)
    session.refresh_from_db()
    return session


def test_l23_the_three_minutes_of_a_debate_start_by_themselves() -> None:
    session = of_lupus()
    moderator = desk(session)
    for page in pages(session, moderator, phone(session, "Bob")):
        assert ">Debate</span>" in page and "data-ends=" in page
        assert "3:00" in page
    assert start(moderator, session, action="pause") == 200
    page = pages(session, moderator, phone(session, "Bob"))[0]
    assert ">Debate</span>" in page and "data-left=" in page and "data-ends=" not in page
    assert start(moderator, session, action="stop") == 200
    assert ">Debate</span>" not in "".join(pages(session, moderator, phone(session, "Bob")))


def test_l23_the_moderator_lengthens_a_debate_that_runs_by_itself() -> None:
    session = of_lupus()
    moderator = desk(session)
    assert start(moderator, session, action="add", seconds="60") == 200
    session.timer.refresh_from_db()
    assert session.timer.length == 240 and session.timer.of_debate
    journal.submit(session.pk, CLOSE)  # to the accusation


def test_l23_the_debate_clock_disappears_unless_it_was_turned() -> None:
    session = of_lupus()
    journal.submit(session.pk, CLOSE)
    assert ">Debate</span>" not in "".join(pages(session, desk(session), phone(session, "Bob")))


def test_l23_a_debate_begins_after_the_moment_before_it(settings: Any) -> None:
    settings.MOMENT_PACE = 1.0
    session = of_lupus()
    moderator = desk(session)
    assert ">Debate</span>" not in pages(session, moderator, phone(session, "Bob"))[1]
    with journal.read_table(session.pk) as (fresh, table):
        held = night_clock.build_release(fresh, table).held
    assert held is not None
    before = server_clock.now()
    moderator.post(
        reverse("desk_go_on", args=[session.code]), {"held": held.caused_by}, headers={"hx-request": "true"}
    )
    with journal.read_table(session.pk) as (fresh, table):
        debate = night_clock.find_debate(fresh, night_clock.build_release(fresh, table))
    assert debate is not None and debate[0] >= before and debate[1] == 180


@pytest.mark.parametrize(
    ("options", "said", "unsaid"),
    [
        ({}, "It is you whom the werewolves have devoured", "Name the dead"),
        ({"moderator_first_victim": False}, "", "It is you whom the werewolves have devoured"),
    ],
)
def test_l16_the_desk_mentions_the_results_of_night_one(options: Any, said: str, unsaid: str) -> None:
    session = of_lupus(**options)
    page = pages(session, desk(session), phone(session, "Bob"))[0]
    assert said in page and unsaid not in page


@pytest.mark.parametrize(("voting", "said"), [("in_turn", "Round the table"), ("together", "All name at once")])
@pytest.mark.parametrize("ghosts", [True, False])
def test_l24_the_desk_says_how_this_table_names(voting: str, said: str, ghosts: bool) -> None:
    session = of_lupus(voting=voting, ghosts=ghosts)
    journal.submit(session.pk, CLOSE)
    page = pages(session, desk(session), phone(session, "Bob"))[0]
    assert said in page and ("The dead name somebody too" in page) == ghosts
    other = "All name at once" if voting == "in_turn" else "Round the table"
    assert other not in page
