"""The addresses of a house that keeps several clubs, outside of all: none of them shows a row of any."""

from __future__ import annotations

from django.urls import path
from django.views.i18n import set_language

from moderation.clubs import passkey_views, views
from moderation.look import views as look
from moderation.site.health import robots
from moderation.start import views as start

handler400 = "moderation.site.refused.bad_request"
urlpatterns = [
    path("robots.txt", robots, name="robots"),
    path("language/", set_language, name="set_language"),
    path("light/", look.light, name="set_light"),
    path("", views.front, name="home"),
    path("clubs/open/", views.open_club, name="club_open"),
    path("clubs/enter/", views.enter, name="club_enter"),
    path("clubs/code/", views.code, name="club_code"),
    path("clubs/passkey/", passkey_views.enter, name="club_passkey"),
    path("clubs/passkey/ask/", passkey_views.ask_for_one, name="club_passkey_ask"),
    path("j/<code>/", views.to_table, name="join"),
    path("check/", start.check, name="check"),
    path("check/found/", start.checked, name="checked"),
    path("credits/", look.credits, name="credits"),
]
