"""Wheels, built as `make wheel` builds them."""

import subprocess
import sys
from pathlib import Path


def build(project: Path, folder: Path) -> Path:
    """The wheel of a project, built into a folder of its own."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=project, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel
