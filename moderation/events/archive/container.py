"""The archive file: a zip of plain JSON and CSV, with a manifest of checksums.

There is only one written form, so equal contents give equal bytes. Foreign archives are read in memory, one file at a
time. Never more of a file is read than its declared size, and no name in it is used as a path.
"""

from __future__ import annotations

import hashlib
import json
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, time
from io import BytesIO
from typing import Any, TypeVar
from uuid import UUID

from django.utils.translation import gettext as _

from games.engine import record
from moderation.events.archive.schema import FORMAT, MOST_FILES, Manifest, NotAnEvening, as_read
from moderation.web.long_work import pause

MANIFEST = "manifest.json"
NAME = re.compile(r"[a-z]{1,20}(/[0-9]{4})?\.(json|csv)")
THEN = (1980, 1, 1, 0, 0, 0)  # the time of every file in an archive: the earliest that a zip can store
MOST_OF_ONE, MOST_OF_ALL = 8_000_000, 64_000_000  # bytes, unpacked
MOST_PACKED = 24_000_000  # bytes of the zip itself
MOST_MANIFEST, MOST_VALUES_OF_MANIFEST = 400_000, 10_000  # bytes, and values: three for each file
ENTRY = b"PK\x01\x02"  # the start of each file's entry in a zip
READABLE = 0o100644  # the file mode for people who unpack the zip by hand
Rows = TypeVar("Rows")


def canonical(document: Any) -> bytes:
    """Return a document in the one form in which archives are written."""
    written = json.dumps(document, ensure_ascii=False, allow_nan=False, sort_keys=True, indent=1, default=_text)
    return (written + "\n").encode()


def _text(value: date | time | UUID) -> str:
    """Return a value as text: a moment (in UTC, as in the database), a day, an hour or a UUID."""
    return str(value) if isinstance(value, UUID) else value.isoformat()


def packed(parts: Iterable[str], files: Mapping[str, bytes], house: Mapping[str, Any]) -> bytes:
    """Return these files of these parts as an archive.

    `house`: facts about the server that writes it.
    """
    checks = {name: {"bytes": len(body), "sha256": hashlib.sha256(body).hexdigest()} for name, body in files.items()}
    manifest = {"format": FORMAT, "parts": sorted(parts), "files": checks, "house": dict(house)}
    written = BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, body in ((MANIFEST, canonical(manifest)), *sorted(files.items())):
            info = zipfile.ZipInfo(name, THEN)
            info.compress_type, info.create_system, info.external_attr = zipfile.ZIP_DEFLATED, 3, READABLE << 16
            archive.writestr(info, body, compresslevel=9)
    return written.getvalue()


class ZippedFiles(Mapping[str, bytes]):
    """The files of a zip by name. Each is unpacked on access, so only one is in memory."""

    def __init__(self, archive: zipfile.ZipFile, listed: Mapping[str, zipfile.ZipInfo]) -> None:
        self._archive, self._listed = archive, dict(listed)

    def __getitem__(self, name: str) -> bytes:
        """Return a file of exactly the length in the zip's list. Raises `BadZipFile`."""
        one = self._listed[name]
        with self._archive.open(one) as opened:
            body = opened.read(one.file_size + 1)
        if len(body) != one.file_size:
            raise zipfile.BadZipFile
        return body

    def __iter__(self) -> Iterator[str]:
        return iter(self._listed)

    def __len__(self) -> int:
        return len(self._listed)

    def without(self, name: str) -> ZippedFiles:
        """Return the other files, without this one."""
        return ZippedFiles(self._archive, {other: one for other, one in self._listed.items() if other != name})


def unpacked(content: bytes) -> tuple[list[str], ZippedFiles]:
    """Return the parts in an archive's manifest, and its files, checked by their checksums.

    Raises `NotAnEvening`.
    """
    if len(content) > MOST_PACKED or content.count(ENTRY) > MOST_FILES:
        raise NotAnEvening("zip", too_large())
    try:
        files = _files(zipfile.ZipFile(BytesIO(content)))
        return _checked(files), files.without(MANIFEST)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError):
        raise NotAnEvening("zip", _("This file is no zip, or only a part of one.")) from None


def _checked(files: ZippedFiles) -> list[str]:
    """Check every file against the manifest, and return the parts in it. Raises `NotAnEvening`."""
    said = plain(files, MANIFEST, MOST_VALUES_OF_MANIFEST)
    if isinstance(said, dict) and said.get("format") != FORMAT:
        raise NotAnEvening(
            f"{MANIFEST}.format", _("This archive is none of an evening, or was written by a newer Veilleur.")
        )
    manifest = as_read(said, Manifest, MANIFEST)
    names = [name for name in files if name != MANIFEST]
    if set(names) != set(manifest.files):
        raise NotAnEvening(f"{MANIFEST}.files")
    for name in names:
        pause()
        body, check = files[name], manifest.files[name]
        if check.sha256 != hashlib.sha256(body).hexdigest() or check.bytes != len(body):
            raise NotAnEvening(name, _("The archive is damaged: a file of it is not as it was written."))
    return manifest.parts


def _files(archive: zipfile.ZipFile) -> ZippedFiles:
    """Read the entries of a zip that an archive may have, within limits on their sizes.

    The sizes are those that the zip declares.
    """
    entries = archive.infolist()
    if len(entries) > MOST_FILES or sum(one.file_size for one in entries) > MOST_OF_ALL:
        raise NotAnEvening("zip", too_large())
    listed: dict[str, zipfile.ZipInfo] = {}
    for one in entries:
        if not NAME.fullmatch(one.filename) or one.filename in listed or one.flag_bits & 1:
            raise NotAnEvening("zip", _("The archive holds a file that no archive of an evening has."))
        if one.file_size > (MOST_MANIFEST if one.filename == MANIFEST else MOST_OF_ONE):
            raise NotAnEvening(one.filename, too_large())
        listed[one.filename] = one
    return ZippedFiles(archive, listed)


def too_large() -> str:
    """Return the message for an archive that is too large."""
    return _("The archive is larger than that of any evening: nothing of it was read.")


def plain(files: Mapping[str, bytes], name: str, most: int = record.MOST_VALUES) -> Any:
    """Return the JSON of a file, with at most so many values. Raises `NotAnEvening`."""
    try:
        return record.parse(files.get(name, b""), most)
    except record.NotARecord as fault:
        raise NotAnEvening(name, too_large() if fault.where == "size" else "") from None


def read(files: Mapping[str, bytes], name: str, kind: type[Rows]) -> Rows:
    """Return the content of a file as this type. Raises `NotAnEvening`."""
    return as_read(plain(files, name), kind, name)


def rows_of(files: Mapping[str, bytes], name: str, kind: type[Rows], most: int) -> list[Rows]:
    """Return the rows that a file lists, at most so many. Raises `NotAnEvening`."""
    rows = plain(files, name)
    if not isinstance(rows, list) or len(rows) > most:
        raise NotAnEvening(name)
    return as_read(rows, list[kind], name)  # type: ignore[valid-type]
