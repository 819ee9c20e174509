"""The rounds of a plan with people on its places, who keep their places over the evening."""

from webapp.club.seating.best_plan import best_plan
from webapp.club.seating.byes import Unit, units_of
from webapp.club.seating.chance import chance_from
from webapp.club.seating.line_up import Grouped, LineUp
from webapp.club.seating.request import TABLE_OF_PARTNERS, SeatingRequest
from webapp.club.seating.round_plan import PlannedRound
from webapp.club.seating.stopwatch import Stopwatch


def planned_rounds(request: SeatingRequest, line: LineUp, stopwatch: Stopwatch) -> list[Grouped]:
    """Returns all rounds of the plan for so many people: none where couples and singles mix, or one table is all."""
    holders = _holders(request)
    widths = {len(unit) for unit in holders}
    if len(widths) > 1:
        return []
    width = widths.pop()
    pairs = request.pairs and width == 1
    sizes = tuple(size // width for size in line.sizes)
    plan = best_plan(len(holders), sizes, request.rounds_planned, pairs, stopwatch)
    return [_with_people(one, holders, pairs) for one in plan.rounds] if plan else []


def _holders(request: SeatingRequest) -> list[Unit]:
    """Who has which place: by chance at first; whoever comes anew takes over from one who left.

    Where the number of people changes, all places are given anew.
    """
    holders: list[Unit] = []
    for people in [*(played.people for played in request.past), request.people]:
        units = units_of(request, people)
        if len(units) != len(holders):
            holders = units
            chance_from("places", request.seed).shuffle(holders)
        new = iter([unit for unit in units if unit not in holders])
        holders = [unit if unit in units else next(new) for unit in holders]
    return holders


def _with_people(planned: PlannedRound, holders: list[Unit], pairs: bool) -> Grouped:
    byes = tuple(sorted(one for place in planned.byes for one in holders[place]))
    return Grouped([_units([holders[place] for place in table], pairs) for table in planned.tables], byes)


def _units(units: list[Unit], pairs: bool) -> list[Unit]:
    """The plan has changing partners one after the other."""
    if not pairs or len(units) != TABLE_OF_PARTNERS:
        return units
    return [units[0] + units[1], units[2] + units[3]]
