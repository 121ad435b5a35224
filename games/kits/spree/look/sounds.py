"""Spree!: the sounds. An arcade's chime as the fullest car drives off.

A game on a board has no night.
"""

from games.engine.look import Note, Sounds

SOUNDS = Sounds(
    cues={
        "victory": [
            Note(number * 0.11, pitch, 0.5, "square", 0.2)
            for number, pitch in enumerate((523, 659, 784, 1047, 784, 1047))
        ],
    },
)
