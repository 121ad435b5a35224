"""Addresses of a finished game told again."""

from django.urls import path

from moderation.recap import views

urlpatterns = [
    path("t/<code>/story/", views.phone_story, name="phone_story"),
    path("t/<code>/story/picture.svg", views.phone_picture, name="phone_picture"),
    path("desk/<code>/story/", views.desk_story, name="desk_story"),
    path("desk/<code>/story/step/", views.desk_story_step, name="desk_story_step"),
    path("desk/<code>/story/picture.svg", views.desk_picture, name="desk_picture"),
    path("screen/<code>/story/", views.screen_story, name="screen_story"),
    path("events/table/<int:session_id>/story/", views.event_story, name="event_story"),
]
