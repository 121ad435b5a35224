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

ENDS = {end: f"\\u{ord(end):04x}" for end in "\x85\u2028\u2029"}  # of a line, to some who read it
ACCEPTED, SOME_REFUSED, NO_RECORD = 0, 1, 2
NOBODY_READS = 141  # what a shell calls a filter that stops because nobody reads on


class Command(BaseCommand):
    """One record and one report, or a line each."""

    help = "Replay a game record and print its report; with --lines, a record a line in, a report a line out."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """A file, or --lines."""
        parser.add_argument("record", nargs="?", help="a JSON file that holds one record")
        parser.add_argument("--lines", action="store_true", help="records on standard input, one a line")

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit with 0 (all accepted), 1 (some refused) or 2 (not a record); 141 when nobody reads the reports."""
        if options["lines"] == bool(options["record"]):
            print("play: name one record, or give --lines", file=sys.stderr)
            sys.exit(NO_RECORD)
        try:
            status = self.lines() if options["lines"] else self.one(options["record"])
        except BrokenPipeError:  # whoever read has seen enough; Python flushes once more as it leaves
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = NOBODY_READS
        sys.exit(status)

    def one(self, path: str) -> int:
        """Replay one file; its report goes to standard output, indented."""
        try:
            with open(path, "rb") as file:
                report, status = replayed(file.read())
        except (OSError, record.NotARecord) as wrong:
            print(f"{path}: {getattr(wrong, 'strerror', None) or wrong}", file=sys.stderr)
            return NO_RECORD
        write(json.dumps(report, ensure_ascii=False, indent=2))
        return status

    def lines(self) -> int:
        """Replay each line of standard input; the status is the worst of all."""
        worst = ACCEPTED
        gc.freeze()  # Django stays to the end: looking for garbage in it over and over costs a fifth of the time
        for line in sys.stdin.buffer:
            try:
                report, status = replayed(line)
            except record.NotARecord as wrong:
                report, status = {"error": str(wrong)}, NO_RECORD
            worst = max(worst, status)
            write(on_one_line(json.dumps(report, ensure_ascii=False)))
        return worst


def on_one_line(text: str) -> str:
    """JSON in which nothing but its own end looks like the end of a line, to whatever reads it."""
    for end, escaped in ENDS.items():
        text = text.replace(end, escaped)
    return text


def replayed(text: bytes) -> tuple[dict[str, Any], int]:
    """The report of a record, and the exit status it stands for. Raises `record.NotARecord`."""
    replay = record.replay(record.read(record.parse(text)))
    report = record.report(replay)
    replay.table.end()
    return report, SOME_REFUSED if replay.refused else ACCEPTED


def write(text: str) -> None:
    """Print in UTF-8, whatever the terminal's idea of an encoding is, and at once: somebody may wait for the line."""
    sys.stdout.buffer.write(f"{text}\n".encode())
    sys.stdout.buffer.flush()
