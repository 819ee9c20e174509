"""Lines that count tricks and nines."""

from collections.abc import Callable, Mapping

from rules_core.game import Line
from webapp.http.language import gettext as _
from webapp.http.language import ngettext

What = Callable[[Line], str]
"""Says what a line counted."""


def count(line: Line) -> int:
    """Returns how many a line counted."""
    counted = line.facts.get("count", 0)
    return counted if isinstance(counted, int) else 0


def _tricks(line: Line) -> str:
    return ngettext("%(num)s trick", "%(num)s tricks", count(line))


def _nines(line: Line) -> str:
    return ngettext("%(num)s nine", "%(num)s nines", count(line))


def _mirth(line: Line) -> str:
    return _("Fate’s Mirth") if line.points else _("Fate’s Mirth: the nines cost nothing")


LINES: Mapping[str, What] = {"tricks": _tricks, "nines": _nines, "mirth": _mirth}
