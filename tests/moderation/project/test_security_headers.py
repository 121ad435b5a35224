"""The policy of our pages, obeyed by a real browser."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from moderation.server.request_limits import NO_SUCH_SOCKET
from qa.serving import RunningServer

CLOSE_CODE = """path => new Promise(done => {
    new WebSocket(`ws://${location.host}${path}`).onclose = event => done(event.code);
})"""


def test_a_page_reaches_its_own_socket(server: RunningServer, open_device: Callable[..., Page]) -> None:
    page = open_device("phone")
    page.goto(f"{server.url}/admin/login/")
    assert page.evaluate(CLOSE_CODE, "/nothing-here") == NO_SUCH_SOCKET


def test_the_admin_obeys_the_policy(server: RunningServer, open_device: Callable[..., Page]) -> None:
    server.make_account()
    page = open_device("tablet", locale="fr-FR")
    page.goto(f"{server.url}/admin/")
    page.fill("#id_username", "nobody")
    page.fill("#id_password", "nothing")
    page.click("[type=submit]")
    expect(page.locator(".errornote")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "fr"


def test_vendored_scripts_start_under_the_policy(server: RunningServer, open_device: Callable[..., Page]) -> None:
    page = open_device("tablet")
    page.goto(f"{server.url}/admin/login/")
    for name in ("htmx/htmx.min.js", "htmx/hx-ws.min.js", "sortable/Sortable.min.js"):
        page.add_script_tag(url=f"{server.url}/static/vendor/{name}")
    assert page.evaluate("[htmx.version, typeof Sortable.create]") == ["4.0.1", "function"]
