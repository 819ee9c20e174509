"""Why a hand of Knaves scored what it did, in words."""

from rules_core.findings import Line
from webapp.http.language import ngettext


def points(line: Line) -> str:
    """Returns *5 tricks, 1 knave*."""
    tricks = ngettext("%(num)s trick", "%(num)s tricks", line.facts["tricks"])
    knaves = ngettext("%(num)s knave", "%(num)s knaves", line.facts["knaves"])
    return f"{tricks}, {knaves}"
