"""Addresses of seating of a round."""

from django.urls import path

from moderation.events.seating import views

urlpatterns = [
    path("events/round/<int:round_id>/", views.round_seats, name="round_seats"),
    path("events/round/<int:round_id>/do/", views.round_deed, name="round_deed"),
    path("events/round/<int:round_id>/search/", views.round_search, name="round_search"),
    path("events/round/<int:round_id>/stop/", views.round_stop, name="round_stop"),
    path("events/round/table/<int:session_id>/desk/", views.round_desk, name="round_desk"),
]
