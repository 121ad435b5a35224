"""Lupus in Tabula: the sounds. Wind over the roofs, an owl far off; a bell."""

from games.engine.look import Note, Sounds


def bell(at: float, pitch: float, loud: float = 0.45) -> list[Note]:
    """Build the notes of a bell: its pitch, and two above that are not in tune with it."""
    above = [Note(at, pitch * 2.4, 1.6, loud=loud / 3), Note(at, pitch * 3.9, 0.8, loud=loud / 5)]
    return [Note(at, pitch, 3.0, loud=loud), *above]


SOUNDS = Sounds(
    wind=480,
    every=17,
    again=[Note(0, 390, 0.35, loud=0.1, to=350), Note(0.6, 380, 0.8, loud=0.1, to=330)],
    cues={
        "nightfall": [*bell(0, 196), *bell(1.5, 165)],
        "dawn": [*bell(0, 330, 0.3), *bell(0.5, 392, 0.3), *bell(1.0, 494, 0.3)],
        "vote": [Note(0, 300, 0.12, "noise", 0.6), Note(0.35, 300, 0.12, "noise", 0.6)],
        "death": [*bell(0, 98, 0.6), Note(0, 46, 2.5, "triangle", 0.5)],
        "victory": [*bell(0, 262), *bell(0.4, 330), *bell(0.8, 392), *bell(1.2, 523)],
    },
    marks={"death": "death", "day": "dawn", "nominees": "vote"},
)
