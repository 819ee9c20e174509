"""Options of Sichere Six in words."""

from collections.abc import Mapping
from typing import Any

from webapp.games.common.option_words import OptionWords
from webapp.http.language import gettext as _
from webapp.http.language import lazy_gettext as _l
from webapp.http.language import ngettext
from webapp.words.rulebook import AtTable


def _rounds(options: Any) -> str:
    return ngettext(
        "At this table a match is %(num)s round.", "At this table a match is %(num)s rounds.", options.rounds
    )


def _threshold(options: Any) -> str:
    return _("At this table a score of %(mark)s or −%(mark)s ends the match early.", mark=options.threshold)


OPTIONS: Mapping[str, OptionWords] = {
    "rounds": OptionWords(_l("How many rounds"), ("SIC-20",), hint=_l("Usually nine."), agreed=_rounds),
    "threshold": OptionWords(
        _l("A score that ends the match early"),
        ("SIC-22",),
        hint=_l("Usually nine: at 9 or −9 the match ends, looked at when a round is over."),
        agreed=_threshold,
    ),
    "joker_lead": OptionWords(
        _l("The Joker is led"),
        ("SIC-11",),
        {
            "next-card": (_l("The next card says which suit to follow"), None),
            "no-suit": (_l("Nobody has to follow"), None),
        },
        agreed={
            "next-card": _l("At this table the card after a led Joker says which suit to follow."),
            "no-suit": _l("At this table nobody has to follow a led Joker."),
        },
    ),
}


def _rules_at_table_rounds(title: str, options: Any) -> tuple[str, str]:
    return (
        ngettext("%(num)s round", "%(num)s rounds", options.rounds),
        ngettext(
            "The deal passes to the left. A match is %(num)s round.",
            "The deal passes to the left. A match is %(num)s rounds.",
            options.rounds,
        ),
    )


def _rules_at_table_threshold(title: str, options: Any) -> tuple[str, str]:
    return _("%(mark)s up or %(mark)s down", mark=options.threshold), _(
        "A score of %(mark)s or −%(mark)s ends the match early, and the highest score wins. Here scores are looked at "
        "when a round ends, and to pass the mark is enough. Equals play on, even if scores fall back meanwhile.",
        mark=options.threshold,
    )


RULES_AT_TABLE: Mapping[str, AtTable] = {"SIC-20": _rules_at_table_rounds, "SIC-22": _rules_at_table_threshold}
