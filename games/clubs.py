"""The default club number that old migrations name.

Earlier versions stored several clubs in one database.
"""


def number() -> int:
    """Return the value of the column `club`, from games.0023 until games.0026 removes it."""
    return 0
