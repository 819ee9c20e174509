"""What is told of a hand of Sichere Six when two tables are compared."""

from typing import Any

from webapp.http.language import gettext as _
from webapp.words.fact_kit import HandFacts, Names, Told, suit_said, who


def _settled(hand: Any, done: Any, names: Names) -> Told:
    yield _("Trump"), suit_said(getattr(hand, "trump", None))
    yield _("The Chosen"), who(getattr(done or hand, "chosen", None), names)


def _outcome(done: Any, names: Names) -> Told:
    for name, nines in zip(names, done.nines, strict=True):
        yield _("Nines of %(name)s", name=name), str(nines)
    yield _("Fate’s Mirth"), _("yes") if done.mirth else _("no")


HAND_FACTS = HandFacts(settled=_settled, outcome=_outcome)
