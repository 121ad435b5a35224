"""`python -m qa.faults --minutes N --seed S`: game after game, of every kit, to which everything happens.

Prints a line for each game that survived; the first loss ends it, with its seed. A game that goes on when its time is
over, on a slow machine, is unfinished and not lost. A seed decides what everybody chooses and what goes wrong when;
what that interrupts is up to the machine, and the deal up to the server's chance.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from qa.faults.director import PACE, Survived, draw, play_through
from qa.faults.disk import FRAIL
from qa.serving import RunningServer


def main() -> int:
    """Play until the time is over; 1 when something was lost."""
    parser = argparse.ArgumentParser(prog="python -m qa.faults", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument(
        "--seed", type=int, default=time.time_ns() % 1_000_000, help="of the first game; then seed + 1"
    )
    options = parser.parse_args()
    deadline, seed = time.monotonic() + options.minutes * 60, options.seed
    games, finished, moves, happened, taps = 0, 0, 0, Counter[str](), Counter[str]()
    while time.monotonic() < deadline:
        try:
            survived = play_one(seed)
        except BaseException:
            print(f"seed {seed}: LOST. Again: python -m qa.faults --minutes 0.01 --seed {seed}", file=sys.stderr)
            raise
        print(survived, flush=True)
        games, finished, moves = games + 1, finished + survived.finished, moves + survived.moves
        happened.update(survived.happened)
        taps.update(survived.taps)
        seed += 1
    print(f"{games} games, {games - finished} unfinished, {moves} moves, nothing lost; {list_counts(happened)}")
    print(f"taps: {list_counts(taps)}")
    return 0


def list_counts(figures: Counter[str]) -> str:
    """Figures with what they count."""
    return ", ".join(f"{what} {often}" for what, often in figures.items())


def play_one(seed: int) -> Survived:
    """One game on a server and data of its own."""
    with tempfile.TemporaryDirectory() as data:
        server = RunningServer(Path(data), dict(PACE), FRAIL).start()
        try:
            return asyncio.run(play_through(server, draw(seed)))
        finally:
            server.kill()


if __name__ == "__main__":
    sys.exit(main())
