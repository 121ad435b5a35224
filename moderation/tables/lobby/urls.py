"""Addresses of the way in: home, join, links."""

from django.urls import path

from moderation.tables.lobby import rehearsal_views, seat_claim_views, views

urlpatterns = [
    path("", views.home, name="home"),
    path("new/", views.create, name="create"),
    path("new/rehearsal/", rehearsal_views.rehearse, name="rehearse"),
    path("j/<code>/", views.join, name="join"),
    path("j/<code>/back/", seat_claim_views.seat_back, name="seat_back"),
    path("j/<code>/qr.svg", views.qr_join, name="qr_join"),
    path("host/<token>/", views.host_link, name="host_link"),
    path("seat/<token>/", views.seat_link, name="seat_link"),
    path("desk/link/<token>/", views.desk_link, name="desk_link"),
    path("desk/again/<int:session_id>/", views.desk_reopen, name="desk_reopen"),
]
