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
from moderation.events.archive.schema import FORMAT, MOST_FILES, Manifest, NotAnEvening, convert
from moderation.web.long_work import pause

MANIFEST = "manifest.json"
NAME = re.compile(r"[a-z]{1,20}(/[0-9]{4})?\.(json|csv)")
ENTRY_TIME = (1980, 1, 1, 0, 0, 0)  # the time of every file in an archive: the earliest that a zip can store
MOST_OF_ONE, MOST_OF_ALL = 8_000_000, 64_000_000  # bytes, unpacked
MOST_PACKED = 24_000_000  # bytes of the zip itself
MOST_MANIFEST, MOST_VALUES_OF_MANIFEST = 400_000, 10_000  # bytes, and values: three for each file
ENTRY = b"PK\x01\x02"  # the start of each file's entry in a zip
READABLE = 0o100644  # the file mode for people who unpack the zip by hand
Rows = TypeVar("Rows")


def encode(document: Any) -> bytes:
    """Return a document in the one form in which archives are written."""
    written = json.dumps(
        document, ensure_ascii=False, allow_nan=False, sort_keys=True, indent=1, default=_format_value
    )
    return (written + "\n").encode()


def _format_value(value: date | time | UUID) -> str:
    """Return a value as text: a moment (in UTC, as in the database), a day, an hour or a UUID."""
    return str(value) if isinstance(value, UUID) else value.isoformat()


def pack(parts: Iterable[str], files: Mapping[str, bytes], server: Mapping[str, Any]) -> bytes:
    """Return these files of these parts as an archive.

    `server`: facts about the server that writes it.
    """
    checks = {name: {"bytes": len(body), "sha256": hashlib.sha256(body).hexdigest()} for name, body in files.items()}
    manifest = {"format": FORMAT, "parts": sorted(parts), "files": checks, "house": dict(server)}
    written = BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, body in ((MANIFEST, encode(manifest)), *sorted(files.items())):
            info = zipfile.ZipInfo(name, ENTRY_TIME)
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

    def exclude(self, name: str) -> ZippedFiles:
        """Return the other files, without this one."""
        return ZippedFiles(self._archive, {other: one for other, one in self._listed.items() if other != name})


def unpack(content: bytes) -> tuple[list[str], ZippedFiles]:
    """Return the parts in an archive's manifest, and its files, checked by their checksums.

    Raises `NotAnEvening`.
    """
    if len(content) > MOST_PACKED or content.count(ENTRY) > MOST_FILES:
        raise NotAnEvening("zip", too_large())
    try:
        files = _read_entries(zipfile.ZipFile(BytesIO(content)))
        return _check_files(files), files.exclude(MANIFEST)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError):
        raise NotAnEvening("zip", _("This file is no zip, or only a part of one.")) from None


def _check_files(files: ZippedFiles) -> list[str]:
    """Check every file against the manifest, and return the parts in it. Raises `NotAnEvening`."""
    said = parse_json(files, MANIFEST, MOST_VALUES_OF_MANIFEST)
    if isinstance(said, dict) and said.get("format") != FORMAT:
        raise NotAnEvening(
            f"{MANIFEST}.format", _("This is not the archive of an evening, or it was written by a newer Veilleur.")
        )
    manifest = convert(said, Manifest, MANIFEST)
    names = [name for name in files if name != MANIFEST]
    if set(names) != set(manifest.files):
        raise NotAnEvening(f"{MANIFEST}.files")
    for name in names:
        pause()
        body, check = files[name], manifest.files[name]
        if check.sha256 != hashlib.sha256(body).hexdigest() or check.bytes != len(body):
            raise NotAnEvening(name, _("The archive is damaged: a file of it is not as it was written."))
    return manifest.parts


def _read_entries(archive: zipfile.ZipFile) -> ZippedFiles:
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


def parse_json(files: Mapping[str, bytes], name: str, most: int = record.MOST_VALUES) -> Any:
    """Return the JSON of a file, with at most so many values. Raises `NotAnEvening`."""
    try:
        return record.parse(files.get(name, b""), most)
    except record.NotARecord as fault:
        raise NotAnEvening(name, too_large() if fault.where == "size" else "") from None


def read_file(files: Mapping[str, bytes], name: str, kind: type[Rows]) -> Rows:
    """Return the content of a file as this type. Raises `NotAnEvening`."""
    return convert(parse_json(files, name), kind, name)


def read_rows(files: Mapping[str, bytes], name: str, kind: type[Rows], most: int) -> list[Rows]:
    """Return the rows that a file lists, at most so many. Raises `NotAnEvening`."""
    rows = parse_json(files, name)
    if not isinstance(rows, list) or len(rows) > most:
        raise NotAnEvening(name)
    return convert(rows, list[kind], name)  # type: ignore[valid-type]
