"""What a circle counts of a table: the match that its entries ended, else the result that was said of it."""

from collections.abc import Callable
from datetime import datetime

from msgspec import UNSET, json, structs

from rules_core.match_figures import MatchFigures, match_figures, places
from webapp.evening.standings import is_turned, sides
from webapp.evening.state import EveningState, table_in_round
from webapp.store.match_keeping import EndedMatch
from webapp.table.folded_log import ended_match
from webapp.table.lines.people import FormerResult, Opened
from webapp.table.snapshot import Snapshot

Numbers = tuple[int, ...]


def counted_match(now: Snapshot, evening: Callable[[int], EveningState]) -> EndedMatch | None:
    """Returns what counts of a table, at its `evening` if it has one: a match played to its end before all else.

    A round that ends by the clock ends before the match does; a result may have come with a file, or been typed.
    """
    if (played := ended_match(now.log)) is not None:
        return played
    if (former := _former_result(now)) is not None:
        entered = now.fold.top is not None
        return _stopped(now, former.scores, former.places) if entered else ended_as(former, len(now.table.players))
    at_evening = now.table.evening_id
    return None if at_evening is None else _of_round(now, evening(at_evening))


def ended_as(found: FormerResult, people: int) -> EndedMatch:
    """Returns the result of a match of this number of people that was not entered."""
    ended = _typed(people, found.scores, found.places, 0, datetime.fromisoformat(found.at))
    return ended._replace(summary=ended.summary | {"day_only": True}) if found.day_only else ended


def _former_result(now: Snapshot) -> FormerResult | None:
    told = (noted.says.result for noted in now.desk.lines if isinstance(noted.says, Opened))
    return next((one for one in told if one is not UNSET), None)


def _of_round(now: Snapshot, evening: EveningState) -> EndedMatch | None:
    place = table_in_round(evening, now.table.id)
    result = None if place is None else place[1].result
    if place is None or result is None or result.own != (now.fold.top is not None):
        return None
    low_wins, people = is_turned(evening.plan), len(place[1].people)
    best = (min if low_wins else max)(result.scores)
    winners = tuple(side for side, score in enumerate(result.scores) if score == best)
    ranked = places(result.scores, winners, low_wins=low_wins)
    if result.own:
        return _stopped(now, result.scores, ranked)
    hands = result.hands or evening.plan.hands_at(people) or 0
    return _typed(people, result.scores, ranked, hands, result.at)


def _stopped(now: Snapshot, scores: Numbers, ranked: Numbers) -> EndedMatch:
    """Returns a match that was stopped before its end: its entries, and the places that were said."""
    figures = structs.replace(match_figures(now.fold), scores=scores, places=ranked, winners=_first(ranked))
    return EndedMatch(now.log.played_at, json.decode(json.encode(figures)))


def _typed(people: int, scores: Numbers, ranked: Numbers, hands: int, at: datetime) -> EndedMatch:
    figures = MatchFigures(sides(people, len(ranked)), scores, ranked, _first(ranked), hands, None, ())
    return EndedMatch(0, json.decode(json.encode(figures)), at)


def _first(ranked: Numbers) -> Numbers:
    return tuple(side for side, place in enumerate(ranked) if place == 1)
