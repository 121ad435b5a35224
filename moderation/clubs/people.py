"""The page of a club, for its hosts: who runs it, its name, all of it as one file."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import clubs
from games.models import Club
from moderation.access.guards import for_host
from moderation.clubs import archive, letters
from moderation.clubs.views import NAMELESS, EnterForm
from moderation.events.archive.schema import NotAnEvening
from moderation.events.forms import ArchiveForm
from moderation.models import Kind, Member
from moderation.questions.refusals import REFUSED, Unwanted
from moderation.table.fields import Choice, Form, Line

MOST_MEMBERS = 50
KINDS = (
    (Kind.HOST.value, gettext_lazy("run the club (host)")),
    (Kind.ORGANISER.value, gettext_lazy("run evenings (organiser)")),
)


class MemberForm(EnterForm):
    """Somebody who is to run the club."""

    kind = Choice(KINDS, gettext_lazy("Please choose what they may do."), label=gettext_lazy("They may"))


class ClubForm(Form):
    """What the club is called."""

    name = Line(80, NAMELESS, label=gettext_lazy("Name of the club"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].error_messages["required"] = NAMELESS


class BringForm(ArchiveForm):
    """A file with the evenings of a club."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].label = _("File of a club")


def this_club() -> Club:
    """The club that was entered."""
    return Club.objects.get(pk=clubs.number())


@require_http_methods(["GET", "POST"])
@for_host
def club(request: HttpRequest) -> HttpResponseBase:
    """The club: its name, who runs it, and all of it to take along."""
    found = this_club()
    form = ClubForm(request.POST or None, initial={"name": found.name})
    if request.method == "POST":
        try:
            Club.objects.filter(pk=found.pk).update(name=" ".join(form.read()["name"].split()))
            messages.success(request, _("Kept."))
            return redirect("club")
        except Unwanted:
            pass
    return _page(request, form=form)


@require_POST
@for_host
def club_member(request: HttpRequest) -> HttpResponseBase:
    """Let somebody run the club who shows that an address is theirs, at the house's door."""
    form = MemberForm(request.POST)
    try:
        sent = form.read()
        address = letters.clean(sent["address"])
        if Member.objects.count() >= MOST_MEMBERS:
            raise Unwanted(_("The list is full."))
        if Member.objects.filter(address=address).exists():
            raise Unwanted(_("This address is on the list already."))
        Member.objects.create(address=address, kind=sent["kind"])
    except Unwanted as unwanted:
        form.refuse("address", unwanted)
        return _page(request, members=form)
    messages.success(request, _("They come in by “I run a club” at the door of this server, with this address."))
    return redirect("club")


@require_POST
@for_host
def club_member_remove(request: HttpRequest, member_id: int) -> HttpResponseBase:
    """Let somebody run the club no more: on none of their devices, from now on."""
    member = get_object_or_404(Member, pk=member_id)
    with transaction.atomic():
        hosts = list(Member.objects.select_for_update().filter(kind=Kind.HOST).values_list("pk", flat=True))
        if hosts == [member.pk]:
            messages.error(request, _("Somebody has to run the club: add another host first."))
            return redirect("club")
        letters.take_back(member)
    messages.success(request, _("They run this club no more, on none of their devices."))
    return redirect("club")


@require_GET
@for_host
def club_out(request: HttpRequest) -> HttpResponse:
    """All evenings of the club as one file."""
    answer = HttpResponse(archive.taken_out().content, content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{slugify(this_club().name) or "club"}.zip"'
    return answer


@require_POST
@for_host
def club_in(request: HttpRequest) -> HttpResponseBase:
    """Bring all evenings of a club in."""
    form = BringForm(request.POST, request.FILES)
    try:
        came = archive.brought_in(form.read()["file"].read())
    except NotAnEvening as fault:
        form.refuse("file", fault)
        return _page(request, bring=form)
    except Unwanted as unwanted:
        form.refuse("file", unwanted)
        return _page(request, bring=form)
    said = ngettext("%(count)d evening has come in.", "%(count)d evenings have come in.", came.evenings)
    messages.success(request, said % {"count": came.evenings})
    return redirect("events")


def _page(
    request: HttpRequest, form: Form | None = None, members: Form | None = None, bring: Form | None = None
) -> HttpResponse:
    found = this_club()
    context = {
        "club": found,
        "form": form or ClubForm(initial={"name": found.name}),
        "members": Member.objects.all(),
        "add": members or MemberForm(),
        "bring": bring or BringForm(),
    }
    refused = any(one is not None and one.wrong for one in (form, members, bring))
    return render(request, "clubs/club.html", context, status=REFUSED if refused else 200)
