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

GAMES = 4
MOVES = 250


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
    """No digit, sign or bracket, which each voice reads in its own way, and no sentence of more than 25 words."""
    with translation.override(language):
        lines = {line for on_phones in (False, True) for said in spoken(slug, 1, on_phones).values() for line in said}
    for line in lines:
        assert not re.search(r"[0-9·×/+=()«»%&@*]", line), line
        assert all(len(sentence.split()) <= 25 for sentence in re.split(r"(?<=[.!?…])\s", line)), line
