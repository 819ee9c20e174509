"""Results that were typed for tables of an evening, as matches of circles."""

from msgspec import json

from rules_core.match_figures import MatchFigures, places
from webapp.evening.standing_of import is_turned, sides
from webapp.evening.state import EveningState, table_in_round
from webapp.store.match_keeping import EndedMatch


def typed_match(state: EveningState, table_id: int) -> EndedMatch | None:
    """Returns what a table has come to as its organiser typed it, None where nothing is typed, or entries stand."""
    place = table_in_round(state, table_id)
    result = None if place is None else place[1].result
    if place is None or result is None or result.own:
        return None
    scores, low_wins, hands = result.scores, is_turned(state.plan), result.hands or state.plan.planned_hands or 0
    best = (min if low_wins else max)(scores)
    winners = tuple(side for side, score in enumerate(scores) if score == best)
    seats = sides(len(place[1].people), len(scores))
    figures = MatchFigures(seats, scores, places(scores, winners, low_wins=low_wins), winners, hands, None, ())
    return EndedMatch(0, json.decode(json.encode(figures)), result.at)
