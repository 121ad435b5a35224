"""One night: cards are looked at and change hands in the dark, and nobody is told all of it."""
