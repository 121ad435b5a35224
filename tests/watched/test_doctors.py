"""Two doctors agree on a murder, each with a phone, and the other six phones look all the same (S-16, SECRECY 29).

That all phones are sent the same, frame for frame, is held in tests/moderation/play/pacing/test_doctors_agree.py.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from qa.serving import RunningServer
from tests.pixels import unlike_the_first
from tests.watched.tables import NAMES, PATIENCE, WatchedTable
from tests.watched.test_same_light import HIDE

pytestmark = pytest.mark.slow
PACE = "0.6"  # the first call passes in some twenty seconds; the doctors’ is lengthened at the desk
BEATS = 8  # in which a busy machine may bring one phone what the others have already
LONGER = 6  # times fifteen seconds


def propose_to_kill(phone: Page, victim: str) -> None:
    """Pick the verb and the name, and confirm."""
    form = phone.locator("form#answer")
    form.locator("input[name=verb0][value=kill]").check(force=True)
    form.locator("label", has_text=victim).locator("input[type=radio]").first.check(force=True)
    with phone.expect_response("**/answer/") as answer:
        form.locator(".confirm button").click()
    assert answer.value.ok


@pytest.mark.full
def test_s16_two_doctors_agree_while_six_phones_look_alike(
    start_server: Callable[..., RunningServer], open_device: Callable[..., Page]
) -> None:
    table = WatchedTable(start_server(CALL_PACE=PACE), open_device, "sporz", "phones", languages=("en-GB", "en-GB"))
    table.join(NAMES)
    table.begin()
    doctors = [
        name
        for name, phone in table.phones.items()
        if "Doctor" in (phone.locator("#card .secret").text_content() or "")
    ]
    others = [name for name in NAMES if name not in doctors]
    assert len(doctors) == 2
    victim = others[0]
    table.decide()
    doctors_called = table.desk.locator(".step-title", has_text="The doctors")
    expect(doctors_called).to_be_visible(timeout=PATIENCE)
    table.reveal("#beside")
    for _ in range(LONGER):
        table.tap("form#longer button")
    for phone in table.phones.values():
        expect(phone.locator("#answer")).to_contain_text("Heal", timeout=PATIENCE)
        phone.evaluate(HIDE)

    otherwise = [seen(table, others)]
    propose_to_kill(table.phones[doctors[0]], victim)
    sign = table.phones[doctors[1]].locator("#part-fellows")
    expect(sign).to_contain_text(f"{doctors[0]} (Kill: {victim})", timeout=PATIENCE)
    otherwise.append(seen(table, others))
    propose_to_kill(table.phones[doctors[1]], victim)
    sign = table.phones[doctors[0]].locator("#part-fellows")
    expect(sign).to_contain_text(f"{doctors[1]} (Kill: {victim})", timeout=PATIENCE)
    otherwise.append(seen(table, others))

    expect(table.desk.locator(".notice.success")).to_contain_text("The answer is in.")
    assert otherwise == [0, 0, 0], "one of six phones looks otherwise"
    table.phones[others[0]].locator(".tiles label").first.click()
    assert seen(table, others), "a tile that is chosen is not seen"


def seen(table: WatchedTable, names: list[str]) -> int:
    """How many of these phones look otherwise than the first, clock and own name aside, once all are up to date."""
    for _beat in range(BEATS):
        pictures = []
        for name in names:
            table.phones[name].mouse.move(0, 0)
            table.phones[name].evaluate("scrollTo(0, 0)")
            pictures.append(table.phones[name].screenshot(animations="disabled"))
        otherwise = unlike_the_first(pictures, table.desk)
        if not otherwise:
            break
    return otherwise
