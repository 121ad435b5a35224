"""A tap is stored with what came of it, in the transaction of its moves; sent again, it changes nothing."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import journal, lifecycle
from games.models import GameSession, Move, Tap
from moderation.play.secrecy import pseudonyms
from tests.moderation.sporz_table import CHIEF, CLOSE, DEAL, MUTATION, at_night, desk, joining, phone, playing

pytestmark = pytest.mark.django_db
MUTATE = {"verb0": "mutate", "pick0": '"Bob"', "pick1": '{"paralyse":"Dan"}'}
BALLOT = {"pick0": '{"seat":"Eve"}'}
ACCEPTED, REFUSED = Tap.Outcome.ACCEPTED, Tap.Outcome.REFUSED


def send(client: Client, session: GameSession, tap: str = "tap", page: str = "answer", **fields: Any) -> Any:
    """Post a form as htmx does; a phone knows steps by their names."""
    if page == "answer":
        fields["opened"] = pseudonyms.build_pseudonym(session.pk, int(fields["opened"]))
    path = reverse(page, kwargs={"code": session.code})
    return client.post(path, {"request": tap, **fields}, headers={"HX-Request": "true"})


def stored(session: GameSession) -> list[tuple[str, str, int]]:
    """The taps in their order: the request id without its sender, the outcome, the first move."""
    taps = session.taps.order_by("pk").values_list("request", "outcome", "move")
    return [(request.partition(":")[2], outcome, move) for request, outcome, move in taps]


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


def test_every_tap_of_a_call_is_stored_with_its_outcome() -> None:
    session = at_night()
    replies = [
        send(phone(session, "Ann"), session, "called", opened="1", **MUTATE),
        send(phone(session, "Cid"), session, "covered", opened="1", **MUTATE),
        send(phone(session, "Ann"), session, "refused", opened="1", **MUTATE),
    ]
    assert {reply.status_code for reply in replies} == {200}
    assert stored(session) == [("called", ACCEPTED, 2), ("covered", ACCEPTED, 3), ("refused", REFUSED, 0)]


def test_a_cover_answer_after_the_end_makes_no_move() -> None:
    session = over_in_the_night()
    send(phone(session, "Eve"), session, opened="1", **MUTATE)
    assert stored(session) == [("tap", ACCEPTED, 0)]


def test_a_public_refusal_stores_no_tap() -> None:
    """A refused tap may be sent again, and be accepted."""
    session = at_night()
    ann = phone(session, "Ann")
    assert send(ann, session, opened="0", **BALLOT).status_code == 409
    assert send(ann, session, opened="1", **MUTATE | {"pick0": "x" * 5_000}).status_code == 409
    assert stored(session) == []
    assert send(ann, session, opened="1", **MUTATE).status_code == 200
    assert stored(session) == [("tap", ACCEPTED, 2)]


def test_a_desk_stores_entries_undos_and_redos() -> None:
    session = playing()
    moderator = desk(session)
    send(moderator, session, "a", "desk_move", opened="0", **BALLOT)
    send(moderator, session, "b", "desk_undo", last="1")
    send(moderator, session, "c", "desk_redo", last="0")
    send(moderator, session, "d", "desk_undo", last="7")
    assert stored(session) == [("a", ACCEPTED, 1), ("b", ACCEPTED, 2), ("c", ACCEPTED, 3)]


def test_an_entry_for_several_seats_names_its_first_move() -> None:
    session = playing()
    moderator, seats = desk(session), dict(session.seats.values_list("name", "pk"))
    each = {"for": [str(seats["Ann"]), str(seats["Bob"])], "each": "1"}
    each |= {f"{seats[name]}.{field}": value for name in ("Ann", "Bob") for field, value in BALLOT.items()}
    for _again in range(2):
        assert send(moderator, session, "a", "desk_move", opened="0", **each).status_code == 200
    assert session.moves.count() == 2
    assert stored(session) == [("a", ACCEPTED, 1)]


def test_a_page_without_scripts_stores_its_tap_too() -> None:
    session = playing()
    form = {"request": "tap", "opened": pseudonyms.build_pseudonym(session.pk, 0), **BALLOT}
    answer = phone(session, "Ann").post(reverse("answer", kwargs={"code": session.code}), form)
    assert (answer.status_code, stored(session)) == (302, [("tap", ACCEPTED, 1)])


Begin = Callable[[], GameSession]


def refused_at_first() -> GameSession:
    """A call that has its answer."""
    session = at_night()
    journal.submit(session.pk, MUTATION)
    return session


@pytest.mark.parametrize(
    ("begin", "name"), [(at_night, "Ann"), (at_night, "Cid"), (refused_at_first, "Ann"), (over_in_the_night, "Eve")]
)
def test_a_repeated_tap_changes_nothing(begin: Begin, name: str) -> None:
    """Even after an undo, by which a refused answer could be accepted now."""
    session = begin()
    client = phone(session, name)
    send(client, session, opened="1", **MUTATE)
    before = stored(session)
    assert send(client, session, opened="1", **MUTATE).status_code == 200
    if Move.objects.filter(session=session).count() > 1:
        journal.submit(session.pk, {"by": "moderator", "undo": 1})
    moves = Move.objects.filter(session=session).count()
    assert send(client, session, opened="1", **MUTATE).status_code == 200
    assert stored(session) == before
    assert Move.objects.filter(session=session).count() == moves


def test_a_tap_is_stored_with_its_moves_or_never(monkeypatch: pytest.MonkeyPatch) -> None:
    session = at_night()

    def breaks(*_args: object) -> None:
        raise RuntimeError("the power is cut")

    monkeypatch.setattr(journal, "save_progress", breaks)
    client = phone(session, "Ann")
    client.raise_request_exception = False
    answer = send(client, session, opened="1", **MUTATE)
    assert (answer.status_code, stored(session), session.moves.count()) == (500, [], 1)
