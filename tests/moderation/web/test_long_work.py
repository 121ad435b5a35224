"""Work of seconds in the server is done once at a time."""

from __future__ import annotations

import pytest

from moderation.web.long_work import run_alone
from moderation.web.refusals import Unwanted


def test_there_is_one_work_of_a_kind_at_a_time() -> None:
    with run_alone("import", "wait"):
        with pytest.raises(Unwanted, match="wait"), run_alone("import", "wait"):
            pass
        with run_alone("seating", "wait"):
            pass
    with run_alone("import", "wait"):
        pass
