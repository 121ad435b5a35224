"""Make `dist/veilleur/`: a folder with the program and the Python that runs it, for the system of this machine.

`make bundle`; Windows, which has no make, calls it directly (docs/install.md). Nothing is taken from the checkout but
the wheel made of it, so that both are one program. It was built on Linux alone, never on Windows or macOS.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RECIPE = ROOT / "bundle"


def main(folder: Path) -> int:
    """Make the bundle in this folder, in the place of one that was there; return PyInstaller's exit status."""
    with tempfile.TemporaryDirectory() as made:
        build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", made]
        subprocess.run(build, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        (wheel,) = Path(made).glob("*.whl")
        unpacked = Path(made) / "wheel"
        zipfile.ZipFile(wheel).extractall(unpacked)
        freeze = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR"]
        places = ["--distpath", str(folder), "--workpath", str(Path(made) / "work")]
        environment = {
            **os.environ,
            "LOCK": str(ROOT / "requirements" / "play.txt"),
            "PYTHONPATH": os.pathsep.join(filter(None, [str(unpacked), os.environ.get("PYTHONPATH", "")])),
            "WHEEL": str(unpacked),
        }
        status = subprocess.call([*freeze, *places, str(RECIPE / "veilleur.spec")], cwd=made, env=environment)
    if status == 0 and sys.platform.startswith("linux"):  # what a file manager opens by a double click
        opener = folder / "veilleur" / "Veilleur.desktop"
        shutil.copy(RECIPE / "Veilleur.desktop", opener)
        opener.chmod(0o755)
    return status


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist"))
