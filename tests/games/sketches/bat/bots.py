"""The bat: everybody guesses."""

from games.engine.bots import random_answer as answer

__all__ = ["answer"]
