"""What is told of a battle of Sicherman's War when two tables are compared."""

from typing import Any

from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.words.fact_kit import NOT_YET, HandFacts, Names, Told


def _outcome(done: Any, names: Names) -> Told:
    yield _("Cards thrown out"), NOT_YET if done.thrown_out is None else str(done.thrown_out)


HAND_FACTS = HandFacts(outcome=_outcome, taken_by=_l("Skirmish %(number)s goes to"))
