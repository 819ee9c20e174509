"""Explanation of a hand's score: the count line by line, then the points (SU-9, 17, 18, 21 to 24, V1)."""

from collections.abc import Iterator
from typing import Any

from rules_core.findings import ScoreLine
from rules_core.games.sechsundsechzig.hand import HandSummary, State, by_side, side_of
from rules_core.games.sechsundsechzig.marriage import counting

RULES = {
    "tally": "SU-21",
    "call-right": "SU-21",
    "call-wrong": "SU-23",
    "closer-failed": "SU-22",
    "last-trick": "SU-24",
    "unclaimed": "SU-24",
}


def explain(state: State, hand: int) -> tuple[ScoreLine, ...]:
    """Returns the count of Augen as remarks, then a line for each side that scored, or that nobody did."""
    summary: HandSummary = state.finished[hand]
    return (*_count(state, summary), *_points(state, summary))


def _count(state: State, summary: HandSummary) -> Iterator[ScoreLine]:
    if summary.augen is None or summary.tricks is None:
        return
    tricks = by_side(state, summary.tricks)
    for side, augen in enumerate(by_side(state, summary.captured)):
        yield ScoreLine(side, "cards", "SU-9", None, {"augen": augen, "tricks": tricks[side]})
    counts = counting(state, summary.marriages, tricks)
    for marriage in summary.marriages:
        said = {"seat": marriage.seat, "suit": marriage.suit, "augen": marriage.points, "counts": marriage in counts}
        yield ScoreLine(
            side_of(state, marriage.seat), "marriage", "SU-17" if marriage in counts else "SU-18", None, said
        )
    if summary.last_trick is not None:
        said = {"seat": summary.last_trick, "augen": state.options.last_trick_augen}
        yield ScoreLine(side_of(state, summary.last_trick), "last-trick-augen", "SU-V1", None, said)


def _points(state: State, summary: HandSummary) -> Iterator[ScoreLine]:
    what = "points" if summary.outcome == "tally" else summary.outcome
    rule, facts = RULES[summary.outcome], _facts(state, summary)
    scored = [side for side, points in enumerate(summary.points) if points]
    for side in scored:
        yield ScoreLine(side, what, rule, summary.points[side], facts)
    if not scored:
        yield ScoreLine(0, what, rule, 0, facts)


def _facts(state: State, summary: HandSummary) -> dict[str, Any]:
    if summary.augen is None:
        return {}
    return {
        "claimed_by": summary.claimed_by,
        "claim_good": summary.claim_good,
        "closed_by": summary.closed_by,
        "call_at": state.options.call_at,
        "augen": by_side(state, summary.augen),
    }
