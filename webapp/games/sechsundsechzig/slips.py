"""What slips easily in Sechsundsechzig: a marriage that nobody entered with its card."""

from collections.abc import Iterator, Sequence

from rules_core.events import encode
from rules_core.games.sechsundsechzig.events import MarriagePlay
from rules_core.games.sechsundsechzig.marriage import PARTNER
from rules_core.replay import Node
from webapp.http.language import gettext as _
from webapp.words.cards import card_name
from webapp.words.slip_kit import Slip


def slips(newest: Sequence[Node], names: Sequence[str]) -> Iterator[Slip]:
    """Yields the kings and queens that were led without a word: whether they could be announced the rules say."""
    for at, node in enumerate(newest):
        play = node.event
        if isinstance(play, MarriagePlay) and not play.marriage and play.card in PARTNER and _is_led(node):
            text = _("%(name)s announced 20 or 40: %(card)s", name=names[play.seat], card=card_name(play.card))
            yield Slip(text, {at: {**encode(play), "marriage": True}})


def _is_led(node: Node) -> bool:
    return node.before is not None and node.before.state.hand is not None and not node.before.state.hand.trick
