"""Words that no player may have as a name: those of the app and games, and sentences.

A ring that reads "Nobody" or "Zoe (mutant)" would state something that the game has not stated. Start reading at
`is_reserved`.
"""

from __future__ import annotations

import re
from functools import cache

from django.conf import settings
from django.utils import translation

from games.engine.kit import Kit
from games.engine.table import NOT_SEATS
from moderation.players.confusables import fold
from moderation.web.kits import playable_kits

APP = """
    nobody, no one, noone, none, everybody, everyone, somebody, anybody, all, moderator, the moderator, game master,
    host, player, computer, screen, desk, table, blank, abstention, abstain, no answer, Veilleur, anonymous,
    personne, aucun, aucune, tous, toutes, tout le monde, quelqu’un, rien, meneur, meneuse, meneur de jeu,
    meneuse de jeu, modérateur, modératrice, maître du jeu, maître de jeu, MJ, hôte, joueur, joueuse,
    ordinateur, robot, écran, pupitre, vote blanc, pas de vote, sans réponse, anonyme, hasard, horloge
"""
# States of a seat in both languages. Most games announce them in their own sentences.
STATES = """
    dead, died, dies, alive, killed, murdered, eliminated, lynched, excluded, out, mutant, mutated, healthy, sick,
    paralysed, infected, guilty, innocent, winner, wins, won, loses, lost, lies, votes, voted, human, werewolf, wolf,
    mort, meurt, décédé, vivant, tué, tuée, assassiné, éliminé, lynché, exclu, muté, sain, malade, paralysé, infecté,
    coupable, gagnant, gagné, gagne, perdu, perd, ment, vote, voté, humain, loup-garou
"""
VERBS = "is, are, was, were, has, est, sont, était, ont"  # of a sentence, between a name and its predicate
ARTICLES = ("the", "le", "la", "les", "l", "un", "une", "a", "an")
FIRST_NAMES = "Rob, Mason, Des, Case"  # first names that are also words of a game
SHORTEST = 3  # letters of the shortest reserved word of a game, because many family names are shorter
PARTS = re.compile(r"[^\w\s'’.\-]+|_+|\s[\-.]+\s")  # separators such as those between "Zoe" and "(mutant)"


def is_reserved(name: str) -> bool:
    """Return whether a name is reserved for the game.

    A reserved name is a word of the game, begins or ends with a separate one, or is a sentence.
    """
    whole = reduce_name(name)
    if whole in list_app_words() - reduce_words(FIRST_NAMES):
        return True
    parts = [part for part in (reduce_name(part) for part in PARTS.split(name)) if part]
    ends = {parts[0], parts[-1]} if PARTS.search(name) and parts else set()
    return bool(ends & list_app_words() - {whole}) or is_sentence(name)


def is_sentence(name: str) -> bool:
    """Return whether a name states something: "Zoe is the chief", "Zoe est morte", "Zoe dies"."""
    said = split_words(name)
    return len(said) > 1 and (said[-1] in reduce_words(STATES) or not reduce_words(VERBS).isdisjoint(said[1:-1]))


def reduce_name(name: str) -> str:
    """Reduce a name for the comparison with words of a game: no article, gender or number."""
    said = split_words(name)
    while len(said) > 1 and said[0] in ARTICLES:
        del said[0]
    return "".join(said)


def split_words(name: str) -> list[str]:
    """Split a name into words, without the endings of French and English: morte, morts, mortes."""
    found = (fold(word) for word in re.split(r"[\W_]+", name) if word)
    return [ending if len(ending := word.rstrip("es")) >= SHORTEST else word for word in found]


@cache
def reduce_words(listed: str) -> frozenset[str]:
    """Return the words of a comma-separated list, as `plain` returns them."""
    return frozenset(reduce_name(word) for word in listed.split(","))


@cache
def list_app_words() -> frozenset[str]:
    """Return the words of the app and its games in all languages, as `plain` returns them.

    These are names, roles, cards and actions.
    """
    found = reduce_words(APP) | reduce_words(STATES) | {reduce_name(one) for one in NOT_SEATS}
    for language, _label in settings.LANGUAGES:
        with translation.override(language):
            found |= {reduce_name(said) for kit in playable_kits().values() for said in list_kit_words(kit)}
    return frozenset(word for word in found if len(word) >= SHORTEST or word in reduce_words(APP))


def list_kit_words(kit: Kit) -> list[str]:
    """List the words of a game in the active language.

    These are its name, cards, values, steps and fields.
    """
    said = kit.words
    found = [said.NAME, *said.COUNTS.values()]
    for card in said.CARDS.values():
        found += [card.label, *card.values.values()]
    for step in said.STEPS.values():
        found += [step.title, *step.fields.values()]
    return [str(one) for one in found]
