"""The key that signs cookies, made once and kept, so that a restart keeps everybody at the table."""

import os
import secrets
import time
from pathlib import Path

PATIENCE_SECONDS = 2.0


def kept_secret_key(path: Path) -> str:
    """Return the key kept in `path`; make it first, readable by its owner only, if there is none.

    Of two processes that start together one writes and the other waits for what it wrote.
    Raises `RuntimeError` when the file stays empty.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read_when_written(path)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        key = secrets.token_urlsafe(50)
        file.write(key)
    return key


def _read_when_written(path: Path) -> str:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not (key := path.read_text(encoding="ascii").strip()):
        if time.monotonic() > deadline:
            raise RuntimeError(f"{path.name} is empty: delete it and a new one is made")
        time.sleep(0.02)
    return key
