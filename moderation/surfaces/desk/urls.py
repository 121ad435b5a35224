"""Addresses of the moderator's desk."""

from django.urls import path

from moderation.surfaces.desk import views

urlpatterns = [
    path("desk/<code>/", views.desk, name="desk"),
    path("desk/<code>/move/", views.desk_move, name="desk_move"),
    path("desk/<code>/undo/", views.desk_undo, name="desk_undo"),
    path("desk/<code>/redo/", views.desk_redo, name="desk_redo"),
    path("desk/<code>/play-on/", views.desk_play_on, name="desk_play_on"),
    path("desk/<code>/bots/", views.desk_bots, name="desk_bots"),
    path("desk/<code>/clock/", views.desk_clock, name="desk_clock"),
    path("desk/<code>/go-on/", views.desk_go_on, name="desk_go_on"),
    path("desk/<code>/pause/", views.desk_pause, name="desk_pause"),
    path("desk/<code>/without/", views.desk_go_without, name="desk_go_without"),
    path("desk/<code>/longer/", views.desk_longer, name="desk_longer"),
    path("desk/<code>/warn/", views.desk_warn, name="desk_warn"),
    path("desk/<code>/said/", views.desk_said, name="desk_said"),
    path("desk/<code>/help/", views.desk_help, name="desk_help"),
    path("desk/<code>/lesson/", views.desk_lesson, name="desk_lesson"),
    path("desk/<code>/answer/<int:seat_id>/", views.desk_answer, name="desk_answer"),
]
