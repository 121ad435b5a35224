"""Sporz: what is said on a card, in a notebook, to the moderator, to the room (RULINGS S-12 to S-26)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation

from games.contract.translated import find_strings
from games.engine.kit import all_kits
from games.engine.table import Fact
from games.engine.words import Gauge, Mark
from games.kits.sporz import roles, speech
from games.kits.sporz.words import names
from tests.games.kits.sporz_crew import CREW, DEAL, aboard, first_night, five_aboard, next_night, strike, until
from tests.games.table_scenes import Scene, fact

words = all_kits()["sporz"].words

SURVEILLANCE = fact(
    "surveillance",
    night=1,
    seat="Jon",
    woke=False,
    mutated=True,
    paralysed=False,
    infected=False,
    healed=True,
    psychologist=False,
    geneticist=False,
)


@pytest.fixture(params=["en", "fr"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Each language the game speaks."""
    with translation.override(request.param):
        yield request.param


def card(scene: Scene, seat: str) -> tuple[str, str, list[str]]:
    """What a seat's covered card says."""
    told = words.card(scene.table.private(seat))
    return str(told.name), str(told.camp), [str(line) for line in told.lines]


# The card


def test_the_card_says_role_camp_and_what_its_holder_does() -> None:
    scene = aboard()
    assert card(scene, "Eve") == (
        "Psychologist",
        "Astronauts",
        ["Each night you name a player and learn: mutant or healthy.", "What you learn is kept in your notebook."],
    )
    assert card(scene, "Ann")[:2] == ("Base mutant", "Mutants")
    assert card(scene, "Ann")[2][-1] == "Your genome is host: no cure works on you."
    assert card(scene, "Bob")[2][-1] == "Doctor with you: Cid."
    assert card(five_aboard(), "Bob")[2][-1] == "You are the only doctor."


def test_every_card_has_the_same_number_of_lines() -> None:
    scene = strike(first_night(), mutate="Bob", paralyse="Jon")
    assert {seat: len(card(scene, seat)[2]) for seat in scene.table.seats} == dict.fromkeys(scene.table.seats, 2)


def test_s12_s17_the_card_shows_the_latest_camp() -> None:
    scene = strike(first_night(), mutate="Jon", paralyse="Jon")
    assert card(scene, "Jon")[1:] == (
        "Mutants",
        [
            "You sleep all night. By day you ask, listen, and vote.",
            "The Spore has you: you wake and play with the mutants.",
        ],
    )
    scene.act("Bob", heal="Jon").close()
    assert card(scene, "Jon")[1] == "Astronauts"


def test_s17_a_host_who_is_not_healed_stays_a_mutant() -> None:
    scene = strike(first_night(), mutate="Gus", paralyse="Jon").act("Bob", heal="Gus").act("Cid", heal="Ann")
    assert card(scene, "Gus")[1] == card(scene, "Ann")[1] == "Mutants"


def test_s12_who_resists_stays_with_the_astronauts() -> None:
    assert card(strike(first_night(), mutate="Ida", paralyse="Jon"), "Ida")[1] == "Astronauts"


@pytest.mark.parametrize("role", roles.ROLES)
def test_every_role_has_a_name_a_line_and_a_page(role: str, language: str) -> None:
    told = words.card([fact("role", role=role)])
    assert str(told.name) and all(told.lines) and str(told.camp)
    assert [page for page in words.HELP if page.slug == role]


# The notebook and the gestures


@pytest.mark.parametrize(
    ("told", "note", "gesture"),
    [
        (fact("mutated", night=1), "The Spore takes you: from now on you play with the mutants.", "one touch"),
        (fact("mutation_resisted", night=1), "Somebody tried to mutate you. You are resistant.", "several touches"),
        (fact("paralysed", night=1), "You are paralysed: you do nothing more tonight.", "Second round: one touch"),
        (fact("healed", night=1), "You receive a cure. There is no Spore in you.", "round: one touch"),
        (fact("heal_failed", night=1), "it fails: you are a host", "round: several touches"),
        (fact("killed", night=1), "Your life ends tonight.", "hand on the shoulder"),
        (fact("corpse", night=1, seat="Jon"), "Jon was killed tonight", "When the eyes open: point at Jon"),
        (fact("mutant_count", night=1, count=1), "1 mutant aboard.", "1 finger."),
        (fact("mutant_count", night=1, count=3), "3 mutants aboard.", "3 fingers."),
        (fact("state", night=1, seat="Jon", mutant=True), "Jon is with the mutants.", "A fierce face."),
        (fact("state", night=1, seat="Jon", mutant=False), "Jon is healthy.", "Shake your head."),
        (fact("genome", night=1, seat="Jon", genome="resistant"), "Jon, genome: resistant.", "Flex an arm."),
        (fact("genome", night=1, seat="Jon", genome="host"), "Jon, genome: host.", "A frightened face."),
        (fact("genome", night=1, seat="Jon", genome="normal"), "Jon, genome: normal.", "Shake your head."),
        (SURVEILLANCE, "Jon tonight: a mutation, a cure.", "a mutation: thumb up\na paralysis: thumb down"),
        (SURVEILLANCE | {"mutated": False, "healed": False}, "Jon tonight: nothing.", "a mutation: thumb down"),
        (
            fact("hack", night=1, role="computer_scientist", available=True, count=2),
            "Computer scientist: 2 mutants aboard.",
            "2 fingers.",
        ),
        (
            fact("hack", night=1, role="psychologist", available=True, seat="Jon", mutant=True),
            "Psychologist: Jon is with the mutants.",
            "Point at Jon, then: A fierce face.",
        ),
        (
            fact("hack", night=1, role="geneticist", available=True, seat="Ida", genome="resistant"),
            "Geneticist: Ida, genome: resistant.",
            "Point at Ida, then: Flex an arm.",
        ),
        (
            fact("hack", night=1, role="geneticist", available=False),
            "Geneticist: nothing available tonight.",
            "Thumb level",
        ),
    ],
)
def test_what_is_told_and_how_it_is_told_without_phones(told: Fact, note: str, gesture: str) -> None:
    telling = words.to_moderator(told)
    assert telling is not None and note in words.to_player(told) and gesture in str(telling.gesture)
    with translation.override("fr"):
        french = words.to_moderator(told)
        assert french is not None and str(french.what)
        assert note not in words.to_player(told) and gesture not in str(french.gesture)


@pytest.mark.parametrize(
    "told",
    [
        fact("role", role="spy"),
        fact("genome", night=0, seat="Ann", genome="host"),
        fact("fellow_doctors", seats=["Cid"]),
    ],
)
def test_text_of_the_card_is_no_note_and_no_gesture(told: Fact) -> None:
    assert words.to_player(told) == "" and words.to_moderator(told) is None


def test_those_who_are_awake_together_see_each_other() -> None:
    assert words.to_player(fact("mutants", night=2, seats=["Ann", "Jon"])) == "The mutants: Ann, Jon."
    assert words.to_player(fact("awake_doctors", night=2, seats=["Bob"])) == "Doctors awake: Bob."
    assert words.to_moderator(fact("mutants", night=2, seats=["Ann", "Jon"])) is None


def test_every_note_fits_on_two_lines_of_a_phone(language: str) -> None:
    scene = strike(first_night(), mutate="Gus", paralyse="Jon")
    scene.act("Bob", heal="Gus").act("Cid", heal="Bob").act("Dan", ok=True).act("Eve", seat="Gus").act(
        "Fay", seat="Ida"
    )
    scene.act("Gus", seat="Gus").act("Hal", role="psychologist")
    notes = [words.to_player(one) for seat in CREW for one in scene.table.private(seat)]
    assert max(map(len, notes)) <= 110 and sum(map(bool, notes)) > 10


def test_s22_the_seven_questions_of_the_spy_have_ordered_answers() -> None:
    telling = words.to_moderator(SURVEILLANCE)
    assert telling is not None
    answers = str(telling.gesture).splitlines()
    assert [answer.rpartition(" ")[2] for answer in answers] == ["down", "up", "down", "down", "up", "down", "down"]
    asked = ("eyes", "mutation", "paralysis", "infection", "cure", "psychologist", "geneticist")
    assert all(word in answer for word, answer in zip(asked, answers, strict=True))


# The room


def test_the_story_of_a_day() -> None:
    scene = strike(first_night(five_aboard(), chief="Cid"), kill="Cid", paralyse="Dan").act("Bob", heal="Eve")
    scene.decide(seat="Eve").act("Bob", seat="Ann").act("Dan", blank=True).close().act("Eve", seat="Ann")
    assert [line for one in scene.table.public() if (line := words.to_room(one))] == [
        "Cid becomes the chief.",
        "The mutants have committed a murder.",
        "The mutants have killed Cid.",
        "Cid was: Astronaut.",
        "Eve becomes the chief.",
        "Ballots: Ann 1, blank 1.",
        "A tie: Ann, blank. The chief decides.",
        "The vote falls on Ann.",
        "The crew puts Ann off the ship.",
        "Ann was: Astronaut, genome host, mutant.",
    ]
    assert words.ring(scene.table.public()) == {
        "Eve": Mark(badges=("Chief",)),
        "Cid": Mark(out=True, badges=(names.ROLE["astronaut"],), role="astronaut"),
        "Ann": Mark(out=True, badges=(names.ROLE["astronaut"],), role="astronaut"),
    }
    assert words.board(scene.table.public()) == [Gauge("Killed by the mutants", "1"), Gauge("Put off the ship", "1")]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (fact("ballots", day=1, count={}, blank=0), "Ballots: none."),
        (fact("verdict", day=1, seat=None), "The vote spares everybody."),
        (fact("death", seat="Jon", by="doctors"), "The doctors have killed Jon."),
        (fact("by_lot", step="tie"), "We could not wait any longer: the answer was drawn by lot."),
    ],
)
def test_other_things_the_room_hears(told: Fact, said: str) -> None:
    assert words.to_room(told) == said


def test_s35_the_end_names_base_mutants_by_their_card() -> None:
    """During the game the base mutant passes for an astronaut (S-34, S-35); when it is over, nobody does."""
    said = {"fact": "autopsy", "seat": "Ann", "role": "astronaut"}
    truth = {"Ann": {"role": "base_mutant", "mutant": True}, "Bob": {"role": "doctor", "mutant": True}}
    assert words.ring([said])["Ann"].badges == ("Astronaut",)
    ended = words.in_truth(said, truth)
    assert words.ring([ended])["Ann"].badges == ("Base mutant",)
    assert words.to_room(ended) == "Ann was: Base mutant, announced as Astronaut."
    doctor = {**said, "seat": "Bob", "role": "doctor"}
    assert words.in_truth(doctor, truth) == doctor


def test_only_nights_and_days_begin_something(language: str) -> None:
    begun = [words.phase(one) for one in next_night(first_night()).table.public()]
    wanted = {"en": ["Night 1", "Day 1", "Night 2"], "fr": ["Nuit 1", "Jour 1", "Nuit 2"]}
    assert [title for title in begun if title] == wanted[language]


def test_s26_spoken_lines_are_the_same_words_every_time(language: str) -> None:
    steps = words.STEPS.values()
    said = [
        str(line)
        for step in steps
        for line in (*step.opens, step.falls, step.rises, step.wake, step.shows, step.sleep)
        if line
    ]
    assert len(said) == 24 and len(set(said)) == 22  # two nights fall, as the doctors meet; two steps begin a day
    assert not any("%" in line or any(sign.isdigit() for sign in line) for line in said)
    assert not any(seat in re.findall(r"\w+", line) for seat in CREW for line in said)


def test_s22_questions_of_the_spy_follow_the_order_of_gestures() -> None:
    asked = str(words.STEPS["spy"].shows).lower()
    places = [asked.index(word) for word in ("eyes", "mutation", "paralysis", "infection", "cure", "psych", "genet")]
    assert places == sorted(places)


# The set-up and the end


def test_every_sentence_of_the_set_up_has_its_french() -> None:
    counts = roles.suggestion(8)
    said = {
        roles.wrong_counts(8, counts | {"doctor": -1}),
        roles.wrong_counts(4, counts | {"spy": 1, "hacker": 1}),
        roles.wrong_counts(8, counts | {"base_mutant": 0}),
        roles.wrong_counts(8, counts | {"doctor": 0}),
        roles.wrong_counts(8, counts | {"spy": 2}),
        roles.wrong_counts(8, counts | {"host": 2}),
        roles.wrong_counts(8, counts | {"resistant": 2}),
        *roles.warnings(4, {"base_mutant": 3, "doctor": 2, "hacker": 1}),
        *roles.warnings(8, {"base_mutant": 1, "doctor": 1}),
        roles.wrong_deal(CREW, {}, DEAL | {"Ann": {"role": "base_mutant", "genome": "normal"}}),
        roles.wrong_deal(CREW, {}, DEAL | {"Bob": {"role": "doctor", "genome": "host"}}),
    }
    marked = {
        found.message for found in find_strings(Path(roles.__file__).parent) if found.where.startswith("roles.py")
    }
    assert said == marked
    with translation.override("fr"):
        assert all(speech.gettext(sentence) != sentence for sentence in said)


def test_a_row_of_the_truth_in_one_line() -> None:
    scene = until(strike(first_night(), kill="Ida", paralyse="Jon"), "vote")
    rows = scene.table.truth()
    assert words.truth(rows["Ann"]) == "Base mutant, genome host, mutant"
    assert words.truth(rows["Ida"]) == "Astronaut, genome resistant, healthy, dead"
    with translation.override("fr"):
        assert words.truth(rows["Ann"]) == "Mutant de base, génome hôte, état mutant"


@pytest.mark.parametrize("reason", ["no_mutant_left", "only_mutants_left", "doctors_lost", "forfeit", "nobody_left"])
def test_every_end_is_told(reason: str, language: str) -> None:
    assert words.outcome([], reason).endswith(".")
