"""A disk that is full, or may only be read, under a server that runs on; see qa/faults/server.py."""

from __future__ import annotations

import sys

from qa.serving import RunningServer

if sys.platform == "linux":
    import resource

FRAIL = ("-m", "qa.faults.server")
# `full`: SQLite finds no page more; `readonly`: it may not write; `limit`: the system takes no byte more of any file.
TROUBLES = ("full", "readonly", "limit") if sys.platform == "linux" else ("full", "readonly")


def ail(server: RunningServer, trouble: str) -> None:
    """Let the disk have this trouble from the next request on; with an empty one it is well again."""
    (server.data / "trouble.txt").write_text(trouble)
    if sys.platform == "linux":
        assert server.process is not None
        most = 4096 if trouble == "limit" else resource.RLIM_INFINITY
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
