"""Templates that a server compiles before its first tap."""

import pytest
from django.template import engines
from django.template.backends.django import DjangoTemplates

from moderation.play.rendering import fragments
from moderation.server import warm_up


def test_no_tap_waits_for_a_template_to_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    django = engines["django"]
    assert isinstance(django, DjangoTemplates)
    (loader,) = django.engine.template_loaders
    loader.reset()
    warm_up.load_pages()
    names = {"surfaces/desk/parts/seat.html", "surfaces/phone/parts/card.html", "surfaces/screen/playing.html"}
    monkeypatch.setattr(loader, "loaders", [])  # nothing is read from now on
    for name in names:
        assert fragments.get_template(name)
