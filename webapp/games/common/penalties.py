"""Penalties in words: the steps of the ladder, each game's own word for what is lost, what comes next and why."""

from collections.abc import Mapping

from webapp.games.common.units import Sentence
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.table.penalties import Penalty, Step

_LOSS = Sentence(_l("Loss of the hand"), _l("Loss of the round"), _l("Loss of the battle"))
_STEPS: Mapping[Step, str] = {
    Step.CAUTION: _l("Caution"),
    Step.WARNING: _l("Warning"),
    Step.POINTS: _l("Penalty points"),
}
_ABOUT: Mapping[Step, str] = {
    Step.CAUTION: _l("It costs nothing, and is noted."),
    Step.WARNING: _l("It costs nothing; next time it does."),
    Step.POINTS: _l("The amounts are set below, their effect is shown first."),
    Step.HAND: _l("What that is worth the referee says: the amounts are set below."),
}


def step_said(game: str, step: Step) -> str:
    """Returns the step: *Caution*, *Loss of the round*."""
    return _LOSS.of(game) if step == Step.HAND else _(_STEPS[step])


def step_about(step: Step) -> str:
    """Returns what a step means."""
    return _(_ABOUT[step])


def penalty_said(game: str, penalty: Penalty, names: list[str]) -> str:
    """Returns whom a penalty was given: *Warning for Cat*."""
    return _("%(step)s for %(name)s", step=step_said(game, penalty.step), name=names[penalty.seat])


def next_said(game: str, step: Step, earlier: int, name: str, elsewhere: int = 0) -> str:
    """Returns which step is suggested, and that it follows from what was given before in this match.

    `elsewhere` are penalties that were given at other tables of an evening.
    """
    if elsewhere:
        return ngettext(
            "Suggested: %(step)s, the next step: %(name)s has %(num)s penalty at this evening.",
            "Suggested: %(step)s, the next step: %(name)s has %(num)s penalties at this evening.",
            earlier + elsewhere,
            step=step_said(game, step),
            name=name,
        )
    if not earlier:
        return _(
            "Suggested: %(step)s, the first step. %(name)s has no penalty yet.", step=step_said(game, step), name=name
        )
    return ngettext(
        "Suggested: %(step)s, the next step: %(name)s has %(num)s penalty in this match.",
        "Suggested: %(step)s, the next step: %(name)s has %(num)s penalties in this match.",
        earlier,
        step=step_said(game, step),
        name=name,
    )
