"""The whole site as one ASGI application: static files from memory, pages by Django, sockets by Channels."""

import os
from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "moderation.settings")
pages = get_asgi_application()

from moderation.gate import BoundedBody, SameOrigin, no_such_socket  # noqa: E402  (needs the applications loaded)
from moderation.sockets import routes  # noqa: E402
from moderation.static_files import StaticFiles  # noqa: E402

# Typed loosely: Django's stubs know no path that leads to an ASGI application.
everywhere_else: Any = no_such_socket
sockets: list[Any] = [*routes, re_path("", everywhere_else)]
application = ProtocolTypeRouter(
    {
        "http": StaticFiles(BoundedBody(pages)),
        "websocket": SameOrigin(URLRouter(sockets)),
    }
)
