"""The pages of a house that keeps several clubs, outside of all: its door, which leads to a table or a club."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from games import clubs
from games.models import Club
from moderation.access import codes
from moderation.access.devices import LETTER
from moderation.access.guards import TOO_MANY, TooManyGuesses, find_game, too_many_guesses
from moderation.access.guessing import NetworkLimit
from moderation.clubs import letters, passkeys
from moderation.models import Letter
from moderation.questions.refusals import REFUSED, Unwanted
from moderation.table.fields import Form, Line

LETTERS_ASKED = NetworkLimit("letters", 30, 60 * 60)  # from one network of the internet, in an hour
NAMELESS = gettext_lazy("Please give the club a name of at most 80 characters.")
NO_ADDRESS = gettext_lazy("Please write an e-mail address, name@example.org for example.")


@require_http_methods(["GET", "POST"])
def front(request: HttpRequest) -> HttpResponseBase:
    """A field for the code of a table, whichever club's it is. No club is named here, nor counted."""
    if request.method != "POST":
        return _front(request)
    return _led(request, codes.clean(request.POST.get("code", "")[:100]))


@require_GET
def to_table(request: HttpRequest, code: str) -> HttpResponseBase:
    """Where people arrive who have typed a table's address."""
    return _led(request, codes.clean(code[:100]))


def _led(request: HttpRequest, code: str) -> HttpResponseBase:
    """To the table of this code."""
    try:
        with clubs.across("a code that was typed at the door of the house"):
            session = find_game(request, code)
    except Http404:
        return _front(request, _("No table has this code just now."), code, 404)
    except TooManyGuesses:
        return _front(request, too_many_guesses(), code, TOO_MANY)
    with clubs.entered(Club.objects.get(pk=session.club).entered):
        return redirect(reverse("join", kwargs={"code": session.code}))


def _front(request: HttpRequest, wrong: str = "", code: str = "", status: int = 200) -> HttpResponse:
    context = {"wrong": wrong, "code": code, "letters": settings.LETTERS}
    return render(request, "clubs/front.html", context, status=status)


# Opening a club, and coming back to it


def with_letters(page: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """A page that is there where letters can be sent."""

    @wraps(page)
    def guarded(request: HttpRequest) -> HttpResponseBase:
        if not settings.LETTERS:
            raise Http404
        return page(request)

    return guarded


class EnterForm(Form):
    """Who somebody is that runs a club."""

    address = forms.CharField(
        label=gettext_lazy("E-mail"),
        max_length=letters.LONGEST_ADDRESS,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        error_messages={"required": NO_ADDRESS, "max_length": NO_ADDRESS, "null_characters_not_allowed": NO_ADDRESS},
    )


class OpenForm(EnterForm):
    """A club that is to be opened, and by whom."""

    name = Line(80, NAMELESS, label=gettext_lazy("Name of the club"))
    field_order = ("name", "address")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].error_messages["required"] = NAMELESS


@require_http_methods(["GET", "POST"])
@with_letters
def open_club(request: HttpRequest) -> HttpResponseBase:
    """Open a club: a name and an address, and a letter with a code is sent there."""
    return _asked(request, OpenForm(request.POST or None), "clubs/open.html")


@require_http_methods(["GET", "POST"])
@with_letters
def enter(request: HttpRequest) -> HttpResponseBase:
    """Come back to a club that one runs, on this device."""
    return _asked(request, EnterForm(request.POST or None), "clubs/enter.html")


def _asked(request: HttpRequest, form: EnterForm, page: str) -> HttpResponseBase:
    if request.method == "POST":
        try:
            if LETTERS_ASKED.is_used_up(request):
                raise Unwanted(_("Many codes were asked for lately: please try again in an hour."))
            LETTERS_ASKED.count(request)
            sent = form.read()
            token = letters.ask(letters.clean(sent["address"]), " ".join(sent.get("name", "").split()))
        except Unwanted as unwanted:
            form.refuse("address", unwanted)
        else:
            answer = redirect("club_code")
            answer.set_cookie(
                LETTER,
                token,
                max_age=int(letters.LIFE.total_seconds()),
                httponly=True,
                samesite="Lax",
                secure=settings.SESSION_COOKIE_SECURE,
            )
            return answer
    context = {"form": form, "passkeys": passkeys.offered(request)}
    return render(request, page, context, status=REFUSED if form.is_bound else 200)


@require_http_methods(["GET", "POST"])
@with_letters
def code(request: HttpRequest) -> HttpResponseBase:
    """Type the code of the letter: it opens the club, or leads into the one that is run from this address."""
    token = request.COOKIES.get(LETTER, "")
    letter, wrong = letters.usable(token), ""
    if letter is None:
        return render(request, "clubs/code.html", {"gone": True}, status=404)
    if request.method == "POST":
        proved = letters.proved(token, request.POST.get("code", "")[:40])
        try:
            if proved is None:
                raise Unwanted(_("That is not the code of the e-mail."))
            if proved.opens:
                return into(letters.opened(proved.opens, proved.address), proved.address)
            clubs_run = letters.run_by(proved.address)
            if len(clubs_run) == 1:
                return into(clubs_run[0], proved.address)
            ways = [(club, letters.way_into(club, proved.address)) for club in clubs_run]
            return render(request, "clubs/choose.html", {"ways": ways})
        except Unwanted as unwanted:
            wrong = unwanted.sentence
    left = letters.TRIES - Letter.objects.filter(pk=letter.pk).values_list("tries", flat=True)[0]
    context = {"wrong": wrong, "left": left, "gone": left <= 0}
    return render(request, "clubs/code.html", context, status=REFUSED if wrong else 200)


def into(club: Club, address: str) -> HttpResponseBase:
    """To the page on which a device becomes what somebody of this address is in a club. Raises `Unwanted`."""
    answer = redirect(letters.way_into(club, address))
    answer.delete_cookie(LETTER)
    return answer
