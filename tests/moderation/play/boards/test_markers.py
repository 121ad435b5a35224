"""The board of a game on the screen in the room and on the device in the middle: what everybody may know, marked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import unescape
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from games import journal, lifecycle
from games.engine.kit import all_kits
from games.engine.table import Fact, Table
from games.kits.murder.roles import Deck
from games.kits.spree.roles import JOKER, ONE_DECK, rank_of
from games.models import GameSession, Seat
from moderation.play.projections.sections import board
from moderation.play.rendering import render
from moderation.play.rendering.fragments import RenderedView, find_differences
from moderation.play.rendering.render import Viewer
from tests.games.kits.murder_ship import DECK
from tests.moderation.clients import text
from tests.moderation.sporz_table import desk, phone, playing

pytestmark = pytest.mark.django_db

LANGUAGES = pytest.mark.parametrize("language", ["en", "fr"])
BOARDS = pytest.mark.parametrize("slug", ["murder", "spree"])
MOST = 24_000  # bytes of a whole board, which a screen is sent once
NAMED: Mapping[str, Mapping[str, Mapping[str, str]]] = {  # words for places, and what they are on the drawing
    "murder": {
        "en": {"room": "room", "prison": "prison", "lift": "lift"},
        "fr": {"pièce": "room", "prison": "prison", "ascenseur": "lift"},
    },
    "spree": {
        "en": {"shop": "shop", "fountain": "fountain", "car": "space", "wall": "wall", "square": "walk"},
        "fr": {"magasin": "shop", "fontaine": "fountain", "voiture": "space", "mur": "wall", "case": "walk"},
    },
}


def begun(slug: str, code: str = "BFHJ", narrated: bool = False, seed: int = 1, **options: object) -> GameSession:
    """A table of three that has begun, dealt by this seed; Ann begins."""
    kit = all_kits()[slug]
    session = GameSession.objects.create(
        code=code, game=slug, kit_version=kit.rules.VERSION, nights="phones", language="en", narrated=narrated
    )
    GameSession.objects.filter(pk=session.pk).update(options=options)
    session.refresh_from_db()
    for place, name in enumerate(("Ann", "Bob", "Cid")):
        Seat.objects.create(session=session, place=place, name=name, folded=name.casefold())
    deal = kit.roles.deal(["Ann", "Bob", "Cid"], {**kit.usual, **options}, Random(seed).choice)
    lifecycle.deal_cards(session, {**deal, **({"first": "Ann"} if "first" in deal else {})})
    lifecycle.begin(session)
    session.refresh_from_db()
    return session


def choose_characters(session: GameSession) -> list[str]:
    """Each takes the first that is left; the seats in the order of play."""
    order = []
    for character in DECK["characters"][:3]:
        with journal.read_table(session.pk) as (_session, table):
            assert table and table.step
            order.append(next(iter(table.step.asks)))
        move = {"step": "character", "by": order[-1], "answer": {"character": character}}
        journal.submit(session.pk, move)
    return order


def screen_of(session: GameSession) -> RenderedView:
    """What the screen shows."""
    viewer = Viewer("screen", "en")
    drawn = render.render(session.pk, [viewer], [viewer]).views[viewer]
    assert drawn is not None
    return drawn


@BOARDS
def test_only_the_screen_has_the_board_folded(slug: str) -> None:
    session = begun(slug)
    page = text(Client().get(reverse("screen", args=[session.code])))
    assert '<details class="laid" id="laid">' in page
    assert "css/board." in page
    client = phone(session, "Ann")
    on_phone = text(client.get(reverse("phone", args=[session.code])))
    assert "laid" not in on_phone and "css/board." not in on_phone and "plan" not in on_phone
    assert len(screen_of(session).public["plan"].encode()) < MOST


@BOARDS
def test_the_device_in_the_middle_has_it_too(slug: str) -> None:
    page = text(desk(session := begun(slug, narrated=True)).get(reverse("desk", args=[session.code])))
    assert '<details class="laid" id="laid">' in page and "css/board." in page


def test_a_game_without_a_board_has_none() -> None:
    assert "laid" not in text(Client().get(reverse("screen", args=[playing().code])))


def test_a_step_sends_new_marks_without_the_drawing() -> None:
    session = begun("murder", deck=DECK)
    before = screen_of(session)
    order = choose_characters(session)
    after = screen_of(session)
    assert "plan" not in find_differences(before.public, after.public)
    for name in order:
        assert f">{name}</text>" in after.public["plan-marks"]
    sent = after.partials(find_differences(before.public, after.public))
    assert 'id="part-plan-marks"' in sent and 'd="M' not in sent


def test_what_the_board_says_is_what_everybody_was_told() -> None:
    session = begun("murder", deck=DECK, hours=4)
    order = choose_characters(session)
    drawn = screen_of(session)
    marked = re.findall(r"<text[^>]*>(.*?)</text>", drawn.public["plan-marks"])
    assert sorted(marked) == sorted(order)  # each where their character begins, alone
    assert re.findall(r"<li([^>]*)>(\d)</li>", drawn.public["plan-marks"]) == [
        (' aria-current="step"', "4"),
        *(("", hour) for hour in "3210"),
    ]
    people = " ".join(unescape(drawn.public["plan-people"]).split())
    assert all(
        f"<strong>{name}</strong> <span>{who}</span>" in people
        for name, who in zip(order, DECK["characters"], strict=False)
    )


@LANGUAGES
@pytest.mark.parametrize("deck", [None, DECK])
def test_rooms_of_a_hypothesis_have_the_same_names_on_drawings(
    language: str, deck: Mapping[str, list[str]] | None
) -> None:
    kit = all_kits()["murder"]
    assert kit.printed
    with override(language):
        drawn = {label.name for label in kit.printed.labels({**kit.usual, "deck": deck}).values()}
        assert {kit.words.value("room", room) for room in Deck.of(deck).of_kind("room")} < drawn


@LANGUAGES
def test_every_offered_card_has_its_rank_on_a_shop(language: str) -> None:
    kit = all_kits()["spree"]
    assert kit.printed
    with override(language):
        large = {label.large for label in kit.printed.labels(kit.usual).values()}
        for card in ONE_DECK:
            if card != JOKER:
                assert kit.words.value("shop", [card])[:-1] in large, rank_of(card)


@LANGUAGES
@BOARDS
def test_places_in_questions_are_drawn_and_named_in_the_rules(slug: str, language: str) -> None:
    kit = all_kits()[slug]
    assert kit.printed and kit.board
    kinds = {kind for kinds in kit.board.KINDS.values() for kind in kinds.split()} | {"wall", "door"}
    with override(language):
        asked = " ".join(
            str(said)
            for step in kit.words.STEPS.values()
            for said in (step.question, step.watch, *step.fields.values())
        ).casefold()
        rules = " ".join(kit.printed.rules(None)).casefold()
        for word, kind in NAMED[slug][language].items():
            assert kind in kinds and re.search(rf"\b{word}", rules), word
            assert re.search(rf"\b{word}", asked) or word in ("fountain", "fontaine"), word


def board_of(code: str, seed: int) -> dict[str, str]:
    """What the screen shows of the board at a table that is dealt by this seed."""
    session = begun("murder", code, seed=seed, deck=DECK)
    choose_characters(session)
    return {name: html for name, html in screen_of(session).public.items() if name.startswith("plan")}


def test_a_board_never_depends_on_secrets_and_leaks_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert board_of("BFHJ", 1) == board_of("KLMR", 5)
    honest = board.build_board_fields

    def telling(session: GameSession, table: Table, told: Sequence[Fact]) -> dict[str, Any]:
        found, truth = honest(session, table, told), table.truth()
        first = min(table.seats, key=lambda seat: str(truth[seat]["secret"]))
        return found | {"standing": replace(found["standing"], areas=(("P", (f"{first} {truth[first]}",)),))}

    monkeypatch.setattr(board, "build_board_fields", telling)
    assert board_of("BXJW", 1) != board_of("KXMW", 5)
