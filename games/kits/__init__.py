"""The games, one folder each (`games/engine/kit.py` finds them by walking this folder)."""
