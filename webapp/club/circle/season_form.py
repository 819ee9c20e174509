"""The form of a season: what was typed, what is wrong with it, and what it comes to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from webapp.club.circle.evening_days import today
from webapp.club.circle.match_search import day_in
from webapp.games.registry import looks
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_TITLE, MOST_COUNTED_EVENINGS
from webapp.store.circle_models import CircleSeason
from webapp.table.player_names import tidy
from webapp.table.title import is_title
from webapp.words.title_words import title_fault

FIELDS = ("name", "game", "first_day", "last_day", "best")
USUALLY_COUNTED = 5
"""How many evenings count where nobody says otherwise."""


@dataclass(frozen=True)
class SeasonForm:
    """The fields as they were typed, and why one is not taken, by its name; `values` are what they come to."""

    typed: Mapping[str, str]
    faults: dict[str, str] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)


def blank_season() -> SeasonForm:
    """Returns the form of a season that begins today."""
    typed = dict.fromkeys(FIELDS, "")
    return SeasonForm({**typed, "first_day": today().isoformat(), "best": str(USUALLY_COUNTED)})


def form_of(season: CircleSeason) -> SeasonForm:
    """Returns the form of a season as it stands."""
    return SeasonForm({name: "" if (value := getattr(season, name)) is None else str(value) for name in FIELDS})


def read_season(sent: Mapping[str, str], before: CircleSeason | None = None) -> SeasonForm:
    """Returns what was sent, with its faults; `before`: a game that this season has is taken, offered or not."""
    typed = {name: sent.get(name, "")[: 2 * LONGEST_TITLE] for name in FIELDS}
    name, game = tidy(typed["name"]), typed["game"]
    first, last, best = day_in(typed["first_day"]), day_in(typed["last_day"]), parse_integer(typed["best"])
    faults = {
        "name": _("Give it a name.") if not name else "" if is_title(name) else title_fault(),
        "game": "" if game in {"", *looks(), before.game if before else ""} else _("Choose a game."),
        "first_day": "" if first else _("Say on which day it begins."),
        "last_day": _last_day_fault(typed, first is not None and last is not None and last < first),
        "best": ""
        if best is not None and 1 <= best <= MOST_COUNTED_EVENINGS
        else _("A number from 1 to %(most)s.", most=MOST_COUNTED_EVENINGS),
    }
    found = {field: fault for field, fault in faults.items() if fault}
    return SeasonForm(typed, found, {"name": name, "game": game, "first_day": first, "last_day": last, "best": best})


def _last_day_fault(typed: Mapping[str, str], is_before: bool) -> str:
    if is_before:
        return _("The last day lies before the first one.")
    if typed["last_day"] and day_in(typed["last_day"]) is None:
        return _("Say a day, or leave it empty while the season goes on.")
    return ""
