"""The cards and dice of a skirmish in words, in the order in which they are counted."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from rules_core.games.sichermans_war.case_evidence import SkirmishEvidence
from rules_core.games.sichermans_war.skirmish import Rolled
from rules_core.games.sichermans_war.spoils import value
from webapp.games.sichermans_war.dice_words import DICE
from webapp.http.language import gettext as _
from webapp.words.cards import card_name
from webapp.words.cited import Cited
from webapp.words.evidence_kit import EvidenceLine, EvidenceTable
from webapp.words.numbers import number


def skirmish_said(found: SkirmishEvidence, game: str, names: Sequence[str]) -> EvidenceTable:
    """Returns what everybody turned and rolled, a column each, with the totals."""
    return EvidenceTable(
        _("Cards and dice of skirmish %(number)s", number=found.number),
        tuple(names),
        (*_cards(found), *_dice(found)),
        tuple(number(total) for total in found.skirmish.totals),
        tuple(_taken(found, names)),
    )


def _cards(found: SkirmishEvidence) -> Iterator[EvidenceLine]:
    for place, cards in enumerate(zip_longest(*found.skirmish.cards)):
        title = _("Reinforcement") if place else _("Card")
        cells = tuple("" if card is None else f"{card_name(card)}: {number(value(card))}" for card in cards)
        yield EvidenceLine(title, cells)


def _dice(found: SkirmishEvidence) -> Iterator[EvidenceLine]:
    for die, title in DICE.items():
        cells = tuple(_fallen(rolls, die) for rolls in found.skirmish.rolls)
        if any(cells):
            yield EvidenceLine(_(title), cells)


def _fallen(rolls: Sequence[Rolled], die: str) -> str:
    return " + ".join(number(rolled.value) for rolled in rolls if rolled.die == die)


def _taken(found: SkirmishEvidence, names: Sequence[str]) -> Iterator[Cited]:
    if found.winner is not None:
        yield Cited(
            _("%(name)s took skirmish %(number)s", name=names[found.winner], number=found.number) + ".", "WAR-6"
        )
