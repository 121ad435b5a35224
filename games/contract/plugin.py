"""The contract as a plugin of pytest, for the tests of a package of games.

The package may be installed, or run from its folder. In the package's `tests/conftest.py`:

    pytest_plugins = ["games.contract.plugin"]

and in one of its tests:

    def test_the_game_keeps_what_it_promises(promise):
        promise.keep()

The games are those that the `pyproject.toml` next to the tests declares. They need not be installed. Veilleur must be
available, installed or as a checkout on PYTHONPATH. Where no game is declared the plugin does nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import django
import pytest
from django.conf import settings
from django.utils import translation

from games.contract.broken import Broken
from games.contract.promises import LANGUAGES, Promise, build_promises
from games.engine.kit import all_kits
from games.engine.plugins import FOLDERS_VARIABLE, read_declared

SEEDS = 3  # games of each kind
HOME = pytest.StashKey[Path]()  # the folder of the package; missing where no game is declared


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options for the number of games and the paths of stored records."""
    parser.addoption("--games", type=int, default=SEEDS, help="how many games of each kind the contract plays")
    parser.addini("veilleur_records", "the folder of kept records", default="tests/records")
    parser.addini("veilleur_transcript", "the transcript of one of them", default="tests/transcript.txt")


def pytest_configure(config: pytest.Config) -> None:
    """Register the games of this package, and set up Django with their languages."""
    try:
        read_declared(config.rootpath)
    except (OSError, ValueError):
        return
    config.stash[HOME] = config.rootpath
    named = [str(config.rootpath), *filter(None, os.environ.get(FOLDERS_VARIABLE, "").split(os.pathsep))]
    os.environ[FOLDERS_VARIABLE] = os.pathsep.join(dict.fromkeys(named))
    all_kits.cache_clear()
    if not settings.configured and not os.environ.get("DJANGO_SETTINGS_MODULE"):
        settings.configure(LANGUAGE_CODE="en", LANGUAGES=[(one, one) for one in LANGUAGES], USE_I18N=True)
        django.setup()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize a test that uses `promise` with each promise of each game."""
    if "promise" in metafunc.fixturenames and HOME in metafunc.config.stash:
        found = list(list_promises(metafunc.config))
        metafunc.parametrize("promise", [promise for _name, promise in found], ids=[name for name, _promise in found])


def list_promises(config: pytest.Config) -> Iterator[tuple[str, Promise]]:
    """Yield every promise of every game of the package, with its name."""
    home = config.stash[HOME]
    records, transcripts = (home / str(config.getini(name)) for name in ("veilleur_records", "veilleur_transcript"))
    for slug, _package in read_declared(home):
        yield f"{slug}: is there", Promise("is there", lambda slug=slug: check_offered(slug))  # type: ignore[misc]
        if kit := all_kits().get(slug):
            seeds = int(config.getoption("--games"))
            for one in build_promises(
                kit, seeds=seeds, records=records, transcripts=transcripts, speak=translation.override
            ):
                yield f"{slug}: {one.name}", one


def check_offered(slug: str) -> None:
    """Check that Veilleur offers the game. Raises `Broken` with the reason otherwise."""
    if slug not in all_kits():
        raise Broken("; ".join(str(unfit) for unfit in all_kits().unfit) or f"{slug} is found nowhere")
