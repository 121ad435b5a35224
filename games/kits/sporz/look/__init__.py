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
    sounds=SOUNDS,
)
