"""Addresses of the screen."""

from django.urls import path

from moderation.surfaces.screen import views

urlpatterns = [
    path("screen/<code>/", views.screen, name="screen"),
]
