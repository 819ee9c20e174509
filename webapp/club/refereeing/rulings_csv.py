"""Everything that was decided at the tables of an evening, for spreadsheets."""

from collections.abc import Iterable

from webapp.club.refereeing.evening_rulings import PlacedRuling
from webapp.history.records.scores_csv import csv_file
from webapp.http.language import gettext as _
from webapp.words.dates import day_and_time


def rulings_csv(found: Iterable[PlacedRuling]) -> bytes:
    """Returns the decisions in this order, a line each; what no longer holds says why."""
    head = [
        _("Where"),
        _("Decision"),
        _("Text"),
        _("Rule"),
        _("Points"),
        _("By whom"),
        _("When"),
        _("What became of it"),
    ]
    return csv_file([head, *(_line(one) for one in found)])


def _line(placed: PlacedRuling) -> list[str | int]:
    one = placed.decision
    ended = " ".join(text for text in (str(one.ended), str(one.source)) if text)
    when = day_and_time(one.made_at)
    return [placed.where, one.title, str(one.text), one.rule or "", one.points, one.by, when, ended]
