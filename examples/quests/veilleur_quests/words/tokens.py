"""Quests: a seat's secrets as badges on the desk's ring: none, the line of `truth` tells them."""

from games.engine.words import no_tokens as tokens

__all__ = ["tokens"]
