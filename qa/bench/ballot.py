"""A script: how many SQL statements one ballot from a phone takes, through the page that receives it.

`checkouts.py` runs it as a process of its own in the checkout that is measured, under that checkout's settings
(DJANGO_SETTINGS_MODULE, VEILLEUR_DATA). So it imports no other module of the tests, and looks for a name of the app
where older checkouts had it, too. Every statement that Django sends counts, BEGIN and COMMIT among them. The ballot
is the third at its table: the process has the table in memory. `--list` prints the statements before their number.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from typing import Any

SEATS = 16
TABLE = {
    "game": "sporz",
    "nights": "phones",
    "language": "en",
    "option.night_autopsy": "role",
    "option.investigators": "cpg",
}


def first_of(*places: str) -> Any:
    """The first of these `module:name` that exists. Raises ImportError when none does."""
    for place in places:
        module, _, name = place.partition(":")
        try:
            return getattr(import_module(module), name)
        except (ImportError, AttributeError):
            continue
    raise ImportError(f"none of {places}")


def statements() -> list[str]:
    """The SQL statements of a ballot at a table of 16, on a new SQLite database."""
    import django

    django.setup()
    from django.conf import settings
    from django.db import connection
    from django.test import Client

    settings.ALLOWED_HOSTS = ["*"]
    ready_database = first_of(
        *(f"moderation{package}.server:ready_database" for package in (".server", ".serving", ".site", ""))
    )
    new_host_link = first_of(
        "moderation.access.invite_links:create_host_link",
        "moderation.access.invite_links:new_host_link",
        "moderation.access.links:new_host_link",
        "moderation.access:new_host_link",
    )
    with ready_database():
        desk, phones = Client(), [Client() for _ in range(SEATS)]
        desk.post(new_host_link())
        page = desk.get("/new/", {"game": TABLE["game"]}).content.decode()
        asked = {name: value for name, value in TABLE.items() if f'name="{name}"' in page}  # what this checkout knows
        code = desk.post("/new/", asked).headers["Location"].strip("/").rpartition("/")[2]
        for number, phone in enumerate(phones):
            phone.post(f"/j/{code}/", {"name": f"P{number}"})
        desk.post(f"/desk/{code}/cards/deal/")
        desk.post(f"/desk/{code}/begin/")
        for phone in phones[:3]:
            sql = ballot(phone, code)
        connection.close()
    return sql


def ballot(phone: Any, code: str) -> list[str]:
    """Let this phone vote; the SQL statements of that."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    page = phone.get(f"/t/{code}/").content.decode()
    opened = re.search(r'name="opened" value="([^"]+)"', page)
    assert opened, page
    fields = {"opened": opened[1], "pick0": '{"seat": "P5"}', "request": "one tap"}
    with CaptureQueriesContext(connection) as queries:
        answer = phone.post(f"/t/{code}/answer/", fields, headers={"HX-Request": "true"})
    assert answer.status_code == 200, answer.content.decode()
    return [query["sql"] for query in queries.captured_queries]


if __name__ == "__main__":
    found = statements()
    if "--list" in sys.argv:
        print("\n".join(found))
    print(len(found))
