"""Totals of a hand that was played without entries, from the piles of captured cards (SU-9, SU-15 to SU-24)."""

from functools import partial
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType, structs

from rules_core.events import PerSide, Seat
from rules_core.games.sechsundsechzig.events import PointsTally
from rules_core.games.sechsundsechzig.hand import HandState, Marriage, State, side_of
from rules_core.games.sechsundsechzig.packs import AUGEN, PACKS
from rules_core.games.sechsundsechzig.score import count, reached, scored
from rules_core.match import with_hand
from rules_core.piles import PileRules, Piles
from rules_core.tricks import CompleteTrick

COUNTING = frozenset(card for card, augen in AUGEN.items() if augen)

NOBODY = -1


class Called(Struct, frozen=True, kw_only=True):
    """The end of a hand: the caller, the closer before, and the marriages of each side in Augen.

    `early`: before that somebody else had taken a trick (SU-22). The caller is a seat, or NOBODY.
    """

    caller: Annotated[int, Meta(ge=NOBODY)]
    marriages: PerSide[int]
    closer: Seat | UnsetType = UNSET
    early: bool = False


class CalledOrLast(Called, frozen=True, kw_only=True):
    """The same where the last trick of a hand that is played out counts, with its winner (SU-24, SU-V1)."""

    last: Seat | UnsetType = UNSET


def piles(state: State) -> PileRules:
    """Returns the possible piles of a hand: it may end before all cards are taken."""
    pack, options = PACKS[state.players], state.options
    counts_last = options.last_trick_augen or options.unclaimed == "last-trick"
    cards = pack.cards * pack.copies
    return PileRules(
        rule="SU-9",
        cards=cards,
        tally=partial(_tally, state),
        told=CalledOrLast if counts_last else Called,
        enough=partial(_tells_last, state),
        trick=state.players,
        spare=range(len(cards) - state.players * pack.tricks, len(cards)),
        counting=COUNTING,
        worth={"augen": AUGEN},
    )


def _tells_last(state: State, piles: Piles, told: Called) -> bool:
    """Tells whether the winner of the last trick is given, where all tricks were taken and it counts."""
    played_out = sum(map(len, piles)) == state.players * PACKS[state.players].tricks
    return not (played_out and isinstance(told, CalledOrLast) and told.last is UNSET)


def _tally(state: State, piles: Piles, told: Called) -> PointsTally:
    """Returns the points of the sides for these piles, as for the same cards played."""
    if not isinstance(told, CalledOrLast) or told.last is UNSET:  # the hand ended before its last trick
        state = structs.replace(state, options=structs.replace(state.options, last_trick_augen=0))
    after = with_hand(state, _played(state, piles, told))
    counted, caller = count(after), None if told.caller == NOBODY else told.caller
    right = None if caller is None else reached(after, counted, caller)
    return PointsTally(scored(after, counted, caller, right)[0])


def _played(state: State, piles: Piles, told: Called) -> HandState:
    """Returns a hand that leaves these piles; the first seat of a side stands for it, cards are in no order."""
    players, size = state.players, PACKS[state.players].size
    last = told.last if isinstance(told, CalledOrLast) else UNSET
    closer = None if told.closer is UNSET else side_of(state, told.closer)
    winners = [side for side, pile in enumerate(piles) for _trick in range(len(pile) // players)]
    winners.sort(key=lambda side: (side == closer) == told.early)
    if last is not UNSET and side_of(state, last) in winners:
        winners.remove(side_of(state, last))
        winners.append(side_of(state, last))
    nobody = (0,) * (players - len(piles))
    return HandState(
        0,
        0,
        (None,) * players,
        tricks=tuple([CompleteTrick(side, ()) for side in winners]),
        due=size + told.early if last is UNSET else len(winners),
        captured=(*[sum(map(AUGEN.__getitem__, pile)) for pile in piles], *nobody),
        marriages=tuple([Marriage(side, None, augen, 0) for side, augen in enumerate(told.marriages) if augen]),
        closed_by=None if told.closer is UNSET else told.closer,
    )
