"""ELSEN: the sounds. An engine below the floor; the bell of a typewriter."""

from games.engine.look import Note, Sounds

SOUNDS = Sounds(
    wind=140,
    every=4,
    again=[Note(0, 55, 3.8, "triangle", 0.2), Note(2, 58, 1.8, "triangle", 0.1)],
    cues={
        "nightfall": [Note(0, 110, 2.4, "sawtooth", 0.25, 41), Note(0, 900, 1.8, "noise", 0.2, 120)],
        "dawn": [Note(0, 41, 1.8, "sawtooth", 0.25, 110), Note(1.4, 2093, 1.4, "sine", 0.3)],
        "vote": [
            Note(0, 1800, 0.05, "noise", 0.5),
            Note(0.15, 1800, 0.05, "noise", 0.5),
            Note(0.4, 2093, 1.2, loud=0.3),
        ],
        "death": [
            Note(0, 311, 0.5, "square", 0.2),
            Note(0.6, 233, 0.5, "square", 0.2),
            Note(1.2, 156, 1.8, "square", 0.25),
        ],
        "victory": [
            Note(number * 0.2, pitch, 0.9, "square", 0.2) for number, pitch in enumerate((392, 392, 523, 659))
        ],
    },
    marks={"excluded": "death", "day": "dawn", "cards": "vote", "by_lot": "vote"},
)
