"""How the house does, for whoever operates it: the same lines in a terminal and on a page. None is secret."""

from __future__ import annotations

import os
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import GameSession, House, Seat
from moderation.access.venue import read_zone
from moderation.serving import processes
from moderation.serving.program import version
from moderation.site import health
from moderation.start import machine


class Line(NamedTuple):
    """What is said of one thing; whether it is as it should be."""

    what: str
    said: str
    well: bool = True


def lines() -> list[Line]:
    """Everything that can be said now. Raises DatabaseError where the database does not answer."""
    wants = health.wanting()
    return [
        Line("Veilleur", version()),
        Line(
            _("Ready"), _("for want of %(what)s, not") % {"what": ", ".join(wants)} if wants else _("yes"), not wants
        ),
        *_processes(),
        *_tables(),
        *_machine(),
        Line(_("Time zone"), read_zone().key),
        _backup(),
    ]


def _processes() -> list[Line]:
    found = list(processes.running())
    if not found:
        return [Line(_("Processes"), _("none: the house is closed"))]
    several = len({one.version for one in found}) > 1
    said = []
    for one in found:
        devices = ngettext("%(count)d device", "%(count)d devices", one.devices) % {"count": one.devices}
        told = {"version": one.version, "since": f"{one.started:%Y-%m-%d %H:%M}", "devices": devices}
        sentence = _("version %(version)s, since %(since)s UTC, %(devices)s") % told
        said.append(Line(one.name, sentence + (_(", stopping") if one.stopping else ""), not several))
    return said


def _tables() -> list[Line]:
    tables = GameSession.objects.filter(closed=None, rehearsal=False)
    playing = tables.filter(stage=GameSession.Stage.PLAYING).count()
    seats = Seat.objects.filter(session__in=tables).count()
    told = {"open": tables.count(), "playing": playing, "seats": seats}
    return [Line(_("Tables"), _("open: %(open)d, of them at play: %(playing)d; seats: %(seats)d") % told)]


def _machine() -> list[Line]:
    room = machine.look().room
    said = [Line(_("Disk"), _("%(room)s MB free") % {"room": room // (1024 * 1024)}, room >= machine.LEAST_ROOM)]
    if hasattr(os, "getloadavg"):
        load, cores = os.getloadavg()[1], os.cpu_count() or 1
        told = {"load": f"{load:.1f}", "cores": cores}
        said.append(Line(_("Load"), _("%(load)s over five minutes, on %(cores)d cores") % told, load <= cores))
    return said


def _backup() -> Line:
    when = House.objects.values_list("backed_up", flat=True).first()
    if when is None:
        return Line(_("Last backup"), _("never"))
    hours = int((timezone.now() - when).total_seconds() // 3600)
    ago = ngettext("%(count)d hour ago", "%(count)d hours ago", hours) % {"count": hours}
    return Line(_("Last backup"), f"{when:%Y-%m-%d %H:%M} UTC, {ago}")
