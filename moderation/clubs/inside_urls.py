"""The addresses within a club: those of a house that keeps one, but for the pages of the machine and the admin."""

from __future__ import annotations

from typing import NoReturn

from django.http import Http404, HttpRequest
from django.urls import URLPattern, URLResolver, path

from moderation.clubs import passkey_views, people
from moderation.serving.gate import CLUB_IN
from moderation.site.urls import urlpatterns as of_one_club

# They say something of the whole house, or change it. Their names stay, as pages that know no clubs lead there.
OF_THE_MACHINE = {
    "robots",
    "start",
    "start_address",
    "start_wifi",
    "start_tablet",
    "start_backup",
    "start_stop",
    "house_status",
    "admin_login",
}


def nowhere(request: HttpRequest) -> NoReturn:
    """Nobody finds this page. Raises Http404."""
    raise Http404


OF_A_CLUB: list[URLPattern | URLResolver] = [
    path("club/", people.club, name="club"),
    path("club/people/", people.club_member, name="club_member"),
    path("club/people/<int:member_id>/", people.club_member_remove, name="club_member_remove"),
    path("club/passkeys/", passkey_views.passkeys_of, name="club_passkeys"),
    path("club/passkeys/ask/", passkey_views.ask_to_make_one, name="club_passkeys_ask"),
    path("club/passkeys/<int:passkey_id>/", passkey_views.remove, name="club_passkey_remove"),
    path("club/club.zip", people.club_out, name="club_out"),
    path(CLUB_IN[1:], people.club_in, name="club_in"),
]
of_one: list[URLPattern | URLResolver] = [
    path(str(one.pattern), nowhere, name=one.name) if one.name in OF_THE_MACHINE else one
    for one in of_one_club
    if isinstance(one, URLPattern)  # the admin is none: whoever looks into it looks into every club
]
handler400 = "moderation.site.refused.bad_request"
urlpatterns = of_one + OF_A_CLUB
