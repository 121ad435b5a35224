"""Pages of the host console on the serving machine, and the connection check of phones."""

from __future__ import annotations

import tempfile
from pathlib import Path

from django.contrib import messages
from django.db import connection
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.models import GameSession
from moderation.access import qr
from moderation.access.devices import COOKIE, find_browser
from moderation.access.guards import for_host, for_host_here
from moderation.access.invite_links import LINK_LIFE, create_host_link
from moderation.ops import report
from moderation.ops.console import machine, phone_checks
from moderation.ops.console.proxy_detection import find_path_of_request
from moderation.ops.health import readiness
from moderation.play.pacing import clock
from moderation.storage import backups
from moderation.tables.settings_forms import WifiForm
from moderation.web import join_address
from moderation.web.kits import list_left_out
from moderation.web.lan_addresses import list_candidates
from moderation.web.refusals import REFUSED, Unwanted
from moderation.web.venue_time import get_active_clock

MAX_LISTED = 12  # tables that are open, the latest first


@require_GET
@for_host_here
def start(request: HttpRequest) -> HttpResponse:
    """Show the address of the server, the checked phones and the open tables.

    For htmx, returns only the part that changes.
    """
    if request.headers.get("HX-Request"):
        return render(request, "ops/console/_state.html", _build_state_context(request))
    return render(request, "ops/console/start.html", _build_state_context(request) | _build_join_context(request))


def _build_state_context(request: HttpRequest) -> dict[str, object]:
    now = machine.read_machine()
    counted = phone_checks.count_results()
    wall = machine.find_firewall() if not counted else None
    games = (
        GameSession.objects.filter(closed=None, rehearsal=False)
        .select_related("pacing")
        .order_by("-created")[:MAX_LISTED]
    )
    return {
        "warnings": [*machine.list_warnings(now), *(sentence for _game, sentence in list_left_out())],
        "counted": counted,
        "anybody": sum(counted.values()),
        "wall": machine.explain_firewall(wall, _read_port(request)) if wall else "",
        "tables": [(game, clock.find_public_stage(game).label) for game in games],
        "playing": any(game.stage == GameSession.Stage.PLAYING for game in games),
    }


def _build_join_context(request: HttpRequest) -> dict[str, object]:
    joined = join_address.read_wifi()
    address = qr.build_server_address(request)
    addresses = list_candidates()
    return {
        "server_address": address,
        "qr": qr.draw_svg(f"{address}/"),
        "addresses": addresses,
        "chosen": join_address.choose_for_phones(addresses),
        "port": _read_port(request),
        "wifi": WifiForm(initial=joined),
        "wifi_qr": qr.draw_wifi(joined["wifi_name"], joined["wifi_password"]),
        "wifi_name": joined["wifi_name"],
        "clock": get_active_clock(),
        "file_kept": connection.vendor == "sqlite",
    }


def _read_port(request: HttpRequest) -> int:
    return int(request.get_port())


@require_POST
@for_host_here
def address(request: HttpRequest) -> HttpResponse:
    """Choose which of the machine's addresses phones use."""
    wanted = request.POST.get("address", "")
    if wanted in list_candidates():
        join_address.save_choice(wanted)
    else:
        messages.error(request, _("This machine no longer has that address."))
    return redirect("start")


@require_POST
@for_host_here
def wifi(request: HttpRequest) -> HttpResponse:
    """Store the Wi-Fi that phones join, for its QR code."""
    form = WifiForm(request.POST)
    try:
        join_address.save_wifi(**form.read())
        return redirect("start")
    except Unwanted:
        return render(
            request,
            "ops/console/start.html",
            _build_state_context(request) | _build_join_context(request) | {"wifi": form},
            status=REFUSED,
        )


@require_POST
@for_host_here
def tablet(request: HttpRequest) -> HttpResponse:
    """Show a link as a QR code by which another device becomes a host."""
    link = qr.build_server_address(request) + create_host_link()
    minutes = int(LINK_LIFE.total_seconds() // 60)
    return render(request, "ops/console/tablet.html", {"link": link, "qr": qr.draw_svg(link), "minutes": minutes})


@require_POST
@for_host_here
def backup(request: HttpRequest) -> HttpResponseBase:
    """Return a backup of all stored data as one file. Only for SQLite."""
    if connection.vendor != "sqlite":
        messages.error(request, _("PostgreSQL is backed up by a command: docs/hosting.md says how."))
        return redirect("start")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.sqlite3"
        backups.write_backup(copy)
        content = copy.open("rb")  # the open file stays readable after its folder is deleted
        name = f"veilleur-{timezone.localtime():%Y-%m-%d-%H%M}.sqlite3"
        return FileResponse(content, as_attachment=True, filename=name)


@require_GET
@for_host
def status(request: HttpRequest) -> HttpResponse:
    """Show the status of the server to its host, on any device."""
    return render(request, "ops/console/status.html", {"lines": report.report_running()})


@require_http_methods(["GET", "POST"])
@for_host_here
def stop(request: HttpRequest) -> HttpResponse:
    """Stop the server, after a confirmation."""
    if request.method == "POST" and readiness.request_stop:
        readiness.request_stop()
        return render(request, "ops/console/stopped.html")
    tables = GameSession.objects.filter(closed=None, rehearsal=False)
    playing = tables.filter(stage=GameSession.Stage.PLAYING).count()
    return render(request, "ops/console/stop.html", {"playing": playing})


@require_GET
def check(request: HttpRequest) -> HttpResponse:
    """Show the page on which a phone checks its connection."""
    find_browser(request)
    return render(request, "ops/console/check.html", {"home": reverse("home")})


@require_GET
def record_check(request: HttpRequest) -> HttpResponse:
    """Record the result of a phone's check, and return advice for it.

    The request needs no token, because a browser without cookies has none. Only the result is stored. A page of
    another site cannot add one.
    """
    sent = request.GET
    now = int(sent["now"]) if sent.get("now", "").isdecimal() and len(sent["now"]) < 16 else None
    ahead = round(now / 1000 - timezone.now().timestamp()) if now is not None else 0
    way = find_path_of_request(request, sent.get("from", ""))
    found = phone_checks.PhoneCheck(
        sent.get("socket") == "1", COOKIE in request.COOKIES, ahead, sent.get("modern") != "0", way
    )
    if request.headers.get("Sec-Fetch-Site", "same-origin") == "same-origin":
        phone_checks.store_result(find_browser(request), found)
    return JsonResponse({"through": found.result == "through", "said": phone_checks.describe_problem(found)})
