"""What is told of a battle of Sicherman's War when two tables are compared."""

from typing import Any

from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.words.fact_kit import NOT_YET, HandFacts, Names, Told
from webapp.words.sides import totals_said


def _outcome(done: Any, names: Names) -> Told:
    yield _("Cards thrown out"), NOT_YET if done.thrown_out is None else str(done.thrown_out)


def _skirmishes(hand: Any, done: Any, names: Names) -> Told:
    """What each side came to in each skirmish, the one under way included."""
    battle = done or hand
    fought = [each.skirmish for each in battle.fought] if battle else []
    if done is None and hand is not None and hand.skirmish is not None:
        fought.append(hand.skirmish)
    for number, each in enumerate(fought, 1):
        yield _("Skirmish %(number)s", number=number), totals_said(names, each.totals)


HAND_FACTS = HandFacts(settled=_skirmishes, outcome=_outcome, taken_by=_l("Skirmish %(number)s goes to"))
