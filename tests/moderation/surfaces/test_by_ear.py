"""A game by keyboard and by what a screen reader is told alone: what is announced, where focus goes, what has a name.

What is announced is made from what everybody may know, so that it is the same on all phones (SECRECY 1, 5, 29).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Locator, Page, expect

from moderation.play.projections.knowledge import Chapter
from moderation.play.projections.private import PhoneView
from moderation.play.projections.public import PublicView
from moderation.surfaces.phone import fragments
from tests.moderation.page_server import PageServer, region, render_view
from tests.moderation.surfaces.pages import NOTED
from tests.moderation.surfaces.showings import REVEALED, ballot, change, phone, public

CALL = public(night=True, hushed=True, phase="Night 2", call="The mutants", step="n1", news=())
NEXT_CALL = change(CALL, call="The doctors", step="n2")
DAWN = public(phase="Day 2", doing="The vote", step="d1", news=(Chapter("Day 2", ("Cid has died.",)),))
END = public(stage="over", outcome="The astronauts win.", revealed=REVEALED, step="over")


def heard(page: Page) -> Locator:
    return page.locator("#announced")


def asked(opened: str, title: str) -> dict[str, object]:
    return {"question": replace(ballot(), opened=opened, title=title)}


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.textContent.trim()"))


def press_until(page: Page, role: str, name: str) -> None:
    """Go on with the Tab key until what has the focus has this role and this name."""
    wanted = page.get_by_role(role, name=name, exact=False)  # type: ignore[arg-type]
    expect(wanted.first).to_be_attached()  # the page that has it is drawn
    for _ in range(40):
        if wanted.count() and wanted.first.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no {role} {name} is reached by the Tab key: {focused(page)}")


def test_keyboard_and_screen_reader_suffice_for_night_and_vote(open_device: Callable[..., Page]) -> None:
    server = PageServer(open_device("phone"), "phone", phone(CALL, **asked("n1", "The mutants")), comfort={}).open()
    page = server.page
    expect(heard(page)).to_be_empty()  # a page that is loaded is read, not announced
    page.keyboard.press("Tab")
    while not page.locator("#card > summary").evaluate("one => one === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Spy")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Spy")).to_be_hidden()
    answer(server, "Bob", server.view)
    server.push(phone(NEXT_CALL, **asked("n2", "The doctors")), 2)
    expect(heard(page)).to_have_text("The doctors")
    expect(page.locator("#part-question h2")).to_be_focused()
    answer(server, "Cid", server.view)
    server.push(phone(DAWN, **asked("d1", "The vote")), 3)
    expect(heard(page)).to_contain_text("Day 2")
    expect(heard(page)).to_contain_text("Cid has died.")
    expect(heard(page)).to_contain_text("The vote")
    expect(page.locator("#part-question h2")).to_be_focused()
    answer(server, "Bob", server.view)
    server.push(phone(change(DAWN, voted=(2, 2)), **asked("d1", "The vote")), 4)
    expect(page.get_by_text("2 of 2 have voted.")).to_be_visible()
    expect(page.get_by_role("button", name="Change")).to_be_focused()  # the question is the same, and folded
    server.push(phone(END, question=None), 5)
    expect(heard(page)).to_contain_text("The astronauts win.")
    expect(page.get_by_role("heading", level=1)).to_be_focused()


def answer(server: PageServer, name: str, then: object) -> None:
    """Choose and confirm by keys; the server says that it has the answer."""
    assert isinstance(then, PhoneView)
    server.reply = lambda: {"body": region(then) + NOTED}
    page, given = server.page, len(server.posted)
    press_until(page, "radio", "Ann")
    while not page.get_by_role("radio", name=name).evaluate("one => one.checked"):
        page.keyboard.press("ArrowDown")
    press_until(page, "button", "Confirm")
    page.keyboard.press("Enter")
    server.wait_for(lambda: len(server.posted) > given)
    expect(page.get_by_role("status").filter(has_text="Noted")).to_have_count(1)


def test_a_second_equal_vote_is_announced_without_old_news(
    open_device: Callable[..., Page],
) -> None:
    server = PageServer(open_device("phone"), "phone", phone(DAWN, **asked("d1", "The vote")), comfort={}).open()
    again = change(DAWN, step="d2", news=(Chapter("Day 2", ("Cid has died.", "A tie: Ann, Bob.")),))
    server.push(phone(again, **asked("d2", "The vote")), 2)
    expect(heard(server.page).locator("p")).to_have_text(["A tie: Ann, Bob.", "The vote"])
    server.push(phone(change(again, voted=(1, 2)), **asked("d2", "The vote")), 3)
    expect(server.page.get_by_text("1 of 2 has voted.")).to_be_visible()
    expect(heard(server.page).locator("p")).to_have_text(["A tie: Ann, Bob.", "The vote"])


def test_focus_that_stands_elsewhere_is_left_there(open_device: Callable[..., Page]) -> None:
    server = PageServer(open_device("phone"), "phone", phone(CALL, **asked("n1", "The mutants")), comfort={}).open()
    server.page.get_by_role("link", name="Help").focus()
    server.push(phone(NEXT_CALL, **asked("n2", "The doctors")), 2)
    expect(heard(server.page)).to_have_text("The doctors")
    expect(server.page.get_by_role("link", name="Help")).to_be_focused()


@pytest.mark.parametrize("seen", [CALL, NEXT_CALL, DAWN, END, public(stage="cards")])
def test_what_is_announced_is_what_everybody_may_know(seen: PublicView) -> None:
    """Whoever is called, refused, told something or asked aside: words and their place in messages are the same."""
    called = phone(seen, question=replace(ballot(), given="Mutate: Cid", refused="Mutate: Dan"), latest=("Secret.",))
    not_called = phone(seen, question=replace(ballot(), called=False))
    aside = phone(seen, question=None)
    views = [render_view(one) for one in (called, not_called, aside)]
    assert len({one.public["announced"] for one in views}) == 1
    assert all("announced" not in {**one.knowledge, **one.answer} for one in views)
    assert fragments.build_view(called).public is fragments.build_view(aside).public


def test_what_opens_has_a_name_open_or_closed(open_device: Callable[..., Page]) -> None:
    page = PageServer(open_device("phone"), "phone", phone(DAWN), comfort={}).open().page
    expect(page.locator("#card > summary")).to_have_accessible_name("Your card")
    page.locator("#card > summary").press("Enter")
    expect(page.locator("#card > summary")).to_have_accessible_name("Your card")
    for summary in page.locator("summary").all():
        if summary.is_visible():
            expect(summary).to_have_accessible_name(re.compile(r"\w"))
