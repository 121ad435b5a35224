"""Messages for the next page, in a cookie whose name is unique to this instance.

No other instance on the same host name reads it.
"""

from __future__ import annotations

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class MessageCookie(CookieStorage):
    """Messages in a cookie of this instance."""

    cookie_name = f"messages{settings.COOKIE_ENDING}"


class InstanceMessages(FallbackStorage):
    """Django's usual storage, with that cookie."""

    storage_classes = (MessageCookie, SessionStorage)
