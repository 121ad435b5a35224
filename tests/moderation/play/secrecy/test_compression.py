"""Behind a proxy that compresses whatever is not encoded, pages of two secret worlds are as long (SECRECY 29)."""

import gzip
import re
from random import Random

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client, override_settings
from django.utils import timezone

from games.contract.random_moves import find_twisted_deal
from games.engine.kit import all_kits
from games.models import GameSession
from qa.walking import read_forms
from tests.moderation.play.secrecy.worlds import World, short
from tests.thorough import seeds

pytestmark = pytest.mark.django_db
ENCODINGS = ("gzip, deflate, br", "gzip;q=0", "")


def behind_a_proxy(answer: HttpResponse) -> int:
    """The bytes of a message on the network: the proxy compresses what the server has not encoded."""
    return len(answer.content if answer.has_header("Content-Encoding") else gzip.compress(answer.content))


def plain(answer: HttpResponse) -> str:
    """The page itself."""
    packed = answer.headers.get("Content-Encoding") == "gzip"
    return (gzip.decompress(answer.content) if packed else answer.content).decode()


def lengths(world: World, accepted: str) -> set[tuple[int, int]]:
    """How long the page of a seat in a call and the reply to its tap are behind the proxy."""
    found, path = set(), f"/t/{world.session.code}/"
    for client in world.phones.values():
        seen = [client.get(path, headers={"HX-Request": "true", "Accept-Encoding": accepted})]
        if form := read_forms(plain(client.get(path)))[0].get("answer"):
            headers = {"HX-Request": "true", "Accept-Encoding": accepted}
            seen.append(client.post(f"{path}answer/", dict(form.fill(Random(1))), headers=headers))
        found.add(tuple(map(behind_a_proxy, seen)))
    return found


def compare(slug: str, seed: int, accepted: str) -> None:
    """Two deals of one table: all phones of both are sent as much."""
    kit, random = all_kits()[slug], Random(f"proxy {slug} {seed}")
    table = short(kit, random.choice)
    found = set()
    for code, deal in (
        ("BFHJ", table.deal),
        ("KLMR", find_twisted_deal(kit, table, "", random.choice) or table.deal),
    ):
        world = World.begin(kit, table, deal, GameSession.Nights.PHONES, code, Random("chance"))
        found |= lengths(world, accepted)
        GameSession.objects.filter(pk=world.session.pk).update(closed=timezone.now())
    assert len(found) == 1, found


@pytest.mark.parametrize("slug", ["sporz", "lupus", "elsen"])
def test_pages_of_a_call_have_one_length_after_compression(slug: str) -> None:
    for seed in seeds(1, 4):
        for accepted in ENCODINGS:
            compare(slug, seed, accepted)


def test_without_this_the_proxy_would_tell_roles_apart() -> None:
    others = [one for one in settings.MIDDLEWARE if not one.endswith(".keep_length")]
    with override_settings(MIDDLEWARE=others), pytest.raises(AssertionError):
        for seed in range(3):
            compare("sporz", seed, "gzip")


def test_a_page_is_stored_in_gzip_and_read_back() -> None:
    answer = Client().get("/", headers={"Accept-Encoding": "br, gzip"})
    assert answer.headers["Content-Encoding"] == "gzip" and "Accept-Encoding" in answer.headers["Vary"]
    assert answer.headers["Content-Length"] == str(len(answer.content))
    bare = Client().get("/")
    assert bare.headers["Content-Encoding"] == "identity"
    # Longer than the page, whatever stands in it: nothing is compressed.
    assert len(answer.content) > len(plain(answer))
    assert re.sub("value=.[^>]*", "", plain(answer)) == re.sub("value=.[^>]*", "", plain(bare))
