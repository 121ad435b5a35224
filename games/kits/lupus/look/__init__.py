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
    ink={
        1: ".·",
        2: ",’'-",
        3: ":;",
        6: "!",
        7: "1ir«»+",
        8: "cltîï?()",
        9: "357jsz",
        10: "24evç",
        11: "069afoxyéèI",
        12: "nuêë",
        13: "8qàâôC",
        14: "bdkpùFJLT",
        15: "ghûÇ",
        16: "wEGPSX",
        17: "œOV",
        18: "mÉÈ",
        19: "BDKNQYZ",
        20: "AHRU♦",
        22: "À",
        23: "♠",
        25: "W",
        27: "♣",
        30: "M",
        33: "♥",
    },
    sounds=SOUNDS,
    letters=0.74,
)
