"""A known weakness fails the check; not being able to ask is said, and fails nothing."""

import json
import subprocess
from typing import Any

import pytest

from tools import audit
from tools.run import CHECKS

SOUND = {"name": "django", "version": "5.2", "vulns": []}
WEAK = {"name": "redis", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"]}]}
UNKNOWN = {"name": "segno", "skip_reason": "not found"}


def answers(monkeypatch: pytest.MonkeyPatch, stdout: str, stderr: str = "") -> None:
    def run(*_command: Any, **_options: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess([], 1, stdout, stderr)

    monkeypatch.setattr(subprocess, "run", run)


@pytest.mark.parametrize(
    ("locked", "status", "said"),
    [
        ([SOUND], 0, "1 packages were asked about; 0 have a known weakness."),
        ([SOUND, WEAK], 1, "redis 1.0: PYSEC-1, mended in 1.1"),
        ([UNKNOWN, WEAK], 1, "redis 1.0: PYSEC-1"),
        ([UNKNOWN, SOUND], 0, "NOT ASKED"),
    ],
)
def test_a_known_weakness_fails_and_nothing_else_does(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    locked: list[dict[str, Any]],
    status: int,
    said: str,
) -> None:
    answers(monkeypatch, json.dumps({"dependencies": locked}))
    assert audit.main() == status
    assert said in capsys.readouterr().out


def test_a_list_that_cannot_be_reached_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(monkeypatch, "", "Traceback\nERROR: could not connect")
    assert audit.main() == 0
    assert "NOT ASKED" in (said := capsys.readouterr().out) and "could not connect" in said

    def hangs(*_command: Any, **_options: Any) -> None:
        raise subprocess.TimeoutExpired("pip_audit", audit.PATIENCE)

    monkeypatch.setattr(subprocess, "run", hangs)
    assert audit.main() == 0
    assert "NOT ASKED" in capsys.readouterr().out


def test_it_is_a_part_of_the_check() -> None:
    assert ("audit", ["-m", "tools.audit"]) in CHECKS
    assert (audit.ROOT / audit.LOCK).exists()
