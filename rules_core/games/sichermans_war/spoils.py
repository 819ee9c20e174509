"""The packs of Sicherman's War, the cards left to turn, and the points of the cards won.

WAR-1  `packs`, `judge_turned`     WAR-3  `judge_tally`     WAR-5  `value`     WAR-11  `POINTS`, `spoils_of`
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from rules_core.cards import RANKS, Card, pack
from rules_core.findings import Refusal
from rules_core.games.sichermans_war.events import Spoils

JOKER = "X"
PACK: tuple[Card, ...] = (*pack(), JOKER)
PILE = 5
PILES = 5

POINTS: Mapping[str, int] = {"low": 5, "ten": 10, "face": 15, "joker": 20}  # WAR-11
COPIES: Mapping[str, int] = {"low": 32, "ten": 4, "face": 16, "joker": 2}
"""How many cards of each kind one pack holds (WAR-1)."""

RANKS_OF_PACK: tuple[Card, ...] = (*RANKS, JOKER)
"""Suits do not matter here: a card may be entered by its rank alone."""

VALUE: Mapping[str, int] = {JOKER: 1, **{rank: height for height, rank in enumerate(RANKS, 2)}}
"""Value of a card by its rank: 2 as it is ... ace 14 (WAR-5)."""
_KIND = {JOKER: "joker", "T": "ten", **dict.fromkeys("23456789", "low"), **dict.fromkeys("JQKA", "face")}
_COUNTS = {rank: POINTS[kind] for rank, kind in _KIND.items()}
_OF_RANK = {JOKER: 2, **dict.fromkeys(RANKS, 4)}  # WAR-1: in one pack
_CARDS = frozenset(PACK) | frozenset(RANKS_OF_PACK)


class Laid(Struct, frozen=True, gc=False):
    """The cards turned so far in a war: the rank of each, and those that were entered with their suit."""

    ranks: str = ""
    cards: tuple[Card, ...] = ()


class Kind(Struct, frozen=True):
    """A kind of card in the spoils: its points, and how many of them the packs hold."""

    name: str
    points: int
    copies: int


def kinds(players: int, *, jokers: bool) -> tuple[Kind, ...]:
    """Returns the kinds that spoils may hold (WAR-1, WAR-11)."""
    return tuple(
        Kind(name, points, packs(players) * COPIES[name])
        for name, points in POINTS.items()
        if jokers or name != "joker"
    )


def packs(players: int) -> int:
    """Returns how many packs are in play (WAR-1, WAR-13)."""
    return players // 2


def value(card: Card) -> int:
    """Returns the value of a card in its player's total (WAR-5)."""
    return VALUE[card[0]]


def laid_with(laid: Laid, cards: Iterable[Card]) -> Laid:
    """Returns the turned cards with these added."""
    ranks, exact = laid.ranks, laid.cards
    for card in cards:
        ranks += card[0]
        if len(card) > 1:
            exact += (card,)
    return Laid(ranks, exact)


def _is_out(ranks: str, cards: tuple[Card, ...], card: Card, packs: int) -> bool:
    rank = card[0]
    return ranks.count(rank) >= packs * _OF_RANK[rank] or cards.count(card) >= packs


def all_out(laid: Laid, packs: int) -> frozenset[Card]:
    """Returns the cards and the bare ranks of which the packs have no more."""
    return frozenset(card for card in _CARDS if _is_out(laid.ranks, laid.cards, card, packs))


def judge_turned(laid: Laid, turned: Mapping[int, Card], packs: int, *, jokers: bool) -> Refusal | None:
    """Judges the cards that these seats turn together: cards of the pack, no more of them than there are (WAR-1)."""
    for seat, card in turned.items():
        if card not in _CARDS or (card == JOKER and not jokers):
            return Refusal("unknown-card", "WAR-1", {"card": card, "seat": seat})
    ranks, cards = laid.ranks, laid.cards
    for seat, card in turned.items():
        if _is_out(ranks, cards, card, packs):
            return Refusal("card-already-played", "WAR-1", {"card": card, "seat": seat})
        ranks, cards = ranks + card[0], (*cards, card) if len(card) > 1 else cards
    return None


def judge_tally(tally: Sequence[Spoils], players: int, *, jokers: bool) -> Refusal | None:
    """Judges the spoils of a whole war: one entry a seat, no more cards than the packs and the piles hold."""
    if len(tally) != players:
        return Refusal("bad-tally", "WAR-11", {"field": "spoils", "sides": players})
    for kind in POINTS:
        counts = [count(spoils, kind) for spoils in tally]
        due = 0 if kind == "joker" and not jokers else packs(players) * COPIES[kind]
        if min(counts) < 0 or sum(counts) > due:
            return Refusal("bad-tally", "WAR-1", {"kind": kind, "sum": sum(counts), "due": due})
    cards, due = sum(count(spoils, kind) for spoils in tally for kind in POINTS), PILES * PILE * players
    return Refusal("bad-tally", "WAR-3", {"sum": cards, "due": due}) if cards > due else None


def count(spoils: Spoils, kind: str) -> int:
    """Returns how many cards of a kind these spoils hold."""
    number: int = getattr(spoils, kind)
    return number


def spoils_of(cards: Iterable[Card]) -> Spoils:
    """Returns these cards counted by kind (WAR-11)."""
    kinds = [_KIND[card[0]] for card in cards]
    return Spoils(kinds.count("low"), kinds.count("ten"), kinds.count("face"), kinds.count("joker"))


def points_of(cards: Iterable[Card]) -> int:
    """Returns the points that these cards count (WAR-11)."""
    return sum([_COUNTS[card[0]] for card in cards])


def worth(spoils: Spoils) -> int:
    """Returns the points that these spoils count (WAR-11)."""
    return sum([count(spoils, kind) * points for kind, points in POINTS.items()])
