"""Queries that run at every tap, compiled to SQL once.

Django compiles a query's SQL every time it runs. For a few joined rows that takes ten times as long as the
database's answer. This module caches Django's own SQL and Django's own conversion from a row to an object.
It knows no model of ours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet
from django.db.models.query import ModelIterable, get_related_populators

Row = TypeVar("Row")


class Prepared(Generic[Row]):
    """A query of which only the values differ between runs.

    Its rows are objects, with `select_related`, or tuples. `build` makes the query from values.
    `sample` is one set of values: strings or numbers that occur nowhere else in the query.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Row]], *sample: str | int) -> None:
        self._build, self._sample = build, sample
        self._written: dict[str, _CompiledQuery] = {}  # by the kind of database

    def all(self, *values: str | int) -> list[Row]:
        """Return the rows for these values."""
        connection = connections[DEFAULT_DB_ALIAS]
        written = self._written.get(connection.vendor)
        if written is None:
            written = self._written[connection.vendor] = _CompiledQuery(self._build(*self._sample), self._sample)
        with connection.cursor() as cursor:
            cursor.execute(written.sql, [values[one] if found else one for found, one in written.places])
            return [written.read(row, connection) for row in cursor.fetchall()]

    def first(self, *values: str | int) -> Row | None:
        """Return the first of the rows, or None."""
        rows = self.all(*values)
        return rows[0] if rows else None


class _CompiledQuery:
    """A query's SQL for one kind of database, the positions of its values, and its row reader."""

    def __init__(self, query: QuerySet[Any, Any], sample: Sequence[str | int]) -> None:
        compiler = query.query.get_compiler(DEFAULT_DB_ALIAS)
        self.sql, params = compiler.as_sql()
        self.places = [(one in sample, sample.index(one) if one in sample else one) for one in params]
        self._converters = list(compiler.get_converters([column[0] for column in compiler.select]).items())
        self._model: Any = query.model if issubclass(query._iterable_class, ModelIterable) else None
        if self._model:
            own = compiler.klass_info["select_fields"]
            self._own = slice(own[0], own[-1] + 1)
            self._names = [column[0].target.attname for column in compiler.select[self._own]]
            related = compiler.klass_info, compiler.select, DEFAULT_DB_ALIAS
            self._related = get_related_populators(*related)  # type: ignore[call-arg]  # signature of another Django version

    def read(self, found: Sequence[Any], connection: Any) -> Any:
        """Return the object or tuple of a row."""
        row = list(found)
        for place, (converters, column) in self._converters:
            for convert in converters:
                row[place] = convert(row[place], column, connection)
        if not self._model:
            return tuple(row)
        one = self._model.from_db(DEFAULT_DB_ALIAS, self._names, row[self._own])
        for related in self._related:
            related.populate(row, one)
        return one
