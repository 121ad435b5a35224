"""Addresses of the live board of an evening."""

from django.urls import path

from moderation.events.live_board import views

urlpatterns = [
    path("events/<int:event_id>/hall/", views.board, name="hall"),
    path("events/<int:event_id>/hall/say/", views.make_announcement, name="hall_say"),
    path("events/<int:event_id>/hall/silence/", views.take_announcement_back, name="hall_silence"),
    path("events/<int:event_id>/hall/screen/", views.switch_screen, name="hall_switch"),
    path("events/help/", views.help_calls, name="help_calls"),
    path("events/table/<int:session_id>/help/", views.help, name="hall_help"),
    path("e/<key>/hall/", views.screen, name="hall_screen"),
]
