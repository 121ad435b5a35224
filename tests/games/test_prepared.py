"""Prepared questions get from the database what Django's own query gets, each time with other values."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import GameSession, Pacing, Seat
from games.prepared_queries import Prepared

pytestmark = pytest.mark.django_db
objects = Prepared(
    lambda key, game: (
        Pacing.objects.select_related("session").defer("session__deal").filter(pk=key, session__game=game)
    ),
    -1,
    "a game",
)
tuples = Prepared(lambda key: Seat.objects.filter(session=key).order_by("place").values_list("name", "bot"), -1)


def tables() -> list[GameSession]:
    made = []
    for number, game in enumerate(("sporz", "lupus")):
        made.append(GameSession.objects.create(code=f"AB{number}", game=game, options={"rounds": number}))
        Seat.objects.create(session=made[-1], name="Zoé", folded="zoe", place=2, bot=True)
        Seat.objects.create(session=made[-1], name=f"P{number}", folded=f"p{number}", place=1)
    return made


def test_prepared_objects_and_their_relations_equal_those_of_the_query() -> None:
    for session in tables():
        pacing = objects.first(session.pk, session.game)
        assert pacing is not None
        assert pacing == Pacing.objects.get(pk=session.pk)
        for field in (*Pacing._meta.concrete_fields, *GameSession._meta.concrete_fields):
            mine, known = (pacing, session.pacing) if field.model is Pacing else (pacing.session, session)
            known.refresh_from_db()
            assert getattr(mine, field.attname) == getattr(known, field.attname), field
    assert objects.first(session.pk, "sporz") is None


def test_deferred_columns_are_read_on_demand() -> None:
    session = tables()[0]
    pacing = objects.first(session.pk, "sporz")
    assert pacing is not None
    with CaptureQueriesContext(connection) as asked:
        assert pacing.session.game == "sporz"
        assert not asked
        assert pacing.session.deal == session.deal
        assert len(asked) == 1


def test_tuples_are_those_of_the_query_for_every_value() -> None:
    first, second = tables()
    assert tuples.all(first.pk) == [("P0", False), ("Zoé", True)]
    assert tuples.all(second.pk) == [("P1", False), ("Zoé", True)]
    assert tuples.all(second.pk + 1) == []
