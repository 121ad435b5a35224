"""What every test of the pages starts from: no table and no guess remembered by this process."""

import pytest
from django.core.cache import cache

from games import replay as kept
from moderation.live import fragments


@pytest.fixture(autouse=True)
def fresh_process() -> None:
    """Forget what earlier tests left in memory: rows are numbered anew in each of them."""
    kept.tables.clear()
    cache.clear()
    fragments.forget()
