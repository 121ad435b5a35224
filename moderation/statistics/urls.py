"""Addresses of statistics."""

from django.urls import path

from moderation.statistics import views

urlpatterns = [
    path("statistics/", views.statistics, name="statistics"),
    path("statistics/count/", views.statistics_index, name="statistics_index"),
    path("statistics/<slug:name>.csv", views.statistics_file, name="statistics_file"),
]
