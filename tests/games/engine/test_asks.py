"""The closed list of questions: what each kind of field takes, shows, prints and draws."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.engine.asks import (
    Ask,
    Counts,
    Dice,
    Each,
    One,
    Order,
    Several,
    acknowledge,
    either,
    field,
    flag,
    legal_answers,
    one_of,
    same,
    shuffled,
    throw,
)

NO_VALUES: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    1.0,
    -1,
    "",
    "Zoe",
    [],
    {},
    [[]],
    [None],
    {"seat": "Zoe"},
    "ann",
    10**30,
]
SEATS = ("Ann", "Bob", "Cid")
ASKS = {
    "one": one_of("seat", SEATS),
    "flag": acknowledge(),
    "either": either(field("seat", SEATS), flag("blank"), flag("abstain")),
    "both": Ask(
        ((field("mutate", SEATS), field("paralyse", SEATS)), (field("kill", SEATS), field("paralyse", SEATS)))
    ),
    "several": either(Several("seats", SEATS, SEATS, least=1, most=2)),
    "order": either(Order("cards", ("7H", "7H", "AD"))),
    "each": either(Each("hypothesis", (One("room", ("lab", "bar")), One("weapon", ("rope",)))), flag("end")),
    "dice": throw(2),
    "differ": Ask(
        ((field("declare", ("lab", "rope")),), (field("declare", ("lab", "rope")), field("also", ("bar", "lab")))),
        differ=("declare", "also"),
    ),
    "actions": either(field("rob", [{"seat": "Ann", "rank": "7"}, {"seat": "Bob", "rank": "7"}]), flag("end")),
    "pairs": either(field("shop", [["7H"], ["7H", "7H"]])),
}


@pytest.mark.parametrize("name", ASKS)
def test_what_is_drawn_is_allowed(name: str) -> None:
    for seed in range(50):
        answer = ASKS[name].draw(Random(seed).choice)
        assert ASKS[name].allows(answer)


@pytest.mark.parametrize("name", ASKS)
def test_a_field_missing_additional_or_null_is_no_answer(name: str) -> None:
    for seed in range(10):
        answer = ASKS[name].draw(Random(seed).choice)
        assert not ASKS[name].allows(answer | {"extra": True})
        assert not ASKS[name].allows(answer | {"extra": None})
        for key in answer:
            assert not ASKS[name].allows(answer | {key: None})
    assert not ASKS[name].allows({})


@pytest.mark.parametrize("name", [name for name in ASKS if name not in ("dice", "order")])
@pytest.mark.parametrize("value", NO_VALUES, ids=repr)
def test_no_value_of_another_kind_is_taken(name: str, value: Any) -> None:
    assert not ASKS[name].allows(value)
    for one in ASKS[name].fields():
        if value is True and one.report() == [True]:
            continue
        assert not one.allows(value)


def test_true_one_and_one_point_nought_are_kept_apart() -> None:
    assert acknowledge().allows({"ok": True})
    assert not any(acknowledge().allows({"ok": value}) for value in (1, 1.0, "true", False))
    numbers = one_of("distance", [1, 2])
    assert numbers.allows({"distance": 1})
    assert not any(numbers.allows({"distance": value}) for value in (True, 1.0, "1"))


def test_same_looks_into_lists_and_objects() -> None:
    assert same({"a": [1, {"b": True}]}, {"a": [1, {"b": True}]})
    assert not same({"a": [1, {"b": True}]}, {"a": [1, {"b": 1}]})
    assert not same([1, 2], [1]) and not same({"a": 1}, {"a": 1, "b": 2}) and not same(None, False)


def test_an_answer_fills_exactly_one_form() -> None:
    ask = ASKS["both"]
    assert ask.allows({"mutate": "Ann", "paralyse": "Ann"}) and ask.allows({"kill": "Ann", "paralyse": "Bob"})
    assert not ask.allows({"mutate": "Ann"}) and not ask.allows({"paralyse": "Ann"})
    assert not ask.allows({"mutate": "Ann", "kill": "Bob", "paralyse": "Cid"})
    assert not ASKS["either"].allows({"seat": "Ann", "blank": True})


def test_several_takes_enough_different_values_in_any_order() -> None:
    ask = ASKS["several"]
    assert ask.allows({"seats": ["Bob", "Ann"]}) and ask.allows({"seats": ["Cid"]})
    assert not any(
        ask.allows({"seats": seats}) for seats in ([], ["Ann", "Ann"], list(SEATS), ["Zoe"], "Ann", ("Ann",), None)
    )


def test_order_takes_every_value_once() -> None:
    ask = ASKS["order"]
    assert ask.allows({"cards": ["AD", "7H", "7H"]})
    assert not any(ask.allows({"cards": cards}) for cards in (["AD", "7H"], ["AD", "AD", "7H"], [], ["AD", "7H", 7]))
    assert either(Order("cards", ())).allows({"cards": []})


def test_each_takes_exactly_its_parts() -> None:
    ask = ASKS["each"]
    assert ask.allows({"hypothesis": {"room": "lab", "weapon": "rope"}})
    nearly: list[Any] = [
        {},
        {"room": "lab"},
        {"room": "lab", "weapon": "lab"},
        {"room": "lab", "weapon": "rope", "x": 1},
    ]
    for value in [*nearly, []]:
        assert not ask.allows({"hypothesis": value})


@pytest.mark.parametrize("dice", [[1], [1, 2, 3], [0, 1], [1, 7], [True, 1], [1.0, 2], ["1", "2"], "11", None])
def test_dice_take_as_many_faces_as_there_are_dice(dice: Any) -> None:
    assert throw(2).allows({"dice": [1, 6]})
    assert not throw(2).allows({"dice": dice})


def test_fields_that_differ_may_not_hold_the_same() -> None:
    assert ASKS["differ"].allows({"declare": "lab", "also": "bar"}) and ASKS["differ"].allows({"declare": "lab"})
    assert not ASKS["differ"].allows({"declare": "lab", "also": "lab"})


def test_the_report_lists_each_field_once_in_form_order() -> None:
    assert list(ASKS["both"].report()) == ["mutate", "kill", "paralyse"]
    assert ASKS["either"].report() == {"seat": list(SEATS), "blank": [True], "abstain": [True]}
    assert ASKS["each"].report() == {"hypothesis": {"room": ["lab", "bar"], "weapon": ["rope"]}, "end": [True]}
    assert throw(1).report() == {"dice": [[1, 2, 3, 4, 5, 6]]}
    assert legal_answers({"Ann": acknowledge()}) == {"Ann": {"ok": [True]}}


def test_a_field_without_legal_values_is_left_out() -> None:
    ask = either(field("ace", []), flag("pass"))
    assert ask.report() == {"pass": [True]}
    assert {str(ask.draw(Random(seed).choice)) for seed in range(20)} == {"{'pass': True}"}
    assert not ask.allows({"ace": None})


def test_what_is_shown_may_be_more_than_what_is_legal() -> None:
    (seat,) = one_of("seat", ["Ann"], shown=SEATS).fields()
    assert seat.shown == SEATS and seat.report() == ["Ann"] and not seat.allows("Bob")
    (plain,) = one_of("seat", SEATS).fields()
    assert plain.shown == SEATS


def test_shuffled_is_a_rearrangement_and_every_one_can_come_up() -> None:
    orders = {tuple(shuffled("abc", Random(seed).choice)) for seed in range(200)}
    assert len(orders) == 6 and all(sorted(order) == ["a", "b", "c"] for order in orders)
    assert shuffled([], Random(0).choice) == []


# What cannot be shown


@pytest.mark.parametrize(
    "fields",
    [
        (Several("seats", ("Ann",), ("Ann",), most=1), field("seat", ["Ann", "Bob"])),
        (field("seat", ["Ann", "Bob"]), Several("seats", ("Ann",), ("Ann",), most=1)),
        (Several("seats", ("Ann",), ("Ann",), most=1), Several("others", ("Ann",), ("Ann",), most=1)),
        (Dice("dice", 1), flag("end")),
        (flag("end"), Counts("tally", ("Ann",))),
    ],
)
def test_a_question_that_no_page_can_show_is_refused(fields: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match="cannot be shown in one list with"):
        either(*fields)


@pytest.mark.parametrize(("least", "most"), [(1, 0), (3, 2), (-1, 2)])
def test_a_list_that_nothing_can_fill_is_refused(least: int, most: int) -> None:
    with pytest.raises(ValueError, match=f"seats takes {least} to {most} values"):
        Several("seats", ("Ann", "Bob"), least=least, most=most)


def test_a_multiple_choice_may_be_empty_next_to_a_flag() -> None:
    some, nobody = Several("seats", ("Ann", "Bob"), ("Ann", "Bob"), least=0, most=2), flag("nobody")
    for ask in (either(some, nobody), either(nobody, some)):
        assert all(map(ask.allows, ({"seats": []}, {"seats": ["Bob"]}, {"nobody": True})))
        assert not ask.allows({"seats": [], "nobody": True}) and not ask.allows({})
