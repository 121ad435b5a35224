"""A style guide page with all components, and the credits of works by others."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_GET, require_POST

from games.engine.kit import Kit
from games.engine.words import Card, Gauge, Piece
from moderation.access.guards import for_host
from moderation.play.projections.sections.moment import MomentView
from moderation.play.projections.sections.ring import RingSeat
from moderation.players.avatars import FACES, Face, Faces, build_faces
from moderation.templatetags.looks import LIGHT
from moderation.web.kits import playable_kits

GROUNDS = ("day", "bright", "night")
ARTISTS = (  # of game-icons.net
    *(
        "Lorc",
        "Delapouite",
        "John Colburn",
        "Felbrigg",
        "John Redman",
        "Carl Olsen",
        "Sbed",
        "PriorBlue",
        "Willdabeast",
    ),
    *("Viscious Speed", "Lord Berandas", "Irongamer", "HeavenlyDog", "Lucas", "Faithtoken", "Skoll", "Andy Meneely"),
    *("Cathelineau", "Kier Heyl", "Aussiesim", "Sparker", "Zeromancer", "Rihlsul", "Quoting", "Guard13007"),
    *("DarkZaitzev", "SpencerDub", "GeneralAce135", "Zajkonur", "Catsu", "Starseeker", "Pepijn Poolman"),
    *("Pierre Leducq", "Caro Asercion"),
)
FAMILIES = {  # of fonts, as in tools/letters.py, with their authors
    "Atkinson Hyperlegible Next": "Braille Institute of America, Applied Design Works, Elliott Scott, Megan Eiswerth",
    "Chakra Petch": "Cadson Demak",
    "Grenze Gotisch": "Omnibus-Type, Renata Polastri",
    "Big Shoulders Display": "Patric King",
    "Limelight": "Sorkin Type, Nicole Fally, Eben Sorkin",
    "Tilt Neon": "Andy Clymer",
}


@dataclass(frozen=True)
class Swatch:
    """The look of one game on one background, with sample components.

    `kit`: None for the app's own look.
    """

    kit: Kit | None
    ground: str
    cards: tuple[Card, ...] = ()

    @property
    def key(self) -> str:
        """The name of this part of the page."""
        return f"{self.kit.slug if self.kit else 'plain'}-{self.ground}"

    @property
    def ring(self) -> tuple[RingSeat, ...]:
        """A seat for each possible state of a seat."""
        names = [str(name) for name in FACES.values()]
        roles = [*self.kit.look.roles] if self.kit and self.kit.look else []
        known, game = (roles[0], self.kit.slug) if self.kit and roles else ("", "")
        return (
            RingSeat(names[0], face=Face(0), turn=True),
            RingSeat(names[1], face=Face(1), badges=("1", "2")),
            RingSeat(names[2], face=Face(2), out=True),
            RingSeat(names[3], face=Face(3), out=True, role=known, game=game),
            RingSeat(names[4], face=Face(4, "EL")),
            RingSeat("Wilhelmina 1234", face=Face(5)),
        )

    @property
    def faces(self) -> Faces:
        """The faces of the ring."""
        return build_faces(tuple((seat.name, seat.face) for seat in self.ring))

    @property
    def moment(self) -> MomentView:
        """A moment with a piece of every kind, in its final state."""
        first, second = self.ring[0].name, self.ring[1].name
        pieces = (
            Piece("lead", first),
            Piece("count", counted=((first, 3), (second, 1))),
            Piece("name", first, falls=True),
            Piece("line", first),
            Piece("big", second),
            Piece("cards", counted=((first, 1), (second, 2))),
            Piece("was", second, role=self.ring[3].role),
        )
        return MomentView(f"moment-{self.key}", pieces)

    @property
    def board(self) -> tuple[Gauge, ...]:
        """A gauge with a bar, and one without."""
        return (Gauge(self.ring[0].name, "3", "5"), Gauge(self.ring[1].name, "4"))


@require_GET
@for_host
def components(request: HttpRequest) -> HttpResponse:
    """Show all looks: by day, by day in a bright room, and by night."""
    kits = [kit for kit in playable_kits().values() if kit.look]
    plain = [Swatch(None, "day"), Swatch(None, "bright")]
    swatches = [*plain, *(Swatch(kit, ground, tuple(list_cards(kit))) for kit in kits for ground in GROUNDS)]
    faces = [(Face(number), name) for number, name in enumerate(FACES.values())]
    return render(request, "help/components.html", {"swatches": swatches, "kits": kits, "faces": faces})


def list_cards(kit: Kit) -> list[Card]:
    """Return the card of each role of a game.

    In a game without roles, returns the card of a seat without any facts.
    """
    roles = kit.look.roles if kit.look else ()
    return [kit.words.card([{"fact": "role", "role": role}]) for role in roles] or [kit.words.card([])]


@require_POST
def light(request: HttpRequest) -> HttpResponse:
    """Store on this device whether its pages are bright by day, and redirect back."""
    back = request.POST.get("next", "")
    here = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    answer = HttpResponseRedirect(back if here and back.startswith("/") else reverse("home"))
    answer.set_cookie(
        LIGHT,
        "bright" if request.POST.get("light") == "bright" else "dimmed",
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return answer


@require_GET
def credits(request: HttpRequest) -> HttpResponse:
    """Show the authors of the emblems and fonts that are not ours. Open to everybody."""
    return render(request, "help/credits.html", {"artists": ARTISTS, "families": FAMILIES})
