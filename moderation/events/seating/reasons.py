"""Reasons for a seating: a sentence for organisers from the facts that the search used."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from moderation.events.seating.problem import (
    COMFORTABLE,
    SeatedGame,
    SeatedPerson,
    SeatedTable,
    count_lacking,
    count_pairs,
    is_alone,
    is_unexplained,
)
from moderation.events.seating.service import RoundProblem


def explain_place(what: RoundProblem, one: SeatedPerson, table: SeatedTable | None, pinned: bool) -> str:
    """Return the sentence of one person; `table`: None for somebody who sits the round out."""
    if table is None:
        return _explain_sitting_out(one)
    said = [_explain_seat(one, table, what.problem.game.get(table.game), pinned)]
    if what.people[one.number].stays_at == table.spot:
        said.append(_("keeps this place all evening"))
    friends = sorted(what.name(number) for number in one.friends & table.everybody)
    if friends:
        said.append(_("with %(friends)s, as they wish") % {"friends": ", ".join(friends)})
    elif one.friends:
        said.append(_("not with the people they wished for"))
    if one.first and one.number in table.players:
        alone = is_alone(one, table, what.problem.by_number)
        said.append(_("the only newcomer") if alone else _("a newcomer, with somebody to turn to at this table"))
    met = {other for group in what.problem.met if one.number in group for other in group} & table.everybody - {
        one.number
    }
    new = len(table.everybody) - 1 - len(met)
    if what.problem.met:
        said.append(ngettext("%(count)d new face", "%(count)d new faces", new) % {"count": new})
    if one.leaves:
        least = what.problem.game[table.game].least
        loses = not count_lacking(table, least, what.problem.by_number)
        can, cannot = (
            _("leaves before the end, and the table can lose them"),
            _("leaves before the end: then it lacks players"),
        )
        said.append(can if loses else cannot)
    if one.sat_out:
        said.append(
            ngettext("sat %(count)d round out before", "sat %(count)d rounds out before", one.sat_out)
            % {"count": one.sat_out}
        )
    return _join_sentence(said)


def list_trades(what: RoundProblem, tables: list[SeatedTable]) -> list[str]:
    """Return what a seating gives up, in a sentence for each kind of wish; empty: nothing."""
    people = what.problem.by_number
    at = {number: table for table in tables for number in table.everybody if number in people}
    out = len(people) - len(at)
    unwished = sum(bool(people[one].wishes) and table.game not in people[one].wishes for one, table in at.items())
    apart = sum(not (people[one].friends & people.keys()) <= table.everybody for one, table in at.items())
    alone = sum(is_alone(people[one], table, people) for one, table in at.items() if table.everybody <= people.keys())
    again = sum(count_pairs(len(table.everybody & group)) for table in tables for group in what.problem.met)
    crowded = sum(len(table.players) > COMFORTABLE for table in tables)
    games = what.problem.game
    unexplained = sum(is_unexplained(table, games[table.game], people) for table in tables if table.game in games)
    said = (
        (out, ngettext("%(count)d person sits out", "%(count)d people sit out", out)),
        (
            unwished,
            ngettext(
                "%(count)d person plays another game than they wish for",
                "%(count)d people play another game than they wish for",
                unwished,
            ),
        ),
        (
            apart,
            ngettext("%(count)d person is apart from a friend", "%(count)d people are apart from a friend", apart),
        ),
        (
            alone,
            ngettext(
                "%(count)d newcomer plays with no other newcomer and no friend",
                "%(count)d newcomers play with no other newcomer and no friend",
                alone,
            ),
        ),
        (
            unexplained,
            ngettext(
                "%(count)d table plays without the person who explains its game",
                "%(count)d tables play without the person who explains their game",
                unexplained,
            ),
        ),
        (again, ngettext("%(count)d pair meets again", "%(count)d pairs meet again", again)),
        (
            crowded,
            ngettext(
                "%(count)d table has more than twelve players",
                "%(count)d tables have more than twelve players",
                crowded,
            ),
        ),
    )
    return [sentence % {"count": count} for count, sentence in said if count]


def _explain_seat(one: SeatedPerson, table: SeatedTable, game: SeatedGame | None, pinned: bool) -> str:
    if pinned:
        return _("put here by you")
    if table.moderator == one.number:
        return _("runs the table, and would run one") if one.moderates else _("runs the table")
    if game is not None and game.explains == one.number:
        return _("explains this game")
    if not one.wishes:
        return _("plays anything")
    return _("plays a game they wish for") if table.game in one.wishes else _("plays another game than they wish for")


def _explain_sitting_out(one: SeatedPerson) -> str:
    said = [_("has to leave before this round ends") if one.leaves else _("no seat is left in this round")]
    if one.sat_out:
        said.append(_("has sat out before already, and comes first as far as the tables allow"))
    else:
        said.append(_("will come first in the next one"))
    return _join_sentence(said)


def _join_sentence(said: list[str]) -> str:
    """Join parts to a sentence."""
    line = " · ".join(said)
    return line[:1].upper() + line[1:] + "."
