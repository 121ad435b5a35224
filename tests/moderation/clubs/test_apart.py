"""Two clubs in one house: whatever somebody may do in one, in the other they are nobody."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import clubs
from games.clubs import NoClub, entered
from games.models import Club, Event, GameSession, Kept, Seat
from moderation.access.devices import give_pass
from moderation.clubs import house_urls, inside_urls
from moderation.live.room import GONE
from moderation.models import Kind, Member, Passkey
from moderation.serving.gate import NO_SUCH_SOCKET
from tests.moderation.access.authority import DOOR, NOT_THERE, OF_A_CLUB, OUTSIDE, TABLE, WRONG_VERB, YES, expected
from tests.moderation.access.test_authority import PARTS, House, end, found, house, of_our_own, routes, tokens, undone
from tests.moderation.evening import browser, desk, device_of, phone, playing
from tests.moderation.live.test_sockets import Connection
from tests.serving import PATIENCE_SECONDS, ROOT
from tests.thorough import family

pytestmark = pytest.mark.django_db

ROWS = ("seat", "link", "session", "event", "round", "pass", "guest", "person", "member")
OF_THE_HOUSE = {"Club", "House", "Front", "Process", "Letter", "AnsweredChallenge"}
# What says which row of ours an address is about. The others say a page, a game or a kind of paper.
OURS = {
    "code",
    "seat_id",
    "link_id",
    "session_id",
    "event_id",
    "round_id",
    "pass_id",
    "guest_id",
    "person_id",
    "member_id",
    "passkey_id",
    "key",
    "token",
}
OPEN = {"set_language", "set_light", "robots", "check", "checked"}  # that know no row of anybody


@dataclass
class Two:
    """Our club with all that goes on in it, and everybody that there is in theirs."""

    ours: Club
    theirs: Club
    table: House
    strangers: dict[str, Client]

    def here(self, path: str) -> str:
        """One of our paths, as it would be in their club."""
        assert path.startswith(self.ours.entered.prefix)
        return self.theirs.entered.prefix + path.removeprefix(self.ours.entered.prefix)


@pytest.fixture
def two(two_clubs: tuple[Club, Club]) -> Two:
    """Ours with a game by day; theirs with a game, a host, an organiser, a desk and a player."""
    ours, theirs = two_clubs
    with entered(ours.entered):
        table = house()
    with entered(theirs.entered):
        session = playing("WRMJ")
        strangers = {
            "host": browser(),
            "organiser": browser(),
            "moderator": desk(session),
            "player": phone(session, "Ann"),
        }
        give_pass(device_of(strangers["host"]), Kind.HOST)
        give_pass(device_of(strangers["organiser"]), Kind.ORGANISER)
    tried = family(strangers, "host", "player")  # who may most in theirs, and who may least
    return Two(ours, theirs, table, {who: strangers[who] for who in tried})


def state(two: Two) -> list[Any]:
    """All rows of ours."""
    with entered(two.ours.entered):
        return two.table.state()


def test_every_model_belongs_to_a_club_but_for_the_houses_own_few() -> None:
    models = [model for app in ("games", "moderation") for model in apps.get_app_config(app).get_models()]
    assert {model.__name__ for model in models if not issubclass(model, Kept)} == OF_THE_HOUSE


def test_rows_are_asked_for_through_one_door() -> None:
    """`_base_manager` goes round it: each use is known, and says whose rows it reads by another row of theirs."""
    used = [
        str(path.relative_to(ROOT))
        for folder in ("games", "moderation")
        for path in Path(ROOT, folder).rglob("*.py")
        if "_base_manager" in path.read_text(encoding="utf-8")
    ]
    assert used == ["moderation/access/devices.py"]


def looks_across() -> Iterator[tuple[str, str]]:
    """Where all clubs are looked at together, and why."""
    for folder in ("games", "moderation"):
        for path in sorted(Path(ROOT, folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "across":
                    assert isinstance(node.args[0], ast.Constant)
                    yield path.relative_to(ROOT).as_posix(), str(node.args[0].value)


ACROSS = {
    ("moderation/clubs/letters.py", "which clubs somebody runs who has shown that an address is theirs"),
    ("moderation/clubs/passkeys.py", "whose a passkey is that was shown at the door of the house"),
    ("moderation/site/metrics.py", "how many tables the house has, and no more"),
    ("games/house_clock.py", "one clock for the whole house"),
    ("moderation/access/codes.py", "a code is of one table in the whole house"),
    ("moderation/clubs/views.py", "a code that was typed at the door of the house"),
    ("moderation/live/hub.py", "one look at all that is watched here"),
    ("moderation/live/hub.py", "one note of all phones that are watched here"),
    ("moderation/management/commands/doctor.py", "how many tables the house has, and no more"),
    ("moderation/management/commands/migrate.py", "a migration is of the whole house"),
    ("moderation/management/commands/restore.py", "a copy is of the whole house"),
    ("moderation/site/status.py", "how many tables the house has, and no more"),
}


def test_every_look_at_all_clubs_is_known() -> None:
    assert set(looks_across()) == ACROSS


def test_who_has_entered_no_club_sees_and_makes_nothing(kept_apart: None) -> None:
    with pytest.raises(NoClub):
        Event.objects.exists()
    with pytest.raises(NoClub):
        Event(name="Friday")
    with clubs.across("a test"), pytest.raises(NoClub):
        Event(name="Friday")


def test_a_forgotten_filter_shows_the_rows_of_the_club_alone(two: Two) -> None:
    for club, code in ((two.ours, "BFHJ"), (two.theirs, "WRMJ")):
        with entered(club.entered):
            codes = set(GameSession.objects.values_list("code", flat=True))
            assert code in codes and len(codes & {"BFHJ", "WRMJ"}) == 1
            assert set(Seat.objects.values_list("club", flat=True)) == {club.pk}


ALL = TABLE | OF_A_CLUB
ROUTES: dict[str, Any] = dict(of_our_own()) | {str(one.name): one for one in inside_urls.OF_A_CLUB}


def test_every_page_that_clubs_alone_have_is_in_the_table() -> None:
    assert {one.name for one in inside_urls.OF_A_CLUB} == OF_A_CLUB.keys()
    outside = {one.name for one in house_urls.urlpatterns} - {"credits", *OPEN}
    assert outside == {name.partition(" ")[0] for name in OUTSIDE}
    assert {one.name for one in inside_urls.urlpatterns} == ROUTES.keys()


@pytest.mark.parametrize("part", range(PARTS))
def test_whoever_comes_from_another_club_is_an_outsider_everywhere(two: Two, part: int) -> None:
    """At our addresses they find what an outsider finds; with our numbers at their own addresses, nothing."""
    for name in list(ROUTES)[part::PARTS]:
        with undone():
            strangers_try(two, name)


def strangers_try(two: Two, name: str) -> None:
    """One of our routes, at our address and at theirs, read and written by each of them."""
    pattern = ROUTES[name]
    with entered(two.ours.entered):
        two.table.known |= tokens(name, two.table.session)
        member = Member.objects.create(address="zoe@example.org", kind=Kind.HOST)
        passkey = Passkey.objects.create(member=member, name="Dan", key="1", credential="")
        two.table.known |= {"member_id": member.pk, "passkey_id": passkey.pk}
        if ALL[name].over:
            end(two.table)
        given = {key: two.table.known[key] for key in pattern.pattern.converters}
        path = reverse(name, kwargs=given, urlconf=inside_urls)
    before, of_the_machine = state(two), name in inside_urls.OF_THE_MACHINE
    about_us = OURS & set(pattern.pattern.converters)
    for method in ("GET", "POST"):
        wanted = expected(ALL[name], method, "outsider")
        wanted = YES if name == "set_language" else NOT_THERE if of_the_machine else wanted
        for who, client in two.strangers.items():
            for at in (path, two.here(path)):
                with undone(client):
                    answer = client.get(at) if method == "GET" else client.post(at, {"code": two.table.session.code})
                    if at == path:
                        assert found(answer) == wanted, (name, who, method)
                    elif name == "organiser_link_state" and who == "host" and method == "GET":
                        assert answer.content == client.get(at.replace("/1/", "/999/")).content  # one that never was
                    elif about_us or of_the_machine:
                        assert found(answer) in (NOT_THERE, WRONG_VERB, DOOR), (name, who, method, "in their club")
                        assert b"Dan" not in answer.content
                    if at != path or wanted != YES:
                        assert state(two) == before, (name, who, method, at)


def test_the_admin_is_nowhere_in_a_house_of_clubs(two: Two) -> None:
    superuser = two.table.people["superuser"]
    for path in ("/admin/", "/admin/login/", "/admin/games/gamesession/"):
        for at in (path, two.ours.entered.prefix + path[1:], two.theirs.entered.prefix + path[1:]):
            assert superuser.get(at).status_code == 404, at


def test_the_house_itself_shows_no_club(two: Two) -> None:
    """Every path of a club, without the club before it: not there, but for the few pages that ask for no row."""
    for name, pattern in of_our_own():
        with entered(two.ours.entered):
            two.table.known |= tokens(name, two.table.session)
            path = "/" + two.table.path(name, pattern).removeprefix(two.ours.entered.prefix)
        for client in (*two.strangers.values(), two.table.people["host"], Client()):
            answer = client.get(path)
            if name == "join":
                assert answer.status_code == 302 and answer["Location"].endswith(f"/j/{two.table.session.code}/")
            elif name in {"home", "credits", *OPEN}:
                assert answer.status_code in (200, 302, 405)
                assert two.ours.key not in answer.content.decode() and two.ours.name not in answer.content.decode()
            else:
                assert answer.status_code == 404, name


def test_a_key_that_no_club_has_is_a_page_that_is_not_there(two: Two) -> None:
    for path in (
        "/c/bcdfghjkmn/",
        "/c/bcdfghjkmn/events/",
        "/c//",
        f"/c/{two.ours.key.upper()}/",
        f"/c/{two.ours.key}",
    ):
        assert two.strangers["host"].get(path).status_code == 404, path


def test_what_a_browser_is_in_one_club_is_tied_to_nothing_in_another(two: Two) -> None:
    """One browser, host of both: two cookies, two devices, and neither row knows of the other."""
    both = two.strangers["host"]
    with entered(two.ours.entered):
        one = browser()
        give_pass(device_of(one), Kind.HOST)
    both.cookies.update(one.cookies)
    for club in (two.ours, two.theirs):
        page = both.get(club.entered.prefix + "events/").content.decode()
        assert f"{club.entered.prefix}events/" in page
        other = two.theirs if club is two.ours else two.ours
        assert other.key not in page


def test_a_code_says_nothing_of_its_club_and_leads_in_from_the_houses_own_door(two: Two) -> None:
    for code, club in ((two.table.session.code, two.ours), ("WRMJ", two.theirs)):
        answer = Client().post("/", {"code": code.lower()})
        assert answer["Location"] == f"{club.entered.prefix}j/{code}/"
    assert Client().post("/", {"code": "BBBBB"}).status_code == 404
    assert Client().get(f"{two.theirs.entered.prefix}j/{two.table.session.code}/").status_code == 404


async def opens(path: str, client: Client) -> bool:
    """Whether a browser is shown anything by the socket of this path."""
    connection = await Connection(path, client).open()
    message = await connection.asgi.receive_output(PATIENCE_SECONDS)
    if message["type"] == "websocket.send":
        await connection.hang_up()
        return True
    assert message["code"] in (GONE, NO_SUCH_SOCKET)
    return False


@pytest.mark.django_db(transaction=True)
async def test_no_socket_of_one_club_opens_for_another(two: Two) -> None:
    for route in (str(one.pattern) for one in routes):
        if route == "ws/check/":
            continue
        path = two.table.socket(route)[1:]
        everybody = "screen" in route or route == "ws/e/<key>/hall/"
        for who, client in two.strangers.items():
            assert await opens(two.ours.entered.prefix + path, client) == everybody, (route, who)
            assert not await opens(two.theirs.entered.prefix + path, client), (route, who)
            assert not await opens("/" + path, client), (route, who)


def test_a_table_of_each_club_may_have_people_of_one_name_and_the_same_evening(two: Two) -> None:
    with entered(two.ours.entered):
        uid = Event.objects.get().uid
    with entered(two.theirs.entered):
        Event.objects.create(name="Friday", uid=uid, created=timezone.now())
        assert Event.objects.filter(uid=uid).count() == 1
