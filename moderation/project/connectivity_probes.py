"""Answers to the connectivity probes of phones and laptops.

They keep devices on a Wi-Fi without internet. A system asks a known address after it has joined a Wi-Fi. Where the
router sends that request to this machine, the expected answer keeps the device connected. It also opens no sign-in
window. Nothing else is answered under those names.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from django.conf import settings
from django.http.request import split_domain_port, validate_host

PLAIN, HTML = b"text/plain", b"text/html"
REDIRECT = 302


class Probe(NamedTuple):
    """The probe of one system: the names and paths it requests, and the expected answer."""

    hosts: frozenset[str]
    paths: frozenset[str]
    status: int = 200
    kind: bytes = PLAIN
    body: bytes = b""


ANDROID = frozenset(
    {
        "clients3.google.com",
        "connect.rom.miui.com",
        "connectivitycheck.android.com",
        "connectivitycheck.gstatic.com",
        "connectivitycheck.platform.hicloud.com",
        "play.googleapis.com",
        "www.google.com",
        "www.gstatic.com",
    }
)
APPLE = frozenset(
    {
        "captive.apple.com",
        "www.airport.us",
        "www.apple.com",
        "www.appleiphonecell.com",
        "www.ibook.info",
        "www.itools.info",
        "www.thinkdifferent.us",
    }
)
MICROSOFT = frozenset({"ipv6.msftconnecttest.com", "www.msftconnecttest.com"})
OLDER_MICROSOFT = frozenset({"ipv6.msftncsi.com", "www.msftncsi.com"})
FIREFOX = frozenset({"detectportal.firefox.com"})

SUCCESS = b"<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
CANONICAL = b'<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'
PROBES = (
    Probe(ANDROID, frozenset({"/generate_204", "/gen_204"}), status=204),
    Probe(APPLE, frozenset({"/hotspot-detect.html", "/library/test/success.html"}), kind=HTML, body=SUCCESS),
    Probe(MICROSOFT, frozenset({"/connecttest.txt"}), body=b"Microsoft Connect Test"),
    Probe(MICROSOFT, frozenset({"/redirect"}), status=REDIRECT),
    Probe(OLDER_MICROSOFT, frozenset({"/ncsi.txt"}), body=b"Microsoft NCSI"),
    Probe(FIREFOX, frozenset({"/success.txt"}), body=b"success\n"),
    Probe(FIREFOX, frozenset({"/canonical.html"}), kind=HTML, body=CANONICAL),
)
BY_PATH = {path: probe for probe in PROBES for path in probe.paths}


class ConnectivityProbes:
    """An ASGI application in front of the pages: it answers probes and passes the rest on."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Answer a probe, or pass the request on."""
        probe = BY_PATH.get(scope["path"])
        if probe is None or scope["method"] not in ("GET", "HEAD") or not is_asked(scope, probe):
            await self.application(scope, receive, send)
            return
        headers = [(b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff")]
        if probe.status == REDIRECT:
            headers.append((b"location", build_server_address(scope, probe).encode()))
        if probe.body:
            headers.append((b"content-type", probe.kind))
        if probe.status != 204:  # an answer without content has no length
            headers.append((b"content-length", str(len(probe.body)).encode()))
        await send({"type": "http.response.start", "status": probe.status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else probe.body})


def is_asked(scope: dict[str, Any], probe: Probe) -> bool:
    """Return whether this probe addresses this server, or a name of the probe's own system."""
    domain = read_host(scope)
    return domain in probe.hosts or bool(domain and validate_host(domain, settings.ALLOWED_HOSTS))


def read_host(scope: dict[str, Any]) -> str:
    """Return the host name of a request, without its port.

    Empty where none was sent, or no valid one.
    """
    host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
    return split_domain_port(host)[0]


def build_server_address(scope: dict[str, Any], probe: Probe) -> str:
    """Return the address of this server for a browser that probes.

    It is the address at which this request arrived.
    """
    host, port = scope.get("server") or ("", None)
    if read_host(scope) not in probe.hosts or not port:
        return "/"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
