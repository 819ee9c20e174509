"""What the page of a case says of Sicherman's War: the skirmish that lies. Nobody can revoke."""

from collections.abc import Iterator, Sequence

from rules_core.games.sichermans_war.war import War
from rules_core.replay import Raw
from webapp.http.language import gettext as _
from webapp.words.sides import totals_said


def thinkable(war: War) -> Iterator[Raw]:
    """Yields a roll of each die of each seat."""
    for seat in range(war.players):
        yield from ({"type": "roll", "seat": seat, "die": die, "value": 1} for die in ("low", "d6", "high"))


def state_rows(war: War, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yields the totals of the skirmish."""
    skirmish = None if war.hand is None else war.hand.skirmish
    yield _("Skirmish"), "–" if skirmish is None else totals_said(names, skirmish.totals)
