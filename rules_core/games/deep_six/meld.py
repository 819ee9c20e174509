"""Melds: which there are, which may be laid together, and the best of a hand (DEEP-9 to DEEP-11)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any

from msgspec import UNSET, structs

from rules_core.cards import SUITS, Card, Suit
from rules_core.findings import Malformed, Refusal
from rules_core.games.deep_six.events import CardMeld
from rules_core.games.deep_six.hand import (
    COPIES,
    HAND,
    PACK_SET,
    SEATS,
    HandState,
    Meld,
    Melded,
    State,
    bidder_of,
    hand_of,
    phase,
)
from rules_core.match import bad_seat, with_hand, wrong_phase
from rules_core.tricks import known_elsewhere, whereabouts

LOWEST = -255
"""The most that fourteen cards can hold."""
STEP = 5
_RUNS = (("grand-run", "45678", -50), ("deep-run", "678", -30), ("shallow-run", "567", -15))  # DEEP-9
_ECHOES = (("deep-echo", "8", -20), ("shallow-echo", "7", -15), ("mark-twain", "6", -10))  # DEEP-10
_WIDES = (("eights-wide", "8", -30), ("sevens-wide", "7", -20), ("sixes-wide", "6", -10))  # DEEP-10


def _run(name: str, ranks: str, points: int, suit: Suit) -> Meld:
    return Meld(name, "run", "DEEP-9", tuple(rank + suit for rank in ranks), points)


def _echo(name: str, rank: str, points: int, suit: Suit) -> Meld:
    return Meld(name, "echo", "DEEP-10", (rank + suit,) * COPIES, points)


RUNS: Mapping[Suit, tuple[Meld, ...]] = {s: tuple(_run(*run, s) for run in _RUNS) for s in SUITS}
ECHOES: Mapping[Suit, tuple[Meld, ...]] = {s: tuple(_echo(*echo, s) for echo in _ECHOES) for s in SUITS}
WIDES: tuple[Meld, ...] = tuple(
    Meld(name, "wide", "DEEP-10", tuple(rank + s for s in SUITS), points) for name, rank, points in _WIDES
)
_MELDS = {tuple(sorted(meld.cards)): meld for meld in (*(m for s in SUITS for m in (*RUNS[s], *ECHOES[s])), *WIDES)}

EVERY_MELD: tuple[Meld, ...] = tuple(_MELDS.values())


def meld_of(cards: Iterable[Card]) -> Meld | None:
    """Returns the meld that these cards are, in any order; None where they are none."""
    return _MELDS.get(tuple(sorted(cards)))


def needed(melds: Iterable[tuple[str, Sequence[Card]]], reuse: str) -> dict[Card, int]:
    """Returns how many copies of each card these melds need, each given by its kind and its cards (DEEP-11).

    With `reuse` "kinds" a copy serves once in each kind, with "none" once in all.
    """
    kinds: dict[str, list[Card]] = {}
    for kind, cards in melds:
        kinds.setdefault(use_of(kind, reuse), []).extend(cards)
    need: dict[Card, int] = {}
    for used in kinds.values():
        for card in dict.fromkeys(used):
            need[card] = max(need.get(card, 0), used.count(card))
    return need


def compete(one: Meld, other: Meld, reuse: str) -> bool:
    """Tells whether a copy that serves in one of these melds cannot serve in the other, too (DEEP-11)."""
    return use_of(one.kind, reuse) == use_of(other.kind, reuse)


def use_of(kind: str, reuse: str) -> str:
    """Returns the use that melds of a kind make of their cards: a copy serves once in each use (DEEP-11)."""
    return kind if reuse == "kinds" else "any"


# Is it allowed?


def judge_meld(state: State, event: CardMeld) -> Refusal | None:
    """Judges a seat's melds, once in a hand, as cards or as their total."""
    hand, seat = state.hand, event.seat
    if hand is None or hand.phase != "meld":
        return wrong_phase(phase(state))
    if not 0 <= seat < SEATS:
        return bad_seat(seat)
    if hand.opening.melded[seat] is not None:
        left = tuple(s for s in range(SEATS) if hand.opening.melded[s] is None)
        return Refusal("not-your-turn", "DEEP-8", {"seat": seat, "to_act": left})
    if event.points is not UNSET:
        return _judge_points(seat, event.points)
    return _judge_melds(hand, seat, event.melds or (), state.options.meld_reuse)


def _judge_points(seat: int, points: int) -> Refusal | None:
    if LOWEST <= points <= 0 and points % STEP == 0:
        return None
    return Refusal("bad-meld", "DEEP-10", {"seat": seat, "points": points, "lowest": LOWEST})


def _judge_melds(hand: HandState, seat: int, melds: tuple[tuple[Card, ...], ...], reuse: str) -> Refusal | None:
    """Judges melds in the record's order: the cards, where they are, what they are, how often they are used."""
    for card in (card for cards in melds for card in cards):
        if card not in PACK_SET:
            return Refusal("unknown-card", "DEEP-1", {"card": card})
    found = [meld_of(cards) for cards in melds]
    need = needed([("none" if m is None else m.kind, c) for m, c in zip(found, melds, strict=True)], reuse)
    return _judge_places(hand, seat, need) or _judge_kinds(hand, seat, melds, found) or _judge_use(seat, need)


def _judge_places(hand: HandState, seat: int, need: Mapping[Card, int]) -> Refusal | None:
    """Judges where the cards are: not openly in another hand, and in this one where it is declared."""
    copies = {card: min(count, COPIES) for card, count in need.items()}
    for card, count in copies.items():
        if count > COPIES - known_elsewhere(hand, seat, card):
            return Refusal("card-elsewhere", "DEEP-8", whereabouts(hand, seat, card))
    declared = hand.declared[seat]
    for card, count in copies.items():
        if declared is not None and declared.count(card) < count:
            return Refusal("not-in-hand", "DEEP-8", {"card": card, "seat": seat})
    return None


def _judge_kinds(
    hand: HandState, seat: int, melds: tuple[tuple[Card, ...], ...], found: list[Meld | None]
) -> Refusal | None:
    """Judges that each is a meld (DEEP-9, DEEP-10) and none a run of the sunk suit (DEEP-9)."""
    for cards, meld in zip(melds, found, strict=True):
        if meld is None:
            return Refusal("bad-meld", "DEEP-9", {"seat": seat, "cards": cards})
    for meld in found:
        if meld is not None and is_barred(meld, hand.opening.sunk):
            return Refusal("sunk-run", "DEEP-9", {"seat": seat, "cards": meld.cards, "sunk": hand.opening.sunk})
    return None


def _judge_use(seat: int, need: Mapping[Card, int]) -> Refusal | None:
    """Judges that the pack has the copies (DEEP-11) and the hand the room for them (DEEP-3)."""
    for card, count in need.items():
        if count > COPIES:
            return Refusal("meld-reuse", "DEEP-11", {"seat": seat, "card": card, "due": count, "copies": COPIES})
    cards = sum(need.values())
    return Refusal("hand-size", "DEEP-3", {"seat": seat, "cards": cards, "due": HAND}) if cards > HAND else None


# Effects


def meld(state: State, event: CardMeld, _index: int) -> State:
    """All know the melded cards to be in that hand. When all have melded the bidder leads (DEEP-12)."""
    hand, seat = hand_of(state), event.seat
    laid = tuple(m for cards in event.melds or () if (m := meld_of(cards)) is not None)
    points = sum(m.points for m in laid) if event.points is UNSET else event.points
    opening = hand.opening
    melded = (*opening.melded[:seat], Melded(points, laid), *opening.melded[seat + 1 :])
    done = None not in melded
    changed = structs.replace(
        hand,
        phase="play" if done else "meld",
        to_act=bidder_of(hand),
        opening=structs.replace(opening, melded=melded),
        known=_known(hand, seat, laid, state.options.meld_reuse),
    )
    return with_hand(state, changed)


def _known(hand: HandState, seat: int, laid: tuple[Meld, ...], reuse: str) -> tuple[tuple[Card, ...], ...]:
    """Returns the cards known in each hand; empty while no meld is laid, which spares every play a look."""
    if not laid:
        return hand.known
    known = list(hand.known or ((),) * SEATS)
    need = needed([(m.kind, m.cards) for m in laid], reuse)
    known[seat] = tuple(card for card in sorted(need) for _ in range(need[card]))
    return tuple(known)


# The best of a hand


def melds_in(cards: Iterable[Card]) -> tuple[Meld, ...]:
    """Returns every meld that these cards hold by itself, as often as they hold it; also runs of the sunk suit."""
    held = Counter(cards)
    return tuple(meld for meld in _MELDS.values() for _ in range(_times(held, meld)))


def _times(held: Counter[Card], meld: Meld) -> int:
    return min(held[card] // meld.cards.count(card) for card in meld.cards)


def lacking(melds: Iterable[Meld], cards: Iterable[Card], reuse: str) -> list[Card]:
    """Returns of which cards there are too few among these to lay all of these melds (DEEP-11)."""
    held = Counter(cards)
    need = needed([(meld.kind, meld.cards) for meld in melds], reuse)
    return [card for card, count in need.items() if count > held[card]]


def is_barred(meld: Meld, sunk: Suit | None) -> bool:
    """Tells whether a meld is a run of the sunk suit (DEEP-9)."""
    return meld.kind == "run" and meld.cards[0][1] == sunk


def best_melds(cards: Iterable[Card], sunk: Suit | None, reuse: str) -> tuple[Meld, ...]:
    """Returns the melds of these cards that count the most together. `reuse` is the table's reading of DEEP-11.

    Any cards of the pack will do, also fewer than a hand; `sunk` None: no suit is sunk.
    """
    held = Counter({card: min(count, COPIES) for card, count in Counter(cards).items()})
    most = [min(held[card] for card in wide.cards) for wide in WIDES]
    if reuse == "kinds":
        return _with_wides(held, sunk, reuse, most)
    # Only a wide reaches across suits: for each number of wides the suits are looked at one by one.
    choices = (_with_wides(held, sunk, reuse, wides) for wides in product(*(range(m, -1, -1) for m in most)))
    return min(choices, key=worth)


def worth(melds: Iterable[Meld]) -> int:
    """Returns the total of these melds, 0 or less."""
    return sum(meld.points for meld in melds)


def _with_wides(held: Counter[Card], sunk: Suit | None, reuse: str, wides: Sequence[int]) -> tuple[Meld, ...]:
    laid = [wide for wide, count in zip(WIDES, wides, strict=True) for _ in range(count)]
    left = held if reuse == "kinds" else held - Counter(card for wide in laid for card in wide.cards)
    of_suits = [_best_of_suit(s, tuple(left[rank + s] for rank in "45678"), s == sunk, reuse) for s in SUITS]
    return (*(meld for melds in of_suits for meld in melds), *laid)


@cache  # four suits, three counts of five ranks, sunk or not, two readings: 3888 at most
def _best_of_suit(suit: Suit, counts: tuple[int, ...], sunk: bool, reuse: str) -> tuple[Meld, ...]:
    held = Counter(dict(zip((rank + suit for rank in "45678"), counts, strict=True)))
    most = (0,) if sunk else range(COPIES, -1, -1)
    best: tuple[Meld, ...] = ()
    for times in product(most, repeat=len(_RUNS)):
        runs = tuple(run for run, count in zip(RUNS[suit], times, strict=True) for _ in range(count))
        used = Counter(card for run in runs for card in run.cards)
        if used <= held:
            left = held if reuse == "kinds" else held - used
            echoes = tuple(echo for echo in ECHOES[suit] if left[echo.cards[0]] >= COPIES)
            best = min(best, runs + echoes, key=worth)
    return best


def answer_best_meld(state: State, query: Mapping[str, Any]) -> dict[str, Any]:
    """Answers the record's query `best_meld` by this table's reading of DEEP-11. Raises `Malformed` for no hand."""
    cards, sunk = query.get("best_meld"), query.get("sunk")
    if not isinstance(cards, list) or not all(isinstance(card, str) and card in PACK_SET for card in cards):
        raise Malformed("best_meld takes the cards of a hand")
    if len(cards) != HAND or max(Counter(cards).values()) > COPIES:
        raise Malformed("a hand has fourteen cards, none of them more than twice")
    if not isinstance(sunk, str) or sunk not in tuple(SUITS):
        raise Malformed("sunk takes one of C, D, H, S")
    return {"best_meld": worth(best_melds(cards, sunk, state.options.meld_reuse))}
