"""Which world a page wears; the sheet of everything; who made what is not ours."""

import gzip
import re

import pytest
from django.templatetags.static import static
from django.test import Client
from django.urls import reverse

from games.engine.kit import all_kits
from games.engine.look import FILES
from games.models import GameSession
from moderation.project.static_files import list_by_hashed_name, read_all_files
from tests.moderation.clients import at, joins, opens, text, the_host

pytestmark = pytest.mark.django_db
WORN = re.compile(r'<html[^>]*\sdata-world="(\w+)"')


@pytest.mark.parametrize("slug", all_kits())
def test_pages_of_a_table_have_the_style_of_its_game(slug: str) -> None:
    host = the_host()
    assert WORN.findall(text(host.get(reverse("create"), {"game": slug}))) == [slug]
    session = opens(host, slug)
    phone = joins(session, "Ann")
    pages = [
        host.get(at("desk", session)),
        host.get(at("desk_settings", session)),
        host.get(at("screen", session)),
        phone.get(at("phone", session)),
        Client().get(at("join", session)),
        Client().get(reverse("help", args=[slug])),
    ]
    for page in pages:
        assert WORN.findall(text(page)) == [slug], page.request["PATH_INFO"]
        assert f"worlds/{slug}/world." in text(page)


def test_pages_without_a_game_have_the_look_of_the_app() -> None:
    for page in (the_host().get(reverse("create")), Client().get("/comfort/")):
        assert (page.status_code, WORN.findall(text(page))) == (200, [])


def test_home_without_a_table_wears_one_game() -> None:
    for client in (Client(), the_host()):
        assert len(set(WORN.findall(text(client.get("/"))))) == 1


def test_the_catalogue_shows_every_game_and_what_it_takes() -> None:
    page = text(the_host().get(reverse("create")))
    for slug, kit in all_kits().items():
        assert f"worlds/{slug}/cover." in page
        assert f'href="/new/?game={slug}"' in page
        assert f"{kit.look and kit.look.minutes} min" in page
    assert page.count('data-test="printed-board"') == 2


def test_the_catalogue_leads_to_a_table_of_its_evening() -> None:
    page = text(the_host().get(reverse("create"), {"event": "7 & 8"}))
    assert 'href="/new/?game=sporz&amp;event=7%20%26%208"' in page


def test_the_sheet_of_everything_is_for_the_host() -> None:
    assert Client().get(reverse("components")).status_code == 404
    page = text(the_host().get(reverse("components")))
    for slug, kit in all_kits().items():
        assert kit.look
        for ground in ("day", "bright", "night"):
            assert f'id="{slug}-{ground}"' in page
        for number, _ in enumerate(kit.look.drawings):
            assert re.search(rf"worlds/{slug}/emblems\.\w+\.svg#e{number:02}\b", page)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_everybody_can_read_who_made_what_is_not_ours(language: str) -> None:
    page = text(Client(headers={"Accept-Language": language}).get(reverse("credits")))
    for named in ("game-icons.net", "CC BY 3.0", "Lorc", "Delapouite", "Open Font License", "Atkinson", "Limelight"):
        assert named in page
    assert reverse("credits") in text(Client().get("/"))


def test_the_first_page_of_a_phone_weighs_little() -> None:
    """Everything that a phone fetches when it joins, packed, its letters and the sprite of its game included."""
    for slug in all_kits():
        phone = joins(opens(the_host(), slug), "Ann")
        page = phone.get(at("phone", GameSession.objects.latest("pk"))).content
        named = set(re.findall(rb'(?:src|href)="/static/([^"#]+)', page))
        named |= {
            static(f"worlds/{slug}/{name}").encode().removeprefix(b"/static/") for name in FILES - {"cover.svg"}
        }
        files = [list_by_hashed_name()[name.decode()] for name in named]
        files += [file for name, file in read_all_files().items() if name.startswith("css/letters/text")]
        weight = len(gzip.compress(page)) + sum(len(file.packed or file.body) for file in files)
        assert weight < 200_000, (slug, weight)
