"""All that a kit promises, as a list: for the pytest plugin (plugin.py) and other callers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from games.contract import offers, playing, saying, setting_up, stored_games, translated
from games.contract.secrecy import keeps_its_secrets
from games.contract.translated import Speak
from games.engine.kit import Kit

LANGUAGES = ("en", "fr")
OF_A_SEED: Sequence[Callable[[Kit, int], Any]] = (
    playing.ends_and_replays,
    playing.replays_wild_games,
    playing.refuses_without_a_trace,
    playing.keeps_what_was_told,
    playing.goes_back,
    playing.closes_by_the_clock,
    playing.answers_by_lot,
    playing.asks_chance_alone,
    playing.shows_a_call_to_all_alike,
)
OF_A_LANGUAGE: Sequence[Callable[[Kit, int], Any]] = (saying.names_every_question, saying.names_every_fact)
DEALS = 40  # that are dealt and judged
PAIRS = 15  # of worlds, for each seed of games


@dataclass(frozen=True)
class Promise:
    """A promise of a kit: `keep()` raises `Broken` with a sentence where the kit breaks it."""

    name: str
    keep: Callable[[], Any]


def build_promises(kit: Kit, *, seeds: int, records: Path, transcripts: Path, speak: Speak) -> Iterator[Promise]:
    """Yield every promise of this kit, tried with this many games of each kind."""
    whole: Sequence[Callable[[Kit], Any]] = (
        offers.is_whole,
        offers.knows_no_outside,
        offers.walks_over_no_set,
        setting_up.judges_any_option,
        setting_up.begins_with_counts,
    )
    for one in whole:
        yield _name_promise(one, kit)
    for judged in (setting_up.deals_lawfully, setting_up.judges_any_deal):
        yield Promise(judged.__name__, partial(_check_each, judged, kit, DEALS))
    for check in OF_A_SEED:
        for seed in range(seeds):
            yield _name_promise(check, kit, seed)
    yield _name_promise(playing.covers_change_nothing, kit, 1)
    yield _name_promise(playing.judges_any_record, kit, range(seeds))
    yield Promise(
        "keeps_its_secrets",
        lambda: keeps_its_secrets(kit, range(PAIRS * seeds), stored_games.replay_games(kit, records)),
    )
    for language in LANGUAGES:
        yield Promise(
            f"names_what_can_be_set {language}",
            partial(_check_in_language, speak, language, saying.names_what_can_be_set, kit),
        )
        yield Promise(
            f"has_easy_words {language}",
            partial(_check_in_language, speak, language, saying.has_easy_words, kit),
        )
        for check in OF_A_LANGUAGE:
            for seed in range(seeds):
                yield Promise(
                    f"{check.__name__} {seed} {language}",
                    partial(_check_in_language, speak, language, check, kit, seed),
                )
    yield Promise("speaks_both", partial(translated.speaks_both, kit, speak, ("en", "fr")))
    yield _name_promise(translated.has_its_own_words, kit, "fr")
    yield Promise("keeps_records", partial(stored_games.keeps_records, kit, records, transcripts))
    yield Promise("replays_its_records", partial(stored_games.replays_its_records, kit, records))


def _name_promise(check: Callable[..., Any], kit: Kit, *given: Any) -> Promise:
    said = [str(one) for one in given if isinstance(one, int | str)]
    return Promise(" ".join([check.__name__, *said]), partial(check, kit, *given))


def _check_each(check: Callable[[Kit, int], Any], kit: Kit, count: int) -> None:
    for seed in range(count):
        check(kit, seed)


def _check_in_language(speak: Speak, language: str, check: Callable[..., Any], *given: Any) -> None:
    with speak(language):
        check(*given)
