"""A template tag with the attributes of a form that changes its own page."""

from __future__ import annotations

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

POSTS = 'action="{}" method="post" hx-post="{}" hx-target="#view" hx-sync="this:drop"'


@register.simple_tag
def posts(page: str, *where: object) -> SafeString:
    """Return attributes for `<form>`: it posts to this page and shows the answer in `#view`.

    A second tap is dropped while the first is under way. Without scripts, the form posts as usual.
    """
    address = reverse(page, args=where)
    return format_html(POSTS, address, address)
