"""Addresses of archives of evenings."""

from django.urls import path

from moderation.events.archive import views

urlpatterns = [
    path("events/<int:event_id>/evening.zip", views.evening_out, name="evening_out"),
    path("events/in/", views.evening_in, name="evening_in"),
]
