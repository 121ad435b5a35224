"""Humorous awards, counted from the tale of a game. Nobody is laughed at for losing.

Where two have the same count, both are named. Where many have, or where too little is known, there is no award.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.story import Tale, best
from moderation.play.projections.suspicions import SUSPECTS, NightOfOpinions

MOST_NAMED = 3  # people who share an award: with more, there is none
ENOUGH = 2  # the fewest ballots or suspicions for an award
MOST = 5  # the most awards of a game


@dataclass(frozen=True)
class Award:
    """An award, who gets it, and for what."""

    title: str
    seats: tuple[str, ...]
    said: str


def choose_awards(
    tale: Tale, hunted: Mapping[str, bool | None], suspicions: Sequence[NightOfOpinions]
) -> tuple[Award, ...]:
    """Return the awards of a game, the app's own first; empty where nothing is known.

    `hunted`: for each seat, whether the others looked for it. None where nobody is looked for.
    """
    found = [award_best_nose(tale, hunted, suspicions), award_most_suspected(tale, hunted, suspicions)]
    for feat in tale.feats:
        most, seats = best(feat.count, feat.least)
        found.append(Award(str(feat.title), seats, feat.said(most)) if seats else None)
    return tuple(one for one in found if one and len(one.seats) <= MOST_NAMED)[:MOST]


def award_best_nose(
    tale: Tale, hunted: Mapping[str, bool | None], suspicions: Sequence[NightOfOpinions]
) -> Award | None:
    """Return the award for the seat whose ballots were most often right.

    At least half of them must be right. Without such ballots, suspicions at night count. Seats that are looked for
    are left out, because they know each other.
    """
    seekers = {seat for seat, looked_for in hunted.items() if not looked_for} - tale.changed
    aimed = {seat: counts for seat, counts in tale.aimed.items() if seat in seekers}
    right = {seat: hits for seat, (hits, given) in aimed.items() if 2 * hits >= given}
    most, seats = best(right, ENOUGH)
    if seats:
        given = max(aimed[seat][1] for seat in seats)
        if len({aimed[seat][1] for seat in seats}) > 1:  # of those with as many hits, the one that missed least
            given = min(aimed[seat][1] for seat in seats)
            seats = tuple(seat for seat in seats if aimed[seat][1] == given)
        said = ngettext(
            "%(hits)d vote of %(given)d against the other camp",
            "%(hits)d votes of %(given)d against the other camp",
            most,
        )
        return Award(_("The best nose"), seats, said % {"hits": most, "given": given})
    guessed = Counter(
        one.who
        for night in suspicions
        for one in night.opinions
        if one.manner == SUSPECTS and one.right and one.who in seekers
    )
    most, seats = best(guessed, ENOUGH)
    said = ngettext("rightly suspicious for %(count)d night", "rightly suspicious for %(count)d nights", most)
    return Award(_("The best nose"), seats, said % {"count": most}) if seats else None


def award_most_suspected(
    tale: Tale, hunted: Mapping[str, bool | None], suspicions: Sequence[NightOfOpinions]
) -> Award | None:
    """Return the award for the seat with the most ballots and suspicions against it.

    It must be a seat for which the others did not look.
    """
    against: Counter[str] = Counter()
    for vote in tale.votes:
        if vote.accuses:
            against.update([on for _by, on in vote.ballots] or vote.counts)
    against.update(one.whom for night in suspicions for one in night.opinions if one.manner == SUSPECTS)
    blameless = {
        seat: count for seat, count in against.items() if hunted.get(seat) is False and seat not in tale.changed
    }
    most, seats = best(blameless, ENOUGH)
    said = ngettext("accused %(count)d time, for nothing", "accused %(count)d times, for nothing", most)
    return Award(_("The most suspected innocent"), seats, said % {"count": most}) if seats else None
