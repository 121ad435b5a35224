"""Help pages, open to everybody: those of each game, and how to connect a phone."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from games.engine.words import HelpPage
from moderation.access.devices import find_device, list_open_passes
from moderation.access.guards import is_organiser
from moderation.models import Kind
from moderation.web.kits import playable_kits

JOINING = "joining"
SILENT = "silent"  # the page of a game that separates our rulings from the printed rules

PHONES = (
    HelpPage(
        "wifi",
        _("My phone finds no page"),
        (
            _("The phone must be on the same Wi-Fi as the computer that runs the evening; the screen names it."),
            _("Type the address exactly as it stands under the QR code, with the number after the colon."),
            _("If the address begins with https, take the s away: on your own Wi-Fi, Veilleur has no certificate."),
            _("A VPN or a private relay hides the table from the phone. Switch it off for the evening."),
        ),
    ),
    HelpPage(
        "not-secure",
        _("The browser warns that the page is not secure"),
        (
            _("It warns of every address with http and no s. Within your own Wi-Fi that is how the table works."),
            _("Chrome says “Not secure” beside the address: nothing to do. On a full page tap “Continue to site”."),
            _("Firefox says “Secure site not available”: tap “Continue to HTTP site”."),
            _("Safari says “Not secure” in the address bar: nothing to do. On a full page tap “Continue”."),
            _("Never type a password into a page at a table: Veilleur asks players for none."),
        ),
    ),
    HelpPage(
        "no-internet",
        _("The Wi-Fi has no internet, and the phone leaves it"),
        (
            _("Many phones drop a Wi-Fi that leads nowhere. When yours asks, answer: stay connected."),
            _("If it does not ask, switch mobile data off until the game is over."),
            _("The game needs no internet at all, only this Wi-Fi."),
        ),
    ),
    HelpPage(
        "guests",
        _("A guest network: nobody finds the table"),
        (
            _("Guest networks of hotels, schools and many boxes keep devices from seeing each other."),
            _("Use the main network, or share the connection of one phone: it makes a small Wi-Fi of its own."),
        ),
    ),
    HelpPage(
        "sleep",
        _("My phone falls asleep"),
        (
            _("Let it. When you wake it, the page catches up by itself within two seconds; nothing is lost."),
            _("If a page looks old, load it again. You keep your seat, and what you have already answered counts."),
            _("In the settings of the phone you may let the display stay on longer for the evening."),
        ),
    ),
    HelpPage(
        "lost",
        _("My battery is empty, or I have another phone"),
        (
            _("Ask the moderator: the desk shows a QR code that gives your seat to the other phone."),
            _(
                "Or open the address on the room screen, tap “I had a seat here”, and the moderator gives you your "
                "seat with one tap."
            ),
            _("The first phone then no longer has access. The room does not see any of this."),
            _("Without any phone you can go on too: the moderator answers for you."),
            _(
                "Without a moderator, the code comes from the device in the middle, or two others agree on their "
                "phones; everybody is told of it."
            ),
        ),
    ),
    HelpPage(
        "no-moderator",
        _("Nobody moderates: who runs the game?"),
        (
            _("The device in the middle of the table does: it calls, keeps the times and counts the votes."),
            _("It shows what everybody may know and nothing else, to whoever owns it as well."),
            _(
                "Whoever does not answer in time does nothing. "
                "Where an answer is needed it is drawn by lot, and that is said."
            ),
            _(
                "What has happened is shown to all for 20 seconds, longer where somebody asks for more time. "
                "Then the game goes on."
            ),
            _(
                "Anybody may pause it, or give the day another minute. Nothing can be undone, except "
                "in a game with a board, if everybody agrees."
            ),
            _("When nobody has answered anything for ten minutes, it stands still until somebody goes on."),
        ),
    ),
    HelpPage(
        "private",
        _("Who sees what is on my phone?"),
        (
            _("Your card is shown only while you hold it. It covers itself when the phone is turned or put away."),
            _("Your seat belongs to this browser. A private window forgets it when it is closed."),
            _("There is no account, and nothing leaves the computer that runs the evening."),
        ),
    ),
)


@require_GET
def help_index(request: HttpRequest) -> HttpResponse:
    """List all help."""
    context = {
        "kits": playable_kits().values(),
        "joining": JOINING,
        "games": list_own_tables(request),
        "runs": is_organiser(find_device(request)),
    }
    return render(request, "help/index.html", context)


@require_GET
def help_pages(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all the help of a game, or about phones. Raises Http404 for an unknown name."""
    return _render_pages(request, slug, "")


@require_GET
def help_page(request: HttpRequest, slug: str, page: str) -> HttpResponse:
    """Show the help of a game, or about phones, with one page open.

    Raises Http404 for an unknown name.
    """
    return _render_pages(request, slug, page)


@require_GET
def help_easy(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules of a game in easy words. Raises Http404 for a game without them."""
    kit = playable_kits().get(slug)
    if kit is None or not kit.words.EASY:
        raise Http404
    return render(request, "help/easy.html", {"kit": kit, "silent": SILENT, "games": list_own_tables(request)})


def _render_pages(request: HttpRequest, slug: str, wanted: str) -> HttpResponse:
    kit = playable_kits().get(slug)
    if kit is None and slug != JOINING:
        raise Http404
    pages = kit.words.HELP if kit else PHONES
    slugs = [page.slug for page in pages] + ([SILENT] if kit and kit.words.SILENT else [])
    if wanted and wanted not in slugs:
        raise Http404
    context = {
        "kit": kit,
        "words": kit and kit.words,
        "pages": pages,
        "silent": SILENT,
        "open": wanted,
        "games": list_own_tables(request),
        "runs": is_organiser(find_device(request)),
    }
    return render(request, "help/help.html", context)


def list_own_tables(request: HttpRequest) -> list[str]:
    """Return the codes of the tables at which this device has a seat, for links back from help."""
    return [table.code for kind, table, _seat in list_open_passes(find_device(request)) if kind == Kind.SEAT]
