"""Addresses of a player's phone."""

from django.urls import path

from moderation.surfaces.phone import views

urlpatterns = [
    path("t/<code>/", views.phone, name="phone"),
    path("t/<code>/answer/", views.answer, name="answer"),
    path("t/<code>/looked/", views.mark_looked, name="looked"),
    path("t/<code>/agree/", views.agree, name="agree"),
    path("t/<code>/face/", views.choose_face, name="face"),
    path("t/<code>/ready/", views.mark_ready, name="ready"),
    path("t/<code>/take-back/", views.take_back, name="take_back"),
    path("t/<code>/without/", views.go_without, name="go_without"),
    path("t/<code>/back/", views.come_back, name="come_back"),
    path("t/<code>/seat-back/", views.seat_back, name="agree_seat_back"),
    path("t/<code>/leave/", views.leave, name="leave"),
    path("comfort/", views.comfort, name="comfort"),
]
