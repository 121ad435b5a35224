"""Write the lock files again from pyproject.toml: `make lock`. See docs/decisions/dependencies.md."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMPILE = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--upgrade", "--universal"]
# No registry, no path and no command line in the result: a hash is enough to know a file.
STYLE = ["--python-version", "3.11", "--generate-hashes", "--no-header", "--no-annotate"]
PLAIN = ["--no-emit-index-url", "--no-emit-find-links"]


def main() -> int:
    """Lock what is played on, then what is tested with, which may not change the former."""
    play = [*COMPILE, *STYLE, *PLAIN, "pyproject.toml", "--output-file", "requirements/play.txt"]
    test = [*play[:-1], "requirements/test.txt", "--extra", "dev", "--constraint", "requirements/play.txt"]
    return subprocess.call(play, cwd=ROOT) or subprocess.call(test, cwd=ROOT)


if __name__ == "__main__":
    sys.exit(main())
