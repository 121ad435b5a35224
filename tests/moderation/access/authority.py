"""Who may do what: one row for every address of the site and every socket. test_authority.py tries all of it.

`python -m tests.moderation.access.authority` prints the table as it stands in docs/who-may-do-what.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

PEOPLE = {
    "outsider": "a browser that was here before and holds nothing",
    "host": "the device that redeemed the host's link: it opens tables, runs the evenings, and hands out passes",
    "laptop": "the browser of the machine that serves, which is a host's too",
    "organiser": "a device to which the host has given a pass: it opens tables and runs the evenings",
    "moderator": "a device that moderates this table",
    "elsewhere": "a device that moderates another table",
    "player": "a phone at this table",
    "other": "another phone at this table, of somebody who is on the list of the evening",
    "dead": "the phone of a player who is out of the game",
    "moved": "a phone whose seat has gone to another device",
    "former": "a device that moderated this table and handed it over",
    "superuser": "somebody who is logged in to the admin, and nothing else",
}
SEATED = {"player", "other", "dead"}

YES, NOT_THERE, JOIN, LOGIN, WRONG_VERB = "yes", "404", "join", "login", "405"


@dataclass(frozen=True)
class Row:
    """Who may read an address (`get`) and who may send a form there (`post`): a circle of people, or nobody at all.

    `secret`: a page of the desk that tells secrets, which nobody sees at a table without a moderator until the end.
    `over`: nobody at all finds it before the game is over.
    """

    get: str
    post: str
    secret: bool = False
    over: bool = False


EVERYBODY, HOSTS, HERE, ORGANISERS, DESKS, SEATS, GUESTS, ADMINS, NEVER = (
    "everybody",
    "host",
    "here",
    "organiser",
    "desk",
    "seat",
    "guest",
    "admin",
    "never",
)
FORM = Row(EVERYBODY, EVERYBODY)
READ = Row(EVERYBODY, NEVER)
DEED_OF_ALL = Row(NEVER, EVERYBODY)
DEED = Row(NEVER, DESKS)
ADMIN = Row(ADMINS, ADMINS)

TABLE: dict[str, Row] = {
    "robots": READ,
    "set_language": FORM,
    "set_light": DEED_OF_ALL,
    # the machine that serves, and the way to it
    "start": Row(HERE, NEVER),
    "start_address": Row(NEVER, HERE),
    "start_wifi": Row(NEVER, HERE),
    "start_tablet": Row(NEVER, HERE),
    "start_backup": Row(NEVER, HERE),
    "start_stop": Row(HERE, HERE),
    "server_status": Row(HOSTS, NEVER),
    "check": READ,
    "checked": READ,
    # the way in; the token of a link is its key
    "home": FORM,
    "join": FORM,
    "seat_back": FORM,
    "qr_join": READ,
    "host_link": FORM,
    "seat_link": FORM,
    "desk_link": FORM,
    "organiser_link": FORM,
    "create": Row(ORGANISERS, ORGANISERS),
    "rehearse": Row(ORGANISERS, ORGANISERS),
    # a phone
    "phone": Row(SEATS, NEVER),
    "answer": Row(NEVER, SEATS),
    "looked": Row(NEVER, SEATS),
    "agree": Row(NEVER, SEATS),
    "face": Row(NEVER, SEATS),
    "ready": Row(NEVER, SEATS),
    "take_back": Row(NEVER, SEATS),
    "agree_seat_back": Row(NEVER, SEATS),
    "go_without": Row(NEVER, SEATS),
    "come_back": Row(NEVER, SEATS),
    "leave": Row(NEVER, SEATS),
    "comfort": FORM,
    # the desk at play
    "desk": Row(DESKS, NEVER),
    "desk_answer": Row(DESKS, NEVER, secret=True),
    "desk_move": DEED,
    "desk_undo": DEED,
    "desk_go_on": DEED,
    "desk_redo": DEED,
    "desk_bots": DEED,
    "desk_play_on": DEED,
    "desk_clock": DEED,
    "desk_pause": DEED,
    "desk_go_without": DEED,
    "desk_longer": DEED,
    "desk_warn": DEED,
    "desk_said": DEED,
    "desk_help": DEED,
    "desk_lesson": DEED,
    # a finished game, told again
    "phone_story": Row(SEATS, NEVER, over=True),
    "phone_picture": Row(SEATS, NEVER, over=True),
    "desk_story": Row(DESKS, NEVER, over=True),
    "desk_picture": Row(DESKS, NEVER, over=True),
    "desk_story_step": Row(NEVER, DESKS, over=True),
    "screen_story": Row(EVERYBODY, NEVER, over=True),
    "event_story": Row(HOSTS, NEVER, over=True),
    # the desk before and after
    "desk_seat": Row(DESKS, NEVER),
    "desk_rename": DEED,
    "desk_face": DEED,
    "desk_remove": DEED,
    "desk_bot": DEED,
    "desk_seat_link": DEED,
    "desk_seat_links": DEED,
    "desk_card": Row(DESKS, DESKS, secret=True),
    "desk_add_seat": DEED,
    "desk_order": DEED,
    "desk_sweep": DEED,
    "desk_return": DEED,
    "desk_let_in": DEED,
    "desk_put_back": DEED,
    "desk_door": DEED,
    "desk_thin_out": Row(DESKS, DESKS),
    "desk_link_state": Row(DESKS, NEVER),
    "desk_cards": Row(DESKS, NEVER, secret=True),
    "desk_counts": DEED,
    "desk_chosen": DEED,
    "desk_deal": DEED,
    "desk_type_deal": DEED,
    "desk_swap_cards": DEED,
    "desk_take_back": DEED,
    "desk_begin": DEED,
    "desk_settings": Row(DESKS, DESKS),
    "desk_invite": DEED,
    "desk_hand_over": DEED,
    "desk_take": Row(HOSTS, HOSTS),
    "desk_again": Row(DESKS, DESKS),
    "desk_close": DEED,
    "desk_reopen": Row(DESKS, DESKS),
    "desk_export": Row(DESKS, NEVER, secret=True),
    # the room
    "screen": READ,
    # pages to print: of a game they know no table
    "paper_cards": READ,
    "paper_crib": READ,
    "paper_aid": READ,
    "paper_easy": READ,
    "paper_board": READ,
    "desk_paper": Row(DESKS, NEVER),
    "desk_sign": Row(DESKS, NEVER),
    "desk_board": Row(DESKS, NEVER),
    "desk_result": Row(DESKS, NEVER, over=True),
    "event_paper": Row(ORGANISERS, NEVER),
    "event_programme": Row(ORGANISERS, NEVER),
    "event_seats": Row(ORGANISERS, NEVER),
    "event_sheet": Row(ORGANISERS, NEVER),
    "event_signs": Row(ORGANISERS, NEVER),
    "help_index": READ,
    "credits": READ,
    "components": Row(HOSTS, NEVER),
    "help": READ,
    "help_easy": READ,
    "help_page": READ,
    "balance_index": READ,
    "balance": READ,
    # evenings
    "events": Row(ORGANISERS, ORGANISERS),
    "event": Row(ORGANISERS, NEVER),
    "event_edit": Row(ORGANISERS, ORGANISERS),
    "event_state": Row(NEVER, ORGANISERS),
    "event_delete": Row(HOSTS, HOSTS),
    "table_delete": Row(HOSTS, HOSTS),
    "move_table": Row(NEVER, ORGANISERS),
    "place_table": Row(NEVER, ORGANISERS),
    "calendar_file": Row(ORGANISERS, NEVER),
    "venue_zone": Row(HOSTS, HOSTS),
    "results_file": Row(ORGANISERS, NEVER),
    "guests_file": Row(ORGANISERS, NEVER),
    "door": Row(ORGANISERS, ORGANISERS),
    "door_list": Row(NEVER, ORGANISERS),
    "guest_list": Row(ORGANISERS, ORGANISERS),
    "door_sweep": Row(NEVER, ORGANISERS),
    "door_guest": Row(NEVER, ORGANISERS),
    "round_seats": Row(ORGANISERS, NEVER),
    "round_deed": Row(NEVER, ORGANISERS),
    "round_search": Row(ORGANISERS, NEVER),
    "round_stop": Row(NEVER, ORGANISERS),
    "round_desk": Row(NEVER, ORGANISERS),
    "hall": Row(ORGANISERS, NEVER),
    "hall_say": Row(NEVER, ORGANISERS),
    "hall_silence": Row(NEVER, ORGANISERS),
    "hall_switch": Row(NEVER, ORGANISERS),
    "help_calls": Row(ORGANISERS, NEVER),
    "hall_help": Row(NEVER, ORGANISERS),
    "hall_screen": READ,  # while organisers have switched it on
    "my_seat": FORM,
    "sign_up": FORM,
    "qr_sign_up": READ,
    "guest_calendar": READ,
    # who is remembered, and what games came to; of "me" everybody sees what their own device tells of them
    "rights": READ,
    "me": FORM,
    "me_data": READ,
    "me_file": READ,
    "people": Row(ORGANISERS, ORGANISERS),
    "person": Row(ORGANISERS, NEVER),
    "person_deed": Row(NEVER, ORGANISERS),
    "person_file": Row(ORGANISERS, NEVER),
    "statistics": Row(ORGANISERS, NEVER),
    "statistics_index": Row(NEVER, ORGANISERS),
    "statistics_file": Row(ORGANISERS, NEVER),
    "organiser_invite": Row(NEVER, HOSTS),
    "organiser_remove": Row(NEVER, HOSTS),
    "organiser_link_state": Row(HOSTS, NEVER),
    "import_record": Row(HOSTS, HOSTS),
    "evening_out": Row(HOSTS, NEVER),
    "evening_in": Row(HOSTS, HOSTS),
    # the admin is Django's: all of it has one row, but for its login page
    "admin_login": FORM,
    "admin:login": FORM,
    "admin:*": ADMIN,
}

SOCKETS = {
    "ws/phone/<code>/": SEATS,
    "ws/desk/<code>/": DESKS,
    "ws/screen/<code>/": EVERYBODY,
    "ws/hall/<int:event_id>/": ORGANISERS,
    "ws/e/<key>/hall/": EVERYBODY,  # while organisers have switched it on
    "ws/e/<key>/seat/": GUESTS,
}
OF_NO_TABLE = {"ws/check/": EVERYBODY}  # they show nothing of any

CIRCLES = {
    EVERYBODY: set(PEOPLE),
    HOSTS: {"host", "laptop"},
    HERE: {"laptop"},
    ORGANISERS: {"host", "laptop", "organiser"},
    DESKS: {"moderator"},
    SEATS: SEATED,
    GUESTS: {"other"},
    ADMINS: {"superuser"},
}


def expected(row: Row, method: str, who: str) -> str:
    """What this person finds at an address with this row."""
    circle = row.get if method == "GET" else row.post
    if circle == NEVER:
        return WRONG_VERB
    if who in CIRCLES[circle]:
        return YES
    if circle == ADMINS:
        return LOGIN
    return JOIN if circle == SEATS and method == "GET" else NOT_THERE


def as_markdown() -> Iterator[str]:
    """The table, for people."""
    yield "# Who may do what\n"
    yield "Written by `python -m tests.moderation.access.authority` from the table by which every address is tried.\n"
    yield from (f"- **{who}**: {said}" for who, said in PEOPLE.items())
    yield "\n404: the same answer as for a page that does not exist. join: sent to the page on which a seat is taken."
    yield "login: sent to the admin's login; while nobody has an account, all of the admin is 404."
    yield "405: nobody, that verb is not spoken there. *secret*: at a table without a moderator nobody"
    yield "reads it before the end of the game. *over*: nobody finds it before the game is over.\n"
    yield f"| address | verb | {' | '.join(PEOPLE)} |"
    yield "|---|---|" + "---|" * len(PEOPLE)
    for name, row in TABLE.items():
        for method, circle in (("GET", row.get), ("POST", row.post)):
            if circle != NEVER:
                cells = (expected(row, method, who) for who in PEOPLE)
                secret = " *secret*" if row.secret else " *over*" if row.over else ""
                yield f"| {name}{secret} | {method} | {' | '.join(cells)} |"
    for route, circle in (SOCKETS | OF_NO_TABLE).items():
        cells = ("yes" if who in CIRCLES[circle] else "closed" for who in PEOPLE)
        yield f"| {route} | socket | {' | '.join(cells)} |"


if __name__ == "__main__":
    print("\n".join(as_markdown()))
