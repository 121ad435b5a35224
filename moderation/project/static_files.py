"""Our scripts and styles, served from memory under a name that changes with their content.

Every file is read once when the server starts. Together they are well under a megabyte. So `make play` needs no
collecting step, and three hundred phones that arrive together cost no disk access and no thread. With DEBUG on, files
are read at each request under their plain names. See docs/decisions/server-and-storage.md.
"""

import gzip
import hashlib
import mimetypes
import re
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.exceptions import SuspiciousFileOperation

IMPORT = re.compile(r'^@import "([\w./-]+)";', re.MULTILINE)
LINK = re.compile(r'url\("([\w-][\w./-]*)"\)')
DIGEST = re.compile(r"\.[0-9a-f]{12}(?=\.[^./]*$|$)")
A_YEAR = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
COMPRESSED = {".css", ".js", ".json", ".mjs", ".svg", ".txt"}
# An SVG opened by itself is a page. It may have its own styles, and nothing else.
SVG_POLICY = (
    b"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
NOT_ELSEWHERE = [
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"content-security-policy", SVG_POLICY),
]
RANGE = re.compile(rb"bytes=(\d{1,12})-(\d{0,12})")
KINDS = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".mp4": "video/mp4",
    ".webm": "video/webm",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}


class ServedFile(NamedTuple):
    """One static file: its bytes, its gzip form where that helps, its type and its digest."""

    body: bytes
    packed: bytes | None
    kind: str
    digest: str


def _read_file(name: str, path: Path) -> ServedFile:
    return _build_file(name, path.read_bytes())


def _build_file(name: str, body: bytes) -> ServedFile:
    suffix = PurePosixPath(name).suffix
    kind = KINDS.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    packed = gzip.compress(body, mtime=0) if suffix in COMPRESSED else None
    return ServedFile(body, packed, kind, hashlib.sha256(body).hexdigest()[:12])


def _add_digest(name: str, digest: str) -> str:
    stem, dot, suffix = name.rpartition(".")  # not as a path: paths refuse the string type of templates
    return f"{stem}.{digest}{dot}{suffix}"


def _remove_digest(name: str) -> str:
    """Return the plain name of a hashed one.

    A page of another version asks for that version's file, and is given ours.
    """
    return DIGEST.sub("", name, count=1)


@cache
def read_all_files() -> dict[str, ServedFile]:
    """Return every static file by its plain name, read once for the life of the process."""
    files: dict[str, ServedFile] = {}
    for finder in finders.get_finders():
        for name, storage in finder.list(None):
            prefix = getattr(storage, "prefix", None)
            posix = f"{prefix}/{name}" if prefix else name
            posix = posix.replace("\\", "/")
            if posix not in files:
                files[posix] = _read_file(posix, Path(storage.path(name)))
    return {name: _hash_links(name, _join_imports(name, file, files), files) for name, file in files.items()}


def _join_imports(name: str, file: ServedFile, files: dict[str, ServedFile]) -> ServedFile:
    """Return a style sheet in which each `@import` of a file below it is replaced by that file.

    So a page asks for one sheet, whose components have a file each. With DEBUG on, the browser follows the imports.
    """
    if not name.endswith(".css"):
        return file
    folder = PurePosixPath(name).parent

    def content(link: re.Match[str]) -> str:
        return files[(folder / link[1]).as_posix()].body.decode()

    return _build_file(name, IMPORT.sub(content, file.body.decode()).encode())


def _hash_links(name: str, file: ServedFile, files: dict[str, ServedFile]) -> ServedFile:
    """Return a style sheet whose links to files beside and below it have hashed names.

    Any other file is returned as it is.
    """
    if not name.endswith(".css"):
        return file
    folder = PurePosixPath(name).parent

    def hashed(link: re.Match[str]) -> str:
        beside = (folder / link[1]).as_posix()
        return f'url("{_add_digest(link[1], files[beside].digest)}")' if beside in files else link[0]

    return _build_file(name, LINK.sub(hashed, file.body.decode()).encode())


@cache
def list_by_hashed_name() -> dict[str, ServedFile]:
    """Return every static file by the name that holds its digest."""
    return {_add_digest(name, file.digest): file for name, file in read_all_files().items()}


class HashedNames(StaticFilesStorage):
    """The storage of `{% static %}`: it writes the hashed name, or the plain one with DEBUG on."""

    def url(self, name: str | None) -> str:
        """Return the address of `name`.

        A file that does not exist raises KeyError, so that a test finds it.
        """
        if settings.DEBUG or not name:
            return super().url(name)
        return super().url(_add_digest(name, read_all_files()[name].digest))


class StaticFiles:
    """An ASGI application in front of Django's: it answers for static files.

    It passes everything else on.
    """

    def __init__(self, application: Any) -> None:
        self.application = application
        self.prefix = settings.STATIC_URL

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Serve a static file, or pass the request on."""
        if not scope["path"].startswith(self.prefix):
            await self.application(scope, receive, send)
            return
        status, headers, body = self._answer(scope)
        headers += [(b"content-length", str(len(body)).encode()), *NOT_ELSEWHERE]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    def _answer(self, scope: dict[str, Any]) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        if scope["method"] not in ("GET", "HEAD"):
            return 405, [(b"allow", b"GET, HEAD")], b""
        name = scope["path"].removeprefix(self.prefix)
        file, keep = self._find(name)
        if file is None:
            return 404, [], b""
        asked = dict(scope["headers"])
        etag = f'"{file.digest}"'.encode()
        headers = [(b"etag", etag), (b"cache-control", keep.encode()), (b"vary", b"accept-encoding")]
        if asked.get(b"if-none-match") == etag:
            return 304, headers, b""
        headers.append((b"content-type", file.kind.encode()))
        if file.packed is not None and b"gzip" in asked.get(b"accept-encoding", b""):
            return 200, [*headers, (b"content-encoding", b"gzip")], file.packed
        return _cut_range(file.body, asked.get(b"range", b""), [*headers, (b"accept-ranges", b"bytes")])

    @staticmethod
    def _find(name: str) -> tuple[ServedFile | None, str]:
        if settings.DEBUG:
            return _find_unread(name), ASK_AGAIN
        if name in list_by_hashed_name():
            return list_by_hashed_name()[name], A_YEAR
        return read_all_files().get(name) or read_all_files().get(_remove_digest(name)), ASK_AGAIN


def _cut_range(
    body: bytes, wanted: bytes, headers: list[tuple[bytes, bytes]]
) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """Return the bytes that a Range header asks for.

    Only ranges with a start are supported. Safari plays no video without them.
    """
    found = RANGE.fullmatch(wanted)
    if found is None or int(found[2] or found[1]) < int(found[1]):
        return 200, headers, body
    first, last = int(found[1]), min(int(found[2] or len(body)), len(body) - 1)
    if first >= len(body):
        return 416, [*headers, (b"content-range", b"bytes */%d" % len(body))], b""
    return 206, [*headers, (b"content-range", b"bytes %d-%d/%d" % (first, last, len(body)))], body[first : last + 1]


def _find_unread(name: str) -> ServedFile | None:
    try:
        found = finders.find(name)
    except SuspiciousFileOperation:
        return None
    return _read_file(name, Path(found)) if isinstance(found, str) else None
