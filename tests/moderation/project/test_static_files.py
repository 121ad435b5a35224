"""Scripts and styles: named by their content, kept by browsers, read without a thread."""

import gzip
import re
from pathlib import Path
from typing import Any

import pytest
from django.template import Context, Template
from django.templatetags.static import static

from games.engine.kit import all_kits
from games.engine.look import FILES, SPARE_FILES
from moderation.project.static_files import StaticFiles, read_all_files

HTMX = "vendor/htmx/htmx.min.js"


async def get(path: str, method: str = "GET", **headers: str) -> tuple[int, dict[bytes, bytes], bytes]:
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def elsewhere(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 299, "headers": []})
        await send({"type": "http.response.body", "body": b"a page"})

    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    await StaticFiles(elsewhere)({"type": "http", "path": path, "method": method, "headers": pairs}, None, send)
    start, body = sent
    return start["status"], dict(start["headers"]), body["body"]


async def test_static_files_have_hashed_names_and_a_year_of_cache() -> None:
    status, headers, body = await get(static(HTMX))
    assert status == 200
    assert static(HTMX) != f"/static/{HTMX}"
    assert body == read_all_files()[HTMX].body
    assert b"immutable" in headers[b"cache-control"]
    assert headers[b"content-type"] == b"text/javascript; charset=utf-8"
    assert headers[b"x-content-type-options"] == b"nosniff"
    assert int(headers[b"content-length"]) == len(body)


@pytest.mark.parametrize("path", [static(HTMX), "/static/icon.svg", "/static/nothing.js"])
@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_a_file_that_is_opened_by_itself_runs_nothing(path: str, method: str) -> None:
    _status, headers, _body = await get(path, method)
    policy = headers[b"content-security-policy"].decode().split("; ")
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert not [rule for rule in policy if rule.startswith(("script-src", "sandbox allow"))]


async def test_a_plain_name_is_asked_for_again_each_time() -> None:
    status, headers, _ = await get(f"/static/{HTMX}")
    assert (status, headers[b"cache-control"]) == (200, b"no-cache")
    status, _, body = await get(f"/static/{HTMX}", if_none_match=headers[b"etag"].decode())
    assert (status, body) == (304, b"")


async def test_it_travels_packed_when_the_browser_unpacks() -> None:
    _, headers, body = await get(static(HTMX), accept_encoding="gzip, br")
    assert headers[b"content-encoding"] == b"gzip"
    assert gzip.decompress(body) == read_all_files()[HTMX].body
    assert len(body) < len(read_all_files()[HTMX].body) / 2


@pytest.mark.parametrize(
    ("asked", "status", "part", "said"),
    [
        ("bytes=0-1", 206, slice(0, 2), b"bytes 0-1/"),
        ("bytes=2-", 206, slice(2, None), b"bytes 2-"),
        ("bytes=2-999999999999", 206, slice(2, None), b"bytes 2-"),
        ("bytes=999999-", 416, slice(0, 0), b"bytes */"),
        ("bytes=5-2", 200, slice(None), None),
        ("bytes=-5", 200, slice(None), None),
        ("bytes=0-1,4-5", 200, slice(None), None),
        (f"bytes={'9' * 5000}-", 200, slice(None), None),
        ("seats=0-1", 200, slice(None), None),
    ],
)
async def test_a_range_request_gets_part_of_a_file(asked: str, status: int, part: slice, said: bytes | None) -> None:
    """Safari plays no video otherwise."""
    whole = read_all_files()["video/awake.mp4"].body
    given = await get(static("video/awake.mp4"), range=asked)
    assert (given[0], given[2]) == (status, whole[part])
    assert given[1].get(b"content-range", b"").startswith(said or b"")
    assert (b"content-range" in given[1]) == (said is not None)
    assert given[1][b"content-type"] == b"video/mp4"


async def test_pages_are_not_its_business() -> None:
    assert (await get("/healthz"))[2] == b"a page"


@pytest.mark.parametrize("path", ["/static/", "/static/../manage.py", "/static/nothing.js", "/static/%2e%2e/x"])
async def test_what_is_not_in_the_catalogue_is_not_there(path: str) -> None:
    assert (await get(path))[0] == 404


async def test_an_old_hashed_name_gets_the_current_file_without_cache() -> None:
    """Two versions serve side by side while one takes the place of the other."""
    for name in (HTMX, "worlds/sporz/world.css"):
        stem, dot, suffix = name.rpartition(".")
        status, headers, body = await get(f"/static/{stem}.0123456789ab{dot}{suffix}")
        assert (status, headers[b"cache-control"], body) == (200, b"no-cache", read_all_files()[name].body)
    assert (await get("/static/nothing.0123456789ab.js"))[0] == 404


async def test_only_reading_is_possible() -> None:
    assert (await get(static(HTMX), method="POST"))[0] == 405
    assert (await get(static(HTMX), method="HEAD"))[2] == b""


def test_a_name_written_in_a_template_is_found() -> None:
    written = Template("{% load static %}{% static 'vendor/htmx/htmx.min.js' %}").render(Context())
    assert written == static(HTMX)


def test_a_misspelt_name_is_an_error_in_the_template() -> None:
    with pytest.raises(KeyError):
        static("vendor/htmx/htmy.js")


async def test_with_debug_on_a_change_shows_at_once(settings: Any, tmp_path: Path) -> None:
    settings.DEBUG = True
    settings.STATICFILES_DIRS = [tmp_path]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    (tmp_path / "phone.css").write_text("a {}")
    assert (await get(static("phone.css")))[2] == b"a {}"
    (tmp_path / "phone.css").write_text("b {}")
    assert (await get(static("phone.css")))[2] == b"b {}"
    assert (await get("/static/../settings.py"))[0] == 404


async def test_style_sheets_refer_to_hashed_names() -> None:
    status, _, sheet = await get(static("worlds/sporz/world.css"))
    assert status == 200
    (letters,) = re.findall(r'url\("(letters\.[0-9a-f]{12}\.woff2)"\)', sheet.decode())
    status, headers, _ = await get(f"/static/worlds/sporz/{letters}")
    assert status == 200
    assert b"immutable" in headers[b"cache-control"]
    assert headers[b"content-type"] == b"font/woff2"


def test_no_picture_has_a_name_that_tells_a_role() -> None:
    worlds = {name for name in read_all_files() if name.startswith("worlds/")}
    assert {name.split("/")[1] for name in worlds} == {slug for slug, kit in all_kits().items() if kit.look}
    assert {name.split("/", 2)[2] for name in worlds} == FILES | SPARE_FILES | {"LETTERS-LICENSE"}
