"""Pages to print: enough of every card, backs behind their cards, and nothing of a running game that is secret."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games import journal
from games.engine.kit import Kit
from games.engine.options import AS_USUAL
from games.models import Event, GameSession, Seat
from moderation.events import guests
from moderation.events.seating import service
from moderation.models import Placing, Seating
from moderation.printables import cards, cheat_sheets, sheets
from moderation.web import join_address
from moderation.web.kits import playable_kits
from moderation.web.refusals import Unwanted
from tests.moderation.clients import text, the_host
from tests.moderation.recap.finished import finished
from tests.moderation.sporz_table import CHIEF, MUTATION, browser, desk, joining, phone, playing

CARDED = {slug: kit for slug, kit in playable_kits().items() if kit.roles.CARD}
WIFI = r'data-test="wifi-name"><strong>1\.</strong>[^<]*'


def numbers(kit: Kit, **sent: Any) -> tuple[int, dict[str, int]]:
    form = QueryDict(mutable=True)
    form.update({name: str(value) for name, value in sent.items()})
    return cards.NumbersForm(kit, form).numbers()


def printed(client: Client, name: str, *args: Any, language: str = "en", **query: Any) -> str:
    answer = client.get(reverse(name, args=args), query, headers={"accept-language": language})
    assert answer.status_code == 200
    return text(answer)


def in_a_line(page: str) -> str:
    """The words of a page, whose no-break spaces stay."""
    return re.sub(r"[ \n]+", " ", unescape(page))


# the grid


@pytest.mark.parametrize("paper", sheets.PAPERS.values(), ids=lambda paper: paper.name)
def test_backs_match_their_cards_on_long_edge_duplex(paper: sheets.Paper) -> None:
    for side in sheets.build_sides([str(number) for number in range(23)]):
        for place, card in enumerate(side.cards):
            behind = sheets.mirror_place(place)
            assert side.back.cards[behind] == card
            turned = paper.width - paper.left(behind) - sheets.WIDE
            assert abs(turned - paper.left(place)) < 0.001  # millimetres; one is allowed
            assert paper.top(behind) == paper.top(place)


@pytest.mark.parametrize("paper", sheets.PAPERS.values(), ids=lambda paper: paper.name)
def test_nine_cards_and_their_cut_marks_are_on_the_sheet(paper: sheets.Paper) -> None:
    for x, y, to_x, to_y in sheets.list_cut_marks():
        for across, down in ((x, y), (to_x, to_y)):
            assert 0 < paper.left(0) + across < paper.width
            assert 0 < paper.top(0) + down < paper.height
    assert len(sheets.list_cut_marks()) == 2 * (sheets.COLUMNS + 1) + 2 * (sheets.ROWS + 1)


# cards


@pytest.mark.parametrize("slug", CARDED)
def test_there_are_enough_cards_for_whatever_may_be_dealt(slug: str) -> None:
    kit = CARDED[slug]
    fewest, most = kit.roles.SEATS
    for players in (fewest, fewest + 3, min(most, 16)):
        count = Counter((card.key, card.value) for card in cards.list_deck(kit, *numbers(kit, players=players)))
        assert sum(count.values()) == players * len(kit.roles.CARD)
        for seed in range(3):
            deal = kit.roles.deal(
                [str(one) for one in range(players)],
                {name: option.default for name, option in kit.roles.OPTIONS.items()},
                lambda choices, seed=seed: choices[seed % len(choices)],
            )
            assert Counter((key, card[key]) for card in deal.values() for key in kit.roles.CARD) == count


def test_the_numbers_that_are_chosen_are_printed() -> None:
    sporz = playable_kits()["sporz"]
    chosen = {"players": 9, "count.doctor": 1, "count.spy": 0, "count.hacker": 0}
    count = Counter(card.value for card in cards.list_deck(sporz, *numbers(sporz, **chosen)))
    assert (count["doctor"], count["spy"], count["hacker"]) == (1, 0, 0)


@pytest.mark.parametrize("sent", [{"players": 3}, {"players": 500}, {"players": "x"}, {"count.doctor": 99}])
def test_numbers_that_cannot_be_dealt_are_refused_in_a_sentence(sent: dict[str, Any], db: None) -> None:
    with pytest.raises(Unwanted):
        numbers(playable_kits()["sporz"], **sent)
    page = printed(Client(), "paper_cards", "sporz", **sent)
    assert 'role="alert"' in page and "data-card" not in page


def test_the_other_cards_of_the_box_are_printed_on_request(db: None) -> None:
    """L-33: three blank cards with the back of the others; and a card of the mob for each vote."""
    plain, more = (
        printed(Client(), "paper_cards", "lupus", **sent) for sent in ({"backs": 0}, {"backs": 0, "loose": 1})
    )
    assert plain.count("data-card=") == 8 and more.count("data-card=") == 8 + 26 + 3
    (own,) = [str(one.name) for one in playable_kits()["lupus"].words.LOOSE if one.dealt]
    assert more.count(own) == 3 and own not in plain
    assert 'name="loose"' not in printed(Client(), "paper_cards", "sporz")


@pytest.mark.parametrize("slug", CARDED)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_sheet_of_cards_is_followed_by_its_backs(slug: str, language: str, db: None) -> None:
    kit = CARDED[slug]
    players = kit.roles.SEATS[0] + 3
    page = printed(Client(), "paper_cards", slug, language=language, players=players)
    on = [re.findall(r'data-card="([^"]*)"', sheet) for sheet in page.split('class="sheet card-sheet"')[1:]]
    deck = cards.list_deck(kit, players, dict(kit.roles.suggestion(players, AS_USUAL)))
    assert [one for side in on[::2] for one in side] == [f"{card.key} {card.value}" for card in deck]
    for front_, back in zip(on[::2], on[1::2], strict=True):
        assert Counter(one.split()[0] for one in front_) == Counter(back)
    alone = printed(Client(), "paper_cards", slug, players=players, backs=0)
    assert alone.count('class="sheet card-sheet"') == len(on) // 2
    for card in deck:
        with translation.override(language):
            assert str(kit.words.CARDS[card.key].values[card.value]).casefold() in unescape(page).casefold()


def test_backs_of_one_kind_are_equal_for_every_card(db: None) -> None:
    page = printed(Client(), "paper_cards", "lupus", players=8)
    drawn = re.findall(
        r'<div class="printed-back".*?(?=<div class="printed-back"|<span class="no-card"|</section>)', page, re.S
    )
    assert len(drawn) == 8
    alike = {re.sub(r"(</div>)+$", "", re.sub(r"hatch-role-[\d-]+|\s", "", one)) for one in drawn}
    assert len(alike) == 1


# cribs


@pytest.mark.parametrize("slug", playable_kits())
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_crib_has_every_step_in_game_words(slug: str, language: str, db: None) -> None:
    kit = playable_kits()[slug]
    page = in_a_line(printed(Client(), "paper_crib", slug, language=language))
    with translation.override(language):
        at = 0
        for name, step in kit.words.STEPS.items():
            found = page.find(str(step.title), at)
            assert found >= 0, name
            at = found
            said = (step.wake, step.sleep, step.watch, *(label for key, label in step.fields.items() if key != "ok"))
            assert [line for line in map(str, said) if line not in page] == []


@pytest.mark.parametrize("slug", playable_kits())
@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_aid_lists_every_role_without_moderator_advice(slug: str, language: str, db: None) -> None:
    kit = playable_kits()[slug]
    page = in_a_line(printed(Client(), "paper_aid", slug, language=language))
    with translation.override(language):
        aid = cheat_sheets.build_player_sheet(kit)
        assert [role.name for role in aid.roles if role.name not in page] == []
        assert len(aid.roles) == len(kit.roles.CARD.get("role", ()))
        assert {one.slug for one in aid.pages}.isdisjoint({"moderator", *kit.roles.CARD.get("role", ())})
        assert all(str(line) in page for one in aid.pages for line in one.paragraphs)


# French


@pytest.mark.parametrize("slug", CARDED)
def test_french_is_set_as_french(slug: str, db: None) -> None:
    for name in ("paper_cards", "paper_crib", "paper_aid"):
        page = printed(Client(), name, slug, language="fr")
        sheets_ = unescape(re.sub(r"<[^>]*>", " ", page.partition('class="sheets')[2]))
        assert not re.search(r"\w[;!?]", sheets_) and "'" not in sheets_
        assert not re.search(r"[^\xa0]:\s", sheets_)


# tables


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["poster", "tent"])
def test_a_sign_has_the_table_and_known_wifi(kind: str) -> None:
    session = joining()
    client = desk(session)
    assert 'data-test="wifi-name"' not in printed(client, "desk_sign", session.code, kind)
    join_address.save_wifi("Le Phare", "secret-of-the-wifi")
    page = printed(client, "desk_sign", session.code, kind)
    assert re.search(WIFI + "Le Phare<", page) and session.code in page and "Sporz" in page
    session.settings.wifi_name = "Table"
    session.settings.save()
    assert re.search(WIFI + "Table<", printed(client, "desk_sign", session.code, kind))
    assert client.get(reverse("desk_sign", args=[session.code, "flyer"])).status_code == 404


@pytest.mark.django_db
def test_printed_cards_follow_the_counts_and_never_the_deal() -> None:
    session = playing()
    page = printed(desk(session), "desk_paper", session.code)
    wanted = re.findall(r'href="(/paper/sporz/cards/[^"]*)"', page)
    cards_ = text(Client().get(unescape(wanted[0])))
    assert cards_.count('data-card="role base_mutant"') == 1
    assert not any(name in cards_ for name in session.seat_names())


@pytest.mark.django_db
@pytest.mark.parametrize("nights", ["phones", "eyes_closed"])
def test_no_printed_page_shows_secrets_of_a_running_game(nights: str) -> None:
    """The pages are the same whoever holds which card, and whatever the night has done."""
    evening = Event.objects.create(name="Friday", spots=["Table 1"])
    part = evening.rounds.create(name="First round")
    session = playing(nights=nights)
    GameSession.objects.filter(pk=session.pk).update(event=evening, round=part, spot="Table 1")
    moderator, host = desk(session), the_host()

    def pages() -> dict[str, str]:
        found = {"desk_paper": printed(moderator, "desk_paper", session.code)}
        found |= {kind: printed(moderator, "desk_sign", session.code, kind) for kind in ("poster", "tent")}
        found |= {
            name: printed(host, name, evening.pk)
            for name in ("event_paper", "event_programme", "event_seats", "event_sheet")
        }
        found |= {f"all {kind}": printed(host, "event_signs", evening.pk, kind) for kind in ("poster", "tent")}
        return {name: re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page) for name, page in found.items()}

    journal.submit(session.pk, CHIEF)  # from now on it is night, and all pages have its ground
    before = pages()
    journal.submit(session.pk, MUTATION)
    Seat.objects.filter(session=session, name="Ann").update(role="planted-role", genome="planted-genome")
    assert pages() == before
    for name, page in before.items():
        assert not any(word in page for word in ("planted", "Base mutant", "Psychologist")), name
        assert "Ann" not in page, name
    assert moderator.get(reverse("desk_result", args=[session.code])).status_code == 404


@pytest.mark.django_db
def test_the_result_sheet_says_what_the_end_has_shown() -> None:
    session = finished()
    page = printed(desk(session), "desk_result", session.code)
    for name in session.seat_names():
        assert f"<bdi>{name}</bdi>" in page
    assert "Base mutant" in page and page.count("★") == 4
    assert phone(session, "Bob").get(reverse("desk_result", args=[session.code])).status_code == 404


# evenings


def evening_of_two() -> tuple[Event, list[GameSession]]:
    evening = Event.objects.create(name="Escale à l’Étoile", spots=["Table 1", "Près du bar"])
    part = evening.rounds.create(name="Première manche")
    tables = [joining("BFHJ", names=["Zoé", "Émile"]), joining("KLMR", names=["Łukasz"])]
    seating = Seating.objects.create(round=part)
    for spot, session in enumerate(tables):
        GameSession.objects.filter(pk=session.pk).update(event=evening, round=part, spot=evening.spots[spot])
        for seat in session.seats.all():
            guest = guests.add_guest(evening, None, seat.name, {}, arrived=True)
            Placing.objects.create(seating=seating, guest=guest, spot=spot, game="sporz", session=session, seat=seat)
    return evening, tables


@pytest.mark.django_db
def test_every_open_table_has_a_sign_in_hall_order() -> None:
    evening, tables = evening_of_two()
    joining("PQRS")  # a table by itself
    host = the_host()
    for kind in ("poster", "tent"):
        page = printed(host, "event_signs", evening.pk, kind)
        assert page.count('<section class="sheet') == 2
        assert page.index("BFHJ") < page.index("KLMR") and "PQRS" not in page
    GameSession.objects.filter(pk=tables[0].pk).update(closed=evening.created)
    assert "BFHJ" not in printed(host, "event_signs", evening.pk, "poster")


@pytest.mark.django_db
def test_planned_tables_have_signs_by_round_before_they_open() -> None:
    evening, _tables = evening_of_two()
    later = evening.rounds.create(name="Deuxième manche")
    plan = Seating.objects.create(round=later)
    for number, guest in enumerate(evening.guests.all()):
        Placing.objects.create(seating=plan, guest=guest, spot=number % 2, game=("lupus", "murder")[number % 2])
    host = the_host()
    for kind in ("poster", "tent"):
        address = reverse("event_signs", args=[evening.pk, kind])
        page = text(host.get(f"{address}?round={later.pk}"))
        assert page.count('<section class="sheet') == 2 and "Deuxième manche" in page
        assert "Table 1" in page and "Près du bar" in page and "BFHJ" not in page and "Zoé" not in page
        assert 'data-test="find-seat"' not in page
        key = guests.open_list(evening).key
        page = text(host.get(f"{address}?round={later.pk}"))
        assert f"/e/{key}/" in page and 'data-test="find-seat"' in page
        assert text(host.get(address)).count('<section class="sheet') == 4
        evening.sign_up.delete()
    assert host.get(f"{address}?round={later.pk + 1}").status_code == 404


@pytest.mark.django_db
def test_the_entrance_list_is_by_name_for_accepted_seatings() -> None:
    evening, _tables = evening_of_two()
    host = the_host()
    assert "Zoé" not in printed(host, "event_seats", evening.pk)
    Seating.objects.update(accepted=evening.created)
    page = printed(host, "event_seats", evening.pk)
    assert [page.index(name) for name in ("Émile", "Łukasz", "Zoé")] == sorted(
        page.index(name) for name in ("Émile", "Łukasz", "Zoé")
    )
    assert page.count("Table 1") == 2 and page.count("Près du bar") == 1
    asked = service.build_problem(evening.rounds.get(), pins=False)
    guests.leave(next(one for one in asked.people.values() if one.name == "Zoé"))
    assert "Zoé" not in printed(host, "event_seats", evening.pk)


@pytest.mark.django_db
def test_a_programme_says_where_people_sign_up_while_they_can() -> None:
    evening, _tables = evening_of_two()
    host = the_host()
    page = printed(host, "event_programme", evening.pk)
    assert "Première manche" in page and "Près du bar" in page and "Zoé" not in page
    assert "/e/" not in page.partition('class="sheets')[2]
    opened = guests.open_list(evening)
    type(opened).objects.update(open=True)
    assert f"/e/{opened.key}/" in printed(host, "event_programme", evening.pk)


@pytest.mark.django_db
def test_paper_is_found_where_it_is_wanted() -> None:
    session = joining()
    assert reverse("desk_paper", args=[session.code]) in text(desk(session).get(reverse("desk", args=[session.code])))
    cards_page = text(desk(session).get(reverse("desk_cards", args=[session.code])))
    assert reverse("desk_paper", args=[session.code]) in cards_page
    evening = Event.objects.create(name="Friday")
    assert reverse("event_paper", args=[evening.pk]) in text(the_host().get(reverse("event", args=[evening.pk])))
    help_page = text(browser().get(reverse("help", args=["lupus"])))
    for name in ("paper_cards", "paper_crib", "paper_aid"):
        assert reverse(name, args=["lupus"]) in help_page
    assert reverse("paper_cards", args=["spree"]) not in text(browser().get(reverse("help", args=["spree"])))


@pytest.mark.django_db
@pytest.mark.parametrize("paper", sheets.PAPERS)
def test_the_page_uses_the_chosen_paper_size(paper: str) -> None:
    page = printed(Client(), "paper_crib", "lupus", paper=paper)
    assert f'class="sheets {paper}"' in page
    assert f'value="{paper}" checked' in page
