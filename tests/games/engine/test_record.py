"""The game record: what is one and what is not, how it is replayed, what its report holds."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from games.engine.kit import all_kits
from games.engine.record import FORMAT, NotARecord, parse, read, replay, report, write
from games.engine.table import Table
from tests.games.kits.sporz_crew import SMALL, SMALL_DEAL

RECORD: dict[str, Any] = {
    "format": FORMAT,
    "game": "sporz",
    "seats": SMALL,
    "options": {"night_autopsy": "full"},
    "deal": SMALL_DEAL,
    "moves": [
        {"step": "chief", "by": "moderator", "answer": {"seat": "Cid"}},
        {"step": "mutants", "by": "Ann", "answer": {"mutate": "Bob", "paralyse": "Cid"}},
        {"by": "moderator", "close": True},
        {"by": "moderator", "undo": 2},
    ],
}


def changed(*path: Any, to: Any) -> dict[str, Any]:
    """The record with another value at this path; None of a key takes it away."""
    document = copy.deepcopy(RECORD)
    *way, last = path
    inner: Any = document
    for key in way:
        inner = inner[key]
    inner[last] = to
    return document


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in RECORD.items() if name != key}


def with_moves(*moves: Any) -> dict[str, Any]:
    return {**RECORD, "moves": list(moves)}


def complaint(document: Any) -> str:
    """What is wrong with a document, and where; always one line."""
    with pytest.raises(NotARecord) as wrong:
        read(parse(json.dumps(document)))
    assert str(wrong.value).isprintable() and len(str(wrong.value)) < 250
    return str(wrong.value)


def outcome_of(*moves: Any, **more: Any) -> dict[str, Any]:
    """The report of a record with these moves."""
    return report(replay(read({**with_moves(*moves), **more})))


# What is no JSON


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\n",
        b"{",
        b'{"format": "veilleur/1",}',
        b"{'format': 1}",
        b'{"seed": NaN}',
        b'{"seed": Infinity}',
        b'{"seed": -Infinity}',
        b'{"seed": 1, "seed": 2}',
        b'{"deal": {"Ann": 1, "Ann": 1}}',
        b'{"seats": ["\xff\xfe"]}',
        b'{"seats": ["\xc3"]}',
        b'{"seats": ["\xed\xa0\x80"]}',  # half a character, as bytes
        b'{"seats": ["\\ud800"]}',  # and escaped
        b'{"\\udc00": 1}',
        '{"format": "veilleur/1"}'.encode("utf-16"),
        '{"format": "veilleur/1"}'.encode("utf-32"),
        b'{"seed": ' + b"9" * 5_000 + b"}",
        b"[" * 100_000,
        b"[" * 5_000 + b"]" * 5_000,
        b'{"a":' * 100_000,
        b"\x00",
        b"{} {}",
    ],
    ids=lambda text: repr(text[:30]),
)
def test_what_is_not_json_is_no_record(text: bytes) -> None:
    with pytest.raises(NotARecord, match="not JSON") as wrong:
        parse(text)
    assert str(wrong.value).isprintable() and len(str(wrong.value)) < 250


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        (b"[" + b"1," * 98 + b"1]", True),
        (b"[" + b"1," * 99 + b"1]", False),
        ("[" + "[]," * 50 + "[]]", False),
        (b"[" + b"{}," * 50 + b"{}]", False),
        (b"[" * 60 + b"]" * 60, True),
        (b"[" * 60 + b'{"a":1}' + b"]" * 60, True),
        (b"[" * 70 + b"]" * 70, False),
    ],
)
def test_an_imported_record_has_limited_values_and_depth(text: str | bytes, fits: bool) -> None:
    if fits:
        assert parse(text, 99) == json.loads(text)
    else:
        with pytest.raises(NotARecord, match="size"):
            parse(text, 99)


def test_values_are_counted_before_anything_is_made_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json, "loads", None)
    with pytest.raises(NotARecord, match="size"):
        parse(b"[],[],[]", 4)


def test_too_many_seats_are_refused_before_each_is_compared() -> None:
    """Each name is looked for among those before it: a hundred thousand would take minutes."""
    with pytest.raises(NotARecord, match="seats: 100000 seats"):
        read({**RECORD, "seats": [str(number) for number in range(100_000)]})


@pytest.mark.parametrize("depth", [10, 100, 300, *range(900, 1000), 2_000])
def test_nesting_of_any_depth_causes_no_internal_error(depth: int) -> None:
    nested = "[" * depth + "]" * depth
    for document in (
        json.dumps(with_moves({"by": "Ann", "answer": {"seat": "?"}})),
        json.dumps({**RECORD, "note": "?"}),
        json.dumps({**RECORD, "deal": "?"}),
        json.dumps({**RECORD, "options": {"night_autopsy": "?"}}),
        json.dumps(with_moves({"by": "?", "answer": {}})),
    ):
        try:
            replay(read(parse(document.replace('"?"', nested))))
        except NotARecord as wrong:
            assert str(wrong).isprintable()


def test_a_byte_order_mark_is_forgiven() -> None:
    assert read(parse(b"\xef\xbb\xbf" + json.dumps(RECORD).encode())).seats == SMALL


# What is no record


@pytest.mark.parametrize("document", [None, [], 1, "veilleur/1", True, [RECORD]])
def test_a_record_is_an_object(document: Any) -> None:
    assert complaint(document) == "record: not an object"


@pytest.mark.parametrize(
    ("document", "where"),
    [
        (without("format"), "format: "),
        (changed("format", to="veilleur/2"), "format: "),
        (changed("format", to=None), "format: "),
        (without("game"), "game: "),
        (changed("game", to="chess"), 'game: no game "chess"'),
        (changed("game", to=None), "game: "),
        (changed("game", to=["sporz"]), "game: "),
        (changed("game", to="../sporz"), "game: "),
        (changed("game", to=""), "game: "),
        (without("seats"), "seats: "),
        (changed("seats", to="Ann"), "seats: "),
        (changed("seats", to={}), "seats: "),
        (changed("seats", to=SMALL[:3]), "seats: 3 seats"),
        (changed("seats", to=[]), "seats: 0 seats"),
        (changed("seats", to=[f"P{n}" for n in range(1_000)]), "seats: 1000 seats"),
        (changed("seats", 1, to=""), "seats[1]: "),
        (changed("seats", 1, to="x" * 31), "seats[1]: "),
        (changed("seats", 1, to=7), "seats[1]: "),
        (changed("seats", 1, to=None), "seats[1]: "),
        (changed("seats", 4, to="Ann"), 'seats[4]: "Ann" sits there twice'),
        (changed("seats", 2, to="moderator"), "seats[2]: a seat may not be called moderator"),
        (changed("seats", 2, to="chance"), "seats[2]: "),
        (changed("seats", 2, to="clock"), "seats[2]: "),
        (changed("options", to=None), "options: not an object"),
        (changed("options", to=[]), "options: not an object"),
        (changed("options", "speed", to=1), "options.speed: no such option"),
        (changed("options", "night_autopsy", to="none"), "options.night_autopsy: no such value"),
        (changed("options", "night_autopsy", to=None), "options.night_autopsy: "),
        (changed("options", "night_autopsy", to=["role"]), "options.night_autopsy: "),
        (changed("options", "show_tally", to=1), "options.show_tally: "),
        (changed("options", "show_tally", to="true"), "options.show_tally: "),
        (changed("deal", to=None), "deal: not an object"),
        (changed("deal", to=[]), "deal: not an object"),
        (changed("deal", to={}), "deal: "),
        (changed("deal", "Zoe", to={"role": "spy", "genome": "normal"}), 'deal: no seat "Zoe"'),
        (changed("deal", "Ann", to=None), "deal: "),
        (changed("deal", "Ann", "role", to="captain"), "deal: "),
        (changed("deal", "Ann", "role", to=[]), "deal: "),
        (changed("deal", "Bob", "role", to="astronaut"), "deal: "),
        (changed("seed", to="7"), "seed: "),
        (changed("seed", to=1.0), "seed: "),
        (changed("seed", to=True), "seed: "),
        (changed("seed", to=None), "seed: "),
        (changed("kit_version", to=99), "kit_version: the kit is version 2"),
        (changed("kit_version", to="1"), "kit_version: the kit is version 2"),
        (changed("kit_version", to=True), "kit_version: "),
        (changed("kit_version", to=None), "kit_version: "),
        (without("moves"), "moves: "),
        (changed("moves", to={}), "moves: not a list"),
        (changed("moves", to=None), "moves: not a list"),
    ],
)
def test_what_breaks_the_shape_is_named_with_its_place(document: dict[str, Any], where: str) -> None:
    assert complaint(document).startswith(where)


ANSWER: dict[str, Any] = {"seat": "Ann"}


@pytest.mark.parametrize(
    ("move", "where"),
    [
        (None, "moves[1]: not an object"),
        ([], "moves[1]: not an object"),
        ("close", "moves[1]: not an object"),
        ({}, "moves[1].by: "),
        ({"answer": ANSWER}, "moves[1].by: "),
        ({"by": "Zoe", "answer": ANSWER}, 'moves[1].by: no seat "Zoe"'),
        ({"by": None, "answer": ANSWER}, "moves[1].by: "),
        ({"by": 1, "answer": ANSWER}, "moves[1].by: "),
        ({"by": ["Ann"], "answer": ANSWER}, "moves[1].by: "),
        ({"by": "moderator", "for": "Zoe", "answer": ANSWER}, 'moves[1].for: no seat "Zoe"'),
        ({"by": "moderator", "for": "moderator", "answer": ANSWER}, "moves[1].for: "),
        ({"by": "moderator", "for": None, "answer": ANSWER}, "moves[1].for: "),
        ({"by": "Ann", "answer": ANSWER, "step": 1}, "moves[1].step: "),
        ({"by": "Ann", "answer": ANSWER, "step": None}, "moves[1].step: "),
        ({"by": "Ann", "answer": ANSWER, "note": "x"}, "moves[1].note: no such key"),
        ({"by": "Ann"}, "moves[1]: needs exactly one of answer, close, undo, cover"),
        ({"by": "moderator", "answer": ANSWER, "close": True}, "moves[1]: needs exactly one"),
        ({"by": "moderator", "undo": 1, "close": True}, "moves[1]: needs exactly one"),
        ({"by": "Ann", "answer": ANSWER, "cover": {}}, "moves[1]: needs exactly one"),
        ({"by": "Ann", "answer": None}, "moves[1].answer: not an object"),
        ({"by": "Ann", "answer": "Ann"}, "moves[1].answer: "),
        ({"by": "Ann", "answer": []}, "moves[1].answer: "),
        ({"by": "Ann", "cover": 1}, "moves[1].cover: "),
        ({"by": "moderator", "close": False}, "moves[1].close: not true"),
        ({"by": "moderator", "close": 1}, "moves[1].close: "),
        ({"by": "moderator", "close": None}, "moves[1].close: "),
        ({"by": "moderator", "undo": 0}, "moves[1].undo: "),
        ({"by": "moderator", "undo": -1}, "moves[1].undo: "),
        ({"by": "moderator", "undo": True}, "moves[1].undo: "),
        ({"by": "moderator", "undo": 1.0}, "moves[1].undo: "),
        ({"by": "moderator", "undo": "1"}, "moves[1].undo: "),
        ({"by": "moderator", "undo": None}, "moves[1].undo: "),
    ],
)
def test_a_move_of_another_shape_is_named_with_its_place(move: Any, where: str) -> None:
    assert complaint(with_moves(RECORD["moves"][0], move)).startswith(where)


def test_a_complaint_is_one_short_line_whatever_it_quotes() -> None:
    evil = "Zoe\n\u2028Traceback\u0085\x00" + "z" * 10_000
    assert "Traceback" in complaint(with_moves({"by": evil, "answer": {}}))
    assert "Traceback" in complaint(with_moves({"by": "Ann", "answer": {}, evil: 1}))
    assert "Traceback" in complaint(changed("options", evil, to=1))
    assert "Traceback" in complaint(changed("deal", evil, to={}))
    assert "Traceback" in complaint(changed("game", to=evil))
    assert complaint(with_moves({"by": "Zoé", "answer": {}})).endswith('no seat "Zoé"')


# What is a record


@pytest.mark.parametrize("name", ["x" * 30, "É", "名前", " ", "7", "Ann\u00a0B", "👩‍🚀", '"', "Moderator"])
def test_names_are_1_to_30_characters_of_any_script(name: str) -> None:
    seats = [name, *SMALL[1:]]
    deal = {seat: SMALL_DEAL[old] for seat, old in zip(seats, SMALL, strict=True)}
    told = outcome_of({"by": name, "answer": {"seat": name}}, seats=seats, deal=deal)
    assert told["refused"] == [] and list(told["truth"]) == seats


def test_options_and_deal_are_optional_and_unknown_keys_are_ignored() -> None:
    bare = {"format": FORMAT, "game": "sporz", "seats": SMALL, "moves": [], "event": {"name": "x"}, "outcome": 5}
    record = read(bare)
    assert record.options == {name: option.default for name, option in SPORZ.items()} and record.seed == 0
    assert all_kits()["sporz"].roles.wrong_deal(SMALL, {}, record.deal) == ""
    assert read({**bare, "kit_version": 1, "seed": -3}).seed == -3


def test_a_record_of_an_older_version_is_read_as_played() -> None:
    sporz = {"format": FORMAT, "game": "sporz", "seats": SMALL, "moves": []}
    assert read({**sporz, "kit_version": 1}).options["murder_announced"] is False
    assert read({**sporz, "kit_version": 2}).options["murder_announced"] is True
    assert read({**sporz, "kit_version": 1, "options": {"murder_announced": False}})
    assert complaint({**sporz, "kit_version": 1, "options": {"murder_announced": True}}).startswith("kit_version: ")


def test_the_same_record_gives_the_same_report_byte_for_byte() -> None:
    def reported(seed: int) -> str:
        return json.dumps(report(replay(read({**without("deal"), "seed": seed}))))

    assert reported(7) == reported(7)
    assert len({reported(seed) for seed in range(8)}) > 1


SPORZ = all_kits()["sporz"].roles.OPTIONS


# Replaying


def test_a_report_holds_what_became_of_the_record() -> None:
    told = outcome_of(
        {"step": "chief", "by": "moderator", "answer": {"seat": "Cid"}},
        {"step": "vote", "by": "Ann", "answer": {"seat": "Bob"}},
        {"by": "Bob", "cover": {"suspect": "Ann"}},
        {"by": "Bob", "answer": {"mutate": "Ann", "paralyse": "Ann"}},
        {"by": "Ann", "answer": {"mutate": "Ann", "kill": "Bob"}},
        {"by": "moderator", "for": "Ann", "answer": {"kill": "Dan", "paralyse": "Ann"}},
    )
    assert list(told) == [
        "format",
        "game",
        "accepted",
        "refused",
        "open",
        "public",
        "private",
        "truth",
        "hidden",
        "outcome",
    ]
    assert told["format"] == "veilleur-report/1" and told["game"] == "sporz" and told["accepted"] == 2
    assert [(one["move"], one["code"]) for one in told["refused"]] == [
        (1, "wrong_step"),
        (3, "not_asked"),
        (4, "illegal_answer"),
    ]
    assert all(one["message"] for one in told["refused"])
    living = ["Ann", "Bob", "Cid", "Eve"]
    assert told["open"] == {"step": "doctors", "asks": {"Bob": {"heal": living, "kill": living}}}
    assert [one["fact"] for one in told["public"]] == ["chief", "night", "murder"]
    assert list(told["private"]) == list(told["truth"]) == SMALL
    assert told["private"]["Dan"] == [{"fact": "role", "role": "astronaut"}, {"fact": "killed", "night": 1}]
    assert told["truth"]["Dan"] == {"role": "astronaut", "genome": "resistant", "mutant": False, "alive": False}
    assert told["hidden"] == {} and told["outcome"] is None


def test_asks_are_in_seat_order_and_include_a_deciding_moderator() -> None:
    asks = outcome_of()["open"]["asks"]
    assert list(asks) == [*SMALL, "moderator"] and asks["Bob"] == {"seat": SMALL}
    assert list(outcome_of({"by": "Eve", "answer": {"seat": "Ann"}})["open"]["asks"]) == [*SMALL, "moderator"]


def test_a_finished_game_has_no_open_question_but_allows_undo() -> None:
    moves = [
        {"by": "moderator", "answer": {"seat": "Cid"}},
        {"by": "moderator", "close": True},
        {"by": "moderator", "close": True},
        {"by": "Eve", "answer": {"seat": "Ann"}},
        {"by": "moderator", "close": True},
    ]
    told = outcome_of(*moves)
    assert told["open"] is None
    assert told["outcome"] == {
        "winners": ["astronauts"],
        "reason": "no_mutant_left",
        "seats": ["Bob", "Cid", "Dan", "Eve"],
    }
    again = outcome_of(*moves, {"by": "Ann", "answer": {"seat": "Bob"}}, {"by": "moderator", "undo": 1})
    assert again["outcome"] is None and again["open"]["step"] == "vote"
    assert again["accepted"] == 6 and [one["code"] for one in again["refused"]] == ["game_over"]


def test_accepted_and_refused_together_are_the_moves_of_the_record() -> None:
    moves = [*RECORD["moves"], {"by": "moderator", "undo": 1}, {"by": "moderator", "undo": 1}]
    told = outcome_of(*moves)
    assert told["accepted"] == 5 and [one["code"] for one in told["refused"]] == ["nothing_to_undo"]
    assert told["open"]["step"] == "chief"


def test_undone_moves_are_as_if_they_had_never_been() -> None:
    told, other = outcome_of(*RECORD["moves"]), outcome_of(RECORD["moves"][0])
    assert {**told, "accepted": 0} == {**other, "accepted": 0}


# Chance


def test_chance_missing_from_a_record_is_drawn_from_the_seed() -> None:
    document = {**spree(), "seed": 5}
    told = report(replay(read(document)))
    assert told["open"] is None or "chance" not in told["open"]["asks"]
    assert told == report(replay(read(document)))
    assert told["accepted"] == len(document["moves"]) and told["refused"] == []
    rolls = {str(report(replay(read({**document, "seed": seed})))["public"]) for seed in range(20)}
    assert len(rolls) > 5


def spree(*moves: Any) -> dict[str, Any]:
    """A game of three whose first player leaves the car."""
    seats = ["Ann", "Bob", "Cid"]
    document: dict[str, Any] = {"format": FORMAT, "game": "spree", "seats": seats, "seed": 1, "moves": []}
    document["deal"] = read(document).deal
    first = next(iter(report(replay(read(document)))["open"]["asks"]))
    return {**document, "moves": [{"by": first, "answer": {"leave": True}}, *moves]}


def test_recorded_chance_is_used_but_not_counted_as_a_move() -> None:
    throw = {"by": "chance", "step": "dice", "answer": {"dice": [6, 5]}}
    told = report(replay(read(spree(throw))))
    assert told["accepted"] == 1
    assert [one["dice"] for one in told["public"] if one["fact"] == "roll"] == [[6, 5]]
    back = report(replay(read(spree(throw, {"by": "moderator", "undo": 1}))))
    assert back["refused"] == [] and not [one for one in back["public"] if one["fact"] in ("roll", "leave")]


def test_chance_that_is_impossible_or_not_due() -> None:
    impossible = report(replay(read(spree({"by": "chance", "answer": {"dice": [6, 7]}}))))
    assert [one["code"] for one in impossible["refused"]] == ["illegal_answer"]
    assert [one["fact"] for one in impossible["public"]].count("roll") == 1
    early = report(replay(read({**spree(), "moves": [{"by": "chance", "answer": {"dice": [6, 6]}}]})))
    assert [one["code"] for one in early["refused"]] == ["not_asked"]


def test_the_moves_of_a_replay_include_the_chance_it_drew() -> None:
    record = read(spree({"by": "Ann", "answer": {}}, {"by": "moderator", "undo": 1}, *spree()["moves"]))
    played = replay(record)
    assert [move.by for move in played.taken].count("chance") == 2 and len(played.refused) == 1
    table = Table(record.kit.rules, record.seats, record.options, record.deal)
    for move in played.taken:
        table.take(move)
    assert table.told == played.table.told


# Writing


def test_a_written_record_has_the_moves_in_force_without_seed() -> None:
    played = replay(read({**spree(), "seed": 5}))
    written = write(all_kits()["spree"], played.table)
    assert [move["by"] for move in written["moves"]].count("chance") == 1
    assert "seed" not in written and written["kit_version"] == all_kits()["spree"].rules.VERSION
    again = replay(read(parse(json.dumps(written))))
    assert report(again) == report(played)


def test_a_written_record_leaves_out_undone_moves() -> None:
    played = replay(read(RECORD))
    written = write(all_kits()["sporz"], played.table)
    assert written["moves"] == RECORD["moves"][:1]
    assert written["options"] == {name: option.default for name, option in SPORZ.items()} | {"night_autopsy": "full"}
    assert written["deal"] == SMALL_DEAL
