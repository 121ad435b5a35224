"""Spree!: the look. A neon mall at dusk.

The drawings are in `files`.
"""

from games.engine.look import Look
from games.kits.spree.look.sounds import SOUNDS

LOOK = Look(
    minutes=60,
    board=True,
    deeds={
        "turn": "shopping-cart",
        "react": "crossed-pistols",
        "dice": "rolling-dices",
        "shuffle": "card-random",
        "loot": "shopping-bag",
        "car": "jeep",
        "ace": "card-ace-spades",
        "joker": "card-joker",
        "fountain": "fountain",
    },
    ink={
        1: ".·",
        2: ":-",
        3: ",’'",
        4: ";",
        5: "!",
        6: "iI",
        7: "1lrï",
        8: "jtîJ+",
        9: "7cvLT?",
        10: "fsxyY",
        11: "nuzF()",
        12: "2oCSV«»",
        13: "35ehkçùEP",
        14: "4aûUXZ",
        15: "069pqéèàôAHKÉÈ",
        16: "8bdgwëBDGORÇ",
        17: "mêâÀ",
        18: "N",
        19: "Q",
        20: "♦",
        23: "œMW♠",
        27: "♣",
        33: "♥",
    },
    sounds=SOUNDS,
    letters=0.9,
)
