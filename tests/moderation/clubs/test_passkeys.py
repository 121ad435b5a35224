"""Passkeys: whoever came in by a letter adds one, and enters the same club with it, and no other."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone
from fido2.utils import websafe_decode, websafe_encode

from games import clubs
from games.clubs import entered
from games.models import Club, Event
from moderation.access.devices import give_pass
from moderation.clubs import letters, passkeys
from moderation.models import AnsweredChallenge, Kind, Link, Member, Pass, Passkey
from moderation.people.pruning import prune
from tests.moderation.clubs.authenticator import PRESENT, Authenticator
from tests.moderation.clubs.test_opening import asks, code_of, host_of
from tests.moderation.evening import browser, device_of

pytestmark = pytest.mark.django_db
HOST, ORIGIN = "veilleur.example", "https://veilleur.example"
ASK, ENTER = "/clubs/passkey/ask/", "/clubs/passkey/"


@pytest.fixture(autouse=True)
def by_https(kept_apart: None, settings: Any) -> None:
    settings.LETTERS, settings.PASSKEY_HOST = True, HOST
    settings.ALLOWED_HOSTS = [HOST, "other.example", "localhost", "testserver"]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")  # as BEHIND_TLS has it


def new_client(host: str = HOST, proto: str = "https") -> Client:
    return Client(headers={"accept-language": "en", "host": host, "x-forwarded-proto": proto})


def by_code(address: str, path: str = "/clubs/enter/", **form: str) -> tuple[Client, str]:
    """Somebody who has typed the code of a letter on a new device, and where that leads."""
    client = new_client()
    assert asks(client, path, address=address, **form).status_code == 302
    way = client.post("/clubs/code/", {"code": code_of(mail.outbox[-1])})["Location"]
    assert client.post(way).status_code == 302
    return client, "/".join(way.split("/")[:3]) + "/"


def opens(address: str = "zoe@example.org", name: str = "The Owls") -> tuple[Client, Club]:
    client, home = by_code(address, "/clubs/open/", name=name)
    return client, Club.objects.get(key=home.split("/")[2])


def adds(client: Client, club: Club, device: Authenticator, name: str = "blue phone") -> Any:
    page = f"{club.entered.prefix}club/passkeys/"
    asked = client.post(f"{page}ask/", {"name": name})
    assert asked.status_code == 200, asked.content
    return client.post(page, {"name": name, "answer": device.creates(asked.json())})


def asked_at_the_door(client: Client) -> dict[str, Any]:
    answer = client.post(ASK)
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def shows(client: Client, device: Authenticator) -> Any:
    return client.post(ENTER, {"answer": device.shows(asked_at_the_door(client))})


def with_a_passkey(**device: Any) -> tuple[Client, Club, Authenticator]:
    client, club = opens()
    made = Authenticator(ORIGIN, **device)
    assert adds(client, club, made).status_code == 302
    return client, club, made


def kept(club: Club) -> list[Passkey]:
    with entered(club.entered):
        return list(Passkey.objects.select_related("member"))


def refused(answer: Any) -> bool:
    return answer.status_code == 409 and "opens nothing" in answer.content.decode()


def test_whoever_came_in_by_a_code_adds_a_passkey_and_enters_with_it_on_a_device_that_knows_nothing() -> None:
    _client, club, device = with_a_passkey()
    other = new_client()
    way = shows(other, device)["Location"]
    assert way.startswith(f"{club.entered.prefix}host/")
    assert other.get(f"{club.entered.prefix}club/").status_code == 404  # a link of one use, as by a letter
    other.post(way)
    page = other.get(f"{club.entered.prefix}club/passkeys/").content.decode()
    assert "blue phone" in page and "last used on" in page
    assert other.get(f"{club.entered.prefix}club/").status_code == 200
    assert len(mail.outbox) == 1


def test_the_page_of_the_club_and_its_door_offer_it() -> None:
    client, club = opens()
    for page in ("", "club/passkeys/"):
        assert "asskey" in client.get(club.entered.prefix + page).content.decode()
    assert "Enter with a passkey" in new_client().get("/clubs/enter/").content.decode()


def test_a_passkey_makes_somebody_what_they_are_on_the_list_and_no_more() -> None:
    host, club = opens()
    host.post(f"{club.entered.prefix}club/people/", {"address": "max@example.org", "kind": "organiser"})
    client, _home = by_code("max@example.org")
    device = Authenticator(ORIGIN)
    assert adds(client, club, device).status_code == 302
    other = new_client()
    way = shows(other, device)["Location"]
    assert way.startswith(f"{club.entered.prefix}organiser/")
    other.post(way)
    assert other.get(f"{club.entered.prefix}events/").status_code == 200
    assert other.get(f"{club.entered.prefix}club/").status_code == 404


def test_a_passkey_of_one_club_opens_no_other_though_somebody_runs_both() -> None:
    _client, ours, device = with_a_passkey()
    _client, theirs = opens(name="Lynx and friends")
    other = new_client()
    other.post(shows(other, device)["Location"])
    assert other.get(f"{ours.entered.prefix}events/").status_code == 200
    assert other.get(f"{theirs.entered.prefix}events/").status_code == 404
    assert kept(theirs) == []
    with entered(theirs.entered):  # and where their club knows them by another handle, ours is of no use
        Member.objects.update(handle=websafe_encode(b"x" * 32))
    device.handle = websafe_encode(b"x" * 32)
    assert refused(shows(new_client(), device))


def test_an_answer_is_good_once() -> None:
    _client, _club, device = with_a_passkey(counts=False)
    client = new_client()
    answer = device.shows(asked_at_the_door(client))
    assert client.post(ENTER, {"answer": answer}).status_code == 302
    assert refused(client.post(ENTER, {"answer": answer}))


def test_an_answer_that_made_a_passkey_makes_no_second_one() -> None:
    client, club = opens()
    page = f"{club.entered.prefix}club/passkeys/"
    answer = Authenticator(ORIGIN).creates(client.post(f"{page}ask/", {"name": "one"}).json())
    for status in (302, 409):
        assert client.post(page, {"name": "one", "answer": answer}).status_code == status
    (only,) = kept(club)
    with entered(club.entered):
        only.delete()
    assert client.post(page, {"name": "one", "answer": answer}).status_code == 409
    assert kept(club) == []


def test_a_challenge_is_good_in_the_browser_that_asked_for_a_few_minutes_and_for_one_deed(monkeypatch: Any) -> None:
    client, club, device = with_a_passkey()
    asking, other = new_client(), new_client()
    asked = asked_at_the_door(asking)
    assert refused(other.post(ENTER, {"answer": device.shows(asked)}))
    monkeypatch.setattr(passkeys, "LIFE", timedelta(seconds=-1))
    assert refused(asking.post(ENTER, {"answer": device.shows(asked)}))
    monkeypatch.undo()
    made = client.post(f"{club.entered.prefix}club/passkeys/ask/", {"name": "one"}).json()
    assert refused(client.post(ENTER, {"answer": device.shows({**asked, "challenge": made["challenge"]})}))
    assert refused(asking.post(ENTER, {"answer": device.shows({**asked, "challenge": websafe_encode(b"x" * 40)})}))
    assert shows(asking, device).status_code == 302


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "https://veilleur.example.evil.test"},
        {"origin": "http://veilleur.example"},
        {"origin": "https://veilleur.example:8443"},
        {"crossing": True},
        {"rp": "evil.test"},
        {"flags": PRESENT},
        {"flags": 0},
    ],
)
def test_what_was_not_answered_here_by_its_owner_is_refused(wrong: dict[str, Any]) -> None:
    client, club, device = with_a_passkey()
    right = {name: getattr(device, name) for name in wrong}
    for name, value in wrong.items():
        setattr(device, name, value)
    assert refused(shows(new_client(), device))
    assert adds(client, club, Authenticator(**{"origin": ORIGIN, **wrong})).status_code == 409
    assert len(kept(club)) == 1
    for name, value in right.items():
        setattr(device, name, value)
    assert shows(new_client(), device).status_code == 302


def test_a_key_that_nobody_added_opens_nothing() -> None:
    _client, _club, device = with_a_passkey()
    forged = Authenticator(ORIGIN, number=device.number, handle=device.handle)  # its ID, and another key
    assert refused(shows(new_client(), forged))
    assert refused(shows(new_client(), Authenticator(ORIGIN, handle=device.handle)))
    device.handle = websafe_encode(b"x" * 32)
    assert refused(shows(new_client(), device))


def test_a_counter_that_does_not_rise_is_refused_and_told_to_whoever_runs_the_house(caplog: Any) -> None:
    _client, club, device = with_a_passkey()
    assert shows(new_client(), device).status_code == 302
    device.counter -= 1
    assert refused(shows(new_client(), device))
    assert "may have been copied" in caplog.text
    assert "zoe" not in caplog.text and club.key not in caplog.text
    assert shows(new_client(), device).status_code == 302  # it has used it again: now it has risen


def test_a_device_that_never_counts_is_let_in_each_time() -> None:
    _client, _club, device = with_a_passkey(counts=False)
    for _again in range(2):
        assert shows(new_client(), device).status_code == 302


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "{",
        "[]",
        "null",
        "{}",
        "[" * 100_000,
        json.dumps({"id": "AA", "rawId": "AA", "type": "public-key", "response": 7}),
        json.dumps({"id": "AA", "rawId": "AA", "type": "public-key", "response": {"clientDataJSON": "AA"}}),
        json.dumps({"id": 1, "rawId": [], "type": {}, "response": {}}),
    ],
)
def test_what_is_no_answer_is_refused_in_a_sentence(answer: str) -> None:
    client, club = opens()
    assert refused(new_client().post(ENTER, {"answer": answer}))
    page = f"{club.entered.prefix}club/passkeys/"
    assert client.post(page, {"name": "one", "answer": answer}).status_code == 409
    assert kept(club) == []


def test_what_is_written_amiss_in_an_answer_is_refused_and_never_a_fault() -> None:
    """Every piece of both answers, cut short, of other bytes, and nested without end."""
    client, club, device = with_a_passkey()
    page = f"{club.entered.prefix}club/passkeys/"
    for piece in ("clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"):
        for spoil in (
            lambda kept: kept[: len(kept) // 2],
            lambda kept: b"\x81" * 4000,
            lambda kept: b"",
            lambda kept: b"\xff{",
        ):
            cache.clear()
            guest = new_client()
            for asked, send in (
                (asked_at_the_door(guest), lambda answer, guest=guest: guest.post(ENTER, {"answer": answer})),
                (
                    client.post(f"{page}ask/", {"name": "one"}).json(),
                    lambda answer: client.post(page, {"name": "one", "answer": answer}),
                ),
            ):
                written = json.loads(device.shows(asked) if "rpId" in asked else Authenticator(ORIGIN).creates(asked))
                if piece in written["response"]:
                    spoilt = websafe_encode(spoil(websafe_decode(written["response"][piece])))
                    written["response"][piece] = spoilt
                    assert send(json.dumps(written)).status_code == 409, piece
    assert len(kept(club)) == 1


def test_whoever_shows_many_wrong_ones_waits_and_nobody_else_at_their_address() -> None:
    _client, _club, device = with_a_passkey()
    client, neighbour = new_client(), new_client()
    asked_at_the_door(client)
    for _again in range(passkeys.WRONG):
        assert refused(client.post(ENTER, {"answer": "{}"}))
    answer = client.post(ASK)
    assert answer.status_code == 409 and "wait a few minutes" in answer.json()["said"]
    assert "wait a few minutes" in client.post(ENTER, {"answer": "{}"}).content.decode()
    assert shows(neighbour, device).status_code == 302
    cache.clear()
    assert shows(client, device).status_code == 302


def test_asking_fills_no_table() -> None:
    for _again in range(3):
        asked_at_the_door(new_client())
    assert not AnsweredChallenge.objects.exists()


def test_what_was_answered_is_forgotten_when_its_time_is_over() -> None:
    _client, _club, device = with_a_passkey()
    shows(new_client(), device)
    prune()
    assert AnsweredChallenge.objects.count() == 2
    AnsweredChallenge.objects.update(expires=timezone.now() - timedelta(seconds=1))
    prune()
    assert not AnsweredChallenge.objects.exists()


def test_somebody_has_so_many_each_with_a_name() -> None:
    client, club = opens()
    for number in range(passkeys.MOST):
        assert adds(client, club, Authenticator(ORIGIN), f"key {number}").status_code == 302
    page = f"{club.entered.prefix}club/passkeys/"
    answer = client.post(f"{page}ask/", {"name": "one more"})
    assert answer.status_code == 409 and "10 passkeys" in answer.json()["said"]
    client.post(f"{page}{kept(club)[0].pk}/")
    for name in ("", "a" * 41, "a\nb"):  # said before the device makes one that nobody keeps
        assert "40 characters" in client.post(f"{page}ask/", {"name": name}).json()["said"]


def test_a_device_is_told_which_passkeys_there_are_and_names_its_owner_alike_each_time() -> None:
    client, club, device = with_a_passkey()
    asked = client.post(f"{club.entered.prefix}club/passkeys/ask/", {"name": "one"}).json()
    assert [one["id"] for one in asked["excludeCredentials"]] == [websafe_encode(device.number)]
    assert asked["user"]["id"] == device.handle
    assert "The Owls" in asked["user"]["name"] and asked["rp"]["id"] == HOST


def test_nobody_sees_or_removes_a_passkey_of_somebody_else() -> None:
    host, club, device = with_a_passkey()
    host.post(f"{club.entered.prefix}club/people/", {"address": "max@example.org", "kind": "host"})
    client, _home = by_code("max@example.org")
    page = f"{club.entered.prefix}club/passkeys/"
    assert "blue phone" not in client.get(page).content.decode()
    assert client.post(f"{page}{kept(club)[0].pk}/").status_code == 404
    assert shows(new_client(), device).status_code == 302
    assert host.post(f"{page}{kept(club)[0].pk}/").status_code == 302
    assert refused(shows(new_client(), device))


def test_a_device_that_came_in_by_a_link_adds_none_whatever_its_pass_is_called() -> None:
    """A pass has a name, which a host may write: it says nobody's address."""
    _client, club = opens()
    with entered(club.entered):
        linked = new_client()
        linked.cookies.update(browser().cookies)
        held = give_pass(device_of(linked), Kind.HOST)
        Pass.objects.filter(pk=held.pk).update(name=letters.name_of("zoe@example.org"))
    page = f"{club.entered.prefix}club/passkeys/"
    assert "by a link" in linked.get(page).content.decode()
    assert linked.post(f"{page}ask/", {"name": "one"}).status_code == 409
    assert linked.post(page, {"name": "one", "answer": "{}"}).status_code == 409
    assert linked.post(f"{page}1/").status_code == 404


def test_whoever_is_taken_off_the_list_enters_no_more_and_leaves_no_passkey() -> None:
    host, club = opens()
    host.post(f"{club.entered.prefix}club/people/", {"address": "max@example.org", "kind": "organiser"})
    client, home = by_code("max@example.org")
    device = Authenticator(ORIGIN)
    adds(client, club, device)
    guest = new_client()
    unused = shows(guest, device)["Location"]
    (passkey,) = kept(club)
    assert host.post(f"{home}club/people/{passkey.member.pk}/").status_code == 302
    assert kept(club) == [] and refused(shows(new_client(), device))
    assert guest.post(unused).status_code == 404
    assert client.get(f"{home}events/").status_code == 404
    with entered(club.entered):
        assert not Link.objects.filter(name="max@example.org").exists()


def test_a_club_that_goes_takes_its_passkeys_and_no_others() -> None:
    _client, ours, device = with_a_passkey()
    client, theirs = opens("max@example.org", "Lynx and friends")
    other = Authenticator(ORIGIN)
    adds(client, theirs, other)
    call_command("clubs", remove=ours.key, stdout=StringIO())
    with clubs.across("a test"):
        assert [one.club for one in Passkey.objects.all()] == [theirs.pk]
    assert refused(shows(new_client(), device))
    assert shows(new_client(), other).status_code == 302


def test_passkeys_do_not_travel_with_a_club() -> None:
    client, club, _device = with_a_passkey()
    with entered(club.entered):
        Event.objects.create(name="Friday")
    file = client.get(f"{club.entered.prefix}club/club.zip").content
    (passkey,) = kept(club)
    for word in ("blue phone", passkey.key, passkey.credential, passkey.member.handle or "?"):
        assert word.encode() not in file
    assert "nor are their passkeys" in client.get(f"{club.entered.prefix}club/").content.decode()


def test_the_data_page_says_what_is_kept_of_those_who_run_a_club() -> None:
    client, club = opens()
    with entered(club.entered):
        page = client.get(reverse("rights"))
    assert page.status_code == 200 and "public keys" in page.content.decode()


@pytest.mark.parametrize("host", ["other.example", "localhost"])
def test_under_another_name_it_is_said_and_not_offered(host: str) -> None:
    client, club = opens()
    elsewhere = new_client(host)
    elsewhere.cookies.update(client.cookies)
    page = f"{club.entered.prefix}club/passkeys/"
    shown = elsewhere.get(page).content.decode()
    assert HOST in shown and "data-passkey" not in shown
    assert "data-passkey" not in elsewhere.get("/clubs/enter/").content.decode()
    assert elsewhere.post(f"{page}ask/", {"name": "one"}).status_code == 409
    assert elsewhere.post(ASK).status_code == 409
    answer = elsewhere.post(ENTER, {"answer": "{}"})
    assert answer.status_code == 409 and "https alone" in answer.content.decode()


def test_by_http_it_is_offered_on_the_very_machine_alone(settings: Any) -> None:
    assert new_client(proto="http").post(ASK).status_code == 409
    settings.PASSKEY_HOST = "localhost"
    assert new_client("localhost:8000", "http").post(ASK).status_code == 200


def test_a_house_of_one_club_or_without_letters_has_no_such_page(settings: Any) -> None:
    settings.LETTERS = False
    for path in (ASK, ENTER):
        assert new_client().post(path).status_code == 404
    for path in (ASK, ENTER, "/club/passkeys/", "/club/passkeys/ask/", "/club/passkeys/1/"):
        with pytest.raises(Resolver404):
            resolve(path, "moderation.site.urls")
    club = Club.objects.create(pk=7, name="Lynx", key="bcdfghjkmn")
    assert host_of(club).get(f"{club.entered.prefix}club/passkeys/").status_code == 200
