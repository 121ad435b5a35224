"""Passkeys of those who run a club: a device enters it by its owner's finger, face or PIN, without an e-mail.

Whoever came in by a letter adds one (`creation`, `added`); at the door of the house the device shows it, and nobody
types an address (`question`, `shown`). fido2 reads and verifies what devices answer. See docs/decisions/clubs.md.
"""

from __future__ import annotations

import json
import logging
import secrets
import struct
from datetime import timedelta
from typing import Any

from cryptography.exceptions import UnsupportedAlgorithm
from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils import timezone
from django.utils.translation import gettext as _
from fido2.cose import CoseKey
from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    AttestationConveyancePreference,
    AttestedCredentialData,
    AuthenticationResponse,
    CollectedClientData,
    PublicKeyCredentialDescriptor,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialType,
    PublicKeyCredentialUserEntity,
    RegistrationResponse,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from games import clubs
from games.models import Club
from moderation.access import limits
from moderation.access.devices import browser_of, digest
from moderation.models import AnsweredChallenge, Device, Member, Pass, Passkey
from moderation.questions.refusals import Unwanted

LIFE = timedelta(minutes=5)  # of a challenge: to find the finger, or the key in a drawer
MOST = 10  # passkeys of one person in one club
WRONG, FORGOTTEN_AFTER = 12, 5 * 60  # answers of one browser, seconds
LONGEST = 16_384  # characters of an answer
HANDLE = 32  # bytes
ENTER = "enter"  # what a challenge at the door is for
REQUIRED = UserVerificationRequirement.REQUIRED
# What fido2 and cryptography raise where an answer is not written as the standard says.
MALFORMED = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    AssertionError,
    NotImplementedError,
    OverflowError,
    RecursionError,
    UnsupportedAlgorithm,
    struct.error,
)

logger = logging.getLogger(__name__)


def offered(request: HttpRequest) -> bool:
    """Whether browsers let this page ask for a passkey: by https, under the name to which passkeys are bound.

    They allow http for `localhost` alone, where somebody tries a house on their own machine.
    """
    domain = split_domain_port(request.get_host())[0]
    return domain == settings.PASSKEY_HOST and (request.is_secure() or domain == "localhost")


def member_with(device: Device | None) -> Member | None:
    """Who came in to the club on this device, by a letter or a passkey."""
    held = Pass.objects.filter(device=device, session=None).exclude(member=None) if device else Pass.objects.none()
    found = held.select_related("member").order_by("kind").first()
    return found.member if found else None


def creation(request: HttpRequest, member: Member) -> dict[str, Any]:
    """What a browser is asked to make a passkey with, as JSON has it. Raises `Unwanted`."""
    _want_offered(request)
    _want_room(member)
    club = Club.objects.get(pk=member.club).name
    user = PublicKeyCredentialUserEntity(
        id=websafe_decode(_handle_of(member)), name=f"{member.address} ({club})", display_name=club
    )
    options, _state = _server(request).register_begin(
        user,
        [_descriptor(one) for one in member.passkeys.all()],
        ResidentKeyRequirement.REQUIRED,
        REQUIRED,
        challenge=_challenge(request, _adds(member)),
    )
    return dict(options.public_key)


def added(request: HttpRequest, member: Member, name: str, answer: str) -> Passkey:
    """Keep the passkey that a browser has made. Raises `Unwanted`."""
    _want_offered(request)
    _want_room(member)
    try:
        read = RegistrationResponse.from_dict(_json(answer))
        challenge = _ours(request, _adds(member), read.response.client_data)
        made = _server(request).register_complete(_state(challenge), read)
        kept = made.credential_data
        assert kept is not None
        if kept.public_key.ALGORITHM not in CoseKey.supported_algorithms():
            raise ValueError
    except MALFORMED:
        raise Unwanted(_("No passkey was added. Please try again.")) from None
    try:
        with transaction.atomic():
            _use_up(challenge)
            return Passkey.objects.create(
                member=member,
                name=name,
                key=digest(websafe_encode(kept.credential_id)),
                credential=websafe_encode(kept),
                counter=made.counter,
            )
    except IntegrityError:
        raise Unwanted(_("No passkey was added. Please try again.")) from None


def question(request: HttpRequest) -> dict[str, Any]:
    """What a browser is asked for a passkey with, whosever it is, as JSON has it. Raises `Unwanted`."""
    _want_offered(request)
    _want_patience(request)
    options, _state = _server(request).authenticate_begin(
        user_verification=REQUIRED, challenge=_challenge(request, ENTER)
    )
    return dict(options.public_key)


def shown(request: HttpRequest, answer: str) -> tuple[Club, Member]:
    """The club that a passkey opens, and whose it is. Raises `Unwanted`: a wrong answer is counted then."""
    _want_offered(request)
    _want_patience(request)
    try:
        return _shown(request, answer)
    except (*MALFORMED, IntegrityError):
        limits.tried(_wrong_from(request), FORGOTTEN_AFTER)
        said = _("This passkey opens nothing here. Please try again, or have a code sent to you.")
        raise Unwanted(said) from None


def _shown(request: HttpRequest, answer: str) -> tuple[Club, Member]:
    """Raises one of `MALFORMED`, and IntegrityError for a challenge that was answered already."""
    read = AuthenticationResponse.from_dict(_json(answer))
    challenge = _ours(request, ENTER, read.response.client_data)
    key, handle = digest(websafe_encode(read.raw_id)), websafe_encode(read.response.user_handle or b"")
    with clubs.across("whose a passkey is that was shown at the door of the house"):
        passkey = Passkey.objects.select_related("member").filter(key=key, member__handle=handle).first()
    if passkey is None:
        raise ValueError
    _server(request).authenticate_complete(_state(challenge), [_kept(passkey)], read)
    club = Club.objects.get(pk=passkey.club)
    with transaction.atomic(), clubs.entered(club.entered):
        _use_up(challenge)
        _count(passkey, read.response.authenticator_data.counter)
    return club, passkey.member


def _count(passkey: Passkey, counter: int) -> None:
    """Note that a passkey was used. Raises ValueError where its counter has not risen: then it may be a copy."""
    rises = Q(counter__lt=counter) if counter else Q(counter=0)
    if not Passkey.objects.filter(rises, pk=passkey.pk).update(counter=counter, used=timezone.now()):
        if Passkey.objects.filter(pk=passkey.pk).exists():  # it was not taken away meanwhile
            logger.warning("A passkey was refused whose counter has not risen: it may have been copied.")
        raise ValueError


# What is asked, and what comes back


def _server(request: HttpRequest) -> Fido2Server:
    """fido2's own, for pages of the very address that was asked."""
    ours = f"{request.scheme}://{request.get_host()}"
    house = PublicKeyCredentialRpEntity(name="Veilleur", id=settings.PASSKEY_HOST)
    return Fido2Server(house, AttestationConveyancePreference.NONE, verify_origin=lambda origin: origin == ours)


def _signer(request: HttpRequest, what: str) -> TimestampSigner:
    """A challenge is good for one deed, in the browser that asked for it."""
    return TimestampSigner(salt=f"moderation.clubs.passkeys {what} {browser_of(request)}")


def _adds(member: Member) -> str:
    return f"add {member.club} {member.pk}"


def _challenge(request: HttpRequest, what: str) -> bytes:
    """A fresh challenge. Nothing is kept of it before it is answered, so that asking fills no table."""
    return _signer(request, what).sign(secrets.token_urlsafe(16)).encode()


def _ours(request: HttpRequest, what: str, said: CollectedClientData) -> bytes:
    """The challenge that was answered. Raises ValueError where it is none of ours for this, or too old."""
    try:
        _signer(request, what).unsign(said.challenge.decode(), max_age=LIFE)
    except BadSignature:
        raise ValueError from None
    if said.cross_origin:
        raise ValueError
    return said.challenge


def _use_up(challenge: bytes) -> None:
    """Have a challenge answered, which is done once. Raises IntegrityError for the second time."""
    AnsweredChallenge.objects.create(key=digest(challenge.decode()), expires=timezone.now() + LIFE)


def _state(challenge: bytes) -> dict[str, Any]:
    """What fido2 compares an answer with."""
    return {"challenge": websafe_encode(challenge), "user_verification": REQUIRED}


def _json(answer: str) -> dict[str, Any]:
    """What a script of ours has sent. Raises ValueError."""
    read = json.loads(answer) if len(answer) <= LONGEST else None
    if not isinstance(read, dict):
        raise ValueError
    return read


def _kept(passkey: Passkey) -> AttestedCredentialData:
    return AttestedCredentialData(websafe_decode(passkey.credential))


def _descriptor(passkey: Passkey) -> PublicKeyCredentialDescriptor:
    return PublicKeyCredentialDescriptor(type=PublicKeyCredentialType.PUBLIC_KEY, id=_kept(passkey).credential_id)


def _handle_of(member: Member) -> str:
    """How the passkeys of somebody name them: with each the same, so that a device keeps one of them."""
    Member.objects.filter(pk=member.pk, handle=None).update(handle=websafe_encode(secrets.token_bytes(HANDLE)))
    member.refresh_from_db(fields=["handle"])
    return member.handle or ""


def _want_offered(request: HttpRequest) -> None:
    if not offered(request):
        raise Unwanted(_("Passkeys work by https alone, under the name of this server."))


def _want_room(member: Member) -> None:
    if member.passkeys.count() >= MOST:
        raise Unwanted(_("You have %(most)d passkeys here: remove one first.") % {"most": MOST})


def _wrong_from(request: HttpRequest) -> str:
    return f"wrong-passkeys-{browser_of(request)}"


def _want_patience(request: HttpRequest) -> None:
    if limits.tries(_wrong_from(request)) >= WRONG:
        raise Unwanted(_("Many passkeys that open nothing: please wait a few minutes, or have a code sent to you."))
