"""Taking back: what must still be said stays, whose entry it is and who has learnt what is said; phones hear it."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import journal
from games.contract.random_moves import legal_moves, new_table
from games.engine.kit import all_kits
from games.engine.moves import MODERATOR, Move
from games.engine.table import Table
from games.models import GameSession
from moderation.play.pacing import narration
from moderation.play.pacing.narration import Saying
from moderation.surfaces.desk.sections.speech import list_facts_to_tell, list_step_announcements
from moderation.surfaces.desk.sections.story import build_story
from moderation.surfaces.desk.sections.undo import describe_entry, describe_last_move
from tests.moderation.sporz_table import CHIEF, CLOSE, MUTATION, at_night, desk, page, parts, phone, playing, table_of

pytestmark = pytest.mark.django_db


def vote(who: str, whom: str) -> dict[str, Any]:
    return {"step": "vote", "by": who, "answer": {"seat": whom}}


def at_the_vote(nights: str = "phones") -> GameSession:
    """The first night is over: Cid is a mutant, Eve was paralysed, and the table votes."""
    session = playing(nights=nights)
    journal.submit(session.pk, CHIEF)
    journal.submit(session.pk, MUTATION)
    while (step := table_of(session).step) is not None and step.name != "vote":
        journal.submit(session.pk, CLOSE)
    return session


def take_back(session: GameSession, moderator: Client, **form: Any) -> None:
    """What the desk's button sends."""
    form = {"last": table_of(session).last, **form}
    answer = moderator.post(reverse("desk_undo", args=[session.code]), form, headers={"hx-request": "true"})
    assert answer.status_code == 200


def entry(session: GameSession) -> Any:
    """The entry that an undo would take back."""
    table = table_of(session)
    return describe_last_move(session.kit.words, table, table.told)


# what must still be said


@pytest.mark.parametrize("slug", sorted(all_kits()))
def test_undo_restores_spoken_lines_and_private_news(slug: str) -> None:
    kit, said = all_kits()[slug], 0
    for seed in range(4):
        random = Random(f"undo {slug} {seed}")
        table = new_table(kit, random.choice)
        for _move in range(60):
            if table.step is None:
                break
            if table.step.of_chance:
                table.take(legal_moves(table, random.choice)[0])
                continue
            before = to_say(kit.words, table)
            said += any(before)
            move = random.choice(legal_moves(table, random.choice))
            table.take(move)
            table.take(Move(MODERATOR, undo=1))
            assert to_say(kit.words, table) == before
            table.take(move)
    assert said


def to_say(words: Any, table: Table) -> tuple[Any, ...]:
    """What the desk has for single people, for the room, and for the lines that it speaks."""
    spoken = narration.list_announced_facts(table, table.step)
    return (
        list_facts_to_tell(words, table, set(), Saying()),
        list_step_announcements(words, table, table.step),
        spoken,
    )


def test_announcements_are_back_on_the_desk_after_undo() -> None:
    session = at_night("eyes_closed")
    moderator = desk(session)
    form = {"opened": opened(session), "part": 1}
    moderator.post(reverse("desk_said", args=[session.code]), form, headers={"hx-request": "true"})
    before = announced(moderator, session)
    assert "Eve becomes the chief." in before
    journal.submit(session.pk, MUTATION)
    assert announced(moderator, session) != before
    take_back(session, moderator)
    assert announced(moderator, session) == before


def opened(session: GameSession) -> int:
    """The number of the move that opened the question which the desk shows."""
    step = table_of(session).step
    assert step is not None
    return step.opened


def announced(client: Client, session: GameSession) -> str:
    """What the desk has to announce."""
    html = client.get(reverse("desk", args=[session.code])).content.decode()
    return html.partition('<section class="stack announce">')[2].partition("</section>")[0]


# whose entry it is, and who has learnt what


@pytest.mark.parametrize("slug", sorted(all_kits()))
def test_an_entry_is_described_in_game_words(slug: str) -> None:
    kit, random = all_kits()[slug], Random(f"entries of {slug}")
    table = new_table(kit, random.choice)
    for _move in range(80):
        if table.step is None:
            break
        step, move = table.step, random.choice(legal_moves(table, random.choice))
        text, known = (
            describe_entry(kit.words, step, move, table.seats),
            narration.get_step_words(kit.words, step).fields,
        )
        table.take(move)
        assert not move.seat or text.startswith(f"{move.seat}: ")
        nameless = [name for name, value in (move.answer or {}).items() if name not in known and value is not True]
        assert not any(text.startswith(f"{name}: ") or f": {name}: " in text for name in nameless)


def test_an_undo_names_the_owner_of_the_entry() -> None:
    session = at_the_vote()
    journal.submit(session.pk, vote("Bob", "Ann"))
    assert (entry(session).text, entry(session).secret) == ("Bob: Against: Ann", False)
    html = desk(session).get(reverse("desk", args=[session.code])).content.decode()
    assert "Bob: Against: Ann" in html.partition('id="undo"')[2].partition("</form>")[0]


def test_an_undo_names_decisions_and_closed_steps() -> None:
    session = playing()
    journal.submit(session.pk, CHIEF)
    assert entry(session).text == "for the whole table: Chief: Eve"
    journal.submit(session.pk, CLOSE)
    assert entry(session).text == "the end of the step"


def test_a_secret_entry_and_its_readers_are_covered() -> None:
    session = at_night("eyes_closed")
    journal.submit(session.pk, MUTATION)
    last = entry(session)
    assert last.secret and last.text.startswith("Ann: ")
    assert [line.partition(":")[0] for line in last.learnt] == ["Cid", "Eve"]
    html = desk(session).get(reverse("desk", args=[session.code])).content.decode()
    undo = html[html.index('id="undo"') : html.index("</form>", html.index('id="undo"'))]
    opened, _cover, covered = undo.partition('<details class="cover"')
    assert "Ann" not in opened and "Cid" not in opened
    assert "Ann: " in covered and "Cid: " in covered


def test_who_has_learnt_nothing_yet_is_not_said_to_have() -> None:
    """While a call keeps its time on phones, what it has brought is on no phone."""
    session = at_night()
    journal.submit(session.pk, MUTATION)
    assert "Who has learnt what" not in page(desk(session), session, "desk")


def test_all_changes_of_one_ballot_are_one_entry() -> None:
    session = at_the_vote()
    moderator = desk(session)
    for whom in ("Ann", "Cid", "Dan"):
        journal.submit(session.pk, vote("Bob", whom))
    take_back(session, moderator)
    step = table_of(session).step
    assert step is not None and step.answers == {}


# phones hear of it


def test_phones_announce_a_reopened_step_with_a_new_question_id() -> None:
    """A word about an answer to the question of before goes with that question's name (notice.js)."""
    session = playing()
    moderator, ann = desk(session), phone(session, "Ann")
    before = question_name(ann, session)
    journal.submit(session.pk, CHIEF)
    assert "taken-up" not in parts(ann, session, "phone")
    take_back(session, moderator)
    assert "taken-up" in parts(ann, session, "phone")
    assert question_name(ann, session) not in ("", before)
    journal.submit(session.pk, CHIEF)
    assert "taken-up" not in parts(ann, session, "phone")


def question_name(client: Client, session: GameSession) -> str:
    """The name under which a phone knows its question."""
    found = re.search(
        r'name="opened" value="([^"]+)"', client.get(reverse("phone", args=[session.code])).content.decode()
    )
    return found[1] if found else ""


def test_a_corrected_ballot_is_not_announced_on_phones() -> None:
    session = at_the_vote()
    journal.submit(session.pk, vote("Bob", "Ann"))
    take_back(session, desk(session))
    assert "taken-up" not in parts(phone(session, "Eve"), session, "phone")


# back to here


def test_the_story_can_go_back_to_each_answered_question() -> None:
    session = at_the_vote()
    moderator = desk(session)
    journal.submit(session.pk, vote("Bob", "Ann"))
    pages = build_story(session.kit.words, table_of(session))
    assert [page.title for page in pages] == ["Day 1", "Night 1", "Before play"]
    first = pages[-1].back[-1]
    html = moderator.get(reverse("desk", args=[session.code])).content.decode()
    assert f'form="undo" name="opened" value="{first.opened}"' in " ".join(html.split())
    take_back(session, moderator, opened=first.opened)
    step = table_of(session).step
    assert step is not None and step.name == "chief" and table_of(session).undoable() == []


def test_an_empty_story_has_nothing_to_go_back_to() -> None:
    session = playing()
    assert not any(page.back for page in build_story(session.kit.words, table_of(session)))
