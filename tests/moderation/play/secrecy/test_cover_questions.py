"""Cover questions: alike for everybody who is not called, kept, counted once, and without any effect."""

import re
from random import Random
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from games import journal, lifecycle
from games.engine import bots
from games.engine.kit import all_kits
from games.engine.record import read
from games.engine.table import Refused, Table
from games.models import GameSession, Move
from moderation.play.forms import answer_forms as questions
from moderation.play.secrecy import cover_questions
from moderation.play.secrecy import pseudonyms as steps
from moderation.play.timeline.call_length import find_visible_ask
from tests.games.kits import elsen_ship
from tests.moderation.sporz_table import MUTATION, at_night, joining, phone

pytestmark = pytest.mark.django_db
FORM = {"opened": "1", "verb0": "mutate", "pick0": '"Bob"', "pick1": '{"paralyse":"Dan"}', "request": "tap"}


def send(client: Client, session: GameSession, **fields: str) -> Any:
    """Post the form of the moment as htmx does."""
    url, form = reverse("answer", kwargs={"code": session.code}), {**FORM, **fields}
    form["opened"] = steps.build_pseudonym(session.pk, int(form["opened"]))
    return client.post(url, form, headers={"HX-Request": "true"})


def state(session: GameSession) -> Any:
    """All that the rules know: what was told, who is what, what is waited for."""
    with journal.read_table(session.pk) as (_session, table):
        assert table is not None and table.step is not None
        return list(table.told), table.truth(), table.step.name, dict(table.step.answers)


def offered(client: Client, session: GameSession) -> list[str]:
    """The controls of the phone's form, their values included."""
    html = client.get(
        reverse("phone", kwargs={"code": session.code}), headers={"HX-Request": "true"}
    ).content.decode()
    return re.findall(r'<input type="radio"[^>]*>', html)


def test_everybody_who_is_not_called_is_offered_the_same_controls() -> None:
    session = at_night()
    assert offered(phone(session, "Bob"), session) == offered(phone(session, "Ann"), session) != []


def test_a_cover_answer_is_kept_and_changes_nothing() -> None:
    session = at_night()
    before = state(session)
    assert send(phone(session, "Cid"), session).status_code == 200
    assert state(session) == before
    kept = Move.objects.filter(session=session).latest("number").body
    cover = {"opened": 1, "step": "mutants", "answer": {"mutate": "Bob", "paralyse": "Dan"}}
    assert kept == {"by": "Cid", "cover": cover}


def test_only_its_author_sees_a_cover_answer_as_given() -> None:
    session = at_night()
    cid, dan = phone(session, "Cid"), phone(session, "Dan")
    before = offered(dan, session)
    send(cid, session)
    said = "Saved: Mutate: Bob · Paralyse: Dan"
    url = reverse("phone", kwargs={"code": session.code})
    mine, other = (one.get(url).content.decode().partition("secret")[2] for one in (cid, dan))
    assert said in mine.partition("</details>")[0]  # on the covered card
    assert said not in mine.partition("</details>")[2] + other
    assert "checked" not in mine + other
    assert offered(dan, session) == before


def test_a_repeated_cover_answer_counts_once_and_may_change() -> None:
    session = at_night()
    cid = phone(session, "Cid")
    send(cid, session)
    send(cid, session)
    assert Move.objects.filter(session=session, body__by="Cid").count() == 1
    send(cid, session, pick0='"Dan"', request="another tap")
    with journal.read_table(session.pk) as (_session, table):
        assert table is not None and table.step is not None
        assert cover_questions.read_cover_answer(table, "Cid", table.step) == {"mutate": "Dan", "paralyse": "Dan"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"pick0": '"Zoe"'},
        {"pick0": "true"},
        {"verb0": "heal"},
        {"verb0": "paralyse"},
        {"pick0": "[[[["},
        {"pick0": "[" * 9000},
        {"pick1": '{"paralyse":{}}'},
        {"pick1": "nonsense"},
    ],
)
def test_what_the_page_did_not_offer_is_refused(wrong: dict[str, str]) -> None:
    session = at_night()
    before = state(session), Move.objects.count()
    answer = send(phone(session, "Cid"), session, **wrong)
    assert answer.status_code == 409
    assert (state(session), Move.objects.count()) == before


def test_s10_everybody_may_answer_nobody_in_the_mutants_call() -> None:
    session = at_night()
    pages = {name: phone(session, name) for name in ("Ann", "Cid")}
    for name, client in pages.items():
        page = client.get(f"/t/{session.code}/").content.decode()
        assert page.count("<span>Nobody</span>") == 2, name
        assert send(client, session, pick0="", pick1="").status_code == 200
    with journal.read_table(session.pk) as (_session, table):
        assert table is not None and table.steps[-2].answers == {"Ann": {}}
        assert cover_questions.read_cover_answer(table, "Cid", table.steps[-2]) == {}


def test_the_question_to_the_called_player_is_not_a_cover() -> None:
    session = at_night()
    send(phone(session, "Ann"), session)
    kept = Move.objects.filter(session=session).latest("number").body
    assert kept == {"step": "mutants", "by": "Ann", "answer": {"mutate": "Bob", "paralyse": "Dan"}}


def test_a_cover_answer_to_a_past_question_is_refused() -> None:
    session = at_night()
    assert send(phone(session, "Cid"), session, opened="0").status_code == 409
    assert not Move.objects.filter(session=session, body__has_key="cover").exists()


def test_with_eyes_closed_phones_are_asked_nothing_and_answer_nothing() -> None:
    session = at_night(nights="eyes_closed")
    for name in ("Ann", "Cid"):
        device = phone(session, name)
        assert offered(device, session) == []
        assert send(device, session).status_code == 409
    assert Move.objects.filter(session=session).count() == 1


def test_cover_answers_come_in_while_an_answered_call_runs_on() -> None:
    session = at_night()
    journal.submit(session.pk, MUTATION)
    assert send(phone(session, "Cid"), session).status_code == 200
    assert Move.objects.filter(session=session, body__has_key="cover").count() == 1


def filled(ask: Any, words: Any, step: str, seats: list[str], choose: Random) -> QueryDict:
    """The form of an ask with one choice made in each column, as the page offers it."""
    form = QueryDict(mutable=True)
    for column in questions.build_form(words, step, 0, ask, None, seats).columns:
        if column.verbs:
            form[f"verb{column.number}"] = choose.choice(column.verbs).value
        if column.tiles:
            form[f"pick{column.number}"] = choose.choice(column.tiles).value
    return form


@pytest.mark.parametrize("slug", sorted(all_kits()))
def test_everything_shown_in_a_call_is_a_legal_cover_answer(slug: str) -> None:
    kit, random = all_kits()[slug], Random(5)
    table = whole_game(slug, random)
    for step in table.steps:
        ask = find_visible_ask(step)
        if not step.asleep or ask is None:
            continue
        given = cover_questions.parse_cover(step, filled(ask, kit.words, step.name, table.seats, random), table.seats)
        assert given["answer"].keys() in [{field.name for field in form} for form in ask.forms]
        question = cover_questions.build_question(kit.words, table, table.seats[0], step)
        shown = questions.build_form(kit.words, step.name, step.opened, ask, None, table.seats)
        beside = cover_questions.has_cover_for_called(step, table.seats)
        columns = question.columns[:-1] if beside else question.columns
        assert [(c.tiles, c.verbs, c.optional) for c in columns] == [
            (c.tiles, c.verbs, c.optional) for c in shown.columns
        ], "whoever is called is asked something else"
        assert sum(len(c.tiles) for c in question.columns) > 1, "a question with a single choice"
        assert not any(" / " in label for c in question.columns for label in (c.label, *(v.label for v in c.verbs)))
        assert question.otherwise
    with pytest.raises(Refused):
        cover_questions.parse_cover(table.steps[0], QueryDict("pick0=17"), table.seats)


def whole_game(slug: str, random: Random) -> Table:
    """A game of bots, to its end."""
    kit = all_kits()[slug]
    seats = [f"P{number}" for number in range(min(max(kit.roles.SEATS[0], 7), kit.roles.SEATS[1]))]
    begun = read({"format": "veilleur/1", "game": slug, "seats": seats, "seed": 3, "moves": []})
    table = Table(kit.rules, begun.seats, begun.options, begun.deal)
    bots.play_out(kit, table, random.choice)
    return table


@pytest.mark.parametrize("name", ["Ann", "Cid"])
def test_whether_an_answer_was_taken_stands_on_the_card_alone(name: str) -> None:
    session = at_night()
    journal.submit(session.pk, MUTATION)  # the call has its answer, and runs on: from Ann nothing more is taken
    client = phone(session, name)
    answers = [send(client, session, pick0=f'"{whom}"', request=whom) for whom in ("Bob", "Dan")]
    assert {answer.status_code for answer in answers} == {200}
    assert len({len(answer.content) for answer in answers}) == 1
    for answer, whom in zip(answers, ("Bob", "Dan"), strict=True):
        before, _, rest = answer.content.decode().partition('<div class="secret">')
        card, _, after = rest.partition("</details>")
        first = card.partition("<p")[2].partition("</p>")[0]
        assert ("Not possible: " if name == "Ann" else "Saved: ") in first
        assert ("was settled already" in first) == (name == "Ann")
        assert f": {whom} ·" in first
        assert f": {whom} ·" not in before + after
        assert "Not possible" not in before + after
        assert notice_of(after) == '<p class="notice">Sent. Your card says whether it counts.</p>'


def test_a_refusal_goes_with_the_next_answer_that_is_taken() -> None:
    session = at_night()
    ann = phone(session, "Ann")
    journal.submit(session.pk, MUTATION)
    assert re.search(r'id="refused"><strong>[^<]*Mutate: Bob', send(ann, session).content.decode())
    again = send(ann, session, pick0='"Cid"', pick1='{"paralyse":"Eve"}', request="another").content.decode()
    assert 'id="refused"' not in again
    assert re.search(r'id="kept">[^<]*Mutate: Cid', again)


def notice_of(answer: str) -> str:
    """The word about a tap, as the answer to it has it."""
    return answer.partition('<div id="notice" hx-swap-oob="innerHTML">')[2].partition("</div>")[0]


def recognising() -> GameSession:
    """Saboteurs recognise each other: Ann is called, and nobody has anything to choose."""
    session = joining(names=list(elsen_ship.NAMES[:5]))
    session.game = "elsen"
    session.save()
    lifecycle.deal_cards(session, elsen_ship.deal(5, Ann="saboteur"))
    lifecycle.begin(session)
    return session


@pytest.mark.parametrize("name", ["Ann", "Bob"])
def test_calls_without_a_question_ask_everybody_for_a_suspicion(name: str) -> None:
    """Whoever is called too: the same page, the same taps, the same answer, and both stand in the story."""
    session = recognising()
    whoever = phone(session, name)
    page = whoever.get(f"/t/{session.code}/").content.decode()
    assert "say whom you suspect" in page
    assert "what you think" not in page
    for whom in ("Cid", "Dan"):  # a second thought is kept too
        fields = {"verb0": "", "pick0": '{"ok":true}', "pick1": whom, "request": whom, "opened": "0"}
        card = send(whoever, session, **fields).content.decode().partition('<div class="secret">')[2]
        assert f"Saved: Seen · I suspect: {whom}" in card
    kept = [move.body for move in Move.objects.filter(session=session).order_by("number")]
    suspicions = [move["cover"]["answer"] for move in kept if "cover" in move]
    assert suspicions == [{"ok": True, "suspect": "Cid"}, {"ok": True, "suspect": "Dan"}]
    assert [move["answer"] for move in kept if "answer" in move] == [{"ok": True}] * (name == "Ann")


@pytest.mark.parametrize("name", ["Ann", "Bob"])
@pytest.mark.parametrize("wrong", [{"pick1": "Zoe"}, {"pick0": ""}])
def test_answers_that_such_a_call_does_not_offer_are_refused(name: str, wrong: dict[str, str]) -> None:
    session = recognising()
    fields = {"verb0": "", "pick0": '{"ok":true}', "pick1": "Cid", "opened": "0", **wrong}
    assert send(phone(session, name), session, **fields).status_code == 409
    assert not Move.objects.filter(session=session).exists()
