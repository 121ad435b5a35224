"""Sporz: the sounds. A hull that creaks, a heart monitor; chords of glass."""

from games.engine.look import Note, Sounds

SOUNDS = Sounds(
    wind=220,
    every=6,
    again=[Note(0, 880, 0.12, loud=0.12), Note(0.9, 880, 0.12, loud=0.08), Note(3.2, 70, 1.4, "sawtooth", 0.05, 52)],
    cues={
        "nightfall": [Note(0, 220, 2.5, "triangle", 0.5, 55), Note(0.2, 330, 2.2, "sine", 0.3, 82)],
        "dawn": [
            Note(0, 262, 2.0, "triangle", 0.4),
            Note(0.4, 392, 2.0, "triangle", 0.4),
            Note(0.8, 523, 2.4, "sine"),
        ],
        "vote": [Note(0, 523, 0.25, "square", 0.15), Note(0.3, 523, 0.25, "square", 0.15)],
        "death": [Note(0, 880, 2.6, "sine", 0.35), Note(0, 60, 2.8, "sawtooth", 0.3, 38)],
        "victory": [
            Note(number * 0.22, pitch, 1.6, "triangle", 0.4) for number, pitch in enumerate((262, 330, 392, 523))
        ],
    },
    marks={"death": "death", "day": "dawn", "verdict": "vote", "tie": "vote", "chief": "vote"},
)
