"""Where a server's time goes: every few milliseconds, the stacks of the threads that have used the processor since.

Needs Linux, which says what each thread has used. Knows nothing of the app but the folder that it is in.
"""

from __future__ import annotations

import sys
import threading
from collections import Counter
from pathlib import Path
from time import sleep
from types import FrameType

EVERY = 0.005  # seconds
ROWS = 15
ROOT = f"{Path(__file__).resolve().parents[2]}/"


class Sampler:
    """Nanoseconds of processor time by the function that ran, and by every function of the app that had called it."""

    def __init__(self) -> None:
        self.inside: Counter[str] = Counter()
        self.under: Counter[str] = Counter()
        self._used: dict[int, int] = {}

    def start(self) -> None:
        """Sample from now on, in a thread of its own."""
        threading.Thread(target=self._run, daemon=True, name="sampler").start()

    def report(self) -> str:
        """What took most since the last report, in milliseconds."""
        total = sum(self.inside.values()) or 1
        lines = []
        for title, counted in (("in the function itself", self.inside), ("with all that it calls", self.under)):
            lines.append(f"   {total / 1e6:.0f} ms, {title}:")
            most = counted.most_common(ROWS)
            lines += [f"   {spent / 1e6:9.0f} ms {spent / total:5.0%}  {name}" for name, spent in most]
            counted.clear()
        return "\n".join([*lines, ""])

    def _run(self) -> None:
        me = threading.get_ident()
        while True:
            sleep(EVERY)
            natives = {one.ident: one.native_id for one in threading.enumerate()}
            for ident, frame in sys._current_frames().items():
                native = natives.get(ident)
                if native is not None and (spent := self._read_time_since(native)) and ident != me:
                    self._count(frame, spent)

    def _read_time_since(self, native: int) -> int:
        """What a thread has used since it was last looked at; nothing at first."""
        try:
            used = int(Path(f"/proc/self/task/{native}/schedstat").read_text().split()[0])
        except (OSError, IndexError):
            return 0
        before, self._used[native] = self._used.get(native, used), used
        return used - before

    def _count(self, frame: FrameType | None, spent: int) -> None:
        assert frame is not None
        self.inside[build_name(frame)] += spent
        callers = set()
        while frame is not None:
            if frame.f_code.co_filename.startswith(ROOT) and "/.venv/" not in frame.f_code.co_filename:
                callers.add(build_name(frame))
            frame = frame.f_back
        for caller in callers:
            self.under[caller] += spent


sampler = Sampler()  # of this process


def build_name(frame: FrameType) -> str:
    """A function and its file."""
    file = frame.f_code.co_filename.removeprefix(ROOT)
    return f"{frame.f_code.co_qualname} ({'/'.join(Path(file).parts[-3:])})"
