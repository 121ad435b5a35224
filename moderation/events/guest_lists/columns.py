"""The columns of a table of guests: what each is for, guessed from its heading.

Knows the headings of HelloAsso, pretix, Google Forms, Framadate and of our own spreadsheet, in French and in English.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from enum import StrEnum

from django.utils.translation import gettext_lazy


class Role(StrEnum):
    """The use of a column."""

    NOTHING = "nothing"
    NAME = "name"
    FIRST_NAME = "first_name"
    LAST_NAME = "last_name"
    NICKNAME = "nickname"
    KEY = "key"  # the number of a ticket
    STATE = "state"
    COMES = "comes"  # a date of a poll: yes or no
    GAMES = "games"
    MODERATES = "moderates"
    FIRST_TIME = "first"
    FRIENDS = "friends"
    UNTIL = "until"


LABELS = {
    Role.NOTHING: gettext_lazy("Not taken"),
    Role.NAME: gettext_lazy("Name"),
    Role.FIRST_NAME: gettext_lazy("First name"),
    Role.LAST_NAME: gettext_lazy("Last name"),
    Role.NICKNAME: gettext_lazy("Nickname"),
    Role.KEY: gettext_lazy("Number of the ticket"),
    Role.STATE: gettext_lazy("State of the order"),
    Role.COMES: gettext_lazy("Comes: yes or no"),
    Role.GAMES: gettext_lazy("Games you would like"),
    Role.MODERATES: gettext_lazy("Runs a table"),
    Role.FIRST_TIME: gettext_lazy("First time"),
    Role.FRIENDS: gettext_lazy("With whom"),
    Role.UNTIL: gettext_lazy("Leaves at"),
}
HEADINGS = (  # the first that fits; a list without columns has `HEADING` in reading.py
    (Role.NOTHING, r"mail|payeur|payer|invoice|factur|telephone|phone|tarif|montant|price|adresse|address|paiement"),
    (Role.KEY, r"numero de billet|reference commande|order code|ticket (number|id)|position id|attendee id"),
    (Role.STATE, r"^(statut|status|etat|state)\b"),
    (Role.FIRST_TIME, r"first time|premiere fois|debutant|new player"),
    (Role.MODERATES, r"(run|mener|mene|animer|maitrise|moderat).*table|^(mj|gm)$|meneur"),
    (Role.FRIENDS, r"with whom|avec qui|friends|amis|jouer avec"),
    (Role.UNTIL, r"leave|partir|depart|until|jusqu"),
    (Role.GAMES, r"\b(games?|jeux|jeu)\b"),
    (Role.NICKNAME, r"pseudo$|^pseudo|surnom|nickname|alias|name badge"),
    (Role.FIRST_NAME, r"^(attendee name: )?(given|first) name|^prenom( participant)?$|vorname"),
    (Role.LAST_NAME, r"^(attendee name: )?(family|last) name|^nom (participant|de famille)|nachname|surname"),
    (Role.NAME, r"\b(name|nom|prenom|pseudo|player|joueur|participant|invite|guest|qui)\b"),
)
SINGLE = {Role.NAME, Role.FIRST_NAME, Role.LAST_NAME, Role.NICKNAME, Role.STATE, Role.UNTIL}
YES = re.compile(r"^(oui|yes|ja|x|1|v|vrai|true|✓|✔|si necessaire|if need be|\(oui\)|ifneedbe)\b")
NO = re.compile(r"^(non|no|nein|0|faux|false|inconnu|unknown|\?|-)?$|^(non|no|inconnu)\b")


def simplify(text: str) -> str:
    """Return text in lower case without accents, with single spaces."""
    plain = "".join(one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one))
    return " ".join(plain.replace("’", "'").casefold().split())


def guess_roles(headings: Sequence[str]) -> list[Role]:
    """Return the use of each column. At most one column has the name."""
    roles: list[Role] = []
    for heading in map(simplify, headings):
        role = next((role for role, wanted in HEADINGS if re.search(wanted, heading)), Role.NOTHING)
        roles.append(Role.NOTHING if role in SINGLE and role in roles else role)
    if Role.FIRST_NAME in roles and Role.NAME in roles:
        roles[roles.index(Role.NAME)] = Role.LAST_NAME if Role.LAST_NAME not in roles else Role.NOTHING
    if Role.LAST_NAME in roles and Role.FIRST_NAME not in roles and Role.NAME not in roles:
        roles[roles.index(Role.LAST_NAME)] = Role.NAME
    return roles


def is_heading(cells: Sequence[str]) -> bool:
    """Return true if these cells are headings: one of them names a column of names."""
    named = {Role.NAME, Role.FIRST_NAME, Role.NICKNAME, Role.LAST_NAME}
    return not named.isdisjoint(guess_roles(cells))


def is_poll(rows: Sequence[Sequence[str]]) -> bool:
    """Return true for a poll on dates.

    It has no heading over the names, and yes or no in all other columns.
    """
    if len(rows) < 2 or len(rows[0]) < 2 or rows[0][0].strip():
        return False
    voters = [row for row in rows if row[0].strip()]
    return bool(voters) and all(
        YES.match(simplify(cell)) or NO.match(simplify(cell)) for row in voters for cell in row[1:]
    )
