"""What tests of faults may ask for beside the rest: a server that fails on demand."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from qa.faults.director import PACE
from qa.faults.disk import FRAIL
from qa.serving import RunningServer


@pytest.fixture
def frail_server(tmp_path: Path) -> Iterator[RunningServer]:
    """One server whose disk has the troubles of qa/faults/server.py, and whose calls go by at once."""
    server = RunningServer(tmp_path, dict(PACE), FRAIL).start()
    yield server
    server.kill()
