"""The pages of balance and the desk's line of it: figures from kept tables, with how to make them again beside."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.balance import stored_results
from games.balance.lab import simulate
from games.balance.settings import parse_setting
from games.balance.stored_results import BalanceResult
from games.engine.kit import all_kits
from games.models import GameSession
from moderation.help.balance import build_plots
from moderation.help.observed_results import count_observed
from moderation.tables.setup.odds import POLICIES, find_odds
from moderation.tables.setup.view_model import build_seats_view
from tests.moderation.clients import at, joins, opens, said_in, text, the_host
from tests.moderation.statistics.season import LUPUS, finished
from tests.thorough import amount

pytestmark = pytest.mark.django_db

DECK = {"base_mutant": 1, "doctor": 2, "computer_scientist": 1, "host": 1, "resistant": 1}
NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Flo", "Gus"]


def row(policy: str = "naive", wins: tuple[int, int] = (300, 700), **cards: int) -> dict[str, object]:
    counts = {card: count for card, count in (DECK | cards).items() if count}
    camps = {"astronauts": wins[0], "mutants": wins[1]}
    return {
        "game": "sporz",
        "players": 7,
        "counts": counts,
        "policy": policy,
        "games": sum(wins),
        "seed": 1,
        "version": all_kits()["sporz"].rules.VERSION,
        "wins": camps,
        "days": {"4": sum(wins)},
        "places": {},
    }


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Kept tables of a test's own, empty at first."""
    monkeypatch.setattr(stored_results, "TABLES", tmp_path)
    stored_results.list_rows.cache_clear()
    yield tmp_path
    stored_results.list_rows.cache_clear()


def keep(tables: Path, *rows: dict[str, object]) -> None:
    (tables / "sporz.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rows), encoding="utf-8")
    stored_results.list_rows.cache_clear()


def a_table() -> tuple[Client, GameSession]:
    host = the_host()
    session = opens(host)
    for name in NAMES:
        joins(session, name)
    return host, session


# Kept rows


@pytest.mark.parametrize("slug", sorted(all_kits()))
def test_every_stored_row_is_reproduced_by_its_command(slug: str) -> None:
    for kept_row in stored_results.list_rows(slug):
        words = kept_row.command.split()
        given = dict(zip(words[3::2], words[4::2], strict=True))
        asked = parse_setting(slug, int(given["--players"]), given["--policy"], given.get("--counts", ""))
        assert asked == kept_row.setting
        assert (int(given["--games"]), int(given["--seed"])) == (kept_row.games, kept_row.seed)
        assert sum(kept_row.days.values()) == kept_row.games


@pytest.mark.skipif(not amount(0, 1), reason="thousands of games: pytest --full")
@pytest.mark.parametrize("slug", sorted(all_kits()))
def test_kept_rows_are_what_their_settings_come_to_today(slug: str) -> None:
    for kept_row in [one for one in stored_results.list_current_rows(slug) if one.policy == "naive"][: amount(0, 1)]:
        tally = simulate(kept_row.setting, kept_row.seed, kept_row.games)
        assert {str(days): games for days, games in tally.days.items()} == kept_row.days, kept_row.command
        assert not kept_row.wins or tally.wins == kept_row.wins, kept_row.command


def test_a_row_is_what_its_command_prints(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(stored_results.GAMES, "naive", 5)
    call_command("balance_tables", "spree", players=3, policy="naive", workers=1, into=tables, verbosity=0)
    (made,) = stored_results.read_rows(tables / "spree.jsonl")
    out = tables / "out"
    with out.open("w", encoding="utf-8") as stdout:
        words = made.command.split()[2:]
        call_command("balance", *words, "--workers", "2", "--json", stdout=stdout)
    told = json.loads(out.read_text(encoding="utf-8"))
    assert told["days"] == made.days
    assert [told["wins"].get(f"P{place}", 0) for place in (1, 2, 3)] == [share.wins for share in made.shares]


def test_current_rows_are_not_recomputed_and_old_ones_are(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(stored_results.GAMES, "naive", 5)
    run = {"players": 3, "policy": "naive", "workers": 1, "into": tables, "verbosity": 0}
    call_command("balance_tables", "spree", **run)
    path = tables / "spree.jsonl"
    before = path.read_bytes()
    call_command("balance_tables", "spree", **run)
    assert path.read_bytes() == before
    older = json.loads(before) | {"version": 0, "wins": {}}
    path.write_text(json.dumps(older) + "\n", encoding="utf-8")
    call_command("balance_tables", "spree", **run)
    assert path.read_bytes() == before


# The desk


def test_the_desk_shows_chances_policy_and_one_more_card(tables: Path) -> None:
    keep(tables, row(), row(psychologist=1, wins=(450, 550)))
    host, session = a_table()
    page = text(host.get(at("desk", session)))
    assert page.index('data-test="odds-explained"') < page.index('data-test="chances"'), "what the figure is, first"
    assert re.search(r"Mutants\D+70%", said_in(page, "chances"))
    assert str(POLICIES["naive"]) in said_in(page, "simulated") and "1,000 games" in said_in(page, "simulated")
    assert "Psychologist" in said_in(page, "one-card") and "Mutants 55%" in said_in(page, "one-card")
    odds = build_seats_view(session).deal.odds
    assert odds and odds.fairest and dict(odds.fairest.counts)["psychologist"] == 1
    host.post(at("desk_counts", session), {f"count.{name}": count for name, count in odds.fairest.counts})
    session.refresh_from_db()
    assert session.counts["psychologist"] == 1
    after = build_seats_view(session).deal.odds
    assert after and after.fairest is None and "55%" in [chance.percent for chance in after.chances]


def test_a_deck_that_is_hardly_fairer_is_not_offered(tables: Path) -> None:
    keep(tables, row(), row(psychologist=1, wins=(310, 690)))
    odds = find_odds(all_kits()["sporz"], 7, DECK)
    assert odds and odds.others and odds.fairest is None


def test_chances_without_a_win_are_not_shown_for_people(tables: Path) -> None:
    keep(tables, row(wins=(1000, 0)))
    odds = find_odds(all_kits()["sporz"], 7, DECK)
    assert odds is not None and odds.lopsided and not odds.chances
    host, session = a_table()
    assert 'data-test="odds-lopsided"' in text(host.get(at("desk", session)))
    never = row(wins=(1000, 0)) | {"wins": {"astronauts": 1000}}  # as a row is kept in which they never won
    keep(tables, never)
    assert find_odds(all_kits()["sporz"], 7, DECK) == odds
    keep(tables, row(wins=(1000, 0)), row("attentive", wins=(980, 20)))
    odds = find_odds(all_kits()["sporz"], 7, DECK)
    assert odds is not None and odds.chances


def test_attentive_players_are_told_of_where_they_were_simulated(tables: Path) -> None:
    keep(tables, row(), row("attentive", (40, 60)))
    odds = find_odds(all_kits()["sporz"], 7, DECK)
    assert odds and odds.policy == POLICIES["attentive"] and odds.chances[0].percent == "40%"


def test_card_changes_by_robots_appear_without_attentive_results(
    tables: Path,
) -> None:
    keep(tables, row(), row(psychologist=1, wins=(500, 500)), row("attentive", (40, 60)))
    odds = find_odds(all_kits()["sporz"], 7, DECK)
    assert odds and odds.chances[0].percent == "40%"
    (other,) = odds.others
    assert "Psychologist" in other.change and dict(other.counts)["psychologist"] == 1
    assert other.chances[0].percent == "50%"
    assert odds.beside[0].percent == "30%" and odds.beside_policy == POLICIES["naive"]
    assert odds.fairest is None, "robots' figures do not say what is fairer among attentive players"
    host, session = a_table()
    page = text(host.get(at("desk", session)))
    near = page.partition('id="odds-near"')[2].partition("</details>")[0]
    assert str(POLICIES["naive"]) in said_in(near, "other-policy")
    assert near.index('data-test="these-cards"') < near.index('data-test="one-card"') < near.index(other.change)
    keep(tables, row(), row(psychologist=1), row("attentive", (40, 60)), row("attentive", (50, 50), psychologist=1))
    odds = find_odds(all_kits()["sporz"], 7, DECK)
    assert odds and not odds.beside and odds.fairest and odds.fairest.chances[0].percent == "50%"


def test_cards_without_simulation_have_a_notice_unless_impossible(tables: Path) -> None:
    host, session = a_table()
    assert 'data-test="odds-missing"' in text(host.get(at("desk", session)))
    odds = build_seats_view(session).deal.odds
    host.post(at("desk_counts", session), {f"count.{name}": 7 for name in odds and DECK})
    session.refresh_from_db()
    session.counts = session.counts | {"doctor": 7}
    assert build_seats_view(session).deal.odds is None


# The pages


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_game_has_its_page_of_balance_for_everybody(language: str) -> None:
    reader = Client(headers={"Accept-Language": language})
    index = text(reader.get("/balance/"))
    for slug in all_kits():
        assert f'href="/balance/{slug}/"' in index
        assert reader.get(f"/balance/{slug}/").status_code == 200
    assert reader.get("/balance/chess/").status_code == 404


def test_real_games_are_shown_from_thirty_games_on(tables: Path) -> None:
    deck = {"werewolf": 2, "seer": 1}
    simulated = row() | {"game": "lupus", "players": 8, "counts": deck, "wins": {"humans": 200, "werewolves": 800}}
    simulated |= {"version": all_kits()["lupus"].rules.VERSION}
    (tables / "lupus.jsonl").write_text(json.dumps(simulated) + "\n", encoding="utf-8")
    stored_results.list_rows.cache_clear()
    deal = {f"Guest {place}": {"role": role} for place, role in enumerate(LUPUS)}
    for number in range(29):
        finished(number, "humans" if number < 15 else "werewolves", deal=deal)
    finished(40, "humans", deal=deal, options={"ghosts": True})
    finished(41, "humans", deal=deal | {"Guest 3": {"role": "medium"}})
    finished(42, "humans", deal=deal, rehearsal=True)
    assert 'data-test="observed"' not in text(Client().get("/balance/lupus/"))
    finished(43, "humans", deal=deal)
    page = text(Client().get("/balance/lupus/"))
    ours = said_in(page, "observed")
    assert "Humans 53%" in ours and "(36%–70%)" in ours and re.search(r"\b30\b", ours)
    theirs = page.partition('data-test="observed"')[2].partition("</tr>")[2]
    assert "Humans <strong>20%</strong>" in theirs and "--counts werewolf=2,seer=1" in theirs


def test_deals_are_read_again_only_after_new_results() -> None:
    kit = all_kits()["lupus"]
    deal = {f"Guest {place}": {"role": role} for place, role in enumerate(LUPUS)}

    def look(queries: int) -> list[int]:
        """How many of each deck's games the humans won; only so many queries may be made."""
        with CaptureQueriesContext(connection) as asked:
            found = count_observed(kit)
        assert len(asked) == queries
        return [wins["humans"] for wins in found.values()]

    for number in range(29):
        finished(number, "humans", deal=deal)
    assert look(queries=1) == []
    last = finished(29, "humans", deal=deal)
    assert look(queries=2) == [30]
    assert look(queries=1) == [30]
    finished(30, "werewolves", deal=deal)
    assert look(queries=2) == [30]
    GameSession.objects.filter(pk=last.pk).update(winner="werewolves")  # an end taken back, and played otherwise
    assert look(queries=2) == [29]
    assert look(queries=1) == [29]


def test_a_plot_has_numbers_commands_and_missing_data(tables: Path) -> None:
    keep(tables, row(), row("attentive", (40, 60)))
    page = text(Client().get("/balance/sporz/"))
    assert page.count('<use href="#') >= 4  # two marks, and the key to their shapes
    assert 'data-test="attentive"' in page
    assert 'data-test="attentive"' not in text(Client().get("/balance/murder/"))
    shapes = {part.partition('"')[0] for part in page.split('<use href="#')[1:]}
    assert len(shapes) == 2
    for made in (BalanceResult(**row()), BalanceResult(**row("attentive", (40, 60)))):  # type: ignore[arg-type]
        assert made.command in page
    lines = page.partition('data-test="missing"')[2].partition("</ul>")[0].split("</li>")
    assert any(str(POLICIES["naive"]) in line and re.search(r"\b4–6, 8–24\b", line) for line in lines)


def test_a_plot_has_no_line_where_a_camp_is_absent(tables: Path) -> None:
    few = row() | {"game": "lupus", "players": 8, "counts": {"werewolf": 2, "seer": 1}}
    many = few | {"players": 15, "counts": dict(all_kits()["lupus"].deck(15))}
    camps = [few | {"wins": {"humans": 200, "werewolves": 800}}]
    camps += [many | {"wins": {"humans": 200, "werewolves": 550, "werehamster": 250}}]
    version = {"version": all_kits()["lupus"].rules.VERSION}
    (tables / "lupus.jsonl").write_text("".join(json.dumps(one | version) + "\n" for one in camps), encoding="utf-8")
    stored_results.list_rows.cache_clear()
    kit = all_kits()["lupus"]
    labels = [
        [text for text, _y in plot.labels] for plot in build_plots(kit, stored_results.list_current_rows("lupus"))
    ]
    assert labels == [["8", "15"], ["8", "15"], ["15"]]
