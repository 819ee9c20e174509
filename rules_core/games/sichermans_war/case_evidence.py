"""Cards turned and dice rolled in the skirmish of an entry (WAR-5, WAR-7), or the results of all skirmishes."""

from msgspec import Struct

from rules_core.case_evidence import CountLine, HandCount, Question, count
from rules_core.games.sichermans_war.skirmish import Fought, Skirmish
from rules_core.games.sichermans_war.spoils import points_of
from rules_core.games.sichermans_war.war import War, lying, skirmish_number


class SkirmishEvidence(Struct, frozen=True):
    """The skirmish of this number as it stands by now; `winner` None: it is not over, or its cards were thrown out."""

    number: int
    skirmish: Skirmish
    winner: int | None = None


def evidence(question: Question) -> SkirmishEvidence | HandCount | None:
    """Returns the skirmish of an entry; of a battle the result of each skirmish, None before its first one is over."""
    war: War = question.last
    if question.event is None:
        lines = [_line(number, one) for number, one in enumerate(question.tricks, 1)]
        return count(("points",), lines, war.players, "WAR-11") if lines else None
    number = skirmish_number(question.before)
    if 0 < number <= len(question.tricks):
        fought: Fought = question.tricks[number - 1]
        return SkirmishEvidence(number, fought.skirmish, fought.winner)
    fight = lying(war)
    return SkirmishEvidence(number, fight) if fight is not None else None


def _line(number: int, one: Fought) -> CountLine:
    thrown_out = one.winner is None
    return CountLine(one.winner, (0 if thrown_out else points_of(one.cards),), number, cards=one.cards)
