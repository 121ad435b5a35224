"""The ring of a story: nothing outside the picture, no disc on another, arrows from edge to edge."""

from __future__ import annotations

import re
from itertools import combinations, permutations
from math import dist, hypot

import pytest

from games.engine.story import HARM, HELP, Deed, Scene
from moderation.recap import frames, ring_geometry
from moderation.recap.scenes import FinishedSeat

SHAPES = {"screen": ring_geometry.SCREEN, "phone": ring_geometry.PHONE}


def seats(count: int) -> list[str]:
    return [f"P{number:02}" for number in range(count)]


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_discs_and_names_stand_inside_and_beside_each_other(shape: ring_geometry.RingShape) -> None:
    for count in range(3, ring_geometry.MOST_SEATS + 1):
        discs = list(ring_geometry.place_seats(shape, seats(count)).values())
        for one in discs:
            assert one.radius >= 4
            assert one.radius <= one.x <= shape.width - one.radius
            assert one.radius <= one.y <= shape.height - one.radius
            assert count > shape.named or one.name_y <= shape.height
        for one, other in combinations(discs, 2):
            assert dist((one.x, one.y), (other.x, other.y)) >= 2 * one.radius - 1, count


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("letters", [5, 12, 40])
def test_no_name_lies_over_another_or_over_a_disc(shape: ring_geometry.RingShape, letters: int) -> None:
    for count in range(3, shape.named + 1):
        people = [
            FinishedSeat(f"{number:02}".ljust(letters, "n"), None, "", "", "", won=False) for number in range(count)
        ]
        discs = ring_geometry.place_seats(shape, [one.name for one in people])
        states = [frames.SeatState(one, discs[one.name], False, 0, "") for one in people]
        assert all(letters > 5 or one.name == one.person.name for one in states), count
        for one, other in permutations(states, 2):
            high = shape.letters * (frames.SMALL if one.is_long else 1)
            half = len(one.name) * high * ring_geometry.LETTER / 2
            across = abs(one.disc.x - other.disc.x)
            assert half + ring_geometry.compute_covered(shape, one.disc, other.disc) <= across, count
            beside = abs(one.disc.name_y - other.disc.name_y) < high
            theirs = (
                len(other.name) * shape.letters * (frames.SMALL if other.is_long else 1) * ring_geometry.LETTER / 2
            )
            assert not beside or half + theirs <= across, count


def test_a_ring_that_is_too_large_has_only_words() -> None:
    crowd = seats(ring_geometry.MOST_SEATS + 1)
    assert ring_geometry.place_seats(ring_geometry.SCREEN, crowd) == {}
    assert (
        ring_geometry.draw_deeds(ring_geometry.SCREEN, crowd, [(Deed(HARM, "", ("P00",), ("P01",)), "")]).arrows == ()
    )


def test_an_arrow_goes_from_edge_to_edge_of_discs() -> None:
    table = seats(9)
    where = ring_geometry.place_seats(ring_geometry.SCREEN, table)
    (arrow,) = ring_geometry.draw_deeds(
        ring_geometry.SCREEN, table, [(Deed(HARM, "", ("P02",), ("P07",)), "1")]
    ).arrows
    start, end = where["P02"], where["P07"]
    assert abs(dist((arrow.x, arrow.y), (start.x, start.y)) - start.radius) < 8
    tip = arrow.x + arrow.head_x, arrow.y + arrow.head_y
    assert end.radius < dist(tip, (end.x, end.y)) < end.radius + ring_geometry.SCREEN.letters
    assert re.fullmatch(r"M0 0Q-?\d+ -?\d+ -?\d+ -?\d+", arrow.path)


@pytest.mark.parametrize("holds", [True, False])
def test_a_line_from_below_ends_under_what_is_written(holds: bool) -> None:
    shape, table = ring_geometry.SCREEN._replace(holds=holds), seats(4)
    top = ring_geometry.place_seats(shape, table)["P00"]
    deeds = [(Deed(HARM, "", ends[:1], ends[1:]), "") for ends in (("P02", "P00"), ("P00", "P02"))]
    to_top, from_top = ring_geometry.draw_deeds(shape, table, deeds).arrows
    written = top.held_y if holds else top.name_y
    assert written < to_top.y + to_top.head_y - shape.head < written + 2 * shape.letters
    assert written < from_top.y < written + shape.letters


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("letters", [3, 6, 9])
def test_a_line_ends_on_no_name(shape: ring_geometry.RingShape, letters: int) -> None:
    for count in range(4, 9):
        table = [f"{number:02}".ljust(letters, "n") for number in range(count)]
        where = ring_geometry.place_seats(shape, table)
        far = [ends for ends in permutations(table, 2) if 1 < abs(int(ends[0][:2]) - int(ends[1][:2])) < count - 1]
        for ends in far:  # neighbours have little room between them
            (arrow,) = ring_geometry.draw_deeds(shape, table, [(Deed(HARM, "", ends[:1], ends[1:]), "")]).arrows
            tips = (arrow.x, arrow.y), (arrow.x + arrow.head_x, arrow.y + arrow.head_y)
            for (x, y), disc in zip(tips, (where[end] for end in ends), strict=True):
                half = min(letters, disc.room) * shape.letters * ring_geometry.LETTER / 2
                beside = abs(x - disc.x) > half
                assert beside or not -0.75 * shape.letters < y - disc.name_y < 0.1 * shape.letters, (count, ends)


def test_a_line_ends_at_a_disc_without_a_name() -> None:
    table = seats(ring_geometry.PHONE.named + 2)
    top = ring_geometry.place_seats(ring_geometry.PHONE, table)["P00"]
    (arrow,) = ring_geometry.draw_deeds(ring_geometry.PHONE, table, [(Deed(HARM, "", ("P05",), ("P00",)), "")]).arrows
    tip = arrow.x + arrow.head_x, arrow.y + arrow.head_y
    assert dist(tip, (top.x, top.y)) < top.radius + ring_geometry.PHONE.letters


def test_labels_lie_apart_where_lines_cross_in_the_middle() -> None:
    table = seats(8)
    deeds = [(Deed(HARM, "", (f"P0{seat}",), (f"P0{seat + 4}",)), "2×") for seat in range(4)]
    badges = [
        (one.x + one.badge_x, one.y + one.badge_y)
        for one in ring_geometry.draw_deeds(ring_geometry.PHONE, table, deeds).arrows
    ]
    assert min(dist(one, other) for one, other in combinations(badges, 2)) > 2 * ring_geometry.PHONE.badge


@pytest.mark.parametrize("count", range(4, 7))
def test_labels_lie_on_no_name_and_no_disc(count: int) -> None:
    shape, table = ring_geometry.PHONE, [f"P{number:02}nnn" for number in range(count)]
    discs = ring_geometry.place_seats(shape, table)
    half = len(table[0]) * shape.letters * ring_geometry.LETTER / 2
    for ends in permutations(table, 2):
        (arrow,) = ring_geometry.draw_deeds(shape, table, [(Deed(HARM, "", ends[:1], ends[1:]), "2×")]).arrows
        x, y = arrow.x + arrow.badge_x, arrow.y + arrow.badge_y
        for seat, disc in discs.items():
            assert dist((x, y), (disc.x, disc.y)) > disc.radius + shape.badge, (ends, seat)
            across = max(0, abs(x - disc.x) - half)
            down = max(0, abs(y - disc.name_y + 0.35 * shape.letters) - 0.35 * shape.letters)
            assert hypot(across, down) > shape.badge, (ends, seat)


def test_arrows_of_a_pair_are_apart_and_loners_get_halos() -> None:
    table = seats(6)
    deeds = [(Deed(HARM, "", ("P00",), ("P03",)), ""), (Deed(HELP, "", ("P00",), ("P03",)), "")]
    deeds += [(Deed(HELP, "", ("P01",), ("P01",)), ""), (Deed(HELP, "", ("P02",)), ""), (Deed(HELP, ""), "")]
    found = ring_geometry.draw_deeds(ring_geometry.SCREEN, table, deeds)
    assert len({arrow.path for arrow in found.arrows}) == 2
    assert [(halo.x, halo.y) for halo in found.halos] == [
        (
            ring_geometry.place_seats(ring_geometry.SCREEN, table)[seat].x,
            ring_geometry.place_seats(ring_geometry.SCREEN, table)[seat].y,
        )
        for seat in ("P01", "P02")
    ]


def test_the_ring_of_a_loner_stays_above_their_name() -> None:
    table = seats(8)
    places = ring_geometry.place_seats(ring_geometry.SCREEN, table)
    deeds = [(Deed(HELP, "", (seat,)), "") for seat in table]
    for halo, disc in zip(
        ring_geometry.draw_deeds(ring_geometry.SCREEN, table, deeds).halos, places.values(), strict=True
    ):
        assert disc.radius < halo.radius
        assert disc.y + halo.radius <= disc.name_y - 0.75 * ring_geometry.SCREEN.letters


def test_the_picture_of_a_game_has_each_deed_once() -> None:
    def night(number: int) -> Scene:
        return Scene(f"Night {number}", number, (Deed(HARM, "", ("Ann", "Bob"), ("Cid",)),))

    scenes = [night(1), night(2)]
    assert [(deed.of, label) for deed, label in ring_geometry.merge_deeds(scenes)] == [(("Ann",), "1·2")]
    assert [label for _deed, label in ring_geometry.merge_deeds([*scenes, night(4), night(5)])] == ["4×"]
    crowd = [Scene("Night 1", 1, tuple(Deed(HELP, "", (f"P{n}",), (f"Q{n}",)) for n in range(50)))]
    assert len(ring_geometry.merge_deeds(crowd)) == ring_geometry.MOST_ARROWS
