"""Export of tables as files for spreadsheets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import StringIO

from defusedcsv import csv
from django.http import HttpResponse
from django.utils.text import slugify
from django.utils.translation import get_language


def build_csv(stem: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> HttpResponse:
    """Return a table as a CSV file, named after `stem`."""
    return build_download(write_csv(head, rows), "text/csv; charset=utf-8", f"{slugify(stem) or 'veilleur'}.csv")


def write_csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """Write a table as CSV: UTF-8 with a byte order mark, and no cell is read as a formula.

    In languages with a decimal comma, spreadsheets expect semicolons between cells.
    """
    text = StringIO()
    writer = csv.writer(text, delimiter=";" if get_language() == "fr" else ",")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue().encode("utf-8-sig")


def build_download(content: bytes, kind: str, name: str) -> HttpResponse:
    """Return content as a download with this name."""
    answer = HttpResponse(content, content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
