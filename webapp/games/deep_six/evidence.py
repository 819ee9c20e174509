"""What the cards tell of a meld, in words: the best melds of the cards shown, and those that the hand cannot hold."""

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from rules_core.games.deep_six.case_evidence import MeldEvidence
from rules_core.games.deep_six.hand import Meld
from webapp.games.deep_six.meld_words import meld_title
from webapp.http.language import gettext as _
from webapp.words.cited import Cited
from webapp.words.entry_kit import card_mark, cards_said
from webapp.words.evidence_kit import EvidenceLine, EvidenceTable
from webapp.words.numbers import number
from webapp.words.unseen import cards_unseen


def meld_said(found: MeldEvidence, game: str, names: Sequence[str]) -> EvidenceTable:
    """Returns the best melds of the cards that a player has shown, with what they come to."""
    lists = (
        (_("Cards shown so far"), (cards_said(found.shown, card_mark),) if found.shown else (_("none"),)),
        (_("The cards still unseen could make these"), _named(found.possible)),
        (_("Impossible, since cards of them lay elsewhere"), _named(found.impossible)),
    )
    return EvidenceTable(
        _("The best melds of the cards that %(name)s has shown", name=names[found.seat]),
        (_("Points"),),
        tuple(EvidenceLine(meld_title(meld), (number(meld.points),), cards=meld.cards) for meld in found.best),
        (number(found.points),),
        tuple(_follows(found, names[found.seat])),
        tuple((title, told) for title, told in lists if told),
    )


def _named(melds: Sequence[Meld]) -> tuple[Markup, ...]:
    """Melds by their cards: a name serves in every suit."""
    return tuple(cards_said(meld.cards, card_mark) for meld in melds)


def _follows(found: MeldEvidence, name: str) -> Iterator[Cited]:
    facts, left = {"name": name, "said": number(found.said), "best": number(found.points)}, found.unseen
    if found.points <= found.said:
        said = _("%(name)s melded %(said)s. The cards shown so far hold %(best)s.", **facts)
    elif left:
        said = _("%(name)s melded %(said)s. So far only %(best)s are shown.", **facts)
    else:
        said = _("%(name)s melded %(said)s. All cards are shown, and hold no more than %(best)s.", **facts)
    yield Cited(said, "DEEP-10")
    if left:
        yield Cited(cards_unseen(left, name))
