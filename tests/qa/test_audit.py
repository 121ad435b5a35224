"""The audit of layout finds each kind of fault on a page made for it, and none at real tables.

One table of every game is played here. Every number of seats and every size are for `make pictures ARGS=--audit`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page

from games import journal, server_clock
from games.engine.kit import all_kits
from games.engine.options import settle
from games.engine.table import Table
from games.models import Seat
from moderation.players.names import LONGEST
from qa.pictures.audit import Auditor, group_findings
from qa.pictures.tables import NAMES, AuditedTable, Collector, Leaf
from qa.serving import RunningServer
from tests.conftest import CHROMIUM
from tests.moderation.play.secrecy.worlds import Clock, World
from tests.moderation.sporz_table import desk

HEAD = "<!doctype html><html><meta name=viewport content='width=device-width'><style>body{margin:0}</style><body>"
NARROW = [(390, 844)]
FEW = [(390, 844), (1180, 820), (1920, 1080)]
SMALL_TO_LARGE = [(360, 640), (1024, 600), (3840, 2160)]
WHOLE_TABLES = [  # game, how it is played, seats
    *(("sporz", "phones", 24), ("lupus", "narrated", 12), ("lupus", "phones", 16), ("elsen", "phones", 9)),
    *(("murder", "narrated", 5), ("spree", "phones", 5)),
]
MOST_MOVES = 400
SHORTER = {"spree": {"target": 60}}  # options that make a game shorter
FAULTS = {
    "broken inside a word": "<p style='width:40px;overflow-wrap:anywhere'>Maximilienne",
    "cut at its side": "<p style='width:40px;overflow:hidden;white-space:nowrap'>Maximilienne</p>",
    "cut below or above": "<p style='height:20px;overflow:hidden;width:90px'>Anne-Sophie de La Tour</p>",
    "small letters": "<p style='font-size:9px'>Maximilienne</p>",
    "a small target": "<p>Tap <span><button style='width:20px;height:20px'>x</button></span></p>",
    "one lies on the other": "<p style='margin:0'>Ann</p><p style='margin:-20px 0 0'>Bob</p>",
    "scrolls sideways": "<p style='width:600px'>So wide that it has to be scrolled by whoever reads it all",
    "shortened inside a word": (
        "<p style='width:60px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap'>Maximilienne"
    ),
    "beyond the page's edge": "<p style='position:absolute;left:-30px;top:0'>Ann",
    "what floats lies on what is to be filled in": (
        "<form><p style='height:800px'></p>"
        "<label style='display:block;height:44px'><input type=radio name=a required>Ann</label>"
        "<div style='position:sticky;bottom:0'><button style='height:60px;width:300px'>Confirm</button></div>"
        "<p style='height:100px'></form>"
    ),
    "covered at the end of the page": (
        "<p style='height:900px'></p><p>The last line</p>"
        "<div style='position:fixed;bottom:0;height:60px;width:300px'>Strip</div>"
    ),
}


def audited(browser: Browser, leaf: Leaf, sizes: list[tuple[int, int]]) -> set[str]:
    """Return the kinds of faults that are found on a page with letters of their usual size."""
    return {one.kind for one in Auditor(browser, sizes).audit(leaf) if not one.large}


@pytest.mark.parametrize("kind", FAULTS)
def test_each_kind_of_fault_is_found(kind: str, browser: Browser) -> None:
    assert kind in audited(browser, Leaf("", "page", "", "en", HEAD + FAULTS[kind]), NARROW)


def test_a_page_without_faults_has_none(browser: Browser) -> None:
    button = "<button style='padding:1rem 2rem'>Go on</button>"
    page = f"<main><h1>Anne-Sophie</h1><p>Ann and <a href='/'>Bob</a>.</p>{button}</main>"
    assert audited(browser, Leaf("", "page", "", "en", HEAD + page), [(390, 844), (1180, 820)]) == set()


@pytest.mark.slow
def test_no_fault_from_the_lobby_to_the_first_night(
    start_server: Callable[..., RunningServer], open_device: Callable[..., Page], browser: Browser
) -> None:
    table = AuditedTable(start_server(CALL_PACE="5", MOMENT_PACE="1"), open_device, "sporz", "phones", 9)
    leaves = table.begin_and_look()
    auditor = Auditor(browser, FEW)
    faults = [one for leaf in leaves if leaf.language == "fr" for one in auditor.audit(leaf)]
    assert {leaf.kind for leaf in leaves} >= {"desk", "phone", "screen"}
    assert group_findings(faults) == []


def collect_played_pages(game: str, nights: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> list[Leaf]:
    """Play one table by a seed and a clock turned by hand, and return the pages that its devices come to."""
    kit, random, clock = all_kits()[game], Random(f"audit {game} {nights} {seats}"), Clock()
    monkeypatch.setattr(server_clock, "now", clock)
    monkeypatch.setattr(journal, "chance", random)
    names = [name[:LONGEST].strip() for name in NAMES[:seats]]
    options = settle(kit.roles.OPTIONS, SHORTER.get(game, {}))
    dealt = Table(kit.rules, names, options, kit.roles.deal(names, options, random.choice))
    world = World.begin(kit, dealt, dealt.deal, nights, "BFHJ", random)
    for seat in world.session.seats.all():
        Seat.objects.filter(pk=seat.pk).update(face=seat.place)
    collector, tablet = Collector(f"{game}-{nights}-{seats}", get_page), desk(world.session)
    for number in range(MOST_MOVES):
        table = world.table
        asked = [seat for seat in names if table.step and seat in table.step.asks][:2]
        for seat in dict.fromkeys((*asked, names[number % seats])):
            collector.look(world.phones[seat], "phone", "", "/t/BFHJ/")
        collector.look(tablet, "desk", "", "/desk/BFHJ/")
        collector.look(world.screen, "screen", "", "/screen/BFHJ/")
        if world.is_over:
            break
        world.go_on(clock, random)
    return collector.leaves


def get_page(device: Client, path: str, language: str) -> str:
    """Return the page that a device gets in a language."""
    device.cookies["django_language"] = language
    answer = device.get(path)
    return answer.content.decode() if answer.status_code == 200 else ""


@pytest.mark.slow
@pytest.mark.full
@pytest.mark.django_db
@pytest.mark.parametrize(("game", "nights", "seats"), WHOLE_TABLES)
def test_no_fault_at_a_whole_table(game: str, nights: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    leaves = collect_played_pages(game, nights, seats, monkeypatch)
    by_turns = [leaf for place, leaf in enumerate(leaves) if place // 2 % 2 == place % 2]  # each in one language
    assert {leaf.kind for leaf in by_turns} >= {"desk", "phone", "screen"}
    try:
        auditor = Auditor(CHROMIUM.open(), SMALL_TO_LARGE)
        assert group_findings(one for leaf in by_turns for one in auditor.audit(leaf)) == []
    finally:
        CHROMIUM.close()  # no ORM while it is open, and the test's transaction is still to be rolled back
