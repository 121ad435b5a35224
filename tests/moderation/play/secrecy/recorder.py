"""Takes every byte that anybody receives, and knows whose secret is in it.

While a `Recorder` listens, whatever a kit says of a private fact, of somebody's card or of the truth carries a mark
with the owner's name. Marks are meant for their owner's phone and for the desk; anywhere else they are a leak, and so
is a cookie, a link or a fact in the raw.
"""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest

from games.engine.kit import Kit
from games.engine.table import Fact, Table
from games.engine.words import Card, SheetPart, Telling
from moderation.play.realtime import hub
from moderation.project.logs import DiscreetFormatter
from tests.moderation.play.secrecy.worlds import Leak

TRUTH, WHOSE, LOG = "truth", "whose", "the log"
MARK = re.compile(r"\[\[([^\]]*)\]\]")
RAW = re.compile(r"""["']fact["']|Told\(|["'](?:by|cover|undo)["']: """)  # a fact or a move, as it is kept


def marked(said: object, owner: str) -> str:
    """Words, with the mark of whose secret they tell."""
    return f"{said} [[{owner}]]" if str(said) else ""


def owner_of(facts: Sequence[Fact]) -> str:
    """Whose facts these are."""
    return next((str(fact[WHOSE]) for fact in facts if WHOSE in fact), "")


class Recorder:
    """Hears everything, and raises `Leak` when somebody is told what is not theirs."""

    def __init__(self, kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
        self.own: dict[str, set[str]] = {}  # who may read which marks
        self.secrets: dict[str, str] = {}  # cookies, links and the like, and who has them
        self.heard: dict[str, int] = {}  # bytes, by who received them
        self.never: dict[str, set[str]] = {}  # who may not even read these words
        self.found: list[Leak] = []
        self.log = io.StringIO()
        self._kit, self._patch = kit, monkeypatch
        self._mark()
        self._listen()

    def _mark(self) -> None:
        """Have every private fact remember whose it is, and the kit's words say it."""
        words, patch = self._kit.words, self._patch.setattr
        to_player, to_moderator, card = words.to_player, words.to_moderator, words.card
        truth, sheet, told = words.truth, words.sheet, Table.tell

        def tell(table: Table, seat: str, fact: str, /, **values: Any) -> None:
            told(table, seat, fact, **values, **{WHOSE: seat})

        def marked_telling(fact: Fact) -> Telling | None:
            telling = to_moderator(fact)
            owner = owner_of([fact])
            return telling and Telling(marked(telling.what, owner), marked(telling.gesture, owner))

        def marked_card(private: Sequence[Fact]) -> Card:
            shown = card(private)
            return replace(shown, name=marked(shown.name, owner_of(private)))

        def marked_sheet(private: Sequence[Fact], public: Sequence[Fact]) -> Sequence[SheetPart]:
            parts = sheet(private, public)
            return [replace(part, title=marked(part.title, owner_of(private))) for part in parts]

        patch(Table, "tell", tell)
        patch(words, "to_player", lambda fact: marked(to_player(fact), owner_of([fact])))
        patch(words, "to_moderator", marked_telling)
        patch(words, "card", marked_card)
        patch(words, "truth", lambda row: truth(row) if "fact" in row else marked(truth(row), TRUTH))
        patch(words, "sheet", marked_sheet)

    def _listen(self) -> None:
        """Hear what is written to the log and sent through the channel layer."""
        recorder = self

        class Layer:
            async def group_send(self, group: str, message: dict[str, Any]) -> None:
                try:
                    recorder.hear("the channel layer", f"{group} {message}")
                except Leak as leak:  # which nobody would hear of: a hint that fails is only a hint
                    recorder.found.append(leak)

        self._patch.setattr(hub, "get_layer", Layer)
        handler = logging.StreamHandler(self.log)
        handler.setFormatter(DiscreetFormatter())
        for name in ("", "django"):
            self._patch.setattr(logging.getLogger(name), "handlers", [handler])

    def hear(self, who: str, said: str) -> None:
        """Somebody receives this."""
        if self.found:
            raise self.found.pop()
        self.heard[who] = self.heard.get(who, 0) + len(said)
        if word := next((word for word in self.never.get(who, ()) if stands_in(word, said)), ""):
            raise Leak(f"{who} reads {word}: {around(said, word)}")
        mine = self.own.get(who, set())
        for owner in MARK.findall(said):
            if owner not in mine and "*" not in mine:
                raise Leak(f"{who} was told of [[{owner}]]: {around(said, f'[[{owner}]]')}")
        if "*" in mine:
            return
        if who != LOG and (raw := RAW.search(said)):  # the log names lines of the program, which may look like that
            raise Leak(f"{who} was sent what is kept: {around(said, raw[0])}")
        for secret, owner in self.secrets.items():
            if secret in said and owner != who:
                raise Leak(f"{who} was sent a secret of {owner}: {around(said, secret)}")

    def hear_answer(self, who: str, answer: Any) -> Any:
        """Somebody receives a response: its headers, its cookies, its body."""
        cookies = answer.cookies.output()
        if kept := answer.cookies.get("messages"):
            cookies += str(CookieStorage(HttpRequest())._decode(kept.value))  # type: ignore[attr-defined]  # packed
        self.hear(who, f"{answer.status_code} {answer.headers}\n{cookies}\n{answer.content.decode()}")
        return answer

    def hear_log(self) -> None:
        """What has been written to the log until now."""
        self.hear(LOG, self.log.getvalue())
        self.log.seek(0)
        self.log.truncate()


def stands_in(word: str, said: str) -> bool:
    """Whether a word is said, and not only the middle of a random token."""
    return word in said and bool(not word.isalnum() or re.search(rf"(?<![A-Za-z0-9]){word}(?![A-Za-z0-9])", said))


def around(said: str, what: str) -> str:
    """Where it was said, in short."""
    place = said.find(what)
    return said[max(0, place - 120) : place + 120]
