"""Several clubs in one house, as a server keeps them: PostgreSQL's lock, letters, a club that tries another."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from playwright.sync_api import Page, expect

from tests.serving import RunningServer

FORGETS = """
import django; django.setup()
from django.db import connection, transaction
from games.clubs import Entered, across, entered
from games.models import Event

one, other = Entered(1, "bcdfghjkmn"), Entered(2, "nmkjhgfdcb")
seen = lambda: sorted(Event._base_manager.values_list("club", flat=True))
for club in (one, other):
    with entered(club):
        Event.objects.create(name="Friday")
with entered(one):
    assert seen() == [1], "the second lock alone"
    try:
        with transaction.atomic():
            with entered(other):
                assert seen() == [2]
            raise ValueError
    except ValueError:
        pass
    assert seen() == [1], "after a transaction that was undone"
    with transaction.atomic():
        try:
            with transaction.atomic(), entered(other):
                assert seen() == [2]
                raise ValueError
        except ValueError:
            assert seen() == [1], "after a savepoint that was undone"
        with across("a test"):
            assert seen() == [1, 2]
        assert seen() == [1]
assert seen() == [], "in no club"
connection.close()
with entered(other):
    assert seen() == [2], "a connection that goes from hand to hand"
"""


@pytest.fixture
def ordinary_url(postgres_url: str) -> Iterator[str]:
    """The database of somebody who is no superuser, as a house of several clubs needs."""
    name, database = f"veilleur_test_{secrets.token_hex(6)}", urlsplit(postgres_url).path.strip("/")
    with psycopg.connect(postgres_url, autocommit=True) as administrator:
        administrator.execute(f"CREATE ROLE {name} LOGIN CREATEDB")
        administrator.execute(f"ALTER DATABASE {database} OWNER TO {name}")
        administrator.execute(f"ALTER SCHEMA public OWNER TO {name}")
        where = urlsplit(postgres_url)
        yield where._replace(netloc=f"{name}@{where.hostname}:{where.port or 5432}").geturl()
        administrator.execute(f"REASSIGN OWNED BY {name} TO CURRENT_USER")
        administrator.execute(f"DROP OWNED BY {name}")
        administrator.execute(f"DROP ROLE {name}")


@pytest.mark.full
def test_clubs_are_not_kept_where_the_database_would_not_keep_them_apart(
    start_server: Callable[..., RunningServer], postgres_url: str
) -> None:
    with pytest.raises(RuntimeError, match="needs PostgreSQL"):
        start_server(CLUBS="1")
    with pytest.raises(RuntimeError, match="nothing from a superuser"):
        start_server(CLUBS="1", DATABASE_URL=postgres_url)


@pytest.mark.full
@pytest.mark.slow
def test_the_database_itself_shows_no_row_of_another_club(
    start_server: Callable[..., RunningServer], ordinary_url: str, tmp_path: Path
) -> None:
    server = start_server(CLUBS="1", DATABASE_URL=ordinary_url)
    assert re.fullmatch(r"/c/[a-z]{10}/host/[\w-]+/", server.host_path)
    for name in ("Les Veilleurs", "The Owls"):
        assert re.fullmatch(r"/c/[a-z]{10}/host/[\w-]+/", server.new_link("clubs", "--open", name))
    server.commanded("-c", FORGETS)
    with psycopg.connect(ordinary_url, autocommit=True) as anybody:
        tables = [
            row[0] for row in anybody.execute("SELECT tablename FROM pg_policies WHERE policyname = 'of_a_club'")
        ]
        with_clubs = anybody.execute("SELECT table_name FROM information_schema.columns WHERE column_name = 'club'")
        assert sorted(tables) == sorted(row[0] for row in with_clubs)
        assert len(tables) == 27
        assert [row[0] for row in anybody.execute("SELECT name FROM games_event")] == []
        anybody.execute("SELECT set_config('veilleur.club', '1', false)")
        assert [row[0] for row in anybody.execute("SELECT club FROM games_event")] == [1]
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            anybody.execute("UPDATE games_event SET club = 2")
        assert anybody.execute("DELETE FROM games_event WHERE club = 2").rowcount == 0
    # A copy has all of them, and one that keeps several is not opened as one.
    copy = tmp_path / "copy.dump"
    server.commanded("manage.py", "backup", str(copy))
    assert "played again" in server.commanded("manage.py", "restore", "--check", str(copy))
    server.stop()
    with pytest.raises(RuntimeError, match="keeps several clubs"):
        start_server(beside=server, CLUBS="")


@pytest.mark.full
def test_a_house_that_kept_no_other_club_goes_back_to_one(
    start_server: Callable[..., RunningServer], ordinary_url: str
) -> None:
    """Switched on and off again: what the house had is there each time."""
    for clubs in ("", "1", ""):
        server = start_server(DATABASE_URL=ordinary_url, CLUBS=clubs)
        assert server.host_path.startswith("/c/") == bool(clubs)
        listed = server.commanded("manage.py", "hosts")
        assert "No device is a host" in listed
        server.stop()


TRIES = """async (paths) => {
  const found = {};
  for (const path of paths) {
    for (const method of ["GET", "POST"]) {
      const csrfmiddlewaretoken = document.querySelector("[name=csrfmiddlewaretoken]").value;
      const body = method === "POST" ? new URLSearchParams({ csrfmiddlewaretoken }) : undefined;
      const answer = await fetch(path, { method, body, redirect: "manual" });
      found[`${method} ${path}`] = [answer.status, await answer.text()];
    }
  }
  return found;
}"""
LISTENS = """(path) => new Promise((told) => {
  const socket = new WebSocket(`ws://${location.host}${path}`);
  socket.onmessage = ({ data }) => { told(data); socket.close(); };
  socket.onclose = ({ code }) => told(code);
})"""


def opened_by_letter(page: Page, house: str, letters: Path, name: str, address: str) -> str:
    """Open a club in the house at this address, as anybody does; the path of its home."""
    page.goto(house)
    page.get_by_role("link", name="Open a club").click()
    page.get_by_label("Name of the club").fill(name)
    page.get_by_label("E-mail").fill(address)
    page.get_by_role("button", name="Send the code").click()
    expect(page.get_by_label("Code in the e-mail")).to_be_visible()
    written = max(letters.iterdir(), key=lambda file: file.stat().st_mtime_ns).read_text()
    found = re.search(r"\d{4} \d{4}", written)
    assert found and address in written
    page.get_by_label("Code in the e-mail").fill(found[0])
    page.get_by_role("button", name="Confirm").click()
    page.get_by_role("button", name="Use this device").click()
    expect(page.get_by_role("link", name="New table")).to_be_visible()
    return urlsplit(page.url).path


def with_a_table(page: Page, evening: str) -> tuple[str, str]:
    """Add an evening and open a table; the paths of both."""
    home = page.url
    page.get_by_role("link", name="Evenings and results").click()
    page.locator("#name").first.fill(evening)
    page.get_by_role("button", name="Add the evening").click()
    at = urlsplit(page.url).path
    page.goto(home)
    page.get_by_role("link", name="New table").click()
    page.get_by_role("link", name="Sporz").first.click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#view")).to_be_visible()
    return at, urlsplit(page.url).path


@pytest.mark.slow
def test_two_clubs_walk_in_one_house_and_neither_finds_the_other(
    start_server: Callable[..., RunningServer], ordinary_url: str, open_device: Callable[..., Page], tmp_path: Path
) -> None:
    server = start_server(CLUBS="1", DATABASE_URL=ordinary_url, EMAIL_URL=f"filemail:///{tmp_path}")
    owls, lynx = open_device("tablet"), open_device("tablet")
    of_owls = opened_by_letter(owls, server.url, tmp_path, "The Owls", "zoe@example.org")
    of_lynx = opened_by_letter(lynx, server.url, tmp_path, "Lynx and friends", "max@example.org")
    assert of_owls != of_lynx
    evening, desk = with_a_table(owls, "Owls on Friday")
    with_a_table(lynx, "Lynx on Friday")
    code = desk.rstrip("/").rpartition("/")[2]
    # A player types the code at the house's door, or has scanned: in both ways there is no account.
    player = open_device("phone")
    player.goto(server.url)
    player.get_by_label("Code of the table").fill(code.lower())
    player.get_by_role("button", name="Go to the table").click()
    player.get_by_label("Name").fill("Ann")
    player.get_by_role("button", name=re.compile("Join|Sit down|Take")).first.click()
    expect(player.locator("#view")).to_be_visible()
    expect(owls.get_by_text("Ann").first).to_be_visible()
    # The host of the other club tries everything of theirs, by their address and by their numbers in its own.
    lynx.goto(server.url + of_lynx + "events/")
    rest = [path.removeprefix(of_owls) for path in (evening, desk, f"{of_owls}t/{code}/answer/")]
    more = ("door/", "hall/", "edit/", "state/", "results.csv", "guests.csv", "evening.zip", "paper/", "delete/")
    rest += [evening.removeprefix(of_owls) + one for one in more]
    rest += [
        f"desk/{code}/{one}" for one in ("undo/", "settings/", "export/", "cards/", "paper/", "take/", "seats/add/")
    ]
    whole = ("events/", "people/", "statistics/", "statistics/games.csv", "import/", "club/", "club/club.zip", "new/")
    paths = [of_owls + one for one in (*rest, *whole)] + [of_lynx + one for one in rest]
    for asked, (status, text) in lynx.evaluate(TRIES, paths).items():
        assert status in (404, 405), asked
        assert "Owls" not in text and "Ann" not in text, asked
    for path in (f"ws/phone/{code}/", f"ws/desk/{code}/", f"ws/hall/{evening.rstrip('/').rpartition('/')[2]}/"):
        for home in (of_owls, of_lynx, "/"):
            assert lynx.evaluate(LISTENS, home + path) in (4401, 4404), home + path
    for page in ("events/", "people/", "statistics/", ""):
        assert "Owls" not in str(lynx.goto(server.url + of_lynx + page).text())  # type: ignore[union-attr]
    expect(owls.get_by_text("Ann").first).to_be_visible()
    assert server.errors == ""


# A device's own: it keeps passkeys, and has just seen its owner's finger.
OF_THE_DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
}


@pytest.mark.full
@pytest.mark.slow
def test_a_device_adds_a_passkey_and_enters_its_club_with_it(
    start_server: Callable[..., RunningServer], ordinary_url: str, open_device: Callable[..., Page], tmp_path: Path
) -> None:
    server = start_server(CLUBS="1", DATABASE_URL=ordinary_url, EMAIL_URL=f"filemail:///{tmp_path}")
    house, page = server.url.replace("127.0.0.1", "localhost"), open_device("phone")
    chromium = page.context.new_cdp_session(page)
    chromium.send("WebAuthn.enable")
    device = chromium.send("WebAuthn.addVirtualAuthenticator", {"options": OF_THE_DEVICE})
    home = opened_by_letter(page, house, tmp_path, "The Owls", "zoe@example.org")
    page.get_by_role("link", name="Passkeys").click()
    add = page.get_by_role("button", name="Add a passkey on this device")
    add.click()
    expect(page.get_by_text("Please give this device a name")).to_be_visible()
    assert chromium.send("WebAuthn.getCredentials", device)["credentials"] == []
    page.get_by_label("Name of this device").fill("Blue phone")
    add.click()
    expect(page.get_by_text("Blue phone", exact=True)).to_be_visible()
    page.get_by_label("Name of this device").fill("Once more")
    add.click()
    expect(page.get_by_text("has a passkey for this club already")).to_be_visible()
    (kept,) = chromium.send("WebAuthn.getCredentials", device)["credentials"]
    assert kept["isResidentCredential"] and kept["rpId"] == "localhost"

    page.context.clear_cookies()
    assert page.goto(f"{house}{home}club/").status == 404  # type: ignore[union-attr]
    page.goto(house)
    page.get_by_role("link", name="I run a club").click()
    enter = page.get_by_role("button", name="Enter with a passkey")
    chromium.send("WebAuthn.setUserVerified", {**device, "isUserVerified": False})
    enter.click()
    expect(page.get_by_text("Nothing has happened")).to_be_visible()
    chromium.send("WebAuthn.setUserVerified", {**device, "isUserVerified": True})
    enter.click()
    page.get_by_role("button", name="Use this device").click()
    expect(page.get_by_role("link", name="New table")).to_be_visible()
    assert urlsplit(page.url).path == home

    page.get_by_role("link", name="Passkeys").click()
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("opens the club no more")).to_be_visible()
    page.goto(f"{house}/clubs/enter/")
    enter.click()  # the device still has its half
    expect(page.get_by_text("This passkey opens nothing here")).to_be_visible()
    chromium.send("WebAuthn.removeVirtualAuthenticator", device)
    assert server.errors == ""


@pytest.mark.full
@pytest.mark.slow
def test_a_browser_that_knows_no_passkeys_says_so_and_a_page_by_http_offers_none(
    start_server: Callable[..., RunningServer], ordinary_url: str, open_device: Callable[..., Page], tmp_path: Path
) -> None:
    server = start_server(CLUBS="1", DATABASE_URL=ordinary_url, EMAIL_URL=f"filemail:///{tmp_path}")
    page = open_device("phone")
    page.add_init_script("delete window.PublicKeyCredential")
    page.goto(f"{server.url.replace('127.0.0.1', 'localhost')}/clubs/enter/")
    expect(page.get_by_text("This browser knows no passkeys")).to_be_visible()
    expect(page.get_by_role("button", name="Enter with a passkey")).to_be_hidden()
    opened_by_letter(page, server.url, tmp_path, "The Owls", "zoe@example.org")
    page.get_by_role("link", name="Passkeys").click()
    expect(page.get_by_text("Browsers allow passkeys by https alone")).to_be_visible()
    expect(page.get_by_role("button", name="Add a passkey on this device")).to_be_hidden()
