"""What every page tells the browser: where scripts may come from, what to withhold, what time it is."""

from csp.middleware import CSPMiddleware, PolicyParts
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponseBase

from games import house_clock

NOT_NEEDED = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"


class ContentSecurityPolicy(CSPMiddleware):
    """The policy of the settings, with our own WebSocket spelled out.

    iPhones before iOS 15.4 do not count `ws://` on the same host as `'self'`.
    """

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        """Add `ws://` and `wss://` of the host asked for, unless it is not ours to answer for."""
        parts = super().get_policy_parts(request, response, report_only)
        try:
            host = request.get_host()
        except DisallowedHost:
            return parts
        parts.update = {**(parts.update or {}), "connect-src": [f"ws://{host}", f"wss://{host}"]}
        return parts

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Say it on every answer, refusals included.

        Pages stay out of every cache (a phone passes from hand to hand) and of search engines, no other site may
        load what is ours, and powers that no page of ours asks for are refused. Countdowns on devices go by the
        server's clock, which every answer tells in as many digits as any other (static/js/clock.js).
        """
        response = super().process_response(request, response)
        if not response.has_header("Cache-Control"):
            response["Cache-Control"] = "no-store"
        response["Permissions-Policy"] = NOT_NEEDED
        response["Cross-Origin-Resource-Policy"] = "same-origin"
        response["X-Robots-Tag"] = "noindex"
        response["X-Now"] = str(house_clock.display_now_in_milliseconds())
        return response
