"""The pages of balance, open to everybody: results of simulated games as plots and tables.

They are read from stored tables (`games/balance/stored_results.py`). Results of people's own games are sums of thirty
or more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games.balance import stored_results
from games.balance.settings import ATTENTIVE, list_policies
from games.balance.stored_results import BalanceResult, Share
from games.engine.kit import Kit
from moderation.help.observed_results import count_observed, find_observed_row
from moderation.help.views import list_own_tables
from moderation.tables.setup.odds import Chance, build_chances, format_length, translate_place, translate_policy
from moderation.web.charts import Plot
from moderation.web.kits import playable_kits

LEFT, LINE, TOP = 64, 14, 22  # a plot's measures: width of labels, distance of marks, space above the first
SHAPES = ("circle", "square", "triangle", "diamond")  # one for each policy, so that nothing depends on colour


@dataclass(frozen=True)
class BalanceRow:
    """A row of the table."""

    players: int
    deck: str
    policy: str
    chances: tuple[Chance, ...]
    length: str
    games: int
    command: str


@dataclass(frozen=True)
class ComparedDeck:
    """The results of people's own games with a deck, and of its simulations by each policy."""

    players: int
    deck: str
    games: int
    chances: tuple[Chance, ...]
    lines: tuple[BalanceRow, ...]


@require_GET
def balance_index(request: HttpRequest) -> HttpResponse:
    """List the games with a balance page."""
    return render(
        request, "help/balance_index.html", {"kits": playable_kits().values(), "games": list_own_tables(request)}
    )


@require_GET
def balance(request: HttpRequest, slug: str) -> HttpResponse:
    """Show plots and tables of a game. Raises Http404 for an unknown game."""
    kit = playable_kits().get(slug)
    if kit is None:
        raise Http404
    rows = sorted(
        stored_results.list_current_rows(slug), key=lambda row: (row.players, row.policy, sorted(row.counts.items()))
    )
    proposed = [row for row in rows if row.counts == kit.deck(row.players)]
    context = {
        "kit": kit,
        "plots": list(build_plots(kit, proposed)),
        "lines": [_build_row(kit, row) for row in proposed],
        "others": [_build_row(kit, row) for row in rows if row not in proposed],
        "beside": list(_compare_decks(kit, rows)),
        "missing": _list_missing(kit, proposed),
        "attentive": any(row.policy == ATTENTIVE for row in rows),
        "games": list_own_tables(request),
    }
    return render(request, "help/balance.html", context)


def build_plots(kit: Kit, rows: Sequence[BalanceResult]) -> Iterator[Plot]:
    """Yield a plot for each camp; of two camps, only for the first.

    A game without camps has one plot, of places.
    """
    by_camp = {camp: str(said) for camp, said in kit.words.CAMPS.items()}
    if len(by_camp) == 2:
        by_camp.popitem()
    for camp, said in by_camp.items():
        shown = [(row, [share for share in row.shares if share.name == camp]) for row in rows]
        if played := [(row, shares) for row, shares in shown if shares]:
            yield _build_plot(kit, _("%(camp)s: games won") % {"camp": said}, played)
    if not kit.words.CAMPS and rows:
        bots = [row for row in rows if row.policy == "naive"]
        yield _build_plot(kit, _("Games won at each place"), [(row, row.shares) for row in bots])


def _build_plot(kit: Kit, title: str, rows: Iterable[tuple[BalanceResult, list[Share]]]) -> Plot:
    shapes = dict(zip(list_policies(kit), SHAPES, strict=False))
    plot = Plot(title, _("Players"), LEFT, LINE, TOP, command=f'make balance ARGS="{kit.slug}"')
    last = 0
    for row, shares in rows:
        if row.players != last:
            plot.height += LINE // 2
            plot.label(str(row.players))
            last = row.players
        for share in shares:
            low, high = share.interval
            who = f"{translate_place(share.name)}, " if row.is_by_place else ""
            said = f"{row.players}: {who}{translate_policy(row.policy)}, {share.share:.0%} ({low:.0%}-{high:.0%})"
            shape = shapes.get(row.policy, SHAPES[0])
            plot.mark(share.share, share.interval, said, shape)
            plot.policies.setdefault(translate_policy(row.policy), shape)
    plot.height += LINE
    return plot


def _build_row(kit: Kit, row: BalanceResult) -> BalanceRow:
    deck, policy = _describe_deck(kit, row), translate_policy(row.policy)
    return BalanceRow(row.players, deck, policy, build_chances(kit, row), format_length(row), row.games, row.command)


def _describe_deck(kit: Kit, row: BalanceResult) -> str:
    said = kit.words.COUNTS
    cards = ((said.get(card, card), count) for card, count in row.counts.items())
    return ", ".join(f"{card} × {count}" if count > 1 else str(card) for card, count in cards)


def _compare_decks(kit: Kit, rows: Sequence[BalanceResult]) -> Iterator[ComparedDeck]:
    """Yield the decks of which people have played enough games, with every stored row of each."""
    wins = count_observed(kit)
    by_deck: dict[tuple[int, str], list[BalanceResult]] = {}
    for row in rows if wins else ():
        by_deck.setdefault((row.players, _describe_deck(kit, row)), []).append(row)
    for (players, deck), kept_rows in by_deck.items():
        if own := find_observed_row(kit, kept_rows[0], wins):
            lines = tuple(_build_row(kit, row) for row in kept_rows)
            yield ComparedDeck(players, deck, own.games, build_chances(kit, own), lines)


def _list_missing(kit: Kit, rows: Sequence[BalanceResult]) -> list[str]:
    """List the policies whose simulations are missing, with the numbers of players.

    Only proposed decks count.
    """
    fewest, most = kit.roles.SEATS
    there = {(row.policy, row.players) for row in rows}
    said = []
    for policy in list_policies(kit):
        sizes = [n for n in range(fewest, min(most, stored_results.LARGEST) + 1) if (policy, n) not in there]
        if sizes:
            said.append(
                _("%(policy)s: %(sizes)s players")
                % {"policy": translate_policy(policy), "sizes": ", ".join(_join_ranges(sizes))}
            )
    return said


def _join_ranges(sizes: Sequence[int]) -> Iterator[str]:
    """Yield numbers, with consecutive ones as a range: 4, 6–9."""
    for _step, group in groupby(enumerate(sizes), lambda counted: counted[1] - counted[0]):
        first, *others = (size for _place, size in group)
        yield f"{first}–{others[-1]}" if others else str(first)
