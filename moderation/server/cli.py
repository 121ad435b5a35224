"""`veilleur`: the command line of a checkout, a wheel or a bundle with its own Python.

It imports Django only when a command runs.
"""

from __future__ import annotations

import os
import sys

from moderation.web.program import BUNDLED, COMMANDS, read_version


def main() -> None:
    """Run the command of the command line. Exits with 2 where there is no such command."""
    word, given = "play", sys.argv[1:]
    if BUNDLED:
        restore_library_path()
        given = given or ["--open"]
    if given and not given[0].startswith("-"):
        word, given = given[0], given[1:]
    if word == "play" and given[:1] in (["-h"], ["--help"], ["--version"]):
        print(build_usage() if given[0] != "--version" else f"veilleur {read_version()}")
        return
    if word not in COMMANDS:
        print(f"veilleur: there is no command {word}\n\n{build_usage()}", file=sys.stderr)
        sys.exit(2)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "moderation.project.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(["veilleur", COMMANDS[word][0], *given])


def restore_library_path() -> None:
    """Restore the library path, so that started programs, such as a browser, use the system's.

    On Linux, a bundle starts with a path to its own libraries. The process itself has read it already.
    """
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if before is not None:
        os.environ["LD_LIBRARY_PATH"] = before
    else:
        os.environ.pop("LD_LIBRARY_PATH", None)


def build_usage() -> str:
    """Return the help text of the command line."""
    lines = [f"  veilleur {word:<10} {what}" for word, (_command, what) in COMMANDS.items()]
    return "\n".join(["usage: veilleur [COMMAND] [OPTIONS]", "", *lines, "", "  veilleur COMMAND --help says more"])


if __name__ == "__main__":
    main()
