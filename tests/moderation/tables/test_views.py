"""A table's life: its settings, its moderators, its record, its next game, its end."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import journal
from games.engine import record
from games.engine.table import MODERATOR
from games.models import SESSION_PARTS, GameSession
from moderation.access.invite_links import create_link
from moderation.models import Kind, Link, Pass
from moderation.play.pacing import clock as tending
from moderation.play.secrecy import pseudonyms as steps
from moderation.tables.next_game import play_again
from tests.moderation.clients import at, joins, opens, playing, refusal, ring, seat, seated, text, the_host
from tests.moderation.sporz_table import joining

pytestmark = pytest.mark.django_db

SETTINGS = {
    "nights": "eyes_closed",
    "language": "fr",
    "option.night_autopsy": "full",
    "option.investigators": "cpg",
    "option.show_tally": "on",
    "option.murder_announced": "on",
}
CHIEF = {"step": "chief", "by": MODERATOR, "answer": {"seat": "Eve"}}


def state(table: GameSession) -> dict[str, Any]:
    kept = GameSession.objects.values().get(pk=table.pk)
    del kept["pulse"]
    for part in SESSION_PARTS.values():
        kept |= part._default_manager.values().get(pk=table.pk)
    return kept


def next_game(table: GameSession) -> GameSession:
    return GameSession.objects.get(code=table.code, closed=None)


# Settings


def test_only_rules_are_fixed_once_cards_are_dealt(host: Client, table: GameSession) -> None:
    host.post(at("desk_settings", table), SETTINGS)
    kept = state(table)
    assert (kept["nights"], kept["language"], kept["options"]) == ("eyes_closed", "fr", {"night_autopsy": "full"})
    seated(table)
    playing(table)
    host.post(at("desk_settings", table), SETTINGS | {"nights": "phones", "option.night_autopsy": "role"})
    kept = state(table)
    assert (kept["nights"], kept["options"]) == ("phones", {"night_autopsy": "full"})


@pytest.mark.parametrize(
    "wrong",
    [
        {"nights": ""},
        {"language": "xx"},
        {"option.night_autopsy": "x" * 10_000},
        {"option.x": "1"},
        {"wifi_name": "\x00"},
        {"covers_after": ""},
        {"asks_after": ""},
    ],
)
def test_settings_that_cannot_be_are_refused(host: Client, table: GameSession, wrong: dict[str, str]) -> None:
    before = state(table)
    answer = host.post(at("desk_settings", table), SETTINGS | wrong)
    assert answer.status_code == 409
    assert 'role="alert"' in text(answer)
    assert state(table) == before


def test_refused_settings_are_shown_as_they_were_filled_in(host: Client, table: GameSession) -> None:
    answer = host.post(at("desk_settings", table), SETTINGS | {"wifi_name": "x" * 33})
    assert re.search(r'id="wifi_name_error"[^>]*>[^<]*\b32\b', text(answer))
    assert re.search('value="eyes_closed"[^>]* checked', text(answer))
    assert re.search('value="full" selected', text(answer))
    assert re.search(f'value="{"x" * 33}"[^>]* aria-invalid="true"', text(answer))


# Moderators


def invited(host: Client, table: GameSession) -> Client:
    page = text(host.post(at("desk_invite", table)))
    pin = page.split('<p class="code">')[1][:4]
    second = Client()
    path = "/desk/link/" + page.split("/desk/link/")[1].split("/")[0] + "/"
    assert second.post(path, {"pin": pin}).status_code == 302
    return second


def test_two_devices_moderate_and_one_gives_the_desk_up(host: Client, table: GameSession) -> None:
    seated(table)
    second = invited(host, table)
    assert second.get(at("desk", table)).status_code == 200
    assert host.get(at("desk", table)).status_code == 200
    assert host.post(at("desk_hand_over", table)).headers["Location"] == "/"
    for name in ("desk", "desk_cards", "desk_settings", "desk_export"):
        assert host.get(at(name, table)).status_code == 404
    assert second.get(at("desk", table)).status_code == 200


def test_handing_over_revokes_all_links_of_the_old_desk(host: Client, table: GameSession) -> None:
    seated(table)
    invited(host, table)
    page = text(host.post(at("desk_invite", table)))
    kept, pin = page.split("/desk/link/")[1].split("/")[0], page.split('<p class="code">')[1][:4]
    to_a_seat = text(host.post(at("desk_seat_link", table, seat(table, "Ann").pk))).split("/seat/")[1].split("/")[0]
    host.post(at("desk_hand_over", table))
    assert host.post(f"/desk/link/{kept}/", {"pin": pin}).status_code == 404
    assert host.post(f"/seat/{to_a_seat}/").status_code == 404
    assert host.get(at("desk", table)).status_code == 404


def test_the_last_moderator_cannot_give_the_desk_up(host: Client, table: GameSession) -> None:
    assert "No other device" in refusal(host.post(at("desk_hand_over", table)))
    assert host.get(at("desk", table)).status_code == 200


def test_only_a_host_takes_over_a_lost_desk(table: GameSession) -> None:
    people = seated(table)
    playing(table)
    another = the_host()
    assert another.get(at("desk", table)).status_code == 404
    page = text(another.get(at("desk_take", table)))
    assert "mutant" not in page
    assert another.get(at("desk", table)).status_code == 404
    another.post(at("desk_take", table))
    assert another.get(at("desk", table)).status_code == 200
    for stranger in (people["Ann"], Client()):
        assert stranger.post(at("desk_take", table)).status_code == 404
    other, plays_too = opens(another), the_host()
    joins(other, "Zoe", plays_too)
    assert plays_too.post(at("desk_take", other)).status_code == 404


def test_a_desk_that_was_taken_over_loses_its_rights(host: Client, table: GameSession) -> None:
    seated(table)
    page = text(host.post(at("desk_invite", table)))
    kept, pin = page.split("/desk/link/")[1].split("/")[0], page.split('<p class="code">')[1][:4]
    another = the_host()
    another.post(at("desk_take", table))
    assert host.get(at("desk", table)).status_code == 404
    assert host.post(f"/desk/link/{kept}/", {"pin": pin}).status_code == 404
    assert another.post(at("desk_take", table)).status_code == 302
    assert another.get(at("desk", table)).status_code == 200


# The next game


def test_the_same_people_play_again_under_the_same_code(host: Client, table: GameSession) -> None:
    host.post(at("desk_settings", table), SETTINGS | {"wifi_name": "Home"})
    people = seated(table)
    second = invited(host, table)
    host.post(at("desk_bot", table, seat(table, "Eve").pk), {"bot": "on"})
    host.post(
        at("desk_order", table), {"seat": [seat(table, name).pk for name in ("Eve", "Dan", "Cid", "Bob", "Ann")]}
    )
    playing(table)
    host.post(at("desk_again", table))
    again = next_game(table)
    assert again.pk != table.pk
    assert (again.stage, again.deal, again.head) == ("joining", None, 0)
    assert (again.nights, again.language, again.settings.wifi_name) == ("eyes_closed", "fr", "Home")
    assert again.options == {"night_autopsy": "full"}
    assert ring(again) == ["Eve", "Dan", "Cid", "Bob", "Ann"]
    assert seat(again, "Eve").bot
    assert not seat(again, "Ann").looked
    old = GameSession.objects.get(pk=table.pk)
    assert old.closed
    assert old.next_game == again
    for phone in people.values():
        assert phone.get(at("phone", again)).status_code == 200
    for desk in (host, second):
        assert desk.get(at("desk", again)).status_code == 200
    joins(again, "Flo")


def test_everybody_keeps_their_own_seat_in_the_next_game(host: Client, table: GameSession) -> None:
    seated(table)
    playing(table)
    before = dict(Pass.objects.filter(session=table, kind=Kind.SEAT).values_list("device", "seat__name"))
    again = play_again(table)
    after = dict(Pass.objects.filter(session=again, kind=Kind.SEAT).values_list("device", "seat__name"))
    assert after == before
    assert set(Pass.objects.filter(session=again, kind=Kind.SEAT).values_list("seat__session", flat=True)) == {
        again.pk
    }


def test_a_second_tap_makes_no_third_game(host: Client, table: GameSession) -> None:
    seated(table)
    playing(table)
    for _ in range(3):
        host.post(at("desk_again", table))
    assert GameSession.objects.count() == 2
    assert play_again(GameSession.objects.get(pk=table.pk)) == next_game(table)


def test_a_game_that_has_not_begun_is_not_played_again(host: Client, table: GameSession) -> None:
    seated(table)
    host.post(at("desk_again", table))
    assert GameSession.objects.count() == 1


def test_links_to_the_old_game_lead_nowhere_in_the_next(host: Client, table: GameSession) -> None:
    seated(table)
    playing(table)
    token = create_link(Kind.SEAT, table, seat(table, "Ann"))[0]
    host.post(at("desk_again", table))
    assert not Link.objects.filter(session=table).exists()
    assert Client().post(f"/seat/{token}/").status_code == 404


def test_a_table_that_closes_sends_everybody_home(host: Client, table: GameSession) -> None:
    people = seated(table)
    playing(table)
    assert host.post(at("desk_close", table)).headers["Location"] == "/"
    assert GameSession.objects.get().closed
    for client in (host, people["Ann"], Client()):
        for name in ("desk", "phone", "join", "screen"):
            assert client.get(at(name, table)).status_code == 404


# The record


def test_an_exported_game_plays_the_same_again(host: Client, table: GameSession) -> None:
    seated(table)
    assert host.get(at("desk_export", table)).status_code == 404
    playing(table)
    journal.submit(table.pk, CHIEF)
    answer = host.get(at("desk_export", table))
    assert answer.headers["Content-Disposition"].startswith(f'attachment; filename="sporz-{table.code.lower()}-')
    replay = record.replay(record.read(record.parse(answer.content)))
    assert replay.refused == []
    with journal.read_table(table.pk) as (_session, live):
        assert live is not None
        assert replay.table.told == live.told
        assert replay.table.truth() == live.truth()


def test_a_game_of_another_version_is_exported_as_played(host: Client, table: GameSession) -> None:
    seated(table)
    playing(table)
    journal.submit(table.pk, CHIEF)
    GameSession.objects.update(kit_version=999)
    document = json.loads(host.get(at("desk_export", table)).content)
    assert document["kit_version"] == 999
    assert document["moves"] == [CHIEF]
    assert [1, None, {"fact": "chief", "seat": "Eve"}] in document["told"]


# Without a moderator


def day_ends(table: GameSession) -> Any:
    table.refresh_from_db()
    with journal.read_table(table.pk) as (kept, at_play):
        return tending.build_release(kept, at_play).ends


def test_without_a_moderator_anybody_gives_a_day_another_minute(host: Client) -> None:
    table = opens(host, nights="narrated")
    seated(table)
    playing(table)
    before = day_ends(table)
    opened = steps.build_pseudonym(table.pk, 0)
    assert f'name="opened" value="{opened}"' in text(host.get(at("desk", table)))
    host.post(at("desk_longer", table), {"opened": opened})
    assert day_ends(table) == before + timedelta(minutes=1)
    host.post(at("desk_longer", table), {"opened": steps.build_pseudonym(table.pk, 7)})  # a tap on what has passed
    assert day_ends(table) == before + timedelta(minutes=1)


def test_settings_offer_no_file_that_cannot_be_had(host: Client) -> None:
    for nights, offered in (("narrated", False), ("eyes_closed", True)):
        table = opens(host, nights=nights)
        seated(table)
        playing(table)
        export = at("desk_export", table)
        assert (f'href="{export}"' in text(host.get(at("desk_settings", table)))) == offered
        assert host.get(export).status_code == (200 if offered else 404)


def test_the_device_code_disappears_from_the_page_after_use(host: Client, table: GameSession) -> None:
    page = text(host.post(at("desk_invite", table)))
    state = re.findall(r'hx-get="([^"]+)"', page)[0]
    link, pin = re.findall(r"/desk/link/[^<]+/", page)[0], re.findall(r'class="code">(\d{4})<', page)[0]
    assert host.get(state).status_code == 204
    Client().post(link, {"pin": pin})
    done = text(host.get(state))
    assert 'data-test="link-used"' in done
    assert pin not in done and link not in done


def test_the_seat_code_disappears_when_used_or_void(host: Client, table: GameSession) -> None:
    joins(table, "Ann")
    path = at("desk_seat_link", table, seat(table, "Ann").pk)
    first, second = (text(host.post(path)) for _ in range(2))
    states = [re.findall(r'hx-get="([^"]+)"', page)[0] for page in (first, second)]
    assert 'data-test="link-void"' in text(host.get(states[0]))
    assert host.get(states[1]).status_code == 204
    Client().post(re.findall(r"/seat/[^<]+/", second)[-1])
    assert 'data-test="link-used"' in text(host.get(states[1]))


def test_home_leads_to_the_newest_table_in_its_world(host: Client, table: GameSession) -> None:
    page = text(host.get("/"))
    assert f'data-world="{table.game}"' in page
    assert re.findall(r'<a class="button primary full"\s+href="([^"]*)"', page) == [f"/desk/{table.code}/"]


def test_who_joins_sees_the_cover_of_the_game(table: GameSession) -> None:
    page = text(Client().get(f"/j/{table.code}/"))
    assert f"worlds/{table.game}/cover" in page
    assert page.count("button primary") == 1


@pytest.mark.parametrize(
    ("stage", "narrated", "warns"),
    [
        ("joining", False, "From the deal on"),
        ("cards", False, "From now on this device sees every secret"),
        ("playing", False, "From now on this device sees every secret"),
        ("playing", True, "its desk shows no secret"),
        ("joining", True, "its desk shows no secret"),
    ],
)
def test_the_warning_about_secrets_is_shown_where_it_is_true(stage: str, narrated: bool, warns: str) -> None:
    host = the_host()
    session = joining()
    GameSession.objects.filter(pk=session.pk).update(stage=stage, narrated=narrated)
    token, _pin = create_link(Kind.MODERATOR, session, pin=True)
    for shown in (host.get(f"/desk/{session.code}/take/"), Client().get(reverse("desk_link", args=[token]))):
        assert warns in text(shown)
