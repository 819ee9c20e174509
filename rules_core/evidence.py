"""Claims that a play makes about the hand it came from, and their proofs of falsehood (record, section 5).

A card off the led suit asserts *no card of that suit was left*. Such a claim waits until a card that was in the hand
at that moment comes to light and contradicts it. Nobody is accused before that.
"""

from collections.abc import Iterable

from msgspec import Struct

from rules_core.cards import Card
from rules_core.findings import Infraction


class Duty(Struct, frozen=True, gc=False):
    """A duty of play that one card would be breaking if its hand held any of `cards`."""

    code: str
    rule: str
    cards: frozenset[Card]


class Claim(Struct, frozen=True, gc=False):
    """The claim of the play `event`: `seat` held none of the duty's cards then.

    `proven`: a hand that only its seat may see has proven it false; it waits on for a card that all may see.
    """

    seat: int
    event: int
    duty: Duty
    proven: bool = False


def breach(claim: Claim, proof: int, *, private: bool = False) -> Infraction:
    """Returns the claim as proven false by the event `proof`."""
    duty = claim.duty
    return Infraction(duty.code, claim.seat, claim.event, proof, duty.rule, private)


def come_to_light(
    claims: tuple[Claim, ...], seat: int, cards: Iterable[Card], proof: int, *, private: bool = False
) -> tuple[tuple[Infraction, ...], tuple[Claim, ...]]:
    """Returns the breaches that these cards of a seat prove, by event, and the claims that still wait.

    The caller sees to it that the cards were in the hand when each of the seat's claims was made.
    """
    shown = frozenset(cards)
    broken = [c for c in claims if c.seat == seat and not shown.isdisjoint(c.duty.cards)]
    if not broken:
        return (), claims
    waiting = tuple(c for c in claims if c not in broken)
    return tuple(breach(c, proof, private=private) for c in broken if not c.proven), waiting
