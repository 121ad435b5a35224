"""`python -m qa.bench.capacity`: the table of docs/hosting.md, what it takes to serve so many phones.

A small model of a few measured halls (`capacity.json`), and beside it a hall that it was not made from. With
`--measure 10x16+2 20x16+2 30x16+2` the halls are measured anew, the last of them to hold the model against. Processor
time, memory, bytes and connections are measured; a second of waiting would be this machine's and not the program's.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from qa.bench.figures import heading, say

RESULTS_FILE = Path(__file__).with_name("capacity.json")
PARTS = ("processes", "PostgreSQL", "Redis", "nginx")
SIZES = (600, 5_000, 50_000)  # phones
SEATS = 16  # at a table
PHONES_TO_A_TAP = 480  # one tap a second for so many: at each table one in half a minute
BUSY = 0.5  # of a processor, at most: everybody votes in one instant, and comes back in one
POOL = 16  # connections to PostgreSQL of a process (DATABASE_POOL)


@dataclass(frozen=True)
class Point:
    """A measured hall: processor time in seconds, memory and traffic in bytes."""

    size: str
    phones: int
    processes: int
    at_rest: dict[str, float]
    of_a_tap: dict[str, float]
    empty: int
    of_a_phone: int
    of_a_phone_at_nginx: int
    sent: float
    connections: int

    def cpu(self, taps: float) -> float:
        """Processors that are busy while so many taps a second are made, as measured."""
        return sum(self.at_rest.values()) + taps * sum(self.of_a_tap.values())


@dataclass(frozen=True)
class Model:
    """What grows with phones, with processes and with taps, and how fast."""

    of_a_process: dict[str, float]  # at rest, by part
    of_a_phone: dict[str, float]
    of_a_tap: dict[str, float]
    empty: float
    memory: float  # of a phone, at a process and at the proxy
    sent: float

    @classmethod
    def fit(cls, points: list[Point]) -> Model:
        """The line through the smallest and the largest of these halls; of the rest the mean."""
        small, large = min(points, key=lambda one: one.phones), max(points, key=lambda one: one.phones)
        slope = {
            part: max(0.0, (large.at_rest[part] - small.at_rest[part]) / (large.phones - small.phones))
            for part in PARTS
        }
        base = {part: max(0.0, small.at_rest[part] - slope[part] * small.phones) / small.processes for part in PARTS}
        taps = {part: sum(one.of_a_tap[part] for one in points) / len(points) for part in PARTS}
        memory = sum(one.of_a_phone + one.of_a_phone_at_nginx for one in points) / len(points)
        empty = sum(one.empty for one in points) / len(points)
        return cls(base, slope, taps, empty, memory, sum(one.sent for one in points) / len(points))

    def cpu(self, part: str, phones: int, taps: float, processes: int) -> float:
        """Processors that a part keeps busy."""
        return self.of_a_process[part] * processes + self.of_a_phone[part] * phones + self.of_a_tap[part] * taps

    def processes(self, phones: int) -> int:
        """How many are half busy with so many phones; never fewer than two."""
        number = 2
        while self.cpu("processes", phones, phones / PHONES_TO_A_TAP, number) > BUSY * number:
            number += 1
        return number


def format_number(number: float) -> str:
    """To two digits that count: more would pretend to know."""
    digits = 1 if number < 10 else 0 if number < 100 else 1 - len(str(int(number))) + 1
    return f"{round(number, digits):.{max(0, digits)}f}"


def needs(model: Model, phones: int) -> list[str]:
    """The cells of a row of the table."""
    taps, processes = phones / PHONES_TO_A_TAP, model.processes(phones)
    busy = sum(model.cpu(part, phones, taps, processes) for part in PARTS)
    memory = (model.empty * processes + model.memory * phones) / 1e9
    traffic = taps * SEATS * model.sent * 8 / 1e6
    figures = (taps, processes, busy / BUSY, memory, processes * POOL, 2 * phones, traffic)
    return [str(phones), *(str(one) if isinstance(one, int) else format_number(one) for one in figures)]


def rows(model: Model) -> Iterator[str]:
    """The lines of the table, without its heading: both languages have the same."""
    for phones in SIZES:
        yield f"| {' | '.join(needs(model, phones))} |"


def read_points() -> list[Point]:
    """The measured halls; the last is not for the model."""
    return [Point(**one) for one in json.loads(RESULTS_FILE.read_text(encoding="utf-8"))]


def compare(model: Model, point: Point, taps: float = 10) -> float:
    """How much of what was measured in this hall the model says, of the processors busy at so many taps a second."""
    said = sum(model.cpu(part, point.phones, taps, point.processes) for part in PARTS)
    return said / point.cpu(taps)


def main() -> None:
    """Measure where that is asked for, and print."""
    parser = argparse.ArgumentParser(prog="python -m qa.bench.capacity", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--measure", nargs="+", metavar="SIZE", help="halls to measure anew: 10x16+2")
    options = parser.parse_args()
    if options.measure:
        RESULTS_FILE.write_text(json.dumps([asdict(point) for point in measure(options.measure)], indent=1) + "\n")
    *points, other = read_points()
    model = Model.fit(points)
    print("\n".join(rows(model)))
    made, share = ", ".join(point.size for point in points), compare(model, other)
    print(f"model of {made}; of the processors measured at {other.size} it says {share:.2f}")


def measure(sizes: list[str]) -> Iterator[Point]:
    """These halls."""
    from qa.bench.checkouts import Checkout
    from qa.bench.halls import Size
    from qa.bench.proxied import measure_servers

    for written in sizes:
        size = Size.read(written)
        heading(f"{size}, nginx", beside=False)
        found = measure_servers(Checkout(), size)
        say(found.figures())
        had = {name: value for name, value in asdict(found).items() if name in Point.__annotations__}
        yield Point(**had, size=written, processes=size.processes)


if __name__ == "__main__":
    main()
