"""Where hands are raised for or against, the desk enters everybody's in one list."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from games import journal, lifecycle
from games.engine import plugins
from games.engine.bots import next_move
from games.engine.kit import all_kits
from games.engine.options import settle
from games.models import GameSession, Seat
from qa.serving import ROOT
from tests.moderation.sporz_table import phone
from tests.moderation.surfaces.desk.test_ring_input import enter, form, region, settled, table_of

pytestmark = pytest.mark.django_db
NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve"]


@pytest.fixture
def raising(monkeypatch: pytest.MonkeyPatch) -> Iterator[GameSession]:
    """A table of quests, without phones, where all raise their hands for or against a team."""
    monkeypatch.setenv(plugins.FOLDERS_VARIABLE, str(ROOT / "examples" / "quests"))
    all_kits.cache_clear()
    kit, choose = all_kits()["quests"], Random(1).choice
    session = GameSession.objects.create(code="BFHJ", game="quests", nights="eyes_closed", language="en")
    for place, name in enumerate(NAMES):
        Seat.objects.create(session=session, place=place, name=name, folded=name.casefold())
    lifecycle.deal_cards(session, kit.roles.deal(NAMES, settle(kit.roles.OPTIONS, {}), choose))
    lifecycle.begin(session)
    session.refresh_from_db()
    while table_of(session).step.name != "approve":  # type: ignore[union-attr]
        journal.submit(session.pk, next_move(kit, table_of(session), choose).written())
    yield session
    all_kits.cache_clear()


def raised(page: str, hands: Mapping[str, bool]) -> dict[str, Any]:
    """What the list sends when these hands were seen."""
    sent = form(page, "enter")
    rows = re.findall(r'id="each-\d+-(\d+)">\s*<legend><bdi[^>]*>(\w+)', page)
    ids = {name: row for row, name in rows}
    chosen = {f"{ids[name]}.pick0": json.dumps({"approve": up}, separators=(",", ":")) for name, up in hands.items()}
    assert set(chosen.items()) <= {(c.name, c.value) for c in sent.controls}
    return {"opened": sent.value("opened"), "each": sent.value("each"), "for": list(ids.values()), **chosen}


def test_all_hands_are_entered_in_one_list_by_one_tap(raising: GameSession) -> None:
    moderator, head = settled(raising), raising.moves.count()
    page = region(moderator, raising)
    hands = dict(zip(NAMES, [True, True, False, True, False], strict=True))
    assert enter(moderator, raising, raised(page, hands)) == 200
    table = table_of(raising)
    assert table.public()[-1]["seats"] == ["Ann", "Bob", "Dan"] or table.step.name != "approve"  # type: ignore[union-attr]
    assert raising.moves.count() == head + len(NAMES)
    assert enter(moderator, raising, raised(page, hands)) == 409  # sent again, it counts once
    assert raising.moves.count() == head + len(NAMES)


def test_players_left_out_of_the_list_stay_on_it(raising: GameSession) -> None:
    moderator = settled(raising)
    assert enter(moderator, raising, raised(region(moderator, raising), {"Ann": True, "Cid": False})) == 200
    assert table_of(raising).step.answers == {"Ann": {"approve": True}, "Cid": {"approve": False}}  # type: ignore[union-attr]
    assert re.findall(r"<legend><bdi[^>]*>(\w+)", region(moderator, raising)) == ["Bob", "Dan", "Eve"]


def test_an_empty_or_invalid_list_changes_nothing(raising: GameSession) -> None:
    moderator, head = settled(raising), raising.moves.count()
    sent = raised(region(moderator, raising), {"Ann": True})
    name = next(one for one in sent if one.endswith("pick0"))
    for wrong in ("", "7", '{"approve":"yes"}', '{"team":true}', "["):
        assert enter(moderator, raising, {**sent, name: wrong}) == 409
    assert enter(moderator, raising, {**sent, "for": [*sent["for"], "999999"]}) == 409
    assert raising.moves.count() == head


def test_whoever_has_a_phone_raises_a_hand_on_it(raising: GameSession) -> None:
    phone(raising, "Bob")
    page = region(settled(raising), raising)
    assert re.findall(r"<legend><bdi[^>]*>(\w+)", page) == ["Ann", "Cid", "Dan", "Eve"]
