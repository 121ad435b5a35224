"""Addresses of pages to print."""

from django.urls import path

from moderation.printables import views

urlpatterns = [
    path("paper/<slug>/cards/", views.paper_cards, name="paper_cards"),
    path("paper/<slug>/crib/", views.paper_crib, name="paper_crib"),
    path("paper/<slug>/aid/", views.paper_aid, name="paper_aid"),
    path("paper/<slug>/easy/", views.paper_easy, name="paper_easy"),
    path("paper/<game>/board/", views.paper_board, name="paper_board"),
    path("desk/<code>/paper/", views.desk_paper, name="desk_paper"),
    path("desk/<code>/paper/board/", views.desk_board, name="desk_board"),
    path("desk/<code>/paper/result/", views.desk_result, name="desk_result"),
    path("desk/<code>/paper/<kind>/", views.desk_sign, name="desk_sign"),
    path("events/<int:event_id>/paper/", views.event_paper, name="event_paper"),
    path("events/<int:event_id>/paper/programme/", views.event_programme, name="event_programme"),
    path("events/<int:event_id>/paper/seats/", views.event_seats, name="event_seats"),
    path("events/<int:event_id>/paper/results/", views.event_sheet, name="event_sheet"),
    path("events/<int:event_id>/paper/<kind>/", views.event_signs, name="event_signs"),
]
