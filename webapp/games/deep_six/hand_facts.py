"""What is told of a hand of Deep Six when two tables are compared."""

from typing import Any

from rules_core.games.deep_six.hand import Opening
from webapp.http.language import gettext as _
from webapp.words.fact_kit import NOT_YET, HandFacts, Names, Told, suit_said, who
from webapp.words.numbers import number
from webapp.words.sides import side_names


def _settled(hand: Any, done: Any, names: Names) -> Told:
    opening = hand.opening if hand is not None else Opening()
    yield _("Bidder"), who(opening.bidder, names)
    yield _("Bid"), NOT_YET if opening.bid is None else number(opening.bid)
    yield _("Sunk suit"), suit_said(opening.sunk)
    for seat, melded in enumerate(opening.melded):
        yield _("%(name)s melds", name=names[seat]), NOT_YET if melded is None else number(melded.points)


def _outcome(done: Any, names: Names) -> Told:
    for name, net in zip(side_names(names, len(done.net)), done.net, strict=True):
        yield _("Net of %(name)s", name=name), number(net)
    yield _("The bid"), _("made") if done.made else _("failed")


HAND_FACTS = HandFacts(settled=_settled, outcome=_outcome)
