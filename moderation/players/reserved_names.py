"""Words that no player may have as a name: those of the app and of the games.

A ring that reads "Nobody" or "The doctor" would state something that the game has not stated. A name with more words
is not judged, because the moderator can rename it.
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

APP_WORDS = """
    nobody, no one, noone, none, everybody, everyone, somebody, anybody, all, moderator, game master, host, player,
    computer, screen, desk, table, blank, abstention, abstain, no answer, Veilleur, anonymous, dead, alive, out,
    personne, aucun, aucune, tous, toutes, tout le monde, quelqu’un, rien, meneur, meneuse, meneur de jeu,
    meneuse de jeu, modérateur, modératrice, maître du jeu, maître de jeu, MJ, hôte, joueur, joueuse,
    ordinateur, robot, écran, pupitre, vote blanc, pas de vote, sans réponse, anonyme, hasard, horloge, mort, vivant
"""
ARTICLES = ("the", "le", "la", "les", "l", "un", "une", "a", "an")
FIRST_NAMES = "Rob, Mason, Des, Case"  # first names that are also words of a game
SHORTEST = 3  # letters of the shortest reserved word of a game, because many family names are shorter


def is_reserved(name: str) -> bool:
    """Return whether a name is a word of the app or of a game."""
    return reduce_name(name) in list_reserved_words()


def reduce_name(name: str) -> str:
    """Reduce a name for the comparison: no article, gender or number (morte, morts, mortes)."""
    words = [fold(word) for word in re.split(r"[\W_]+", name) if word]
    while len(words) > 1 and words[0] in ARTICLES:
        del words[0]
    return "".join(stem if len(stem := word.rstrip("es")) >= SHORTEST else word for word in words)


@cache
def list_reserved_words() -> frozenset[str]:
    """Return the reserved words in all languages, as `reduce_name` returns them."""
    app = {reduce_name(word) for word in (*APP_WORDS.split(","), *NOT_SEATS)}
    found: set[str] = set()
    for language, _label in settings.LANGUAGES:
        with translation.override(language):
            found |= {reduce_name(word) for kit in playable_kits().values() for word in list_kit_words(kit)}
    of_games = {word for word in found if len(word) >= SHORTEST} - {
        reduce_name(name) for name in FIRST_NAMES.split(",")
    }
    return frozenset(app | of_games)


def list_kit_words(kit: Kit) -> list[str]:
    """Return the words of a game in the active language: name, cards, values, steps, fields."""
    found = [kit.words.NAME, *kit.words.COUNTS.values()]
    for card in kit.words.CARDS.values():
        found += [card.label, *card.values.values()]
    for step in kit.words.STEPS.values():
        found += [step.title, *step.fields.values()]
    return [str(one) for one in found]
