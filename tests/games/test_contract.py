"""What every kit keeps to, whichever games there are: found by walking the folder, held with random play.

A folder whose kit is still being written fails here with what it lacks.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.utils import translation

import games.kits
from games.contract.play import (
    again,
    fresh,
    new_table,
    refused_moves,
    shown,
    told_and_truth,
    twisted,
    values,
    wild_play,
)
from games.contract.secrecy import keeps_its_secrets
from games.engine.asks import Ask, same
from games.engine.bots import next_move, play_out
from games.engine.kit import Kit, all_kits
from games.engine.moves import CHANCE, CLOCK, MODERATOR, Move
from games.engine.options import Word, settle
from games.engine.record import NotARecord, parse, read, replay, report, write
from games.engine.table import Closes, Refused, Table
from games.engine.words import Words
from tests.games.table_scenes import TRANSCRIPTS, kept, load, transcript
from tests.thorough import amount, seeds

KITS = Path(games.kits.__file__).parent
SLUGS = list(all_kits())
SEEDS = seeds(2, 6)
WILD, REASONABLE = 120, 3_000  # moves of a wild game that is cut short, and of a game of bots
OFFERED = {
    "rules": {"VERSION", "OLDER", "play"},
    "roles": {"SEATS", "OPTIONS", "CARD", "deal", "wrong_deal", "warnings"},
    "words": set(Words.__annotations__) | {name for name in vars(Words) if not name.startswith("_")},
    "bots": {"answer"},
    "lawful": {"TELLS", "ASKS", "ENDS", "set_up"},
}
PURE = {"lawful", "rules", "roles"}
IMPURE = {"django", "random", "secrets", "time", "datetime", "asyncio", "threading", "socket", "moderation", "os"}
LANGUAGES = ("en", "fr")
JUNK: list[Any] = [None, True, 0, -1, 1.5, "", "captain", [], ["captain"], {}, {"role": "captain"}, [[]]]


def lacking(kit: Kit) -> list[str]:
    """What a kit does not offer yet."""
    lacks = []
    for name, offered in OFFERED.items():
        try:
            module = import_module(f"games.kits.{kit.slug}.{name}")
        except ModuleNotFoundError as missing:
            lacks.append(str(missing))
        else:
            lacks += [f"{name}.py offers no {one}" for one in sorted(offered) if not hasattr(module, one)]
    return lacks


@pytest.fixture(params=SLUGS)
def kit(request: pytest.FixtureRequest) -> Kit:
    """Every kit that is whole."""
    kit = all_kits()[request.param]
    if lacks := lacking(kit):
        pytest.fail(f"games/kits/{kit.slug} is half-built: {'; '.join(lacks)}")
    return kit


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Each language that is spoken."""
    with translation.override(request.param):
        yield request.param


def wild_game(kit: Kit, seed: int) -> Table:
    """A table in the middle of a wild game, or at its end."""
    choose = Random(f"wild {seed}").choice
    table = new_table(kit, choose)
    for _ in wild_play(table, choose, WILD):
        pass
    return table


def game_of_bots(kit: Kit, seed: int) -> Table:
    """A table where bots have played to the end."""
    choose = Random(f"bots {seed}").choice
    table = new_table(kit, choose)
    play_out(kit, table, choose, most=REASONABLE)
    return table


# The folder


def test_the_folder_says_how_the_game_is_played(kit: Kit) -> None:
    assert (KITS / kit.slug / "README.md").read_text(encoding="utf-8").startswith("# ")
    assert type(kit.rules.VERSION) is int


def test_rules_and_roles_know_no_framework_no_clock_and_no_chance_of_their_own(kit: Kit) -> None:
    todo, seen = sorted(PURE), set()
    while todo:
        name = todo.pop()
        seen.add(name)
        for module in imported(KITS / kit.slug / f"{name}.py"):
            assert module.partition(".")[0] not in IMPURE, f"{kit.slug}/{name}.py imports {module}"
            own = module.removeprefix(f"games.kits.{kit.slug}.")
            if own != module and own not in seen:
                todo.append(own)


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_rules_and_roles_walk_over_no_set(kit: Kit) -> None:
    for path in (KITS / kit.slug / "rules.py", KITS / kit.slug / "roles.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            walked = [node.iter] if isinstance(node, ast.For | ast.comprehension) else []
            assert not any(is_set(one) for one in walked), (
                f"{path}:{node.lineno if isinstance(node, ast.For) else ''}"
            )


def is_set(node: ast.AST) -> bool:
    """Whether this is written as a set."""
    called = node.func if isinstance(node, ast.Call) else None
    return isinstance(node, ast.Set | ast.SetComp) or (isinstance(called, ast.Name) and called.id == "set")


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
        table = new_table(kit, Random(seed).choice)
        assert kit.roles.wrong_deal(table.seats, table.options, table.deal) == "", seed
        assert same(json.loads(json.dumps(table.deal)), table.deal), seed
        for seat in table.seats if kit.roles.CARD else ():
            assert table.deal[seat].keys() == kit.roles.CARD.keys(), seed
            assert all(value in kit.roles.CARD[key] for key, value in table.deal[seat].items()), seed


def test_a_deal_of_any_shape_is_judged_without_an_error(kit: Kit) -> None:
    for seed in range(40):
        choose = Random(seed).choice
        table = new_table(kit, choose)
        for junk in JUNK:
            deal = spoilt(json.loads(json.dumps(table.deal)), junk, choose)
            if isinstance(deal, dict):
                judged = kit.roles.wrong_deal(table.seats, table.options, deal)
                assert isinstance(judged, str), (seed, junk)


def spoilt(node: Any, junk: Any, choose: Any) -> Any:
    """JSON with junk somewhere in it, or something gone, twice there, or under the name of something else."""
    keys = list(node) if isinstance(node, dict) else list(range(len(node))) if isinstance(node, list) else []
    if not keys or choose(range(8)) == 0:
        return json.loads(json.dumps(junk))
    key, what = choose(keys), choose(range(8))
    if what == 0:
        del node[key]
    elif what == 1:
        other = choose(keys) if isinstance(node, list) else choose(["seat", "by", "for", "step", "role", "answer"])
        node[other] = json.loads(json.dumps(node[key]))
    else:
        node[key] = spoilt(node[key], junk, choose)
    return node


def test_an_option_of_any_shape_is_judged_without_an_error(kit: Kit) -> None:
    for option in kit.roles.OPTIONS.values():
        assert option.default is None or option.allows(option.default, ["P01", "P02"])
        for junk in [*JUNK, 10**30, "role", {"characters": 1}, [1] * 50]:
            assert isinstance(option.allows(junk, ["P01", "P02"]), bool)


def test_every_number_of_players_has_counts_to_begin_with(kit: Kit) -> None:
    (fewest, most), options = kit.roles.SEATS, settle(kit.roles.OPTIONS, {})
    for players in range(fewest, min(most, 40) + 1):
        counts = kit.roles.suggestion(players)
        assert kit.roles.wrong_counts(players, counts) == ""
        assert all(kit.roles.wrong_counts(players, {**counts, name: -1}) for name in counts)
        assert all(isinstance(sentence, str) for sentence in kit.roles.warnings(players, counts))
        seats = [f"P{number}" for number in range(players)]
        deal = kit.roles.deal(seats, options, Random(players).choice, counts)
        assert kit.roles.wrong_deal(seats, options, deal) == ""


# Play


@pytest.mark.parametrize("seed", SEEDS)
def test_games_of_bots_end_and_replay_to_the_same_report_byte_for_byte(kit: Kit, seed: int) -> None:
    table = game_of_bots(kit, seed)
    outcome = table.outcome
    assert table.step is None and outcome is not None
    assert outcome.seats == table.in_order(outcome.seats)
    replayed(kit, table)


@pytest.mark.parametrize("seed", SEEDS)
def test_wild_games_replay_to_the_same_report_byte_for_byte(kit: Kit, seed: int) -> None:
    replayed(kit, wild_game(kit, seed))


def replayed(kit: Kit, table: Table) -> None:
    """Write the record of a table, read it, replay it: it is the same table."""
    written = json.dumps(write(kit, table), ensure_ascii=False)
    played = replay(read(parse(written.encode())))
    assert played.refused == []
    assert json.dumps(report(played)) == told_and_truth(kit, table)
    assert json.dumps(write(kit, played.table), ensure_ascii=False) == written


def test_a_record_with_junk_in_it_is_replayed_or_no_record_but_never_an_error_of_ours(kit: Kit) -> None:
    written = [json.dumps(write(kit, wild_game(kit, seed))) for seed in range(4)]
    for seed in seeds(6, 30):
        choose = Random(f"junk {seed}").choice
        for junk in JUNK:
            spoiled = spoilt(spoilt(json.loads(written[seed % 4]), junk, choose), junk, choose)
            try:
                json.dumps(report(replay(read(parse(json.dumps(spoiled))))))
            except NotARecord as wrong:
                assert str(wrong).isprintable(), (seed, junk)
            except Exception as error:
                raise AssertionError(f"seed {seed}, junk {junk!r}") from error


@pytest.mark.parametrize("seed", SEEDS)
def test_a_refused_move_changes_nothing(kit: Kit, seed: int) -> None:
    choose = Random(f"wild {seed}").choice
    table = new_table(kit, choose)
    for count, _ in enumerate(wild_play(table, choose, WILD)):
        if count % 10 == 0:
            all_refused(kit, table, choose)
    all_refused(kit, table, choose)


def all_refused(kit: Kit, table: Table, choose: Any) -> None:
    """Try what must be refused, and see that nobody could tell."""
    before = told_and_truth(kit, table), table.number, table.step, dict(table.step.answers) if table.step else {}
    for move, code in refused_moves(table, choose):
        with pytest.raises(Refused) as refused:
            table.take(move)
        assert refused.value.code == code, move
    after = told_and_truth(kit, table), table.number, table.step, dict(table.step.answers) if table.step else {}
    assert before == after


@pytest.mark.parametrize("seed", SEEDS)
def test_what_was_told_stays_told(kit: Kit, seed: int) -> None:
    choose = Random(f"bots {seed}").choice
    table, heard = new_table(kit, choose), [""]
    heard = [json.dumps([told.seat, told.fact]) for told in table.told]
    while table.step and len(heard) < 400:
        table.take(next_move(kit, table, choose))
        heard += [json.dumps([told.seat, told.fact]) for told in table.told[len(heard) :]]
    assert heard == [json.dumps([told.seat, told.fact]) for told in table.told]


@pytest.mark.parametrize("seed", SEEDS)
def test_undo_and_the_same_moves_again_give_the_same_table(kit: Kit, seed: int) -> None:
    choose = Random(seed).choice
    table = wild_game(kit, seed)
    states, bare = [told_and_truth(kit, table)], told_and_truth(kit, fresh(table))
    for count in (1, 2, choose(range(3, 30)), len(table.undoable())):
        count = min(count, len(table.undoable()))
        cut = table.undoable()[-count]
        moves = [move for _, move in table.standing[cut:]]
        table.take(Move(MODERATOR, undo=count))
        assert [move for _, move in table.standing] == [move for _, move in again(table).standing]
        assert told_and_truth(kit, table) == told_and_truth(kit, again(table))
        assert list(table.undone) == moves
        for move in moves:
            table.take(move)
        states.append(told_and_truth(kit, table))
    assert len(set(states)) == 1
    table.take(Move(MODERATOR, undo=len(table.undoable())))
    assert told_and_truth(kit, table) == bare
    with pytest.raises(Refused, match="0 moves stand"):
        table.take(Move(MODERATOR, undo=1))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_clock_closes_as_the_moderator_does_and_never_declares_a_forfeit(kit: Kit, seed: int) -> None:
    choose = Random(f"clock {seed}").choice
    table = new_table(kit, choose)
    for count, _ in enumerate(wild_play(table, choose, WILD // 2)):
        step = table.step
        if count % 6 or step is None or step.needed:
            continue
        one, other = again(table), again(table)
        one.take(Move(MODERATOR, close=True))
        other.take(Move(CLOCK, close=True))
        if step.closes is Closes.GROUP and len(step.proposals()) > 1:
            assert other.outcome is None or other.outcome.reason != "forfeit"
        else:
            assert told_and_truth(kit, one) == told_and_truth(kit, other)


@pytest.mark.parametrize("seed", SEEDS)
def test_where_a_close_is_refused_the_clock_answers_by_lot_and_says_so(kit: Kit, seed: int) -> None:
    choose = Random(f"lot {seed}").choice
    table = new_table(kit, choose)
    for _ in wild_play(table, choose, WILD):
        step = table.step
        if step is None or not step.needed or step.of_chance:
            continue
        told = len(table.told)
        for who, ask in step.all_asks().items():
            other = again(table)
            move = Move(CLOCK, answer=ask.draw(choose), seat=None if who == MODERATOR else who)
            other.take(move)
            assert other.told[told].fact == {"fact": "by_lot", "step": step.name}


def test_covers_of_any_seat_change_nothing(kit: Kit) -> None:
    table = wild_game(kit, 1)
    other = again(table)
    for seat in table.seats if table.step else ():
        other.take(Move(seat, cover={"suspect": seat}))
    assert told_and_truth(kit, other) == told_and_truth(kit, table)
    assert json.dumps(write(kit, other)) == json.dumps(write(kit, table))


# Secrecy


@pytest.mark.parametrize("seed", SEEDS)
def test_a_call_of_the_night_shows_the_same_to_all_whoever_is_asked(kit: Kit, seed: int) -> None:
    for table in (game_of_bots(kit, seed), wild_game(kit, seed)):
        for step in table.steps:
            if step.asleep:
                assert step.shape is not None, step.name
                for seat, ask in step.asks.items():
                    assert shown(ask) == shown(step.shape), (step.name, seat)


def test_two_games_that_told_a_seat_the_same_look_the_same_to_it(kit: Kit) -> None:
    compared = 0
    for seed in seeds(12, 40):
        choose = Random(f"twist {seed}").choice
        table = game_of_bots(kit, seed) if seed % 2 else wild_game(kit, seed)
        seat = choose(table.seats)
        deal = twisted(kit, table, seat, choose) if seed % 4 else table.deal
        if deal is not None:
            compared += look_the_same(table, fresh(table, deal), seat, choose)
    assert compared > amount(12, 40), "too few pairs of games were alike long enough to tell anything"


def look_the_same(table: Table, other: Table, seat: str, choose: Any) -> int:
    """Play the moves of a table at two, until they told this seat something else; how often they were compared.

    At the other one something else was dealt, and those who wake at night answer something else now and then. What it
    refuses, because somebody else holds the card, is made good by the moderator's close.
    """
    one, compared = fresh(table), 0
    for _, move in [(0, None), *table.standing]:
        if move is not None:
            steps = len(one.steps), len(other.steps)
            ask = secretly_asked(other, move, seat)
            one.take(move)
            elsewhere = replace(move, answer=ask.draw(choose)) if ask and choose(range(3)) == 0 else move
            accepted = taken(other, elsewhere) or taken(other, move)
            stuck = len(one.steps) > steps[0] and len(other.steps) == steps[1]
            if not accepted and stuck and other.step and not other.step.needed:
                taken(other, Move(MODERATOR, close=True))
        if known(one, seat) != known(other, seat):
            break
        assert visible(one, seat) == visible(other, seat)
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
    return seat in step.asks, shown(step.asks.get(seat)), shown(step.shape) if step.asleep else None


def test_two_worlds_look_the_same_until_something_lawfully_told_parts_them(kit: Kit) -> None:
    keeps_its_secrets(kit, seeds(6, 90))


# Words


def test_what_can_be_set_has_its_words(kit: Kit, language: str) -> None:
    words, roles = kit.words, kit.roles
    assert all(str(one) for one in (words.NAME, words.PITCH, words.PLAYERS))
    assert words.OPTIONS.keys() == roles.OPTIONS.keys()
    for name, option in roles.OPTIONS.items():
        assert str(words.OPTIONS[name].label)
        if isinstance(option, Word):
            assert words.OPTIONS[name].values.keys() == set(option.words)
    assert words.COUNTS.keys() == roles.suggestion(roles.SEATS[0]).keys() and all(map(str, words.COUNTS.values()))
    assert words.CARDS.keys() == roles.CARD.keys()
    for key, said in words.CARDS.items():
        assert str(said.label)
        assert set(said.values) == set(roles.CARD[key]) and all(map(str, said.values.values()))
    pages = [page.slug for page in words.HELP]
    assert pages and len(set(pages)) == len(pages)
    assert all(str(page.title) and all(map(str, page.paragraphs)) for page in words.HELP)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_step_question_and_value_has_its_words(kit: Kit, seed: int, language: str) -> None:
    for table in (game_of_bots(kit, seed), wild_game(kit, seed)):
        for step in table.steps:
            said = kit.words.STEPS[step.name]
            assert str(said.title)
            if step.asleep:
                assert str(said.wake) and "%" not in f"{said.wake}{said.sleep}"
            for ask in [*step.all_asks().values(), *([step.shape] if step.shape and step.asleep else [])]:
                for name, value in values(ask):
                    assert name in said.fields, f"{step.name} has no label for {name}"
                    assert value in table.seats or str(kit.words.value(name, value)), (name, value)
                assert all(one.name in said.fields for one in ask.fields()), step.name


@pytest.mark.parametrize("seed", SEEDS)
def test_every_fact_row_and_outcome_has_its_words(kit: Kit, seed: int, language: str) -> None:
    words = kit.words
    for table in (game_of_bots(kit, seed), wild_game(kit, seed)):
        said = []
        for told in table.told:
            if told.seat is None:
                said.append(str(words.to_room(told.fact)) or str(words.phase(told.fact)))
                assert said[-1], told.fact
            else:
                said.append(str(words.to_player(told.fact)))
                if telling := words.to_moderator(told.fact):
                    assert str(telling.what) and str(telling.gesture), told.fact
        for seat in table.seats:
            card = words.card(table.private(seat))
            said += [str(card.name), str(card.camp), *map(str, card.lines)]
            assert str(card.name)
        for seat, mark in words.ring(table.public()).items():
            assert seat in table.seats and all(map(str, mark.badges))
        for gauge in words.board(table.public()):
            assert str(gauge.label) and str(gauge.value)
        for row in table.truth().values():
            assert str(words.truth(row))
        if table.outcome:
            assert str(words.outcome(table.outcome.winners, table.outcome.reason))
        assert not any("%(" in line or "{" in line or "gettext" in line for line in said)


def test_the_languages_differ(kit: Kit) -> None:
    said = []
    for language in LANGUAGES:
        with translation.override(language):
            pages = [str(text) for page in kit.words.HELP for text in (page.title, *page.paragraphs)]
            steps = [str(step.title) + str(step.question) + str(step.watch) for step in kit.words.STEPS.values()]
            said.append([*pages, *steps, str(kit.words.PITCH)])
    assert not [english for english, french in zip(*said, strict=True) if english and english == french]


def test_chance_is_asked_of_nobody(kit: Kit) -> None:
    for seed in SEEDS:
        for step in game_of_bots(kit, seed).steps:
            assert CHANCE not in step.asks or (list(step.asks) == [CHANCE] and step.needed and not step.table_ask)
