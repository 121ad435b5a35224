"""Mystery Space Murder 3000: the look. Pulp noir in orbit.

The drawings are in `files`.
"""

from games.engine.look import Look
from games.kits.murder.look.sounds import SOUNDS

LOOK = Look(
    minutes=90,
    board=True,
    deeds={
        "character": "meeple",
        "peek": "spyglass",
        "show": "card-pick",
        "turn": "hourglass",
        "testify": "public-speaker",
        "exchange": "card-exchange",
        "dice": "rolling-dices",
        "room": "doorway",
        "weapon": "ray-gun",
        "motive": "broken-heart",
        "secret": "envelope",
        "prison": "handcuffs",
        "victim": "chalk-outline-murder",
        "hypothesis": "magnifying-glass",
    },
    sounds=SOUNDS,
)
