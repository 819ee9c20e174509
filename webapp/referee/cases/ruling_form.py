"""What somebody who rules has chosen and typed: kept as it is until it is taken."""

from collections.abc import Mapping
from dataclasses import dataclass

from webapp.http.limits import LONGEST_RULING_CODE, LONGEST_RULING_TEXT
from webapp.referee import adjusting
from webapp.table import forms
from webapp.table.snapshot import Snapshot


@dataclass(frozen=True)
class Typed:
    """A ruling as it is being made. `shown` are the points whose effect the page has shown."""

    remedy: str = ""
    rule: str = ""
    text: str = ""
    points: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()

    @property
    def effect_is_shown(self) -> bool:
        """Tells whether the effect of these very points was on the page."""
        return bool(self.points) and self.points == self.shown


def typed_in(now: Snapshot, form: Mapping[str, str]) -> Typed:
    """Returns what a form sends. A suggestion that was tapped takes the place of the points. Raises `NotAnEvent`."""
    none = (0,) * len(now.fold.state.totals)
    points = adjusting.points_in(now, form) if "points-0" in form else none
    filled = adjusting.points_listed(form.get("fill", ""))
    return Typed(
        form.get("remedy", "")[:LONGEST_RULING_CODE],
        form.get("rule", "")[:LONGEST_RULING_CODE],
        own_words(form.get("text", "")),
        filled if len(filled) == len(none) else points,
        adjusting.points_listed(form.get("shown", "")),
    )


def own_words(text: str) -> str:
    """Returns own words as they are kept."""
    return text.strip()[:LONGEST_RULING_TEXT]


def typed_or_nothing(now: Snapshot, form: Mapping[str, str]) -> Typed:
    """Returns the same of an address, where nonsense is nothing."""
    try:
        return typed_in(now, form)
    except forms.NotAnEvent:
        return Typed(points=(0,) * len(now.fold.state.totals))
