"""The poster of an end: a few words, why, everybody with their role, in every game that was kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games import journal
from games.engine.kit import all_kits
from games.engine.words import EndWords
from moderation.play.projections.end_poster import EndPoster, PosterSeat, build_poster, rank, split_outcome
from moderation.players.avatars import build_face, build_faces
from moderation.templatetags.looks import CROWDED_TITLE_SIZES, TITLE_SIZES, fit_title, split_at_name
from tests.games.table_scenes import RECORDS
from tests.moderation.recap.finished import restored

pytestmark = pytest.mark.django_db
ENDED = (
    "elsen/police_on_the_fifth_night",
    "lupus/werehamster_wins_alone",
    "murder/six_players_solved",
    "murder/four_players_out_of_time",
    "sporz/a_ship_without_a_crew",
    "sporz/eighteen_with_two_base_mutants",
    "spree/eight_players_hong_kong",
)


def poster_of(kept: str) -> EndPoster:
    """The poster of a kept game."""
    with journal.read_table(restored(RECORDS / Path(f"{kept}.json")).pk) as (session, table):
        assert table is not None
        faces = build_faces(tuple((seat, build_face(seat, None)) for seat in table.seats))
        facts = [told.fact for told in table.told if told.seat is None]
        return build_poster(session.kit, table, faces, facts)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kept", ENDED)
def test_every_end_has_a_title_of_few_words(kept: str, language: str) -> None:
    with translation.override(language):
        poster = poster_of(kept)
    assert 2 <= len(poster.whole_title.split()) <= 6
    assert poster.why
    assert len({seat.name for seat in (*poster.winners, *poster.others)}) == len(poster.winners + poster.others)


@pytest.mark.parametrize(
    ("outcome", "title", "why"),
    [
        ("The mutants win: nobody else is left.", "The mutants win", "Nobody else is left."),
        ("Les mutants gagnent\u00a0: plus personne.", "Les mutants gagnent", "Plus personne."),
        ("Everybody loses.", "Everybody loses", ""),
    ],
)
def test_an_outcome_is_split_at_its_colon(outcome: str, title: str, why: str) -> None:
    assert split_outcome(outcome) == EndWords(title, why)


def test_each_dead_has_the_day_of_their_end() -> None:
    fell = {seat.name: seat.fell for seat in poster_of("sporz/a_ship_without_a_crew").others}
    assert set(fell.values()) == {"Day 1", "Day 2"}


def test_who_changed_camp_is_no_winner_on_the_poster() -> None:
    poster = poster_of("sporz/eighteen_with_two_base_mutants")
    assert [seat.name for seat in poster.others if seat.changed] and not any(seat.changed for seat in poster.winners)


def test_the_envelope_opens_and_its_last_card_unmasks() -> None:
    poster = poster_of("murder/four_players_out_of_time")
    *_others, culprit = poster.cards
    assert len(poster.cards) == 4
    assert culprit.deed == "character" and culprit.seat == poster.winners[0].name
    assert culprit.name in poster.whole_title


def test_a_podium_has_equal_places_for_equal_points() -> None:
    seats = [
        PosterSeat(name, None, "", "", "", name == "Cid", changed=False) for name in ("Ann", "Bob", "Cid", "Dan")
    ]
    ranked = rank(seats, {"Ann": 5, "Bob": 9, "Cid": 20, "Dan": 9})
    assert [(one.name, one.place) for one in ranked] == [("Cid", 1), ("Bob", 2), ("Dan", 2), ("Ann", 4)]


def test_a_title_is_as_large_as_its_words_allow() -> None:
    short = fit_title("We win", 1.0, TITLE_SIZES, 54)
    long = fit_title("Everybody of the other company wins together", 1.0, TITLE_SIZES, 54)
    assert short.size == TITLE_SIZES[0][0] and short.lines == ("We win",)
    assert long.size < short.size and " ".join(long.lines) == "Everybody of the other company wins together"


def test_a_title_above_many_winners_rather_has_two_lines() -> None:
    look = all_kits()["sporz"].look
    assert look
    crowded = fit_title("Les astronautes gagnent", look.letters, CROWDED_TITLE_SIZES, 54)
    assert crowded.lines == ("Les astronautes", "gagnent") and crowded.size >= 6


def test_a_name_in_a_title_has_letters_of_its_own() -> None:
    assert split_at_name("Bob wins!", "Bob") == [("Bob", True), ("wins!", False)]
    assert split_at_name("Bob!", "Bob") == [("Bob", True), ("!", False)]


def test_the_screen_shows_the_poster_and_no_story_by_itself(client: Client) -> None:
    session = restored(RECORDS / "lupus" / "mythomaniac_turned_seer.json")
    html = client.get(reverse("screen", args=[session.code])).content.decode()
    assert "end-poster" in html and 'data-at="-2"' in html
