"""The way in: by code, by name, by link; each once, and nobody by guessing."""

import re
import threading
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games import journal
from games.engine.kit import all_kits
from games.models import GameSession, Seat
from moderation.access import guards
from moderation.access.invite_links import create_link
from moderation.models import Device, Kind, Link, Pass
from moderation.players.names import LONGEST, SKY
from moderation.tables.next_game import play_again
from tests.moderation.clients import at, joins, opens, playing, ring, said_in, seat, seated, text, the_host

pytestmark = pytest.mark.django_db

ODD_NAMES = [
    "",
    "   ",
    "\u200b\u2060",
    "\u3164\u2800",
    "x" * (LONGEST + 1),
    "x" * 10_000,
    "moderator",
    "\u202e\u202d",
    "a\x00" * 25,
]


@pytest.fixture
def table() -> GameSession:
    return opens(the_host())


def test_the_join_page_shows_a_stranger_nothing_else(table: GameSession) -> None:
    seated(table)
    page = text(Client().get("/"))
    assert table.code not in page
    assert reverse("create") not in page


def test_a_typed_code_ignores_case_and_spaces(table: GameSession) -> None:
    typed = " ".join(table.code.lower())
    assert Client().post("/", {"code": typed}).headers["Location"] == at("join", table)


@pytest.mark.parametrize("code", ["", "ZZZZ", "x" * 10_000, "\x00\x00", "<script>", "🜛"])
def test_a_code_that_leads_nowhere_is_answered_by_a_sentence(code: str) -> None:
    answer = Client().post("/", {"code": code})
    assert answer.status_code == 404
    assert 'data-test="wrong-code"' in text(answer)


def test_a_device_that_guesses_codes_is_throttled_alone(table: GameSession) -> None:
    guesser, neighbour = Client(), Client()
    for _ in range(guards.WRONG_CODES):
        assert guesser.post("/", {"code": "ZZZZ"}).status_code == 404
    assert guesser.post("/", {"code": table.code}).status_code == 429
    assert guesser.get(at("join", table)).status_code == 429
    assert neighbour.post("/", {"code": table.code}).status_code == 302


# The host


def test_a_host_link_works_once_and_survives_being_viewed() -> None:
    link = "/host/" + create_link(Kind.HOST)[0] + "/"
    host, thief = Client(), Client()
    assert thief.get(link).status_code == 200
    assert not Pass.objects.exists()
    assert host.post(link).headers["Location"] == "/"
    assert thief.post(link).status_code == 404
    assert thief.get(link).status_code == 404
    assert [one.kind for one in Pass.objects.all()] == [Kind.HOST]
    assert reverse("create") in text(host.get("/"))


def test_a_new_hosts_link_voids_the_one_before() -> None:
    old, new = (f"/host/{create_link(Kind.HOST)[0]}/" for _ in range(2))
    assert Client().get(old).status_code == 404
    assert Client().get(new).status_code == 200


def test_only_a_host_opens_tables(table: GameSession) -> None:
    for stranger in (Client(), joins(table, "Ann")):
        assert stranger.get(reverse("create")).status_code == 404
        assert stranger.post(reverse("create"), {"game": "sporz"}).status_code == 404
    assert GameSession.objects.count() == 1


def test_whoever_opens_a_table_moderates_it() -> None:
    host = the_host()
    table = opens(host, wifi_name="Home", wifi_password="p;w", **{"option.night_autopsy": "full"})
    assert host.get(at("desk", table)).status_code == 200
    assert table.options == {"night_autopsy": "full", "show_tally": False, "murder_announced": False}
    assert (table.settings.wifi_name, table.settings.wifi_password) == ("Home", "p;w")
    assert (table.nights, table.language) == ("phones", "en")


@pytest.mark.parametrize(
    ("chosen", "speakers"),
    [
        ({"nights": "narrated"}, "desk"),
        ({"nights": "eyes_closed"}, ""),
        ({"nights": "narrated", "speaker": "screen"}, "screen"),
        ({"nights": "narrated", "speaker": "nobody"}, ""),
        ({"nights": "phones", "speaker": "desk"}, "desk"),
    ],
)
def test_one_device_speaks_by_itself_as_was_chosen(chosen: dict[str, str], speakers: str) -> None:
    host = the_host()
    seated(table := opens(host, **chosen))
    table = play_again(playing(table))
    on = re.compile(r'data-voice\s+aria-pressed="true"')
    speaking = [page for page in ("desk", "screen") if on.search(text(host.get(at(page, table))))]
    assert speaking == ([speakers] if speakers else [])


def test_the_narrator_keeps_to_the_language_of_the_table() -> None:
    host = the_host()
    table = opens(host, nights="narrated", language="fr")
    assert '<html lang="fr"' in text(host.get(at("desk", table)))
    assert "Sans meneur de jeu" in text(host.get(at("desk", table)))
    assert '<html lang="en"' in text(host.get(at("desk", opens(host, nights="phones", language="fr"))))


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"nights": "never"},
        {"language": "tlh"},
        {"speaker": "everybody"},
        {"option.night_autopsy": "all"},
        {"option.bogus": "1"},
        {"wifi_name": "x" * 10_000},
        {"wifi_password": "x" * 64},
        {"event": "12"},
        {"event": "1e9"},
        {"game": "spree", "option.target": "many"},
        {"game": "spree", "option.target": "-3"},
        {"game": "spree", "option.target": "9" * 10_000},
        {"game": "spree", "option.target": "0"},
    ],
)
def test_an_impossible_set_up_is_refused_and_opens_nothing(wrong: dict[str, str]) -> None:
    sent = {
        "game": "sporz",
        "nights": "phones",
        "language": "fr",
        "option.night_autopsy": "role",
        "option.investigators": "cpg",
        **wrong,
    }
    if sent["game"] == "spree":
        del sent["option.night_autopsy"]
    answer = the_host().post(reverse("create"), sent)
    assert answer.status_code == 409
    assert 'role="alert"' in text(answer)
    assert not GameSession.objects.exists()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", ["murder", "spree"])
def test_pages_of_board_games_do_not_mention_nights(game: str, language: str) -> None:
    """Nobody sleeps, votes or closes their eyes around a board."""
    host = the_host()
    host.cookies["django_language"] = language
    with translation.override(language):  # which is not left on for other tests
        page = text(host.get(reverse("create"), {"game": game}))
    page = re.sub("<[^>]+>", " ", page.partition('<form class="stack roomy"')[2])
    assert not re.search(r"\b(nights?|eyes|asleep|votes?|in silence|nuits?|yeux|votes?|en silence)\b", page)
    assert "habituel" not in page and "usual" not in page


def test_an_empty_number_shows_the_number_of_the_rules() -> None:
    host = the_host()
    assert 'placeholder="15"' in text(host.get(reverse("create"), {"game": "murder"}))


def test_an_option_left_empty_keeps_what_the_rules_say() -> None:
    table = opens(the_host(), game="spree", **{"option.target": "", "option.face_cards": "12"})
    assert table.options == {"face_cards": 12}


# Taking a seat


def test_a_name_takes_the_next_seat_and_opens_the_phone(table: GameSession) -> None:
    ann, bob = joins(table, "Ann"), joins(table, " Bob\u200b ")
    assert ring(table) == ["Ann", "Bob"]
    assert ann.get(at("phone", table)).status_code == 200
    assert bob.get(at("phone", table)).status_code == 200
    assert ann.get(at("join", table)).headers["Location"] == at("phone", table)


def test_a_name_is_made_up_for_whoever_wants_one(table: GameSession) -> None:
    for _ in range(3):
        Client().post(at("join", table), {"made_up": "1", "name": ""})
    assert len(set(ring(table))) == 3


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_generated_name_is_in_the_language_of_the_device(table: GameSession, language: str) -> None:
    Client(headers={"Accept-Language": language}).post(at("join", table), {"made_up": "1", "name": ""})
    with translation.override(language):
        assert ring(table)[0] in str(SKY).split()
    with translation.override("fr"):
        assert {"Comète", "Véga"} < set(str(SKY).split())


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_name_that_cannot_be_is_refused_in_a_sentence(table: GameSession, name: str) -> None:
    answer = Client().post(at("join", table), {"name": name})
    assert answer.status_code == 409
    assert 'role="alert"' in text(answer)
    assert ring(table) == []
    assert not Pass.objects.filter(kind=Kind.SEAT).exists()


@pytest.mark.parametrize("name", ["Zoé", "zoé", "ZOÉ", "Zoe\u0301", "Z\u200boé", "Ｚoé", "Ζoé"])
def test_a_name_that_looks_like_another_is_refused(table: GameSession, name: str) -> None:
    joins(table, "Zoé")
    answer = Client().post(at("join", table), {"name": name})
    assert answer.status_code == 409
    assert "already" in text(answer)
    assert ring(table) == ["Zoé"]


def test_names_are_shown_as_text_whatever_they_hold(table: GameSession) -> None:
    joins(table, "<b>&\"'")
    joins(table, "\u05d3\u05e0\u05d4")
    page = text(Client().get(at("screen", table)))
    assert "<b>&" not in page
    assert "&lt;b&gt;" in page


def test_the_database_itself_keeps_names_apart(table: GameSession, monkeypatch: pytest.MonkeyPatch) -> None:
    joins(table, "Ann")
    monkeypatch.setattr("django.db.models.query.QuerySet.exists", lambda self: False)  # both looked at the same time
    answer = Client().post(at("join", table), {"name": "ann"})
    assert answer.status_code == 409
    assert ring(table) == ["Ann"]


def test_a_long_fold_of_a_short_name_still_fits(table: GameSession) -> None:
    joins(table, "\ufdfa" * 16)
    assert len(seat(table, "\ufdfa" * 16).folded) <= 120


def test_a_second_tap_takes_no_second_seat(table: GameSession) -> None:
    ann = joins(table, "Ann")
    joins(table, "Ann", ann)
    joins(table, "Somebody else", ann)
    assert ring(table) == ["Ann"]


def test_latecomers_wait_and_watch(table: GameSession) -> None:
    seated(table)
    playing(table)
    late = Client()
    page = late.get(at("join", table))
    assert at("screen", table) in text(page)
    answer = late.post(at("join", table), {"name": "Late"})
    assert answer.status_code == 409
    assert 'data-test="begun"' in text(answer) and "seat in the next one" in said_in(text(answer), "refused")
    assert len(ring(table)) == 5


def test_a_full_table_says_so() -> None:
    table = opens(the_host(), game="spree")
    for number in range(8):
        joins(table, f"Player {number}")
    answer = Client().post(at("join", table), {"name": "Ninth"})
    assert answer.status_code == 409
    assert "Every seat at this table is taken" in text(answer)


def test_a_closed_table_lets_nobody_in(table: GameSession) -> None:
    GameSession.objects.update(closed="2026-01-01T00:00Z")
    assert Client().get(at("join", table)).status_code == 404
    assert Client().post(at("join", table), {"name": "Ann"}).status_code == 404


def at_once(actions: list[Callable[[], object]]) -> None:
    """Do all this in the same instant, each in a thread of its own."""
    start = threading.Barrier(len(actions))

    def act(action: Callable[[], object]) -> None:
        start.wait()
        try:
            action()
        finally:
            connection.close()

    threads = [threading.Thread(target=act, args=[action]) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.django_db(transaction=True)
def test_sixteen_simultaneous_phones_each_get_a_seat_once() -> None:
    table = opens(the_host())
    phones = [Client() for _ in range(16)]
    for phone in phones:
        phone.get(at("join", table))
    taps = [
        lambda phone=phone, number=number: phone.post(at("join", table), {"name": f"Player {number}"})
        for number, phone in enumerate(phones)
        for _tap in range(2)
    ]
    at_once(taps)
    assert sorted(ring(table)) == sorted(f"Player {number}" for number in range(16))
    assert Pass.objects.filter(kind=Kind.SEAT).count() == 16
    assert sorted(Seat.objects.values_list("place", flat=True)) == list(range(16))


@pytest.mark.django_db(transaction=True)
def test_a_name_wanted_twice_at_once_is_given_once() -> None:
    table = opens(the_host())
    answers: list[int] = []
    names = ["Ann", "ann", "ANN", "Ａnn"]
    phones = [Client() for _ in names]
    at_once(
        [
            lambda phone=phone, name=name: answers.append(phone.post(at("join", table), {"name": name}).status_code)
            for phone, name in zip(phones, names, strict=True)
        ]
    )
    assert sorted(answers) == [302, 409, 409, 409]
    assert len(ring(table)) == 1


# Links


def test_moving_a_seat_disconnects_the_first_device(table: GameSession) -> None:
    people = seated(table)
    playing(table)
    link = "/seat/" + create_link(Kind.SEAT, table, seat(table, "Ann"))[0] + "/"
    new, late = Client(), Client()
    assert "Ann" in text(new.get(link))
    assert people["Ann"].get(at("phone", table)).status_code == 200
    assert new.post(link).headers["Location"] == at("phone", table)
    assert "mutant" in text(new.get(at("phone", table)))
    assert late.post(link).status_code == 404
    moved = people["Ann"].get(at("phone", table), follow=True)
    assert 'data-test="seat-moved"' in text(moved)
    assert "mutant" not in text(moved)
    assert people["Ann"].post(at("answer", table), {"opened": "0"}).status_code == 404
    assert people["Bob"].get(at("phone", table)).status_code == 200


def test_a_seats_link_is_no_link_to_anything_else(table: GameSession) -> None:
    joins(table, "Ann")
    token = create_link(Kind.SEAT, table, seat(table, "Ann"))[0]
    assert Client().post(f"/host/{token}/").status_code == 404
    assert Client().post(f"/desk/link/{token}/").status_code == 404
    assert Link.objects.get(kind=Kind.SEAT).used is None


def test_the_desk_opens_elsewhere_by_link_and_pin(table: GameSession) -> None:
    token, pin = create_link(Kind.MODERATOR, table, pin=True)
    second = Client()
    assert pin not in text(second.get(f"/desk/link/{token}/"))
    assert second.post(f"/desk/link/{token}/", {"pin": pin}).headers["Location"] == at("desk", table)
    assert second.get(at("desk", table)).status_code == 200
    assert Client().post(f"/desk/link/{token}/", {"pin": pin}).status_code == 404


@pytest.mark.parametrize("wrong", ["", "12345", "é", "١٢٣٤", "x" * 10_000])
def test_five_wrong_pins_burn_the_link(table: GameSession, wrong: str) -> None:
    token, pin = create_link(Kind.MODERATOR, table, pin=True)
    guesser = Client()
    for left in (4, 3, 2, 1, 0):
        answer = guesser.post(f"/desk/link/{token}/", {"pin": wrong})
        assert answer.status_code == 409
        assert ("used up" in text(answer)) is (left == 0)
    assert guesser.post(f"/desk/link/{token}/", {"pin": pin}).status_code == 404
    assert guesser.get(at("desk", table)).status_code == 404


def test_links_to_a_table_that_has_closed_are_void(table: GameSession) -> None:
    joins(table, "Ann")
    to_seat = create_link(Kind.SEAT, table, seat(table, "Ann"))[0]
    to_desk, pin = create_link(Kind.MODERATOR, table, pin=True)
    GameSession.objects.update(closed="2026-01-01T00:00Z")
    assert Client().post(f"/seat/{to_seat}/").status_code == 404
    assert Client().post(f"/desk/link/{to_desk}/", {"pin": pin}).status_code == 404


def test_everybody_may_see_the_code_of_a_table_as_picture(table: GameSession) -> None:
    answer = Client().get(at("qr_join", table))
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert "style=" not in text(answer)
    assert Client().get(reverse("qr_join", args=["ZZZZ"])).status_code == 404


def test_looking_around_makes_no_seat_and_no_pass(table: GameSession) -> None:
    curious = Client()
    for _ in range(3):
        curious.get(at("join", table))
    assert not Device.objects.exclude(passes__kind=Kind.MODERATOR).exclude(passes__kind=Kind.HOST).exists()
    assert not Pass.objects.filter(kind=Kind.SEAT).exists()
    with journal.read_table(table.pk) as (session, _none):
        assert session.pulse == 0


# What the home page shows to a device that has been here


def links(page: str) -> list[str]:
    """The surfaces to which a page leads, each once: the newest table stands in large letters and in the list."""
    return [*dict.fromkeys(re.findall(r'href="(/(?:t|desk|screen)/[^"]*)"', page))]


def test_the_home_page_lists_only_seats_of_this_device() -> None:
    host = the_host()
    table, empty = opens(host), opens(host)
    phones = seated(table)
    for name, phone in phones.items():
        page = text(phone.get("/"))
        assert links(page) == [at("phone", table)]
        assert [other for other in phones if f">{other}<" in page] == [name]
    assert sorted(links(text(host.get("/")))) == sorted(
        at(to, one) for one in (table, empty) for to in ("screen", "desk")
    )


def test_a_host_who_plays_has_lines_for_seat_and_desk() -> None:
    host = the_host()
    table = opens(host, nights="narrated")
    seated(table)
    joins(table, "Hal", host)
    assert links(text(host.get("/"))) == [at("phone", table), at("screen", table), at("desk", table)]


def test_all_links_of_the_home_page_work_without_closed_tables() -> None:
    host = the_host()
    table, gone = opens(host), opens(host)
    phone = joins(gone, "Ann", joins(table, "Ann"))
    elsewhere = the_host()
    assert links(text(elsewhere.get("/"))) == []
    host.post(at("desk_close", gone))
    for device in (host, phone, elsewhere):
        assert all(device.get(link).status_code == 200 for link in links(text(device.get("/"))))
        assert gone.code not in text(device.get("/"))


def test_the_home_page_explains_that_a_desk_was_lost() -> None:
    told = "This device no longer moderates that table"
    assert told in text(Client().get("/?gone=desk"))
    assert told not in text(Client().get("/"))


@pytest.mark.parametrize("slug", all_kits())
def test_waiting_phones_all_show_the_same_practice_card(slug: str) -> None:
    """SECRECY 27: it shows the game's scene and no role."""
    session = opens(the_host(), slug)
    pages = [text(joins(session, name).get(at("phone", session))) for name in ("Ann", "Bob")]
    cards = [re.findall(r'<details class="cover" id="practice".*?</details>', page, re.DOTALL) for page in pages]
    assert len(cards[0]) == 1 and cards[0] == cards[1]
    assert "card-face" in cards[0][0] and "#e" not in cards[0][0].replace("lantern", "")
    assert f"/help/{slug}/" in pages[0]
    places = [page.partition(cards[0][0])[2].lstrip().partition("</p>")[0] for page in pages]
    assert places[0] == places[1] and "question-comes" in places[0]
