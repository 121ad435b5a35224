"""Forms on a phone: the button, the columns and the search (static/js/choose.js)."""

from __future__ import annotations

from dataclasses import replace

from playwright.sync_api import expect

from moderation.play.forms.answer_forms import Tile
from tests.moderation.surfaces.pages import Visit
from tests.moderation.surfaces.showings import ballot, names, phone


def test_the_button_repeats_what_is_chosen(visit: Visit) -> None:
    page = visit("phone", phone()).page
    expect(page.locator(".confirm button")).to_have_text("Confirm")  # and nothing of what is not chosen yet
    height = page.locator(".confirm button").bounding_box()
    page.locator("label.tile", has_text="Bob").click()
    expect(page.locator(".confirm .choice")).to_have_text("Bob")
    assert page.locator(".confirm button").bounding_box() == height


def test_a_field_that_does_not_apply_is_hidden(visit: Visit) -> None:
    verbs = (Tile("offer", "Offer"), Tile("tell", "Tell"))
    also = replace(names(optional=True), number=1, only_with=("tell",))
    page = visit("phone", phone(question=ballot(columns=(names(verbs=verbs), also)))).page
    expect(page.locator("fieldset").nth(1)).to_be_hidden()
    page.locator("label", has_text="Tell").click()
    page.locator("fieldset").first.locator("label", has_text="Bob").click()
    page.locator("[data-page='2']").click()
    expect(page.locator("fieldset").nth(1)).to_be_visible()
    page.locator("[data-page='1']").click()
    page.locator("label", has_text="Offer").click()
    expect(page.locator("fieldset").nth(1)).to_be_hidden()


def test_a_search_narrows_the_list_whatever_the_accents(visit: Visit) -> None:
    people = names(names=[*(f"Guest {number}" for number in range(41)), "Élodie"])
    page = visit("phone", phone(question=ballot(columns=(people,)))).page
    page.locator("[data-search]").fill("elo")
    expect(page.locator(".tiles .tile:visible")).to_have_text(["Élodie"])


def test_passing_is_one_tap_above_the_cards(visit: Visit) -> None:
    passes = (Tile("pass", "Let it happen"), Tile("pass all", "Let everything happen"))
    server = visit("phone", phone(question=ballot(passes=passes)))
    first = server.page.locator("button[name=quick]").first
    cards = server.page.locator("#answer .tile").first
    assert first.bounding_box()["y"] < cards.bounding_box()["y"]  # type: ignore[index]
    first.click()
    server.wait_for(lambda: server.posted)
    assert server.posted[0]["quick"] == "pass" and "pick0" not in server.posted[0]


def test_an_optional_second_card_has_its_own_empty_page(visit: Visit) -> None:
    clues = names(tiles=(Tile('"Rope"', "Rope"), Tile('"Gun"', "Gun")), covered=True, people=False)
    verbs = (Tile("exchange", "Offer"), Tile("declare", "Declare"))
    also = replace(clues, number=1, label="Also name", only_with=("declare",), optional=True, preset=True)
    asked = replace(ballot(), columns=(replace(clues, verbs=verbs), also), covered=True)
    server = visit("phone", phone(question=asked))
    page = server.page
    page.locator("details.choices > summary").click()
    page.locator("label:has([value=declare])").click()
    confirm, onwards = page.locator("#answer .confirm"), page.locator("[data-page='2']")
    expect(confirm).to_be_hidden()
    expect(onwards).to_be_disabled()
    page.locator("fieldset").first.locator("label:has-text('Rope')").click()
    onwards.click()
    expect(page.locator("fieldset").first).to_be_hidden()
    expect(page.locator("fieldset").last.locator("input:checked")).to_have_value("")
    page.locator("[data-page='1']").click()
    expect(page.locator("fieldset").last).to_be_hidden()
    onwards.click()
    confirm.locator("button").click()
    server.wait_for(lambda: server.posted)
    assert (server.posted[0]["verb0"], server.posted[0]["pick0"], server.posted[0]["pick1"]) == (
        "declare",
        '"Rope"',
        "",
    )
    page.locator("[data-change]").click()  # what was noted has folded
    page.locator("details.choices").evaluate("one => one.open = true")
    page.locator("label:has([value=exchange])").click()
    expect(confirm).to_be_visible()
