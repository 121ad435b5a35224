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
    sounds=SOUNDS,
)
