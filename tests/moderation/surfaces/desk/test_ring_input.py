"""What the desk enters by its ring at a table without phones, and the one next step that it offers."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import journal, lifecycle
from games.engine.kit import all_kits
from games.models import GameSession, Move, Seat
from moderation.models import Pass
from moderation.play.rendering.fragments import find_differences
from moderation.play.rendering.render import build_viewer_of_pass, render
from qa.walking import Form, read_forms
from tests.moderation.sporz_table import NAMES, at_night, desk, device_of, phone, playing, table_of

pytestmark = pytest.mark.django_db
AS_HTMX = {"hx-request": "true"}
GOLD = re.compile(r'<(?:button|a|summary)[^>]*class="[^"]*\bprimary\b[^"]*"[^>]*>')


def region(client: Client, session: GameSession, page: str = "desk") -> str:
    return client.get(reverse(page, args=[session.code]), headers=AS_HTMX).content.decode()


def next_button(page: str) -> str:
    """The words of the desk's button that ends a step; empty where there is none."""
    found = re.search(r'<form id="close".*?<span class="does-what">(.*?)</button>', page, re.DOTALL)
    return found[1] if found else ""


def form(page: str, name: str) -> Form:
    """A form of the desk by its id, with the buttons that stand elsewhere and belong to it."""
    return read_forms(page)[0][name]


def enter(client: Client, session: GameSession, fields: Any) -> int:
    return client.post(reverse("desk_move", args=[session.code]), fields, headers=AS_HTMX).status_code


def settled(session: GameSession) -> Client:
    """The desk, when all that comes before the question has been said, shown and looked at."""
    moderator = desk(session)
    while waits := set(read_forms(region(moderator, session).partition('class="bar"')[2])[0]) & {"said", "go-on"}:
        sent = form(region(moderator, session).partition('class="bar"')[2], waits.pop())
        assert moderator.post(sent.action, dict(sent.fields_as_shown()), headers=AS_HTMX).status_code == 200
    return moderator


def at_the_vote() -> GameSession:
    """Nobody has a phone; the night has passed without a deed."""
    session = at_night("eyes_closed")
    while (step := table_of(session).step) is not None and step.asleep:
        journal.submit(session.pk, {"by": "moderator", "close": True})
    return session


def voter(page: str) -> str:
    """Who votes now, as the desk says it."""
    found = re.search(r"(\w+) votes: tap the choice", page)
    return found[1] if found else ""


def ballot(page: str, target: str) -> dict[str, Any]:
    """What a tap on somebody in the ring sends."""
    sent = form(page, "enter")
    (value,) = [c.value for c in sent.controls if c.kind == "submit" and f'"{target}"' in c.value]
    return {"opened": sent.value("opened"), "for": sent.value("for"), "pick0": value}


# Ballots, one voter after the other


def test_one_tap_enters_a_ballot_and_selects_the_next_voter() -> None:
    session = at_the_vote()
    moderator = settled(session)
    for name, next_one in zip(NAMES, [*NAMES[1:], ""], strict=True):
        page = region(moderator, session)
        assert voter(page) == name and page.count(' votes" data-seat=') == 1
        assert enter(moderator, session, ballot(page, "Cid")) == 200
        assert voter(region(moderator, session)) == next_one
    assert {vote.seat.name for vote in session.votes.all()} == set(NAMES)
    page = region(moderator, session)
    assert 'id="sure-' not in page and "The vote" in next_button(page)


def test_a_ballot_that_was_entered_can_be_corrected() -> None:
    session = at_the_vote()
    moderator = settled(session)
    assert enter(moderator, session, ballot(region(moderator, session), "Cid")) == 200
    ann = session.seats.get(name="Ann")
    panel = reverse("desk_answer", args=[session.code, ann.pk])
    page = " ".join(region(moderator, session).split())
    assert panel in page and "Previous voter:</span> <bdi>Ann</bdi>" in page
    assert "Next voter:</span> <bdi>Cid</bdi>" in page
    shown = moderator.get(panel, headers=AS_HTMX).content.decode()
    assert re.search(r'<p class="soft">[^<]*Against: Cid', html.unescape(shown))
    opened = form(shown, "answer-for").value("opened")
    assert enter(moderator, session, {"opened": opened, "for": ann.pk, "pick0": '{"seat":"Bob"}'}) == 200
    assert table_of(session).step.answers == {"Ann": {"seat": "Bob"}}  # type: ignore[union-attr]
    assert voter(region(moderator, session)) == "Bob"


def test_voters_with_phones_vote_there_and_the_desk_enters_others() -> None:
    session = at_the_vote()
    phone(session, "Ann")
    moderator = settled(session)
    assert voter(region(moderator, session)) == "Bob"


# A group is entered once


def lupus(**roles: str) -> GameSession:
    """Eight at a table without phones, on the night on which the werewolves only meet."""
    session = GameSession.objects.create(code="BFHJ", game="lupus", nights="eyes_closed", language="en")
    names = [*NAMES, "Gus", "Hal"]
    for place, name in enumerate(names):
        Seat.objects.create(session=session, place=place, name=name, folded=name.casefold())
    deal = {name: {"role": roles.get(name, "villager")} for name in names}
    lifecycle.deal_cards(session, deal)
    lifecycle.begin(session)
    session.refresh_from_db()
    return session


def at_the_werewolves() -> GameSession:
    session = lupus(Ann="werewolf", Bob="werewolf", Cid="seer")
    while table_of(session).step.name != "werewolves":  # type: ignore[union-attr]
        journal.submit(session.pk, {"by": "moderator", "close": True})
    return session


def test_one_tap_enters_that_a_pack_has_seen_itself() -> None:
    session = at_the_werewolves()
    moderator, head = settled(session), session.moves.count()
    sent = form(region(moderator, session), "enter")
    fields = {"opened": sent.value("opened"), "pick0": sent.value("pick0"), "request": "once"}
    seats = [c.value for c in sent.controls if c.name == "for"]
    assert len(seats) == 2
    for _sent_twice in range(2):
        assert enter(moderator, session, {**fields, "for": seats}) == 200
    assert session.moves.count() == head + 2 and table_of(session).step.name != "werewolves"  # type: ignore[union-attr]


def test_with_eyes_closed_the_desk_only_confirms_a_pack() -> None:
    session = at_the_werewolves()
    page = region(settled(session), session)
    assert "whom do you suspect" not in page.lower() and 'name="pick1"' not in page
    assert "Seen: go on" in page


def test_the_slot_of_a_target_names_its_deed() -> None:
    session = at_night("eyes_closed")
    while table_of(session).step.name != "psychologist":  # type: ignore[union-attr]
        journal.submit(session.pk, {"by": "moderator", "close": True})
    page = region(settled(session), session)
    assert re.search(r'<span class="deed">\w+', page.partition('id="enter"')[2])


def test_the_desk_keeps_empty_parts_while_a_line_is_spoken() -> None:
    session = at_night("eyes_closed")
    page = region(desk(session), session)
    assert 'id="said"' in page and '<div id="part-moment" class="part"></div>' in page


def test_an_answer_for_several_is_entered_completely_or_not() -> None:
    session = at_the_werewolves()
    moderator, head = settled(session), session.moves.count()
    sent = form(region(moderator, session), "enter")
    seats = [session.seats.get(name=name).pk for name in ("Ann", "Cid")]  # Cid sleeps
    fields = {"opened": sent.value("opened"), "pick0": sent.value("pick0"), "for": seats}
    assert enter(moderator, session, fields) == 409
    assert session.moves.count() == head


def test_the_mutants_are_entered_once_by_the_ring() -> None:
    session = at_night("eyes_closed")
    moderator = settled(session)
    page = region(moderator, session)
    decide = form(page, "decide")
    assert "instead" not in page and page.count('aria-pressed="false"') == len(NAMES)
    assert page.count('<span class="none">Tap a face in the ring</span>') == 2, "an empty box says what fills it"
    fields = {"opened": decide.value("opened"), "verb0": "mutate", "pick0": '"Cid"', "pick1": '{"paralyse":"Eve"}'}
    assert enter(moderator, session, fields) == 200
    assert Move.objects.filter(session=session).latest("number").body["answer"] == {
        "mutate": "Cid",
        "paralyse": "Eve",
    }


# Deciding in the table's stead


def test_a_decision_shows_the_ballots_that_it_overrides() -> None:
    session = playing()
    moderator = settled(session)
    for name in ("Ann", "Bob", "Cid"):
        phone(session, name)
    for name, target in (("Ann", "Hal"), ("Bob", "Eve"), ("Cid", "Eve")):
        answer = {"seat": target if target in NAMES else "Dan"}
        journal.submit(session.pk, {"by": name, "step": "chief", "answer": answer})
    page = region(moderator, session)
    fold = page.partition('id="instead-')[2].partition("</details>")[0]
    assert 'id="decide"' in fold and not GOLD.search(fold)
    eve, dan = re.findall(r'<p class="overrides">([^<]*)</p>', fold)
    assert "2" in eve and "Eve" in eve and "1" in dan and "Dan" in dan


def test_a_ballot_updates_overridden_counts_without_resending_all_names() -> None:
    session = playing()
    phone(session, "Ann")
    held = Pass.objects.get(device=device_of(settled(session)))
    who = build_viewer_of_pass(held, "desk", "en")

    def public() -> Mapping[str, str]:
        drawn = render(session.pk, [who], [who]).views[who]
        assert drawn
        return drawn.public

    before = public()
    journal.submit(session.pk, {"by": "Ann", "step": "chief", "answer": {"seat": "Eve"}})
    changed = find_differences(before, public())
    assert "replaced" in changed and "decision" not in changed


def test_at_night_overrides_are_counted_without_details() -> None:
    session = at_night()
    journal.submit(session.pk, {"by": "moderator", "undo": 1})
    journal.submit(session.pk, {"step": "chief", "by": "moderator", "answer": {"seat": "Eve"}})
    fold = region(desk(session), session).partition('id="instead-')[2].partition("</details>")[0]
    assert "Nobody has answered yet" in fold and not GOLD.search(fold)


def test_moderator_decisions_have_their_own_question_unlike_phones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps = all_kits()["sporz"].words.STEPS
    monkeypatch.setitem(steps, "chief", replace(steps["chief"], decides="Whom has the crew chosen?"))  # type: ignore[arg-type]
    session = playing()
    moderator, ann = settled(session), phone(session, "Ann")
    page = region(moderator, session)
    for part in ('id="instead-', 'id="entry-'):
        assert "Whom has the crew chosen?" in page.partition(part)[2].partition("</details>")[0], part
    asked = region(ann, session, "phone")
    assert "Whom has the crew chosen?" not in asked and html.escape(str(steps["chief"].question)) in asked


def test_without_one_nothing_more_stands_there() -> None:
    page = region(settled(playing()), GameSession.objects.latest("pk"))
    assert 'class="lead"' not in page.partition('id="decide"')[2].partition("</details>")[0]


# Counted ballots


def test_a_counted_vote_tells_nobody_who_voted_for_whom() -> None:
    session = playing(nights="eyes_closed")
    moderator = settled(session)
    page = region(moderator, session)
    entry = form(page, "entry")
    counted = {c.name: n for c, n in zip([c for c in entry.controls if c.kind == "number"], (4, 2), strict=False)}
    assert len(counted) == 2 and "6</strong> left to count" in " ".join(page.split())
    assert enter(moderator, session, {"opened": entry.value("opened"), "entry": "1", **counted}) == 200
    assert table_of(session).public()[0] == {"fact": "chief", "seat": "Ann"}
    assert session.votes.count() == 0
    for device, page in ((moderator, "desk"), (phone(session, "Bob"), "phone")):
        assert "Who voted for whom" not in region(device, session, page)


# One next step, and a whole table from the desk


def greyed(page: str) -> str:
    """What stands in the place of the desk's one button while there is nothing to do but wait."""
    return plain(re.search(r'<p class="usual waits">(.*?)</p>', page.partition('class="bar"')[2], re.DOTALL))


def leaving_out(page: str) -> str:
    """The desk's one button says what it closes and whom that leaves out. It asks once more."""
    return plain(re.search(r'<summary class="primary">(.*?)</summary>', page.partition('class="bar"')[2], re.DOTALL))


def plain(found: re.Match[str] | None) -> str:
    """The words of a piece of a page."""
    return " ".join(re.sub(r"<[^>]*>", "", html.unescape(found[1])).split()) if found else ""


def test_the_button_shows_whom_a_close_leaves_out() -> None:
    session = playing()
    for name in NAMES:
        phone(session, name)
    moderator = settled(session)
    assert leaving_out(region(moderator, session)) == "End “The chief” 6 answers are missing"
    for name in NAMES[2:]:
        journal.submit(session.pk, {"by": name, "step": "chief", "answer": {"seat": "Dan"}})
    page = region(moderator, session)
    assert leaving_out(page) == "End “The chief” without Ann, Bob"
    assert 'class="button danger" type="submit" name="close"' in " ".join(page.split())  # it asks once more
    journal.submit(session.pk, {"by": "Ann", "step": "chief", "answer": {"seat": "Dan"}})
    assert leaving_out(region(moderator, session)) == "End “The chief” without Bob"
    journal.submit(session.pk, {"by": "Bob", "step": "chief", "answer": {"seat": "Dan"}})
    page = region(moderator, session)
    assert leaving_out(page) == greyed(page) == "" and "The chief" in next_button(page)


def test_the_button_names_a_single_player_who_is_awaited() -> None:
    session = GameSession.objects.create(code="BFHJ", game="spree", nights="phones", language="en")
    for place, name in enumerate(NAMES[:4]):
        Seat.objects.create(session=session, place=place, name=name, folded=name.casefold())
    lifecycle.deal_cards(session, all_kits()["spree"].roles.deal(NAMES[:4], {}, Random(1).choice, None))
    lifecycle.begin(session)
    (turn,) = table_of(session).step.asks  # type: ignore[union-attr]
    phone(session, turn)
    assert leaving_out(region(settled(session), session)) == f"Go on without {turn}"
    GameSession.objects.all().delete()


def test_in_a_phone_call_the_button_names_nobody() -> None:
    session = at_night()
    for name in NAMES:
        phone(session, name)
    assert greyed(region(desk(session), session)) == "The call runs on to its time"
    journal.submit(session.pk, {"by": "Ann", "step": "mutants", "answer": {"mutate": "Cid"}})
    assert greyed(region(desk(session), session)) == "The call runs on to its time"


@pytest.mark.parametrize("game", sorted(all_kits()))
def test_a_table_without_phones_always_has_one_main_button(game: str) -> None:
    random, kit = Random(7), all_kits()[game]
    options = kit.options_of(kit.rules.VERSION, {}) or {}
    session = GameSession.objects.create(code="BFHJ", game=game, nights="eyes_closed", language="en", options=options)
    names = [*NAMES, "Gus", "Hal"][: 8 if game == "lupus" else 6]
    for place, name in enumerate(names):
        Seat.objects.create(session=session, place=place, name=name, folded=name.casefold())
    lifecycle.deal_cards(session, kit.roles.deal(names, options, random.choice, None))
    lifecycle.begin(session)
    moderator, idle, head = desk(session), 0, 0
    for _step in range(40):
        if session.stage == GameSession.Stage.OVER:  # the dice may end a game of Murder at once
            break
        page = region(moderator, session)
        gold = [tag for tag in GOLD.findall(page) if "when-counting" not in tag]
        assert len(gold) <= 1, gold
        forms = read_forms(page)[0]
        wanted = [name for name in ("enter", "decide", "go-on", "said", "close") if name in forms]
        assert wanted, page
        chosen = forms[wanted[0]]
        fields: dict[str, list[str]] = {}
        for name, value in chosen.fill(random):
            fields.setdefault(name, []).append(value)
        status = moderator.post(chosen.action, fields, headers=AS_HTMX).status_code
        session.refresh_from_db()
        idle, head = (idle + 1 if (session.head, status) == (head, 409) else 0), session.head
        assert idle < 25, (wanted, fields)
