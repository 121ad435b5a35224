"""What the templates make of a view: the same bytes for the same view, nothing lit at night, secrets under covers."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils import translation

from games.engine.kit import all_kits
from games.engine.words import Gauge
from moderation.play.forms.answer_forms import Column, Question, Tile
from moderation.play.pacing.narration import Saying
from moderation.play.projections.private import PhoneView
from moderation.play.projections.public import PublicView
from moderation.play.projections.sections.times import Clock
from moderation.surfaces.desk.view_model import DeskView
from tests.moderation.page_server import region
from tests.moderation.surfaces.showings import (
    KNOWN,
    REVEALED,
    SHEET,
    ballot,
    call,
    change,
    desk,
    desk_seat,
    hand,
    hypothesis,
    names,
    phone,
    public,
)

# Forms that every surface of a board without a moderator shows.
FORMS_OF_ALL = ("templates/parts/taking_back.html", "templates/parts/_waiting_form.html")
SOURCES = sorted((settings.BASE_DIR / "templates").rglob("*.html"))
VOID = {"input", "br", "img", "meta", "link", "hr"}
VOTED = r"<p[^>]*>\D*1\D+2\D*</p>"  # one of two
NIGHT = public(night=True, phase="Night 2", call_ends=1_800_000_000_000)


class Outline(HTMLParser):
    """Tags with their classes and types, and the texts under each cover; what a neighbour's glance compares."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.covered: list[str] = []
        self.seen: list[str] = []
        self.feed(html)

    @property
    def under_cover(self) -> bool:
        """Whether what comes next stands under a cover, its face left out."""
        covers = [place for place, tag in enumerate(self.open) if tag == "details.cover"]
        return bool(covers) and "summary" not in self.open[covers[-1] :]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        kind = "details.cover" if tag == "details" and "cover" in (known.get("class") or "").split() else tag
        if not self.under_cover:
            self.tags.append(f"{tag}.{known.get('class', '')}:{known.get('type', '')}")
        if tag not in VOID:
            self.open.append(kind)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self.open.pop()

    def handle_data(self, text: str) -> None:
        if text.strip():
            (self.covered if self.under_cover else self.seen).append(text.strip())


def page(name: str, **context: Any) -> str:
    return render_to_string(name, context)


def phone_html(view: PhoneView) -> str:
    return region(view)


def desk_html(view: DeskView) -> str:
    return region(view)


def screen_html(view: PublicView) -> str:
    return region(view)


def part(html: str, name: str) -> str:
    """Return the HTML of this part of a region, up to the next one."""
    return html.partition(f'id="part-{name}"')[2].partition('id="part-')[0]


# every page


def test_every_page_keeps_to_the_policy() -> None:
    assert SOURCES
    for path in SOURCES:
        source = path.read_text(encoding="utf-8")
        assert not re.search(r"\sstyle=|<style|\son[a-z]+=|hx-on|[\"']js:|javascript:", source), path
        assert not re.search(r"<script(?![^>]*\bsrc=)", source), path


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("stage", ["joining", "cards", "playing", "over"])
def test_equal_views_are_equal_bytes(stage: str, language: str) -> None:
    open_ = public(stage=stage, outcome="Ann wins." if stage == "over" else "")
    with translation.override(language):
        for html, view in ((phone_html, phone(open_)), (screen_html, open_), (desk_html, desk(open_))):
            assert html(view) == html(replace(view))


@pytest.mark.parametrize("code", [403, 404, 500])
def test_an_error_has_a_page_in_both_languages(code: int) -> None:
    said = set()
    for language in ("en", "fr"):
        with translation.override(language):
            html = page(f"{code}.html")
        assert f'<html lang="{language}"' in html
        said.add(html)
    assert len(said) == 2


def test_a_name_is_text_wherever_it_stands() -> None:
    evil = '<b onclick="x">&"'
    open_ = public(ring=(replace(public().ring.seats[0], name=evil, badges=(evil,)),), outcome=evil, winners=(evil,))
    views = [
        phone_html(phone(open_, question=ballot(columns=(names(names=(evil,)),), given=evil))),
        screen_html(change(open_, stage="over")),
        desk_html(desk(open_, seats=(desk_seat(1, evil, asked=True, truth=evil),), waiting=(evil,))),
    ]
    for html in views:
        assert "&lt;b onclick" in html
        assert "<b " not in html


# the phone


def test_a_card_is_covered_until_it_is_held() -> None:
    outline = Outline(phone_html(phone()))
    assert "Spy" in outline.covered
    assert "Spy" not in outline.seen
    assert not re.search(r"<details[^>]*\sopen", phone_html(phone()))


def test_the_notebook_is_covered_with_equal_pages_for_everybody() -> None:
    told, untold = phone(), phone(notebook=(KNOWN.notebook[0], replace(KNOWN.notebook[1], lines=())))
    assert "Ann tonight: nothing." in Outline(phone_html(told)).covered
    assert Outline(phone_html(told)).tags == Outline(phone_html(untold)).tags
    assert Outline(phone_html(told)).seen == Outline(phone_html(untold)).seen


def test_two_phones_in_a_call_have_the_same_outline() -> None:
    mutants = replace(ballot(), text="Whom do you mutate?", fellows="Bob (Mutate: Cid)")
    idle = replace(ballot(), text="What do you think?")
    one, other = (Outline(phone_html(phone(NIGHT, question=question))) for question in (mutants, idle))
    assert one.tags == other.tags
    assert "Bob (Mutate: Cid)" in one.covered


def test_a_night_with_closed_eyes_leaves_dark_pages_without_controls() -> None:
    html = phone_html(phone(public(night=True, dark=True), question=None))
    assert not re.search(r"<(button|input|form|a|details|svg)\b", html)
    assert "Spy" not in html
    assert 'class="phone-view night"' in html


def test_only_a_night_has_the_theme_of_the_night() -> None:
    assert "night" not in (Outline(phone_html(phone())).tags[0])
    assert "night" in Outline(phone_html(phone(NIGHT))).tags[0]


def test_no_token_and_no_own_name_is_in_the_region() -> None:
    html = phone_html(phone(public(ring=())))
    assert "csrf" not in html
    assert 'name="request"' not in html


def test_what_differs_from_phone_to_phone_stands_outside_the_region() -> None:
    context = {"html": "<p>the region</p>", "pulse": 3, "seat_name": "Ann", "code": "BFHJ", "slug": "sporz"}
    html = page(
        "surfaces/phone/page.html",
        **context,
        request_id="tap-1",
        comfort={"tap": True, "large": True},
        csrf_token="t",
    )
    region = html.partition("<main")[2].partition("</main>")[0]
    assert "<p>the region</p>" in region
    assert not re.search("Ann|tap-1|csrf", region)
    assert re.search(r'name="request" value="tap-1" form="answer"', html)
    assert 'data-cover-by="tap"' in html
    assert 'class="large ' in html
    assert "Ann" not in re.findall("<title>(.*)</title>", html)[0]


@pytest.mark.parametrize("slug", all_kits())
def test_a_phone_loads_card_images_before_any_deal(slug: str) -> None:
    """SECRECY 27: with the first page, whoever the phone is of, and outside what changes."""
    html = page("surfaces/phone/page.html", html="", code="BFHJ", slug=slug, comfort={}, csrf_token="t")
    for file in ("emblems.svg", "scene.svg", "back.svg"):
        assert f'<img src="{static(f"worlds/{slug}/{file}")}"' in html.partition("</main>")[2]


def test_every_phone_form_has_a_csrf_token_outside_the_region() -> None:
    """A form without it is refused, and nothing that is agreed to or asked for on a phone would ever arrive."""
    parts = [*(settings.BASE_DIR / "templates/surfaces/phone").rglob("*.html")]
    parts += [settings.BASE_DIR / name for name in FORMS_OF_ALL]
    sources = [part.read_text() for part in parts if part.name != "page.html"]
    forms = {form for source in sources for form in re.findall(r'<form id="([a-z-]+)"', source)}
    html = page("surfaces/phone/page.html", html="", code="BFHJ", slug="sporz", comfort={}, csrf_token="t")
    assert {"answer", "agree", "ready", "take-back"} <= forms
    assert forms == set(re.findall(r'name="csrfmiddlewaretoken" value="t" form="([a-z-]+)"', html))


def test_a_given_answer_is_shown_only_on_the_covered_card() -> None:
    outline = Outline(phone_html(phone(question=ballot(given="Against: Bob"))))
    assert "Saved: Against: Bob" in outline.covered
    assert "Against" not in " ".join(outline.seen)
    assert "checked" not in phone_html(phone(question=ballot(given="Against: Bob")))


def test_what_was_told_last_stands_on_the_covered_card() -> None:
    outline = Outline(phone_html(phone(latest=("Bob shows you: the hold.",))))
    assert "Bob shows you: the hold." in outline.covered
    assert "Bob shows you: the hold." not in outline.seen


def test_a_choice_among_several_deeds_carries_its_verb() -> None:
    tiles = (
        Tile('{"rob":"Ann"}', "Ann", verb="Rob"),
        Tile('{"shoot":"Ann"}', "Ann", verb="Shoot"),
        Tile('{"shoot":"Bob"}', "Bob", verb="Shoot"),
    )
    html = phone_html(phone(question=ballot(columns=(Column(0, "pick", "", (), tiles),))))
    assert re.findall(r"<span[^>]*>(.*?)</span>\s*</label>", html) == ["Rob: Ann", "Ann", "Bob"]
    assert re.findall(r'data-said="(.*?)"', html) == ["Shoot: Ann", "Shoot: Bob"]
    assert re.findall(r'class="verb-of"[^>]*>(.*?)<', html) == ["Shoot"]


def test_a_menu_opens_lists_by_verb_and_hides_the_hand() -> None:
    tiles = tuple(
        Tile(f'{{"{verb}":"{card}"}}', card, verb=verb) for verb in ("shop", "move") for card in ("7♥", "2♠")
    )
    html = phone_html(phone(question=ballot(columns=(Column(0, "pick", "", (), tiles),))))
    assert re.findall(r'<details class="fold verb-of"[^>]*>\s*<summary>(.*?)</summary>', html) == ["shop", "move"]
    assert "required" not in html  # a browser cannot point at what is folded away


def test_one_curtain_covers_a_hand_and_its_button() -> None:
    page = region(phone(question=hand("Ace", "Ten")))
    before, _, rest = page.partition('<details class="cover choices"')
    covered, _, after = rest.partition("</form>")
    for word in ("Ace", "Ten", "End the turn", "data-now-choice"):
        assert word in covered
        assert word not in before + after
    assert "required" not in covered  # a button that waits for a field under the curtain could not say so


@pytest.mark.parametrize("cards", [("Ace",), ("Ace", "Ten"), tuple("ABCDEFGH")])
def test_a_hand_folds_alike_whatever_is_in_it(cards: tuple[str, ...]) -> None:
    page = region(phone(question=hand(*cards)))
    assert page.count('<details class="fold verb-of"') == 1


@pytest.mark.parametrize(
    ("game", "steps"),
    [("spree", {"turn"}), ("murder", {"show", "testify", "exchange"}), ("sporz", set()), ("lupus", set())],
)
def test_the_steps_whose_choices_show_a_hand_are_covered(game: str, steps: set[str]) -> None:
    assert {name for name, said in all_kits()[game].words.STEPS.items() if said.held} == steps


def test_waiting_phones_name_the_player_who_is_asked() -> None:
    html = phone_html(phone(public(turn="Bob", doing="The accusation"), question=None))
    assert re.search(r'<p class="soft">[^<]*\bBob\b', part(html, "question"))
    assert "The accusation" in part(html, "question")


def test_a_blank_ballot_and_none_stand_apart_from_the_names() -> None:
    html = phone_html(phone())
    assert html.count('class="tile apart"') == 2
    assert html.count('class="tile"') == 3


def test_without_a_question_the_page_says_so() -> None:
    html = phone_html(phone(question=None))
    assert 'id="answer"' not in html
    assert re.search(r'<div class="idle">\s*<p class="soft">[^<]+</p>', html)
    assert "Bob" not in part(html, "question")  # who is waited for


@pytest.mark.parametrize(("count", "searches"), [(40, 0), (41, 1)])
def test_a_long_list_can_be_searched(count: int, searches: int) -> None:
    people = names(names=[f"Guest {number}" for number in range(count)])
    assert phone_html(phone(question=ballot(columns=(people,)))).count("data-search") == searches


def test_every_kind_of_column_has_its_controls() -> None:
    verbs = (Tile("mutate", "Mutate"), Tile("kill", "Kill"))
    columns: dict[str, Column] = {
        'type="checkbox" name="pick0"': names("several", least=2, most=2),
        'type="radio" name="verb0" value="mutate"': names(verbs=verbs),
        'type="number" name="pick0" min="1" max="6"': Column(0, "dice", "", (), (), least=2, most=2),
        'select name="crime.who"': hypothesis(),
        'type="radio" name="pick0" value=""': names(optional=True),
    }
    for control, column in columns.items():
        html = phone_html(phone(question=Question("step", 7, "Title", "", (column,))))
        assert control in html, control
        assert 'name="opened" value="7"' in html


def test_the_end_reveals_everybody() -> None:
    over = phone(public(stage="over", outcome="The crew wins.", revealed=REVEALED, sealed="A rope."), question=None)
    seen = Outline(phone_html(over)).seen
    assert {"The crew wins.", "truth about Bob", "wins", "A rope."} <= set(seen)


def test_a_sheet_is_covered_and_ticks_only_certain_facts() -> None:
    html = phone_html(phone(sheet=SHEET))
    outline = Outline(html)
    assert {"Rooms", "Hold", "Bob?", "Rope"} <= set(outline.covered)
    assert not {"Hold", "Bob?"} & set(outline.seen)
    assert [
        bool(re.search("checked disabled", box)) for box in re.findall(r'<input type="checkbox"[^>]*>', html)
    ] == [
        True,
        False,
        False,
        False,
    ]
    assert 'id="ticks"' not in phone_html(phone())


# the desk


def test_who_wakes_and_what_is_told_stand_under_curtains() -> None:
    outline = Outline(desk_html(call(story=())))
    curtained = " ".join(outline.covered)
    assert "Bob" in curtained
    assert "mutated" in curtained
    assert not re.search("mutated|forehead", " ".join(outline.seen).replace("You are mutated.", ""))


def test_at_night_the_ring_marks_nobody() -> None:
    marked, plain = desk_html(call()), desk_html(call(seats=tuple(replace(s, asked=False) for s in call().seats)))
    ring = re.compile(r'<ol class="ring".*?</ol>', re.DOTALL)
    assert ring.search(marked).group() == ring.search(plain).group()  # type: ignore[union-attr]


def test_by_day_a_seat_that_is_asked_opens_its_answer() -> None:
    html = desk_html(desk())
    assert 'hx-get="/desk/BFHJ/answer/2/"' in html
    assert 'hx-get="/desk/BFHJ/answer/3/"' not in html


def test_secrets_on_the_ring_are_veiled() -> None:
    html = desk_html(desk())
    assert html.count('class="veiled truth"') == 3
    assert not re.search(r'id="secrets"[^>]*checked', html)


def test_a_close_that_leaves_somebody_out_asks_once_more() -> None:
    pressing, ready = desk_html(desk()), desk_html(desk(waiting=()))
    assert re.search(r'<details class="fold sure[^"]*" id="sure-7">.*name="close"', pressing, re.DOTALL)
    assert "sure-7" not in ready
    assert re.search(r'class="button does primary full"[^>]*name="close"', ready)


def test_a_step_that_needs_an_answer_cannot_be_closed() -> None:
    assert 'name="close"' not in desk_html(desk(needed=True))


def test_a_call_that_has_its_answer_runs_on_without_buttons() -> None:
    html = desk_html(call(answered=True, waiting=()))
    assert 'name="close"' not in html
    assert re.search(r'>\s*<p class="notice success">', part(html, "step-actions"))
    assert 'class="usual waits"' in part(html, "bar")
    assert "notice success" not in part(desk_html(call()), "step-actions")


def test_a_call_of_nobody_says_pretend_and_for_how_long() -> None:
    html = desk_html(call(waiting=(), pretend=True, seconds=20, seats=(desk_seat(1, "Ann"),)))
    assert re.search(r'<p class="notice warning">[^<]*\b20\b', html)
    assert 'id="wakes-7"' not in html


def test_an_undo_names_its_move_and_who_saw_it() -> None:
    seen = desk_html(desk(last=replace(desk().undo.last, seen_by=2)))  # type: ignore[type-var]
    assert "Against: Bob" in seen
    told = r"<p>2\b[^<]*</p>"
    assert re.search(told, part(seen, "undo")) and not re.search(told, part(desk_html(desk()), "undo"))
    assert 'data-test="say-mistake"' in seen
    assert 'data-test="say-mistake"' not in desk_html(desk(story=()))
    assert 'id="undo"' not in desk_html(desk(last=None))


def test_every_form_of_the_desk_carries_the_token() -> None:
    html = desk_html(call(decision=ballot(), redo=True, bots_waiting=True))
    assert html.count("<form") == html.count('name="csrfmiddlewaretoken" value="token"') > 4


def test_a_vote_shows_who_has_voted_and_offers_the_warning() -> None:
    html = desk_html(desk())
    assert re.search(VOTED, part(html, "progress"))
    assert 'id="warn"' in html
    assert 'id="warn"' not in desk_html(desk(public(voted=(1, 2), closing=1_800_000_000_000)))


@pytest.mark.parametrize(("seconds", "label"), [(180, "3\u00a0min"), (20, "20\u00a0s"), (90, "90\u00a0s")])
def test_the_clock_offers_what_the_rulebook_gives(seconds: int, label: str) -> None:
    html = desk_html(desk(seconds=seconds))
    offers = rf'name="seconds" value="{seconds}">{label}<'
    assert re.search(offers, html) and not re.search(offers, desk_html(desk()))
    assert not re.search(r'primary"[^>]*name="seconds"', html)  # gold is the next step alone


def test_the_desk_names_the_current_player_and_offers_to_answer() -> None:
    html = desk_html(desk(public(turn="Bob")))
    waiting = part(html, "waiting")
    assert "Bob" in waiting.partition("<h3>")[2].partition("</h3>")[0]
    assert re.search(r'href="/desk/BFHJ/answer/2/"[^>]*>[^<]*\bBob\b', waiting)


@pytest.mark.parametrize(
    ("clock", "offered"),
    [(None, {"start"}), (Clock(1, 60, 60), {"pause", "add", "stop"}), (Clock(None, 60, 60), {"go", "add", "stop"})],
)
def test_the_clock_offers_what_it_can_do(clock: Clock | None, offered: set[str]) -> None:
    html = desk_html(desk(public(clock=clock)))
    assert set(re.findall(r'name="action" value="(\w+)"', html)) == offered


def test_the_desk_guards_itself_while_a_game_is_played() -> None:
    assert "data-guarded" in desk_html(desk())
    assert "data-guarded" not in desk_html(desk(public(stage="over", outcome="Over.", revealed=REVEALED)))


# the screen


def test_the_screen_shows_what_everybody_may_know() -> None:
    html = screen_html(public(voted=(1, 2), clock=Clock(None, 65, 300), say=Saying(("Everybody votes.",))))
    for text in ("Everybody votes.", "Day 1", "Chief", "Cid has died.", "1:05", "Killed"):
        assert text in html
    assert re.search(VOTED, part(html, "progress"))
    assert "<form" not in html


def test_the_screen_says_whose_turn_it_is_once() -> None:
    assert re.search(r'class="turn-of">[^<]*\bBob\b', screen_html(public(turn="Bob")))
    assert 'class="turn-of"' not in screen_html(public(turn="Bob", phase="Bob to play"))
    assert "Bob: throw the dice" in screen_html(public(turn="Bob", todo="Bob: throw the dice", doing="A turn"))


@pytest.mark.parametrize(
    ("value", "most", "percent"),
    [("2½", "5", 50), ("½", "5", 10), ("7", "5", 100), ("3", None, None), ("Ann", "5", None)],
)
def test_a_measure_with_an_end_has_a_bar(value: str, most: str | None, percent: int | None) -> None:
    html = screen_html(public(board=(Gauge("Mission", value, most),)))
    assert re.findall(r'<progress max="100" value="(\d+)"', html) == ([] if percent is None else [str(percent)])


def test_the_screen_shows_the_way_in_beside_the_region() -> None:
    html = page("surfaces/screen/page.html", html="", pulse=0, code="BFHJ", server_address="http://server", qr="QR")
    assert "http://server<wbr>/j/BFHJ/" in html.partition("</main>")[2]


def test_the_screen_ends_with_the_winners() -> None:
    html = screen_html(public(stage="over", outcome="The crew wins.", winners=("Ann", "Bob"), revealed=REVEALED))
    assert "The crew wins." in html
    assert "truth about Cid" in html
    assert re.search(r'class="lead winners">[^<]*Ann, Bob<', html)
    assert "winners" not in screen_html(public(stage="over", outcome="Nobody wins."))


def test_at_dawn_eyes_open_before_anything_is_announced() -> None:
    deaths = ("The mutants have killed Cid.",)
    dawn = desk_html(desk(say=Saying(("It is day.",)), announce=deaths, dawn=True))
    dusk = desk_html(call(say=Saying(("It is night.",)), announce=deaths))
    assert dawn.index("It is day.") < dawn.index(deaths[0])
    assert dusk.index(deaths[0]) < dusk.index("It is night.")


@pytest.mark.parametrize(
    ("template", "counted", "english", "french"),
    [
        (
            "parts/progress.html",
            lambda number: {"voted": (number, 8)},
            ["0 of 8 have voted.", "1 of 8 has voted.", "2 of 8 have voted."],
            ["0\u00a0vote sur 8.", "1\u00a0vote sur 8.", "2\u00a0votes sur 8."],
        ),
        (
            "parts/lookers.html",
            lambda number: {"looked": number, "all": 8},
            ["0 of 8 have seen theirs.", "1 of 8 has seen theirs.", "2 of 8 have seen theirs."],
            [f"Cartes vues\u00a0: {number} sur 8." for number in range(3)],
        ),
        (
            "parts/joined.html",
            lambda number: {"number": number},
            ["0 at the table", "One at the table", "2 at the table"],
            ["0\u00a0personne à la table", "1\u00a0personne à la table", "2\u00a0personnes à la table"],
        ),
    ],
)
def test_none_one_and_many_are_counted_as_each_language_counts(
    template: str, counted: Callable[[int], dict[str, Any]], english: list[str], french: list[str]
) -> None:
    """In French nought is singular, in English it is not."""
    for language, wanted in (("en", english), ("fr", french)):
        with translation.override(language):
            said = [re.sub("<[^>]+>", "", page(template, **counted(number))).strip() for number in range(3)]
        assert said == wanted
