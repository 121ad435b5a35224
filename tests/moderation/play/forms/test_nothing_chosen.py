"""No step is completed by the main button with nothing chosen, on the desk or a phone, in any game (SECRECY 33)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from veilleur_quests import rules as quests_rules

from games.contract.playing import game_of_bots, wild_game
from games.engine.asks import Ask
from games.engine.kit import Kit, all_kits
from games.engine.table import Step, Table
from moderation.play.forms.answer_forms import (
    QUICK,
    Question,
    UnfinishedAnswer,
    build_form,
    build_table_form,
    parse_form,
)
from moderation.play.secrecy import cover_questions
from moderation.surfaces.desk.ring_input import DeskEntry, is_only_a_sign
from qa.walking import read_forms
from tests.own_games import OWN
from tests.thorough import seeds

KITS = {slug: all_kits()[slug] for slug in OWN} | {"quests": Kit("quests", quests_rules.__package__)}


@cache
def asked(slug: str) -> list[tuple[Table, Step, Ask]]:
    """Return every different question of a few games: to those who are asked, to all in a call, to the moderator."""
    return list(questions_of(KITS[slug]))


def questions_of(kit: Kit) -> Iterator[tuple[Table, Step, Ask]]:
    """Yield each question once, known by its step and the fields of its forms."""
    seen = set()
    for seed in seeds(3, 10):
        for table in (game_of_bots(kit, seed), wild_game(kit, seed)):
            for step in table.steps:
                found = [] if step.of_chance else [*step.asks.values(), step.moderator_ask, step.entry, step.shape]
                for ask in found:
                    if ask is None or not ask.report():
                        continue
                    fields = tuple(tuple((one.name, bool(one.shown)) for one in form) for form in ask.forms)
                    if (step.name, fields) not in seen:
                        seen.add((step.name, fields))
                        yield table, step, ask


def untouched(html: str, form: str) -> QueryDict:
    """Return what a form sends when nothing on it was touched and its main button is pressed."""
    sent = read_forms(html)[0][form].fields_as_shown()
    return QueryDict(
        urlencode([(name, value) for name, value in sent if name != QUICK])
    )  # that has buttons of its own


def completes(ask: Ask, sent: QueryDict) -> bool:
    """Return whether a form as it was sent is an answer that the table takes."""
    try:
        return ask.allows(parse_form(ask, sent))
    except (UnfinishedAnswer, ValueError, TypeError):
        return False


def on_the_desk(asks: Question) -> list[tuple[str, str]]:
    """Return the form of the desk's own step, and the one in the panel of a seat, each with its id."""
    entering = DeskEntry(asks)
    step = render_to_string("surfaces/desk/parts/enter.html", {"entering": entering, "code": "BFHJ"})
    forms = [(step, "decide")]
    if not entering.sign:  # to have seen is the only choice, and the button says so
        seat = {"pk": 1, "name": "Ann"}
        context = {"question": asks, "seat": seat, "code": "BFHJ", "by_ring": entering.is_for_ring}
        forms.append((render_to_string("surfaces/desk/_answer.html", context), "answer-for"))
    return forms


@pytest.mark.parametrize("slug", KITS)
def test_nothing_is_completed_on_the_desk_with_nothing_chosen(slug: str) -> None:
    kit = KITS[slug]
    for table, step, ask in asked(slug):
        if is_only_a_sign(ask) and len([*ask.fields()]) == 1:
            continue
        for asks in (
            build_form(kit.words, step.name, 7, ask, None, table.seats),
            build_table_form(kit.words, step.name, 7, ask, table.seats),
        ):
            for html, form in on_the_desk(asks):
                assert not completes(ask, untouched(html, form)), (step.name, form)


@pytest.mark.parametrize("slug", KITS)
def test_nothing_is_completed_on_a_phone_with_nothing_chosen(slug: str) -> None:
    kit = KITS[slug]
    for table, step, ask in asked(slug):
        asks = build_form(kit.words, step.name, 7, ask, None, table.seats)
        if step.asleep:
            called = replace(step, asks={table.seats[0]: ask}, shape=ask)
            asks = cover_questions.build_question(kit.words, table, table.seats[1], called)
        html = render_to_string("parts/_choices.html", {"question": asks, "form": "answer"})
        assert not completes(ask, untouched(f'<form id="answer">{html}</form>', "answer")), step.name


@pytest.mark.parametrize("slug", KITS)
def test_no_target_is_chosen_before_it_is_touched(slug: str) -> None:
    kit = KITS[slug]
    for table, step, ask in asked(slug):
        for html, form in on_the_desk(build_form(kit.words, step.name, 7, ask, None, table.seats)):
            checked = [one for one in read_forms(html)[0][form].controls if one.checked]
            preset = [one for one in checked if one.name.startswith("pick") and one.value]
            assert not preset, (step.name, preset)


def test_doctors_have_a_default_deed_and_mutants_none() -> None:
    kit = KITS["sporz"]
    found: dict[str, set[str]] = {}
    for table, step, ask in asked("sporz"):
        for html, form in on_the_desk(build_form(kit.words, step.name, 7, ask, None, table.seats)):
            verbs = [one.value for one in read_forms(html)[0][form].controls if one.name == "verb0" and one.checked]
            found.setdefault(step.name, set()).update(verbs)
    assert found["doctors"] == {"heal"} and found["mutants"] == set()
