"""The program's commands for a machine that has only Python: `python3 tools/run.py play`, `test` or `check`.

Uses the standard library alone, because it runs before anything is installed. The Makefile calls it; Windows, which
has no make, calls it directly (docs/install.md).
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
WINDOWS = os.name == "nt"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")
OLDEST = (3, 11)
# Debian's Chromium without its windows shows a page with half the CPU, so it comes first.
BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
WEBKIT = (
    "webkit2gtk-driver",
    "xvfb",
    "x11-apps",
    "netpbm",
)  # Debian's packages, to play and picture a game in WebKit
# Debian's packages by the programs in them, to try what stands in hosting/: the proxies, and the rules of Prometheus
HOSTING_PACKAGES = {"caddy": "caddy", "nginx": "nginx-light", "promtool": "prometheus"}
STARTS = Path("/usr/sbin/policy-rc.d")  # Debian asks it whether a package may start what it serves
PRINT_PACKAGES = (
    "poppler-utils",
    "zbar-tools",
)  # Debian's packages, to picture printed pages and scan what is on them

CHECKS = [
    ("format", ["-m", "ruff", "format", "--check", "."]),
    ("lint", ["-m", "ruff", "check", "."]),
    ("layers", ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]),
    ("names", ["-m", "tools.names"]),
    ("docstrings", ["-m", "tools.docstrings"]),
    ("types", ["-m", "mypy", "games", "moderation"]),
    ("names in tests", ["-m", "mypy", "--explicit-package-bases", "--implicit-reexport", "tests", "qa", "tools"]),
    ("columns", ["-m", "tools.columns"]),
    ("templates", ["-m", "djlint", "--lint", "--quiet", "templates"]),
    ("migrations", ["manage.py", "makemigrations", "--check", "--dry-run", "games", "moderation"]),
    ("translations", ["-m", "tools.catalogues", "check"]),
    ("atoms", ["-m", "tools.atoms", "--check"]),
    ("audit", ["-m", "tools.audit"]),
]


def main() -> int:
    """Do what the command line asks, and return its exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--port", default=os.environ.get("PORT") or "8000", help="for play (default: 8000)")
    parser.add_argument("what", choices=["play", "test", "check", "install"])
    options, rest = parser.parse_known_args()
    if sys.version_info < OLDEST:
        return _stop(f"Veilleur needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    install("play" if options.what == "play" else "test")
    if options.what == "play":
        return play(options.port, rest)
    if options.what == "test":
        return test(rest)
    return check() if options.what == "check" else 0


def play(port: str, rest: list[str]) -> int:
    """Serve until Ctrl-C."""
    command = [str(PYTHON), "manage.py", "serve", "--port", port, *rest]
    if not WINDOWS:
        os.chdir(ROOT)
        os.execv(PYTHON, command)
    try:
        return _run(command)
    except KeyboardInterrupt:
        return 0


def test(rest: list[str]) -> int:
    """Run every test in several processes at once, with a browser at hand; `-n 0` for one process.

    `--full` plays in a second browser as well.
    """
    # The program is started hundreds of times; where Python may keep nothing, each start would compile all of it.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    find_browser()
    if "--full" in rest:
        find_webkit()
        find_ip()
        find_scanner()
        find_hosted()
    return _run([str(PYTHON), "-m", "pytest", "-n", "auto", "--dist", "worksteal", *rest])


def check() -> int:
    """Run every check, all of them even when one fails, and name those that failed."""
    failed = []
    for name, arguments in CHECKS:
        if name == "templates" and not any((ROOT / "templates").rglob("*.html")):
            continue
        print(f"== {name}", flush=True)
        if _run([str(PYTHON), *arguments]) != 0:
            failed.append(name)
    print("check: " + ("failed: " + ", ".join(failed) if failed else "all is well"), flush=True)
    return 1 if failed else 0


def install(what: str) -> None:
    """Make `.venv` hold what the lock file `requirements/<what>.txt` lists; do nothing when it already does."""
    if not _works(PYTHON):
        make_venv()
    lock = ROOT / "requirements" / f"{what}.txt"
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()
    stamp = VENV / f"{what}.installed"
    if stamp.exists() and stamp.read_text() == digest:
        return
    print(f"Installing what {lock.relative_to(ROOT)} lists...", flush=True)
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
    if _run([*pip, "--requirement", str(lock)]) != 0:
        raise SystemExit(_stop("The installation failed: it needs the internet, this first time only."))
    stamp.write_text(digest)


def make_venv() -> None:
    """Create `.venv`, after the package it needs when the system's Python comes without."""
    if importlib.util.find_spec("ensurepip") is None:
        name = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
        install_system_packages([name], f"Python's package for virtual environments ({name})")
    if _run([sys.executable, "-m", "venv", "--clear", str(VENV)]) != 0:
        raise SystemExit(_stop("The virtual environment could not be made."))


def find_chromium() -> str | None:
    """Return the path of Chromium: what CHROMIUM names, else the first of `BROWSERS` that is installed."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


def find_browser() -> None:
    """Make sure Chromium is there for the tests that watch a game; without it they are skipped and say so."""
    wanted = []
    if find_chromium() is None:
        wanted.append("chromium-headless-shell")
    driver = [str(PYTHON), "-m", "playwright", "--version"]
    if subprocess.call(driver, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) != 0:
        wanted.append("libatomic1")  # what drives the browser needs it, and a bare Debian comes without
    if wanted:
        try:
            install_system_packages(wanted, "a browser for the tests (Chromium)")
        except SystemExit:
            print("Without it the tests in a browser are skipped.", flush=True)


def find_webkit() -> None:
    """Make sure WebKit is there, what iPhones show pages with; without it its tests are skipped and say so."""
    if not shutil.which("WebKitWebDriver") or not shutil.which("Xvfb") or not shutil.which("pnmtopng"):
        try:
            install_system_packages([*WEBKIT], "WebKit, for games in a second browser")
        except SystemExit:
            print("Without it the games in WebKit are skipped.", flush=True)


def find_ip() -> None:
    """Make sure the program `ip` is there, for networks of a test's own; without it their tests are skipped."""
    if sys.platform.startswith("linux") and not shutil.which("ip"):
        try:
            install_system_packages(["iproute2"], "networks of a test's own (iproute2)")
        except SystemExit:
            print("Without it the tests of networks are skipped.", flush=True)


def find_scanner() -> None:
    """Make sure printed pages can be pictured and scanned; without it their tests are skipped and say so."""
    if not shutil.which("pdftoppm") or not shutil.which("zbarimg"):
        try:
            install_system_packages([*PRINT_PACKAGES], "a scanner for printed pages (poppler-utils, zbar-tools)")
        except SystemExit:
            print("Without it the tests of printed pages are skipped.", flush=True)


def find_hosted() -> None:
    """Make sure the shipped proxies and alerts can be tried; without their programs those tests are skipped."""
    wanted = [package for program, package in HOSTING_PACKAGES.items() if not shutil.which(program)]
    if wanted:
        try:
            with prevent_starting():
                install_system_packages(wanted, f"what the files in hosting/ are for ({', '.join(wanted)})")
        except SystemExit:
            print("Without them the tests of proxies and alerts are skipped.", flush=True)


@contextmanager
def prevent_starting() -> Iterator[None]:
    """Let no package start a server of its own meanwhile, which would hold a port; as root on Debian alone."""
    ours = not WINDOWS and STARTS.parent.is_dir() and os.geteuid() == 0 and not STARTS.exists()
    if ours:
        STARTS.write_text("#!/bin/sh\nexit 101\n")
        STARTS.chmod(0o755)
    try:
        yield
    finally:
        if ours:
            STARTS.unlink()


def install_system_packages(names: list[str], wanted: str) -> None:
    """Install Debian packages when this is Debian and we are root; otherwise print the command and stop."""
    if WINDOWS or sys.platform == "darwin" or shutil.which("apt-get") is None:
        raise SystemExit(_stop(f"Please install {wanted}, then try again."))
    if os.geteuid() != 0:
        raise SystemExit(_stop(f"Please install {wanted}, then try again:\n  sudo apt-get install {' '.join(names)}"))
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.call(["apt-get", "update", "-qq"], env=quiet)
    if subprocess.call(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *names], env=quiet) != 0:
        raise SystemExit(_stop(f"{' '.join(names)} could not be installed."))


def _works(python: Path) -> bool:
    probe = f"import sys, pip; sys.exit(sys.version_info < {OLDEST})"
    return python.exists() and subprocess.call([str(python), "-c", probe], stderr=subprocess.DEVNULL) == 0


def _run(command: list[str]) -> int:
    return subprocess.call(command, cwd=ROOT)


def _stop(sentence: str) -> int:
    print(sentence, file=sys.stderr, flush=True)
    return 1


if __name__ == "__main__":
    sys.exit(main())
