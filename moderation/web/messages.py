"""Sentences that the next page says, in a cookie that no other instance under the same name reads."""

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
