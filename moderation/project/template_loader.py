"""A template loader that removes indentation, which every page and message would carry.

Templates break long lines between attributes and tags. White space at the beginning of a line says nothing in HTML.
So it is removed once, when a template is read. Line numbers stay.
"""

import re

from django.template import Origin
from django.template.loaders import filesystem

INDENTATION = re.compile(r"\n +")


class Loader(filesystem.Loader):
    """Load templates from the folders of the settings, without the indentation of their lines."""

    def get_contents(self, origin: Origin) -> str:
        """Return the source of a template without indentation."""
        return INDENTATION.sub("\n", super().get_contents(origin))
