"""Check that no line of a template or of a style sheet has more than 120 columns."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST = 120
SOURCES = ("templates/**/*.html", "templates/**/*.svg", "templates/**/*.txt", "static/css/**/*.css")


def main() -> int:
    """Print each line that is too long, and return 1 if there is one."""
    long = [
        f"{path.relative_to(ROOT)}:{number}: {len(line)} columns"
        for pattern in SOURCES
        for path in sorted(ROOT.glob(pattern))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > MOST
    ]
    for line in long:
        print(line)
    return bool(long)


if __name__ == "__main__":
    sys.exit(main())
