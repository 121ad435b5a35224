"""The journal: one way in, append-only, the truth; everything beside it is an index."""

import re
import threading
from collections.abc import Callable
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import journal, lifecycle
from games import table_cache as replay
from games.engine import moves, record
from games.engine.table import MODERATOR, Refused, Step, Table
from games.importing import play_record
from games.models import PART_NAMES, GameSession, Move, Seat, Vote
from games.story import list_told

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve"]
DEAL = {
    "Ann": {"role": "base_mutant", "genome": "host"},
    "Bob": {"role": "doctor", "genome": "normal"},
    "Cid": {"role": "astronaut", "genome": "host"},
    "Dan": {"role": "psychologist", "genome": "resistant"},
    "Eve": {"role": "astronaut", "genome": "normal"},
}
CHIEF = {"step": "chief", "by": MODERATOR, "answer": {"seat": "Eve"}}
MUTATION = {"step": "mutants", "by": "Ann", "answer": {"mutate": "Cid", "paralyse": "Eve"}}
CLOSE = {"by": MODERATOR, "close": True}


def table(code: str = "BFHJ") -> GameSession:
    """Five people about to play Sporz."""
    session = GameSession.objects.create(code=code, game="sporz")
    for place, name in enumerate(NAMES):
        Seat.objects.create(session=session, place=place, name=name, folded=name.casefold())
    return session


def playing(code: str = "BFHJ") -> GameSession:
    session = table(code)
    lifecycle.deal_cards(session, DEAL)
    lifecycle.begin(session)
    session.refresh_from_db()
    return session


def at_vote() -> GameSession:
    session = playing()
    for move in (CHIEF, MUTATION, CLOSE, CLOSE):
        journal.submit(session.pk, move)
    return session


def state(session: GameSession) -> tuple[object, ...]:
    session.refresh_from_db()
    with journal.read_table(session.pk) as (_, at):
        assert at is not None
        rows = list(Seat.objects.filter(session=session).values_list("name", "role", "genome", "alive"))
        votes = list(Vote.objects.filter(session=session).values_list("seat__name", "opened", "answer"))
        return session.head, session.stage, list(at.told), at.truth(), rows, votes


def forget_tables() -> None:
    """As in another process, or after a restart."""
    replay.tables.clear()


@pytest.mark.django_db
def test_a_move_is_one_row_with_what_it_made_known() -> None:
    session = playing()
    assert journal.submit(session.pk, CHIEF) == 1
    move = Move.objects.get(session=session)
    assert (move.number, move.body) == (1, CHIEF)
    assert [None, {"fact": "chief", "seat": "Eve"}] in move.told
    assert ["Ann", {"fact": "mutants", "night": 1, "seats": ["Ann"]}] in move.told


@pytest.mark.django_db
def test_a_refused_move_changes_nothing() -> None:
    session = playing()
    before = state(session)
    refused = [
        ({"step": "vote", "by": "Ann", "answer": {"seat": "Bob"}}, "wrong_step"),
        ({"step": "chief", "by": "Ann", "answer": {"seat": "Zoe"}}, "illegal_answer"),
        ({"by": "Ann", "close": True}, "not_asked"),
        ({"by": MODERATOR, "undo": 1}, "nothing_to_undo"),
    ]
    for move, code in refused:
        with pytest.raises(Refused) as refusal:
            journal.submit(session.pk, move)
        assert refusal.value.code == code
    assert state(session) == before


@pytest.mark.django_db
def test_a_stale_tap_is_refused() -> None:
    session = playing()
    journal.submit(session.pk, CLOSE, opened=0)  # no ballot: the election is held again
    with pytest.raises(Refused) as refusal:
        journal.submit(session.pk, {**CHIEF, "by": "Ann"}, opened=0)
    assert refusal.value.code == "wrong_step"


@pytest.mark.django_db
def test_after_a_restart_everybody_is_where_they_were() -> None:
    session = at_vote()
    before = state(session)
    forget_tables()
    assert state(session) == before


@pytest.mark.django_db
def test_undo_is_a_move_and_replay_gives_the_same_table() -> None:
    session = at_vote()
    before = state(session)
    journal.submit(session.pk, {"by": MODERATOR, "undo": 2})
    assert Move.objects.filter(session=session).count() == 5
    journal.write_table(session.pk, journal.redo)
    journal.write_table(session.pk, journal.redo)
    after = state(session)
    assert [told.fact for told in after[2]] == [told.fact for told in before[2]]  # type: ignore[attr-defined]
    assert after[3:5] == before[3:5]
    with pytest.raises(Refused, match="No move has been taken back"):
        journal.write_table(session.pk, journal.redo)


@pytest.mark.django_db
def test_another_move_leaves_nothing_to_redo() -> None:
    session = at_vote()
    journal.submit(session.pk, {"by": MODERATOR, "undo": 3})
    journal.submit(session.pk, {"step": "mutants", "by": "Ann", "answer": {"mutate": "Dan", "paralyse": "Eve"}})
    with pytest.raises(Refused):
        journal.write_table(session.pk, journal.redo)


@pytest.mark.django_db
def test_the_index_is_what_the_journal_says() -> None:
    session = at_vote()
    journal.submit(session.pk, {"step": "vote", "by": "Ann", "answer": {"seat": "Bob"}})
    journal.submit(session.pk, {"step": "vote", "by": "Eve", "answer": {"blank": True}})
    journal.submit(session.pk, {"step": "vote", "by": "Ann", "answer": {"seat": "Dan"}})
    votes = {vote.seat.name: vote.answer for vote in Vote.objects.filter(step="vote")}
    assert votes == {"Ann": {"seat": "Dan"}, "Eve": {"blank": True}}
    journal.submit(session.pk, {"by": MODERATOR, "undo": 2})
    assert [vote.seat.name for vote in Vote.objects.filter(step="vote")] == ["Ann"]
    rebuilt = GameSession.objects.get(pk=session.pk)
    forget_tables()
    with journal.read_table(rebuilt.pk) as (_, at):
        assert at is not None
        truth = {name: (row["role"], row["genome"], row["alive"]) for name, row in at.truth().items()}
        indexed = {seat.name: (seat.role, seat.genome, seat.alive) for seat in rebuilt.seats.all()}
        assert indexed == truth
        ballots = {
            (step.opened, name): answer for step in at.steps if step.poll for name, answer in step.answers.items()
        }
        assert {(vote.opened, vote.seat.name): vote.answer for vote in rebuilt.votes.all()} == ballots


@pytest.mark.django_db
def test_the_end_is_kept_and_can_be_taken_back() -> None:
    session = at_vote()
    for name in ("Bob", "Dan"):
        journal.submit(session.pk, {"step": "vote", "by": name, "answer": {"seat": "Bob"}})
    journal.submit(session.pk, CLOSE)
    session.refresh_from_db()
    assert session.stage == "over"
    assert session.outcome and session.outcome["reason"] == "doctors_lost"
    assert not Seat.objects.get(session=session, name="Bob").alive
    journal.submit(session.pk, {"by": MODERATOR, "undo": 1})
    session.refresh_from_db()
    assert (session.stage, session.outcome, session.ended) == ("playing", None, None)
    assert Seat.objects.get(session=session, name="Bob").alive


@pytest.mark.django_db
@pytest.mark.parametrize("time", ["once", "and again"])
def test_a_test_finds_no_table_of_another_in_memory(time: str) -> None:
    """Their sessions have the same numbers."""
    assert not replay.tables, time
    at_vote()
    assert replay.tables


@pytest.mark.django_db
def test_an_export_played_again_is_the_same_game() -> None:
    session = at_vote()
    journal.submit(session.pk, {"by": MODERATOR, "undo": 1})
    with journal.read_table(session.pk) as (_, at):
        assert at is not None
        exported = record.write(session.kit, at)
        replay = record.replay(record.read(record.parse(record.json.dumps(exported))))
        assert [told.fact for told in replay.table.told] == [told.fact for told in at.told]
    copy = GameSession.objects.create(code="KLMR", game="sporz")
    lifecycle.restore(copy, play_record(record.json.dumps(exported).encode()))
    with journal.read_table(copy.pk) as (_, at):
        assert at is not None and at.truth() == replay.table.truth() and at.step is not None
        assert at.step.name == replay.table.step.name  # type: ignore[union-attr]


@pytest.mark.django_db
def test_a_game_of_another_version_is_readable_but_not_playable() -> None:
    session = at_vote()
    with journal.read_table(session.pk) as (_, at):
        assert at is not None
        told = [(one.at, one.seat, one.fact) for one in at.told]
    assert list_told(session) == told
    GameSession.objects.filter(pk=session.pk).update(kit_version=99)
    session.refresh_from_db()
    with pytest.raises(Refused) as refusal:
        journal.submit(session.pk, CLOSE)
    assert refusal.value.code == "old_version"
    assert list_told(session) == told
    with journal.read_table(session.pk) as (_, kept):
        assert kept is not None and kept.step is None
        assert [(one.seat, one.fact) for one in kept.told] == [(seat, fact) for _at, seat, fact in told]


@pytest.mark.django_db
def test_s13_a_game_of_version_1_continues_under_its_rules() -> None:
    told = {}
    for version in (1, 2):
        session = table()
        lifecycle.deal_cards(session, DEAL)
        GameSession.objects.filter(pk=session.pk).update(kit_version=version)
        lifecycle.begin(session)
        journal.submit(session.pk, {"step": "chief", "by": "moderator", "answer": {"seat": "Eve"}})
        journal.submit(session.pk, {"step": "mutants", "by": "moderator", "answer": {"kill": "Dan"}})
        replay.tables.clear()  # as after a restart
        session.refresh_from_db()
        with journal.read_table(session.pk) as (_, at):
            assert session.is_current and at is not None
            told[version] = [fact["fact"] for fact in at.public()]
        GameSession.objects.filter(pk=session.pk).update(closed=timezone.now())
    assert told == {1: ["chief", "night"], 2: ["chief", "night", "murder"]}


@pytest.mark.django_db
def test_cards_can_be_dealt_again_or_withdrawn_before_play_only() -> None:
    session = table()
    lifecycle.deal_cards(session, DEAL)
    Seat.objects.filter(session=session).update(looked=True)
    lifecycle.deal_cards(session, {**DEAL, "Ann": DEAL["Eve"], "Eve": DEAL["Ann"]})
    assert not Seat.objects.filter(session=session, looked=True).exists()
    assert Seat.objects.get(session=session, name="Eve").role == "base_mutant"
    lifecycle.take_cards_back(session)
    assert Seat.objects.get(session=session, name="Eve").role == ""
    lifecycle.deal_cards(session, DEAL)
    lifecycle.begin(session)
    with pytest.raises(Refused):
        lifecycle.deal_cards(session, DEAL)


@pytest.mark.django_db
def test_bots_answer_what_their_seats_are_asked_and_nothing_else() -> None:
    session = playing()
    Seat.objects.filter(session=session, name__in=["Ann", "Eve"]).update(bot=True)
    journal.let_bots_answer(session.pk)
    with journal.read_table(session.pk) as (_, at):
        assert at is not None and at.step is not None
        assert set(at.step.answers) == {"Ann", "Eve"}


@pytest.mark.django_db
def test_bots_answer_until_the_next_person_in_a_sequential_vote() -> None:
    names = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
    session = GameSession.objects.create(code="KLMR", game="lupus", options={"moderator_first_victim": True})
    for place, name in enumerate(names):
        Seat.objects.create(
            session=session, place=place, name=name, folded=name.casefold(), bot=name not in ("Ann", "Eve")
        )
    roles = ["werewolf", "werewolf", "seer", *["villager"] * 5]
    lifecycle.deal_cards(session, {name: {"role": role} for name, role in zip(names, roles, strict=True)})
    lifecycle.begin(session)
    for _ in ("seer", "werewolves", "debate"):
        journal.submit(session.pk, CLOSE)
    journal.submit(session.pk, {"step": "nominate", "by": "Ann", "answer": {"seat": "Bob"}})
    journal.let_bots_answer(session.pk)
    with journal.read_table(session.pk) as (_, at):
        assert at is not None and at.step is not None
        assert (at.step.name, list(at.step.asks), at.step.answers) == ("nominate", ["Eve"], {})


@pytest.mark.django_db
def test_whoever_listens_hears_once_a_move_is_kept(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    session = playing()
    heard: list[int] = []
    monkeypatch.setattr(journal.observer, "on_change", heard.append)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        journal.submit(session.pk, CHIEF)
        assert not heard
    assert heard == [session.pk]


@pytest.mark.django_db(transaction=True)
def test_a_listener_that_fails_takes_nothing_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def deaf(session_id: int) -> None:
        raise RuntimeError("nobody listens")

    session = playing()
    monkeypatch.setattr(journal.observer, "on_change", deaf)
    assert journal.submit(session.pk, CHIEF) == 1
    with journal.edit_session(session.pk) as fresh:
        fresh.language = "en"
    assert session.moves.count() == 1


@pytest.mark.django_db
def test_a_late_move_costs_no_more_queries_than_before() -> None:
    session = at_vote()
    with CaptureQueriesContext(connection) as early:
        journal.submit(session.pk, {"step": "vote", "by": "Ann", "answer": {"seat": "Bob"}})
    for number in range(20):
        answer = {"seat": "Dan"} if number % 2 else {"blank": True}
        journal.submit(session.pk, {"step": "vote", "by": "Ann", "answer": answer})
    with CaptureQueriesContext(connection) as late:
        journal.submit(session.pk, {"step": "vote", "by": "Ann", "answer": {"seat": "Bob"}})
    assert len(late) == len(early)


@pytest.mark.django_db
def test_only_changed_seats_are_indexed() -> None:
    """The first move after a restart reads the index and leaves it; a death is one statement."""
    session = playing()
    forget_tables()
    with CaptureQueriesContext(connection) as queries:
        journal.submit(session.pk, CHIEF)
    assert not [query for query in queries if query["sql"].startswith('UPDATE "games_seat"')]
    with CaptureQueriesContext(connection) as queries:
        journal.submit(session.pk, MUTATION | {"answer": {"kill": "Cid", "paralyse": "Eve"}})
        journal.submit(session.pk, CLOSE)
    assert len([query for query in queries if query["sql"].startswith('UPDATE "games_seat"')]) == 1


@pytest.mark.django_db(transaction=True)
def test_simultaneous_taps_are_all_kept_each_once() -> None:
    session = at_vote()
    accepted: list[int] = []
    random = Random(7)

    def vote(name: str, seat: str) -> None:
        try:
            move = {"step": "vote", "by": name, "answer": {"seat": seat}}
            accepted.append(journal.submit(session.pk, move))
        finally:
            connection.close()

    threads = [threading.Thread(target=vote, args=(name, random.choice(NAMES))) for name in NAMES]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    numbers = list(Move.objects.filter(session=session).values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert sorted(accepted) == list(range(5, 10))


@pytest.mark.django_db
def test_the_observer_gets_every_move_with_its_step(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[object, ...]] = []

    class Listener(journal.Observer):
        def on_begin(self, session: GameSession, table: Table) -> None:
            heard.append(("begun", table.number))

        def on_move(self, session: GameSession, table: Table, move: moves.Move, step: Step | None) -> None:
            heard.append((table.number, move.by, step and step.name))

    monkeypatch.setattr(journal, "observer", Listener())
    session = playing()
    journal.submit(session.pk, CHIEF)
    with pytest.raises(Refused):
        journal.submit(session.pk, {"by": "Ann", "close": True})
    journal.submit(session.pk, {"by": MODERATOR, "undo": 1})
    assert heard == [("begun", 0), (1, MODERATOR, "chief"), (2, MODERATOR, "mutants")]
    session.refresh_from_db()
    assert session.edition == 1  # dealt for all to see: what a move does to it is the observer's


@pytest.mark.django_db
def test_a_failed_change_leaves_the_table_equal_to_its_journal() -> None:
    session = at_vote()
    before = state(session)
    with pytest.raises(ZeroDivisionError), journal.edit_session(session.pk) as fresh:
        fresh.settings.wifi_name = "Home"
        fresh.settings.save()
        with journal.read_table(session.pk) as (_, at):
            assert at is not None
            at.take(moves.parse_move(CLOSE))
        raise ZeroDivisionError
    assert state(session) == before
    assert session.settings.wifi_name == ""


@pytest.mark.django_db
def test_a_locked_session_comes_with_its_parts_in_one_query() -> None:
    session = playing()
    with replay.lock_session(session.pk) as fresh, CaptureQueriesContext(connection) as asked:
        assert (fresh.pk, fresh.head, fresh.pacing.paused_at) == (session.pk, 0, None)
        assert {getattr(fresh, name).pk for name in PART_NAMES} == {session.pk}
    with journal.read_table(session.pk) as (resting, _), CaptureQueriesContext(connection) as asked_at_rest:
        assert {getattr(resting, name).pk for name in PART_NAMES} == {session.pk}
    assert len([*asked, *asked_at_rest]) == 0


def statements(asked: CaptureQueriesContext) -> list[str]:
    """What the database was told to do, transactions aside: the verb and the first table of each statement."""
    told = [query["sql"] for query in asked.captured_queries]
    verbs = [sql.split()[0] for sql in told]
    tables_named = [re.search(r"games_[a-z]+", sql) for sql in told]
    asked_for = [f"{verb} {found[0]}" for verb, found in zip(verbs, tables_named, strict=True) if found]
    assert len(asked_for) == sum(verb not in ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE") for verb in verbs), told
    return asked_for


@pytest.mark.django_db
def test_a_ballot_costs_four_statements() -> None:
    session = at_vote()
    ballot = {"step": "vote", "by": "Ann", "answer": {"seat": "Bob"}}
    for answer in ({"seat": "Bob"}, {"blank": True}):
        with CaptureQueriesContext(connection) as asked:
            journal.submit(session.pk, ballot | {"answer": answer}, opened=4)
        assert statements(asked) == [
            "SELECT games_gamesession",
            "INSERT games_move",
            "INSERT games_vote",
            "UPDATE games_gamesession",
        ]


@pytest.mark.django_db
def test_a_table_is_cached_until_cards_are_dealt_again() -> None:
    """What was worked out for one phone serves the next, from the first question on."""
    session = table()
    lifecycle.deal_cards(session, DEAL)

    def at() -> Table | None:
        with journal.read_table(session.pk) as (_, found):
            return found

    dealt = at()
    assert dealt is not None and at() is dealt
    lifecycle.deal_cards(session, {**DEAL, "Ann": DEAL["Eve"], "Eve": DEAL["Ann"]})
    anew = at()
    assert anew is not None and anew is not dealt and anew.deal["Ann"] == DEAL["Eve"]


@pytest.mark.django_db
def test_the_index_follows_when_processes_take_turns() -> None:
    session = at_vote()
    for name in ("Bob", "Dan"):
        journal.submit(session.pk, {"step": "vote", "by": name, "answer": {"seat": "Bob"}})
    mine = replay.tables.pop(session.pk)  # another process closes the vote
    journal.submit(session.pk, CLOSE)
    assert not Seat.objects.get(session=session, name="Bob").alive
    replay.tables[session.pk] = mine
    journal.submit(session.pk, {"by": MODERATOR, "undo": 1})
    assert Seat.objects.get(session=session, name="Bob").alive
