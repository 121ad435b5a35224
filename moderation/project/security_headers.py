"""Security headers of every page, and a header with the server's time."""

from csp.middleware import CSPMiddleware, PolicyParts
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponseBase

from games import server_clock

NOT_NEEDED = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"


class ContentSecurityPolicy(CSPMiddleware):
    """The policy of the settings, with our own WebSocket added.

    iPhones before iOS 15.4 do not count `ws://` on the same host as `'self'`.
    """

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        """Add `ws://` and `wss://` of the requested host, unless that host is not ours."""
        parts = super().get_policy_parts(request, response, report_only)
        try:
            host = request.get_host()
        except DisallowedHost:
            return parts
        parts.update = {**(parts.update or {}), "connect-src": [f"ws://{host}", f"wss://{host}"]}
        return parts

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Add the headers to every answer, refusals included.

        No page is cached, because a phone passes from hand to hand, and none is indexed. No other site may load our
        files. Browser features that no page of ours needs are refused. Countdowns on devices use the server's clock.
        Every answer carries it with the same number of digits (static/js/clock.js).
        """
        response = super().process_response(request, response)
        if not response.has_header("Cache-Control"):
            response["Cache-Control"] = "no-store"
        response["Permissions-Policy"] = NOT_NEEDED
        response["Cross-Origin-Resource-Policy"] = "same-origin"
        response["X-Robots-Tag"] = "noindex"
        response["X-Now"] = str(server_clock.display_now_in_milliseconds())
        return response
