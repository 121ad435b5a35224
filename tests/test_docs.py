"""The promises of the documents: whatever they name exists, and what they tell in two languages is told in both."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePath
from random import Random

import pytest
from babel.messages.pofile import read_po
from django.core.management import get_commands, load_command_class
from django.utils import translation

import games.kits
from games.engine.bots import play_out
from games.engine.kit import Kit, all_kits
from games.engine.options import settle
from games.engine.record import parse, read, replay, report
from games.engine.table import Table
from games.startkit import start
from qa.serving import ROOT
from tests.own_games import OWN
from tools.catalogues import INSTEAD, PLAINER, find_words

DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").rglob("*.md"))]
KITS = sorted((ROOT / "games" / "kits").glob("*/README.md"))
ALL = [*DOCUMENTS, *KITS]
SOURCES = ("games", "moderation", "templates", "static", "tests", "qa", "tools", "requirements")
TWO_LANGUAGES = [
    *("README.md", "CHANGELOG.md", "SECURITY.md"),
    *("docs/balance.md", "docs/hosting.md", "docs/install.md", "docs/moderator.md", "docs/organisers.md"),
]
FOR_DEVELOPERS = [
    *("README.md", "SECURITY.md", "CONTRIBUTING.md"),
    *(
        f"docs/{name}.md"
        for name in ("add-a-game", "architecture", "glossary", "record", "secrecy", "security-review")
    ),
    *(path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs" / "decisions").glob("*.md"))),
]
LONGEST_SENTENCE = 20  # words, between marks; one part of code is one word
EXAMPLE = ROOT / "docs" / "add-a-game.md"

FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)#]+)")
FILE_OF_EXAMPLE = re.compile(r"^`([^`\n]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PATH = re.compile(r"^[\w.*<>-]*(?:/[\w.*<>-]*)+$|^[\w-]+\.(?:py|md|html|toml|json|txt|po|js|css)$")
BLOCK = re.compile(r"\n(?=\s*(?:- |\d+\. |#|\n))|\|")  # what begins a paragraph, a point, a title or a cell
SENTENCE = re.compile(r"(?<=[.:;!?])\W*\s")
METAPHOR = re.compile(r"\b(?:house|heart|wires?|gate|air)\b", re.IGNORECASE)  # for a part of the program
NAME = re.compile(r"^[A-Za-z_]\w*(?:\.\w+)*$")


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def prose(document: Path) -> str:
    """A document without the files that it quotes whole."""
    return FENCED.sub("", document.read_text(encoding="utf-8"))


def quoted_files() -> dict[str, str]:
    """The files of the game that docs/add-a-game.md makes, by path."""
    return dict(FILE_OF_EXAMPLE.findall(EXAMPLE.read_text(encoding="utf-8")))


def source() -> str:
    """Everything that a name in a document may come from."""
    kept = {".py", ".html", ".js", ".css", ".txt", ".json", ".po"}
    files = [path for folder in SOURCES for path in (ROOT / folder).rglob("*") if path.suffix in kept]
    files += [ROOT / "Makefile", ROOT / "pyproject.toml", ROOT / "manage.py"]
    return "\n".join(path.read_text(encoding="utf-8") for path in files) + "\n".join(quoted_files().values())


SOURCE = source()
WORDS = set(re.findall(r"\w+", SOURCE))


# What is named exists


def test_every_make_target_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for document in ALL:
        named_targets = re.findall(r"(?:^    |`)(?:\w+=\S+ )*make ([a-z]+)", prose(document), re.MULTILINE)
        assert set(named_targets) <= targets, document


def test_every_command_and_its_options_exist() -> None:
    runner = (ROOT / "tools" / "run.py").read_text(encoding="utf-8")
    for document in ALL:
        for command, rest in re.findall(r"manage\.py (\w+)([^`\n]*)", prose(document)):
            assert command in get_commands(), (document, command)
            for option in re.findall(r"--[a-z-]+", rest):
                assert option in options_of(command), (document, command, option)
        for what in re.findall(r"tools[\\/]run\.py (\w+)", prose(document)):
            assert f'"{what}"' in runner, (document, what)
        for module in re.findall(r"python -m ([\w.]+)", prose(document)):
            assert (ROOT / f"{module.replace('.', '/')}.py").exists(), (document, module)


def options_of(command: str) -> set[str]:
    """The options that a command of this site takes."""
    parser = load_command_class(get_commands()[command], command).create_parser("manage.py", command)
    return {option for action in parser._actions for option in action.option_strings}


def test_every_option_named_alone_is_one_of_ours() -> None:
    ours = (
        options_of("serve") | options_of("play") | options_of("balance") | set(re.findall(r'"(--[a-z-]+)"', SOURCE))
    )
    for document in ALL:
        assert {span for span in SPAN.findall(prose(document)) if re.fullmatch(r"--[a-z-]+", span)} <= ours, document


def test_every_path_exists() -> None:
    for document in ALL:
        for span in SPAN.findall(prose(document)):
            if PATH.match(span) and not span.startswith(("/", "http")) and span not in quoted_files():
                assert exists(span, document), (document, span)


def exists(span: str, document: Path) -> bool:
    pattern = re.sub(r"<\w+>", "*", span).rstrip("/")
    made = {Path(path).parent.as_posix() for path in quoted_files()} | {"var", "docs/pictures", "tests/transcripts"}
    if pattern in made or any(pattern.startswith(f"{folder}/") for folder in made):
        return True
    if "/" in pattern:
        return any(ROOT.glob(pattern)) or any(document.parent.glob(pattern))
    return any(PurePath(path).match(pattern) for path in everything())


@cache
def everything() -> list[str]:
    """Every file and folder of the checkout but for what was installed, which is a hundred times as much."""
    found: list[str] = []
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [one for one in folders if one not in (".venv", ".git")]
        found += [os.path.join(folder, one) for one in (*folders, *files)]
    return found


def test_every_link_leads_somewhere() -> None:
    for document in ALL:
        for target in LINK.findall(prose(document)):
            if "pictures/" in target and not (ROOT / "docs" / "pictures").exists():
                continue  # taken by the games that are watched in a browser
            assert target.startswith("http") or (document.parent / target).exists(), (document, target)


def test_every_name_in_code_is_said_in_the_code() -> None:
    for document in ALL:
        for span in SPAN.findall(prose(document)):
            if NAME.match(span) and not PATH.match(span) and span not in get_commands():
                for part in span.split("."):
                    assert part in WORDS, (document, span)


def test_where_to_start_reading_is_a_name_of_that_module() -> None:
    for path in (path for folder in ("games", "moderation", "qa") for path in (ROOT / folder).rglob("*.py")):
        code = path.read_text(encoding="utf-8")
        for name in re.findall(r"[Ss]tart\s+reading\s+at\s+`([\w.]+)`", code):
            *_classes, last = name.split(".")
            assert re.search(rf"^\s*(?:(?:async )?def|class) {last}\b", code, re.MULTILINE), f"{named(path)}: {name}"


def test_every_environment_variable_is_read() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    of_make = {name for pair in re.findall(r"^([A-Z]+) \?=|\$\(([A-Z]+)\)", makefile, re.MULTILINE) for name in pair}
    known = read_from_environment() | of_make
    for document in DOCUMENTS:
        assert set(re.findall(r"\b([A-Z][A-Z]+(?:_[A-Z]+)*)=", prose(document))) <= known, document


def read_from_environment() -> set[str]:
    return set(re.findall(r"""(?:env\.\w+\(|env\(|environ\.get\(|environ\[)["']([A-Z_]+)["']""", SOURCE))


def test_every_setting_is_documented() -> None:
    settings = (ROOT / "moderation" / "project" / "settings.py").read_text(encoding="utf-8")
    read_there = set(re.findall(r'env\.\w+\("([A-Z_]+)"', settings))
    for told in read_both("docs/hosting.md"):
        assert read_there <= set(SPAN.findall(told))
    assert read_there <= set(SPAN.findall(settings))


def test_the_documented_record_is_valid_and_documents_its_report() -> None:
    text = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    (record,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    told = report(replay(read(parse(record.encode()))))
    assert told["refused"] == []
    table = text.partition("## A report")[2].partition("A fact is")[0]
    keys = set(
        re.findall(r"`(\w+)`", "".join(row.split("|")[1] for row in table.splitlines() if row.startswith("| `")))
    )
    assert keys == set(told) - {"format", "game"}


@pytest.mark.parametrize("slug", [path.parent.name for path in KITS])
def test_a_kit_tells_its_steps_and_options(slug: str) -> None:
    kit, text = all_kits()[slug], (ROOT / "games" / "kits" / slug / "README.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    first_cells = " ".join(re.findall(r"^\|(.+?)\|", sections["Steps"], re.MULTILINE))
    steps = set(SPAN.findall(first_cells))
    options = set(re.findall(r"^- `(\w+)`", sections["Options"], re.MULTILINE))
    assert options == set(kit.roles.OPTIONS)
    asked = set(kit.words.STEPS)
    of_chance = steps - asked  # what only dice and shuffles answer needs no words
    assert asked <= steps
    assert all(re.search(rf'"{step}"', SOURCE) for step in of_chance)


def test_every_game_is_told_of_in_both_languages() -> None:
    french, english = read_both("README.md")
    assert {path.parent.name for path in KITS} == set(OWN)
    for kit in (all_kits()[slug] for slug in OWN):
        fewest, most = kit.roles.SEATS
        for half, language, to in ((french, "fr", "à"), (english, "en", "to")):
            with translation.override(language):
                name = re.escape(str(kit.words.NAME))
            row = re.search(rf"^\| {name} \| (.+?) \|", half, re.MULTILINE)
            assert row, kit.slug
            numbers = [int(number) for number in re.findall(r"\d+", row[1])]
            assert min(numbers) == fewest and max(numbers) <= most and f" {to} " in row[1]


# What is told in two languages


def read_both(name: str) -> tuple[str, str]:
    """Return a document in French and in English: two files, or two sections of one file."""
    text = (ROOT / name).read_text(encoding="utf-8")
    french = (ROOT / name).with_suffix(".fr.md")
    if french.exists():
        return french.read_text(encoding="utf-8"), text
    found = {}
    for language in ("Français", "English"):
        match = re.search(rf"^(#+) {language}\n(.*?)(?=^#{{1,2}} |^\1 |\Z)", text, re.MULTILINE | re.DOTALL)
        assert match, language
        found[language] = match[2]
    return found["Français"], found["English"]


@pytest.mark.parametrize("name", TWO_LANGUAGES)
def test_both_languages_tell_the_same(name: str) -> None:
    french, english = read_both(name)
    for shape in (
        r"^(#+) ",  # headings
        r"^( *(?:-|\d+\.)) ",  # points
        r"^(    \S.*)$",  # commands
        r"^\|(?: )([^|]*\d[^|]*)\|",
        r"\]\(([^)]+)\)",  # links and pictures
    ):
        in_french, in_english = (
            re.findall(shape, told.replace(".fr.md", ".md"), re.MULTILINE) for told in (french, english)
        )
        assert in_french == in_english, shape
    assert len(re.findall(r"\*\*", french)) == len(re.findall(r"\*\*", english))


@pytest.mark.parametrize(
    "name", ["README.md", *(f"docs/{name}.md" for name in ("balance", "moderator", "organisers"))]
)
def test_documents_use_the_words_that_pages_use(name: str) -> None:
    french, english = (SPAN.sub("", told) for told in read_both(name))
    assert [*find_words(french, INSTEAD), *find_words(english, PLAINER)] == []


def labels() -> Iterator[tuple[str, str]]:
    """Everything that pages say: English and French."""
    for path in [ROOT / "locale", *(ROOT / "games" / "kits").glob("*/locale")]:
        with (path / "fr" / "LC_MESSAGES" / "django.po").open("rb") as po:
            for message in read_po(po, locale="fr"):
                ids = message.id if isinstance(message.id, tuple) else (message.id,)
                told = message.string if isinstance(message.string, tuple) else (message.string,)
                yield from zip(ids, told, strict=False)


@pytest.mark.parametrize("name", ["README.md", "docs/moderator.md"])
def test_what_is_in_bold_stands_on_a_page(name: str) -> None:
    english, french = (set(said) for said in zip(*labels(), strict=True))
    in_french, in_english = (re.findall(r"\*\*(.+?)\*\*", told, re.DOTALL) for told in read_both(name))
    assert {" ".join(label.split(" ")) for label in in_english} - english == set()
    assert set(in_french) - french == set()


def test_a_document_links_to_those_of_its_language() -> None:
    for french in (ROOT / "docs").glob("*.fr.md"):
        english = french.with_name(french.name.replace(".fr.md", ".md"))
        assert f"[Français]({french.name})" in english.read_text(encoding="utf-8")
        text = french.read_text(encoding="utf-8")
        assert f"[English]({english.name})" in text
        for target in LINK.findall(text.replace(f"[English]({english.name})", "")):
            translated = (french.parent / target).with_suffix(".fr.md")
            assert target.endswith(".fr.md") or not translated.exists(), (french, target)


@pytest.mark.parametrize("name", TWO_LANGUAGES)
def test_french_has_its_spaces(name: str) -> None:
    french, _ = read_both(name)
    told = SPAN.sub("", re.sub("Spree!", "", french))
    told = re.sub(r"^    .*$|\]\([^)]*\)|^\|[-|]+$", "", told, flags=re.MULTILINE)
    assert not re.search(r"[^\s\u202f\u00a0(][;!?](?=\s|$)|\w:(?=\s|$)|[a-zé] [;!?:»]|« |'", told, re.MULTILINE)


# Plain English


@pytest.mark.parametrize("name", FOR_DEVELOPERS)
def test_sentences_for_developers_are_short_and_have_no_metaphor(name: str) -> None:
    text = prose(ROOT / name)
    english = re.search(r"^## English\n", text, re.MULTILINE)
    text = re.sub(r"^    .*$", "", text[english.end() :] if english else text, flags=re.MULTILINE)
    text = SPAN.sub("code", re.sub(r"\]\([^)]*\)", "]", text))
    assert METAPHOR.findall(text) == []
    sentences = [sentence for block in BLOCK.split(text) for sentence in SENTENCE.split(block)]
    assert [one for one in sentences if len(re.findall(r"\S*\w\S*", one)) > LONGEST_SENTENCE] == []


# The example of docs/add-a-game.md


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The files of the example, where Python finds the kit among the others."""
    for name, text in quoted_files().items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    kits = tmp_path / "games" / "kits"
    monkeypatch.setattr(games.kits, "__path__", [*games.kits.__path__, str(kits)])
    all_kits.cache_clear()
    yield tmp_path
    all_kits.cache_clear()
    for module in [name for name in sys.modules if name.startswith("games.kits.customs")]:
        del sys.modules[module]


def test_the_example_is_a_game_that_can_be_played(example: Path) -> None:
    kit, people = all_kits()["customs"], ["Ann", "Bob", "Cid", "Dan", "Eve"]
    for seed in range(20):
        choose, options = Random(seed).choice, settle(kit.roles.OPTIONS, {})
        table = Table(kit.rules, people, options, kit.roles.deal(people, options, choose))
        assert play_out(kit, table, choose, most=100) > 1
        for told in table.told:
            assert said(kit, told.seat, told.fact) is not None
        assert table.outcome and kit.words.outcome(table.outcome.winners, table.outcome.reason)


def said(kit: Kit, seat: str | None, fact: dict[str, object]) -> str:
    return str(kit.words.to_room(fact) if seat is None else kit.words.to_player(fact))


def test_the_records_of_the_example_play_out(example: Path) -> None:
    paths = sorted((example / "tests" / "records" / "customs").glob("*.json"))
    assert len(paths) == 3
    for path in paths:
        document = parse(path.read_bytes())
        played = replay(read(document))
        assert played.refused == [] and report(played)["outcome"] == document["outcome"], path.name


def test_the_scenes_of_the_example_are_true(example: Path) -> None:
    scenes: dict[str, object] = {"__name__": "scenes"}
    path = example / "tests" / "games" / "kits" / "test_customs.py"
    exec(compile(path.read_text(encoding="utf-8"), path, "exec"), scenes)
    found = [scene for name, scene in scenes.items() if name.startswith("test_") and callable(scene)]
    assert len(found) == 5
    for scene in found:
        scene()


def test_a_package_begins_with_the_example(tmp_path: Path) -> None:
    """What `startkit` writes is the game of that page, so that the page explains it; but for what names the game."""
    written = start("Customs Game", tmp_path / "customs_game") / "veilleur_customs_game"
    same = ("roles", "world", "rules", "lawful", "bots", "speech", "words/steps", "words/facts")
    for name in same:
        text = (written / f"{name}.py").read_text(encoding="utf-8")
        text = text.replace("veilleur_customs_game", "games.kits.customs").replace("Customs Game", "Customs")
        assert text == quoted_files()[f"games/kits/customs/{name}.py"], name


def test_the_example_is_formatted_and_passes_ruff(example: Path) -> None:
    (example / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    for command in (["format", "--check"], ["check"]):
        ruff = [sys.executable, "-m", "ruff", *command, "--no-cache", "."]
        ruff += ["--config", "lint.isort.known-first-party = ['games', 'tests']"]
        done = subprocess.run(ruff, capture_output=True, text=True, cwd=example)
        assert done.returncode == 0, done.stdout + done.stderr
