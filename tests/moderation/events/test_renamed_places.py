"""The places of a hall: they stay the same places when organisers rename, strike or reorder them."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Event, GameSession
from moderation.events import guests
from moderation.events.renamed_places import STRUCK, match_places
from moderation.models import Placing, Seating
from tests.moderation.clients import text
from tests.moderation.sporz_table import joining

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("after", "matched"),
    [
        (["1", "2", "Bar"], {0: 0, 1: 1, 2: 2}),
        (["2", "Bar"], {0: None, 1: 0, 2: 1}),
        (["Door", "1", "2", "Bar"], {0: 1, 1: 2, 2: 3}),
        (["1", "Two", "Bar"], {0: 0, 1: 1, 2: 2}),
        (["Bar", "1", "2"], {0: 1, 1: 2, 2: 0}),
        ([], {0: None, 1: None, 2: None}),
    ],
)
def test_a_place_is_found_again(after: list[str], matched: dict[int, int | None]) -> None:
    assert match_places(["1", "2", "Bar"], after) == matched


@pytest.fixture
def evening() -> Event:
    """An evening with an open table at each of two places, and a proposal for the next round."""
    evening = Event.objects.create(name="Escale", spots=["Table 1", "Table 2"])
    part, later = evening.rounds.create(name="First round"), evening.rounds.create(name="Second round")
    opened = Seating.objects.create(round=part, accepted=timezone.now())
    proposed = Seating.objects.create(round=later, games={"1": "spree"})
    for spot, code in enumerate(("BFHJ", "KLMR")):
        session = joining(code, names=["Ann" if spot else "Bob"])
        GameSession.objects.filter(pk=session.pk).update(event=evening, round=part, spot=evening.spots[spot])
        guest = guests.add_guest(evening, None, f"Guest {'ab'[spot]}", {}, arrived=True)
        Placing.objects.create(seating=opened, guest=guest, spot=spot, game="sporz", session=session)
        Placing.objects.create(seating=proposed, guest=guest, spot=spot, game="spree", pinned=True)
    return evening


def edits(host: Client, evening: Event, spots: str) -> None:
    rounds = {f"round{number}-name": part.name for number, part in enumerate(evening.rounds.all())}
    sent = {"name": evening.name, "date": evening.date.isoformat(), "spots": spots, **rounds}
    assert host.post(reverse("event_edit", args=[evening.pk]), sent).status_code == 302


def headings(host: Client, number: int) -> list[str]:
    shown = text(host.get(reverse("round_seats", args=[number])))
    return [name for name in ("Table 1", "Table 2", "Bar") if f"{name} · " in shown]


def test_striking_the_first_place_renames_no_table(host: Client, evening: Event) -> None:
    part, later = evening.rounds.all()
    edits(host, evening, "Table 2")
    assert headings(host, part.pk) == ["Table 1", "Table 2"]
    assert dict(Placing.objects.filter(seating=part.pk).values_list("guest__name", "spot")) == {
        "Guest a": STRUCK,
        "Guest b": 0,
    }
    assert list(Placing.objects.filter(seating=later.pk).values_list("guest__name", "spot", "pinned")) == [
        ("Guest a", None, False),
        ("Guest b", 0, True),
    ]
    assert Seating.objects.get(round=later).games == {"0": "spree"}
    edits(host, evening, "Bar\nCellar")
    assert len(set(Placing.objects.filter(seating=part.pk).values_list("spot", flat=True))) == 2


def test_a_renamed_place_is_renamed_at_its_table(host: Client, evening: Event) -> None:
    edits(host, evening, "Table 1\nBar")
    assert set(evening.games.values_list("spot", flat=True)) == {"Table 1", "Bar"}
    assert headings(host, evening.rounds.all()[0].pk) == ["Table 1", "Bar"]
    assert set(Placing.objects.values_list("spot", flat=True)) == {0, 1}
