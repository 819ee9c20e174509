"""Forecasts: the consequences of a card, as data for devices without a network and so without the rules.

Who takes a trick is asked of the rules beforehand. What is told here is the same for everybody: it depends on the game,
the number of players and the options, and on what lies open on the table.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cmp_to_key
from itertools import combinations, islice, permutations

from msgspec import Struct

from rules_core.cards import Card, Suit

Winner = Callable[[tuple[Card, ...]], int]
"""Answers the place of the card that takes a trick, given its cards in playing order."""

_STEP = 97
_TRIED = 400
"""Of all tricks of three cards this many are tried, evenly spaced."""


class PhaseStep(Struct, frozen=True, kw_only=True):
    """The effect of an entry in a phase before the cards are played.

    It is about the seat that is due, or `named` in it. That seat `holds` the contract from then on, or is `out`: not
    asked again in this phase. The next one is so many seats to the left (`turn`), past those who are out. After so
    many such entries (`times`), or once all are out but one and somebody holds (`alone`), the phase `to` follows; due
    is then the seat so many to the left of the holder (`across`). `key` is the field that names the ranking
    in force, `lowers` one that must go below what was said before.
    """

    named: bool = False
    holds: bool = False
    out: bool = False
    turn: int = 0
    to: str | None = None
    times: int = 1
    alone: bool = False
    across: int = 0
    key: str | None = None
    lowers: str | None = None


class Forecast(Struct, frozen=True, kw_only=True):
    """The course of a game's tricks.

    `orders` are by the ranking in force (an empty name where there is but one) and by the suit that was led the cards
    that can take the trick, from low to high. Of two identical cards the first takes it, or the `later_takes`.
    `rankings`: while none is in force, each of these cards puts its ranking in force for good.
    `belongs`: by ranking the cards that count to another suit than their own.
    `new_suit_takes`: a suit that no card of the trick is of takes it, except the one that the ranking is named for.
    `even`: with more of these cards than others in the trick the lowest takes it; `even_ties`: also with as many.
    `said` are the fields of a play with what they say where its card takes the trick whatever lies.
    `stops`: a full trick with one of these cards asks for something else first, while it does (`InForce.stops`), which
    is entered as `resumes`; where that is None nobody knows what follows. A trick entered by its winner has so many of
    them as its field `counted` says.
    `harmless` are the entries between two tricks that change nothing here, `shuts` those after which only so many
    tricks are to come. `deals`: after the hand the next seat deals, and the left of the dealer leads. `opens`:
    first the dealer turns a card up, an entry of this name; its suit is the ranking in force, for so many `tricks`.
    `asks`: what a hand waits for after its last trick; `ends` are the entries that end it, then or before.
    `follow_suit`: a seat that has a card of the suit led must play one, but in a trick that one of `frees` has led.
    `begins`: the phase that follows a deal, due to the left of the dealer; `steps` are by phase and entry what follows
    until the cards are played. `wild`: the phase in which the player of a card of `stops` says what it is, the first
    of them first, in an entry with the field `says`; said to be `odd` it is none of `even`, and the lowest of its suit.
    """

    orders: Mapping[str, Mapping[Suit, tuple[Card, ...]]]
    later_takes: bool = False
    rankings: Mapping[Card, str] = {}
    belongs: Mapping[str, Mapping[Card, Suit]] = {}
    new_suit_takes: bool = False
    even: tuple[Card, ...] = ()
    even_ties: bool = False
    said: Mapping[str, str] = {}
    stops: tuple[Card, ...] = ()
    resumes: str | None = None
    counted: str | None = None
    harmless: tuple[str, ...] = ()
    shuts: Mapping[str, int] = {}
    deals: bool = False
    opens: str | None = None
    tricks: int = 0
    asks: str | None = None
    ends: tuple[str, ...] = ()
    follow_suit: bool = False
    frees: tuple[Card, ...] = ()
    begins: str = "play"
    steps: Mapping[str, Mapping[str, PhaseStep]] = {}
    wild: str | None = None
    says: str = ""


class InForce(Struct, frozen=True):
    """The part of a forecast in force: the name of the ranking, whether `stops` apply, the seat that decided.

    Of the steps before the cards: who is `out`, who holds the contract, how many entries of this phase were made, and
    what was said last of what must go down. `words`: what was said of the wild cards that lie.
    """

    ranking: str = ""
    stops: bool = True
    said: int | None = None
    out: tuple[int, ...] = ()
    holder: int | None = None
    times: int = 0
    low: int | None = None
    words: Mapping[Card, str] = {}


class Outcome(Struct, frozen=True, omit_defaults=True):
    """The outcome of a contest as it stands: the `phase` that follows, `reveal` where it is over.

    `out`: of those with the highest total, those without a reserve are out. `tie`: those who have one draw for it.
    Who alone has the highest total of those left takes a contest that is over; where several do, nobody.
    """

    phase: str
    out: bool = False
    tie: str | None = None


class Contests(Struct, frozen=True, kw_only=True):
    """The course of a game in which all turn a card together, then may add dice; the highest total takes all.

    `values`: what a card adds, by its rank. `dice` are those each seat begins a hand with. A hand has so many `rounds`,
    a match so many `hands`. `entries` are what each phase takes. `outcomes` tell what comes of a contest: by the entry,
    by how many have the highest total (less one), and by how many of those have a reserve. Dice alone decide nothing
    until `settle` is entered, or nobody has any left.
    """

    values: Mapping[str, int]
    dice: tuple[str, ...]
    rounds: int
    hands: int
    entries: Mapping[str, tuple[str, ...]]
    outcomes: Mapping[str, tuple[tuple[Outcome, ...], ...]]


class Contest(Struct, frozen=True):
    """Where such a game stands: `phase` is `reveal`, `dice` or `reinforce`; every tuple has one entry a seat.

    `cards` are the ranks in the contest that lies, none before it; `dice` those left, `taken` the contests won in
    this hand. `out` are the seats that have lost the contest, `drawing` those that must draw.
    """

    phase: str
    hand: int
    trick: int
    cards: tuple[str, ...]
    totals: tuple[int, ...]
    dice: tuple[tuple[str, ...], ...]
    reserve: tuple[int, ...]
    taken: tuple[int, ...]
    out: tuple[int, ...] = ()
    drawing: tuple[int, ...] = ()
    tie: str | None = None


def by_asking(pack: Iterable[Card], winner: Winner) -> Mapping[Suit, tuple[Card, ...]] | None:
    """Returns by the suit led the cards that take a trick, from low to high, by asking `winner` about made-up tricks.

    None where that cannot be told in this way: a try of other tricks comes to something else.
    """
    cards = tuple(dict.fromkeys(pack))
    suits = tuple(dict.fromkeys(card[1:] for card in cards))
    if "" in suits:
        return None
    orders = {led: _order(led, cards, winner) for led in suits}
    tricks = (*combinations(cards, 2), *islice(permutations(cards, 3), 0, _STEP * _TRIED, _STEP))
    return orders if all(winner(trick) == _best(trick, orders[trick[0][1]]) for trick in tricks) else None


def _order(led: Suit, cards: tuple[Card, ...], winner: Winner) -> tuple[Card, ...]:
    def after(lying: tuple[Card, ...]) -> Callable[[Card, Card], int]:
        """Orders two cards by which of them takes the trick, laid one after the other upon these."""
        return lambda one, other: -1 if winner((*lying, one, other)) == len(lying) + 1 else 1

    following = sorted((card for card in cards if card[1] == led), key=cmp_to_key(after(())))
    top = following[-1]
    others = [card for card in cards if card[1] != led and winner((top, card)) == 1]
    return (*following, *sorted(others, key=cmp_to_key(after((top,)))))


def _best(trick: tuple[Card, ...], order: tuple[Card, ...]) -> int:
    return max(range(len(trick)), key=lambda at: order.index(trick[at]) if trick[at] in order else -1)
