"""The deal: counted, drawn, typed in, taken back; wrong ones are refused in a sentence."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.kit import all_kits
from games.engine.options import Switch
from games.models import GameSession
from moderation.tables.settings_forms import name_card_field
from moderation.tables.setup.deal_section import suggest_counts
from moderation.tables.setup.view_model import build_seats_view
from tests.moderation.clients import DEAL, NAMES, at, joins, opens, playing, refusal, seat, seated, text

pytestmark = pytest.mark.django_db

COUNTS = {
    "count.base_mutant": "1",
    "count.doctor": "2",
    "count.computer_scientist": "1",
    "count.psychologist": "0",
    "count.geneticist": "0",
    "count.spy": "0",
    "count.hacker": "0",
    "count.host": "1",
    "count.resistant": "1",
}


@pytest.fixture
def table(host: Client) -> GameSession:
    table = opens(host)
    seated(table)
    return table


def state(table: GameSession) -> dict[str, Any]:
    """All that is kept of the table's set-up, how often it was looked at aside."""
    kept = GameSession.objects.values().get(pk=table.pk)
    del kept["pulse"]
    return dict(kept)


def typed(table: GameSession, deal: dict[str, dict[str, str]] | None = None) -> dict[str, str]:
    """The form of a deal."""
    deal = deal or DEAL
    return {
        name_card_field(key, seat(table, name)): value for name, card in deal.items() for key, value in card.items()
    }


def test_the_deal_is_drawn_with_the_moderators_counts(host: Client, table: GameSession) -> None:
    host.post(at("desk_counts", table), COUNTS)
    host.post(at("desk_deal", table))
    roles = sorted(card["role"] for card in state(table)["deal"].values())
    assert roles == ["astronaut", "base_mutant", "computer_scientist", "doctor", "doctor"]
    assert state(table)["stage"] == "cards"


def test_without_counts_of_its_own_a_table_follows_the_suggestion(host: Client, table: GameSession) -> None:
    host.post(at("desk_counts", table), COUNTS)
    host.post(at("desk_counts", table), {"suggested": "1"})
    table.refresh_from_db()
    assert table.counts == {}
    assert {row.name: row.count for row in build_seats_view(table).deal.counts}["doctor"] == 1


@pytest.mark.parametrize(
    ("slug", "players", "left"),
    [
        ("lupus", 16, {"werewolf": 3, "seer": 1}),
        ("lupus", 8, {"werewolf": 2, "seer": 1}),
        ("sporz", 12, {"base_mutant": 1, "doctor": 2, "host": 1, "resistant": 1}),
        ("elsen", 8, {"saboteur": 2}),
        ("murder", 4, {}),
    ],
)
def test_plain_cards_are_what_a_game_cannot_do_without(slug: str, players: int, left: dict[str, int]) -> None:
    """L-01: above 8 players a table of Lupus adds villagers or special characters, as it likes."""
    kit = all_kits()[slug]
    plain = suggest_counts(kit, players, kit.usual)
    assert {name: count for name, count in plain.items() if count} == left
    assert not plain or kit.roles.wrong_counts(players, plain, kit.usual) == ""


def test_the_source_of_proposed_counts_is_shown_until_changed(host: Client, table: GameSession) -> None:
    assert build_seats_view(table).deal.proposed == str(table.kit.words.PROPOSED)
    assert 'id="proposed"' in host.get(at("desk", table)).content.decode()
    host.post(at("desk_counts", table), COUNTS)
    table.refresh_from_db()
    assert build_seats_view(table).deal.proposed == ""
    assert 'id="proposed"' not in host.get(at("desk", table)).content.decode()


@pytest.mark.parametrize("slug", sorted(all_kits()))
def test_games_with_proposed_counts_name_the_ones_of_the_rulebook(slug: str) -> None:
    kit = all_kits()[slug]
    assert bool(str(kit.words.PROPOSED)) == bool(kit.roles.suggestion(kit.roles.SEATS[0], kit.usual))


def test_a_moderator_may_deal_plain_cards_alone(host: Client, table: GameSession) -> None:
    host.post(at("desk_counts", table), COUNTS)
    table.refresh_from_db()
    assert build_seats_view(table).deal.plainer
    host.post(at("desk_counts", table), {"plain": "1"})
    table.refresh_from_db()
    assert table.counts["computer_scientist"] == 0 and not build_seats_view(table).deal.plainer


@pytest.mark.parametrize(
    "wrong",
    [
        {"count.doctor": "99999"},
        {"count.doctor": "-1"},
        {"count.doctor": "two"},
        {"count.doctor": ""},
        {"count.doctor": "1" * 10_000},
    ],
)
def test_what_is_no_number_of_cards_is_refused(host: Client, table: GameSession, wrong: dict[str, str]) -> None:
    before = state(table)
    assert refusal(host.post(at("desk_counts", table), COUNTS | wrong))
    assert state(table) == before


@pytest.mark.parametrize("wrong", [{"count.doctor": "0"}, {"count.doctor": "9"}, {"count.spy": "2"}])
def test_typed_counts_are_saved_but_not_dealt_while_impossible(
    host: Client, table: GameSession, wrong: dict[str, str]
) -> None:
    assert refusal(host.post(at("desk_counts", table), COUNTS | wrong)) == ""
    table.refresh_from_db()
    for name, value in (COUNTS | wrong).items():
        assert table.counts[name.removeprefix("count.")] == int(value)
    said = build_seats_view(table).deal.wrong_counts
    assert said and said in text(host.get(at("desk", table)))
    assert refusal(host.post(at("desk_deal", table)))
    assert state(table)["deal"] is None


def test_stepping_a_card_shows_how_many_plain_ones_remain(host: Client, table: GameSession) -> None:
    host.post(at("desk_counts", table), {**COUNTS, "less": "doctor"})
    table.refresh_from_db()
    deal = build_seats_view(table).deal
    assert (table.counts["doctor"], deal.rest, deal.left) == (1, "Astronaut", 2)
    host.post(at("desk_counts", table), {**COUNTS, "more": "host"})
    table.refresh_from_db()
    assert (table.counts["host"], build_seats_view(table).deal.left) == (2, 1), "a genome is nobody's only card"
    host.post(at("desk_counts", table), {**COUNTS, "less": "spy"})
    table.refresh_from_db()
    assert table.counts["spy"] == 0


@pytest.mark.parametrize(("slug", "rest"), [("lupus", "Villager"), ("elsen", "Passenger"), ("murder", "")])
def test_every_game_names_the_plain_card_that_is_left(host: Client, slug: str, rest: str) -> None:
    assert build_seats_view(opens(host, slug)).deal.rest == rest


def test_unsaved_counts_on_the_page_are_dealt(host: Client, table: GameSession) -> None:
    host.post(at("desk_deal", table), COUNTS)
    roles = sorted(card["role"] for card in state(table)["deal"].values())
    assert roles == ["astronaut", "base_mutant", "computer_scientist", "doctor", "doctor"]


def test_counts_changed_after_the_deal_are_marked_as_different(host: Client, table: GameSession) -> None:
    said = "The cards that are out were dealt by other numbers."
    host.post(at("desk_deal", table), COUNTS)
    assert said not in text(host.get(at("desk", table)))
    dealt = state(table)["deal"]
    host.post(at("desk_counts", table), {**COUNTS, "less": "doctor"})
    assert said in text(host.get(at("desk", table)))
    assert state(table)["deal"] == dealt
    host.post(at("desk_deal", table), {**COUNTS, "count.doctor": "1", "again": "1"})
    assert said not in text(host.get(at("desk", table)))
    roles = [card["role"] for card in state(table)["deal"].values()]
    assert roles.count("doctor") == 1


def test_a_start_with_unseen_cards_asks_once(host: Client, table: GameSession) -> None:
    host.post(at("desk_deal", table))
    page = text(host.get(at("desk", table)))
    asks = page[page.index('id="begin-unseen"') :].partition("</details>")[0]
    assert "Ann, Bob, Cid, Dan, Eve" in asks and "/begin/" in asks
    table.seats.update(looked=True)
    assert 'id="begin-unseen"' not in text(host.get(at("desk", table)))


def test_whoever_holds_a_real_card_has_seen_it(host: Client) -> None:
    table = opens(host, nights="eyes_closed")
    for name in NAMES:
        host.post(at("desk_add_seat", table), {"name": name})
    host.post(at("desk_type_deal", table), typed(table))
    assert not table.seats.filter(looked=False).exists()


def test_a_passed_card_explains_once_how_to_see_it(host: Client, table: GameSession) -> None:
    host.post(at("desk_deal", table))
    said = text(host.get(at("desk_card", table, seat(table, "Ann").pk)))
    assert "tap or hold" in said and "hold to see" not in said and "tap to see" not in said


def test_cards_are_passed_round_and_return_a_covered_desk(host: Client) -> None:
    table = opens(host, nights="eyes_closed")
    for name in NAMES:
        host.post(at("desk_add_seat", table), {"name": name})
    host.post(at("desk_deal", table))
    first = table.seats.get(name="Dan")
    card = at("desk_card", table, seat(table, "Ann").pk)
    assert re.search(rf'data-test="pass-round"\s+href="{card}">[^<]*\bAnn\b', text(host.get(at("desk", table))))
    passed, where = [], at("desk_card", table, first.pk)
    while found := re.search(r'name="pass"\s+value="(\d+)">([^<]+)<', text(host.get(where))):
        passed.append(found[2])
        where = host.post(where, {"pass": found[1]}).headers["Location"]
    assert passed == [f"Pass to {name}" for name in ("Eve", "Ann", "Bob", "Cid")]
    back = host.post(where).headers["Location"]
    assert re.search(r'<dialog id="shade"[^>]* open', text(host.get(back)))
    assert not re.search(r'<dialog id="shade"[^>]* open', text(host.get(at("desk", table))))
    assert not table.seats.filter(looked=False).exists()


def test_nobody_with_a_phone_or_a_seen_card_gets_it(host: Client, table: GameSession) -> None:
    host.post(at("desk_add_seat", table), {"name": "Fay"})
    host.post(at("desk_deal", table))
    fay, ann = table.seats.get(name="Fay"), table.seats.get(name="Ann")
    assert 'name="pass"' not in text(host.get(at("desk_card", table, fay.pk)))
    assert "covered" in host.post(at("desk_card", table, fay.pk), {"pass": ann.pk}).headers["Location"]


def test_too_few_people_are_dealt_nothing(host: Client) -> None:
    table = opens(host)
    joins(table, "Ann")
    assert re.findall(r"\d+", refusal(host.post(at("desk_deal", table)))) == ["3"]
    assert state(table)["deal"] is None


def test_a_second_tap_deals_nothing_but_redealing_does(host: Client, table: GameSession) -> None:
    host.post(at("desk_deal", table))
    first = state(table)["deal"]
    assert {str(host.post(at("desk_deal", table)).status_code) for _ in range(5)} == {"302"}
    assert state(table)["deal"] == first
    deals = [first]
    for _ in range(12):
        host.post(at("desk_deal", table), {"again": "1"})
        deals.append(state(table)["deal"])
    assert any(deal != first for deal in deals)


def test_real_cards_are_typed_in(host: Client, table: GameSession) -> None:
    assert refusal(host.post(at("desk_type_deal", table), typed(table))) == ""
    assert state(table)["deal"] == DEAL


@pytest.mark.parametrize(
    ("name", "card", "said"),
    [
        ("Ann", {"role": "", "genome": "host"}, "Ann: please choose"),
        ("Ann", {"role": "king", "genome": "host"}, "Ann: please choose"),
        ("Ann", {"role": "x" * 10_000, "genome": "host"}, "Ann: please choose"),
        ("Ann", {"role": "astronaut", "genome": "host"}, "There must be one base mutant."),
        ("Ann", {"role": "base_mutant", "genome": "normal"}, "A base mutant is a host."),
    ],
)
def test_cards_that_cannot_be_are_refused(
    host: Client, table: GameSession, name: str, card: dict[str, str], said: str
) -> None:
    before = state(table)
    assert said in refusal(host.post(at("desk_type_deal", table), typed(table, DEAL | {name: card})))
    assert state(table) == before


def test_hands_of_cards_are_dealt_but_cannot_be_typed(host: Client) -> None:
    table = opens(host, game="spree")
    for name in ("Ann", "Bob", "Cid"):
        joins(table, name)
    assert refusal(host.post(at("desk_type_deal", table)))
    assert refusal(host.post(at("desk_counts", table), {}))
    assert refusal(host.post(at("desk_deal", table))) == ""
    assert 'id="swap"' in text(host.get(at("desk_cards", table)))


def test_only_one_page_shows_the_deal(host: Client, table: GameSession) -> None:
    host.post(at("desk_type_deal", table), typed(table))
    page = text(host.get(at("desk", table)))
    assert page.count("Psychologist") <= 4  # as what is counted, never beside a name
    deal = text(host.get(at("desk_cards", table)))
    assert "Psychologist, genome resistant" in deal
    assert '<details class="cover" data-cover="60" data-cover-stays>' in deal


def test_cards_are_collected_and_people_may_join_again(host: Client, table: GameSession) -> None:
    host.post(at("desk_deal", table))
    for _ in range(2):
        assert refusal(host.post(at("desk_take_back", table))) == ""
    assert state(table)["deal"] is None
    joins(table, "Flo")


def test_the_game_begins_once_and_only_after_the_deal(host: Client, table: GameSession) -> None:
    assert refusal(host.post(at("desk_begin", table))) == "Deal the cards first."
    host.post(at("desk_deal", table))
    for _ in range(2):
        assert refusal(host.post(at("desk_begin", table))) == ""
    assert state(table)["stage"] == "playing"


def test_a_game_that_has_begun_keeps_its_cards(host: Client, table: GameSession) -> None:
    playing(table)
    before = state(table)
    assert refusal(host.post(at("desk_deal", table), {"again": "1"}))
    assert refusal(host.post(at("desk_type_deal", table), typed(table)))
    assert refusal(host.post(at("desk_take_back", table)))
    assert state(table) == before
    assert "Base mutant" not in text(host.get(at("desk_cards", table)))


def test_an_option_that_named_somebody_who_left_is_forgotten(host: Client) -> None:
    table = opens(host, game="elsen", **{"option.exclude_at": "at_least_half"})
    seated(table)
    joins(table, "Flo")
    sent = {"nights": "phones", "language": "en", "option.exclude_at": "at_least_half", "option.first_player": "Flo"}
    host.post(at("desk_settings", table), sent)
    table.refresh_from_db()
    assert table.options["first_player"] == "Flo"
    host.post(at("desk_remove", table, seat(table, "Flo").pk))
    assert refusal(host.post(at("desk_deal", table))) == ""
    assert "first_player" not in state(table)["options"]
    assert state(table)["options"]["exclude_at"] == "at_least_half"


def test_the_computers_seats_need_not_look_at_their_cards(host: Client, table: GameSession) -> None:
    host.post(at("desk_add_seat", table), {"bots": "7"})
    host.post(at("desk_deal", table))
    assert list(table.seats.filter(looked=True).values_list("bot", flat=True)) == [True, True]


def test_e04_the_table_chooses_its_first_player_for_every_game(
    host: Client,
) -> None:
    table = opens(host, game="elsen")
    seated(table)
    page = text(host.get(at("desk", table)))
    assert "First player" in page and '<option value="Dan"' in page
    assert refusal(host.post(at("desk_chosen", table), {"option.first_player": "Dan"})) == ""
    assert state(table)["options"].get("first_player") == "Dan"
    assert '<option value="Dan" selected>' in text(host.get(at("desk", table)))
    assert refusal(host.post(at("desk_chosen", table), {"option.first_player": "Zoe"}))
    assert state(table)["options"].get("first_player") == "Dan"
    assert refusal(host.post(at("desk_deal", table))) == ""
    assert refusal(host.post(at("desk_chosen", table), {"option.first_player": "Ann"}))
    host.post(at("desk_begin", table))
    host.post(at("desk_again", table))
    again = GameSession.objects.get(code=table.code, closed=None)
    assert again.pk != table.pk
    assert '<option value="Dan" selected>' in text(host.get(at("desk", again)))
    assert refusal(host.post(at("desk_chosen", again), {"option.first_player": ""})) == ""
    assert "first_player" not in state(again)["options"]


@pytest.mark.parametrize(("nights", "said"), [("phones", "With a moderator"), ("eyes_closed", "without phones")])
@pytest.mark.parametrize("game", ["murder", "spree"])
def test_a_game_without_nights_speaks_of_none_before_play(host: Client, game: str, nights: str, said: str) -> None:
    offered = text(host.get(reverse("create"), {"game": game}))
    assert "Eyes closed" not in offered and "Nights" not in offered.partition("<main")[2]
    table = opens(host, game=game, nights=nights)
    page = text(host.get(at("desk", table)))
    assert said in page and "Nights" not in page.partition("<main")[2]
    player = joins(table, "Ann")
    other = "phones" if nights == "eyes_closed" else "eyes_closed"
    host.post(at("desk_settings", table), {"nights": other, "language": "en"})
    shown = text(player.get(at("phone", table)))
    assert "The table now has a moderator." in shown and "nights" not in shown


def test_proposals_and_advice_follow_the_options_of_the_table(
    table: GameSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game may deal otherwise, and warn otherwise, where its table plays by another option."""
    roles, usual = table.kit.roles, table.kit.roles.suggestion
    (name, option), *_ = [(name, one) for name, one in roles.OPTIONS.items() if isinstance(one, Switch)]

    def suggestion(players: int, options: Mapping[str, Any]) -> Mapping[str, int]:
        return {**usual(players, options), "doctor": 1 if options[name] == option.default else 2}

    monkeypatch.setattr(roles, "suggestion", suggestion)
    monkeypatch.setattr(roles, "warnings", lambda _players, _counts, options: [] if options[name] else ["Beware."])
    for value in (option.default, not option.default):
        table.options = {name: value}
        table.save(update_fields=["options"])
        seen = build_seats_view(table)
        assert {row.name: row.count for row in seen.deal.counts}["doctor"] == (1 if value == option.default else 2)
        assert seen.deal.advice == (() if value else ("Beware.",))
