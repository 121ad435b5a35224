"""A finished game told again: on whose pages, in which words, how long, and that a correction takes it away."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse

from games import journal
from games.models import GameSession, Pacing
from moderation.access.devices import give_pass
from moderation.models import Kind
from tests.games.table_scenes import RECORDS
from tests.moderation.recap.finished import finished, restored
from tests.moderation.sporz_table import NAMES, browser, desk, device_of, end_moment, phone
from tests.thorough import amount

pytestmark = pytest.mark.django_db

LARGEST = 30_000  # bytes of a later page of a phone, as it is sent
EVERY_KEPT = sorted(RECORDS.glob("*/*.json"))[:: amount(4, 1)]  # of each game one, and with `--full` all
LONGEST = ("sporz/eighteen_with_two_base_mutants", "lupus/mythomaniac_turned_seer", "elsen/police_on_the_fifth_night")
LONGEST += ("murder/six_players_solved", "spree/eight_players_hong_kong")


def scenes(client: Client, address: str) -> list[str]:
    """Every page of a story, by its links alone."""
    found, where = [], f"{address}?scene=1"
    while where:
        page = client.get(where).content.decode()
        found.append(page)
        follows = re.search(r'rel="next"\s+href="([^"]+)"', page)
        where = follows[1] if follows else ""
    return found


def words(page: str) -> str:
    """What a page says, without its marks."""
    return " ".join(re.sub(r"<[^>]+>", "", page.partition("<main")[2]).split())


def test_a_phone_follows_links_from_first_to_last_scene() -> None:
    session = finished()
    pages = scenes(phone(session, "Eve"), reverse("phone_story", args=[session.code]))
    told = [words(page) for page in pages]
    assert [found[1] for page in pages if (found := re.search(r"<h1[^>]*>([^<]+)", page))][:5] == [
        "Before the first night",
        "Night 1",
        "Day 1",
        "Night 2",
        "Day 2",
    ]
    assert "The mutants mutate Cid." in told[1] and "Dan inspects Cid: with the mutants." in told[1]
    assert "Bob treats Fay, with nothing to heal." in told[1]
    assert "The astronauts win" in told[-1] and "Base mutant" in told[-1]


def test_each_scene_is_drawn_and_told_in_words_as_well() -> None:
    session = finished()
    night = scenes(phone(session, "Eve"), reverse("phone_story", args=[session.code]))[1]
    assert night.count('class="arrow') == 4  # a mutation, a paralysis, a cure, an inspection
    assert 'aria-hidden="true"' in night.partition("<svg class=")[2][:200]
    assert words(night).count("Cid") >= 2


@pytest.mark.parametrize("kept", LONGEST)
def test_no_page_of_a_phone_is_longer_than_thirty_kilobytes(kept: str) -> None:
    session = restored(RECORDS / f"{kept}.json")
    client = phone(session, session.seats.first().name)  # type: ignore[union-attr]
    here = reverse("phone_story", args=[session.code])
    assert max(len(page.encode()) for page in scenes(client, here)) <= LARGEST
    assert len(client.get(here, {"scene": "figures"}).content) <= LARGEST


@pytest.mark.parametrize("path", EVERY_KEPT, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_kept_game_has_its_pages_in_both_languages(path: Path) -> None:
    session = restored(path)
    for language in ("en", "fr"):
        tablet = desk(session)
        tablet.cookies["django_language"] = language
        for page in ("1", "9999", "figures", "x", "-1", ""):
            assert tablet.get(reverse("desk_story", args=[session.code]), {"scene": page}).status_code == 200
    assert browser().get(reverse("screen_story", args=[session.code]), {"scene": "all"}).status_code == 200


def test_a_game_of_another_version_gets_a_story() -> None:
    session = finished()
    GameSession.objects.filter(pk=session.pk).update(kit_version=99)
    pages = scenes(phone(session, "Eve"), reverse("phone_story", args=[session.code]))
    assert "The mutants mutate Cid." in words(pages[1])
    assert "Base mutant" in words(pages[-1])


def test_a_reopened_game_takes_the_story_away_from_every_device() -> None:
    session = finished()
    eve, tablet, wall = phone(session, "Eve"), desk(session), browser()
    asked = [(eve, "phone_story"), (tablet, "desk_story"), (wall, "screen_story"), (eve, "phone_picture")]
    assert [who.get(reverse(what, args=[session.code])).status_code for who, what in asked] == [200] * 4
    assert "data-tells" in wall.get(reverse("screen", args=[session.code])).content.decode()
    journal.submit(session.pk, {"by": "moderator", "undo": 1})
    assert [who.get(reverse(what, args=[session.code])).status_code for who, what in asked] == [404] * 4
    assert eve.get(reverse("phone_story", args=[session.code]), {"scene": "still"}).status_code == 404
    assert "data-tells" not in wall.get(reverse("screen", args=[session.code])).content.decode()
    assert "/story/" not in eve.get(reverse("phone", args=[session.code])).content.decode()


def test_the_desk_says_at_which_scene_the_screen_stands() -> None:
    session = finished()
    tablet, wall = desk(session), browser()
    step, screen = reverse("desk_story_step", args=[session.code]), reverse("screen", args=[session.code])

    def at() -> str:
        found = re.search(r'data-at="(-?\d+)"', wall.get(screen).content.decode())
        return found[1] if found else ""

    assert at() == "-2"  # the poster of the end, until somebody goes on
    for sent, stands in (("2", "2"), ("stop", "-1"), ("0", "0"), ("9999", "6")):
        assert tablet.post(step, {"at": sent, "seen": "3"}).status_code == 302
        assert at() == stands, sent
    before = Pacing.objects.get(pk=session.pk).lines_said
    for nonsense in ("", "x", "-7", "1e3", "99999999", "²"):
        answer = tablet.post(step, {"at": nonsense}, follow=True)
        assert re.search(r'id="notice"[^>]*>\s*<p class="notice error">', answer.content.decode()), nonsense
    assert Pacing.objects.get(pk=session.pk).lines_said == before


def test_a_corrected_story_starts_again_on_the_screen() -> None:
    session = finished()
    desk(session).post(reverse("desk_story_step", args=[session.code]), {"at": "2"})
    journal.submit(session.pk, {"by": "moderator", "undo": 1})
    journal.write_table(session.pk, journal.redo)
    assert 'data-at="-2"' in browser().get(reverse("screen", args=[session.code])).content.decode()


def test_the_picture_names_people_or_nobody_and_fetches_nothing() -> None:
    session = finished()
    eve, address = phone(session, "Eve"), reverse("phone_picture", args=[session.code])
    named, nameless = (eve.get(address, {"names": names}).content.decode() for names in ("1", "0"))
    for drawn in (named, nameless):
        ElementTree.fromstring(drawn)
        assert not re.search(r'(?:href|src)="(?!#)', drawn)
        assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")
    letters = re.compile(r"<text[^>]*>([^<]*)")
    assert {name for name in NAMES if name in letters.findall(named)} == set(NAMES)
    assert not any(name in said for said in letters.findall(nameless) for name in NAMES)
    assert "attachment" in eve.get(address, {"save": "1"})["Content-Disposition"]


def test_a_nameless_picture_does_not_name_the_winner() -> None:
    session = restored(RECORDS / "murder" / "six_players_solved.json")
    drawn = desk(session).get(reverse("desk_picture", args=[session.code]), {"names": "0"}).content.decode()
    said = re.findall(r"<text[^>]*>([^<]*)", drawn)
    assert not any(re.search(rf"\b{seat.name}\b", line) for line in said for seat in session.seats.all())


def test_secret_polls_show_counts_and_open_votes_show_ballots() -> None:
    session = finished()
    secret = phone(session, "Eve").get(reverse("phone_story", args=[session.code]), {"scene": "figures"})
    assert 'data-test="ballots-secret"' in secret.content.decode() and 'id="matrix"' not in secret.content.decode()
    village = restored(RECORDS / "lupus" / "ghosts.json")
    told = desk(village).get(reverse("desk_story", args=[village.code]), {"scene": "figures"}).content.decode()
    assert 'id="matrix"' in told and 'data-test="ballots-secret"' not in told
    assert told.count("<svg class=") <= told.count("<table>")  # a table behind each picture


def test_everybody_on_the_ring_of_accusations_has_a_name() -> None:
    session = restored(RECORDS / "murder" / "six_players_solved.json")
    page = desk(session).get(reverse("desk_story", args=[session.code]), {"scene": "figures"}).content.decode()
    drawn = page.partition('id="accusations"')[2].partition("</svg>")[0]
    assert re.findall(r'class="name[^"]*"[^>]*>([^<]+)<', drawn) == session.seat_names()


def test_hosts_read_the_story_after_a_table_is_closed() -> None:
    session = finished()
    host = browser()
    give_pass(device_of(host), Kind.HOST)
    page = reverse("event_story", args=[session.pk])
    assert page in host.get(reverse("events")).content.decode()
    assert desk(session).post(reverse("desk_close", args=[session.code])).status_code == 302
    assert host.get(page).status_code == 200
    assert "picture.svg" not in host.get(page, {"scene": "9999"}).content.decode()


def test_no_story_opens_while_the_result_is_shown(settings: Any) -> None:
    """SECRECY 28: the last result is shown first."""
    settings.MOMENT_PACE = 1.0
    session = finished()
    eve, tablet = phone(session, "Eve"), desk(session)
    asked = [(eve, "phone_story"), (tablet, "desk_story"), (browser(), "screen_story"), (eve, "phone_picture")]
    assert [who.get(reverse(what, args=[session.code])).status_code for who, what in asked] == [404] * 4
    end_moment(session, session.head)
    assert [who.get(reverse(what, args=[session.code])).status_code for who, what in asked] == [200] * 4


def test_a_game_broken_off_has_no_story() -> None:
    session = finished()
    journal.submit(session.pk, {"by": "moderator", "undo": 1})
    host = browser()
    give_pass(device_of(host), Kind.HOST)
    desk(session).post(reverse("desk_close", args=[session.code]))
    assert host.get(reverse("event_story", args=[session.pk])).status_code == 404
