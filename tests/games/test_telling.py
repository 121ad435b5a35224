"""Every kit tells its kept games again: whole, in both languages, and also where its rules have changed meanwhile."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from django.utils import translation

from games import journal
from games.engine.kit import Kit, all_kits
from games.engine.story import KINDS, Aim, Page, Setting, ToldGame, Vote, best
from games.story import build_pages
from tests.games.telling import kept_games, pages_of, played, seats_in, setting_of
from tests.moderation.sporz_table import CHIEF, MUTATION, playing

GAMES = kept_games()
NAMES = [f"{path.parent.name}-{path.stem}" for path in GAMES]


@pytest.mark.parametrize("path", GAMES, ids=NAMES)
def test_a_kept_game_is_told_whole_in_both_languages(path: Path) -> None:
    slug, table = played(path)
    kit = all_kits()[slug]
    assert kit.story is not None
    told = pages_of(table)
    found = {}
    for language in ("en", "fr"):
        with translation.override(language):
            tale = found[language] = kit.story.tale(setting_of(table), told)
            words = [str(scene.heading) for scene in tale.scenes]
            words += [str(deed.said) for scene in tale.scenes for deed in scene.deeds]
            words += [str(feat.title) for feat in tale.feats] + [feat.said(2) for feat in tale.feats]
            words += map(str, tale.own_deeds.values())
            assert all(words) and not any("%(" in said for said in words)
        assert {deed.kind for scene in tale.scenes for deed in scene.deeds} <= set(KINDS)
        assert set(seats_in(tale)) <= {*table.seats}
        bars = [scene.bar for scene in tale.scenes]
        assert bars == sorted(bars) and len(tale.scenes) > 1
        camps = kit.look.camps if kit.look else {}
        assert set(tale.camps.values()) <= set(camps)
    english, french = found["en"], found["fr"]
    assert [(one.kind, one.of, one.to) for scene in english.scenes for one in scene.deeds] == [
        (one.kind, one.of, one.to) for scene in french.scenes for one in scene.deeds
    ]


@pytest.mark.parametrize("path", GAMES, ids=NAMES)
def test_a_story_survives_a_game_of_other_rules(path: Path) -> None:
    slug, table = played(path)
    story = all_kits()[slug].story
    assert story is not None
    told = pages_of(table)
    for older in (
        [replace(page, step="", answer={}) for page in told],  # a journal that names no step
        [replace(page, told=tuple((seat, {"fact": one["fact"]}) for seat, one in page.told)) for page in told],
        [replace(page, told=tuple((seat, {**one, "fact": "other"}) for seat, one in page.told)) for page in told],
        [replace(page, answer={"seat": 7, "tally": "?", "card": []}) for page in told],
    ):
        tale = story.tale(setting_of(table), older)
        assert set(seats_in(tale)) <= {*table.seats}
    tale = story.tale(replace(setting_of(table), deal={}, truth={}), told)
    assert set(seats_in(tale)) <= {*table.seats}


def test_a_secret_poll_shows_counts_but_no_ballot() -> None:
    """RULINGS S-31: in secret, also afterwards."""
    polls = 0
    for path in GAMES:
        slug, table = played(path)
        if slug != "sporz":
            continue
        story = all_kits()[slug].story
        assert story is not None
        for vote in story.tale(setting_of(table), pages_of(table)).votes:
            polls += vote.accuses
            assert not (vote.accuses and vote.ballots)
    assert polls > 5


def test_open_votes_are_told_ballot_by_ballot() -> None:
    for slug, step in (("lupus", "nominate"), ("elsen", "exclude")):
        told = given = 0
        for path in (path for path in GAMES if path.parent.name == slug):
            _slug, table = played(path)
            story = all_kits()[slug].story
            assert story is not None
            votes = story.tale(setting_of(table), pages_of(table)).votes
            told += sum(len(vote.ballots) for vote in votes)
            given += sum(
                "seat" in answer for one in table.steps if one.name == step for answer in one.answers.values()
            )
        assert told >= given > 0, slug


@pytest.mark.django_db
def test_story_pages_from_journal_and_table_agree_without_undone_moves() -> None:
    session = playing(nights="eyes_closed")
    for move in (CHIEF, {**MUTATION, "answer": {"kill": "Bob", "paralyse": "Eve"}}, {"by": "moderator", "undo": 1}):
        journal.submit(session.pk, move)
    journal.submit(session.pk, MUTATION)
    with journal.read_table(session.pk) as (fresh, table):
        assert table is not None
        told = build_pages(fresh, table)
        assert told == pages_of(table)
    assert [(page.step, page.whose) for page in told] == [("", ""), ("chief", "moderator"), ("mutants", "Ann")]
    assert not any(fact["fact"] == "killed" for page in told for _seat, fact in page.told)


def test_ties_for_best_name_everybody_and_too_little_names_nobody() -> None:
    assert best({"Ann": 2, "Bob": 3, "Cid": 3}) == (3, ("Bob", "Cid"))
    assert best({"Ann": 1}, least=2) == (0, ())
    assert best({}) == (0, ())


def test_a_ballot_counts_against_the_camp_of_its_moment() -> None:
    aim, camps = Aim(), {"Ann": "crew", "Bob": "crew"}
    aim.note("Ann", "Bob", camps)
    camps["Bob"] = "spore"
    aim.note("Ann", "Bob", camps)
    aim.note("Ann", "Ann", camps)
    aim.note("Ann", "Zoe", camps)
    assert aim.found == {"Ann": (1, 2)}


def test_the_first_page_is_the_set_up() -> None:
    assert Page(0).whose == "" and Page(0).public == []


def test_an_unreadable_story_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for slug, lines in (("untold", None), ("torn", "import nowhere_to_be_found\n")):
        package = tmp_path / "away" / slug
        package.mkdir(parents=True)
        (package / "__init__.py").touch()
        if lines:
            (package / "story.py").write_text(lines)
    monkeypatch.syspath_prepend(tmp_path)
    assert Kit("untold", "away.untold").story is None
    with pytest.raises(ModuleNotFoundError, match="nowhere_to_be_found"):
        assert Kit("torn", "away.torn").story


def test_a_deed_names_one_or_two_and_counts_more() -> None:
    def tell(*to: str) -> str:
        game = ToldGame(Setting(("Ann", "Bob", "Cid", "Dan"), {}, {}))
        for seat in ("Ann", *to, *to):  # never to oneself, and once for each
            game.note_done("deed", ["Ann"], seat)
        return game.tell_done("deed", "Ann", "%(first)s", "%(first)s, %(second)s", str)

    assert [tell(), tell("Bob"), tell("Bob", "Cid"), tell("Bob", "Cid", "Dan")] == ["", "Bob", "Bob, Cid", "3"]


def test_only_a_survivor_of_known_votes_is_unaccused() -> None:
    game = ToldGame(Setting(("Ann", "Bob", "Cid"), {}, {}), out={"Cid"})
    assert not game.is_unaccused("Ann")  # nobody has voted
    game.votes = [Vote("Day 1", (("Ann", "Bob"),)), Vote("The chief", (("Bob", "Ann"),), accuses=False)]
    assert [game.is_unaccused(seat) for seat in ("Ann", "Bob", "Cid")] == [True, False, False]
    game.votes.append(Vote("Day 2", counts={"Ann": 0, "Bob": 2}))
    assert game.is_unaccused("Ann")
    game.votes.append(Vote("Day 3"))
    assert not game.is_unaccused("Ann")


DEEDS = {
    "lupus/two_days_and_a_draw": {"Cid": "You had seen rightly: Ann and Bob.", "Eve": "You saved Cid."},
    "lupus/mythomaniac_turned_werewolf": {"Dan": "You devoured Gus, then Cid.", "Hal": "You devoured 5 people."},
    "sporz/a_ship_without_a_crew": {"Ann": "You killed Cid."},
    "sporz/eighteen_with_two_base_mutants": {"P05": "You healed P09.", "P14": "You mutated P06, then P09."},
    "elsen/two_turns": {"Ann": "You eliminated Bob.", "Eve": "Nobody voted against you."},
    "elsen/sabotage_countered": {"Bob": "You harmed 2 missions."},
    "murder/six_players_solved": {"Dan": "You solved the case.", "Bob": "You had 2 elements right at once."},
    "spree/three_players_short": {"Ann": "You robbed Bob.", "Bob": "You brought 36 points to your car at once."},
}


@pytest.mark.parametrize("kept", DEEDS)
def test_a_seat_reads_its_most_telling_deed(kept: str) -> None:
    (path,) = [one for one in GAMES if f"{one.parent.name}/{one.stem}" == kept]
    slug, table = played(path)
    story = all_kits()[slug].story
    assert story is not None
    with translation.override("en"):
        deeds = story.tale(setting_of(table), pages_of(table)).own_deeds
    assert {seat: deeds.get(seat) for seat in DEEDS[kept]} == DEEDS[kept]
