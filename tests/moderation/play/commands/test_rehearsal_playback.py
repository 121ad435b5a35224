"""Play on to the next death: at a rehearsal, or a table of computer players, with one tap."""

from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from games import journal
from games.engine.kit import all_kits
from games.models import GameSession
from moderation.play.commands.rehearsal_playback import count_out
from moderation.play.pacing import clock
from tests.moderation.clients import at, joins, opens, refusal, text

pytestmark = pytest.mark.django_db
MODERATED = [slug for slug, kit in all_kits().items() if kit.words.MODERATED]


@pytest.fixture(autouse=True)
def one_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards and answers of the computer are the same in each run: it can be hundreds of moves without a death."""
    monkeypatch.setattr(journal, "chance", Random(1))


def of_robots(host: Client, game: str, nights: str, people: tuple[str, ...] = ()) -> GameSession:
    """A game that has begun at a table of computer players, and of these people."""
    session = opens(host, game, nights=nights)
    for name in people:
        joins(session, name)
    host.post(at("desk_add_seat", session), {"bots": str(max(8, all_kits()[game].roles.SEATS[0]))})
    host.post(at("desk_deal", session))
    session.seats.update(looked=True)
    host.post(at("desk_begin", session))
    return GameSession.objects.get(pk=session.pk)


def out(session: GameSession) -> tuple[int, bool, bool]:
    """how many are out, whether the game is over, and whether all look at it."""
    fresh = GameSession.objects.get(pk=session.pk)
    with journal.read_table(session.pk) as (_session, table):
        assert table
        shown = clock.build_release(fresh, table)
        return count_out(fresh, table), table.outcome is not None, shown.held is not None


def standing(session: GameSession) -> str:
    with journal.read_table(session.pk) as (_session, table):
        assert table
        return str(table.last)


@pytest.mark.parametrize("nights", ["phones", "eyes_closed"])
@pytest.mark.parametrize("game", MODERATED)
def test_each_tap_plays_to_one_death_or_to_the_end(host: Client, settings: object, game: str, nights: str) -> None:
    settings.MOMENT_PACE = 1.0  # type: ignore[attr-defined]
    session = of_robots(host, game, nights)
    before, over = 0, False
    for _tap in range(20):
        assert '<form id="play-on"' in text(host.get(at("desk", session)))
        assert refusal(host.post(at("desk_play_on", session), {"last": standing(session)})) == ""
        now, over, shown = out(session)
        assert shown
        assert over or now > before
        before = now
        if over:
            break
    assert over


def test_a_tap_that_comes_twice_counts_once(host: Client) -> None:
    session = of_robots(host, "sporz", "phones")
    form = {"last": standing(session), "request": "one tap"}
    for _ in range(2):
        assert refusal(host.post(at("desk_play_on", session), form)) == ""
    assert out(session)[0] == 1


def test_where_people_play_nothing_is_played_for_them(host: Client) -> None:
    session = of_robots(host, "sporz", "phones", people=("Ann",))
    assert '<form id="play-on"' not in text(host.get(at("desk", session)))
    head = session.head
    assert refusal(host.post(at("desk_play_on", session), {"last": standing(session)}))
    assert GameSession.objects.get(pk=session.pk).head == head


def test_a_rehearsal_plays_on_also_with_somebody_at_it(host: Client) -> None:
    host.post(reverse("rehearse"), {"game": "sporz"})
    session = GameSession.objects.get(rehearsal=True)
    host.post(at("desk_add_seat", session), {"bots": "8"})
    host.post(at("desk_deal", session))
    session.seats.update(looked=True)
    host.post(at("desk_begin", session))
    assert refusal(host.post(at("desk_play_on", session), {"last": standing(session)})) == ""
    assert out(session)[0] == 1
