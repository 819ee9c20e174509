"""What is told of a hand of Sechsundsechzig when two tables are compared."""

from typing import Any

from webapp.http.language import gettext as _
from webapp.words.fact_kit import NOT_YET, HandFacts, Names, Told, suit_said, who


def _settled(hand: Any, done: Any, names: Names) -> Told:
    there = done or hand
    yield _("Trump"), suit_said(getattr(there, "trump", None))
    yield _("Closed the talon"), who(getattr(there, "closed_by", None), names)
    announced = [f"{names[marriage.seat]} {marriage.points}" for marriage in getattr(there, "marriages", ())]
    yield _("Marriages"), ", ".join(announced) or NOT_YET


def _outcome(done: Any, names: Names) -> Told:
    yield _("Called"), who(done.claimed_by, names)
    said = {True: _("right"), False: _("wrong"), None: NOT_YET}
    yield _("The call"), said[done.claim_good]
    for name, augen in zip(names, done.augen or (NOT_YET,) * len(names), strict=True):
        yield _("Augen of %(name)s", name=name), str(augen)


HAND_FACTS = HandFacts(settled=_settled, outcome=_outcome)
