"""Where a request comes from. A whole venue has one address: it says little of who asks."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def address(request: HttpRequest) -> str:
    """Where a request comes from; behind a proxy, where the proxy says: it writes the last of the addresses."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.BEHIND_TLS else ""
    return forwarded.rpartition(",")[2].strip() or str(request.META.get("REMOTE_ADDR", ""))
