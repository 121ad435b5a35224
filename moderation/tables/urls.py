"""Addresses of a table: settings, moderators, next game."""

from django.urls import path

from moderation.tables import views

urlpatterns = [
    path("desk/<code>/settings/", views.desk_settings, name="desk_settings"),
    path("desk/<code>/invite/", views.desk_invite, name="desk_invite"),
    path("desk/<code>/link/<int:link_id>/", views.desk_link_state, name="desk_link_state"),
    path("desk/<code>/hand-over/", views.desk_hand_over, name="desk_hand_over"),
    path("desk/<code>/take/", views.desk_take, name="desk_take"),
    path("desk/<code>/again/", views.desk_again, name="desk_again"),
    path("desk/<code>/close/", views.desk_close, name="desk_close"),
    path("desk/<code>/export/", views.desk_export, name="desk_export"),
]
