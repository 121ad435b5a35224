"""`manage.py play`: replay game records without a database."""

from __future__ import annotations

import gc
import json
import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.engine import record

ENDS = {end: f"\\u{ord(end):04x}" for end in "\x85\u2028\u2029"}  # line ends, to some readers
ACCEPTED, SOME_REFUSED, NO_RECORD = 0, 1, 2
NOBODY_READS = 141  # a shell's status of a filter that SIGPIPE has ended


class Command(BaseCommand):
    """A replay of one record into one report, or of one record a line."""

    help = "Replay a game record and print its report; with --lines, a record a line in, a report a line out."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare a file, or `--lines`."""
        parser.add_argument("record", nargs="?", help="a JSON file that holds one record")
        parser.add_argument("--lines", action="store_true", help="records on standard input, one a line")

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit with 0 (all accepted), 1 (some refused) or 2 (not a record).

        The status is 141 when nobody reads the reports.
        """
        if options["lines"] == bool(options["record"]):
            print("play: name one record, or give --lines", file=sys.stderr)
            sys.exit(NO_RECORD)
        try:
            status = self.replay_lines() if options["lines"] else self.replay_file(options["record"])
        except BrokenPipeError:  # the reader has stopped; Python flushes once more when it exits
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = NOBODY_READS
        sys.exit(status)

    def replay_file(self, path: str) -> int:
        """Replay one file, print its indented report, and return the exit status."""
        try:
            with open(path, "rb") as file:
                report, status = replay_document(file.read())
        except (OSError, record.NotARecord) as wrong:
            print(f"{path}: {getattr(wrong, 'strerror', None) or wrong}", file=sys.stderr)
            return NO_RECORD
        write(json.dumps(report, ensure_ascii=False, indent=2))
        return status

    def replay_lines(self) -> int:
        """Replay each line of standard input, and return the worst status."""
        worst = ACCEPTED
        gc.freeze()  # Django's objects stay; to search them for garbage again and again costs a fifth of the time
        for line in sys.stdin.buffer:
            try:
                report, status = replay_document(line)
            except record.NotARecord as wrong:
                report, status = {"error": str(wrong)}, NO_RECORD
            worst = max(worst, status)
            write(escape_line_ends(json.dumps(report, ensure_ascii=False)))
        return worst


def escape_line_ends(text: str) -> str:
    """Escape the characters in JSON that some readers take for the end of a line."""
    for end, escaped in ENDS.items():
        text = text.replace(end, escaped)
    return text


def replay_document(text: bytes) -> tuple[dict[str, Any], int]:
    """Return the report of a record and its exit status. Raises `record.NotARecord`."""
    replay = record.replay(record.read(record.parse(text)))
    report = record.report(replay)
    replay.table.end()
    return report, SOME_REFUSED if replay.refused else ACCEPTED


def write(text: str) -> None:
    """Print in UTF-8, whatever encoding the terminal has, and flush.

    Because another process may wait for the line.
    """
    sys.stdout.buffer.write(f"{text}\n".encode())
    sys.stdout.buffer.flush()
