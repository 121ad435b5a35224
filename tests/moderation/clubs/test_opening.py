"""A club is opened by a letter, and run by whoever its hosts say; players have no account."""

from __future__ import annotations

import re
from datetime import timedelta
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.apps import apps
from django.core import mail
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games.clubs import entered
from games.models import Club, Event, GameSession, Kept
from moderation.access import codes
from moderation.access.devices import give_pass
from moderation.clubs import letters
from moderation.models import Kind, Letter, Member, Pass
from moderation.table import quotas
from tests.moderation.access.test_authority import house
from tests.moderation.evening import browser, desk, device_of, joining, playing

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def with_letters(kept_apart: None, settings: Any) -> None:
    settings.LETTERS = True


def new_client() -> Client:
    return Client(headers={"accept-language": "en"})


def code_of(letter: Any) -> str:
    found = re.search(r"\d{4} \d{4}", letter.body)
    assert found, letter.body
    return found[0]


def asks(client: Client, path: str = "/clubs/open/", **form: str) -> Any:
    return client.post(path, {"name": "The Owls", "address": "zoe@example.org", **form})


def opens() -> tuple[Client, Club]:
    """Zoé opens a club."""
    client = new_client()
    assert asks(client)["Location"] == "/clubs/code/"
    way = client.post("/clubs/code/", {"code": code_of(mail.outbox[-1])})["Location"]
    club = Club.objects.latest("pk")
    assert way.startswith(f"{club.entered.prefix}host/")
    assert client.post(way).status_code == 302
    return client, club


def test_a_club_is_opened_by_a_name_an_address_and_the_code_of_a_letter() -> None:
    client, club = opens()
    assert mail.outbox[0].to == ["zoe@example.org"] and "The Owls" in mail.outbox[0].body
    assert club.name == "The Owls" and club.pk > 0
    assert client.get(f"{club.entered.prefix}events/").status_code == 200
    assert "The Owls" in client.get(f"{club.entered.prefix}club/").content.decode()
    assert new_client().get(f"{club.entered.prefix}events/").status_code == 404


def test_a_code_works_once_in_the_browser_that_asked_and_for_five_tries() -> None:
    client = new_client()
    asks(client)
    code = code_of(mail.outbox[-1])
    assert new_client().post("/clubs/code/", {"code": code}).status_code == 404
    for _ in range(letters.TRIES):
        assert client.post("/clubs/code/", {"code": "0000 0001"}).status_code == 409
    assert client.post("/clubs/code/", {"code": code}).status_code == 404
    assert not Club.objects.exists()
    client, _club = opens()
    assert client.post("/clubs/code/", {"code": code_of(mail.outbox[-1])}).status_code == 404
    assert Club.objects.exclude(pk=0).count() == 1


def test_a_letter_is_good_for_a_quarter_of_an_hour() -> None:
    client = new_client()
    asks(client)
    Letter.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert client.post("/clubs/code/", {"code": code_of(mail.outbox[-1])}).status_code == 404


def test_nothing_kept_tells_the_code() -> None:
    asks(new_client())
    code = code_of(mail.outbox[-1]).replace(" ", "")
    assert code not in repr(list(Letter.objects.values()))


def test_whoever_runs_a_club_comes_back_on_another_device() -> None:
    _client, club = opens()
    other = new_client()
    asks(other, "/clubs/enter/")
    way = other.post("/clubs/code/", {"code": code_of(mail.outbox[-1])})["Location"]
    other.post(way)
    assert other.get(f"{club.entered.prefix}club/").status_code == 200


def test_an_address_that_runs_nothing_is_answered_alike_and_told_by_letter_alone() -> None:
    opens()
    pages = []
    for address in ("zoe@example.org", "nobody@example.org"):
        client = new_client()
        answer = asks(client, "/clubs/enter/", address=address)
        page = re.sub(r'value="\w{64}"', "", client.get("/clubs/code/").content.decode())
        pages.append((answer.status_code, answer["Location"], page))
    assert pages[0] == pages[1]
    assert "Nobody runs a club" in mail.outbox[-1].body and not re.search(r"\d{4} \d{4}", mail.outbox[-1].body)


def test_an_address_is_sent_a_few_letters_an_hour() -> None:
    for _ in range(letters.TO_AN_ADDRESS):
        assert asks(new_client()).status_code == 302
    refused = asks(new_client())
    assert refused.status_code == 409 and "in an hour" in refused.content.decode()
    assert len(mail.outbox) == letters.TO_AN_ADDRESS


@pytest.mark.parametrize("address", ["", "zoe", "a" * 250 + "@example.org", "zoe@example.org\nBcc: x@example.org"])
def test_what_is_no_address_is_refused_in_a_sentence(address: str) -> None:
    answer = asks(new_client(), address=address)
    assert answer.status_code == 409 and "name@example.org" in answer.content.decode()
    assert mail.outbox == []


def test_without_a_way_to_send_letters_there_is_no_such_page(settings: Any) -> None:
    settings.LETTERS = False
    for path in ("/clubs/open/", "/clubs/enter/", "/clubs/code/"):
        assert new_client().get(path).status_code == 404
    assert "clubs/open" not in new_client().get("/").content.decode()


def test_so_many_clubs_a_day_and_of_an_address(settings: Any) -> None:
    settings.CLUBS_A_DAY = 1
    opens()
    refused = asks(new_client(), address="max@example.org")
    assert refused.status_code == 409 and "tomorrow" in refused.content.decode()


def test_a_host_says_who_runs_the_club_and_takes_it_back() -> None:
    client, club = opens()
    home = club.entered.prefix
    assert client.post(f"{home}club/people/", {"address": "Max@Example.org", "kind": "organiser"}).status_code == 302
    maxs = new_client()
    asks(maxs, "/clubs/enter/", address="max@example.org")
    maxs.post(maxs.post("/clubs/code/", {"code": code_of(mail.outbox[-1])})["Location"])
    assert maxs.get(f"{home}events/").status_code == 200
    assert maxs.get(f"{home}club/").status_code == 404
    with entered(club.entered):
        zoe, maxim = Member.objects.order_by("-address")
    assert client.post(f"{home}club/people/{maxim.pk}/").status_code == 302
    assert maxs.get(f"{home}events/").status_code == 404
    client.post(f"{home}club/people/{zoe.pk}/")  # the last host stays
    assert client.get(f"{home}club/").status_code == 200


def test_whoever_is_taken_off_the_list_while_the_code_is_typed_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    client, club = opens()
    asks(client, "/clubs/enter/")

    def then_taken_off(address: str) -> list[Club]:
        with entered(club.entered):
            Member.objects.filter(address=address).delete()
        return [club]

    monkeypatch.setattr(letters, "run_by", then_taken_off)
    answer = client.post("/clubs/code/", {"code": code_of(mail.outbox[-1])})
    assert answer.status_code == 409 and "no longer on the club’s list" in answer.content.decode()


# What a club may have


def host_of(club: Club) -> Client:
    with entered(club.entered):
        client = browser()
        give_pass(device_of(client), Kind.HOST)
    return client


def test_a_club_has_so_many_tables_and_another_club_its_own(two_clubs: tuple[Club, Club], settings: Any) -> None:
    settings.CLUB_TABLES = 1
    form = {"game": "sporz", "nights": "phones", "language": "en"}
    for club in two_clubs:
        client = host_of(club)
        assert client.post(f"{club.entered.prefix}new/", form).status_code == 302
        refused = client.post(f"{club.entered.prefix}new/", form)
        assert refused.status_code == 409 and "Open tables of this club: 1." in refused.content.decode()
    assert GameSession._base_manager.count() == 2


def test_a_club_has_so_many_seats(two_clubs: tuple[Club, Club], settings: Any) -> None:
    settings.CLUB_SEATS = 6
    club = two_clubs[0]
    with entered(club.entered):
        joining()
    refused = new_client().post(f"{club.entered.prefix}j/BFHJ/", {"name": "Gil"})
    assert refused.status_code == 409 and "this club: 6." in refused.content.decode()


def test_a_club_has_so_much_room(two_clubs: tuple[Club, Club], settings: Any) -> None:
    settings.CLUB_MEGABYTES = 0
    form = {"game": "sporz", "nights": "phones", "language": "en"}
    answer = host_of(two_clubs[0]).post(f"{two_clubs[0].entered.prefix}new/", form)
    assert answer.status_code == 409 and "0 MB" in answer.content.decode()


def test_a_house_of_one_club_has_no_quota(settings: Any) -> None:
    settings.CLUBS, settings.CLUB_TABLES, settings.CLUB_SEATS, settings.CLUB_MEGABYTES = False, 0, 0, 0
    quotas.want_a_table()
    quotas.want_a_seat()


# Codes that anybody in the world may try


@pytest.mark.parametrize(
    ("opened", "letters_of_it"), [(0, 4), (1, 5), (9, 5), (10, 6), (99, 6), (100, 7), (10_000, 8)]
)
def test_codes_grow_so_that_one_in_ten_thousand_is_live(opened: int, letters_of_it: int) -> None:
    assert codes.length(opened) == letters_of_it


def test_a_longer_code_does_not_begin_with_an_open_one(two_clubs: tuple[Club, Club], monkeypatch: Any) -> None:
    with entered(two_clubs[0].entered):
        GameSession.objects.create(code="BBBB", game="sporz")
    drawn = iter("BBBBFHJKLM")  # five letters each: a second table
    monkeypatch.setattr(codes, "choice", lambda letters: next(drawn))
    with entered(two_clubs[1].entered):
        assert codes.new_code() == "HJKLM"


def test_a_code_of_another_club_is_not_given_again(
    two_clubs: tuple[Club, Club], settings: Any, monkeypatch: Any
) -> None:
    settings.CODES_GROW = False
    with entered(two_clubs[0].entered):
        GameSession.objects.create(code="BBBB", game="sporz")
    drawn = iter("BBBBFHJM")
    monkeypatch.setattr(codes, "choice", lambda letters: next(drawn))
    with entered(two_clubs[1].entered):
        assert codes.new_code() == "FHJM"


def test_a_venue_whose_address_guessed_too_often_still_comes_in_by_qr_code(two_clubs: tuple[Club, Club]) -> None:
    club = two_clubs[0]
    with entered(club.entered):
        joining()
        known = browser()
        give_pass(device_of(known), Kind.SEAT, GameSession.objects.create(code="HJKL", game="sporz"))
    join = f"{club.entered.prefix}j/BFHJ/"
    for number in range(60):
        code = "".join("BFHJKLMRWX"[int(digit)] for digit in f"{number:05}")
        assert new_client().post("/", {"code": f"W{code[:4]}"}).status_code == 404
    assert new_client().post("/", {"code": "BFHJ"}).status_code == 429
    assert new_client().get(join).status_code == 429
    assert new_client().get(f"{join}?q=guessed").status_code == 429
    scanned = new_client().get(f"{join}?q={codes.mark('BFHJ')}")
    assert scanned.status_code == 200 and f"q={codes.mark('BFHJ')}" in scanned.content.decode()
    assert new_client().post(f"{join}?q={codes.mark('BFHJ')}", {"name": "Gil"}).status_code == 302
    assert known.get(join).status_code == 200
    cache.clear()
    assert new_client().get(join).status_code == 200


# All of it, taken along


def test_a_club_takes_its_evenings_to_another(two_clubs: tuple[Club, Club]) -> None:
    ours, theirs = two_clubs
    with entered(ours.entered):
        for name in ("Friday", "Saturday"):
            Event.objects.create(name=name)
    kept = host_of(ours).get(f"{ours.entered.prefix}club/club.zip").content
    other = host_of(theirs)
    for _ in range(2):  # those that are here already stay as they are
        sent = BytesIO(kept)
        sent.name = "club.zip"
        assert other.post(f"{theirs.entered.prefix}club/in/", {"file": sent}).status_code == 302
    with entered(theirs.entered):
        assert sorted(Event.objects.values_list("name", flat=True)) == ["Friday", "Saturday"]
    with entered(ours.entered):
        assert Event.objects.count() == 2
    assert other.get(f"{theirs.entered.prefix}club/club.zip").content == kept


def test_what_is_no_club_is_refused(two_clubs: tuple[Club, Club]) -> None:
    sent = BytesIO(b"PK\x05\x06" + b"\0" * 18)
    sent.name = "club.zip"
    club = two_clubs[0]
    answer = host_of(club).post(f"{club.entered.prefix}club/in/", {"file": sent})
    assert answer.status_code == 409 and "none of a club" in answer.content.decode()


def test_a_member_of_one_club_has_no_pass_in_another(two_clubs: tuple[Club, Club]) -> None:
    ours, theirs = two_clubs
    client = host_of(ours)
    assert client.get(f"{theirs.entered.prefix}club/").status_code == 404
    with entered(theirs.entered):
        assert not Pass.objects.exists()


def test_a_club_that_goes_takes_every_row_of_its_own_and_no_other(two_clubs: tuple[Club, Club]) -> None:
    ours, theirs = two_clubs
    with entered(ours.entered):
        house()
    with entered(theirs.entered):
        desk(playing("WRMJ"))
    call_command("clubs", remove=ours.key, stdout=StringIO())
    kept = [model for model in apps.get_models() if issubclass(model, Kept)]
    left = {model.__name__: set(model._base_manager.values_list("club", flat=True)) for model in kept}
    assert set.union(*left.values()) == {theirs.pk} == left["Seat"]
    assert Club.objects.get() == theirs
