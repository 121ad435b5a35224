"""The attributes of a form that changes what its own page shows."""

from __future__ import annotations

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

POSTS = 'action="{}" method="post" hx-post="{}" hx-target="#view" hx-sync="this:drop"'


@register.simple_tag
def posts(page: str, *where: object) -> SafeString:
    """Attributes for `<form>`: it posts to the page of this name and shows the answer in `#view`.

    A second tap is dropped while the first is on its way; without scripts the form posts as any other does.
    """
    address = reverse(page, args=where)
    return format_html(POSTS, address, address)
