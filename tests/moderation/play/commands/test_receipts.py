"""A receipt tells the house what became of a tap, whatever the phone was told, and tells nobody else anything."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from games import journal, lifecycle
from games.models import GameSession, Move
from moderation.play.commands import receipts
from moderation.play.secrecy import pseudonyms as steps
from tests.moderation.evening import CHIEF, CLOSE, DEAL, MUTATION, at_night, desk, joining, phone, playing

pytestmark = pytest.mark.django_db
MUTATE = {"verb0": "mutate", "pick0": '"Bob"', "pick1": '{"paralyse":"Dan"}'}
BALLOT = {"pick0": '{"seat":"Eve"}'}


def send(client: Client, session: GameSession, tap: str = "tap", page: str = "answer", **fields: Any) -> Any:
    """Post a form as htmx does; a phone knows steps by their names."""
    if page == "answer":
        fields["opened"] = steps.build_pseudonym(session.pk, int(fields["opened"]))
    path = reverse(page, kwargs={"code": session.code})
    return client.post(path, {"request": tap, **fields}, headers={"HX-Request": "true"})


def opened(
    answer: Any, session: GameSession, seat: str, step: int | str, tap: str = "tap", **other: Any
) -> str | None:
    """The outcome in a receipt, tried for every move of the journal; `seat`: empty for a desk."""
    whose = receipts.name_sender(session.seats.get(name=seat).pk if seat else None)
    seen = steps.build_pseudonym(session.pk, step) if seat and isinstance(step, int) else str(step)
    moves = Move.objects.filter(session=session).values_list("number", flat=True)
    return receipts.find_outcome(answer[receipts.HEADER], session.pk, whose, seen, tap, moves, **other)


def over_in_the_night() -> GameSession:
    """The mutants' call goes on for phones, and the rules have ended the game."""
    session = joining()
    lifecycle.deal_cards(session, {**DEAL, "Bob": DEAL["Ann"], "Dan": DEAL["Bob"]})
    lifecycle.begin(session)
    journal.submit(session.pk, CHIEF)
    for by, victim in (("Ann", "Cid"), ("Bob", "Dan")):
        answer = {"mutate": victim, "paralyse": "Eve"}
        journal.submit(session.pk, {"step": "mutants", "by": by, "answer": answer})
    journal.submit(session.pk, CLOSE)
    return session


def test_receipts_show_the_server_what_phones_must_not_show() -> None:
    session = at_night()
    taken = send(phone(session, "Ann"), session, opened="1", **MUTATE)
    covered = send(phone(session, "Cid"), session, opened="1", **MUTATE)
    refused = send(phone(session, "Ann"), session, "another", opened="1", **MUTATE)
    assert {answer.status_code for answer in (taken, covered, refused)} == {200}
    assert opened(taken, session, "Ann", 1) == receipts.name_move_outcome(2)
    assert opened(covered, session, "Cid", 1) == receipts.name_move_outcome(3)
    assert opened(refused, session, "Ann", 1, "another") == receipts.REFUSED


def test_a_cover_answer_after_the_end_has_its_own_receipt() -> None:
    session = over_in_the_night()
    beside = send(phone(session, "Eve"), session, opened="1", **MUTATE)
    assert opened(beside, session, "Eve", 1) == receipts.LATE_COVER


def test_private_and_open_refusals_have_indistinguishable_receipts() -> None:
    """The same tap can be sent with what no page offers, and then with what only the card says to be refused."""
    session = at_night()
    ann = phone(session, "Ann")
    send(ann, session, "first", opened="1", **MUTATE)
    openly = send(ann, session, opened="1", **MUTATE | {"pick0": "x" * 5_000})
    private = send(ann, session, opened="1", **MUTATE)
    assert (openly.status_code, private.status_code) == (409, 200)
    assert opened(openly, session, "Ann", 1) == opened(private, session, "Ann", 1) == receipts.REFUSED
    assert openly[receipts.HEADER] != private[receipts.HEADER]


def test_an_open_refusal_has_a_receipt() -> None:
    session = at_night()
    late = send(phone(session, "Ann"), session, opened="0", **BALLOT)
    assert (late.status_code, opened(late, session, "Ann", 0)) == (409, receipts.REFUSED)


def test_a_desk_gets_receipts_for_moves_undo_and_pause() -> None:
    session = playing()
    moderator = desk(session)
    entered = send(moderator, session, "a", "desk_move", opened="0", **BALLOT)
    undone = send(moderator, session, "b", "desk_undo", last="1")
    redone = send(moderator, session, "c", "desk_redo", last="0")
    paused = send(moderator, session, "d", "desk_pause", stand="1")
    refused = send(moderator, session, "e", "desk_undo", last="7")
    assert opened(entered, session, "", "0", "a") == receipts.name_move_outcome(1)
    assert opened(undone, session, "", "", "b") == receipts.name_move_outcome(2)
    assert opened(redone, session, "", "", "c") == receipts.name_move_outcome(3)
    assert opened(paused, session, "", "", "d") == receipts.DONE
    assert opened(refused, session, "", "", "e") == receipts.REFUSED


def test_a_tap_for_several_seats_has_one_receipt() -> None:
    session = playing()
    moderator, seats = desk(session), dict(session.seats.values_list("name", "pk"))
    each = {"for": [str(seats["Ann"]), str(seats["Bob"])], "each": "1"}
    each |= {f"{seats[name]}.{field}": value for name in ("Ann", "Bob") for field, value in BALLOT.items()}
    sealed = [send(moderator, session, "a", "desk_move", opened="0", **each) for _again in range(2)]
    assert session.moves.count() == 2
    assert opened(sealed[0], session, "", "0", "a") == receipts.name_move_outcome(1)
    assert sealed[0][receipts.HEADER] == sealed[1][receipts.HEADER]


def test_a_page_without_scripts_gets_the_same_receipt() -> None:
    session = playing()
    form = {"request": "tap", "opened": steps.build_pseudonym(session.pk, 0), **BALLOT}
    answer = phone(session, "Ann").post(reverse("answer", kwargs={"code": session.code}), form)
    assert (answer.status_code, opened(answer, session, "Ann", 0)) == (302, receipts.name_move_outcome(1))


def test_receipts_have_one_length_and_need_the_key() -> None:
    """One length, whatever the outcome; another house's key opens none, nor does another seat, step or tap."""
    session = at_night()
    answers = [send(phone(session, "Ann"), session, tap, opened="1", **MUTATE) for tap in ("1", "2")]
    answers.append(send(phone(session, "Cid"), session, "3", opened="1", **MUTATE))
    answers.append(send(phone(session, "Cid"), session, "4", opened="0", **BALLOT))
    sealed = [answer[receipts.HEADER] for answer in answers]
    assert {len(one) for one in sealed} == {receipts.LENGTH}
    assert len(set(sealed)) == len(sealed)
    assert opened(answers[0], session, "Ann", 1, "1") is not None
    assert opened(answers[0], session, "Ann", 1, "1", key="of another house") is None
    assert opened(answers[0], session, "Cid", 1, "1") is None
    assert opened(answers[0], session, "Ann", 2, "1") is None
    assert opened(answers[0], session, "Ann", 1, "2") is None


Begin = Callable[[], GameSession]


def refused_at_first() -> GameSession:
    """A call that has its answer."""
    session = at_night()
    journal.submit(session.pk, MUTATION)
    return session


@pytest.mark.parametrize(
    ("begin", "name"), [(at_night, "Ann"), (at_night, "Cid"), (refused_at_first, "Ann"), (over_in_the_night, "Eve")]
)
def test_a_repeated_tap_gets_its_first_receipt_even_after_undo(begin: Begin, name: str) -> None:
    """Even after an undo, by which a refused answer could be taken now: a second receipt would tell of the first."""
    session = begin()
    client = phone(session, name)
    first = send(client, session, opened="1", **MUTATE)
    sealed = [first, send(client, session, opened="1", **MUTATE)]
    if Move.objects.filter(session=session).count() > 1:
        journal.submit(session.pk, {"by": "moderator", "undo": 1})
    moves = Move.objects.filter(session=session).count()
    sealed.append(send(client, session, opened="1", **MUTATE))
    assert len({answer[receipts.HEADER] for answer in sealed}) == 1
    assert Move.objects.filter(session=session).count() == moves


@pytest.fixture
def made_outside(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bool]]:
    """Whether each receipt was made outside of a transaction."""
    receipt, made = receipts.compute_receipt, []

    def watched(*args: Any) -> str:
        made.append(not connection.in_atomic_block)
        return receipt(*args)

    monkeypatch.setattr(receipts, "compute_receipt", watched)
    yield made


@pytest.mark.django_db(transaction=True)
def test_a_receipt_is_made_when_all_is_kept(made_outside: list[bool]) -> None:
    session = at_night()
    send(phone(session, "Ann"), session, opened="1", **MUTATE)
    send(desk(session), session, "another", "desk_undo", last="2")
    assert made_outside == [True, True]


def test_what_cannot_be_kept_has_no_receipt(monkeypatch: pytest.MonkeyPatch) -> None:
    session = at_night()

    def breaks(*_args: object) -> None:
        raise RuntimeError("the power is cut")

    monkeypatch.setattr(journal, "save_progress", breaks)
    client = phone(session, "Ann")
    client.raise_request_exception = False
    answer = send(client, session, opened="1", **MUTATE)
    assert (answer.status_code, receipts.HEADER in answer.headers) == (500, False)
