"""`python -m tests.faults --minutes N --seed S`: game after game on a server that is killed at random moments.

Prints a line for each game that survived; the first loss ends it, with its seed. A seed decides what everybody
chooses and when the server dies; what that interrupts is up to the machine, and the deal up to the server's chance.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from tests.faults.kills import PACE, play_through_kills
from tests.serving import RunningServer


def main() -> int:
    """Play until the time is over; 1 when something was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument(
        "--seed", type=int, default=time.time_ns() % 1_000_000, help="of the first game; then seed + 1"
    )
    options = parser.parse_args()
    deadline, seed = time.monotonic() + options.minutes * 60, options.seed
    while time.monotonic() < deadline:
        try:
            print(play_one(seed), flush=True)
        except BaseException:
            print(f"seed {seed}: LOST. Again: python -m tests.faults --minutes 1 --seed {seed}", file=sys.stderr)
            raise
        seed += 1
    return 0


def play_one(seed: int) -> str:
    """One game on a server and data of its own."""
    with tempfile.TemporaryDirectory() as data:
        server = RunningServer(Path(data), PACE).start()
        try:
            return str(asyncio.run(play_through_kills(server, seed, kills=Random(seed).randint(1, 6))))
        finally:
            server.kill()


if __name__ == "__main__":
    sys.exit(main())
