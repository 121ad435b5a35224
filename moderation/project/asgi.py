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
from moderation.server.page_handler import PageHandler  # noqa: E402
from moderation.server.request_limits import (  # noqa: E402  (needs the apps loaded)
    BoundedBody,
    SameOrigin,
    WithoutPrefix,
    may_send_record,
    refuse_unknown_socket,
)

# Typed as Any, because Django's stubs know no route to an ASGI application.
unknown_socket: Any = refuse_unknown_socket
sockets: list[Any] = [*routes, *hall.routes, re_path("", unknown_socket)]
application = ProtocolTypeRouter(
    {
        "http": Health(ConnectivityProbes(StaticFiles(BoundedBody(PageHandler(), may_send_record)))),
        "websocket": SameOrigin(WithoutPrefix(URLRouter(sockets))),
    }
)
