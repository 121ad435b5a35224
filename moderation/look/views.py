"""One sheet of everything, for whoever changes how it looks; and who made what is not ours."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from games.engine.kit import Kit
from games.engine.words import Card
from moderation.access.guards import for_host
from moderation.live.faces import FACES, Face
from moderation.table.kits import playable_kits

GROUNDS = ("day", "night")
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
FAMILIES = {  # of letters, as tools/letters.py has them; and by whom
    "Atkinson Hyperlegible Next": "Braille Institute of America, Applied Design Works, Elliott Scott, Megan Eiswerth",
    "Chakra Petch": "Cadson Demak",
    "Grenze Gotisch": "Omnibus-Type, Renata Polastri",
    "Big Shoulders Display": "Patric King",
    "Limelight": "Sorkin Type, Nicole Fally, Eben Sorkin",
    "Tilt Neon": "Andy Clymer",
}


@require_GET
@for_host
def components(request: HttpRequest) -> HttpResponse:
    """The house and every world that there is, by day and by night."""
    kits = [kit for kit in playable_kits().values() if kit.look]
    worlds = [(None, "day", []), *((kit, ground, cards_of(kit)) for kit in kits for ground in GROUNDS)]
    faces = [(Face(number), name) for number, name in enumerate(FACES.values())]
    return render(request, "look/components.html", {"worlds": worlds, "kits": kits, "faces": faces})


def cards_of(kit: Kit) -> list[Card]:
    """The card of each role of a game; in a game without roles, the card of somebody who holds nothing yet."""
    roles = kit.look.roles if kit.look else ()
    return [kit.words.card([{"fact": "role", "role": role}]) for role in roles] or [kit.words.card([])]


@require_GET
def credits(request: HttpRequest) -> HttpResponse:
    """Who made the emblems and the letters that are not ours; open to everybody."""
    return render(request, "look/credits.html", {"artists": ARTISTS, "families": FAMILIES})
