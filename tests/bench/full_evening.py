"""Makes an evening of a club with a hundred guests at the door: `python -m tests.bench.full_evening KEY`.

Prints the path of its one round, whose seating is a question of seconds to the solver.
"""

from __future__ import annotations

import sys
from random import Random

import django

GUESTS, SEED = 100, 22


def main(key: str) -> None:
    """Make it in the club of this key."""
    django.setup()
    from games import clubs
    from games.models import Event, Round
    from moderation.access.clubs import club_of
    from moderation.events import guests
    from moderation.table.kits import playable_kits

    club, dice = club_of(key), Random(SEED)
    assert club is not None
    with clubs.entered(club):
        evening = Event.objects.create(name="A full evening")
        names, games = [f"Guest {number}" for number in range(GUESTS)], [*playable_kits()]
        for number, name in enumerate(names):
            wishes = {
                "games": dice.sample(games, 2),
                "moderates": number % 5 == 0,
                "first": number % 7 == 0,
                "friends": ", ".join(dice.sample(names, 2)),
            }
            guests.put_down(evening, None, name, wishes, arrived=True)
        print(f"/events/round/{Round.objects.create(event=evening, name='First').pk}/")


if __name__ == "__main__":
    main(sys.argv[1])
