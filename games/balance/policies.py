"""The policies of the lab: a kit's own, which plays a whole table, or one for each seat.

docs/balance.md describes the policies in words that a player understands. Start reading at `find_policy`.
"""

from __future__ import annotations

from functools import partial

from games.balance.attentive import build_policy
from games.balance.settings import BalanceSetting
from games.engine.bots import Policy


def find_policy(setting: BalanceSetting) -> Policy:
    """Return the policy that plays this setting."""
    everybody, camps = setting.policies
    own = setting.kit.policies.get(everybody)
    return own if own and not camps else partial(build_policy, setting, camps, everybody)
