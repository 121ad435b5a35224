"""Reading of a list of guests that organisers have: a table, or lines of a chat. Pure.

Every line of the list is found again in what is read, with the name that was understood or the reason why it is left
out. Telephone numbers and addresses are not kept. A cell that looks like a formula is text.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import time

from django.utils.translation import gettext as _

from moderation.events.guest_lists.columns import YES, Role, guess_roles, is_heading, is_poll, simplify
from moderation.players import confusables, names
from moderation.web.refusals import Unwanted

LARGEST = 300_000  # bytes of a list
MOST_LINES = 500  # of one list
MOST_COLUMNS = 60
LONGEST_OTHER, LONGEST_FRIENDS = 80, 120
MOST_COMPANIONS = 9  # of one line: "Anna +2"

CHAT = re.compile(  # "[12/09/2026 18:02:11] Sandra: ", "12/09/2026, 18:02 - Sandra: "
    r"^\W*\[?\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4},? (?:à )?\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?\]?"
    r"(?: -)? ~? ?[^:]{1,60}: "
)
MARK = re.compile(
    r"^\s*(?:(\d{1,3})\s*(?:[.)\]:]|\s[-–—]\s|-\s)|(\d)\ufe0f?\u20e3|[-•*·▪◦‣–—✅☑✔☐🔹🔸▶➡]\ufe0f?|\[[ xX]?\])\s*"
)
CONTACT = re.compile(r"\S+@\S+\.\w+|\+?\(?\d[\d .()/-]{7,}\d")
NOTE = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
MORE = re.compile(r"(?:(?<=[^\W\d_])|(?<=\s))\s*\+\s?(\d)\b")
HEADING = re.compile(r"^(noms?|names?|prenoms?|pseudos?|players?|joueurs?|participants?|guests?|invites?)$")
OFF = re.compile(r"ne vien(t|s|dra) (plus|pas)|annul|desist|not coming|can ?'?t (come|make)|cancel", re.IGNORECASE)
STRUCK = re.compile(r"^~+([^~]+)~+")
RUNS = re.compile(r"^(mj|meneur|meneuse|gm|moderator|mc|animateur|animatrice)$")
HOUR = re.compile(r"(\d{1,2})\s*[h:]\s*(\d{2})?")
DROPPED = re.compile(r"rembours|refund|annul|cancel|expire|does not come|ne vient pas|abandon|refus")
WEREWOLVES = re.compile(r"loup|werew|wolf|wolves")


@dataclass(frozen=True)
class GuestRow:
    """A person on a list, as it was understood.

    `left_out`: the reason why they are not put down; empty if they are.
    """

    number: int
    written: str
    name: str = ""
    other: str = ""
    key: str = ""
    moderates: bool = False
    first: bool = False
    friends: str = ""
    until: time | None = None
    games: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    left_out: str = ""
    is_twin: bool = False  # a second line of that name, without anything that tells them apart


@dataclass(frozen=True)
class GuestList:
    """A list as it was read; `headings` and `roles`: of the columns of a table."""

    rows: tuple[GuestRow, ...]
    headings: tuple[str, ...] = ()
    roles: tuple[Role, ...] = ()


@dataclass
class Games:
    """The games that a list can name: the slug and how pages call it."""

    called: dict[str, str] = field(default_factory=dict)

    def find(self, text: str) -> tuple[str, ...]:
        """Return the slugs of the games that a cell names."""
        said = simplify(text)
        found = [slug for slug, name in self.called.items() if slug in said or simplify(name) in said]
        if "lupus" in self.called and "lupus" not in found and WEREWOLVES.search(said):
            found.append("lupus")
        return tuple(found)


def check_size(size: int) -> None:
    """Raise `Unwanted` for a list of more bytes than are read."""
    if size > LARGEST:
        raise Unwanted(_("That list is too large. A list has at most 300 kilobytes."))


def decode(content: bytes) -> str:
    """Return the text of a file in UTF-8, UTF-16 or Windows-1252. Raises `Unwanted`."""
    check_size(len(content))
    if content.startswith(b"PK"):
        raise Unwanted(_("That is a workbook. In the spreadsheet, save it as CSV, or copy its cells and paste them."))
    try:
        text = content.decode("utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")
    if is_json(text) or any(ord(letter) < 32 and letter not in "\t\n\r\f\v" for letter in text):
        raise Unwanted(_("That is no list of names. Save it as CSV or text, or paste it."))
    return text


def is_json(text: str) -> bool:
    """Return true for a file of a program, such as the roles of a game.

    A message can begin with a bracket, too.
    """
    if not text.lstrip().startswith(("[", "{")):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def read_list(text: str, games: Games, chosen: Sequence[str] = ()) -> GuestList:
    """Return the people of a list.

    `chosen`: the roles of its columns, where an organiser has named them.

    Raises `Unwanted` for what is too long, or has nobody.
    """
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    check_size(len(text.encode("utf-8", "replace")))
    table = _split_table(text)
    found = _read_table(table, games, chosen) if table else GuestList(tuple(_read_lines(text)))
    if len(found.rows) > MOST_LINES:
        raise Unwanted(_("A list has at most %(count)d lines. Bring it in parts.") % {"count": MOST_LINES})
    if not found.headings and not any(row.name for row in found.rows):
        raise Unwanted(_("No name was found in that list."))
    return replace(found, rows=_mark_twins(found.rows))


# Tables


def _split_table(text: str) -> list[list[str]]:
    """Return the cells of a table, nothing for text that is none."""
    best: list[list[str]] = []
    for delimiter in "\t;,":
        try:
            rows = list(csv.reader(io.StringIO(text), delimiter=delimiter))
        except csv.Error:
            continue
        rows = [row for row in rows if any(cell.strip() for cell in row)]
        width = len(rows[0]) if rows else 0
        if len(rows) > 1 and 1 < width <= MOST_COLUMNS:
            alike = sum(len(row) == width for row in rows)
            is_known = is_heading(rows[0]) or is_poll(rows) or delimiter == "\t"
            if alike >= 0.8 * len(rows) and is_known and width > (len(best[0]) if best else 1):
                best = [[*row[:width], *[""] * (width - len(row))] for row in rows]
    return best


def _read_table(table: list[list[str]], games: Games, chosen: Sequence[str]) -> GuestList:
    width = len(table[0])
    if is_poll(table):
        rows = [row for row in table if row[0].strip()]
        heads = table[: len(table) - len(rows)]
        headings = [" ".join(row[column].strip() for row in heads).strip() for column in range(width)]
        roles = [Role.NAME, *[Role.COMES] * (width - 1)]
    else:
        has_heading = is_heading(table[0])
        rows = table[has_heading:]
        headings = [cell.strip() for cell in table[0]] if has_heading else [""] * width
        roles = guess_roles(headings) if has_heading else [Role.NAME, *[Role.NOTHING] * (width - 1)]
    if len(chosen) == width and all(one in set(Role) for one in chosen):
        roles = [Role(one) for one in chosen]
    mails = [index for index, heading in enumerate(headings) if re.search("mail", simplify(heading))]
    found = list(_read_rows(rows, roles, games))
    if Role.KEY not in roles and len(mails) == 1:  # who answers a form twice means the last answer
        found = _keep_last_answers(found, [row[mails[0]].strip().casefold() for row in rows])
    return GuestList(tuple(one for some in found for one in some), tuple(headings), tuple(roles))


def _keep_last_answers(found: list[list[GuestRow]], mails: list[str]) -> list[list[GuestRow]]:
    last = {mail: place for place, mail in enumerate(mails) if mail}
    reason = _("answered again further down")
    return [
        some
        if last.get(mails[place], place) == place
        else [replace(one, name="", left_out=one.left_out or reason) for one in some]
        for place, some in enumerate(found)
    ]


def _read_rows(rows: list[list[str]], roles: Sequence[Role], games: Games) -> Iterator[list[GuestRow]]:
    for number, cells in enumerate(rows, 1):
        said: dict[Role, str] = {}
        for role, cell in zip(roles, cells, strict=True):
            if role is Role.COMES:
                said[role] = said.get(role, "") or ("x" if YES.match(simplify(cell)) else "")
            elif role is not Role.NOTHING:
                said[role] = f"{said[role]} {cell.strip()}".strip() if role in said else cell.strip()
        yield _read_row(number, said, games)


def _read_row(number: int, said: dict[Role, str], games: Games) -> list[GuestRow]:
    """Return the people of one row of a table.

    Of "Zoé", "Martin", "Zozo" `called` is Zozo, `full` is Zoé Martin, and the organiser reads Zozo Zoé Martin.
    """
    full = " ".join(filter(None, (said.get(Role.FIRST_NAME, ""), said.get(Role.LAST_NAME, ""))))
    called = _choose_name(said) or full
    written = full if called in full else f"{called} {full}".strip()
    if Role.COMES in said and not said[Role.COMES]:
        return [GuestRow(number, written, left_out=_("does not come"))]
    if DROPPED.search(simplify(said.get(Role.STATE, ""))):
        return [GuestRow(number, written, left_out=said[Role.STATE][:LONGEST_OTHER])]
    if called and called == said.get(Role.FIRST_NAME) and (called.islower() or called.isupper()):
        called = called.title()
    other = full if full and simplify(full) != simplify(called) else said.get(Role.NAME, "")
    other = clean_line(other, LONGEST_OTHER) if other != called else ""
    people = list(read_person(number, called, written))
    key = " ".join(said.get(Role.KEY, "").split())[:60]
    first = replace(
        people[0],
        other=other,
        key=f"ticket {key}" if key else "",
        moderates=people[0].moderates or _is_yes(said.get(Role.MODERATES, "")),
        first=_is_yes(said.get(Role.FIRST_TIME, "")),
        friends=clean_line(said.get(Role.FRIENDS, ""), LONGEST_FRIENDS),
        until=read_hour(said.get(Role.UNTIL, "")),
        games=games.find(said.get(Role.GAMES, "")),
    )
    return [first, *(replace(one, key=f"{first.key} {place}" if key else "") for place, one in enumerate(people[1:]))]


def _choose_name(said: dict[Role, str]) -> str:
    """Return the first column that has a name by which somebody can be called."""
    possible = [said.get(role, "") for role in (Role.NICKNAME, Role.NAME, Role.FIRST_NAME)]
    return next(filter(is_name, possible), next(filter(None, possible), ""))


def is_name(cell: str) -> bool:
    """Return true if somebody can be called this, apart from its length."""
    try:
        return bool(names.clean_name(names.shorten(NOTE.sub(" ", cell).strip(), names.LONGEST)))
    except names.BadName:
        return False


def _is_yes(cell: str) -> bool:
    return bool(YES.match(simplify(cell)))


def read_hour(cell: str) -> time | None:
    """Return the first hour that a cell names, None if it names none."""
    if re.search(r"minuit|midnight", simplify(cell)):
        return time(0)
    found = HOUR.search(cell.casefold())
    if found is None or int(found[1]) > 24 or int(found[2] or 0) > 59:
        return None
    return time(int(found[1]) % 24, int(found[2] or 0))


def clean_line(text: str, longest: int) -> str:
    """Return a cell as one printable line without telephone numbers and addresses."""
    line = " ".join(CONTACT.sub(" ", text).split())
    return "".join(letter for letter in line if letter.isprintable())[:longest].strip()


# Lines of a chat


def _read_lines(text: str) -> Iterator[GuestRow]:
    """Yield the people of a list in lines. The last copy of a numbered list counts."""
    lines: list[tuple[int, str, bool]] = []  # number, line without its mark, marked
    for number, line in enumerate(text.split("\n"), 1):
        plain = CHAT.sub("", line.lstrip("\u200e\u200f"))
        marked = MARK.match(plain)
        if marked and (marked[1] or marked[2]) in ("1",):
            lines = [one for one in lines if not one[2]]
        lines.append((number, plain[marked.end() :] if marked else plain, bool(marked)))
    has_marks = sum(marked for _number, _line, marked in lines) > 1
    if not has_marks and len(filled := [line for _number, line, _marked in lines if line.strip()]) == 1:
        lines = [(1, name, False) for name in names.split_names(filled[0])]
    rows: list[GuestRow] = []
    for place, (number, line, is_marked) in enumerate(lines):
        if not line.strip() or (not place and HEADING.match(simplify(line))):
            continue
        if has_marks and not is_marked:
            rows.append(GuestRow(number, line.strip(), left_out=_("no line of the list")))
        else:
            rows += read_person(number, line, line.strip())
    off = {confusables.compute_key(struck[1]) for row in rows if (struck := STRUCK.match(row.written))}
    for row in rows:
        gone = row.name and confusables.compute_key(row.name) in off
        yield replace(row, name="", left_out=_("crossed out further down")) if gone else row


# Names


def read_person(number: int, line: str, written: str) -> Iterator[GuestRow]:
    """Yield the person of a line, and those who come along: "Anna +1", "Léo + Inès"."""
    written = clean_line(written, 160) or "…"
    if STRUCK.match(line.strip()) or OFF.search(simplify(line)):
        yield GuestRow(number, written, left_out=_("does not come"))
        return
    doubts: list[str] = []
    notes = [note.strip() for note in NOTE.findall(line) if note.strip()]
    line = NOTE.sub(" ", CONTACT.sub(" ", line))
    more = MORE.search(line)
    count = min(int(more[1]), MOST_COMPANIONS) if more else 0
    is_formula = line.strip()[:1] in ("=", "@")  # text like any other
    parts = [line] if is_formula else names.split_names(MORE.sub(" ", line)) or [""]
    parts = [part for part in parts if any(letter.isalnum() for letter in part)] or parts[:1]
    if len(parts) > 1:
        doubts.append(_("several people in one line"))
    doubts += [
        _("not taken: %(note)s") % {"note": clean_line(note, 40)} for note in notes if not RUNS.match(simplify(note))
    ]
    runs = any(RUNS.match(simplify(note)) for note in notes)
    people = [_read_name(number, written, part, doubts) for part in parts]
    yield replace(people[0], moderates=bool(runs))
    yield from people[1:]
    if people[0].name:
        for place in range(1, count + 1):
            along = names.shorten(people[0].name, names.LONGEST - 3) + f" +{place}"
            yield GuestRow(number, written, name=along, doubts=(_("comes along, without a name"),))


def _read_name(number: int, written: str, typed: str, doubts: Sequence[str]) -> GuestRow:
    typed = typed.strip(' \t,;:!?*_~"«»')
    if not re.search(r"^=|[^\W\d_]|[\u2600-\U0001faff]", typed):
        return GuestRow(number, written, left_out=_("no name"))
    found = list(doubts)
    visible = " ".join(typed.split())
    if names.count_visible(visible) > names.LONGEST or len(visible) > names.MOST_STORED:
        visible = names.shorten(visible, names.LONGEST)
        found.append(_("too long, so it was shortened"))
    try:
        return GuestRow(number, written, name=names.clean_name(visible), doubts=tuple(found))
    except names.BadName as bad:
        return GuestRow(number, written, left_out=str(bad))


def _mark_twins(rows: Sequence[GuestRow]) -> tuple[GuestRow, ...]:
    """Return the people under names that differ.

    Their keys recognise them when the list is brought again.
    """
    taken: dict[str, str] = {}
    counted: dict[str, int] = {}
    marked = []
    for row in rows:
        if not row.name:
            marked.append(row)
            continue
        folded = confusables.compute_key(row.name)
        counted[folded] = counted.get(folded, 0) + 1
        doubts, name = row.doubts, row.name
        if folded in taken:
            name = names.suggest_free_name(row.name, list(taken.values()))
            doubts = (*doubts, _("the same name as: %(name)s") % {"name": taken[folded]})
        key = row.key or f"name {folded} {counted[folded]}"
        taken[confusables.compute_key(name)] = name
        twin = folded in taken and counted[folded] > 1 and not row.key
        marked.append(replace(row, name=name, doubts=doubts, key=key[:120], is_twin=twin))
    return tuple(marked)
