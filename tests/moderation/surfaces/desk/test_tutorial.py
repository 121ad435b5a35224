"""The lesson of a rehearsal: who follows its hints to the letter gets through, and no real table shows any of it."""

import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from games.engine.kit import all_kits
from games.models import COVERS_AFTER, GameSession, LessonProgress
from moderation.models import Link, ModeratedTable, Person, Recognised
from moderation.play.pacing import clock
from moderation.statistics.finished_games import list_counted_games
from moderation.surfaces.desk import tutorial
from moderation.surfaces.desk.tutorial import COURSE, MEANWHILE
from moderation.surfaces.desk.tutorial_state import AbsentPhone, DeskSight, Sight
from moderation.tables import rehearsals
from moderation.tables.auto_close import close_untouched, list_lapsed_tables
from moderation.tables.setup.view_model import build_seats_view
from qa.walking import Form, read_forms
from tests import thorough
from tests.moderation.clients import at, joins, opens, seated, text, the_host
from tests.moderation.sporz_table import desk, device_of

TAPS = 200  # no lesson is as long
STYLES = Path(__file__).resolve().parents[4] / "static" / "css" / "desk" / "lesson.css"

pytestmark = pytest.mark.django_db(transaction=True)


def rehearses(host: Client, game: str, **more: str) -> GameSession:
    """The rehearsal that a host opens, or goes on with."""
    answer = host.post(reverse("rehearse"), {"game": game, **more})
    assert answer.status_code == 302, text(answer)
    return GameSession.objects.get(code=answer.headers["Location"].strip("/").split("/")[-1], closed=None)


class Learner:
    """A first-time moderator who reads one hint after the other, and does what is marked and nothing else."""

    def __init__(self, host: Client, session: GameSession, seed: str) -> None:
        self.host, self.session, self.random = host, session, Random(seed)
        self.hints: list[str] = []  # in their order, each once
        self.look()

    def look(self) -> None:
        """Read the desk."""
        self.page = text(self.host.get(at("desk", self.session)))
        self.forms = read_forms(self.page)[0]
        (self.panel,) = re.findall(r'<section class="lesson.*?</section>', self.page, re.DOTALL)
        self.ready = 'class="lesson ready"' in self.panel
        marked = re.search(r'data-mark="([a-z-]+)"', self.panel)
        self.mark, self.hint = marked[1] if marked else "", self.forms["lesson"].value("hint")

    def follow(self) -> None:
        """Do what the hint says, once."""
        if self.hint not in self.hints:
            self.hints.append(self.hint)
        if 'value="past">Show the next hint' in self.panel:
            self.tap("lesson", do="past")
        elif self.mark in ("waiting", "called"):
            self.answer()
        elif self.mark == "other-phone":
            self.show_the_code()
        elif self.mark == "take-back":
            self.tap("undo")
        elif self.mark == "bar":
            self.tap(next(one for one in ("said", "go-on", "close", "enter", "decide") if one in self.bar_forms()))
        else:
            self.tap(self.mark)
        self.look()

    def bar_forms(self) -> list[str]:
        """The forms that the button at the foot sends, whichever stand there."""
        bar = self.page.partition('<div class="bar">')[2]
        assert bar, "the button at the foot is marked, and there is none"
        return [one for one in self.forms if f'id="{one}"' in bar or f'form="{one}"' in bar]

    def tap(self, form: str, **more: str) -> None:
        """Send a form of the page as it stands."""
        assert form in self.forms, (self.hint, self.mark, sorted(self.forms))
        self.send(self.forms[form], more)

    def send(self, form: Form, more: dict[str, str] | None = None, chosen: bool = False) -> None:
        """Send a form, with the choices filled in where something is to be chosen."""
        fields: dict[str, list[str]] = {}
        for name, value in form.fill(self.random) if chosen else form.fields_as_shown():
            fields.setdefault(name, []).append(value)
        answer = self.host.post(form.action, {**fields, **(more or {})})
        assert answer.status_code in (200, 302), (form.id, answer.status_code)

    def answer(self) -> None:
        """Tap the name, and answer for it; what may not be answered is tried again otherwise."""
        where = "wakes" if self.mark == "called" else 'id="waiting"'
        found = re.search(r'href="([^"]*/answer/\d+/)"', self.page.partition(where)[2])
        assert found, self.hint
        before = GameSession.objects.get(pk=self.session.pk).head
        for _try in range(40):
            form = read_forms(text(self.host.get(found[1])))[0]["answer-for"]
            self.send(form, chosen=True)
            if GameSession.objects.get(pk=self.session.pk).head > before:
                return
        raise AssertionError("no answer was taken")

    def show_the_code(self) -> None:
        """Open the page of the seat, and ask for its QR code."""
        fold = self.page.partition('id="other-phone"')[2].partition("</details>")[0]
        (path,) = re.findall(r'href="([^"]+)"', fold)
        forms = read_forms(text(self.host.get(path)))[0]
        self.send(next(form for form in forms.values() if form.action.endswith("/link/")))


@pytest.mark.parametrize("seed", thorough.family(["a", "b"], "a"))
@pytest.mark.parametrize("game", all_kits())
def test_who_follows_every_hint_is_ready(game: str, seed: str, settings: Any) -> None:
    """Deal, read, let answer, lose a phone, make a mistake and take it back, give the seat: in every game.

    Where there are nights somebody falls before the lesson is over, and is announced.
    """
    settings.MOMENT_PACE = 1.0
    host = the_host()
    session = rehearses(host, game)
    learner = Learner(host, session, seed)
    for _tap in range(TAPS):
        if learner.ready:
            break
        learner.follow()
    assert learner.ready, learner.hints[-5:]
    of_course = [hint.name for hint in COURSE if hint.name in learner.hints]
    needed = ["fill", "deal", "begin", "lost", "undo", "phone", "bots"]
    assert [name for name in of_course if name in needed] == needed, learner.hints
    assert [name for name in learner.hints if name in ("lost", "undo", "phone")] == ["lost", "undo", "phone"]
    if all_kits()[game].words.MODERATED:
        assert "cover" in learner.hints
        assert "fallen" in learner.hints, "nobody has fallen: the lesson ends before the first death is announced"
        assert learner.hints.index("fallen") > learner.hints.index("phone"), "one thing at a time"
        assert '<li class="seat out' in learner.page and 'name="held"' not in learner.page, "it has been announced"
    host.post(at("desk_close", session))
    assert GameSession.objects.get(pk=session.pk).closed


@pytest.mark.parametrize("game", all_kits())
def test_a_lesson_has_a_usual_table_and_no_warnings(game: str) -> None:
    """No advice about small tables, and no figure of who wins: whoever learns has enough to read."""
    host = the_host()
    learner = Learner(host, rehearses(host, game), "usual")
    while learner.hint != "deal":
        learner.follow()
    table = build_seats_view(GameSession.objects.get(pk=learner.session.pk))
    deal = table.deal
    assert (deal.advice, table.joining.wrong_seats, deal.wrong_counts, deal.odds) == ((), "", "", None)
    assert 'class="notice' not in learner.page.partition('id="deal-title"')[2].partition("</section>")[0]


@pytest.mark.parametrize("game", all_kits())
def test_who_skips_is_left_alone_and_may_come_back(game: str) -> None:
    host = the_host()
    learner = Learner(host, rehearses(host, game), "skips")
    for _hint in range(3):
        before = learner.hint
        learner.tap("lesson", do="off")
        learner.look()
        assert not learner.mark and not learner.hint and not learner.ready
        learner.tap("lesson", do="on")
        learner.look()
        assert learner.hint == before
        learner.follow()


def test_a_hint_that_is_skipped_does_not_come_again() -> None:
    host = the_host()
    learner = Learner(host, rehearses(host, "sporz"), "past")
    for _hint in range(4):
        learner.follow()
    past = learner.hint
    assert past == "read"
    learner.tap("lesson", do="past")
    learner.look()
    assert learner.hint not in ("", past)


def test_what_no_game_begins_without_cannot_be_skipped() -> None:
    """Who taps “Done” twice does not skip the next hint, and is led to no button that does nothing yet."""
    host = the_host()
    learner = Learner(host, rehearses(host, "murder"), "twice")
    learner.tap("lesson", do="past")
    learner.look()
    for hint in ("fill", "deal", "begin"):
        assert learner.hint == hint and 'value="past"' not in learner.panel
        twice = {"do": "past", "hint": hint}
        answer = host.post(at("desk_lesson", learner.session), twice, headers={"HX-Request": "true"})
        assert answer.status_code == 409
        learner.follow()


def test_a_hint_that_does_not_exist_is_refused() -> None:
    host = the_host()
    session = rehearses(host, "sporz")
    before = GameSession.objects.get(pk=session.pk)
    for junk in ({}, {"do": "past", "hint": "nothing"}, {"do": "nothing"}):
        answer = host.post(at("desk_lesson", session), junk, headers={"HX-Request": "true"})
        assert answer.status_code == 409
    after = GameSession.objects.get(pk=session.pk)
    assert (after.lesson.hints_seen, after.lesson.is_off) == (before.lesson.hints_seen, before.lesson.is_off)


@pytest.mark.parametrize("game", all_kits())
def test_a_real_table_shows_nothing_of_it(game: str) -> None:
    host = the_host()
    session = opens(host, game)
    joins(session, "Camille")
    host.post(at("desk_add_seat", session), {"bots": str(max(6, all_kits()[game].roles.SEATS[0]))})
    pages = [text(host.get(at("desk", session)))]
    for deed in ("desk_deal", "desk_begin"):
        host.post(at(deed, session))
        pages.append(text(host.get(at("desk", session))))
    assert all("lesson" not in page and "data-mark" not in page for page in pages)
    assert host.post(at("desk_lesson", session), {"do": "off"}, headers={"HX-Request": "true"}).status_code == 409


def test_no_phone_and_no_screen_shows_a_hint() -> None:
    host = the_host()
    session = rehearses(host, "sporz")
    phone = joins(session, "Zoe")
    for page in (phone.get(at("phone", session)), Client().get(at("screen", session))):
        assert "lesson" not in text(page) and "data-mark" not in text(page)


def test_no_list_and_no_figure_has_a_rehearsal() -> None:
    """Not the evenings, not the page of the machine, not what people remember, not the statistics."""
    host = the_host()
    person = Person.objects.create(name="Zoe", folded="zoe", how="own", code="BFHJKLMRWX")
    Recognised.objects.create(device=device_of(host), person=person)
    session = rehearses(host, "sporz")
    for name in ("Ann", "Bob", "Cid", "Dan", "Eve"):
        joins(session, name)
    assert session.code not in text(host.get(reverse("events")))
    assert not ModeratedTable.objects.filter(session=session).exists()
    ended = {"stage": GameSession.Stage.OVER, "indexed": 1, "people": 6, "players": 6, "closed": timezone.now()}
    GameSession.objects.filter(pk=session.pk).update(**ended)
    assert not list_counted_games().exists()
    GameSession.objects.filter(pk=session.pk).update(rehearsal=False)
    assert list_counted_games().count() == 1
    assert session.code in text(host.get(reverse("events")))


def test_a_rehearsal_joins_no_evening() -> None:
    host = the_host()
    session = rehearses(host, "sporz")
    assert host.post(reverse("move_table", args=[session.pk]), {"event": ""}).status_code == 404


def test_a_rehearsal_is_taken_up_again_and_closes_by_itself() -> None:
    """By another one, by a real table of the same device, and where nobody touches it for long."""
    host = the_host()
    first = rehearses(host, "sporz")
    assert rehearses(host, "sporz") == first
    assert 'data-test="rehearse-on"' in text(host.get(reverse("rehearse")))
    second = rehearses(host, "sporz", anew="1")
    assert second != first and GameSession.objects.get(pk=first.pk).closed
    third = rehearses(host, "lupus")
    assert GameSession.objects.get(pk=second.pk).closed
    assert first.code not in text(host.get("/")) and third.code in text(host.get("/"))
    opens(host, "lupus")
    assert GameSession.objects.get(pk=third.pk).closed
    left = rehearses(host, "elsen")
    stays = opens(the_host(), "elsen")
    long_ago = timezone.now() - rehearsals.UNTOUCHED - timedelta(minutes=1)
    GameSession.objects.filter(pk__in=[left.pk, stays.pk]).update(touched=long_ago)
    assert close_untouched() == 1
    assert GameSession.objects.get(pk=left.pk).closed and not GameSession.objects.get(pk=stays.pk).closed
    assert list_lapsed_tables(device_of(host), 5) == []


def test_the_lost_phone_is_present_until_its_seat_is_asked() -> None:
    """It is away on the desk then, until the seat is on another phone, and no answer waits for it."""
    host = the_host()
    session = rehearses(host, "sporz")
    learner = Learner(host, session, "phone")
    while learner.hint != "lost":
        assert "phone away" not in learner.page or "desk-view" in learner.page  # by then the seat is asked
        learner.follow()
    assert learner.page.count("phone away") == 1
    while learner.hint != "phone":
        learner.follow()
    assert not Link.objects.filter(seat__name="Camille").exists()
    learner.follow()
    assert Link.objects.filter(seat__name="Camille", used=None).exists()


def test_a_hint_marks_an_element_and_uses_its_label() -> None:
    """Every mark has its rule in the style sheet; labels that stand in quotation marks are those of the desk."""
    styles = STYLES.read_text(encoding="utf-8")
    labels = 0
    for hint in (*COURSE, *MEANWHILE):
        assert f'[data-mark="{hint.mark}"]' in styles, hint.name
        quoted = re.findall("“(.+?)”", str(hint.says))
        with translation.override("fr"):
            for label in quoted:
                if (said := translation.gettext(label)) != label:
                    labels += 1
                    assert f"« {said} »" in str(hint.says).replace("\u00a0", " "), hint.name
    assert labels >= 7


def test_a_hint_knows_nothing_but_the_table() -> None:
    """No hint names a role, a camp or who is called: one name stands in them, that of who has lost a phone."""
    for hint in (*COURSE, *MEANWHILE):
        assert set(re.findall(r"%\((\w+)\)s", str(hint.says))) <= {"who"}, hint.name


@pytest.mark.parametrize("game", all_kits())
def test_a_closed_rehearsal_offers_real_tables(game: str) -> None:
    host = the_host()
    session = rehearses(host, game)
    closed = host.post(at("desk_close", session), follow=True)
    page = text(closed)
    assert 'data-test="rehearsal-closed"' in page and str(all_kits()[game].words.NAME) in page
    assert re.search(rf'data-test="real-table"\s+href="{reverse("create")}\?game={game}"', page)
    assert f"/{session.code}/" not in page, "its code no longer works"
    real = opens(host, game)
    assert "rehearsal is closed" not in text(host.post(at("desk_close", real), follow=True))


def test_helpers_without_rights_learn_that_a_rehearsal_is_closed() -> None:
    host = the_host()
    session = rehearses(host, "sporz")
    page = text(desk(session).post(at("desk_close", session), follow=True))
    assert "The rehearsal is closed" in page and reverse("create") not in page


def test_pages_next_to_the_desk_mention_the_rehearsal() -> None:
    """The page of a seat and that of its QR code; at a real table there is no word of it."""
    host = the_host()
    session, real = rehearses(host, "sporz"), opens(the_host(), "sporz")
    learner = Learner(host, session, "beside")
    while learner.hint != "phone":
        learner.follow()
    seat = session.seats.get(name="Camille")
    page = text(host.get(at("desk_seat", session, seat.pk)))
    assert 'class="notice rehearsing"' in page and re.search(r'data-test="hint-seat">[^<]*Camille', page)
    page = text(host.post(at("desk_seat_link", session, seat.pk)))
    assert 'class="notice rehearsing"' in page and re.search(r'data-test="hint-code">[^<]*Camille', page)
    other = session.seats.exclude(pk=seat.pk).first()
    assert other
    assert 'data-test="hint-elsewhere"' in text(host.get(at("desk_seat", session, other.pk)))
    for name in ("desk_settings", "desk_cards"):
        assert 'class="notice rehearsing"' in text(host.get(at(name, session))), name
    moderator = the_host()
    real = opens(moderator, "sporz")
    joins(real, "Camille")
    seat = real.seats.get()
    pages = [moderator.get(at("desk_seat", real, seat.pk)), moderator.post(at("desk_seat_link", real, seat.pk))]
    assert all("rehears" not in text(one).lower() for one in [*pages, moderator.get(at("desk_settings", real))])


def test_a_removed_seat_is_not_part_of_the_lesson() -> None:
    host = the_host()
    session = rehearses(host, "spree")
    host.post(at("desk_remove", session, session.seats.get().pk))
    seated(session)
    learner = Learner(host, session, "removed")
    host.post(at("desk_deal", session))
    host.post(at("desk_begin", session))
    learner.look()
    assert learner.hint not in ("lost", "undo", "phone")
    assert "%(who)s" not in learner.panel and str(tutorial.NOBODY) not in learner.panel


def test_the_night_of_a_rehearsal_waits_for_its_reader() -> None:
    """A call ends there by hand, long before its time, and the desk does not cover itself."""
    host = the_host()
    session, real = rehearses(host, "lupus"), opens(host, game="lupus")
    assert clock.compute_pace(session) >= 10 * clock.compute_pace(real)
    assert (session.settings.covers_after, real.settings.covers_after) == (0, COVERS_AFTER)


def test_a_lesson_in_which_nobody_falls_ends_after_three_nights() -> None:
    """A game may have nights and no deaths: then nobody is kept waiting for one."""
    past = LessonProgress(hints_seen=[one.name for one in COURSE])
    later = AbsentPhone(later=True)
    one_night = Sight(str(GameSession.Stage.PLAYING), desk=DeskSight("close"), phone=later, nights=1)
    assert not tutorial.build_lesson(one_night, past).ready
    assert tutorial.build_lesson(replace(one_night, nights=3), past).ready
    assert tutorial.build_lesson(replace(one_night, fallen=True), past).ready
    assert not tutorial.build_lesson(replace(one_night, nights=0, fallen=True), past).ready


@pytest.mark.parametrize(
    ("sight", "name"),
    [
        ({"bar": "go_on", "falls": True}, "fallen"),
        ({"bar": "go_on"}, "go-on"),
        ({"pretend": True}, "pretend"),
        ({"debate": True}, "debate"),
        ({}, "close"),
    ],
)
def test_pretending_debating_and_announcing_are_never_called_finished(sight: dict[str, Any], name: str) -> None:
    seen = Sight(str(GameSession.Stage.PLAYING), desk=DeskSight(**{"bar": "close", **sight}))
    assert tutorial.build_lesson(seen, LessonProgress(hints_seen=[one.name for one in COURSE])).name == name
