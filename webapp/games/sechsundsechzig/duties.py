"""The duties of play that only Sechsundsechzig has, in words, and the cards that a marriage shows."""

from collections.abc import Iterator, Mapping

from rules_core.cards import Card
from rules_core.events import Play
from rules_core.games.sechsundsechzig.events import MarriagePlay
from webapp.http.language import gettext_noop as _l
from webapp.words.duties import DutyWords

DUTIES: Mapping[str, DutyWords] = {
    "must-beat": DutyWords(
        _l("%(name)s could have gone higher in trick %(number)s"),
        _l("%(name)s did not go higher in trick %(first)s"),
    ),
    "must-trump": DutyWords(
        _l("%(name)s could have trumped in trick %(number)s"),
        _l("%(name)s did not trump in trick %(first)s"),
    ),
}
_OTHER_HALF = {"K": "Q", "Q": "K"}


def shows(play: Play) -> Iterator[Card]:
    """Yields the other half of a marriage that is announced with a card."""
    if isinstance(play, MarriagePlay) and play.marriage:
        yield _OTHER_HALF[play.card[0]] + play.card[1]
