"""Mystery Space Murder 3000: the set-up. The sealed envelope, the hands, the secrets (RULINGS M-01 to M-04)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.asks import Choose, shuffled
from games.kits.murder.deck import CATEGORY, CLUES, Cards, Deck
from games.options import Option, Whole, WordLists, wrong_seats

SEATS = (3, 6)
OPTIONS: dict[str, Option] = {
    "hours": Whole(15, least=1),  # M-04
    "deck": WordLists(CLUES),  # M-01; by default the kit's own
}
CARD: dict[str, Sequence[str]] = {}
KEYS = {"first", "envelope", "hands", "secrets"}


def deal(
    seats: Sequence[str],
    options: Mapping[str, Any],
    choose: Choose,
    counts: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """Who begins, one sealed card of each category, the other 24 dealt out, a secret for everybody (M-02, M-03).

    Ruling: the highest throw is anybody's with the same chance, so who begins is drawn. Ruling: cards are dealt
    from there clockwise, so that with five players the last to play is the one with a card less (M-02).
    """
    deck, first = Deck.of(options["deck"]), choose(seats)
    envelope: Cards = {part: choose(deck.of_kind(part)) for part in CATEGORY}
    rest = shuffled([card for card in deck.cards if card not in envelope.values()], choose)
    start = seats.index(first)
    order = [*seats[start:], *seats[:start]]
    hands = {seat: deck.in_order(rest[order.index(seat) :: len(seats)]) for seat in seats}
    secrets = dict(zip(seats, shuffled(deck.secrets, choose), strict=False))
    return {"first": first, "envelope": envelope, "hands": hands, "secrets": secrets}


def wrong_deal(seats: Sequence[Any], options: Mapping[str, Any], deal: Mapping[Any, Any]) -> str:
    """What makes this deal unlawful (M-01 to M-03); nothing when it may be played."""
    deck = Deck.of(options["deck"])
    if deal.keys() != KEYS:
        return "a deal holds first, envelope, hands and secrets"
    if not isinstance(deal["first"], str) or deal["first"] not in seats:
        return "first must be a seat"
    envelope, hands, secrets = deal["envelope"], deal["hands"], deal["secrets"]
    if not isinstance(envelope, Mapping) or envelope.keys() != CATEGORY.keys():
        return "the envelope holds a character, a room, a motive and a weapon"
    if any(not isinstance(card, str) or card not in deck.of_kind(part) for part, card in envelope.items()):
        return "the envelope holds a card of another category"
    return _wrong_hands(seats, deck, envelope, hands) or _wrong_secrets(seats, deck, secrets)


def _wrong_hands(seats: Sequence[Any], deck: Deck, envelope: Mapping[Any, Any], hands: Any) -> str:
    if not isinstance(hands, Mapping) or not all(isinstance(hand, list) for hand in hands.values()):
        return "hands must be lists of cards"
    if wrong := wrong_seats(seats, hands):
        return wrong
    dealt = [*envelope.values(), *(card for hand in hands.values() for card in hand)]
    if not all(isinstance(card, str) for card in dealt) or Counter(dealt) != Counter(deck.cards):
        return "hands and envelope must be the 28 cards of the deck"
    sizes = [len(hand) for hand in hands.values()]
    return "the cards are dealt evenly" if max(sizes) - min(sizes) > 1 else ""


def _wrong_secrets(seats: Sequence[Any], deck: Deck, secrets: Any) -> str:
    if not isinstance(secrets, Mapping):
        return "secrets must hold a card for every seat"
    if wrong := wrong_seats(seats, secrets):
        return wrong
    drawn = list(secrets.values())
    if not all(isinstance(card, str) and card in deck.secrets for card in drawn):
        return "a secret is a motive or a weapon"
    return "two seats have the same secret" if len(set(drawn)) < len(drawn) else ""


def warnings(players: int, counts: Mapping[str, int]) -> list[str]:
    """Advice on a set-up that could still be played: there is none."""
    return []
