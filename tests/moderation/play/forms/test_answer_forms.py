"""A question as a form, and what comes back from it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.http import QueryDict

from games.engine import bots
from games.engine.asks import Ask, Dice, Each, Several, either, field, flag
from games.engine.kit import all_kits
from games.engine.options import settle
from games.engine.table import CHANCE, Table
from moderation.play.forms.answer_forms import Column, Question, Tile, UnfinishedAnswer, build_form, parse_form

SEATS = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
SHOTS = [{"seat": seat, "distance": distance} for seat in SEATS[:2] for distance in (2, 3, 4)]
WORDS = all_kits()["spree"].words


def asked(ask: Ask, step: str = "turn", **given: Any) -> Question:
    return build_form(WORDS, step, 7, ask, given or None, SEATS)


def column(ask: Ask) -> Column:
    (only,) = asked(ask).columns
    return only


def form(**fields: str | list[str]) -> QueryDict:
    filled = QueryDict(mutable=True)
    for name, value in fields.items():
        filled.setlist(name.replace("__", "."), value if isinstance(value, list) else [value])
    return filled


def fill(found: Question, choose: Random) -> QueryDict:
    """What a page sends when everything on it is chosen by chance."""
    filled = QueryDict(mutable=True)
    if found.passes and choose.random() < 0.5:
        filled["quick"] = choose.choice(found.passes).value
    for one in found.columns:
        if one.kind == "dice":
            filled.setlist(f"pick{one.number}", [str(choose.randint(1, 6)) for _ in one.throws])
        elif one.kind == "several":
            some = choose.sample(one.tiles, choose.randint(one.least, one.most))
            filled.setlist(f"pick{one.number}", [tile.value for tile in some])
        elif one.optional and choose.random() < 0.5:
            filled[f"pick{one.number}"] = ""
        elif one.tiles:
            tile = choose.choice([tile for tile in one.tiles if not tile.off])
            filled[f"pick{one.number}"] = tile.value
            for part in tile.parts:
                filled[part.name] = choose.choice(part.tiles).value
        if one.verbs:
            filled[f"verb{one.number}"] = choose.choice(one.verbs).value
    return filled


# what is shown


def some_or_nobody(nobody_first: bool = False) -> Ask:
    crew, nobody = Several("seats", tuple(SEATS), tuple(SEATS), least=0, most=3), flag("nobody")
    return either(nobody, crew) if nobody_first else either(crew, nobody)


@pytest.mark.parametrize("nobody_first", [False, True])
def test_a_multiple_choice_has_its_alternative_apart(nobody_first: bool) -> None:
    found = column(some_or_nobody(nobody_first))
    assert (found.kind, found.least, found.most) == ("several", 0, 3)
    assert [tile.full_label for tile in found.tiles if not tile.apart] == SEATS
    assert [tile.full_label for tile in found.tiles if tile.apart] == ["nobody"]


@pytest.mark.parametrize("nobody_first", [False, True])
@pytest.mark.parametrize(
    ("picked", "answer", "legal"),
    [
        ([], {"seats": []}, True),
        (['"Ann"', '"Bob"'], {"seats": ["Ann", "Bob"]}, True),
        (['{"nobody":true}'], {"nobody": True}, True),
        (['"Ann"', '{"nobody":true}'], {"nobody": True, "seats": ["Ann"]}, False),
        (['"Ann"', '{"end":true}'], {"seats": ["Ann", {"end": True}]}, False),
    ],
)
def test_several_or_nobody_is_read_as_it_was_picked(
    picked: list[str], answer: dict[str, Any], legal: bool, nobody_first: bool
) -> None:
    ask = some_or_nobody(nobody_first)
    assert parse_form(ask, form(pick0=picked)) == answer
    assert ask.allows(answer) is legal


def test_deeds_of_several_kinds_stand_under_their_verbs() -> None:
    deeds = column(either(flag("roll"), field("rob", ["Ann", "Bob"]), field("run_over", ["Cid"]), flag("end")))
    assert [(group.verb, [tile.full_label for tile in group.tiles]) for group in deeds.groups] == [
        ("", ["Roll and walk"]),
        ("Rob", ["Rob: Ann", "Rob: Bob"]),
        ("Run over", ["Run over: Cid"]),  # it folds as a list does: a hand folds alike whatever is in it
        ("", ["End the turn"]),
    ]
    assert not any(tile.apart for tile in deeds.tiles)


def test_a_vote_lists_names_and_sets_apart_what_is_none() -> None:
    vote = column(either(field("seat", SEATS), flag("end")))
    assert [(group.verb, len(group.tiles)) for group in vote.groups] == [("", 9)]
    assert [tile.full_label for tile in vote.tiles if tile.apart] == ["End the turn"]


def test_a_list_of_cards_with_a_refusal_has_verbs() -> None:
    price = either(field("card", ["Rope", "Gun"]), flag("refuse"))
    (give,) = build_form(all_kits()["murder"].words, "exchange", 7, price, None, SEATS).columns
    assert [tile.full_label for tile in give.tiles] == ["Give: Rope", "Give: Gun", "Refuse"]


def test_every_combination_is_put_together_from_its_parts() -> None:
    (shoot,) = [tile for tile in column(either(field("shoot", SHOTS))).tiles if not tile.off]
    assert [(part.name, part.label, [tile.label for tile in part.tiles]) for part in shoot.parts] == [
        ("shoot.seat", "Whom", ["Ann", "Bob"]),
        ("shoot.distance", "Square", ["2", "3", "4"]),
    ]


def test_some_combinations_are_listed_one_by_one() -> None:
    assert not any(tile.parts for tile in column(either(field("shoot", SHOTS[:-1]))).tiles)
    assert not any(tile.parts for tile in column(either(field("shoot", SHOTS[:3]))).tiles)


def test_a_column_says_with_which_verbs_it_goes() -> None:
    offer, declare = (field(name, ["7H", "8H"]) for name in ("offer", "declare"))
    also = field("also", ["7H", "9H"])
    first, second = asked(Ask(((offer,), (declare,), (declare, also)))).columns
    assert [verb.value for verb in first.verbs] == ["offer", "declare"]
    assert (first.only_with, second.only_with, second.optional) == ((), ("declare",), True)
    assert asked(Ask(((offer, also), (declare, also)))).columns[1].only_with == ()


def test_a_given_answer_is_mentioned_without_marking_a_tile() -> None:
    ask = either(field("rob", SEATS), flag("end"))
    assert asked(ask, rob="Bob").given == "Rob: Bob"
    assert asked(ask, rob="Bob").columns == asked(ask, end=True).columns == asked(ask).columns


# what comes back


@pytest.mark.parametrize(
    ("ask", "filled", "answer"),
    [
        (
            either(field("shoot", SHOTS)),
            {"pick0": '{"shoot":{}}', "shoot__seat": '"Bob"', "shoot__distance": "3"},
            {"shoot": SHOTS[4]},
        ),
        (either(field("shoot", SHOTS[:2])), {"pick0": '{"shoot":{"seat":"Ann","distance":3}}'}, {"shoot": SHOTS[1]}),
        (
            either(Each("crime", (field("who", SEATS),))),
            {"pick0": '{"crime":{}}', "crime__who": '"Ann"'},
            {"crime": {"who": "Ann"}},
        ),
        (either(Several("seats", tuple(SEATS))), {"pick0": ['"Ann"', '"Bob"']}, {"seats": ["Ann", "Bob"]}),
        (either(Dice("dice", 2)), {"pick0": ["1", "6"]}, {"dice": [1, 6]}),
        (either(field("a", SEATS), field("b", SEATS)), {"verb0": "b", "pick0": '"Ann"'}, {"b": "Ann"}),
    ],
)
def test_an_answer_is_read_as_it_was_filled_in(ask: Ask, filled: dict[str, Any], answer: dict[str, Any]) -> None:
    assert parse_form(ask, form(**filled)) == answer


def test_a_choice_that_lacks_parts_says_which() -> None:
    with pytest.raises(UnfinishedAnswer) as lacking:
        parse_form(either(field("shoot", SHOTS)), form(pick0='{"shoot":{}}', shoot__seat='"Bob"', shoot__distance=""))
    assert lacking.value.parts == ["distance"]


@pytest.mark.parametrize("pick", ['"Ann"', "[1]", '{"end":{}}', '{"nothing":{}}', "{", '{"rob":{}}'])
def test_what_no_page_sends_is_refused(pick: str) -> None:
    with pytest.raises(ValueError):
        parse_form(either(field("rob", [*SEATS, {}]), flag("end")), form(pick0=pick))


@pytest.mark.parametrize("slug", sorted(all_kits()))
def test_pages_can_send_every_legal_answer(slug: str) -> None:
    """Pages filled in by chance find, sooner or later, an answer that the table takes."""
    kit, random = all_kits()[slug], Random(slug)
    seats = SEATS[: max(kit.roles.SEATS[0], min(6, kit.roles.SEATS[1]))]
    options = settle(kit.roles.OPTIONS, {})
    table = Table(kit.rules, seats, options, kit.roles.deal(seats, options, random.choice))
    for _ in range(150):
        step = table.step
        if step is None:
            break
        for seat, ask in step.asks.items():
            if seat == CHANCE:
                continue
            found = build_form(kit.words, step.name, 7, ask, None, seats)
            listed = [(one.number, tile.value) for one in found.columns for tile in one.tiles if not tile.off]
            assert len(set(listed)) == len(listed)
            assert any(ask.allows(parse_form(ask, fill(found, random))) for _ in range(4000)), (step.name, seat)
        table.take(bots.next_move(kit, table, random.choice))


def test_a_tile_says_the_whole_choice() -> None:
    assert Tile("1", "Bob", verb="Rob").full_label == "Rob: Bob"
    assert Tile("1", "Bob").full_label == "Bob"


MALL = all_kits()["spree"].words


def deeds_of(*fields: Any) -> list[tuple[str, bool]]:
    """What a turn lists, in its order: each deed, and whether it can be done."""
    (column,) = build_form(MALL, "turn", 7, either(*fields), None, SEATS).columns
    return [(tile.verb or tile.label, not tile.off) for tile in column.tiles]


def test_deeds_of_a_turn_keep_their_order() -> None:
    everything = deeds_of(
        flag("roll"), field("move", ["10C"]), field("shop", [["7C"]]), field("rob", ["Ann"]),
        field("shoot", ["Ann"]), flag("bank"), flag("end"),
    )  # fmt: skip
    least = deeds_of(flag("bank"), flag("end"))
    assert [name for name, _may in everything] == [name for name, _may in least]
    assert all(may for _name, may in everything)
    assert [may for _name, may in least] == [False] * 5 + [True, True]
    at_the_car = deeds_of(flag("leave"), flag("end"))
    assert len(at_the_car) == 3 and [may for _name, may in at_the_car] == [False, True, True]


def test_own_cards_come_first_only_under_a_curtain() -> None:
    words = all_kits()["murder"].words
    four = ["hangar_deck", "han_solo", "stun_gun", "for_money"]
    held = ["stun_gun", "for_money"]
    offer, declare = (field(name, held, shown=four) for name in ("exchange", "declare"))
    ask = Ask(((offer,), (declare,), (declare, field("also", four))), differ=("declare", "also"))
    first, second = build_form(words, "testify", 7, ask, None, SEATS).columns
    assert [tile.value for tile in first.tiles] == [f'"{card}"' for card in (*held, "hangar_deck", "han_solo")]
    assert first.covered and (first.preset, second.preset, second.optional) == (False, True, True)
    aces = either(field("ace", ["AD"], shown=["AC", "AD"]), flag("pass"))
    (listed,) = build_form(MALL, "react", 7, aces, None, SEATS).columns
    assert [tile.label for tile in listed.tiles] == ["A♣", "A♦"]


def test_to_let_something_pass_is_one_tap() -> None:
    aces = either(field("ace", ["AD"], shown=["AC", "AD"]), flag("pass"))
    found = build_form(MALL, "react", 7, aces, None, SEATS)
    assert [tile.label for tile in found.passes] == [
        "Let it happen", "Let everything happen until this turn is over"
    ]  # fmt: skip
    for tile in found.passes:
        assert parse_form(aces, form(quick=tile.value, pick0='{"ace":"AD"}')) == {"pass": True}
    with pytest.raises(ValueError):
        parse_form(aces, form(quick="ace"))


def test_the_cards_of_a_hand_are_listed_suit_by_suit() -> None:
    goods = either(field("shop", [["JD"], ["6D"], ["5C"], ["7S"]]), field("move", ["JK", "10C", "2S"]))
    (listed,) = build_form(MALL, "turn", 7, goods, None, SEATS).columns
    assert [tile.label for tile in listed.tiles if not tile.off] == [
        "2♠", "10♣", "joker (say aloud: ten or two)", "7♠", "5♣", "6♦", "J♦"
    ]  # fmt: skip
