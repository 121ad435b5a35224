"""The contract catches leaks: each, planted in a test kit, turns it red with a sentence that says where and what."""

from __future__ import annotations

import pytest

from games.contract.broken import Broken
from games.contract.secrecy import keeps_its_secrets
from games.engine.kit import Kit
from tests.games.planted import LEAKS
from tests.thorough import seeds

QUESTS = Kit("quests", home="tests.games")
PAIRS = range(60)  # more than any of these needs


def test_the_test_kit_keeps_its_secrets_as_long_as_nothing_is_planted() -> None:
    keeps_its_secrets(QUESTS, seeds(120, 1500))


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_told_by_its_step_and_by_what_it_gives_away(
    leak: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for (owner, name), instead in LEAKS[leak].instead.items():
        monkeypatch.setattr(owner, name, instead)
    with pytest.raises(Broken) as broken:
        keeps_its_secrets(QUESTS, PAIRS)
    for words in ("quests, seed ", *LEAKS[leak].named):
        assert words in str(broken.value)
