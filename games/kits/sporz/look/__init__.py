"""Sporz: the look. A cold ship, a living spore.

The drawings are in `files`.
"""

from games.engine.look import Look
from games.kits.sporz.look.sounds import SOUNDS

LOOK = Look(
    minutes=60,
    roles={
        "base_mutant": "alien-bug",
        "doctor": "caduceus",
        "computer_scientist": "processor",
        "psychologist": "brain",
        "geneticist": "dna1",
        "spy": "spy",
        "hacker": "laptop",
        "astronaut": "astronaut-helmet",
    },
    camps={
        "astronauts": "ringed-planet",
        "mutants": "alien-egg",
    },
    deeds={
        "chief": "captain-hat-profile",
        "mutants": "alien-bug",
        "doctors": "caduceus",
        "computer_scientist": "processor",
        "psychologist": "brain",
        "geneticist": "microscope",
        "spy": "spy",
        "hacker": "laptop",
        "vote": "vote",
        "tie": "scales",
        "mutate": "virus",
        "heal": "healing",
        "kill": "skull-crossed-bones",
        "paralyse": "sleepy",
    },
    ink={
        2: ".·",
        3: ",’'",
        4: ":-",
        5: ";",
        8: "!",
        9: "irI",
        10: "lîï+",
        11: "1",
        12: "v«»",
        13: "fjtxLA",  # A less than it is: the one name with it is under the lightest emblem
        14: "7zJT?()",
        15: "cnuY",
        16: "os",
        17: "aùFV",
        18: "ehkç",
        19: "24ûZ",
        20: "bdpqwéèàôCPX♦",
        21: "35êëâEKUÀ",
        22: "0yHS",
        23: "mÉÈÇ♠",
        24: "69gDGOR",
        25: "8N",
        26: "Q",
        27: "B♣",
        28: "M",
        29: "œW",
        33: "♥",
    },
    sounds=SOUNDS,
    letters=0.97,
)
