"""Faults of a server of several processes that no other test has: what phones see of them, and that nothing is lost.

The others are in tests/test_many_processes.py; `python -m qa.faults.cluster` tries them all, and prints.
"""

import os
import shutil

import pytest

from qa import walking
from qa.faults.cluster import FAULTS, CountingBrowser, try_fault
from tests.conftest import missing
from tests.services import postgres_programs

pytestmark = [pytest.mark.slow, pytest.mark.full]


@pytest.mark.parametrize("name", ["no-redis", "missing-key", "pools-too-large", "database-disk-full"])
def test_a_game_comes_to_its_end_and_nothing_is_lost(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if postgres_programs() is None or shutil.which("redis-server") is None:
        missing("PostgreSQL or Redis", "apt-get install postgresql redis-server")
    if FAULTS[name].small_disk and (os.name != "posix" or os.geteuid() != 0):
        pytest.skip("only root may mount a disk")
    monkeypatch.setattr(walking, "Browser", CountingBrowser)
    assert try_fault(name, FAULTS[name])
