"""Addresses of evenings."""

from django.urls import path

from moderation.events import check_in, deletion, exports, organisers, record_import, sign_up, views, zone
from moderation.events.guest_lists.views import bring_list

urlpatterns = [
    path("organiser/<token>/", organisers.organiser_link, name="organiser_link"),
    path("events/", views.events, name="events"),
    path("events/zone/", zone.venue_zone, name="venue_zone"),
    path("events/calendar.ics", exports.calendar_file, name="calendar_file"),
    path("events/<int:event_id>/results.csv", exports.results_file, name="results_file"),
    path("events/<int:event_id>/guests.csv", exports.guests_file, name="guests_file"),
    path("events/<int:event_id>/", views.event, name="event"),
    path("events/<int:event_id>/edit/", views.event_edit, name="event_edit"),
    path("events/<int:event_id>/state/", views.event_state, name="event_state"),
    path("events/<int:event_id>/delete/", deletion.event_delete, name="event_delete"),
    path("events/<int:event_id>/door/", check_in.door, name="door"),
    path("events/<int:event_id>/list/", check_in.door_list, name="door_list"),
    path("events/<int:event_id>/list/bring/", bring_list, name="guest_list"),
    path("events/<int:event_id>/sweep/", check_in.door_sweep, name="door_sweep"),
    path("events/guest/<int:guest_id>/", check_in.door_guest, name="door_guest"),
    path("e/<key>/seat/", sign_up.my_seat, name="my_seat"),
    path("e/<key>/", sign_up.sign_up, name="sign_up"),
    path("e/<key>/calendar.ics", exports.guest_calendar, name="guest_calendar"),
    path("e/<key>/qr.svg", sign_up.qr_sign_up, name="qr_sign_up"),
    path("events/table/<int:session_id>/", views.move_table, name="move_table"),
    path("events/table/<int:session_id>/place/", views.place_table, name="place_table"),
    path("events/table/<int:session_id>/delete/", deletion.table_delete, name="table_delete"),
    path("events/organisers/", organisers.organiser_invite, name="organiser_invite"),
    path("events/organisers/<int:pass_id>/", organisers.organiser_remove, name="organiser_remove"),
    path("events/organisers/link/<int:link_id>/", organisers.organiser_link_state, name="organiser_link_state"),
    path("import/", record_import.import_record, name="import_record"),
]
