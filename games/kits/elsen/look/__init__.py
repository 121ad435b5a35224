"""ELSEN: the look. Signal red on navy, the ranks of a crew.

The drawings are in `files`.
"""

from games.engine.look import Look
from games.kits.elsen.look.sounds import SOUNDS

LOOK = Look(
    minutes=45,
    roles={
        "passenger": "ticket",
        "saboteur": "time-bomb",
        "seer": "third-eye",
        "worker": "hammer-nails",
        "lazy": "sleeping-bag",
        "doctor": "hospital-cross",
        "engineer": "auto-repair",
        "police": "law-star",
    },
    camps={
        "passengers": "rocket",
        "saboteurs": "sparky-bomb",
    },
    deeds={
        "recognise": "surrounded-eye",
        "crew": "rank-3",
        "mission": "rocket",
        "police": "law-star",
        "saboteurs": "time-bomb",
        "seer": "third-eye",
        "exclude": "exit-door",
        "vote": "vote",
    },
    ink={
        1: "·",
        2: ".",
        3: ",’'",
        4: ":-",
        5: ";",
        7: "«»",
        8: "+",
        9: "irîï!",
        10: "lI",
        11: "1",
        12: "tzL()",
        13: "7fjxT",
        14: "cvFJ?",
        15: "sçZ",
        16: "aenouEY",
        17: "yéèàùÉÈ",
        18: "4kêëâôûPX",
        19: "23bdhpqC",
        20: "5AVÇ♦",
        21: "0gGKSUÀ",
        22: "689BDHOR",
        23: "Q♠",
        25: "m",
        26: "N",
        27: "wœ♣",
        33: "♥",
        36: "M",
        37: "W",
    },
    sounds=SOUNDS,
    letters=0.74,
)
