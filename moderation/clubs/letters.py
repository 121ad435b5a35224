"""Letters with a code of one use: by one somebody opens a club, or makes a device of theirs what they are in theirs.

No password is kept and no account: an address is a line in the list of a club's people (`Member`), and what a letter
gives is a pass, as every link does. Whoever asks is answered alike whether an address runs a club or none, and each
address is sent a few letters an hour at most. See docs/decisions/clubs.md.
"""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import send_mail
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import F, Max
from django.utils import timezone
from django.utils.translation import gettext as _

from games import clubs
from games.models import Club, Event, GameSession
from moderation.access.clubs import first, new_key
from moderation.access.devices import digest
from moderation.access.links import new_link
from moderation.models import Device, Kind, Letter, Link, Member, Pass, Person
from moderation.questions.refusals import Unwanted

DIGITS, TRIES, LIFE = 8, 5, timedelta(minutes=15)
AN_HOUR, A_DAY = timedelta(hours=1), timedelta(days=1)
TO_AN_ADDRESS, OF_THE_HOUSE = 4, 300  # letters an hour
CLUBS_OF_AN_ADDRESS, AT_THE_SAME_INSTANT = 5, 5
LONGEST_ADDRESS, LONGEST_NAME = 254, 40


def clean(written: str) -> str:
    """An address as it is kept. Raises `Unwanted` for what is none."""
    address = written.strip().lower()
    try:
        if len(address) > LONGEST_ADDRESS:
            raise ValidationError("")
        validate_email(address)
    except ValidationError:
        raise Unwanted(_("Please write an e-mail address, name@example.org for example.")) from None
    return address


def run_by(address: str) -> list[Club]:
    """The clubs that somebody of this address runs, by their names."""
    with clubs.across("which clubs somebody runs who has shown that an address is theirs"):
        found = set(Member.objects.filter(address=address).values_list("club", flat=True))
    return list(Club.objects.filter(pk__in=found).order_by("name", "pk"))


def ask(address: str, opens: str = "") -> str:
    """Send a letter with a code to an address; what the browser keeps that asked: without it the code does nothing.

    `opens`: the name of the club that the code is to open. Raises `Unwanted`: then nothing was sent.
    """
    lately = Letter.objects.filter(created__gt=timezone.now() - AN_HOUR)
    if lately.filter(address=address).count() >= TO_AN_ADDRESS or lately.count() >= OF_THE_HOUSE:
        raise Unwanted(_("Many codes were asked for lately: please try again in an hour."))
    if opens:
        _want_a_club(address)
    token, code = secrets.token_urlsafe(24), f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
    expires = timezone.now() + LIFE
    letter = Letter.objects.create(
        key=digest(token), address=address, digest=digest(token + code), opens=opens, expires=expires
    )
    subject, text = _written(address, code, opens)
    try:
        send_mail(subject, text, None, [address])
    except OSError:
        letter.delete()
        raise Unwanted(_("The e-mail cannot be sent just now. Please try again in a few minutes.")) from None
    return token


def _written(address: str, code: str, opens: str) -> tuple[str, str]:
    told = {"code": f"{code[:4]} {code[4:]}", "club": opens}
    nobody = _("Nobody runs a club under this address. Whoever runs one can add it, or you open a club of your own.")
    if not (opens or run_by(address)):
        return _("Veilleur: no club under this address"), nobody
    said = _("Your code: %(code)s\n\nIt works once, within a quarter of an hour, on the page that asked for it.")
    if opens:
        said += "\n" + _("It opens the club “%(club)s”.")
    said += "\n\n" + _("If you have not asked for it, throw this e-mail away: without you it opens nothing.")
    return _("Veilleur: your code"), said % told


def usable(token: str) -> Letter | None:
    """The letter that this browser has asked for, while its code may be typed."""
    found = Letter.objects.filter(key=digest(token), used=None, tries__lt=TRIES, expires__gt=timezone.now())
    return found.first() if token else None


def proved(token: str, code: str) -> Letter | None:
    """The letter, used up, where this is its code; None: it is not, and a try less is left."""
    letter = usable(token)
    # Counted before it is compared, so that tries made at the same instant are five as well.
    if letter is None or not Letter.objects.filter(pk=letter.pk, tries__lt=TRIES).update(tries=F("tries") + 1):
        return None
    digits = "".join(one for one in code if one.isdigit() and one.isascii())
    if not secrets.compare_digest(letter.digest, digest(token + digits)):
        return None
    return letter if Letter.objects.filter(pk=letter.pk, used=None).update(used=timezone.now()) else None


def _want_a_club(address: str) -> None:
    if Club.objects.filter(created__gt=timezone.now() - A_DAY).count() >= settings.CLUBS_A_DAY:
        raise Unwanted(_("Many clubs were opened here today: please try again tomorrow."))
    if len(run_by(address)) >= CLUBS_OF_AN_ADDRESS:
        said = _("Clubs that this address runs: %(most)d. This server allows no more.")
        raise Unwanted(said % {"most": CLUBS_OF_AN_ADDRESS})


def opened(name: str, address: str = "") -> Club:
    """A new club, run by whoever has this address. Raises `Unwanted` where there are too many."""
    if address:
        _want_a_club(address)
    first()  # has its number before others have theirs
    for _again in range(AT_THE_SAME_INSTANT):
        try:
            with transaction.atomic():
                number = (Club.objects.aggregate(last=Max("pk"))["last"] or clubs.FIRST) + 1
                club = Club.objects.create(pk=number, name=name, key=new_key())
                if address:
                    with clubs.entered(club.entered):
                        Member.objects.create(address=address, kind=Kind.HOST)
                return club
        except IntegrityError:  # another club was given the number at the same instant
            continue
    raise Unwanted(_("Please try again."))


def name_of(address: str) -> str:
    """The name of the passes of somebody: their address where it fits, else what it comes to."""
    return address if len(address) <= LONGEST_NAME else digest(address)[:LONGEST_NAME]


def way_into(club: Club, address: str) -> str:
    """The path of a link of one use by which a device becomes what somebody is in a club that they run.

    Raises `Unwanted` where they run it no longer.
    """
    with clubs.entered(club.entered):
        member = Member.objects.filter(address=address).first()
        if member is None:
            raise Unwanted(_("This address is no longer on the club’s list."))
        token = new_link(Kind(member.kind), name=name_of(address), member=member)[0]
        return f"{club.entered.prefix}{member.kind}/{token}/"


def take_back(member: Member) -> None:
    """Take away what somebody may do in the club that was entered, and every link and passkey by which they would.

    Passes and links that are older than passkeys know by their name alone whose they are.
    """
    named = {"kind": member.kind, "name": name_of(member.address)}
    Pass.objects.filter(**named).delete()
    Link.objects.filter(**named, used=None).delete()
    member.delete()


def removed(club: Club) -> None:
    """Take a club away, with every row of it: all of it goes, or nothing."""
    with transaction.atomic(), clubs.entered(club.entered):
        for model in (Event, GameSession, Device, Person, Link, Pass, Member):  # all else belongs to one of these
            model.objects.all().delete()
        club.delete()
