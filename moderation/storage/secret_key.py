"""The key that signs cookies, made once and kept, so that a restart keeps everybody at the table; and other secrets.

Settings are read before any language is: what is wrong with them is said in both, and ends the program without a
traceback.
"""

import os
import secrets
import time
from pathlib import Path

from moderation.web.configuration import NotReadable

PATIENCE_SECONDS = 2.0


def make_folder(folder: Path) -> Path:
    """The folder, made if there is none. Raises `NotReadable` where that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(folder) from error
    return folder


def read_setting_file(setting: str, file: str) -> str:
    """What stands in the file that a setting names; empty where it names none. Raises `NotReadable`."""
    if not file:
        return ""
    try:
        said = Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        said = ""
    if not said:
        raise NotReadable(
            f"{setting}: {file} is missing, is empty or may not be read. Write the secret into it and start again.\n"
            f"{setting}\u00a0: {file} manque, est vide ou ne peut pas être lu. Écrivez-y le secret, puis redémarrez."
        )
    return said


def kept_secret_key(path: Path) -> str:
    """Return the key kept in `path`; make it first, readable by its owner only, if there is none.

    Of two processes that start together one writes and the other waits for what it wrote.
    Raises `NotReadable` when the file stays empty, cannot be read or cannot be made.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read_when_written(path)
    except OSError as error:
        raise _unwritable(path) from error
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            key = secrets.token_urlsafe(50)
            file.write(key)
    except OSError as error:
        path.unlink()  # half a key, or none: the next start makes another
        raise _unwritable(path) from error
    return key


def _unwritable(path: Path) -> NotReadable:
    return NotReadable(
        f"{path} cannot be written: the disk is full, or this folder may only be read.\n"
        f"{path} ne peut pas être écrit\u00a0: le disque est plein, ou ce dossier est en lecture seule."
    )


def _read_when_written(path: Path) -> str:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not (key := path.read_text(encoding="ascii").strip()):
        if time.monotonic() > deadline:
            raise NotReadable(
                f"{path} is empty: delete it, and a new one is made at the next start.\n"
                f"{path} est vide\u00a0: effacez ce fichier, et le prochain démarrage en fait un nouveau."
            )
        time.sleep(0.02)
    return key
