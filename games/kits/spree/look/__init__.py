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
    sounds=SOUNDS,
)
