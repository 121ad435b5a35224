"""Loading of URLs and templates as the server starts, so that no tap waits for them."""

from __future__ import annotations

from django.conf import settings
from django.template.loader import get_template
from django.urls import reverse

SURFACES = ("parts", "play", "surfaces")  # folders with the templates of desks, phones and screens


def load_pages() -> None:
    """Load the URLs, and compile the templates of a table's devices.

    After a restart in the middle of a game, its next tap is then as fast as the others.
    """
    reverse("desk", args=["BFHJ"])
    root = settings.FILES / "templates"
    for folder in SURFACES:
        for file in (root / folder).rglob("*.html"):
            get_template(str(file.relative_to(root)))
