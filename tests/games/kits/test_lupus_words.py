"""Lupus in Tabula: what is said, in both languages, for everything that can happen."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.engine.kit import all_kits
from games.engine.record import replay
from games.engine.table import Fact
from games.kits.lupus import roles, speech
from games.kits.lupus.words import names
from tests.games.kits.lupus_village import deal, village
from tests.games.table_scenes import fact, kept, load

WORDS = all_kits()["lupus"].words
LANGUAGES = ("en", "fr")

ROOM: list[Fact] = [
    fact("night", number=2),
    fact("day", number=2),
    fact("moderator_torn"),
    fact("no_death", day=2),
    fact("death", seat="Ann", by="night"),
    fact("death", seat="Ann", by="lynch"),
    fact("nomination", day=2, seat="Ann", for_="Bob"),
    fact("owl", day=2, seat="Ann"),
    fact("nominees", day=2, seats=["Ann", "Bob"]),
    fact("lynch_vote", day=2, seat="Ann", for_="Bob"),
    fact("drawn", day=2, seats=["Ann", "Bob"], seat="Bob"),
]
PLAYER: list[Fact] = [
    fact("medium", night=2, seat="Ann", werewolf=True),
    fact("medium", night=2, seat="Ann", werewolf=False),
    fact("vision", night=2, seat="Ann", werewolf=True),
    fact("vision", night=2, seat="Ann", werewolf=False),
    fact("pack", night=2, seats=["Ann", "Bob"]),
    fact("masons", seats=["Ann", "Bob"]),
    fact("mythomaniac", role="werewolf"),
    fact("mythomaniac", role="seer"),
    fact("mythomaniac", role="villager"),
]


def heard(told: Fact) -> str:
    """What the room reads of a fact: its sentence, or the phase that it opens."""
    return WORDS.to_room(told) or WORDS.phase(told)


def test_no_two_private_facts_sound_alike() -> None:
    for language in LANGUAGES:
        with translation.override(language):
            assert len({WORDS.to_player(told) for told in PLAYER}) == len(PLAYER)
            assert len({heard(told) for told in ROOM}) == len(ROOM)


def test_a_fact_of_another_game_is_an_error() -> None:
    for say in (WORDS.to_room, WORDS.to_player, WORDS.to_moderator):
        with pytest.raises(KeyError):
            say(fact("autopsy", seat="Ann"))


@pytest.mark.parametrize("told", PLAYER, ids=lambda told: str(told["fact"]))
def test_the_moderator_has_a_sign_for_all_hidden_facts(told: Fact) -> None:
    telling = WORDS.to_moderator(told)
    if told["fact"] in ("pack", "masons"):
        assert telling is None
        return
    assert telling.what and telling.gesture
    if "seat" in told:
        assert told["seat"] in telling.what
        assert telling.gesture == ("Nod." if told["werewolf"] else "Shake your head.")


def test_the_card_says_role_powers_and_camp() -> None:
    camps = {}
    for role in roles.ROLES:
        card = WORDS.card([fact("role", role=role)])
        assert card.name == names.ROLE[role] and len(card.lines) == 1
        assert WORDS.to_player(fact("role", role=role)) == ""
        assert WORDS.to_moderator(fact("role", role=role)) is None
        camps[role] = str(card.camp)
    assert camps == dict.fromkeys(roles.ROLES, "Humans") | {
        "werewolf": "Werewolves",
        "possessed": "Werewolves",
        "werehamster": "Alone",
    }
    assert WORDS.card([]).name == ""


@pytest.mark.parametrize(("turned", "camp"), [("werewolf", "Werewolves"), ("seer", "Humans"), ("villager", "Humans")])
def test_the_card_of_a_mythomaniac_follows_the_example(turned: str, camp: str) -> None:
    told = [fact("role", role="mythomaniac"), fact("mythomaniac", role=turned)]
    card = WORDS.card(told)
    assert (card.name, card.camp) == ("Mythomaniac", camp)
    assert list(card.lines) == [WORDS.to_player(told[1])]


@pytest.mark.parametrize(("role", "name"), [("werewolf", "pack"), ("mason", "masons")])
def test_a_card_names_friends_once_they_are_known(role: str, name: str) -> None:
    told, friends = fact("role", role=role), fact(name, seats=["Ann", "Bob"])
    alone = WORDS.card([told, fact(name, seats=["Ann"])])
    assert list(alone.lines) == list(WORDS.card([told]).lines)
    assert list(WORDS.card([told, friends]).lines) == [f"{alone.lines[0]} {WORDS.to_player(friends)}"]


def test_nights_and_days_are_phases_and_nothing_else_is() -> None:
    assert [WORDS.phase(told) for told in ROOM] == ["Night 2", "Day 2"] + [""] * (len(ROOM) - 2)


def test_the_ring_shows_votes_nominees_and_the_dead_by_stage() -> None:
    public: list[Fact] = [fact("night", number=1), fact("day", number=1), fact("death", seat="Hal", by="night")]
    public += [fact("nomination", day=1, seat=seat, for_=choice) for seat, choice in (("Ann", "Bob"), ("Cid", "Bob"))]
    assert {seat: (mark.out, mark.badges) for seat, mark in WORDS.ring(public).items()} == {
        "Hal": (True, ("Night 1",)),
        "Bob": (False, ("2 votes",)),
    }
    public += [fact("nominees", day=1, seats=["Bob", "Dan"]), fact("lynch_vote", day=1, seat="Eve", for_="Dan")]
    ring = WORDS.ring(public)
    assert (ring["Bob"].badges, ring["Dan"].badges) == (("accused",), ("accused", "1 vote"))
    public += [fact("death", seat="Dan", by="lynch"), fact("night", number=2)]
    assert {seat: mark.badges for seat, mark in WORDS.ring(public).items()} == {
        "Hal": ("Night 1",),
        "Dan": ("Day 1",),
    }
    assert WORDS.ring([]) == {}


def test_ring_board_and_room_reveal_no_role() -> None:
    for path in kept("lupus"):
        public = replay(load(path)[0]).table.public()
        shown = [str(badge) for mark in WORDS.ring(public).values() for badge in mark.badges]
        shown += [f"{gauge.label} {gauge.value}" for gauge in WORDS.board(public)]
        shown += [WORDS.to_room(told) for told in public if told["fact"] not in ("owl", "moderator_torn")]
        assert not [line for line in shown for role in names.ROLE.values() if str(role) in line]


def test_the_board_counts_the_dead() -> None:
    assert WORDS.board([]) == []
    board = WORDS.board([ROOM[4], ROOM[5], ROOM[5]])
    assert [(gauge.label, gauge.value) for gauge in board] == [("Dead at dawn", "1"), ("Lynched", "2")]


def test_the_truth_and_the_outcome_in_a_line() -> None:
    row = {"role": "mythomaniac", "plays_as": "werewolf", "alive": False}
    assert WORDS.truth(row) == "Mythomaniac, turned Werewolf, out of the game"
    assert WORDS.truth({"role": "owl", "plays_as": "owl", "alive": True}) == "Owl"
    said = {WORDS.outcome([who], "parity") for who in ("humans", "werewolves", "werehamster")}
    assert len(said) == 3
    assert WORDS.value("ok", True) == "Yes"


def test_every_step_option_and_count_has_its_words() -> None:
    steps = {"medium", "seer", "bodyguard", "owl", "werewolves", "masons", "mythomaniac"}
    assert set(WORDS.STEPS) == steps | {"debate", "nominate", "defence", "lynch", "draw"}
    assert all(WORDS.STEPS[step].wake and WORDS.STEPS[step].sleep and WORDS.STEPS[step].fields for step in steps)
    assert set(WORDS.OPTIONS) == set(roles.OPTIONS)
    assert set(WORDS.OPTIONS["voting"].values) == {"in_turn", "together"}
    assert set(WORDS.COUNTS) == set(roles.suggestion(8))
    assert set(WORDS.CARDS["role"].values) == set(roles.CARD["role"])
    assert len({page.slug for page in WORDS.HELP}) == len(WORDS.HELP)


def test_l10_what_is_read_aloud_is_constant_in_both_languages() -> None:
    for language in LANGUAGES:
        with translation.override(language):
            lines = [str(line) for step in WORDS.STEPS.values() for line in (step.wake, step.sleep)]
            assert not [line for line in lines if "%" in line or "{" in line]


def test_errors_of_a_set_up_are_translated_into_french() -> None:
    wrong = [
        roles.wrong_counts(8, {"werewolf": 1, "seer": 1}),
        roles.wrong_counts(8, {"werewolf": 2, "seer": 2}),
        roles.wrong_counts(13, {"werewolf": 2, "seer": 1, "mason": 1}),
        roles.wrong_counts(13, {"werewolf": 2, "seer": 1, "owl": 2}),
        roles.wrong_counts(8, {"owl": -1}),
        roles.wrong_counts(8, {"owl": 9}),
        roles.wrong_deal(list(deal()), {}, deal(seer="Cid Dan")),
        *roles.warnings(8, {role: 1 for role in roles.COUNTED}),
    ]
    assert all(wrong)
    with translation.override("fr"):
        assert not [sentence for sentence in wrong if speech.gettext(sentence) == sentence]


def test_l19_two_seers_are_mentioned_for_a_mythomaniac_only() -> None:
    hint = WORDS.STEPS["seer"].hint
    without, with_one = village(8), village(16, werewolf="Ann Bob Dan", mythomaniac="Pam")
    assert hint is not None
    assert hint(without.table, without.table.step) == ""
    assert "mythomaniac" in hint(with_one.table, with_one.table.step)


def test_l16_on_night_one_the_desk_names_the_next_victim() -> None:
    hint = WORDS.STEPS["werewolves"].hint
    assert hint is not None
    for torn, said in ((True, "you are the prey"), (False, "Enter whom all point at")):
        scene = village(8, {"moderator_first_victim": torn}).close()
        assert scene.table.step.name == "werewolves"
        assert said in hint(scene.table, scene.table.step)
