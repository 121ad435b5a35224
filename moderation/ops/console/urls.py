"""Addresses of the page of the machine that serves, and the connection check."""

from django.urls import path

from moderation.ops.console import views

urlpatterns = [
    path("here/", views.start, name="start"),
    path("here/address/", views.address, name="start_address"),
    path("here/wifi/", views.wifi, name="start_wifi"),
    path("here/tablet/", views.tablet, name="start_tablet"),
    path("here/backup/", views.backup, name="start_backup"),
    path("here/stop/", views.stop, name="start_stop"),
    path("here/status/", views.status, name="server_status"),
    path("check/", views.check, name="check"),
    path("check/found/", views.record_check, name="checked"),
]
