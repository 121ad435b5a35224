"""A script: how long the pages take that list a whole season, and how many SQL statements each of them sends.

`checkouts.py` runs it as a process of its own in the checkout that is measured, under that checkout's settings, on
SQLite, or on PostgreSQL where DATABASE_URL names one. The season is that of tests/season.py, beside it; no other
module of the tests is imported. Ends with `NO_SEASON` in a checkout that is too old for that season. Each page is
asked for by one client in this process; the first visit, which may have something to find out, and then the median of
more. Prints a line of JSON a page.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from time import perf_counter
from typing import Any

VISITS = 5
LONG = 3.0  # seconds of a first visit after which one more is enough
NO_SEASON = 3  # how this ends in a checkout that has not what the season is made of


def measure(sizes: dict[str, int]) -> Iterator[dict[str, Any]]:
    """Each page of a season of these sizes."""
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client

    settings.ALLOWED_HOSTS = ["*"]
    call_command("migrate", verbosity=0)
    began = perf_counter()
    made = make_season(sizes)
    yield {"page": "a season is made", "seconds": perf_counter() - began, "games": made.games}
    try:
        links = import_module("moderation.access.invite_links")
    except ModuleNotFoundError:  # an older checkout
        links = import_module("moderation.access.links")
    host = Client()
    host.post(links.new_host_link())
    give_desks(host)
    root = Client()
    user = import_module("django.contrib.auth.models").User
    root.force_login(user.objects.create_superuser("root", password="x"))
    for page, client, path in pages(made, host, root):
        yield {"page": page, **visits(client, path)}
    connection.close()


def make_season(sizes: dict[str, int]) -> Any:
    """The rows of tests/season.py in this checkout's database."""
    file = Path(__file__).parents[2] / "tests" / "season.py"
    spec = spec_from_file_location("season_of_the_bench", file)
    assert spec and spec.loader
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except ImportError:
        sys.exit(NO_SEASON)
    return module.season(**sizes)


def give_desks(host: Any) -> None:
    """Give the host's device the desk of every table that stands open, as if it had opened all of them."""
    models, games = import_module("moderation.models"), import_module("games.models")
    device = models.Pass.objects.get(kind="host").device
    opened = games.GameSession.objects.filter(closed=None)
    models.Pass.objects.bulk_create(models.Pass(device=device, kind="moderator", session=one) for one in opened)
    del host


def pages(made: Any, host: Any, root: Any) -> Iterator[tuple[str, Any, str]]:
    """What is looked at: its name, by whom, its path."""
    event = made.biggest
    first = event.rounds.order_by("pk").first()
    yield "home of a host who has every desk", host, "/"
    yield "the evenings and the tables by themselves", host, "/events/"
    yield "... their second page", host, "/events/?page=2&tables=2"
    yield "... found by a person", host, "/events/?person=an"
    yield "the largest evening", host, f"/events/{event.pk}/"
    yield "... its second page", host, f"/events/{event.pk}/?tables=2"
    yield "... its door", host, f"/events/{event.pk}/door/"
    yield "... its facts", host, f"/events/{event.pk}/edit/"
    yield "... who sits where in a round", host, f"/events/round/{first.pk}/"
    yield "... its tables as a spreadsheet", host, f"/events/{event.pk}/results.csv"
    yield "... its list as a spreadsheet", host, f"/events/{event.pk}/guests.csv"
    yield "the evenings for a calendar", host, "/events/calendar.ics"
    yield "a new table", host, "/new/?game=sporz"
    yield "the public page of the largest evening", host, f"/e/key{event.pk}/"
    yield "the admin's games", root, "/admin/games/gamesession/"
    yield "... of one game, its last page", root, "/admin/games/gamesession/?game=sporz&p=2"
    yield "the admin's evenings", root, "/admin/games/event/"


def visits(client: Any, path: str) -> dict[str, Any]:
    """How long a page takes, and its statements, at the first visit and later."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    taken, sent = [], []
    while len(taken) < (2 if taken and taken[0] > LONG else VISITS):
        with CaptureQueriesContext(connection) as statements:
            began = perf_counter()
            answer = client.get(path)
            taken.append(perf_counter() - began)
        assert answer.status_code == 200, (path, answer.status_code)
        sent.append(len(statements))
    return {
        "first_ms": taken[0] * 1000,
        "ms": statistics.median(taken[1:]) * 1000,
        "first_statements": sent[0],
        "statements": max(sent[1:]),
        "bytes": len(answer.content),
    }


if __name__ == "__main__":
    for row in measure(json.loads(sys.argv[1]) if len(sys.argv) > 1 else {}):
        print(json.dumps(row), flush=True)
