"""How the tables of the lab play: as one, by a policy that the kit brings, or each seat for itself.

A policy is told in docs/balance.md in words that a player understands. Start at `policy_of`.
"""

from __future__ import annotations

from functools import partial

from games.balance.attentive import by_seats
from games.balance.settings import BalanceSetting
from games.engine.bots import Policy


def policy_of(setting: BalanceSetting) -> Policy:
    """The policy that plays this setting."""
    everybody, camps = setting.policies
    own = setting.kit.policies.get(everybody)
    return own if own and not camps else partial(by_seats, setting, camps, everybody)
