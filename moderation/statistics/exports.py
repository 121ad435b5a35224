"""A table as a file for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import StringIO

from defusedcsv import csv
from django.http import HttpResponse
from django.utils.text import slugify
from django.utils.translation import get_language


def sheet(stem: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> HttpResponse:
    """A table for a spreadsheet, named after `stem`: UTF-8 with its mark, and no cell that is read as a formula.

    Where a comma parts whole numbers from the rest, spreadsheets expect semicolons between cells.
    """
    text = StringIO()
    writer = csv.writer(text, delimiter=";" if get_language() == "fr" else ",")
    writer.writerow(head)
    writer.writerows(rows)
    return file(text.getvalue().encode("utf-8-sig"), "text/csv; charset=utf-8", f"{slugify(stem) or 'veilleur'}.csv")


def file(content: bytes, kind: str, name: str) -> HttpResponse:
    """Something to keep under a name."""
    answer = HttpResponse(content, content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
