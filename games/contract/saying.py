"""Checks that a kit has words, in the active language, for everything that can happen."""

from __future__ import annotations

import re
from collections.abc import Iterator

from games.contract.broken import name_failure, require
from games.contract.playing import game_of_bots, wild_game
from games.contract.random_moves import list_values
from games.engine.kit import Kit
from games.engine.options import Word
from games.engine.table import Step, Table

EASY_WORDS = 12  # most words of a sentence
SENTENCE_END = re.compile(r"(?<=[.!?…])\s+")
WORD = re.compile(r"\S*\w\S*")


def names_what_can_be_set(kit: Kit) -> None:
    """Check that the game, its options and its cards have their words."""
    words, roles = kit.words, kit.roles
    with name_failure(kit, "words"):
        require(
            all(str(one) for one in (words.NAME, words.PITCH, words.PLAYERS)),
            kit,
            "words",
            "no name, pitch or players",
        )
        require(
            words.OPTIONS.keys() == roles.OPTIONS.keys(), kit, "words", "OPTIONS names other options than roles.py"
        )
        for name, option in roles.OPTIONS.items():
            require(str(words.OPTIONS[name].label), kit, f"option {name}", "has no label")
            if isinstance(option, Word):
                same = words.OPTIONS[name].values.keys() == set(option.words)
                require(same, kit, f"option {name}", "not every word that it takes has a label in `values`")
        counted = words.COUNTS.keys() == roles.suggestion(roles.SEATS[0], kit.usual).keys() and all(
            map(str, words.COUNTS.values())
        )
        require(counted, kit, "words", "COUNTS does not label what `suggestion` counts")
        require(words.CARDS.keys() == roles.CARD.keys(), kit, "words", "CARDS has other keys than CARD")
        for key, said in words.CARDS.items():
            require(str(said.label), kit, f"card {key}", "has no label")
            whole = set(said.values) == set(roles.CARD[key]) and all(map(str, said.values.values()))
            require(whole, kit, f"card {key}", "not every value that CARD has is labelled in `values`")
        pages = [page.slug for page in words.HELP]
        require(pages and len(set(pages)) == len(pages), kit, "help", "there is no page, or one twice")
        require(
            all(str(page.title) and all(map(str, page.paragraphs)) for page in words.HELP),
            kit,
            "help",
            "a page is blank",
        )


def has_easy_words(kit: Kit) -> None:
    """Check the rules in easy words of a kit that has them.

    Sentences are short, and each section has a drawing.
    """
    sections = kit.words.EASY
    slugs = [section.slug for section in sections]
    require(len(set(slugs)) == len(slugs), kit, "easy", "a section is there twice")
    for section in sections:
        require(str(section.title) and section.sentences, kit, f"easy {section.slug}", "is blank")
        drawn = kit.look is None or kit.look.number(*section.drawing)
        require(drawn, kit, f"easy {section.slug}", f"the look has no drawing {section.drawing}")
        for said in map(str, section.sentences):
            for sentence in SENTENCE_END.split(said):
                short = len(WORD.findall(sentence)) <= EASY_WORDS
                require(short, kit, f"easy {section.slug}", f"more than {EASY_WORDS} words: {sentence}")


def names_every_question(kit: Kit, seed: int) -> None:
    """Check that every displayed step, field and value has its words."""
    for table in (game_of_bots(kit, seed), wild_game(kit, seed)):
        for step in table.steps:
            where = f"seed {seed}, step {step.name}"
            with name_failure(kit, where):
                check_question(kit, table, step, where)


def check_question(kit: Kit, table: Table, step: Step, where: str) -> None:
    """Check the words of one step; a step that chance answers needs none of its own."""
    if step.of_chance and step.name not in kit.words.STEPS:
        return
    require(step.name in kit.words.STEPS, kit, where, "STEPS of the words has no such step")
    said = kit.words.STEPS[step.name]
    require(str(said.title), kit, where, "has no title")
    if step.asleep:
        constant = str(said.wake) and "%" not in f"{said.wake}{said.sleep}"
        require(
            constant, kit, where, "a call needs a line to `wake` by, and its spoken lines hold no name and no number"
        )
    for ask in [*step.all_asks().values(), *([step.shape] if step.shape and step.asleep else [])]:
        for field in ask.fields():
            require(field.name in said.fields, kit, where, f"`fields` has no label for {field.name}")
        for name, value in list_values(ask):
            require(name in said.fields, kit, where, f"`fields` has no label for {name}")
            labelled = value in table.seats or str(kit.words.value(name, value))
            require(labelled, kit, where, f"`value` says nothing of {value!r} in {name}")


def names_every_fact(kit: Kit, seed: int) -> None:
    """Check that every fact, card, row and outcome has its words, without unfilled placeholders."""
    for table in (game_of_bots(kit, seed), wild_game(kit, seed)):
        for line in list_said(kit, seed, table):
            bare = "%(" in line or "{" in line or "gettext" in line
            require(not bare, kit, f"seed {seed}", f"a placeholder is left in: {line}")


def list_said(kit: Kit, seed: int, table: Table) -> Iterator[str]:
    """Yield the words of every fact that was told at a table, of its cards, and of its outcome."""
    words = kit.words
    for told in table.told:
        where = f"seed {seed}, move {told.at}, fact {told.fact['fact']}"
        with name_failure(kit, where):
            if told.seat is None:
                line = str(words.to_room(told.fact)) or str(words.phase(told.fact))
                by_lot = told.fact["fact"] == "by_lot"  # for which the server has words where a kit has none
                require(line or by_lot, kit, where, "neither `to_room` nor `phase` says it")
                yield line
            else:
                yield str(words.to_player(told.fact))
                if telling := words.to_moderator(told.fact):
                    require(str(telling.what) and str(telling.gesture), kit, where, "`to_moderator` has no gesture")
    with name_failure(kit, seed, table):
        for seat in table.seats:
            card = words.card(table.private(seat))
            require(str(card.name), kit, f"seed {seed}", f"{seat}'s card has no name")
            yield from (str(card.name), str(card.camp), *map(str, card.lines))
        for seat, mark in words.ring(table.public()).items():
            require(
                seat in table.seats and all(map(str, mark.badges)),
                kit,
                f"seed {seed}",
                f"`ring` marks {seat!r} blankly",
            )
        for gauge in words.board(table.public()):
            require(str(gauge.label) and str(gauge.value), kit, f"seed {seed}", "a gauge of `board` is blank")
        for seat, row in table.truth().items():
            require(str(words.truth(row)), kit, f"seed {seed}", f"`truth` says nothing of {seat}")
        if table.outcome:
            said = str(words.outcome(table.outcome.winners, table.outcome.reason))
            require(said, kit, f"seed {seed}", f"`outcome` says nothing of {table.outcome.reason}")
