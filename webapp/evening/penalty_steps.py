"""Steps of the penalties of an evening: which there are, what comes with one, what it is called."""

from msgspec.structs import replace

from webapp.evening.lines import Left, Line, Penalised
from webapp.evening.state import EXCLUSION, EveningState, Presence
from webapp.games.common.desk_words import step_said
from webapp.http.language import gettext as _
from webapp.table.penalties import Step

EVENING_LADDER = (*(str(step) for step in Step), EXCLUSION)
"""The steps, the mildest first."""


def penalty_lines(state: EveningState, given: Penalised) -> list[Line]:
    """Returns the lines of a penalty, with what its step costs and where its player sits; who is excluded leaves.

    Points that were named stay as they are, and are refused where they differ from the ladder.
    """
    here = state.round
    sitting = None if here is None else here.sitting_of(given.person)
    at = (None, None) if here is None or sitting is None else (here.number, sitting.number)
    points = given.points or getattr(state.plan.ladder, given.step, 0)
    lines: list[Line] = [replace(given, points=points, round=at[0], number=at[1])]
    person = state.people.get(given.person)
    if given.step == EXCLUSION and person is not None and person.presence != Presence.LEFT:
        lines.append(Left(given.person))
    return lines


def evening_step_said(step: str, game: str | None) -> str:
    """Returns what a step is called, in the words of the evening's game where it has one."""
    if step == EXCLUSION:
        return _("Exclusion")
    if game is None:  # an open evening, where each table plays its own
        return _("Loss of the hand") if step == Step.HAND else step_said("", Step(step))
    return step_said(game, Step(step))
