"""Steps of the penalties of an evening: which there are, what each is called."""

from webapp.evening.state import EXCLUSION
from webapp.games.common.desk_words import step_said
from webapp.http.language import gettext as _
from webapp.table.penalties import Step

EVENING_LADDER = (*(str(step) for step in Step), EXCLUSION)
"""The steps, the mildest first."""


def evening_step_said(step: str, game: str | None) -> str:
    """Returns what a step is called, in the words of the evening's game where it has one."""
    if step == EXCLUSION:
        return _("Exclusion")
    if game is None:  # an open evening, where each table plays its own
        return _("Loss of the hand") if step == Step.HAND else step_said("", Step(step))
    return step_said(game, Step(step))
