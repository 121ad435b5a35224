"""Scenes at a table (games/contract/scenes.py), and where this checkout keeps its records and transcripts."""

from __future__ import annotations

from pathlib import Path

from games.contract.scenes import EVERYBODY, Scene, by_person, fact, load, transcript

__all__ = ["EVERYBODY", "RECORDS", "TRANSCRIPTS", "Scene", "by_person", "fact", "kept", "load", "transcript"]
RECORDS = Path(__file__).parent.parent / "records"
TRANSCRIPTS = Path(__file__).parent.parent / "transcripts"


def kept(slug: str) -> list[Path]:
    """The records of whole games that are kept for a kit."""
    return sorted((RECORDS / slug).glob("*.json"))
