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
    ink={
        1: "-",
        3: "'+",
        4: ".,’·",
        7: ":",
        8: ";",
        9: "«»",
        11: "v!",
        12: "cry",
        13: "szç?",
        14: "5iloxîïY",
        15: "eft()",
        16: "V",
        17: "13jéèôAIJS",
        18: "269êLT",
        19: "awëEFUZÀ",
        20: "478gàCNX♦",
        21: "0DGHKOPÉÈÇ",
        22: "nuâBQR",
        23: "k♠",
        24: "ù",
        25: "bdpqû",
        26: "h",
        27: "♣",
        28: "œ",
        29: "MW",
        33: "m♥",
    },
    sounds=SOUNDS,
    letters=1.03,
)
