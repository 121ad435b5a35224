"""A template tag with the attributes of a form that changes its own page."""

from __future__ import annotations

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

POSTS = 'action="{}" method="post" hx-post="{}" hx-target="#view" hx-sync="this:{}"'


@register.simple_tag
def posts(page: str, *where: object, meanwhile: str = "drop") -> SafeString:
    """Return attributes for `<form>`: it posts to this page and shows the answer in `#view`.

    `meanwhile` says what becomes of a submission while the one before is under way: a second tap is dropped, and
    "queue all" sends each in its turn. Without scripts, the form posts as usual.
    """
    address = reverse(page, args=where)
    return format_html(POSTS, address, address, meanwhile)
