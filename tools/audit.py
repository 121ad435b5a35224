"""Ask whether a locked version has a known weakness: `make audit`, and a part of `make check`.

A weakness that is found fails. Not being able to ask, on a train or behind a wall, is said and fails nothing.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCK = "requirements/play.txt"  # what is served; the tools of tests serve nobody
PATIENCE = 30  # seconds for all of it
ASK = [sys.executable, "-m", "pip_audit", "--require-hashes", "--disable-pip", "--requirement", LOCK]
ASK += ["--format", "json", "--progress-spinner", "off", "--timeout", "3"]


def main() -> int:
    """Ask, tell, and return 1 if a weakness is known."""
    try:
        told = subprocess.run(ASK, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)
        locked: list[dict[str, Any]] = json.loads(told.stdout)["dependencies"]
    except subprocess.TimeoutExpired:
        return _report_not_asked("no answer in time")
    except ValueError:  # it says what went wrong in the place of a list
        return _report_not_asked(told.stderr.strip().rpartition("\n")[2])
    unknown = [one["name"] for one in locked if "skip_reason" in one]
    weak = [one for one in locked if one.get("vulns")]
    for one in weak:
        for found in one["vulns"]:
            mended = ", ".join(found["fix_versions"]) or "nowhere yet"
            print(f"{one['name']} {one['version']}: {found['id']}, mended in {mended}")
    if unknown and not weak:
        return _report_not_asked(f"nothing is known of {len(unknown)} of {len(locked)} packages")
    print(f"{len(locked) - len(unknown)} packages were asked about; {len(weak)} have a known weakness.")
    return 1 if weak else 0


def _report_not_asked(why: str) -> int:
    print(f"NOT ASKED: the list of known weaknesses cannot be reached here ({why}). Run `make audit` elsewhere.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
