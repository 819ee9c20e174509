"""Rules of Sichere Six with a number in them that a table may change."""

from collections.abc import Mapping
from typing import Any

from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.rulebook.rule import AtTable


def _rounds(title: str, options: Any) -> tuple[str, str]:
    return (
        ngettext("%(num)s round", "%(num)s rounds", options.rounds),
        ngettext(
            "The deal passes to the left. A match is %(num)s round.",
            "The deal passes to the left. A match is %(num)s rounds.",
            options.rounds,
        ),
    )


def _threshold(title: str, options: Any) -> tuple[str, str]:
    return _("%(mark)s up or %(mark)s down", mark=options.threshold), _(
        "A score of %(mark)s or −%(mark)s ends the match early, and the highest score wins. Here scores are looked at "
        "when a round ends, and to pass the mark is enough. Equals play on, even if scores fall back meanwhile.",
        mark=options.threshold,
    )


RULES_AT_TABLE: Mapping[str, AtTable] = {"SIC-20": _rounds, "SIC-22": _threshold}
