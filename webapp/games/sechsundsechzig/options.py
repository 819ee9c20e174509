"""Options of Sechsundsechzig in words."""

from collections.abc import Mapping
from typing import Any

from webapp.games.common.option_words import OptionWords
from webapp.http.language import gettext as _
from webapp.http.language import lazy_gettext as _l
from webapp.http.language import ngettext
from webapp.words.rulebook import AtTable


def _points_to_win(options: Any) -> str:
    return ngettext(
        "At this table %(num)s point wins the match.", "At this table %(num)s points win the match.", options.target
    )


def _call_at(options: Any) -> str:
    return _("At this table it takes %(augen)s Augen to call.", augen=options.call_at)


OPTIONS: Mapping[str, OptionWords] = {
    "target": OptionWords(
        _l("How many points win the match"), ("SU-25",), hint=_l("Usually seven."), agreed=_points_to_win
    ),
    "partners": OptionWords(
        _l("Four players"),
        ("SU-16",),
        {
            True: (_l("Partners across"), None),
            False: (_l("Everybody alone"), None),
        },
        usual=True,
        players=4,
        agreed={
            True: _l("At this table the four are partners across."),
            False: _l("At this table all four play for themselves."),
        },
    ),
    "call_at": OptionWords(
        _l("Augen it takes to call"),
        ("SU-19",),
        {66: (_l("66"), None), 101: (_l("101"), None)},
        also=("SU-15",),
        agreed=_call_at,
    ),
    "last_trick_augen": OptionWords(
        _l("The last trick"),
        ("SU-V1",),
        {0: (_l("Counts nothing by itself"), None), 10: (_l("Brings ten Augen"), None)},
        agreed={
            0: _l("At this table the last trick brings no Augen by itself."),
            10: _l("At this table the last trick brings ten Augen."),
        },
    ),
    "unclaimed": OptionWords(
        _l("Nobody calls"),
        ("SU-24",),
        {
            "nobody": (_l("Nobody scores"), None),
            "last-trick": (_l("One point for the last trick"), None),
        },
        agreed={
            "nobody": _l("At this table nobody scores when nobody calls."),
            "last-trick": _l("At this table the last trick brings one point when nobody calls."),
        },
    ),
    "trump_swap": OptionWords(
        _l("The lowest trump for the card turned up"),
        ("SU-V2",),
        {
            False: (_l("May not be swapped"), None),
            True: (_l("May be swapped before leading"), _l("While the talon is open.")),
        },
        agreed={
            False: _l("At this table the card turned up is not swapped."),
            True: _l("At this table the lowest trump may be swapped for the card turned up."),
        },
    ),
}
CHOICES: Mapping[str, OptionWords] = {
    "deck": OptionWords(
        _l("The cards"),
        answers={
            "french": (_l("French suits"), _l("Clubs, spades, hearts, diamonds; jack, queen.")),
            "german": (_l("German suits"), _l("Acorns, leaves, hearts, bells; Unter, Ober.")),
        },
    ),
}


def _closing(title: str, options: Any) -> tuple[str, str]:
    return title, _("Whoever closes the talon promises to reach %(augen)s without another card.", augen=options.call_at)


def _calling(title: str, options: Any) -> tuple[str, str]:
    return _("Calling %(augen)s", augen=options.call_at), _(
        "With %(augen)s or more, after taking a trick or announcing, a player calls, and the hand is over. Having "
        "%(augen)s in silence is not enough.",
        augen=options.call_at,
    )


def _rules_at_table_points_to_win(title: str, options: Any) -> tuple[str, str]:
    return (
        ngettext("%(num)s point", "%(num)s points", options.target),
        ngettext(
            "The text describes a single hand: here %(num)s point wins the match. The deal passes to the left.",
            "The text describes a single hand: here %(num)s points win the match. The deal passes to the left.",
            options.target,
        ),
    )


RULES_AT_TABLE: Mapping[str, AtTable] = {"SU-15": _closing, "SU-19": _calling, "SU-25": _rules_at_table_points_to_win}
