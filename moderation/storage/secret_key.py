"""The stored key that signs cookies, created once, and other secrets.

Because it is stored, a restart keeps all devices logged in. Settings are read before any language is chosen. Errors
in them are therefore in both languages, and end the program without a traceback.
"""

import os
import secrets
import time
from pathlib import Path

from moderation.web.configuration_error import NotReadable

TIMEOUT_SECONDS = 2.0


def make_folder(folder: Path) -> Path:
    """Create the folder if it is missing, and return it. Raises `NotReadable` where that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _build_error(folder) from error
    return folder


def read_setting_file(setting: str, file: str) -> str:
    """Return the content of the file that a setting names; empty if it names none.

    Raises `NotReadable`.
    """
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


def read_or_create_key(path: Path) -> str:
    """Return the key stored in `path`, and create it first if there is none.

    The new file is readable by its owner only. Of two processes that start together, one writes and the other waits.
    Raises `NotReadable` when the file stays empty or cannot be created.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read_when_written(path)
    except OSError as error:
        raise _build_error(path) from error
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            key = secrets.token_urlsafe(50)
            file.write(key)
    except OSError as error:
        path.unlink()  # the key is incomplete or missing: the next start makes another
        raise _build_error(path) from error
    return key


def _build_error(path: Path) -> NotReadable:
    return NotReadable(
        f"{path} cannot be written: the disk is full, or this folder may only be read.\n"
        f"{path} ne peut pas être écrit\u00a0: le disque est plein, ou ce dossier est en lecture seule."
    )


def _read_when_written(path: Path) -> str:
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while not (key := path.read_text(encoding="ascii").strip()):
        if time.monotonic() > deadline:
            raise NotReadable(
                f"{path} is empty: delete it, and a new one is made at the next start.\n"
                f"{path} est vide\u00a0: effacez ce fichier, et le prochain démarrage en fait un nouveau."
            )
        time.sleep(0.02)
    return key
