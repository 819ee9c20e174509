"""Why an entry was not taken, for the people at the table: what is the matter, why, and what to do.

The facts of a refusal may be few: every sentence also reads without them.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rules_core.codes import CODES as RULES
from rules_core.findings import Refusal
from webapp.games.common.refusals import cards, desk, duties, entering, rights
from webapp.games.deep_six import refusals as deep_six
from webapp.games.sechsundsechzig import refusals as sechsundsechzig
from webapp.games.sichermans_war import refusals as sichermans_war
from webapp.words.refusal_facts import Names, Words

_WORDS: Mapping[str, Words] = {
    **entering.WORDS,
    **cards.WORDS,
    **duties.WORDS,
    **deep_six.WORDS,
    **sechsundsechzig.WORDS,
    **sichermans_war.WORDS,
    **desk.WORDS,
    **rights.WORDS,
}
CODES = frozenset(_WORDS)


@dataclass(frozen=True)
class Reason:
    """A refusal in words: a title, what is the matter and what to do, the rule's number."""

    title: str
    text: str
    rule: str | None


def reason(refusal: Refusal, names: Names) -> Reason:
    """Returns a refusal in words, with the rule that it names or the one that its code points to."""
    title, text = _WORDS[refusal.code](refusal.facts, names)
    return Reason(title, text, refusal.rule or RULES.get(refusal.code))
