"""Every address of the site: each package has its own urls.py."""

from django.contrib import admin
from django.urls import include, path
from django.views.i18n import set_language

from moderation.ops.health import robots
from moderation.project.admin_login import login

handler400 = "moderation.project.error_pages.answer_bad_request"
urlpatterns = [
    path("robots.txt", robots, name="robots"),
    path("language/", set_language, name="set_language"),
    path("admin/login/", login, name="admin_login"),
    path("admin/", admin.site.urls),
    path("", include("moderation.ops.console.urls")),
    path("", include("moderation.tables.lobby.urls")),
    path("", include("moderation.surfaces.phone.urls")),
    path("", include("moderation.surfaces.desk.urls")),
    path("", include("moderation.surfaces.screen.urls")),
    path("", include("moderation.recap.urls")),
    path("", include("moderation.tables.setup.urls")),
    path("", include("moderation.tables.urls")),
    path("", include("moderation.help.urls")),
    path("", include("moderation.printables.urls")),
    path("", include("moderation.events.urls")),
    path("", include("moderation.events.archive.urls")),
    path("", include("moderation.events.seating.urls")),
    path("", include("moderation.events.live_board.urls")),
    path("", include("moderation.people.urls")),
    path("", include("moderation.statistics.urls")),
]
