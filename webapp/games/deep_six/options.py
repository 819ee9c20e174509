"""Options of Deep Six in words."""

from collections.abc import Mapping
from typing import Any

from webapp.games.common.option_words import OptionWords
from webapp.http.language import gettext as _
from webapp.http.language import lazy_gettext as _l
from webapp.http.language import ngettext
from webapp.words.rulebook import AtTable


def _target(options: Any) -> str:
    if options.target_by == "exceeding":
        return _("At this table it takes more than %(points)s points to end the match.", points=options.target)
    return ngettext(
        "At this table %(num)s point ends the match.", "At this table %(num)s points end the match.", options.target
    )


OPTIONS: Mapping[str, OptionWords] = {
    "target": OptionWords(
        _l("How many points end the match"), ("DEEP-22",), hint=_l("Usually 500."), also=("DEEP-2",), agreed=_target
    ),
    "target_by": OptionWords(
        _l("A side that has exactly this total"),
        ("DEEP-22",),
        {
            "reaching": (_l("It ends the match"), _l("So many points are enough.")),
            "exceeding": (_l("The match goes on"), _l("More points than that are needed.")),
        },
        _l("The game’s text says both."),
        also=("DEEP-2",),
        agreed=_target,
    ),
    "meld_reuse": OptionWords(
        _l("A card in several melds"),
        ("DEEP-11",),
        {
            "kinds": (_l("Once in each kind"), _l("In a run, in an echo and in a wide.")),
            "none": (_l("In one meld only"), None),
        },
        agreed={
            "kinds": _l("At this table a card serves once in each kind of meld."),
            "none": _l("At this table a card serves in one meld only."),
        },
    ),
    "failed_bid": OptionWords(
        _l("A failed bid scores"),
        ("DEEP-20",),
        {
            "formula": (_l("200 less the bid"), _l("A failed 120 then costs only 80.")),
            "worse": (_l("That, or the points made if they are more"), None),
        },
        agreed={
            "formula": _l("At this table a failed bid scores 200 less the bid."),
            "worse": _l("At this table a failed bid scores 200 less the bid, or the net if that is more."),
        },
    ),
}


def _goal(title: str, options: Any) -> tuple[str, str]:
    if options.target_by == "exceeding":
        text = _(
            "Four people play, partners across from each other. Points are bad: the side that has more than "
            "%(points)s loses.",
            points=options.target,
        )
    else:
        text = _(
            "Four people play, partners across from each other. Points are bad: the side that reaches %(points)s "
            "loses.",
            points=options.target,
        )
    return title, text


def _end(title: str, options: Any) -> tuple[str, str]:
    if options.target_by == "exceeding":
        text = _(
            "The text says both 500 or more and more than 500: here it takes more than %(points)s to end the match. "
            "The side with fewer points wins, and equal sides play another hand.",
            points=options.target,
        )
    else:
        text = _(
            "The text says both 500 or more and more than 500: here %(points)s is enough to end the match. The side "
            "with fewer points wins, and equal sides play another hand.",
            points=options.target,
        )
    return title, text


RULES_AT_TABLE: Mapping[str, AtTable] = {"DEEP-2": _goal, "DEEP-22": _end}
