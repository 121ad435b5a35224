"""Confidence intervals of a share, or of the difference of two.

See docs/balance.md and docs/decisions/rules-and-journal.md.
"""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

SURE = NormalDist().inv_cdf(0.975)  # 95 %: 2.5 % left out at either end


def wilson(hits: int, tries: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval of the share `hits` of `tries`; 0 to 1 without a try."""
    if not tries:
        return 0.0, 1.0
    share, square = hits / tries, SURE * SURE
    middle = (share + square / (2 * tries)) / (1 + square / tries)
    half = SURE / (1 + square / tries) * sqrt(share * (1 - share) / tries + square / (4 * tries * tries))
    low = 0.0 if hits == 0 else middle - half  # exactly 0; the formula would leave a rounding error
    return low, 1.0 if hits == tries else middle + half


def newcombe(hits: int, tries: int, other_hits: int, other_tries: int) -> tuple[float, float]:
    """Return the 95 % Newcombe interval of the first share minus the second.

    It is computed from the Wilson interval of each.
    """
    (low, high), (other_low, other_high) = wilson(hits, tries), wilson(other_hits, other_tries)
    share = hits / tries if tries else 0.5
    other = other_hits / other_tries if other_tries else 0.5
    return (
        share - other - sqrt((share - low) ** 2 + (other_high - other) ** 2),
        share - other + sqrt((high - share) ** 2 + (other - other_low) ** 2),
    )
