"""The rounds of a plan with people on its places, who keep their places over the evening."""

from webapp.club.seating.byes import Unit, units_of
from webapp.club.seating.chance import chance_from
from webapp.club.seating.cyclic_rounds import PlannedRound, plan
from webapp.club.seating.line_up import Grouped, LineUp
from webapp.club.seating.request import TABLE_OF_PARTNERS, SeatingRequest
from webapp.club.seating.stopwatch import Stopwatch
from webapp.http.limits import MOST_PLANNED_PLACES


def planned_rounds(request: SeatingRequest, line: LineUp, stopwatch: Stopwatch) -> list[Grouped]:
    """Returns all rounds of the plan for so many people: none where couples and singles mix, or one table is all."""
    holders = _holders(request)
    widths = {len(unit) for unit in holders}
    if len(widths) > 1 or len(line.sizes) < 2 or (len(holders) > MOST_PLANNED_PLACES and set(line.sizes) != {2}):
        return []
    width = widths.pop()
    pairs = request.pairs and width == 1
    sizes = tuple(size // width for size in line.sizes)
    rounds = plan(len(holders), sizes, request.rounds_planned, pairs, stopwatch).rounds
    return [_with_people(one, holders, pairs) for one in rounds]


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
