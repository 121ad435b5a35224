"""The admin: superusers read finished games; a running game is not there, and nobody changes anything."""

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from games import journal, lifecycle
from games.engine.table import MODERATOR
from games.models import GameSession, Seat, TableSettings

pytestmark = pytest.mark.django_db

DEAL = {
    "Ann": {"role": "base_mutant", "genome": "host"},
    "Bob": {"role": "doctor", "genome": "normal"},
    "Cid": {"role": "astronaut", "genome": "host"},
    "Dan": {"role": "psychologist", "genome": "resistant"},
    "Eve": {"role": "astronaut", "genome": "normal"},
}
CLOSE = {"by": MODERATOR, "close": True}
TO_THE_END = (
    {"step": "mutants", "by": "Ann", "answer": {"kill": "Bob", "paralyse": "Eve"}},
    {"step": "doctors", **CLOSE},
    {"step": "psychologist", **CLOSE},
    *({"step": "vote", "by": name, "answer": {"seat": "Ann"}} for name in ("Cid", "Dan", "Eve")),
    CLOSE,
)


def game(code: str, over: bool) -> GameSession:
    session = GameSession.objects.create(code=code, game="sporz", nights="eyes_closed")
    TableSettings.objects.filter(session=session).update(wifi_name="Home", wifi_password="hushhush")
    for place, name in enumerate(DEAL):
        Seat.objects.create(session=session, place=place, name=name, folded=name)
    lifecycle.deal_cards(session, DEAL)
    lifecycle.begin(session)
    journal.submit(session.pk, {"step": "chief", "by": MODERATOR, "answer": {"seat": "Eve"}})
    for move in TO_THE_END if over else ():
        journal.submit(session.pk, move)
    session.refresh_from_db()
    assert (session.stage == "over") is over
    return session


@pytest.fixture
def superuser(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("root", password="x"))
    return client


def pages(client: Client, session: GameSession) -> list[str]:
    paths = [
        "/admin/",
        "/admin/games/",
        "/admin/games/gamesession/",
        "/admin/games/gamesession/?all=1",
        f"/admin/games/gamesession/?code={session.code}",
        f"/admin/games/gamesession/{session.pk}/change/",
        f"/admin/games/gamesession/{session.pk}/history/",
        f"/admin/games/gamesession/{session.pk}/delete/",
    ]
    return [client.get(path, follow=True).content.decode() for path in paths]


def test_a_finished_game_is_there_to_be_read(superuser: Client) -> None:
    over = game("BFHJ", over=True)
    page = superuser.get(f"/admin/games/gamesession/{over.pk}/change/").content.decode()
    assert "base_mutant" in page
    assert "no_mutant_left" in page
    assert "hushhush" not in page
    assert 'name="_save"' not in page


def test_a_running_game_is_nowhere(superuser: Client) -> None:
    running = game("BFHJ", over=False)
    for page in pages(superuser, running):
        assert "base_mutant" not in page
        assert "paralyse" not in page
        assert ">BFHJ<" not in page


def test_a_game_whose_end_is_undone_disappears_from_admin(superuser: Client) -> None:
    over = game("BFHJ", over=True)
    journal.submit(over.pk, {"by": MODERATOR, "undo": 1})
    assert not any("base_mutant" in page for page in pages(superuser, over))


def test_nothing_can_be_added_changed_or_removed(superuser: Client) -> None:
    over = game("BFHJ", over=True)
    before = GameSession.objects.values().get()
    for path in ("add/", f"{over.pk}/change/", f"{over.pk}/delete/"):
        assert superuser.post(f"/admin/games/gamesession/{path}", {"code": "XXXX", "post": "yes"}).status_code == 403
    assert GameSession.objects.values().get() == before


def test_staff_without_the_superusers_right_see_nothing_of_games(client: Client) -> None:
    staff = User.objects.create_user("sam", password="x", is_staff=True)
    staff.user_permissions.set(Permission.objects.all())
    client.force_login(staff)
    over = game("BFHJ", over=True)
    assert client.get("/admin/games/gamesession/").status_code == 403
    assert not any("base_mutant" in page for page in pages(client, over))


ODD_FILTERS = [
    "x__y=z",
    "code__nothing=1",
    "ended__year=many",
    "ended__year=0",
    "ended__year=99999999",
    "ended__year=2026&ended__month=13",
    "ended__year=2026&ended__month=2&ended__day=31",
    "ended__gte=yesterday",
    "event__id__exact=evening",
    "event__id__exact=99999999999999999999999999",
    "event__isnull=perhaps",
    "game__exact=%00",
    "p=x",
    "p=-1",
    "o=x.y",
    "o=99",
    "q=%00",
    "_to_field=x",
    "_popup=x&_facets=x",
    "started__lt=2026-99-99",
    "seats__name=Ann&seats__role=x",
]


def test_an_invalid_filter_still_shows_a_page(superuser: Client) -> None:
    superuser.raise_request_exception = False
    game("BFHJ", over=True)
    asked = [f"{page}?{odd}" for page in ("/admin/games/gamesession/", "/admin/auth/user/") for odd in ODD_FILTERS]
    answered = {page: superuser.get(page, follow=True).status_code for page in asked}
    assert {page: status for page, status in answered.items() if status != 200} == {}


def test_before_there_is_an_account_there_is_no_admin(client: Client) -> None:
    for page in ("/admin/", "/admin/login/", "/admin/games/gamesession/", "/admin/logout/", "/admin/x/"):
        assert client.get(page).status_code == client.post(page).status_code == 404, page
    User.objects.create_superuser("root", password="x")
    assert client.get("/admin/login/").status_code == 200
    assert client.get("/admin/").status_code == 302
