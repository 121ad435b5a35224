"""What every kit keeps to, whichever games there are: found by walking the folder, held with random play.

What is held is in games/contract; here stands only on which kits, seeds and languages it is tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.utils import translation

from games.contract import offers, playing, saying, setting_up
from games.contract.playing import game_of_bots, wild_game
from games.contract.random_moves import find_twisted_deal, list_shown, restart_table
from games.contract.secrecy import keeps_its_secrets
from games.engine.asks import Ask
from games.engine.kit import Kit, all_kits
from games.engine.moves import MODERATOR, Move
from games.engine.record import replay, report
from games.engine.table import Refused, Table
from tests.games.table_scenes import TRANSCRIPTS, kept, load, transcript
from tests.own_games import OWN
from tests.thorough import amount, seeds

SLUGS = OWN
SEEDS = seeds(2, 4)
LANGUAGES = ("en", "fr")


@pytest.fixture(params=SLUGS)
def kit(request: pytest.FixtureRequest) -> Kit:
    """Every kit that is whole."""
    kit = all_kits()[request.param]
    offers.is_whole(kit)
    return kit


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Each language that is spoken."""
    with translation.override(request.param):
        yield request.param


# The folder


def test_the_folder_says_how_the_game_is_played(kit: Kit) -> None:
    assert (kit.folder / "README.md").read_text(encoding="utf-8").startswith("# ")


def test_rules_and_roles_import_no_framework_clock_or_randomness(kit: Kit) -> None:
    offers.knows_no_outside(kit)


def test_rules_and_roles_walk_over_no_set(kit: Kit) -> None:
    offers.walks_over_no_set(kit)


def test_a_transcript_and_three_records_of_whole_games_are_kept(kit: Kit) -> None:
    paths = kept(kit.slug)
    assert len(paths) >= 3
    lines = (TRANSCRIPTS / f"{kit.slug}.txt").read_text(encoding="utf-8").splitlines()
    assert lines in [list(transcript(load(path)[0])) for path in paths]


def test_kept_records_still_replay_to_the_outcome_they_note(kit: Kit) -> None:
    for path in kept(kit.slug):
        record, outcome = load(path)
        played = report(replay(record))
        assert (played["refused"], played["open"], played["outcome"]) == ([], None, outcome), path.name


# The set-up


def test_what_is_dealt_is_lawful_and_written_cards_are_known(kit: Kit) -> None:
    for seed in range(40):
        setting_up.deals_lawfully(kit, seed)


def test_a_deal_of_any_shape_is_judged_without_an_error(kit: Kit) -> None:
    for seed in range(40):
        setting_up.judges_any_deal(kit, seed)


def test_an_option_of_any_shape_is_judged_without_an_error(kit: Kit) -> None:
    setting_up.judges_any_option(kit)


def test_every_number_of_players_has_counts_to_begin_with(kit: Kit) -> None:
    setting_up.begins_with_counts(kit)


# Play


@pytest.mark.parametrize("seed", SEEDS)
def test_bot_games_end_and_replay_to_the_same_bytes(kit: Kit, seed: int) -> None:
    playing.ends_and_replays(kit, seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_wild_games_replay_to_the_same_report_byte_for_byte(kit: Kit, seed: int) -> None:
    playing.replays_wild_games(kit, seed)


def test_a_record_with_junk_causes_no_internal_error(kit: Kit) -> None:
    playing.judges_any_record(kit, seeds(6, 15))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_refused_move_changes_nothing(kit: Kit, seed: int) -> None:
    playing.refuses_without_a_trace(kit, seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_was_told_stays_told(kit: Kit, seed: int) -> None:
    playing.keeps_what_was_told(kit, seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_undo_and_the_same_moves_again_give_the_same_table(kit: Kit, seed: int) -> None:
    playing.goes_back(kit, seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_clock_closes_like_the_moderator_and_declares_no_forfeit(kit: Kit, seed: int) -> None:
    playing.closes_by_the_clock(kit, seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_clock_answers_by_lot_where_closing_is_refused(kit: Kit, seed: int) -> None:
    playing.answers_by_lot(kit, seed)


def test_covers_of_any_seat_change_nothing(kit: Kit) -> None:
    playing.covers_change_nothing(kit, seed=1)


@pytest.mark.parametrize("seed", SEEDS)
def test_chance_is_asked_of_nobody(kit: Kit, seed: int) -> None:
    playing.asks_chance_alone(kit, seed)


# Secrecy


@pytest.mark.parametrize("seed", SEEDS)
def test_a_night_call_looks_the_same_for_every_seat(kit: Kit, seed: int) -> None:
    playing.shows_a_call_to_all_alike(kit, seed)


def test_two_games_with_equal_facts_look_equal_to_a_seat(kit: Kit) -> None:
    compared, revealing = 0, {asks.step for asks in kit.lawful.ASKS}
    for seed in seeds(12, 24):
        choose = Random(f"twist {seed}").choice
        table = game_of_bots(kit, seed) if seed % 2 else wild_game(kit, seed)
        seat = choose(table.seats)
        deal = find_twisted_deal(kit, table, seat, choose) if seed % 4 else table.deal
        if deal is not None:
            compared += look_the_same(table, restart_table(table, deal), seat, choose, revealing)
    assert compared > amount(12, 24), "too few pairs of games were alike long enough to tell anything"


def look_the_same(table: Table, other: Table, seat: str, choose: Any, revealing: set[str]) -> int:
    """Play the moves of a table at two, until they told this seat something else; how often they were compared.

    At the other one something else was dealt, and those who wake at night answer something else now and then. What it
    refuses, because somebody else holds the card, is made good by the moderator's close. `revealing`: the steps whose
    question alone may tell a seat something, as the game declares.
    """
    one, compared = restart_table(table), 0
    for _, move in [(0, None), *table.standing]:
        if move is not None:
            steps = len(one.steps), len(other.steps)
            ask = secretly_asked(other, move, seat)
            one.take(move)
            elsewhere = move._replace(answer=ask.draw(choose)) if ask and choose(range(3)) == 0 else move
            accepted = taken(other, elsewhere) or taken(other, move)
            stuck = len(one.steps) > steps[0] and len(other.steps) == steps[1]
            if not accepted and stuck and other.step and not other.step.needed:
                taken(other, Move(MODERATOR, close=True))
        if known(one, seat) != known(other, seat):
            break
        if visible(one, seat) != visible(other, seat):
            assert one.step and one.step.name in revealing
            break
        compared += 1
    return compared


def secretly_asked(table: Table, move: Move, seat: str) -> Ask | None:
    """The ask that a move answers at night, if it is not this seat's."""
    who = move.whose
    if move.answer is None or table.step is None or not table.step.asleep or who == seat:
        return None
    return table.step.all_asks().get(who)


def taken(table: Table, move: Move) -> bool:
    """Whether the table takes the move."""
    try:
        table.take(move)
    except Refused:
        return False
    return True


def known(table: Table, seat: str) -> tuple[Any, ...]:
    """All that a seat was told, and the steps it has lived through."""
    return [told.fact for told in table.told_to(seat)], [step.name for step in table.steps], table.outcome is None


def visible(table: Table, seat: str) -> Any:
    """What a seat's phone shows of the open step: its question, or the cover of the same shape."""
    step = table.step
    if step is None:
        return None
    return seat in step.asks, list_shown(step.asks.get(seat)), list_shown(step.shape) if step.asleep else None


def test_two_worlds_look_equal_until_a_lawful_fact_separates_them(kit: Kit) -> None:
    keeps_its_secrets(kit, seeds(6, 25), [replay(load(path)[0]).table for path in kept(kit.slug)])


# Words


def test_what_can_be_set_has_its_words(kit: Kit, language: str) -> None:
    saying.names_what_can_be_set(kit)
    saying.has_easy_words(kit)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_step_question_and_value_has_its_words(kit: Kit, seed: int, language: str) -> None:
    saying.names_every_question(kit, seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_fact_row_and_outcome_has_its_words(kit: Kit, seed: int, language: str) -> None:
    saying.names_every_fact(kit, seed)


def test_the_languages_differ(kit: Kit) -> None:
    said = []
    for language in LANGUAGES:
        with translation.override(language):
            pages = [str(text) for page in kit.words.HELP for text in (page.title, *page.paragraphs)]
            steps = [str(step.title) + str(step.question) + str(step.watch) for step in kit.words.STEPS.values()]
            said.append([*pages, *steps, str(kit.words.PITCH)])
    assert not [english for english, french in zip(*said, strict=True) if english and english == french]
