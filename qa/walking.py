"""Browsers without a screen that walk the real pages, and the people behind them.

A `Browser` speaks HTTP and WebSocket as a phone or a tablet does: cookies, the page, the region that pushes and
answers bring up to date, forms with the tokens that stand beside it. `Player` and `Moderator` read only what the
page shows and send only what it offers, so that a whole game can be played through the real pages: over a server
that dies (qa/faults), over several servers, or with many phones (qa/bench).

Start reading at `Person.play`. What is chosen is in `Form.fill`, which needs no network.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import count
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar
from urllib.parse import urlencode, urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from qa.serving import PATIENCE_SECONDS

Fields = list[tuple[str, str]]
AWAY = (OSError, asyncio.IncompleteReadError, WebSocketException, InvalidHandshake, TimeoutError, EOFError)
SEAT_GONE, NEXT_GAME = 4401, 1012
EDGE = "----of-a-part"


# Forms


@dataclass
class Control:
    """Something of a form that can be sent."""

    kind: str  # hidden | text | radio | checkbox | number | select | submit ...
    name: str
    value: str
    checked: bool = False
    low: int = 1
    high: int = 6
    options: list[str] = field(default_factory=list)


@dataclass
class Form:
    """A form of a page: where it goes, and its controls in their order."""

    id: str
    action: str
    controls: list[Control] = field(default_factory=list)

    @property
    def path(self) -> str:
        """Where it goes, without what follows the path."""
        return self.action.partition("?")[0]

    def value(self, name: str) -> str:
        """What a hidden control holds; empty when there is none."""
        return next((one.value for one in self.controls if one.name == name), "")

    def fields_as_shown(self) -> Fields:
        """What is sent as the form stands, when its first button is pressed."""
        kept = [c for c in self.controls if c.name and c.kind != "submit"]
        sent = [(c.name, c.value) for c in kept if c.checked or c.kind not in ("radio", "checkbox")]
        return sent + self._button()

    def fill(self, random: Random) -> Fields:
        """What is sent when everything that can be chosen is chosen at random, and the first button is pressed."""
        chosen: Fields = [(c.name, c.value) for c in self.controls if c.kind in ("hidden", "text", "textarea")]
        for name in dict.fromkeys(c.name for c in self.controls if c.kind == "radio"):
            offered = [c.value for c in self.controls if c.kind == "radio" and c.name == name]
            chosen.append((name, random.choice(offered)))
        for control in self.controls:
            if control.kind == "select":
                chosen.append((control.name, random.choice([value for value in control.options if value] or [""])))
            elif control.kind == "number":
                chosen.append((control.name, str(random.randint(control.low, control.high))))
        chosen += [(c.name, c.value) for c in self.controls if c.kind == "checkbox" and c.checked]
        for name in dict.fromkeys(c.name for c in self.controls if c.kind == "checkbox" and not c.checked):
            boxes = [c.value for c in self.controls if c.kind == "checkbox" and c.name == name]
            chosen += [
                (name, value) for value in random.sample(boxes, random.randint(min(1, len(boxes) - 1), len(boxes)))
            ]
        ballots = [(c.name, c.value) for c in self.controls if c.kind == "submit" and c.name.startswith("pick")]
        return [*chosen, random.choice(ballots)] if ballots else chosen + self._button()

    def _button(self) -> Fields:
        first = next((c for c in self.controls if c.kind == "submit"), None)
        return [(first.name, first.value)] if first and first.name else []


class _Reader(HTMLParser):
    """Collects forms, and controls that say whose they are from outside."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: dict[str, Form] = {}
        self.outside: list[tuple[str, Control]] = []
        self._form: Form | None = None
        self._select: Control | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        have = {name: value or "" for name, value in attrs}
        if tag == "form":
            action = have.get("action", "")
            self._form = Form(have.get("id") or action.partition("?")[0], action)
            self.forms[self._form.id] = self._form
        elif tag in ("input", "button", "select", "textarea"):
            self._add(tag, have)
        elif tag == "option" and self._select:
            self._select.options.append(have.get("value", ""))
            if "selected" in have or len(self._select.options) == 1:
                self._select.value = have.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None

    def _add(self, tag: str, have: dict[str, str]) -> None:
        kind = have.get("type", "submit" if tag == "button" else "text") if tag in ("input", "button") else tag
        low, high = have.get("min") or "1", have.get("max") or "6"
        control = Control(kind, have.get("name", ""), have.get("value", "on" if kind == "checkbox" else ""))
        control.checked, control.low, control.high = "checked" in have, int(low), int(high)
        if kind == "select":
            self._select = control
        if "form" in have:
            self.outside.append((have["form"], control))
        elif self._form and "disabled" not in have:
            self._form.controls.append(control)


def read_forms(html: str) -> tuple[dict[str, Form], list[tuple[str, Control]]]:
    """The forms of a page by their id (their path where they have none), and the controls that stand outside."""
    reader = _Reader()
    reader.feed(html)
    for owner, control in reader.outside:
        if owner in reader.forms:
            reader.forms[owner].controls.append(control)
    return reader.forms, reader.outside


# Browsers


PARTIAL = re.compile(r'<hx-partial id="([\w-]+)">(.*?)</hx-partial>', re.DOTALL)


def unpack_lists(content: str) -> str:
    """The HTML of a message whose long lists are packed, as static/js/rows.js restores it."""
    return re.sub("\x02([^\x02]*)\x02", lambda found: "".join(_unpack_rows(found[1])), content)


def _unpack_rows(packed: str) -> Iterator[str]:
    order, *kinds = packed.split("\x03")
    takers = [_unpack_kind(*kind.split("\x04")) for kind in kinds]
    for letter in re.sub(r"(\d+)(.)", lambda some: some[2] * int(some[1]), order):
        yield next(takers[ord(letter) - 97])


def _unpack_kind(template: str, *columns: str) -> Iterator[str]:
    read = [count(int(one[1:])) if one.startswith(">") else iter(one.split("<")) for one in columns]
    while True:
        row = [str(next(one, "")) for one in read]
        yield re.sub("\x05(.)", lambda hole, row=row: row[ord(hole[1]) - 48], template)


def swap_in(region: str, content: str) -> str:
    """A region after a message that brings fragments, each for the element of its id, or the whole."""
    if not content.startswith("<hx-partial"):
        return content
    for name, inside in PARTIAL.findall(content):
        start = re.search(rf'<(\w+)[^>]*\sid="{name}"[^>]*>|<(\w+)\sid="{name}"[^>]*>', region)
        if start is None:  # of a page that this one is not any more
            continue
        end = find_closing_tag(region, start[1] or start[2], start.end())
        region = region[: start.end()] + inside + region[end:]
    return region


def find_closing_tag(html: str, tag: str, at: int) -> int:
    """Where the end tag of an element of this kind stands whose inside begins here."""
    depth = 1
    for found in re.finditer(rf"<(/?){tag}\b", html[at:]):
        depth += -1 if found[1] else 1
        if depth == 0:
            return at + found.start()
    raise AssertionError(f"<{tag}> is not closed")


@dataclass
class Answer:
    """A response of the server."""

    status: int
    headers: dict[str, str]
    text: str


class Browser:
    """A device: its cookies, the page it is on, and the region that its socket keeps up to date."""

    connection_options: ClassVar[
        dict[str, Any]
    ] = {}  # where connections are made, and by which TLS, unless the address says it

    def __init__(self, url: str, language: str = "en") -> None:
        self.url, self.language = url, language
        self.cookies: dict[str, str] = {}
        self.region, self.pulse, self.pushed = "", -1, ""  # what is shown, its number, and what came last by socket
        self.tokens: list[tuple[str, Control]] = []
        self.changed = asyncio.Event()
        self.pushes = self.ticks = 0
        self.closed_with: int | None = None

    async def ask(
        self, method: str, path: str, fields: Fields | None = None, htmx: bool = False, parts: bool = False
    ) -> Answer:
        """One request; `parts`: as a form that has a file sends it. Raises one of `AWAY` if no server is there."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            address = urlsplit(self.url)
            options = self.connection_options or {"host": address.hostname, "port": address.port}
            reader, writer = await asyncio.open_connection(**options)
            try:
                writer.write(self._request(method, path, fields or [], htmx, parts))
                return self._read(await reader.readuntil(b"\r\n\r\n"), reader, await reader.read())
            finally:
                writer.close()

    def _request(self, method: str, path: str, fields: Fields, htmx: bool, parts: bool) -> bytes:
        body, kind = urlencode(fields).encode(), "application/x-www-form-urlencoded"
        if parts:
            said = (
                f'--{EDGE}\r\nContent-Disposition: form-data; name="{one}"\r\n\r\n{value}\r\n'
                for one, value in fields
            )
            body, kind = f"{''.join(said)}--{EDGE}--\r\n".encode(), f"multipart/form-data; boundary={EDGE}"
        lines = [
            f"{method} {self.whole(path)} HTTP/1.1",
            f"Host: {urlsplit(self.url).netloc}",
            f"Origin: {self.origin}",
            f"Accept-Language: {self.language}",
            f"Cookie: {self.cookie_header}",
            "Connection: close",
            f"Content-Type: {kind}",
            f"Content-Length: {len(body)}",
            *(["HX-Request: true"] if htmx else []),
        ]
        return "\r\n".join([*lines, "", ""]).encode() + body

    def _read(self, head: bytes, reader: asyncio.StreamReader, body: bytes) -> Answer:
        first, *lines = head.decode("latin-1").strip().split("\r\n")
        headers: dict[str, str] = {}
        for name, _, value in (line.partition(": ") for line in lines):
            if name.lower() == "set-cookie":
                cookie, _, kept = value.partition(";")[0].partition("=")
                self.cookies[cookie] = kept.strip('"')
            headers[name.lower()] = value
        if len(body) < int(headers.get("content-length", 0)):
            raise EOFError("the answer broke off")
        return Answer(int(first.split()[1]), headers, body.decode())

    @property
    def origin(self) -> str:
        """The address without a path."""
        return self.url.removesuffix(urlsplit(self.url).path)

    def whole(self, path: str) -> str:
        """A path below that of the address, where it has one; what a page says has it already."""
        prefix = urlsplit(self.url).path
        return path if path.startswith(f"{prefix}/") else prefix + path

    @property
    def cookie_header(self) -> str:
        """The cookies, as they are sent."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def go(self, path: str) -> Answer:
        """Open a page, following redirects, and remember its region and the tokens beside it."""
        answer = await self.ask("GET", path)
        while answer.status == 302:
            answer = await self.ask("GET", answer.headers["location"])
        if found := re.search(r'<main id="view"[^>]*data-pulse="(\d+)"[^>]*>(.*?)</main>', answer.text, re.DOTALL):
            self.show(found[2], int(found[1]))
            self.tokens = read_forms(answer.text.replace(found[2], ""))[1]
        return answer

    def show(self, region: str, pulse: int) -> None:
        """Swap the region, unless it is older than what is there (static/js/live.js)."""
        if pulse >= self.pulse:
            self.region, self.pulse = unpack_lists(region.rstrip(" ")), pulse  # answers are filled up to one length
            self.changed.set()

    def show_answer(self, answer: Answer, region: str, pushes: int) -> None:
        """Show what an answer brings, unless a push of the same number has come since it was asked for."""
        pulse = int(answer.headers.get("x-pulse", -1))
        if pulse >= 0 and (pulse != self.pulse or pushes == self.pushes):
            self.show(region, pulse)

    def form(self, name: str) -> Form | None:
        """A form of the region by its id, completed by the controls that stand beside the region."""
        return self.complete(read_forms(self.region)[0].get(name))

    def undo_form(self) -> Form | None:
        """The desk's form that takes back, where there is something to take back: by night it stands there anyway."""
        form = self.form("undo")
        return form if form is not None and form.value("last") != "0" else None

    def complete(self, form: Form | None) -> Form | None:
        """A form with the tokens that stand beside the region; each time it is a new tap."""
        if form is not None:
            for owner, control in self.tokens:
                if owner == form.id:
                    value = secrets.token_urlsafe(16) if control.name == "request" else control.value
                    form.controls.append(Control("hidden", control.name, value))
        return form

    async def submit(self, action: str, fields: Fields) -> Answer:
        """Post a form as htmx does, and show the region that comes back."""
        pushes = self.pushes
        answer = await self.ask("POST", action, fields, htmx=True)
        self.show_answer(answer, answer.text.rpartition('<div id="notice"')[0], pushes)
        return answer

    async def post(self, path: str, which: str, /, **values: str) -> Answer:
        """Open a page without its scripts, fill in a form (its id, or where it goes), and follow where that leads."""
        page = await self.go(path)
        forms = read_forms(page.text)[0]
        form = forms.get(which) or next(one for one in forms.values() if one.path == self.whole(which))
        kept = [(field, value) for field, value in form.fields_as_shown() if field not in values]
        answer = await self.ask("POST", form.action or path, [*kept, *values.items()])
        assert answer.status == 302, f"{path}: {answer.status} {answer.text}"
        return await self.go(answer.headers["location"])

    async def follow(self, path: str) -> None:
        """Keep the region up to date by the socket at this path, connecting again whenever it is lost."""
        while self.closed_with != SEAT_GONE:
            with contextlib.suppress(*AWAY):
                await self._listen(path)
            await asyncio.sleep(0.1)

    async def _listen(self, path: str) -> None:
        address = "ws" + self.origin.removeprefix("http") + self.whole(path)
        headers = {"Cookie": self.cookie_header, "Accept-Language": self.language}
        options: dict[str, Any] = {"origin": self.origin, "compression": None, **self.connection_options}
        async with connect(address, additional_headers=headers, **options) as socket:
            try:
                async for text in socket:
                    self._hear(json.loads(text))
            finally:  # any code but the usual ones is raised
                self.closed_with = socket.close_code
                if self.closed_with == NEXT_GAME:
                    self.pulse = -1

    def _hear(self, said: dict[str, Any]) -> None:
        if "content" in said:
            self.pushes += 1
            self.pushed = swap_in(self.pushed, unpack_lists(said["content"]))
            self.show(self.pushed, said["pulse"])
        else:
            self.ticks += 1


# People

# Answers of a player to one question, of which few may be allowed: nobody answers for somebody who is there.
MOST_TRIES = 500


class Person:
    """Somebody with a device at a table: does something each time the page changes, and sometimes in between."""

    surface = path = ""

    def __init__(self, browser: Browser, code: str, random: Random) -> None:
        self.browser, self.code, self.random = browser, code, random
        self.accepted: list[Fields] = []  # what was sent and accepted
        self.answered: list[tuple[Fields, int]] = []  # what was sent, with the status of each reply
        self.under_way: list[Fields] = []  # what was sent and is not answered yet
        self.pause = 0.0  # seconds to think, at most
        self.done = False

    @property
    def over(self) -> bool:
        """Whether the page says that the game is over."""
        return "The game is over" in self.browser.region

    async def follow(self) -> None:
        """Have the page follow the game by its socket."""
        await self.browser.follow(f"/ws/{self.surface}/{self.code}/")

    async def play(self) -> None:
        """Act on the game until it is over."""
        while not self.over:
            self.browser.changed.clear()
            await asyncio.sleep(self.random.random() * self.pause)
            if not self.over and not await self.act():
                with contextlib.suppress(TimeoutError):  # not wait_for, which may lose that we are cancelled
                    async with asyncio.timeout(0.3):
                        await self.browser.changed.wait()

    async def look(self) -> None:
        """Ask for the region of the page as it is now, until the server can be reached."""
        while True:
            with contextlib.suppress(*AWAY):
                pushes = self.browser.pushes
                answer = await self.browser.ask("GET", f"/{self.path}/{self.code}/", htmx=True)
                self.browser.show_answer(answer, answer.text, pushes)
                return
            await asyncio.sleep(0.1)

    async def act(self) -> bool:
        """Do something that the page offers; whether there was anything to do."""
        raise NotImplementedError

    async def send(self, form: Form) -> Answer:
        """Fill in and send a form until the server has answered: the same tap again when it could not be reached."""
        return await self.deliver(form.action, form.fill(self.random))

    async def deliver(self, action: str, fields: Fields) -> Answer:
        """Send the same until the server has answered: not while it is away, or can keep nothing."""
        self.under_way.append(fields)
        while True:
            with contextlib.suppress(*AWAY):
                answer = await self.browser.submit(action, fields)
                if answer.status == 200:
                    self.accepted.append(fields)
                if answer.status in (200, 409):
                    self.answered.append((fields, answer.status))
                    self.under_way.remove(fields)
                    return answer
                if answer.status not in (503, 507):  # the server has no database for a moment, or no room
                    raise AssertionError(f"{action} {fields}: {answer.status} {answer.text[:2000]}")
            await asyncio.sleep(0.1)


class Player(Person):
    """A phone: answers what it is asked, now and then twice, as if everything that is shown could be chosen."""

    surface, path = "phone", "t"

    def __init__(self, browser: Browser, code: str, random: Random, name: str = "") -> None:
        super().__init__(browser, code, random)
        self.name = name
        self.tries: dict[str, int] = {}

    async def act(self) -> bool:
        """Answer the question of the moment, until an answer of ours is accepted."""
        form = self.browser.form("answer")
        if form is None or self.tries.get(opened := form.value("opened"), 0) > MOST_TRIES:
            return False
        answer = await self.send(form)
        if 'data-test="refused-too_fast"' in answer.text:  # this counts as no try
            await asyncio.sleep(1)
            return True
        self.tries[opened] = self.tries.get(opened, 0) + 1
        taken = answer.status == 200 and 'id="refused"' not in answer.text
        if taken and self.random.random() > 0.1:  # now and then somebody has second thoughts
            self.tries[opened] = MOST_TRIES + 1
        return True


class Moderator(Person):
    """A desk: closes what is complete, enters what nobody else can, and now and then takes something back."""

    surface, path = "desk", "desk"

    def __init__(self, browser: Browser, code: str, random: Random, eyes_closed: bool = False) -> None:
        super().__init__(browser, code, random)
        self.eyes_closed = eyes_closed
        self.undoes = 2
        self.idle = 0

    async def act(self) -> bool:
        """Do the next thing."""
        region = self.browser.region
        if self.undoes and self.random.random() < 0.02 and (form := self.browser.undo_form()):
            self.undoes -= 1
            await self.send(form)
            return True
        if 'class="desk-view night"' in region and not self.eyes_closed:
            return False  # phones answer, and time closes
        return await self._by_day_or_in_silence(region)

    async def _by_day_or_in_silence(self, region: str) -> bool:
        self.idle += 1
        if self.eyes_closed and 'id="close"' not in region and (walked := self.browser.form("said")):
            return (await self.send(walked)).status == 200
        missing = sorted(set(re.findall(rf'"(/desk/{self.code}/answer/\d+/)"', region)))
        waits = 'id="sure-' in region  # to close is asked about: answers are missing
        patient = self.idle < (1 if self.eyes_closed else 4)
        form = self.browser.form("close")
        if goes_on := self.browser.form("go-on"):  # all have looked at what has happened
            return (await self.send(goes_on)).status == 200
        if form and not waits:
            done = await self.send(form)
        elif waits and patient:
            return False
        elif decide := self.browser.form("decide"):
            done = await self.send(decide)
        elif enter := self.browser.form("enter"):
            done = await self.send(enter)
        elif missing and self.random.random() < 0.9:
            return await self._enter(self.random.choice(missing))
        elif form:
            done = await self.send(form)
        else:
            return False
        self.idle = 0 if done.status == 200 else self.idle
        return True

    async def _enter(self, panel: str) -> bool:
        """Answer for one seat."""
        with contextlib.suppress(*AWAY):
            page = await self.browser.ask("GET", panel, htmx=True)
            form = self.browser.complete(read_forms(page.text)[0].get("answer-for"))
            if page.status == 200 and form:
                await self.send(form)
                return True
        return False


@dataclass
class Evening:
    """A table at play: its code, the moderator, the players by name."""

    code: str
    moderator: Moderator
    players: dict[str, Player]

    @property
    def people(self) -> list[Person]:
        """Everybody with a device."""
        return [self.moderator, *self.players.values()]

    async def play(self) -> None:
        """Let everybody follow the game and act on it, to its end."""
        following = [asyncio.create_task(person.follow()) for person in self.people]
        try:
            await self.take_part()
        finally:
            for task in following:
                task.cancel()

    async def take_part(self) -> None:
        """Let everybody act until each of them has seen the end, and it still is the end."""
        while True:
            async with asyncio.TaskGroup() as group:
                for person in self.people:
                    group.create_task(person.play())
            for person in self.people:
                await person.look()
            if all(person.over for person in self.people):
                return


async def open_evening(
    desk_url: str,
    phone_url: str,
    host_path: str,
    names: Iterable[str],
    random: Random,
    nights: str = "phones",
    look: bool = True,
    game: str = "sporz",
    options: Mapping[str, str] = MappingProxyType({}),
) -> Evening:
    """Open a table through the pages, seat everybody, deal, begin; desk and phones may ask two servers.

    `look`: everybody looks at their card first, as they should. `options`: of the game, as its page has them.
    """
    tablet = Browser(desk_url)
    await tablet.post(host_path, "")
    page = await tablet.post(f"/new/?game={game}", "/new/", nights=nights, language="en", **options)
    found = re.search(r"/ws/desk/([A-Z]{4,8})/", page.text)
    assert found, page.text
    code = found[1]
    moderator = Moderator(tablet, code, Random(random.random()), eyes_closed=nights == "eyes_closed")
    players: dict[str, Player] = {}
    for name in names:
        phone = Browser(phone_url)
        await phone.post(f"/j/{code}/", f"/j/{code}/", name=name)
        players[name] = Player(phone, code, Random(random.random()), name)
    desk = f"/desk/{code}/"
    await tablet.post(desk, "deal")
    for player in players.values() if look else ():
        await player.browser.post(f"/t/{code}/", "looked")
    await tablet.post(desk, "begin")
    return Evening(code, moderator, players)
