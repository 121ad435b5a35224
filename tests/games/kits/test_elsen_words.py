"""ELSEN: what is said, and that nothing outside the covered card tells a dead player from a living one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from django.utils import translation

from games.contract.translated import find_strings
from games.engine import bots
from games.engine.kit import all_kits
from games.engine.options import settle
from games.engine.table import Fact, Table
from games.engine.words import Gauge, Mark
from games.kits.elsen import roles, speech
from games.kits.elsen.words import names
from games.kits.elsen.world import CARDS, tokens_needed
from moderation.play.pacing import narration
from tests.games.kits.elsen_ship import NAMES, deal, fly, idle, kill, ship, sleep, throw_out, vote
from tests.games.table_scenes import Scene, fact

words = all_kits()["elsen"].words

LANGUAGES = ("en", "fr")


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Each language the game speaks."""
    with translation.override(request.param):
        yield request.param


def card(scene: Scene, seat: str) -> tuple[str, str, list[str]]:
    """What a seat's covered card says."""
    told = words.card(scene.table.private(seat))
    return str(told.name), str(told.camp), [str(line) for line in told.lines]


# The card


def test_the_card_says_role_camp_life_and_cards() -> None:
    scene = ship(5, Ann="saboteur", Bob="doctor")
    assert card(scene, "Bob") == (
        "Doctor",
        "Passengers",
        [
            "You are alive. Keep it to yourself.",
            "Once in the game you counter an elimination of the same mission.",
            "Your cards: success, and once doctor.",
            "You do not know who is who.",
        ],
    )
    assert card(scene, "Ann")[:2] == ("Saboteur", "Saboteurs")


def test_e05_the_card_turns_in_the_morning_and_stays() -> None:
    scene = kill(idle(ship(5, Ann="saboteur", Bob="doctor")), "Bob")
    for _ in range(2):
        assert card(scene, "Bob")[2][0] == "You died on night 2. Keep it to yourself."
        assert card(scene, "Bob")[2][2] == "Your card: ghost success."
        assert card(scene, "Cid")[2][0] == "You are alive. Keep it to yourself."
        idle(scene)


def test_e05_not_before_dawn() -> None:
    scene = fly(ship(5, Ann="saboteur", Dan="seer"), Ann="elimination", Bob="", Cid="").decide(seat="Bob")
    assert scene.waits()[0] == "seer"
    assert card(scene, "Bob")[2][0] == "You are alive. Keep it to yourself."


def test_e04_the_saboteurs_card_names_the_others() -> None:
    assert card(ship(5, Ann="saboteur"), "Ann")[2][3] == "You are the only saboteur."
    two = ship(8, Ann="saboteur", Hal="saboteur")
    assert card(two, "Hal")[2][3] == "The saboteurs, you among them: Ann, Hal."


@pytest.mark.parametrize("role", roles.ROLES)
def test_every_card_has_as_many_lines_dead_or_alive(role: str, language: str) -> None:
    for private in ([], [fact("alive", turn=1, alive=True)], [fact("alive", turn=1, alive=False)]):
        told = words.card([fact("role", role=role), *private])
        assert len(told.lines) == 4
        assert all(told.lines)


def test_e05_only_the_card_shows_the_life_of_its_owner(language: str) -> None:
    scene = kill(ship(5, Ann="saboteur"), "Eve")
    notes = {seat: [words.to_player(told) for told in scene.table.private(seat)] for seat in ("Dan", "Eve")}
    assert notes["Dan"] == notes["Eve"] == ["", ""]


def test_e12_a_death_changes_only_the_card_of_its_player() -> None:
    pages = []
    for victim in ("Dan", "Eve"):
        scene = kill(ship(5, Ann="saboteur"), victim).decide(seats=["Cid", "Dan", "Eve"])
        assert scene.table.step is not None
        for seat in ("Dan", "Eve"):
            laid_out = next(iter(scene.table.step.asks[seat].fields())).shown
            notes = [words.to_player(told) for told in scene.table.private(seat)]
            pages.append((laid_out, notes, words.board(scene.table.public()), words.ring(scene.table.public())))
    assert all(page == pages[0] for page in pages)


# The room


def test_the_board_shows_both_missions_the_successes_and_the_turn() -> None:
    scene = ship(5, Bob="lazy", Ann="saboteur", Cid="worker")
    assert words.board(scene.table.public()) == [
        Gauge("Mission", "0", "3"),
        Gauge("Ghost mission", "0", "3"),
        Gauge("Completed missions", "0", "5"),
        Gauge("Turn", "1", "10"),
    ]
    kill(scene, "Eve")
    fly(scene, Bob="lazy", Cid="worker", Eve="ghost")
    assert [gauge.value for gauge in words.board(scene.table.public())] == ["2½", "1", "0", "2"]
    assert words.board([]) == []


def test_half_a_token_alone() -> None:
    scene = fly(ship(5, Bob="lazy", Ann="saboteur"), Bob="lazy", Cid="", Dan="")
    assert words.board(scene.table.public())[0].value == "½"


def test_the_ring_shows_the_token_the_crew_and_the_excluded() -> None:
    scene = ship(5, Ann="saboteur")
    assert words.ring(scene.table.public()) == {"Ann": Mark(badges=("first player",))}
    scene.decide(seats=["Ann", "Bob", "Eve"])
    crew = {seat: Mark(badges=("crew",)) for seat in ("Bob", "Eve")}
    assert words.ring(scene.table.public()) == crew | {"Ann": Mark(badges=("first player", "crew"))}
    scene.close()
    vote(sleep(scene), **dict.fromkeys(NAMES[:5], "Eve"))
    assert words.ring(scene.table.public()) == {
        "Bob": Mark(badges=("first player",)),
        "Eve": Mark(out=True, badges=("off the ship",)),
    }


def test_e31_nothing_public_names_the_role_of_the_excluded(language: str) -> None:
    scene = throw_out(ship(8, Ann="saboteur", Hal="saboteur"), "Hal")
    said = " ".join(words.to_room(told) for told in scene.table.public())
    assert not any(str(name).lower() in said.lower() for name in names.ROLE.values())


def test_cards_are_counted() -> None:
    assert words.to_room(fact("cards", turn=1, cards=["sabotage", "success", "success"])) == (
        "Cards: sabotage, success ×2."
    )
    assert words.to_room(fact("cards", turn=1, cards=[])) == "Nobody has played a card."


def test_french_is_spoken() -> None:
    with translation.override("fr"):
        assert str(names.ROLE["lazy"]) == "Fainéant"
        assert words.to_room(fact("cards", turn=1, cards=["ghost"])) == "Cartes\u00a0: mission réussie fantôme."
        assert words.outcome(["passengers"], "missions").startswith("Les passagers gagnent")


# The moderator


@pytest.mark.parametrize(
    ("told", "gesture"),
    [
        (fact("vital", turn=1, seat="Bob", alive=True), "Thumb up."),
        (fact("vital", turn=1, seat="Bob", alive=False), "Thumb down."),
        (fact("elimination", turn=1, seat="Bob", done=False), "Shake your head. No card moves."),
    ],
)
def test_what_is_learnt_at_night_has_a_gesture(told: Fact, gesture: str) -> None:
    telling = words.to_moderator(told)
    assert telling is not None
    assert telling.gesture == gesture


def test_e05_a_life_card_is_looked_at_without_a_gesture() -> None:
    assert words.to_moderator(fact("alive", turn=1, alive=False)) is None
    assert words.to_moderator(fact("role", role="seer")) is None


def test_spoken_lines_name_nobody_and_no_number(language: str) -> None:
    for step in words.STEPS.values():
        for line in (str(step.wake), str(step.sleep), str(step.falls)):
            assert "%" not in line
            assert not any(sign.isdigit() for sign in line)


def test_everything_that_can_be_chosen_has_a_name(language: str) -> None:
    assert words.COUNTS.keys() == roles.suggestion(5).keys()
    assert set(words.CARDS["role"].values) == set(roles.ROLES)
    assert words.OPTIONS.keys() == roles.OPTIONS.keys()
    assert set(words.OPTIONS["exclude_at"].values) == {"more_than_half", "at_least_half"}
    names = [words.value("card", card) for card in CARDS]
    assert len(set(names)) == 8
    assert all(names)


def test_a_row_of_the_truth_in_one_line() -> None:
    assert words.truth({"role": "doctor", "alive": True, "aboard": True}) == "Doctor"
    assert words.truth({"role": "doctor", "alive": False, "aboard": False}) == "Doctor, dead, off the ship"


@pytest.mark.parametrize("seed", range(12))
def test_everything_told_in_a_game_has_its_words(seed: int, language: str) -> None:
    random, kit = Random(seed), all_kits()["elsen"]
    seats = NAMES[: random.randint(5, 15)]
    options = settle(roles.OPTIONS, {})
    table = Table(kit.rules, seats, options, roles.deal(seats, options, random.choice))
    bots.play_out(kit, table, random.choice)
    for step in table.steps:
        said = words.STEPS[step.name]
        assert str(said.title)
        assert str(said.wake)
        assert str(said.question)
        for ask in step.all_asks().values():
            assert all(str(said.fields[field.name]) for field in ask.fields())
    for told in table.told:
        if told.seat is None:
            assert words.to_room(told.fact) or words.phase(told.fact)
        elif telling := words.to_moderator(told.fact):
            assert words.to_player(told.fact)
            assert str(telling.what)
    assert table.outcome is not None
    assert words.outcome(table.outcome.winners, table.outcome.reason)
    assert all(words.truth(row) for row in table.truth().values())


def test_every_word_of_the_set_up_is_in_the_catalogue() -> None:
    said = {
        roles.wrong_counts(5, {"seer": -1}),
        roles.wrong_counts(5, {"saboteur": 9}),
        roles.wrong_counts(5, {"saboteur": 2}),
        roles.wrong_counts(6, {"saboteur": 1, "seer": 2}),
        *roles.warnings(5, {"saboteur": 1}),
        *roles.warnings(6, dict.fromkeys(roles.COUNTED, 1) | {"lazy": 0}),
        *roles.warnings(7, dict.fromkeys(roles.COUNTED, 1)),
    }
    marked = {
        found.message for found in find_strings(Path(roles.__file__).parent) if found.where.startswith("roles.py")
    }
    assert said == marked
    with translation.override("fr"):
        assert all(speech.gettext(sentence) != sentence for sentence in said)


def helped(slug: str) -> str:
    """A page of help as one line of text."""
    return " ".join(str(line) for page in words.HELP if page.slug == slug for line in page.paragraphs)


def test_e40_help_says_all_four_endings(language: str) -> None:
    said = helped("goal")
    ends = {
        "en": ["five completed missions", "no saboteur is aboard", "nobody else alive", "ten turns"],
        "fr": ["cinq missions accomplies", "plus de saboteur à bord", "personne d’autre n’est en vie", "dix tours"],
    }
    assert all(end in said for end in ends[language])


def test_e01_e02_help_gives_the_rulebook_numbers_and_marks_ours() -> None:
    assert "One saboteur with 5 to 7 players, two with 8 to 12, three with 13 to 15" in helped("set-up")
    assert "The numbers on offer are ours" in helped("set-up")
    for players in range(5, 16):
        needed = {3: "3 tokens with 5 or 6", 4: "4 up to 8", 5: "5 up to 11", 6: "6 up to 14", 7: "7 with 15"}
        assert needed[tokens_needed(players)] in helped("missions")


def test_e03_the_rulebook_table_of_five_causes_no_warning() -> None:
    example = {"saboteur": 1, "lazy": 1, "worker": 1, "police": 1, "seer": 1}
    assert roles.wrong_counts(5, example) == "" and roles.warnings(5, example) == []
    assert roles.warnings(5, example | {"police": 0, "doctor": 1}) != []
    assert roles.warnings(6, example) != []  # with a passenger more the advice is due again


def test_e11_the_crew_hears_that_each_plays_a_card(language: str) -> None:
    said = {"en": "each of you plays one card", "fr": "jouez chacun une carte"}[language]
    assert said in str(words.STEPS["mission"].wake)


def test_e12_help_says_that_a_counter_is_spent_for_nothing() -> None:
    assert "It is spent, even with nothing to counter" in helped("cards")


def test_e05_without_phones_the_nearest_life_card_counts(language: str) -> None:
    assert {"en": "the nearest", "fr": "la plus proche"}[language] in str(words.STEPS["exclude"].wake)


def test_e21_help_explains_disagreeing_saboteurs_and_a_protection() -> None:
    assert "the most named dies; on a tie, nobody" in helped("elimination")
    assert "the saboteurs see that it failed" in helped("elimination")


def test_e30_help_explains_that_the_vote_is_open(language: str) -> None:
    assert {"en": "show of hands", "fr": "main levée"}[language] in helped("vote")


def test_e20_e23_only_the_first_night_call_closes_eyes() -> None:
    scene = fly(ship(6, Ann="saboteur", Dan="seer", Eve="police"), Ann="elimination", Bob="success", Cid="success")
    scene.close().close().close()
    steps = scene.table.steps
    calls = [step for step in steps if step.asleep]
    said = [narration.list_lines(words, steps, step, on_phones=False) for step in calls]
    assert [step.name for step in calls] == ["recognise", "police", "saboteurs", "seer"]
    assert ["Everybody closes their eyes" in " ".join(lines) for lines in said] == [True, True, False, False]


def test_e21_e23_results_are_shown_before_eyes_close_again() -> None:
    assert [name for name, step in words.STEPS.items() if step.shown] == ["saboteurs", "seer"]


def test_every_role_has_its_page() -> None:
    assert {page.slug for page in words.HELP} > set(roles.ROLES)


@pytest.mark.parametrize("step", ["recognise", "police", "saboteurs", "seer", "exclude"])
def test_no_line_tells_people_to_close_or_raise_all_eyes(step: str) -> None:
    """Said aloud, the French would be heard as an order about "all the eyes"."""
    said = words.STEPS[step]
    with translation.override("fr"):
        assert "tous les yeux" not in f"{said.falls}{said.wake}{said.sleep}".lower()


def test_a_drawn_crew_is_announced(language: str) -> None:
    scene = Scene("elsen", NAMES[:5], deal(5, Ann="saboteur")).close()
    scene.take({"by": "clock", "answer": {"seats": ["Ann", "Bob", "Cid"]}})
    assert [words.to_room(told) for told in scene.table.public() if told["fact"] == "by_lot"] != [""]
