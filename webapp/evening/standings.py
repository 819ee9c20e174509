"""Standing of an evening, kept: a result that comes in is worked out for its own table alone.

It follows from the lines of the evening and nothing else: no table is folded for it.
"""

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import Lock
from typing import Any

from rules_core import replay
from rules_core.findings import Observer
from rules_core.games import GAMES
from rules_core.record import Header
from webapp.evening.keeper import EveningNow
from webapp.evening.lines import folded
from webapp.evening.plan import Counting, Plan
from webapp.evening.standing.ledger import StandingLedger, standing, standings_by_game
from webapp.evening.standing.rows import PlaceChange, Standing, changes
from webapp.evening.standing.scoring import Absence, AdjustedPoints, Bye, PenaltyPoints, Scoring, TableResult
from webapp.evening.state import EveningState, Match, Presence, Sitting
from webapp.http.limits import EVENINGS_KEPT
from webapp.http.newest import keep_newest
from webapp.services import services

Corrections = tuple[tuple[int, tuple[PlaceChange, ...]], ...]
NOT_LISTED = 1_000_000
"""The numbers of people who played and are not on the list begin here: in the order in which they came."""


@dataclass(frozen=True)
class EveningStanding:
    """The standing of a tournament, or those of an open evening by game; `names` by the number of a person.

    `hidden`: the newest round is left out.
    """

    names: Mapping[int, str]
    whole: Standing | None
    by_game: Mapping[str, Standing]
    hidden: bool = False


class EveningStandings:
    """The standings of the evenings that this process was asked for."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._ledgers: OrderedDict[int, _KeptLedger] = OrderedDict()
        self._corrected: OrderedDict[tuple[int, int | None], tuple[EveningState, Corrections]] = OrderedDict()
        self._made: OrderedDict[int, tuple[EveningState, EveningStanding]] = OrderedDict()
        self._before: OrderedDict[int, tuple[tuple[Any, ...], Standing]] = OrderedDict()

    def of(self, now: EveningNow) -> EveningStanding:
        """Returns the whole standing, with the newest round also where that is hidden."""
        with self._lock:
            made = self._made.get(now.row.id)
            if made is not None and made[0] is now.state:
                return made[1]
            found = self._of_tournament(now) if now.state.plan.is_tournament else _of_open(now)
            keep_newest(self._made, now.row.id, (now.state, found), EVENINGS_KEPT)
            return found

    def before(self, now: EveningNow) -> Standing:
        """Returns the standing without the newest round; kept as long as only that one goes on."""
        state = replace(now.state, rounds=now.state.rounds[:-1])
        rests_on = (*state.rounds, state.people, state.penalties, state.adjusted, state.plan)
        with self._lock:
            made = self._before.get(now.row.id)
            if made is None or [*map(id, made[0])] != [*map(id, rests_on)]:
                made = rests_on, _whole(_scoring(now, state), state)
                keep_newest(self._before, now.row.id, made, EVENINGS_KEPT)
            return made[1]

    def corrections(self, now: EveningNow, hidden: int | None) -> Corrections:
        """Returns the effects of corrections without the `hidden` round; computed once for each state."""
        with self._lock:
            made = self._corrected.get((now.row.id, hidden))
            if made is None or made[0] is not now.state:
                made = now.state, tuple(_corrections(now, hidden))
                keep_newest(self._corrected, (now.row.id, hidden), made, EVENINGS_KEPT)
            return made[1]

    def _of_tournament(self, now: EveningNow) -> EveningStanding:
        scoring = scoring_of(now)
        ledger = self._ledgers.get(now.row.id)
        if ledger is None or ledger.scoring != scoring:
            ledger = _KeptLedger(scoring)
        keep_newest(self._ledgers, now.row.id, ledger, EVENINGS_KEPT)
        return EveningStanding(names_of(now.state), ledger.standing(now.state), {})


def standing_of(now: EveningNow, *, sees_all: bool) -> EveningStanding:
    """Returns the standing that may be shown: `sees_all` tells whether a hidden round is shown to this viewer."""
    found = services().part(EveningStandings).of(now)
    if sees_all or not now.state.is_hidden or found.whole is None or found.whole.before is None:
        return found
    return EveningStanding(found.names, found.whole.before, {}, hidden=True)


def corrections(now: EveningNow, *, sees_all: bool) -> Corrections:
    """Returns for each correction of a result, by its line, whose total or place it has changed; the oldest first.

    `sees_all` as for `standing_of`: else those of a hidden round are left out, and what it counts in the others.
    """
    newest = now.state.round
    hidden = None if sees_all or not now.state.is_hidden or newest is None else newest.number
    return services().part(EveningStandings).corrections(now, hidden)


def effect_of(now: EveningNow, planned: EveningState) -> tuple[PlaceChange, ...]:
    """Returns the people whose total or place would change in another state."""
    return changes(_whole(_scoring(now, now.state), now.state), _whole(_scoring(now, planned), planned))


def _corrections(now: EveningNow, hidden: int | None) -> Iterator[tuple[int, tuple[PlaceChange, ...]]]:
    """Yields corrected and ruled results, settings changed after a result, and what two signed: what they changed."""
    signed = 0
    for row in now.lines:
        if (
            row.kind not in ("corrected", "planned", "signed", "adjusted")
            or row.seq in now.state.undone
            or row.seq <= signed
        ):
            continue
        last, number, always = row.seq, row.body.get("round"), row.kind in ("corrected", "adjusted")
        if row.kind == "signed":
            one = now.state.proposals[row.body["proposal"]]
            signed = last = row.seq + len(one.lines)
            number, always = one.round, one.table is not None
        if row.kind != "planned" and number == hidden:
            continue
        before, after = folded(now.lines[: row.seq - 1]), folded(now.lines[:last])
        scorings = [_scoring(now, state if after.plan != before.plan else now.state) for state in (before, after)]
        found = changes(_seen(scorings[0], before, hidden), _seen(scorings[1], after, hidden))
        if found or always:
            yield row.seq, found


def _seen(scoring: Scoring, state: EveningState, hidden: int | None) -> Standing:
    whole = _whole(scoring, state)
    return whole.before if len(state.rounds) == hidden and whole.before is not None else whole


def scoring_of(now: EveningNow) -> Scoring:
    return _scoring(now, now.state)


def _scoring(now: EveningNow, state: EveningState) -> Scoring:
    plan = state.plan
    places = plan.place_points if plan.counting != Counting.GAME else ()
    return Scoring(
        place_points=places,
        full_table=sides_of(plan.game, plan.sizes[0]) if plan.equal_tables and plan.game and plan.sizes else 0,
        game_points=plan.counting != Counting.PLACES or not places,
        turned=is_turned(plan),
        tie_breaks=plan.tie_breaks,
        bye=plan.bye,
        absence=plan.absence,
        left=_left(state) if plan.left_last else frozenset(),
        hidden_last=plan.hidden_last,
        draw_seed=now.row.lot,
        pairs=_pairs(state),
        teams={one.number: one.team for one in state.people.values() if one.team},
    )


def _left(state: EveningState) -> frozenset[int]:
    """Returns the people who have left and are not in the newest round: who goes after the last round has stayed."""
    here = state.round
    inside = set() if here is None else {*here.byes, *(one for it in here.sittings.values() for one in it.people)}
    gone = (one.number for one in state.people.values() if one.presence == Presence.LEFT)
    return frozenset(one for one in gone if here is not None and one not in inside)


def _pairs(state: EveningState) -> tuple[tuple[int, int], ...]:
    partners = {one.number: one.partner or 0 for one in state.people.values()} if state.plan.pairs else {}
    return tuple((one, other) for one, other in partners.items() if one < other and partners.get(other) == one)


def rewards_absence(plan: Plan) -> bool:
    """Tells whether not playing may be worth more than playing: fixed points that are out of what a round brings.

    The own average does for who leaves after a good round, unless they rank behind those who stayed.

    Where few points of the game are good nobody knows beforehand what a round brings, and none at all is the best.
    """
    if plan.absence == Absence.OWN:
        return plan.is_tournament and not plan.left_last
    if not plan.is_tournament or plan.absence not in (Absence.POINTS, Absence.SAT_OUT):
        return False
    if plan.counting == Counting.GAME or not plan.place_points:
        return is_turned(plan)
    return plan.bye > max(plan.place_points)


def usual_absence(plan: Plan) -> Absence:
    """Returns the default worth of a missed round: where few points are good, the worst of the round."""
    return Absence.WORST if is_turned(plan) else Absence.POINTS


def is_turned(plan: Plan) -> bool:
    """Tells whether few points are good in the game of a tournament."""
    return plan.game is not None and low_wins(plan.game, frozenset(plan.options.items()))


def names_of(state: EveningState) -> dict[int, str]:
    return {one.number: one.name for one in state.people.values()}


class _KeptLedger:
    """The ledger of one evening, with what it was made from."""

    def __init__(self, scoring: Scoring) -> None:
        self.scoring = scoring
        self._ledger = StandingLedger(scoring)
        self._put: dict[tuple[int, int], Sitting] = {}

    def standing(self, state: EveningState) -> Standing:
        """Returns the standing after the results, byes and penalties of an evening."""
        self._ledger.set_people(state.people)
        here = {(one.number, number): it for one in state.rounds for number, it in one.sittings.items()}
        for key in self._put.keys() - here.keys():
            self._ledger.remove(("", *key))
        for key, sitting in here.items():
            if self._put.get(key) is not sitting:
                self._ledger.put(_result(state.plan, key[0], sitting))
        self._put = here
        self._ledger.set_byes(_byes(state))
        self._ledger.set_penalties(_penalties(state))
        self._ledger.set_adjusted(_adjusted(state))
        return self._ledger.standing(len(state.rounds) or None)


def _whole(scoring: Scoring, state: EveningState) -> Standing:
    results = [_result(state.plan, one.number, it) for one in state.rounds for it in one.sittings.values()]
    running = len(state.rounds) or None
    byes, penalties = _byes(state), _penalties(state)
    adjusted = _adjusted(state)
    return standing(scoring, state.people, results, byes, penalties, adjusted=adjusted, running_round=running)


def _result(plan: Plan, number: int, sitting: Sitting) -> TableResult:
    seats = len(sitting.people)
    scores = (
        sitting.result.scores
        if sitting.result is not None
        else (0,) * (sides_of(plan.game, seats) if plan.game else seats)
    )
    return TableResult(
        round=number,
        table=sitting.number,
        people=sitting.people,
        scores=scores,
        sides=sides(len(sitting.people), len(scores)),
        confirmed=sitting.is_in,
        hands=0 if sitting.result is None else sitting.result.hands,
        stand_ins=sitting.stand_ins,
    )


def sides(seats: int, count: int) -> tuple[tuple[int, ...], ...]:
    """Returns the seats of each side: partners sit opposite each other."""
    return tuple(tuple(seat for seat in range(seats) if seat % count == side) for side in range(count))


def _byes(state: EveningState) -> list[Bye]:
    """Returns the byes of the rounds that are over: people who sat out, or were neither at a table nor sat out."""
    ended = [one for one in state.rounds if one.ended]
    here = {one.number: {person for it in one.sittings.values() for person in it.people} for one in state.rounds}
    known = {person for one in state.rounds for person in (*here[one.number], *one.byes)}
    sat_out = [Bye(person, one.number) for one in ended for person in one.byes]
    return sat_out + [
        Bye(person, one.number, missed=True, unseated=person not in known)
        for one in ended
        for person in state.people
        if person not in here[one.number] and person not in one.byes
    ]


def _penalties(state: EveningState) -> list[PenaltyPoints]:
    return [
        PenaltyPoints(one.person, one.points, one.round, number)
        for number, one in enumerate(state.penalties.values(), 1)
        if one.holds and one.points
    ]


def _adjusted(state: EveningState) -> list[AdjustedPoints]:
    return [
        AdjustedPoints(person, one.round, one.number, one.to, one.value, f"{one.reason} ({one.rule})")
        for (_round, _table, person), one in state.adjusted_now.items()
    ]


def _of_open(now: EveningNow) -> EveningStanding:
    names, numbers = names_of(now.state), {}
    for match in now.state.matches.values():
        for name in match.names:
            listed = now.state.named_at_table(name, match.table)
            known = next((number for number, it in names.items() if it.casefold() == name.casefold()), None)
            number = listed.number if listed is not None else known or NOT_LISTED + len(names)
            numbers[match.table, name] = number
            names.setdefault(number, name)
    results = [_match_result(match, numbers) for match in now.state.matches.values()]
    games = {match.game for match in now.state.matches.values()}
    points, lot = now.state.plan.place_points, now.row.lot
    scorings = {game: Scoring(place_points=points, draw_seed=lot, turned=low_wins(game)) for game in games}
    return EveningStanding(names, None, standings_by_game(scorings, results, _penalties(now.state)))


def few_are_good(match: Match) -> bool:
    """Tells whether few points were good in a match of an open evening."""
    return low_wins(match.game) if match.low_wins is None else match.low_wins


def _match_result(match: Match, numbers: Mapping[tuple[int, str], int]) -> TableResult:
    # All places of a game are counted in its usual way: those of a table that agreed on the other way are turned over.
    as_usual = few_are_good(match) == low_wins(match.game)
    return TableResult(
        round=1,
        table=match.table,
        people=tuple(numbers[match.table, name] for name in match.names),
        scores=match.scores if as_usual else tuple(-points for points in match.scores),
        sides=match.sides or sides(len(match.names), len(match.scores)),
        game=match.game,
        number=match.number,
    )


@lru_cache
def sides_of(game: str, seats: int, options: frozenset[tuple[str, Any]] = frozenset()) -> int:
    """Returns how many sides a table with this number of seats has, by the default rules of a game or by these."""
    names = tuple(str(seat) for seat in range(seats))
    return len(replay.begin(Header(game, names, dict(options))).state.totals)


@lru_cache
def low_wins(game: str, options: frozenset[tuple[str, Any]] = frozenset()) -> bool:
    players = tuple(str(seat) for seat in range(max(GAMES[game].players)))
    fold = replay.begin(Header(game, players, dict(options)))
    return fold.game.view(fold.state, Observer()).low_wins
