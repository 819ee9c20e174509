"""Why a hand of Knaves scored what it did, in words."""

from rules_core.findings import ScoreLine
from webapp.http.language import ngettext
from webapp.words.hand_kit import count


def knaves(line: ScoreLine) -> str:
    """Returns *2 knaves*."""
    return ngettext("%(num)s knave", "%(num)s knaves", count(line))
