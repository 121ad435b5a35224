"""Faces: never two alike at a table, told apart without colour, none a role's."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from django.conf import settings

from games.engine.kit import all_kits
from moderation.players.avatars import (
    FACES,
    Face,
    build_face,
    build_faces,
    build_initials,
    choose_face,
    list_free_faces,
)
from moderation.templatetags.looks import add_faces, draw_face, join_names
from moderation.templatetags.parts import suits

CSS = settings.BASE_DIR / "static" / "css"
SPRITE = settings.BASE_DIR / "static" / "faces.svg"
SVG = "{http://www.w3.org/2000/svg}"


def colours() -> dict[int, str]:
    found = re.findall(r"--face-(\d\d): (#[0-9a-f]{6});", (CSS / "tokens.css").read_text(encoding="utf-8"))
    return {int(number): colour for number, colour in found}


def light(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_everybody_at_a_table_gets_another_face() -> None:
    taken: list[int] = []
    for _ in FACES:
        face = choose_face(taken)
        assert face is not None
        assert face not in taken
        taken.append(face)
    assert choose_face(taken) == len(FACES)
    assert choose_face([*taken, len(FACES)]) == len(FACES) + 1
    assert list_free_faces(taken) == []


def test_whoever_taps_a_face_that_is_free_gets_it() -> None:
    assert choose_face([0, 1], wanted=7) == 7
    assert choose_face([0, 7], wanted=7) == 1
    assert choose_face([], wanted=len(FACES)) == 0
    assert list_free_faces([0, 2])[:2] == [1, 3]


def test_an_avatar_is_drawn_once_and_has_its_own_colour() -> None:
    symbols = list(ElementTree.fromstring(SPRITE.read_text(encoding="utf-8")).iter(f"{SVG}symbol"))
    assert [one.attrib["id"] for one in symbols] == [f"e{number:02}" for number in range(len(FACES))]
    assert len({"".join(path.attrib["d"] for path in one.iter(f"{SVG}path")) for one in symbols}) == len(FACES)
    assert colours().keys() == set(range(len(FACES)))
    assert len(set(colours().values())) == len(FACES)
    sheet = (CSS / "base" / "face.css").read_text(encoding="utf-8")
    assert all(f".f{number:02} {{\n    --face: var(--face-{number:02});" in sheet for number in range(len(FACES)))


def test_what_is_drawn_stands_out_from_its_disc() -> None:
    ink = re.search(r"--face-ink: (#[0-9a-f]{6});", (CSS / "tokens.css").read_text(encoding="utf-8"))
    assert ink
    for number, colour in colours().items():
        assert (light(colour) + 0.05) / (light(ink[1]) + 0.05) >= 4.5, number


def test_no_face_is_the_emblem_of_a_role() -> None:
    drawn = {emblem for kit in all_kits().values() if kit.look for emblem in kit.look.drawings}
    roles = {role for kit in all_kits().values() for role in kit.roles.CARD.get("role", ())}
    assert not FACES.keys() & (drawn | roles)


def test_whoever_comes_after_the_last_face_has_their_initials() -> None:
    assert build_initials("Zoé") == "Z"
    assert build_initials("Jean-Luc de la Tour") == "JT"
    assert build_initials("élodie 2") == "É2"
    assert build_initials("★") == "★"


def test_names_in_a_line_are_found_whole_and_unchanged() -> None:
    faces = build_faces(
        tuple((name, build_face(name, at)) for at, name in enumerate(["Ann", "Ann-Lou", "A<b>", "span"]))
    )
    assert add_faces("Anna and Annie", faces) == "Anna and Annie"
    told = str(add_faces("Ann-Lou and A<b>, span ♥", faces))
    assert "</span>Ann-Lou</span> and " in told
    assert "</span>A&lt;b&gt;</span>, " in told
    assert told.count('class="face ') == 3
    assert re.findall(r'class="face f(\d\d)"', told) == ["01", "02", "03"]
    assert suits(told) != told


def test_a_comma_stays_with_the_name_before_it() -> None:
    one = '<span class="joined-name"><bdi>{}</bdi>{}</span>'
    assert join_names(("Ann", "<b>", "Zoé"), ".") == " ".join(
        (one.format("Ann", ","), one.format("&lt;b&gt;", ","), one.format("Zoé", "."))
    )
    assert join_names(("Ann",)) == one.format("Ann", "")
    assert join_names(()) == ""


def test_a_line_with_more_people_than_animals_is_unchanged() -> None:
    crowd = build_faces(tuple((f"P{number}", build_face(f"P{number}", number)) for number in range(25)))
    assert add_faces("P1 has died.", crowd) == "P1 has died."


def test_a_seat_without_a_face_shows_none() -> None:
    assert build_face("Ann", None) is None
    assert build_faces((("Ann", None),)).by_name == {}
    assert draw_face(None) == ""


def test_equal_faces_of_a_table_are_one_object() -> None:
    assert build_faces((("Ann", Face(1)),)) is build_faces((("Ann", Face(1)),))
