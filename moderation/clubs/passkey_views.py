"""The pages of passkeys: at the door of the house one is shown, in a club whoever came in by a letter adds theirs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from moderation.access.devices import device_of
from moderation.access.guards import for_organiser
from moderation.clubs import passkeys
from moderation.clubs.views import EnterForm, into, with_letters
from moderation.models import Member, Passkey
from moderation.questions.refusals import REFUSED, Unwanted
from moderation.table.fields import Form, Line

NAMELESS = gettext_lazy("Please give this device a name of at most 40 characters.")


class PasskeyForm(Form):
    """A passkey that is to be added: what its owner calls the device."""

    name = Line(
        40, NAMELESS, label=gettext_lazy("Name of this device"), help_text=gettext_lazy("For example “my phone”.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].error_messages["required"] = NAMELESS


# At the door of the house


@require_POST
@with_letters
def ask_for_one(request: HttpRequest) -> HttpResponseBase:
    """What the script of the door asks its browser for a passkey with."""
    return _asked(lambda: passkeys.question(request))


@require_POST
@with_letters
def enter(request: HttpRequest) -> HttpResponseBase:
    """Into the club that a passkey opens."""
    try:
        club, member = passkeys.shown(request, request.POST.get("answer", ""))
        return into(club, member.address)
    except Unwanted as unwanted:
        context = {"form": EnterForm(), "passkeys": passkeys.offered(request), "said": unwanted.sentence}
        return render(request, "clubs/enter.html", context, status=REFUSED)


# In a club


@require_http_methods(["GET", "POST"])
@for_organiser
def passkeys_of(request: HttpRequest) -> HttpResponseBase:
    """The passkeys of whoever came in on this device; another is added."""
    if request.method != "POST":
        return _page(request, PasskeyForm())
    form = PasskeyForm(request.POST)
    try:
        name = " ".join(form.read()["name"].split())
        passkeys.added(request, _member(request), name, request.POST.get("answer", ""))
    except Unwanted as unwanted:
        form.refuse("name", unwanted)
        return _page(request, form)
    messages.success(request, _("This device enters the club by its passkey from now on."))
    return redirect("club_passkeys")


@require_POST
@for_organiser
def ask_to_make_one(request: HttpRequest) -> HttpResponseBase:
    """What the script of that page asks its browser to make a passkey with, once it can be kept."""

    def creation() -> dict[str, Any]:
        PasskeyForm(request.POST).read()
        return passkeys.creation(request, _member(request))

    return _asked(creation)


@require_POST
@for_organiser
def remove(request: HttpRequest, passkey_id: int) -> HttpResponseBase:
    """Let a passkey of whoever came in on this device open the club no more."""
    member = passkeys.member_with(device_of(request))
    if member is None:
        raise Http404
    get_object_or_404(Passkey, pk=passkey_id, member=member).delete()
    messages.success(request, _("This passkey opens the club no more. Delete it on its device as well."))
    return redirect("club_passkeys")


def _member(request: HttpRequest) -> Member:
    """Whoever came in on this device. Raises `Unwanted` where nobody has by a code or a passkey."""
    member = passkeys.member_with(device_of(request))
    if member is None:
        raise Unwanted(_("Come in on this device by a code first."))
    return member


def _asked(ask: Callable[[], dict[str, Any]]) -> HttpResponseBase:
    """A question as JSON, or why none is asked."""
    try:
        return JsonResponse(ask())
    except Unwanted as unwanted:
        return JsonResponse({"said": unwanted.sentence}, status=REFUSED)


def _page(request: HttpRequest, form: PasskeyForm) -> HttpResponse:
    member = passkeys.member_with(device_of(request))
    context = {
        "member": member,
        "listed": member.passkeys.all() if member else (),
        "offered": passkeys.offered(request),
        "name": settings.PASSKEY_HOST,
        "form": form,
    }
    return render(request, "clubs/passkeys.html", context, status=REFUSED if form.wrong else 200)
