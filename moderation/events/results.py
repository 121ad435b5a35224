"""The tables of an evening as an organiser may see them, however many there are, in the same few statements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import prefetch_related_objects
from django.forms.boundfield import BoundField
from django.http import HttpRequest

from games.models import Event, GameSession, Round
from moderation.access.devices import device_of, pass_of
from moderation.events.forms import MoveForm, SpotForm
from moderation.live.public import camp_won, winners_of
from moderation.models import Kind, Pass
from moderation.night import clock
from moderation.table.kits import playable_kits

Stage = GameSession.Stage


@dataclass(frozen=True)
class Result:
    """A table of an evening: who is there, how far it is, and how it ended if it has."""

    number: int
    code: str
    game: str
    stage: str
    open: bool
    mine: bool
    can_take: bool  # a desk that is lost: the host alone
    spot: str
    seats: tuple[str, ...]
    outcome: str
    winners: tuple[str, ...]
    camp: bool  # it is a camp that has won, and no person
    evenings: BoundField
    place: SpotForm | None  # where its evening has rounds, or places in a hall


def of_games(request: HttpRequest, games: Iterable[GameSession], listed: Sequence[tuple[str, str]]) -> list[Result]:
    """These games as an organiser may see them; `listed`: the evenings that each can move to."""
    games = list(games)
    prefetch_related_objects(games, "upkeep", "seats", "event")
    device = device_of(request)
    mine = (
        Pass.objects.filter(kind=Kind.MODERATOR, device=device, session__in=games) if device else Pass.objects.none()
    )
    moderated = set(mine.values_list("session_id", flat=True))
    rounds: dict[int | None, list[Round]] = {}
    for one in Round.objects.filter(event__in={game.event_id for game in games if game.event_id}):
        rounds.setdefault(one.event_id, []).append(one)
    hosts = pass_of(device, Kind.HOST) is not None
    return [_result(game, game.pk in moderated, hosts, rounds.get(game.event_id, []), listed) for game in games]


def _result(
    game: GameSession, mine: bool, hosts: bool, rounds: Sequence[Round], listed: Sequence[tuple[str, str]]
) -> Result:
    kit = playable_kits().get(game.game)
    stage = clock.stage(game)
    end = game.outcome if stage == Stage.OVER else None
    told = kit and end and game.current  # a reason of other rules may have no words any more
    seats = tuple(seat.name for seat in sorted(game.seats.all(), key=lambda seat: seat.place))
    event: Event | None = game.event
    return Result(
        number=game.pk,
        code=game.code,
        game=str(kit.words.NAME) if kit else game.game,
        stage=str(stage.label),
        open=game.closed is None,
        mine=mine,
        can_take=hosts,
        spot=game.spot,
        seats=seats,
        outcome=str(game.kit.words.outcome(end["winners"], end["reason"])) if told and end else "",
        winners=winners_of(end) if end else (),
        camp=camp_won(end, seats) if end else False,
        evenings=MoveForm(game, listed)["event"],
        place=SpotForm(game, rounds) if event and (rounds or event.spots) else None,
    )
