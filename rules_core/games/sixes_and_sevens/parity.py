"""Odd and even: who takes a trick, and what a trick asks of every hand (ODD-2, ODD-7 to 9, V1, V2)."""

from rules_core.cards import RANKS, Card, by_suit, rank
from rules_core.evidence import Duty
from rules_core.games.sixes_and_sevens.hand import PACK, Options
from rules_core.tricks import Played

ODD_RANKS = "3579JK"  # ODD-2

_SUIT = by_suit(PACK)
_HEIGHT = {card: RANKS.index(rank(card)) for card in PACK}  # ODD-8: 2 low, ace high
_IS_ODD = {card: rank(card) in ODD_RANKS for card in PACK}
_FOLLOW = {s: (Duty("must-follow-suit", "ODD-7", cards),) for s, cards in _SUIT.items()}
_LOW_ACE = -1
_NONE: frozenset[Card] = frozenset()


def parity(trick: tuple[Played, ...], aces: tuple[str, ...] = ()) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Returns the odd and the even cards (ODD-2). `aces` says what each wild ace is, in playing order (ODD-V1)."""
    said = iter(aces)
    odd: list[Card] = []
    even: list[Card] = []
    for played in trick:
        card = played.card
        is_odd = next(said, "even") == "odd" if card[0] == "A" else _IS_ODD[card]
        (odd if is_odd else even).append(card)
    return tuple(odd), tuple(even)


def takes_low(odd: int, even: int, options: Options) -> bool:
    """Tells whether the lowest card of the led suit is ahead (ODD-8, ODD-9, ODD-V2)."""
    return even > odd or (options.ties_low and even == odd)


def ahead(trick: tuple[Played, ...], aces: tuple[str, ...], options: Options) -> Played:
    """Returns the card that takes the trick as it lies (ODD-8, ODD-9). The trick holds at least one card."""
    low_aces = {p.card for p, said in zip(aces_in(trick), aces, strict=False) if said == "odd"} if aces else _NONE
    odd, led = 0, trick[0].card[1]
    following = []
    for played in trick:
        card = played.card
        odd += _IS_ODD[card] or card in low_aces
        if card[1] == led:
            following.append((_LOW_ACE if card in low_aces else _HEIGHT[card], played))
    low = takes_low(odd, len(trick) - odd, options)
    # No two cards of a suit are of one height, so that the cards themselves are never compared.
    return (min(following) if low else max(following))[1]


def aces_in(trick: tuple[Played, ...]) -> tuple[Played, ...]:
    """Returns the aces in playing order (ODD-V1)."""
    return tuple(p for p in trick if p.card[0] == "A")


def owed(trick: tuple[Played, ...]) -> tuple[Duty, ...]:
    """Returns what the trick asks of every hand: a card of the led suit (ODD-7). A lead is free."""
    return _FOLLOW[trick[0].card[1]] if trick else ()


def duties(trick: tuple[Played, ...], card: Card) -> tuple[Duty, ...]:
    """Returns what playing this card asserts: off the led suit, that the hand holds none of it (ODD-7)."""
    due = owed(trick)
    return () if not due or card in due[0].cards else due
