"""`make bench`: what the server can bear, as a table of figures. No pass and no fail; some minutes.

    make bench ARGS="300 30x16"                     these halls alone
    make bench ARGS="--beside ../then 16 300 40x15" the same halls on an older checkout, too, and the ratio
    make bench ARGS="--profile 300"                 where the server's time goes in this hall (Linux)
    make bench ARGS="--hall"                        300 tables of 16 behind nginx; `--hall 40x16+4`: fewer

A size is a number of phones at one table, or of tables and phones at each; a `+` after it adds a second process, on
PostgreSQL and Redis, `+4` has four of them. Figures of one run wander: `--beside` lets the two checkouts take turns
at each hall, `--rounds` times, and prints the median of each. The phones are this checkout's; the older one runs its
own server, under this Python. Start reading at `main`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from qa.bench import alone, evenings, frames, greedy_clients, proxied, seasons, seatings
from qa.bench.checkouts import Checkout, NoSeason
from qa.bench.crowd import measure, two_processes_over_one
from qa.bench.figures import Figure, heading, medians, say, say_both
from qa.bench.halls import Size
from qa.bench.siege import measure_siege

HALL = "300x16+4"
HALLS = ("16", "100", "300", "500", "40x15", "30x17", "30x16+", "300+")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="make bench", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--beside", type=Path, metavar="CHECKOUT", help="measure an older checkout in turns with this"
    )
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured then (default: 3)")
    parser.add_argument("--profile", action="store_true", help="say where the server's time goes; not with --beside")
    parser.add_argument(
        "--hall", action="store_true", help=f"behind the shipped nginx, what each part spends ({HALL})"
    )
    parser.add_argument("sizes", nargs="*", type=Size.read, metavar="SIZE", help="300, 30x16, 300+")
    chosen = parser.parse_args()
    sizes = chosen.sizes or [Size.read(written) for written in HALLS]
    if chosen.hall:
        for size in chosen.sizes or [Size.read(HALL)]:
            heading(f"{size}, nginx", beside=False)
            say(proxied.measure_servers(Checkout(), size).figures())
        return
    then = Checkout(chosen.beside.resolve()) if chosen.beside else None
    if not chosen.sizes:
        measure_lists_beside(then, Checkout()) if then else measure_lists(Checkout())
    if then:
        measure_halls_beside(then, Checkout(), sizes, chosen.rounds)
    else:
        measure_halls(Checkout(), sizes, chosen.rounds, chosen.profile)


def measure_lists(now: Checkout) -> None:
    """Measure what needs no hall: the engine, the journal, the login, lists, seating."""
    heading("the engine and the journal", beside=False)
    say(alone.figures())
    say(commands(now))
    heading("the admin's login besieged", beside=False)
    say(measure_siege(now))
    heading("whoever never reads", beside=False)
    say(greedy_clients.figures())
    heading("a screen that tells a decision", beside=False)
    say(frames.figures())
    heading("pages that list a season, SQLite", beside=False)
    say(seasons.figures(now))
    heading("pages that list a season, PostgreSQL", beside=False)
    say(seasons.figures(now, postgres=True))
    heading("seating 200 evenings", beside=False)
    say(seatings.figures())


def measure_halls(now: Checkout, sizes: list[Size], rounds: int, profile: bool) -> None:
    """Measure each hall once; one on two processes also beside one on one."""
    for size in sizes:
        heading(str(size), beside=False)
        say(measure(now, size, profile))
        if size.tables > 1:
            heading(f"{size}, of one evening", beside=False)
            say(evenings.measure(now, size))
        if size.processes > 1:
            say([two_processes_over_one(now, size, rounds)])


def measure_lists_beside(then: Checkout, now: Checkout) -> None:
    """Measure what needs no hall, two checkouts in turns."""
    heading("commands and statements", beside=True)
    for old, new in zip(commands(then), commands(now), strict=True):
        say_both([old], [new])
    heading("pages that list a season", beside=True)
    try:
        say_both(seasons.figures(then), seasons.figures(now))
    except NoSeason as reason:
        print(f"not measured: {reason}", flush=True)
    heading("the admin's login besieged", beside=True)
    say_both(measure_siege(then), measure_siege(now))


def measure_halls_beside(then: Checkout, now: Checkout, sizes: list[Size], rounds: int) -> None:
    """Measure each hall, two checkouts in turns."""
    for size in sizes:
        heading(str(size), beside=True)
        turns = [(measure(then, size), measure(now, size)) for _ in range(rounds)]
        say_both(*(medians(rows) for rows in zip(*turns, strict=True)))


def commands(checkout: Checkout) -> Iterator[Figure]:
    """What needs no hall."""
    yield checkout.statements()
    yield checkout.undos()


if __name__ == "__main__":
    main()
