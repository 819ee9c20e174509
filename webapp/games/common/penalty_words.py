"""Penalties in words: their steps, their reasons, and what an adjustment is for."""

from collections.abc import Mapping

from webapp.games.common.call_reasons import REASONS
from webapp.games.common.names import Sentence
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import in_every_language, ngettext
from webapp.table.desk import Desk
from webapp.table.lines.matters import Penalised
from webapp.table.penalties import EXCLUSION, Given, Step

_LOSS = Sentence(_l("Loss of the hand"), _l("Loss of the round"), _l("Loss of the battle"))
_STEPS: Mapping[str, str] = {
    Step.CAUTION: _l("Caution"),
    Step.WARNING: _l("Warning"),
    Step.POINTS: _l("Penalty points"),
    EXCLUSION: _l("Exclusion"),
}
_ABOUT: Mapping[Step, str] = {
    Step.CAUTION: _l("It costs nothing, and is noted."),
    Step.WARNING: _l("It costs nothing; next time it does."),
    Step.POINTS: _l("The amounts are set below, their effect is shown first."),
    Step.HAND: _l("What that is worth the referee says: the amounts are set below."),
}


def step_said(game: str | None, step: str) -> str:
    """Returns the step: *Caution*, *Loss of the round*; without a game, where each table plays its own, of the hand."""
    if step == Step.HAND:
        return _("Loss of the hand") if game is None else _LOSS(game)
    return _(_STEPS[step])


def step_about(step: Step) -> str:
    return _(_ABOUT[step])


def penalty_said(game: str | None, step: str, name: str) -> str:
    """Returns the penalty and the player: *Warning for Cat*."""
    return _("%(step)s for %(name)s", step=step_said(game, step), name=name)


def why_penalised(given: Given | Penalised) -> str:
    """Returns the reason, then the typed text: *Slow play: +11:00*."""
    return _why(_(REASONS[given.ready].said) if given.ready in REASONS else "", given)


def _why(matter: str, given: Given | Penalised) -> str:
    return ": ".join(filter(None, (matter, given.reason)))


def why_adjusted(reason: str, entered: int | None, desk: Desk) -> str:
    """Returns the reason of an adjustment; of a penalty with a ready one in the reader's language.

    `entered` is the place at which the adjustment came to be what it is. Corrected or taken back, it is known by its
    reason, which reads as the giver was shown it.
    """
    ready = (one for one in desk.penalties if one.points and one.ready in REASONS)
    given = next((one for one in ready if one.entry == entered or reason in _ever_said(one)), None)
    return reason if given is None else why_penalised(given)


def _ever_said(given: Given) -> set[str]:
    return {_why(each, given) for each in in_every_language(REASONS[given.ready].said)}


def next_said(game: str | None, step: Step, earlier: int, name: str, elsewhere: int = 0) -> str:
    """Returns the suggested step, and the earlier penalties of this match that it follows from.

    `elsewhere` are penalties that were given elsewhere at an evening.
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
