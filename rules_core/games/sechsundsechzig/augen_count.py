"""The Augen of a hand line by line, as they are counted to judge a call (SU-9, 17 to 20, V1)."""

from collections.abc import Iterator

from rules_core.case_evidence import CountLine, HandCount, Question, count, trick_lines
from rules_core.events import Hand, Play
from rules_core.games.sechsundsechzig import score
from rules_core.games.sechsundsechzig.events import Call
from rules_core.games.sechsundsechzig.hand import HandState, State, by_side, hand_of
from rules_core.games.sechsundsechzig.marriage import counting
from rules_core.tricks import tricks_won


def evidence(question: Question) -> HandCount | None:
    """Returns the Augen of the hand, for a call those from before it; nothing of a single card."""
    event = question.event
    state: State = question.before if isinstance(event, Call) else question.last
    if isinstance(event, (Play, Hand)) or state.hand is None or not (state.hand.tricks or state.hand.marriages):
        return None
    claim = (event.seat, state.options.call_at) if isinstance(event, Call) else None
    rule = "SU-9" if claim is None else "SU-19"
    return count(("augen",), list(_lines(state, hand_of(state))), len(state.totals), rule, claim)


def _lines(state: State, hand: HandState) -> Iterator[CountLine]:
    yield from trick_lines(hand.tricks, lambda trick: trick.counts)
    counts = counting(state, hand.marriages, by_side(state, tricks_won(hand.tricks, state.players)))
    for one in hand.marriages:
        yield CountLine(one.seat, (one.points,), what="marriage", suit=one.suit, counts=one in counts)
    last = score.count(state).last_trick
    if last is not None:
        yield CountLine(last, (state.options.last_trick_augen,), what="last-trick-augen")
