"""Why an entry no longer fits once what came before it is changed: as it would be then, not as it is at the table."""

from collections.abc import Sequence

from rules_core.findings import Refusal
from webapp.games.common.refusals import Reason, reason
from webapp.http.language import gettext as _
from webapp.words.refusal_facts import seat_named


def misfit_reason(refusal: Refusal, names: Sequence[str]) -> Reason:
    """Returns why, with the rule."""
    said = reason(refusal, names)
    match refusal.code:
        case "not-your-turn":
            who = seat_named(refusal.facts, names, "to_act")
            return Reason(_("It would be the turn of %(name)s", name=who), "", said.rule)
        case "wrong-dealer":
            who = seat_named(refusal.facts, names, "dealer")
            return Reason(_("%(name)s would deal this hand", name=who), "", said.rule)
        case "wrong-phase":
            return Reason(_("The hand would be at another point"), "", said.rule)
        case "game-over":
            return Reason(_("The match would be over by then"), "", said.rule)
    return said
