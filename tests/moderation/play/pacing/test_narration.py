"""What is spoken aloud is constant: no name, no number and nobody's gender is put into a line (SECRECY 9)."""

import re
from random import Random

import pytest
from django.utils import translation

from games.engine import bots
from games.engine.kit import all_kits
from games.engine.options import settle
from games.engine.table import Table
from moderation.play.pacing import narration as script
from moderation.play.projections.announcements import USUAL

GAMES = 4
MOVES = 250
LONGEST = 18  # words that a voice says in one breath
SENTENCE_END = re.compile(r"(?<=[.!?…])\s+")


def spoken(slug: str, seed: int, on_phones: bool) -> dict[tuple[str, str], tuple[str, ...]]:
    """The lines of a random game, by the step before and the step."""
    kit, random = all_kits()[slug], Random(seed)
    fewest, most = kit.roles.SEATS
    seats = [f"Zx{number}q" for number in range(random.randint(fewest, min(most, 14)))]
    options = settle(kit.roles.OPTIONS, {})
    table = Table(kit.rules, seats, options, kit.roles.deal(seats, options, random.choice))
    for _ in range(MOVES):
        if table.outcome:
            break
        table.take(bots.next_move(kit, table, random.choice))
    steps = [step for step in table.steps if not step.of_chance]
    return {
        (before.name if before else "", step.name): script.list_lines(kit.words, steps, step, on_phones)
        for before, step in zip([None, *steps], steps, strict=False)
    }


def written(slug: str, language: str) -> list[str]:
    """Every line that a game's words have for the voice, also those that no random game reaches."""
    with translation.override(language):
        lines = [
            (*step.opens, step.falls, step.rises, step.wake, *step.wakes.values())
            for step in all_kits()[slug].words.STEPS.values()
        ]
        lines += [(step.shows, *step.brings.values(), step.sleep) for step in all_kits()[slug].words.STEPS.values()]
        return [line for said in lines for line in map(str, said) if line]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("on_phones", [False, True])
@pytest.mark.parametrize("slug", sorted(all_kits()))
def test_the_same_moment_is_always_called_in_the_same_words(slug: str, on_phones: bool, language: str) -> None:
    with translation.override(language):
        heard: dict[tuple[str, str], set[tuple[str, ...]]] = {}
        for seed in range(GAMES):
            for moment, lines in spoken(slug, seed, on_phones).items():
                heard.setdefault(moment, set()).add(lines)
    assert heard
    for moment, ways in heard.items():
        assert len(ways) == 1, moment
        said = " ".join(next(iter(ways)))
        assert not any(letter.isdigit() for letter in said), said
        assert "Zx" not in said and "%(" not in said, said


@pytest.mark.parametrize("slug", sorted(all_kits()))
def test_every_call_is_spoken_as_it_opens(slug: str) -> None:
    for seed in range(GAMES):
        for (_before, step), lines in spoken(slug, seed, on_phones=False).items():
            assert lines or not all_kits()[slug].words.STEPS[step].wake


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("slug", sorted(all_kits()))
def test_every_spoken_line_is_short_plain_speech(slug: str, language: str) -> None:
    """No digit, sign or bracket, which each voice reads in its own way, and no sentence of more than 18 words."""
    with translation.override(language):
        lines = {line for on_phones in (False, True) for said in spoken(slug, 1, on_phones).values() for line in said}
    for line in (*lines, *written(slug, language)):
        assert not re.search(r"[0-9·×/+=()«»%&@*]", line), line
        assert all(len(sentence.split()) <= LONGEST for sentence in SENTENCE_END.split(line)), line


@pytest.mark.parametrize("language", ["en", "fr"])
def test_announcements_that_anybody_may_read_out_are_short(language: str) -> None:
    with translation.override(language):
        for line in map(str, USUAL.values()):
            assert all(len(sentence.split()) <= LONGEST for sentence in SENTENCE_END.split(line)), line
