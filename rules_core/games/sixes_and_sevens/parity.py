"""Odd and even: the parity of cards, and winners of tricks (ODD-2, ODD-8, ODD-9, V1, V2)."""

from typing import Literal

from msgspec import Struct

from rules_core.cards import RANKS, Card, by_suit, pack, rank
from rules_core.forecast import Forecast, InForce
from rules_core.trick_rules import follow_suit
from rules_core.tricks import Played
from rules_core.view import TableView

PACK: tuple[Card, ...] = pack()  # ODD-1
FOLLOW = follow_suit(by_suit(PACK), "ODD-7")
ODD_RANKS = "3579JK"  # ODD-2

_HEIGHT = {card: RANKS.index(rank(card)) for card in PACK}  # ODD-8: 2 low, ace high
_IS_ODD = {card: rank(card) in ODD_RANKS for card in PACK}
_LOW_ACE = -1


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The variants. Each default is the text's own rule."""

    ace_wild: bool = False
    ties_low: bool = False
    fewest_wins: bool = False
    final_tie: Literal["shared", "extra-hand"] = "shared"


class Parity(Struct, frozen=True):
    """The odd and the even cards of the trick that lies or was taken last, and whether the lowest takes it (ODD-9).

    `open` are the wild aces of which nothing is said yet: while there is one, nobody knows what takes it (ODD-V1).
    """

    odd: tuple[Card, ...]
    even: tuple[Card, ...]
    open: tuple[Card, ...]
    low: bool | None


Said = tuple[tuple[Card, str], ...]
"""The declared wild aces, each with `odd` or `even` (ODD-V1)."""


def parity(trick: tuple[Played, ...], said: Said, options: Options) -> Parity:
    """Returns the parity of the cards of a trick (ODD-2, ODD-V1)."""
    odd = tuple(p.card for p in trick if _IS_ODD[p.card] or (p.card, "odd") in said)
    undecided = open_aces(trick, said, options)
    even = tuple(p.card for p in trick if p.card not in odd and p not in undecided)
    low = None if undecided else takes_low(len(odd), len(even), options)
    return Parity(odd, even, tuple(p.card for p in undecided), low)


def takes_low(odd: int, even: int, options: Options) -> bool:
    """Tells whether the lowest card of the led suit is ahead (ODD-8, ODD-9, ODD-V2)."""
    return even > odd or (options.ties_low and even == odd)


def went_low(trick: tuple[Played, ...], options: Options) -> bool | None:
    """Tells whether the lowest card of the led suit took a trick (ODD-8, ODD-9, ODD-V2).

    None where nobody knows: its cards were not entered, or there is a wild ace, of which it is not kept what it was.
    """
    return parity(trick, (), options).low if trick else None


def ahead(trick: tuple[Played, ...], said: Said, options: Options) -> Played:
    """Returns the card that takes the trick as it lies (ODD-8, ODD-9). The trick holds at least one card."""
    low_aces = [card for card, word in said if word == "odd"] if said else ()
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


def open_aces(trick: tuple[Played, ...], said: Said, options: Options) -> tuple[Played, ...]:
    """Returns the wild aces of a trick of which nothing is said, in playing order (ODD-V1)."""
    told = dict(said)
    return tuple([p for p in trick if p.card[0] == "A" and p.card not in told]) if options.ace_wild else ()


def forecast(options: Options) -> Forecast:
    """Returns the course of tricks (ODD-8, ODD-9, ODD-V2). The player of a wild ace declares it (ODD-V1)."""
    return Forecast(
        orders={"": {led: tuple(sorted(cards, key=_HEIGHT.__getitem__)) for led, cards in by_suit(PACK).items()}},
        even=tuple([card for card in PACK if not _IS_ODD[card]]),
        even_ties=options.ties_low,
        stops=tuple([card for card in PACK if rank(card) == "A"]) if options.ace_wild else (),
        wild="aces",
        says="as",
        deals=True,
        follow_suit=True,
    )


def in_force(view: TableView) -> InForce:
    """Returns the declarations of the wild aces that lie (ODD-V1)."""
    return InForce(words={seat.card: seat.said for seat in view.seats if seat.card and seat.said})
