"""The ASGI application: static files from memory, pages by Django, sockets by Channels."""

import os
from typing import Any

import django
from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "moderation.project.settings")
django.setup()

from moderation.events.live_board import consumers as hall  # noqa: E402
from moderation.ops.health import Health  # noqa: E402
from moderation.play.realtime.consumers import routes  # noqa: E402
from moderation.project.connectivity_probes import ConnectivityProbes  # noqa: E402
from moderation.project.static_files import StaticFiles  # noqa: E402
from moderation.server.page_handler import Pages  # noqa: E402
from moderation.server.request_limits import BoundedBody, SameOrigin, WithoutPrefix, may_send_a_record, no_such_socket  # noqa: E402  (needs the apps loaded)

# Typed as Any, because Django's stubs know no route to an ASGI application.
everywhere_else: Any = no_such_socket
sockets: list[Any] = [*routes, *hall.routes, re_path("", everywhere_else)]
application = ProtocolTypeRouter(
    {
        "http": Health(ConnectivityProbes(StaticFiles(BoundedBody(Pages(), may_send_a_record)))),
        "websocket": SameOrigin(WithoutPrefix(URLRouter(sockets))),
    }
)
