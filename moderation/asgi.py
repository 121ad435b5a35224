"""The whole site as one ASGI application: static files from memory, pages by Django, sockets by Channels."""

import os
from typing import Any

import django
from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "moderation.settings")
django.setup()

from moderation.gate import BoundedBody, SameOrigin, no_such_socket  # noqa: E402  (needs the applications loaded)
from moderation.pages import Pages  # noqa: E402
from moderation.sockets import routes  # noqa: E402
from moderation.static_files import StaticFiles  # noqa: E402

# Typed loosely: Django's stubs know no path that leads to an ASGI application.
everywhere_else: Any = no_such_socket
sockets: list[Any] = [*routes, re_path("", everywhere_else)]
application = ProtocolTypeRouter(
    {
        "http": StaticFiles(BoundedBody(Pages())),
        "websocket": SameOrigin(URLRouter(sockets)),
    }
)
