"""Addresses of help, balance and the style guide."""

from django.urls import path

from moderation.help import balance, styleguide, views

urlpatterns = [
    path("light/", styleguide.light, name="set_light"),
    path("help/", views.help_index, name="help_index"),
    path("help/<slug>/", views.help_pages, name="help"),
    path("help/<slug>/easy/", views.help_easy, name="help_easy"),
    path("help/<slug>/<page>/", views.help_page, name="help_page"),
    path("balance/", balance.balance_index, name="balance_index"),
    path("balance/<slug>/", balance.balance, name="balance"),
    path("look/", styleguide.components, name="components"),
    path("credits/", styleguide.credits, name="credits"),
]
