"""What the page of a case says of Sicherman's War: the skirmish that lies. Nobody can revoke."""

from collections.abc import Iterator, Sequence

from rules_core.games.sichermans_war.war import War
from webapp.http.language import gettext as _
from webapp.words.sides import totals_said


def state_rows(war: War, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yields the totals of the skirmish."""
    skirmish = None if war.hand is None else war.hand.skirmish
    yield _("Skirmish"), "–" if skirmish is None else totals_said(names, skirmish.totals)
