"""A disk that is full, or may only be read: everybody is told, nothing changes, and then the evening goes on."""

import asyncio
import re
import sqlite3
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from qa.faults.disk import TROUBLES, ail
from qa.serving import RunningServer
from qa.walking import Browser, Evening, open_evening, read_forms
from tests.watched.tables import PATIENCE

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve"]
SAID = {
    "en": "the disk of the computer is full, or cannot be written. Nothing has changed.",
    "fr": "le disque de l’ordinateur est plein, ou refuse l’écriture. Rien n’a changé.",
}


def everything(server: RunningServer) -> list[str]:
    """All that is kept."""
    with sqlite3.connect(server.data / "veilleur.sqlite3") as database:
        kept = list(database.iterdump())
    database.close()
    return kept


def without_tokens(region: str) -> str:
    """A desk's region without what differs from answer to answer."""
    return re.sub(r'(name="csrfmiddlewaretoken" value=)"\w+"', r"\1", region)


async def tap_until_refused(evening: Evening) -> tuple[list[tuple[str, str]], str]:
    """Play and take back, as long as there is room; the tap that was refused, and where it went."""
    desk = evening.moderator.browser
    for _ in range(400):
        form = desk.form("redo") or desk.undo_form() or desk.form("decide") or desk.form("said")
        assert form is not None, desk.region
        fields = form.fill(Random(1))
        answer = await desk.submit(form.action, fields)
        if answer.status == 507:
            assert SAID["en"] in answer.text
            return fields, form.action
        assert answer.status == 200, answer.text
    raise AssertionError("the disk is never full")


async def suffer(server: RunningServer, evening: Evening, trouble: str) -> None:
    """One trouble from its beginning to its end."""
    desk, phone, newcomer = evening.moderator.browser, evening.players["Ann"].browser, Browser(server.url, "fr")
    path = f"/t/{evening.code}/"
    ail(server, trouble)
    fields, action = await tap_until_refused(evening)
    kept, shown = everything(server), desk.region
    for _ in range(5):
        assert (await desk.submit(action, fields)).status == 507
    if trouble != "full":  # there, what needs no new page still finds room
        assert (await newcomer.ask("GET", f"/j/{evening.code}/")).status == 200  # to look around makes no row
        form = read_forms((await newcomer.go("/comfort/")).text)[0]["/comfort/"]
        kept_by_none = await newcomer.submit(form.action, form.fill(Random(1)))
        assert kept_by_none.status == 507 and SAID["fr"] in kept_by_none.text
    assert everything(server) == kept
    assert without_tokens((await desk.ask("GET", f"/desk/{evening.code}/", htmx=True)).text) == without_tokens(shown)
    pushes = phone.pushes
    following = asyncio.create_task(phone.follow(f"/ws/phone/{evening.code}/"))
    while phone.pushes == pushes:
        await asyncio.sleep(0.02)
    following.cancel()
    assert phone.region == (await phone.ask("GET", path, htmx=True)).text.rstrip(" ")
    ail(server, "")
    assert (await desk.submit(action, fields)).status == 200
    assert desk.region != shown


async def suffer_everything(server: RunningServer) -> None:
    evening = await open_evening(server.url, server.url, server.host_path, NAMES, Random(1), "eyes_closed")
    await evening.moderator.browser.go(f"/desk/{evening.code}/")
    for trouble in TROUBLES:
        await suffer(server, evening, trouble)


@pytest.mark.full
def test_a_full_disk_saves_no_half_tap_and_recovers(frail_server: RunningServer) -> None:
    asyncio.run(suffer_everything(frail_server))
    assert "Traceback" not in frail_server.errors and "File " not in frail_server.errors, frail_server.errors
    lines = frail_server.errors.splitlines()
    assert 1 <= len(lines) <= 4, lines  # one a minute
    assert all("Nothing can be written (SQLITE_" in line for line in lines)


@pytest.mark.full
def test_a_phone_says_that_nothing_was_kept(frail_server: RunningServer, open_device: Callable[..., Page]) -> None:
    desk = open_device("tablet")
    desk.goto(frail_server.host_link)
    desk.locator("main form button").click()
    desk.goto(f"{frail_server.url}/new/?game=sporz")
    desk.locator("main form button.primary").click()
    desk.wait_for_url("**/desk/**")
    phone = open_device("phone", locale="fr-FR")
    for device, name in ((open_device("phone"), "Ann"), (open_device("phone"), "Bob"), (phone, "Cid")):
        device.goto(f"{frail_server.url}/j/{desk.url.rstrip('/').rpartition('/')[2]}/")
        device.locator("input[name=name]").fill(name)
        device.locator("main form button.primary").click()
        device.wait_for_url("**/t/**")
    for number in (4, 5):
        desk.locator("#new-name").fill(f"Guest {number}")
        desk.locator("#new-name").press("Enter")
        expect(desk.locator("li[id^=seat-]")).to_have_count(number, timeout=PATIENCE)
    desk.locator("#deal button").click()
    looked = phone.locator("#looked button, button[form=looked]")
    expect(looked).to_be_visible(timeout=PATIENCE)
    ail(frail_server, "readonly")
    looked.click()
    expect(phone.locator("#notice")).to_contain_text(SAID["fr"], timeout=PATIENCE)
    expect(looked).to_be_visible()
    ail(frail_server, "")
    looked.click()
    expect(phone.locator("#looked")).to_contain_text("C’est noté", timeout=PATIENCE)


@pytest.mark.full
def test_a_server_that_cannot_keep_anything_does_not_open(frail_server: RunningServer) -> None:
    frail_server.kill()
    ail_at_the_start = frail_server.data / "trouble.txt"
    ail_at_the_start.write_text("readonly")
    with pytest.raises(RuntimeError):
        frail_server.start()
    sentence = "CommandError: Nothing can be saved here: the disk is full, or this folder may only be read."
    assert frail_server.errors.splitlines() == [sentence]
