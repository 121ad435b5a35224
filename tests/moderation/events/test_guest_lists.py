"""Organisers bring the list that they have: pasted or as a file, whoever wrote it."""

from __future__ import annotations

from datetime import time
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.models import Event
from moderation.events import guests
from moderation.events.guest_lists import reading
from moderation.events.guest_lists.reading import Games, GuestRow, decode, read_list
from moderation.models import Guest, SignUp
from moderation.web.refusals import Unwanted
from tests.moderation.clients import text
from tests.moderation.events.test_sign_up import page, places, signs, taps

SCRIPT = b'[{"id": "_meta", "name": "Friday"}, "chef", "empath"]'  # the roles of a game, for its own program
GAMES = Games({"sporz": "Sporz", "lupus": "Lupus", "elsen": "ELSEN"})
CHAT = """\u200e[03/10/2026 09:14:02] Nadia 🎯: Samedi 10 octobre, soirée jeux !
1. Nadia 🎯 (MJ)
2. Farid
3.
\u200e[03/10/2026 11:00:40] ~ Chloé: 1. Nadia 🎯 (MJ)
2. Farid
3. Chloé + Igor
4. Marie-Lou (arrive 21h)
5️⃣ Sam
6) Sam R
7 - Odile 🌻
8. +33 6 39 98 11 22
9. ??
10. ~Farid~ ne vient plus
\u200e[03/10/2026 12:30:00] Odile: \u200e<Médias omis>
"""
TICKETS = """\ufeffRéférence commande;Statut de la commande;Nom participant;Prénom participant;Nom payeur;\
Email payeur;Numéro de billet;Pseudo
7001;Validé;MARTINET-DUVAL;Anne-Sophie;MARTINET-DUVAL;as@example.org;70010001;AS
7001;Validé;MARTINET-DUVAL;lucien;MARTINET-DUVAL;as@example.org;70010002;
7002;Remboursé;Petit;Paul;Petit;pp@example.org;70020001;
7003;Validé;Roux;Victor;Roux;v@example.org;70030001;Vic
7004;Validé;Roux;Victoire;Roux;w@example.org;70040001;Vic
7005;Validé;=1+cmd|'x'!A0;Rose;R;r@example.org;70050001;@everyone
""".replace("\n", "\r\n")
FORM = """"Horodateur","Adresse e-mail","Ton prénom ou pseudo","Quels jeux ?","Je peux mener une table",\
"C’est ma première fois","Avec qui veux-tu jouer ?","Je dois partir à…"
"2026/10/01","lou@example.org","Lou","Loups-garous;Sporz","Oui, avec plaisir","Non","Max","minuit"
"2026/10/01","max@example.org","max ","Sporz","Non","Oui","@lou,
mais PAS Bruno","0h30"
"2026/10/02","lou@example.org","Lou P.","ELSEN","Si besoin","Non","Max","vers 22h / 22h30"
"2026/10/02","ida@example.org","Ida & Tim (2 pers.)","","Non","Oui","",""
"2026/10/02","","Le Meneur","","Oui","Non","",""
"""
POLL = """"","Vendredi 9 octobre","Samedi 10 octobre"
"","20h30","14h"
"Lou","Oui","Non"
"Max","Si nécessaire","Inconnu"
"Ida","Non","Non"
"Lou","Non","Oui"
"""
PRETIX = """Order code,Position ID,Attendee name,Attendee email,Product
KLM,1,Ann Lee,ann@example.org,Ticket
KLM,2,Bob,ann@example.org,Ticket
"""


def names(found: Any) -> list[str]:
    return [row.name for row in found.rows if row.name]


def row(found: Any, name: str) -> GuestRow:
    return next(row for row in found.rows if row.name == name)


def left_out(found: Any) -> list[str]:
    return [row.written for row in found.rows if not row.name]


# What is understood


def test_the_last_copy_of_a_chat_list_is_read() -> None:
    found = read_list(CHAT, GAMES)
    assert names(found) == ["Nadia 🎯", "Chloé", "Igor", "Marie-Lou", "Sam", "Sam R", "Odile 🌻"]
    assert row(found, "Nadia 🎯").moderates and not row(found, "Sam").moderates
    assert "arrive 21h" in row(found, "Marie-Lou").doubts[0]
    assert row(found, "Chloé").doubts == row(found, "Igor").doubts != ()
    assert {"Farid", "~Farid~ ne vient plus"} <= set(left_out(found))


def test_tickets_are_people_and_those_paid_back_are_none() -> None:
    found = read_list(TICKETS, GAMES)
    assert names(found) == ["AS", "Lucien", "Vic", "Vic 2", "Rose"]
    assert row(found, "AS").other == "Anne-Sophie MARTINET-DUVAL"
    assert row(found, "Vic 2").doubts and not row(found, "Vic 2").is_twin  # a ticket of their own
    assert len({one.key for one in found.rows if one.name}) == 5
    assert left_out(found) == ["Paul Petit"]


def test_a_form_answered_twice_counts_once_with_all_wishes() -> None:
    found = read_list(FORM, GAMES)
    assert names(found) == ["max", "Lou P.", "Ida", "Tim"]
    lou, max_ = row(found, "Lou P."), row(found, "max")
    assert (lou.games, lou.moderates, lou.until) == (("elsen",), False, time(22))
    assert (max_.games, max_.first, max_.until) == (("sporz",), True, time(0, 30))
    assert max_.friends == "@lou, mais PAS Bruno"
    assert "Le Meneur" in left_out(found)  # a word of the games


def test_a_poll_lists_who_says_yes_to_a_date() -> None:
    found = read_list(POLL, GAMES)
    assert names(found) == ["Lou", "Max", "Lou 2"] and left_out(found) == ["Ida"]
    assert row(found, "Lou 2").is_twin and not row(found, "Lou").is_twin
    friday = read_list(POLL, GAMES, ["name", "comes", "nothing"])
    assert names(friday) == ["Lou", "Max"]


def test_orders_of_pretix_have_a_key_for_each_position() -> None:
    found = read_list(PRETIX, GAMES)
    assert [(one.name, one.key) for one in found.rows] == [("Ann Lee", "ticket KLM 1"), ("Bob", "ticket KLM 2")]


@pytest.mark.parametrize(
    ("pasted", "wanted"),
    [
        ("Anna, Bob et Cid", ["Anna", "Bob", "Cid"]),
        ("Nom\nAnna\nBob", ["Anna", "Bob"]),
        ("1. Anna +1\n2. Bob", ["Anna", "Anna +1", "Bob"]),
        ("1. Anna +2\n2. Bob", ["Anna", "Anna +1", "Anna +2", "Bob"]),
        ("- Zoé 🐺\n- Bob", ["Zoé 🐺", "Bob"]),
        ("[x] Zoé\n[ ] Bob", ["Zoé", "Bob"]),
        ("Zoé (elle)\nBob", ["Zoé", "Bob"]),
        ("Name\tGame\nAnn\tSporz\nBob\t", ["Ann", "Bob"]),
        ("Name;State\r\nAnn;expected\r\nBob;does not come\r\n", ["Ann"]),
        ("=1+1\n@home\nBob", ["=1+1", "@home", "Bob"]),
        ("Anna\n+33 6 12 34 56 78\nbob@example.org\nBob", ["Anna", "Bob"]),
        ("Wolfeschlegelsteinhausen-Bergerdorff\nBob", ["Wolfeschlegelsteinhausen", "Bob"]),
    ],
)
def test_a_pasted_list_is_understood(pasted: str, wanted: list[str]) -> None:
    assert names(read_list(pasted, GAMES)) == wanted


def test_no_telephone_number_and_no_address_is_read() -> None:
    for text_ in (CHAT, TICKETS, FORM, PRETIX, "Anna 06.39.98.07.21 anna@example.org\nBob"):
        read = repr(read_list(text_, GAMES).rows)
        assert "@example" not in read and "98" not in read.replace("1998", ""), text_


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_files_are_read_in_usual_encodings(coding: str) -> None:
    assert names(read_list(decode("Prénom;Jeu\nZoé;Sporz\nÉlise;\n".encode(coding)), GAMES)) == ["Zoé", "Élise"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b" \n ",
        b"PK\x03\x04workbook",
        b"\x00\x01\x02",
        b"a" * (reading.LARGEST + 1),
        b"123\n456\n",
        b"x\n" * 600,
        SCRIPT,
    ],
    ids=lambda content: repr(content[:8]),
)
def test_what_is_no_list_is_refused_in_a_sentence(content: bytes) -> None:
    with pytest.raises(Unwanted) as refused:
        read_list(decode(content), GAMES)
    assert str(refused.value.sentence).endswith(".")


# What becomes of it


@pytest.fixture
def evening() -> Event:
    return Event.objects.create(name="Friday")


def brings(host: Client, evening: Event, pasted: str, do: str = "keep", **more: Any) -> Any:
    """Paste a list and tick all of it."""
    sent = {"text": pasted, "do": do, "row": [str(number) for number in range(60)], **more}
    return host.post(reverse("guest_list", args=[evening.pk]), sent, follow=True)


def listed() -> list[str]:
    return list(Guest.objects.filter(cancelled=None).values_list("name", flat=True))


@pytest.mark.django_db
def test_a_preview_changes_nothing(host: Client, evening: Event) -> None:
    shown = text(brings(host, evening, FORM, do="read"))
    assert 'data-test="preview"' in shown and 'data-test="left-out"' in shown and "Ida" in shown
    assert shown.count("<select") == 8 and not Guest.objects.exists() and not SignUp.objects.exists()
    file = SimpleUploadedFile("list.csv", TICKETS.encode())
    sent = host.post(reverse("guest_list", args=[evening.pk]), {"file": file})
    assert "Lucien" in text(sent) and not Guest.objects.exists()


@pytest.mark.django_db
def test_people_of_a_list_are_expected_and_only_once(host: Client, evening: Event) -> None:
    for _time in range(2):
        brings(host, evening, TICKETS)
        assert listed() == ["AS", "Lucien", "Vic", "Vic 2", "Rose"]
    assert set(places(SignUp.objects.get()).values()) == {"booked"}
    assert not Guest.objects.exclude(arrived=None).exists()
    brings(
        host, evening, TICKETS.replace("Vic\r\n7004", "Vic\r\n7006;Validé;Noir;Zoé;N;z@example.org;70060001;\r\n7004")
    )
    assert listed() == ["AS", "Lucien", "Vic", "Vic 2", "Rose", "Zoé"]


@pytest.mark.django_db
def test_bringing_a_list_again_updates_wishes_and_keeps_cancellations(host: Client, evening: Event) -> None:
    brings(host, evening, "Nom;Quels jeux\nAnn;\nBob;Sporz\n")
    taps(host, "Bob", "cancel")
    brings(host, evening, "Nom;Quels jeux\nAnn;Sporz\nBob;Sporz\nCid;\n")
    assert listed() == ["Ann", "Cid"]
    assert Guest.objects.get(name="Ann").games == ["sporz"]


@pytest.mark.django_db
def test_a_list_leaves_alone_who_signed_up_on_their_phone(host: Client, evening: Event) -> None:
    opened = guests.open_list(evening)
    signs(opened, "Zoé", games=["sporz"])
    brings(host, evening, "Nom;Quels jeux\nZoe;Lupus\nAnn;\n")
    assert list(Guest.objects.values_list("name", "games")) == [("Zoé", ["sporz"]), ("Ann", [])]


@pytest.mark.django_db
def test_only_ticked_people_come_and_those_of_one_line_together(host: Client, evening: Event) -> None:
    brings(host, evening, "1. Ann + Bob\n2. Cid\n3. Dan", row=["0", "1", "3", "x", "99"])
    assert dict(Guest.objects.values_list("name", "friends")) == {"Ann": "Bob", "Bob": "Ann", "Dan": ""}


@pytest.mark.django_db
def test_columns_can_be_named(host: Client, evening: Event) -> None:
    table = "Joueur;Bidule\nAnn;Zoé\nBob;Léa\n"
    brings(host, evening, table, role=["nothing", "name"])
    assert listed() == ["Zoé", "Léa"]
    refused = brings(host, evening, table, role=["nothing", "nothing"], do="read")
    assert refused.status_code == 200 and 'value="keep"' not in text(refused)


@pytest.mark.django_db
def test_a_list_takes_no_promised_place(host: Client, evening: Event) -> None:
    opened = guests.open_list(evening)
    SignUp.objects.update(capacity=2)
    signs(opened, "Zoé")
    brings(host, evening, "Ann\nBob\nCid")
    assert places(opened) == {"Zoé": "booked", "Ann": "booked", "Bob": "waiting", "Cid": "waiting"}


@pytest.mark.django_db
def test_whoever_is_listed_takes_their_line_by_name(host: Client, evening: Event) -> None:
    brings(host, evening, "Ann\nBob")
    opened = SignUp.objects.get()
    phone = signs(opened, "ann", games=["sporz"])
    assert Guest.objects.count() == 2 and 'data-test="place-booked"' in text(phone.get(page(opened)))
    mine = Guest.objects.get(games=["sporz"])
    assert mine.moved and mine.listed  # the door confirms that it is theirs
    other = Client().post(page(opened), {"name": "Ann"})
    assert other.status_code == 409
    guests.arrive(mine)
    mine.refresh_from_db()
    assert mine.moved is None


@pytest.mark.django_db
@pytest.mark.parametrize("sent", [{}, {"text": " "}, {"text": "\x00"}, {"text": "12\n34"}], ids=repr)
def test_bad_lists_change_nothing(host: Client, evening: Event, sent: dict[str, str]) -> None:
    answer = host.post(reverse("guest_list", args=[evening.pk]), sent | {"do": "keep"})
    assert answer.status_code == 409 and 'role="alert"' in text(answer)
    assert not Guest.objects.exists() and not SignUp.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "fr"])
def test_our_own_spreadsheet_comes_back_as_it_was(host: Client, evening: Event, language: str) -> None:
    wishes = {"games": ["sporz"], "moderates": True, "first": True, "friends": "Bob", "until": time(23, 30)}
    guests.add_guest(evening, None, "=Zoé", wishes)
    guests.cancel(guests.add_guest(evening, None, "Bob", {}))
    file = host.get(reverse("guests_file", args=[evening.pk]), headers={"accept-language": language}).content
    other = Event.objects.create(name="Saturday")
    brings(host, other, decode(file))
    line = Guest.objects.get(event=other)
    assert line.folded == Guest.objects.get(event=evening, cancelled=None).folded
    assert {name: getattr(line, name) for name in wishes} == wishes
