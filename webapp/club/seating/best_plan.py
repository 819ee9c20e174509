"""The plan for so many people at tables of these sizes: by the lines of a field if they are enough, else searched."""

from webapp.club.seating.cyclic_rounds import cyclic_plan
from webapp.club.seating.field_lines import plan_of_lines
from webapp.club.seating.round_plan import Plan, most_rounds
from webapp.club.seating.stopwatch import Stopwatch
from webapp.http.limits import MOST_PLANNED_PLACES, MOST_SEATING_PLANS

_kept: dict[tuple[int, tuple[int, ...], int | None, bool], Plan] = {}


def best_plan(
    places: int, sizes: tuple[int, ...], wanted: int | None, pairs: bool, stopwatch: Stopwatch
) -> Plan | None:
    """Returns a plan, the same for the same values unless the time is over; `None` for one table or too many people."""
    if len(sizes) < 2 or (places > MOST_PLANNED_PLACES and set(sizes) != {2}):
        return None
    asked = places, sizes, wanted, pairs
    if asked not in _kept:
        found = _best(places, sizes, wanted, pairs, stopwatch)
        if stopwatch.over(0):
            return found
        if len(_kept) >= MOST_SEATING_PLANS:
            _kept.clear()
        _kept[asked] = found
    return _kept[asked]


def _best(places: int, sizes: tuple[int, ...], wanted: int | None, pairs: bool, stopwatch: Stopwatch) -> Plan:
    """The lines if they have as many rounds as are wanted or can be; else the longer plan of those without clashes."""
    lines = plan_of_lines(sizes) if places == sum(sizes) else None
    enough = most_rounds(places, sizes) if wanted is None else wanted
    if lines is not None and len(lines.rounds) >= enough:
        return lines
    found = cyclic_plan(places, sizes, wanted, pairs, stopwatch)
    if lines is None or (not found.clashes and len(found.rounds) >= len(lines.rounds)):
        return found
    return lines
