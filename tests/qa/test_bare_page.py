"""The page and its execution cannot differ: every command of it is run on an empty Debian, or says why it is not."""

import re

from qa.bare.page import BACKUPS, BARE, LEFT_OUT, PI, UPGRADES, read_commands
from qa.bare.walk import NEWER, Walk
from qa.serving import ROOT


def test_every_command_of_the_page_runs_or_gives_a_reason() -> None:
    page = read_commands()
    run = [command for command in page if not command.left_out]
    assert {command.section for command in run} == {BARE, PI, BACKUPS, UPGRADES}
    assert all(command.line.startswith("sudo ") for command in run), "nothing else is typed on a server"
    for section, beginning, _reason in LEFT_OUT:
        found = [one for one in page if one.section.startswith(section) and one.line.startswith(beginning)]
        assert found, (section, beginning)


def test_every_check_follows_a_command_that_exists() -> None:
    walk = object.__new__(Walk)
    walk.listen()
    named = {f"{command.section}: {command.line}" for command in read_commands() if not command.left_out}
    assert walk.before.keys() | walk.after.keys() <= named


def test_the_page_installs_the_versions_that_there_are() -> None:
    (version,) = re.findall(
        r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE
    )
    wheels = [re.findall(r"veilleur-(\S+)-py3-none-any.whl", command.line) for command in read_commands()]
    assert [found[0] for found in wheels if found] == [version, version, NEWER]
    assert version != NEWER
