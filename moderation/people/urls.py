"""Addresses of people who agreed to be remembered."""

from django.urls import path

from moderation.people import admin_views, privacy_page, views

urlpatterns = [
    path("data/", privacy_page.rights, name="rights"),
    path("me/", views.me, name="me"),
    path("me/data/", views.me_data, name="me_data"),
    path("me/data.json", views.me_file, name="me_file"),
    path("people/", admin_views.people, name="people"),
    path("people/<int:person_id>/", admin_views.person, name="person"),
    path("people/<int:person_id>/do/", admin_views.person_deed, name="person_deed"),
    path("people/<int:person_id>/data.json", admin_views.person_file, name="person_file"),
]
