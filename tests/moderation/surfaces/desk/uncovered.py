"""Reads what an uncovered desk shows: its words and its controls, without numbers of moves and the folded story."""

from __future__ import annotations

import re
from html.parser import HTMLParser

VOID = {"input", "br", "img", "meta", "link", "hr", "path", "circle", "rect", "use"}
COVERED = {"secret", "veiled"}  # classes of what a moderator has to lift or to switch on
CONTROLS = {"button", "a", "input", "select", "summary", "form"}
KEPT = {"type", "name", "value", "href", "disabled", "checked", "action", "class", "data-wait"}
HIDDEN = {"opened", "last", "part", "held", "for", "csrfmiddlewaretoken", "request", "pretended"}
NUMBER = re.compile(r"\d+")


class Uncovered(HTMLParser):
    """The words and the controls that stand on a desk while nobody lifts a cover."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        self._open: list[tuple[str, bool]] = []

    @property
    def _covered(self) -> bool:
        return any(covered for _tag, covered in self._open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a control, and whether what stands in this element is covered."""
        given = {name: value or "" for name, value in attrs}
        if not self._covered and tag != "dialog":
            self._note(tag, given)
        if tag not in VOID:
            covered = (
                bool(COVERED & {*given.get("class", "").split()}) or tag == "dialog" or given.get("id") == "story"
            )
            self._open.append((tag, covered))

    def _note(self, tag: str, given: dict[str, str]) -> None:
        hidden = tag == "input" and given.get("type") == "hidden" and given.get("name") in HIDDEN
        if hidden or (tag not in CONTROLS and "class" not in given):
            return
        kept = {name: value for name, value in given.items() if name in KEPT}
        if tag != "a" and kept.get("name") not in ("seconds",):
            kept = {name: value for name, value in kept.items() if name != "value" or not value.isdigit()}
        self.seen.append(f"<{tag} {sorted(kept.items())}>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element that is empty."""
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        """Note a word that can be read."""
        if data.strip() and not self._covered:
            self.seen.append(data.strip())


def read_uncovered(html: str) -> list[str]:
    """Return the words and the controls of a desk, in order."""
    reader = Uncovered()
    reader.feed(html)
    return reader.seen
