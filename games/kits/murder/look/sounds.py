"""Mystery Space Murder 3000: the sounds. Brushes on a snare, a muted chord.

A game on a board has no night.
"""

from games.engine.look import Note, Sounds

SOUNDS = Sounds(
    cues={
        "vote": [
            Note(0, 4000, 0.35, "noise", 0.3, 900),
            Note(0.35, 147, 1.2, "triangle", 0.35),
            Note(0.35, 175, 1.2, loud=0.3),
        ],
        "death": [Note(0, 147, 2.2, "sawtooth", 0.2, 110), Note(0, 208, 2.2, "sine", 0.3, 196)],
        "victory": [
            Note(number * 0.25, pitch, 1.4, "triangle", 0.35) for number, pitch in enumerate((175, 220, 262, 330))
        ],
    },
    marks={"prison": "death", "lost": "death", "hypothesis": "vote", "declaration": "vote"},
)
