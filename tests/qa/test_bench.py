"""The bench itself, in small: that it still measures what it says."""

import asyncio
import json
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from games.engine import record
from qa.bench import capacity, crowd, evenings, frames, instance, proxied, siege
from qa.bench.checkouts import Checkout, NoSeason
from qa.bench.crowd import measure
from qa.bench.figures import Figure, medians, ratio
from qa.bench.halls import Size
from qa.bench.lean import Listener
from qa.bench.sampling import Sampler
from qa.bench.undos import record_of_undos
from qa.serving import ROOT
from tests.services import postgres_programs


@pytest.mark.full
def test_two_small_tables_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowd, "TAPS", 2)
    monkeypatch.setattr(crowd, "RETURN_SECONDS", 0.1)
    monkeypatch.setattr(crowd, "SECONDS", 0.3)
    figures = measure(Checkout(), Size.read("2x4"))
    assert len({figure.what for figure in figures}) == len(figures) == 15
    assert all(figure.value > 0 for figure in figures if not figure.what.startswith("memory"))


@pytest.mark.full
def test_a_small_hall_of_an_evening_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evenings, "AT_REST", 0.2)
    monkeypatch.setattr(crowd, "SECONDS", 0.3)
    figures = evenings.measure(Checkout(), Size.read("2x4"))
    assert len({figure.what for figure in figures}) == len(figures) == 6


@pytest.mark.full
def test_a_siege_of_the_admin_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(siege, "PAGES", 2)
    monkeypatch.setattr(siege, "CONNECTIONS", 3)
    assert all(figure.value > 0 for figure in siege.measure_siege(Checkout()))


@pytest.mark.full
def test_the_frames_of_a_screen_are_counted(monkeypatch: pytest.MonkeyPatch, browser: Browser) -> None:
    monkeypatch.setattr(frames, "SECONDS", 0.2)
    assert len(list(frames.figures())) == 6


def test_a_ballot_is_counted_by_its_statements() -> None:
    assert Checkout().statements().value > 2  # BEGIN, COMMIT, and something between them


def test_an_older_checkout_without_seasons_is_not_a_failure(tmp_path: Path) -> None:
    """The halls beside it are measured all the same."""
    (tmp_path / "moderation").mkdir()
    (tmp_path / "moderation" / "settings.py").write_text(
        "SECRET_KEY = 'x'\nDATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': ':memory:'}}\n"
    )
    with pytest.raises(NoSeason):
        list(Checkout(tmp_path).lists({}))


def test_a_hall_says_how_large_it_is() -> None:
    assert [str(Size.read(written)) for written in ("300", "30x16", "300+", "30x16+", "300x16+4")] == [
        "300 phones",
        "30 tables of 16",
        "300 phones, two processes, PostgreSQL and Redis",
        "30 tables of 16, two processes, PostgreSQL and Redis",
        "300 tables of 16, 4 processes, PostgreSQL and Redis",
    ]


def test_what_is_no_size_is_refused() -> None:
    for written in ("", "x16", "0", "30x", "30x16x2", "16++", "many", "300+1"):
        with pytest.raises(ValueError, match="no size of a hall"):
            Size.read(written)


def test_of_several_rounds_the_median_counts() -> None:
    rounds = [[Figure("a tap", value, "ms"), Figure("a vote", value * 2, "ms")] for value in (9, 1, 2)]
    assert medians(rounds) == [Figure("a tap", 2, "ms"), Figure("a vote", 4, "ms")]


def test_rows_that_are_not_the_same_are_not_mixed() -> None:
    with pytest.raises(AssertionError):
        medians([[Figure("a tap", 1)], [Figure("a vote", 1)]])


def test_the_ratio_says_what_was_given_up() -> None:
    assert ratio(Figure("", 4), Figure("", 1)) == "0.25"
    assert ratio(Figure("", 120, more=True), Figure("", 3)) == "< 0.03"
    assert ratio(Figure("", 0), Figure("", 3)) == "-"
    assert str(Figure("", 120, "s", more=True)) == "> 120.00 s"


def test_most_of_a_record_of_undos_is_taken_back() -> None:
    document = record_of_undos(20_000)
    assert 20_000 <= len(json.dumps(document)) < 21_000
    replay = record.replay(record.read(document))
    assert not replay.refused
    undos = sum("undo" in move for move in document["moves"])
    assert len(replay.table.undoable()) == len(document["moves"]) - 2 * undos > 50 < undos


# What a phone holds


def heard(*messages: str | dict[str, object]) -> Listener:
    """A phone that was sent these: contents, or ticks."""

    async def hear() -> Listener:
        listener = Listener()
        for number, message in enumerate(messages):
            said = {"content": message, "pulse": number, "now": 1} if isinstance(message, str) else message
            listener._take(1, json.dumps(said).encode().ljust(300))
        return listener

    return asyncio.run(hear())


CAST = re.compile(r"(\d+) of 3")


def cast(listener: Listener) -> str | None:
    """How many have voted, as this phone shows it."""
    found = listener.find(CAST)
    return found and found[1]


def test_a_tick_takes_nothing_away() -> None:
    listener = heard('<p id="votes">2 of 3</p>', {"tick": True, "now": 5})
    assert (listener.pulse, cast(listener), listener.received) == (0, "2", 300)


def test_a_fragment_takes_the_place_of_what_was_there() -> None:
    region, people = '<p id="votes">1 of 3</p>', '<hx-partial id="people">Ann</hx-partial>'
    listener = heard(region, f'<hx-partial id="votes">2 of 3</hx-partial>{people}', people)
    assert (listener.pulse, cast(listener)) == (2, "2")
    assert listener.fragments == {"votes": "2 of 3", "people": "Ann"}


def test_a_region_takes_the_place_of_every_fragment() -> None:
    listener = heard("<p>1 of 3</p>", '<hx-partial id="votes">3 of 3</hx-partial>', "<p>0 of 3</p>")
    assert (listener.fragments, cast(listener)) == ({}, "0")


def test_a_message_without_content_changes_the_number_alone() -> None:
    listener = heard("<p>1 of 3</p>", "")
    assert (listener.pulse, cast(listener)) == (1, "1")


def test_a_profile_names_the_functions_of_the_app() -> None:
    sampler = Sampler()
    sampler._count(__import__("sys")._getframe(), 2_000_000)
    report = sampler.report()
    assert "test_a_profile_names_the_functions_of_the_app (tests/qa/test_bench.py)" in report
    assert "2 ms" not in sampler.report()  # each report begins anew


# What it takes to serve so many phones


def test_the_table_of_the_page_is_what_the_model_says() -> None:
    *points, _other = capacity.read_points()
    english, french = ((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("hosting.md", "hosting.fr.md"))
    table = list(capacity.rows(capacity.Model.fit(points)))
    assert len(table) == len(capacity.SIZES)
    assert all(row in english and row.replace(".", ",") in french for row in table)


def test_the_model_predicts_a_hall_of_another_size() -> None:
    """Within what figures of one run wander, on a machine that does other work."""
    *points, other = capacity.read_points()
    assert other.size not in {point.size for point in points}
    assert other.phones > max(point.phones for point in points)
    assert 0.67 < capacity.compare(capacity.Model.fit(points), other) < 1.5


@pytest.mark.full
def test_a_hall_behind_the_proxy_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("nginx") is None or postgres_programs() is None:
        pytest.skip("nginx or PostgreSQL is missing")
    monkeypatch.setattr(proxied, "AT_REST", 0.5)
    monkeypatch.setattr(proxied, "SECONDS", 0.5)
    spent = proxied.measure_servers(Checkout(), Size.read("2x4+2"))
    assert spent.phones == 10 and spent.connections > 1 and spent.sent > 100
    assert all(figure.value for figure in spent.figures() if figure.unit == "x" or "sent" in figure.what)


@pytest.mark.slow
@pytest.mark.full
def test_what_one_instance_takes_is_measured() -> None:
    rest, played = instance.figures(seats=6, at_rest=0.0)
    assert 10 < rest.value <= played.value and rest.unit == played.unit == "MB"
