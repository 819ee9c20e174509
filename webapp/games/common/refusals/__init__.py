"""Why an entry was not taken, for the people at the table: what is the matter, why, and what to do.

The facts of a refusal may be few: every sentence also reads without them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules_core.codes import CODES as RULES
from rules_core.findings import Refusal
from webapp.games.common.refusals import card_refusals, desk_refusals, duty_refusals, entry_refusals, rights_refusals
from webapp.games.look import Look
from webapp.games.registry import look_of_rule, looks
from webapp.http.language import gettext as _
from webapp.words.codes import readable
from webapp.words.refusal_facts import Names, Words

SHARED: Mapping[str, Words] = {
    **entry_refusals.WORDS,
    **card_refusals.WORDS,
    **duty_refusals.WORDS,
    **desk_refusals.WORDS,
    **rights_refusals.WORDS,
}
"""The codes of several games, and of the house."""


@dataclass(frozen=True)
class Reason:
    """A refusal in words: a title, what is the matter and what to do, the rule's number."""

    title: str
    text: str
    rule: str | None


def reason(refusal: Refusal, names: Names) -> Reason:
    """Returns a refusal in words, with the rule that it names or the one that its code points to."""
    title, text = _own(refusal, names) or _shared(refusal, names)
    return Reason(title, text, refusal.rule or RULES.get(refusal.code))


def _own(refusal: Refusal, names: Names) -> tuple[str, str] | None:
    """The words of the game that has refused: the one whose rule it names, else any that knows these facts."""
    told = (words(refusal.facts, names) for look in _asked(refusal) if (words := look.refusals.get(refusal.code)))
    return next((said for said in told if said), None)


def _asked(refusal: Refusal) -> Iterator[Look]:
    named = look_of_rule(refusal.rule) if refusal.rule else None
    yield from looks().values() if named is None else (named,)


def _shared(refusal: Refusal, names: Names) -> tuple[str, str]:
    if (words := SHARED.get(refusal.code)) is not None:
        return words(refusal.facts, names)
    return readable(refusal.code), _("The rules of this game do not allow it.")
