"""Lupus in Tabula: the look. A village cut in wood, under a blood moon.

The drawings are in `files`.
"""

from games.engine.look import Look
from games.kits.lupus.look.sounds import SOUNDS

LOOK = Look(
    minutes=45,
    roles={
        "villager": "farmer",
        "werewolf": "wolf-howl",
        "seer": "crystal-ball",
        "medium": "candles",
        "possessed": "devil-mask",
        "bodyguard": "bordered-shield",
        "owl": "owl",
        "mason": "freemasonry",
        "werehamster": "squirrel",
        "mythomaniac": "drama-masks",
    },
    camps={
        "humans": "village",
        "werewolves": "fangs",
        "werehamster": "squirrel",
    },
    deeds={
        "medium": "candles",
        "seer": "crystal-ball",
        "bodyguard": "bordered-shield",
        "owl": "owl",
        "werewolves": "wolf-howl",
        "masons": "freemasonry",
        "mythomaniac": "drama-masks",
        "debate": "conversation",
        "nominate": "pointing",
        "defence": "public-speaker",
        "lynch": "gavel",
        "draw": "scales",
    },
    sounds=SOUNDS,
)
