"""What is refused in private is for whoever was refused: others hear nothing, or what they hear of any answer."""

from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.urls import reverse
from django.utils import translation

from games import journal, lifecycle
from games.models import GameSession
from moderation.play.pacing import clock
from moderation.play.secrecy import pseudonyms
from tests.games.kits import elsen_ship
from tests.games.kits.murder_ship import DECK
from tests.games.kits.murder_ship import deal as murder_deal
from tests.moderation.play.realtime.test_consumers import Connect, Connection, connect
from tests.moderation.sporz_table import desk, joining, phone

__all__ = ["connect"]
pytestmark = pytest.mark.django_db(transaction=True)


def on_a_mission() -> tuple[GameSession, str, str]:
    """Bob, a passenger, may not lay down a sabotage; Dan stays behind."""
    session = joining(names=list(elsen_ship.NAMES[:5]))
    session.game = "elsen"
    session.save()
    lifecycle.deal_cards(session, elsen_ship.deal(5, Ann="saboteur"))
    lifecycle.begin(session)
    journal.submit(session.pk, {"by": "moderator", "close": True})
    journal.submit(session.pk, {"step": "crew", "by": "Ann", "answer": {"seats": ["Ann", "Bob", "Cid"]}})
    return session, "Bob", '{"card":"sabotage"}'


def asked_aside() -> tuple[GameSession, str, str]:
    """Cid is to testify against Ann's hypothesis, and does not hold the knife; Bob only listens."""
    session = joining(names=["Ann", "Bob", "Cid"])
    session.game, session.options = "murder", {"deck": DECK}
    session.save()
    lifecycle.deal_cards(session, murder_deal(3))
    lifecycle.begin(session)
    for seat, character in (("Ann", "Blue"), ("Bob", "Lime"), ("Cid", "Pink")):
        journal.submit(session.pk, {"step": "character", "by": seat, "answer": {"character": character}})
    with journal.read_table(session.pk) as (_session, table):
        peeks = bool(table and table.step and table.step.name == "peek")
    if peeks:
        journal.submit(session.pk, {"by": "moderator", "close": True})
    hypothesis = {"room": "Gym", "character": "Jet", "weapon": "Knife", "motive": "Greed"}
    journal.submit(session.pk, {"step": "turn", "by": "Ann", "answer": {"hypothesis": hypothesis}})
    return session, "Cid", '{"exchange":"Knife"}'


def tap(session: GameSession, seat: str, pick: str, moves: list[int]) -> Any:
    """Send what the page shows; it is refused in private, or makes one of these moves."""
    with journal.read_table(session.pk) as (_session, table):
        assert table and table.step
        opened = pseudonyms.build_pseudonym(session.pk, table.step.opened)
    path = reverse("answer", kwargs={"code": session.code})
    form = {"opened": opened, "pick0": pick, "request": pick}
    answer = phone(session, seat).post(path, form, headers={"HX-Request": "true"})
    stored = session.taps.get(request__endswith=f":{pick}"[:40])
    assert (answer.status_code, stored.outcome) == (200, "accepted" if moves else "refused")
    assert stored.move == (moves[0] if moves else 0)
    return answer


@pytest.fixture
def between_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hours pass from one beat to the next."""
    monkeypatch.setattr(clock, "SECRET_SEND_INTERVAL", 10_000_000)


@pytest.mark.usefixtures("between_beats")
async def test_a_refusal_aside_is_heard_of_by_nobody_else(connect: Connect) -> None:
    session, seat, pick = await sync_to_async(asked_aside)()
    sockets = await others(session, seat, connect)
    before = await sync_to_async(GameSession.objects.get)(pk=session.pk)
    answer = await sync_to_async(tap)(session, seat, pick, [])
    assert "Not possible: " in answer.content.decode()  # on the card of the one who was refused
    after = await sync_to_async(GameSession.objects.get)(pk=session.pk)
    assert (after.pulse, after.edition, after.head) == (before.pulse, before.edition, before.head)
    assert [await socket.silent() for socket in sockets] == [True] * len(sockets)


@pytest.mark.usefixtures("between_beats")
async def test_nobody_else_notices_an_offer_or_its_refusal(connect: Connect) -> None:
    """Whether the witness declares at once or after an offer, everybody else is sent one frame."""
    session, _seat, _pick = await sync_to_async(asked_aside)()
    _ann, bob, _cid = await others(session, "", connect)
    for seat, answer in (("Cid", {"exchange": "Gym"}), ("Ann", {"refuse": True})):
        await sync_to_async(journal.submit)(session.pk, {"by": seat, "answer": answer})
        assert await bob.silent()
    await sync_to_async(journal.submit)(session.pk, {"by": "Cid", "answer": {"declare": "Gym"}})
    await bob.told()
    assert await bob.silent()


async def test_every_beat_sends_all_phones_the_same_number_of_bytes(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann is asked for a card at a beat; Bob hears at the same beats, as long, before and after."""
    monkeypatch.setattr(clock, "SECRET_SEND_INTERVAL", 0.5)
    session, _seat, _pick = await sync_to_async(asked_aside)()
    sockets = await others(session, "Cid", connect)
    beats = [[(await socket.told()) for socket in sockets] for _ in range(2)]
    await sync_to_async(journal.submit)(session.pk, {"by": "Cid", "answer": {"exchange": "Gym"}})
    while "Which one do you give?" not in beats[-1][0]["content"] and len(beats) < 9:
        beats.append([(await socket.told()) for socket in sockets])
    assert "Which one do you give?" in beats[-1][0]["content"]
    assert len({said["pulse"] for beat in beats for said in beat}) == 1
    assert not any("Which one do you give?" in bob["content"] for _ann, bob in beats)


def test_a_witness_naming_a_foreign_card_is_refused_immediately() -> None:
    """The question stays on that phone anyhow: the sentence tells a neighbour no more. A tap that comes again too."""
    session, seat, pick = asked_aside()
    for _again in range(2):
        said = tap(session, seat, pick, []).content.decode()
        assert "The clue that you give must be one that you hold" in said
        assert 'class="notice error"' in said
    session.refresh_from_db()
    taken = tap(session, seat, '{"declare":"Gym"}', [session.head + 1])
    assert "must be one that you hold" not in taken.content.decode()


@pytest.mark.parametrize(
    ("played", "why"),
    [(on_a_mission, "This is not open to you here: sabotage."), (asked_aside, "The clue that you give must be one")],
)
def test_the_desk_learns_why_an_entry_for_somebody_is_impossible(
    settings: Any, played: Callable[[], tuple[GameSession, str, str]], why: str
) -> None:
    settings.CALL_PACE = 0.0
    session, seat, pick = played()
    with journal.read_table(session.pk) as (_session, table):
        assert table and table.step
        form = {"opened": table.step.opened, "for": session.seats.get(name=seat).pk, "pick0": pick}
    moves = session.moves.count()
    path = reverse("desk_move", args=[session.code])
    answer = desk(session).post(path, form, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert f"{seat}: {why}" in answer.content.decode()
    assert session.moves.count() == moves


def test_a_refused_answer_gives_its_reason_only_on_the_card(settings: Any) -> None:
    settings.CALL_PACE = 0.0  # the night before is over at once
    session, seat, pick = on_a_mission()
    page = tap(session, seat, pick, []).content.decode()
    before, _, rest = page.partition('<div class="secret">')
    first = rest.partition("<p")[2].partition("</p>")[0]
    assert "Not possible: Card: sabotage.</strong> This is not open to you here: sabotage." in " ".join(first.split())
    assert "not open to you" not in before + rest.partition("</details>")[2]
    taken = tap(session, seat, '{"card":"success"}', [session.head + 3]).content.decode()
    kept = taken.partition('<div class="secret">')[2].partition("</p>")[0]
    assert "Card: success" in kept.partition('id="kept">')[2]


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Still to choose: Weapon, Motive."), ("fr", "Il reste à choisir : Arme, Mobile.")]
)
def test_an_incomplete_hypothesis_names_gaps_and_stays_on_the_page(language: str, said: str) -> None:
    session, _seat, _pick = asked_aside()
    journal.submit(session.pk, {"by": "moderator", "undo": 1})
    with journal.read_table(session.pk) as (_session, table):
        assert table and table.step and table.step.name == "turn"
        form = {"opened": pseudonyms.build_pseudonym(session.pk, table.step.opened), "pick0": '{"hypothesis":{}}'}
    ann = phone(session, "Ann")
    ann.cookies["django_language"] = language
    form |= {"hypothesis.room": '"Gym"', "hypothesis.character": '"Jet"', "hypothesis.weapon": ""}
    with translation.override(language):  # which is not left on for other tests
        answer = ann.post(reverse("answer", args=[session.code]), form, headers={"HX-Request": "true"})
    assert answer.status_code == 409  # which keeps what is chosen (static/js/choose.js)
    assert said in answer.content.decode().replace("\N{NO-BREAK SPACE}", " ")
    with journal.read_table(session.pk) as (_session, table):
        assert table and table.step and table.step.name == "turn"


async def test_refused_and_accepted_answers_look_alike_to_other_phones(connect: Connect, settings: Any) -> None:
    """The same frame with the same number to all others: which of the two it was is for whoever answered."""
    settings.CALL_PACE = 0.0  # the night before is over at once
    heard: list[int] = []
    session, seat, _pick = await sync_to_async(on_a_mission)()
    sockets = await others(session, "", connect)  # and the phone of whoever answers
    for card, moves in (("sabotage", []), ("success", [3])):
        before = (await sync_to_async(GameSession.objects.get)(pk=session.pk)).edition
        await sync_to_async(tap)(session, seat, f'{{"card":"{card}"}}', moves)
        after = (await sync_to_async(GameSession.objects.get)(pk=session.pk)).edition
        for socket in sockets:
            await socket.told()
        heard.append(after - before)
        assert [await socket.silent() for socket in sockets] == [True] * len(sockets)
    assert heard == [1, 1]


async def others(session: GameSession, seat: str, connect: Connect) -> list[Connection]:
    """The phones of all but one, which have their first view."""
    sockets = []
    for name in await sync_to_async(session.seat_names)():
        if name != seat:
            sockets.append(await connect("phone", session, await sync_to_async(phone)(session, name)))
            await sockets[-1].told()
    return sockets
