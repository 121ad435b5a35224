"""Keep a small database of this very version: `python -m qa.databases.make NAME`, from the root of a checkout.

Whoever adds a migration keeps one of the shape that it leaves, named after the two latest migrations
(`games-0022-moderation-0013`). Run in an older checkout, this file makes one of that version: it knows only what all
versions have.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import sqlite3
import sys
import tempfile
from pathlib import Path
from typing import Any

DATABASES = Path(__file__).resolve().parents[2] / "tests" / "databases"
SETTINGS = ("moderation.project.settings", "moderation.site.settings", "moderation.settings")  # of all versions
DEAL = {
    "Ann": {"role": "base_mutant", "genome": "host"},
    "Bob": {"role": "doctor", "genome": "normal"},
    "Cid": {"role": "astronaut", "genome": "host"},
    "Dan": {"role": "psychologist", "genome": "resistant"},
    "Eve": {"role": "astronaut", "genome": "normal"},
    "Fay": {"role": "astronaut", "genome": "normal"},
}
CLOSE = {"by": "moderator", "close": True}
MOVES: tuple[dict[str, Any], ...] = (  # a chief, a night, and a ballot of the day
    {"step": "chief", "by": "moderator", "answer": {"seat": "Eve"}},
    {"step": "mutants", "by": "Ann", "answer": {"mutate": "Cid", "paralyse": "Eve"}},
    CLOSE,
    CLOSE,
    {"step": "vote", "by": "Ann", "answer": {"seat": "Bob"}},
)


def main(name: str) -> None:
    """Make the database of the version in the working directory, with a game by day, and write it as SQL."""
    sys.path.insert(0, os.getcwd())
    with tempfile.TemporaryDirectory() as folder:
        settings = next(name for name in SETTINGS if Path(f"{name.replace('.', '/')}.py").exists())
        os.environ |= {"VEILLEUR_DATA": folder, "DJANGO_SETTINGS_MODULE": settings}
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        fill()
        with sqlite3.connect(Path(folder, "veilleur.sqlite3")) as kept:
            written = "\n".join(kept.iterdump())
    (DATABASES / f"{name}.sql.gz").write_bytes(gzip.compress(written.encode(), 9, mtime=0))


def fill() -> None:
    """A game of Sporz at its first vote, with a desk and a phone; a table that fills; an evening."""
    from django.apps import apps

    models: dict[str, Any] = {
        model.__name__: model._default_manager
        for app in ("games", "moderation")
        for model in apps.get_app_config(app).get_models()
    }
    version = __import__("games.kits.sporz.rules", fromlist=["VERSION"]).VERSION
    for code, more in (("BFHJ", {"deal": DEAL, "stage": "playing", "head": len(MOVES)}), ("KLMR", {})):
        session = models["GameSession"].create(code=code, game="sporz", kit_version=version, language="en", **more)
        for place, name in enumerate(DEAL):
            models["Seat"].create(session=session, place=place, name=name, folded=name.casefold())
        for number, body in enumerate(MOVES if more else (), start=1):
            models["Move"].create(session=session, number=number, body=body)
        for kind, seat in (("moderator", None), ("seat", session.seats.get(name="Ann"))):
            key = hashlib.sha256(f"{kind} of {code}".encode()).hexdigest()
            device = models["Device"].create(key=key)
            models["Pass"].create(device=device, kind=kind, session=session, seat=seat)
    models["Event"].create(name="Black Friday")


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    main(sys.argv[1])
