"""What a table has agreed on, as sentences: *At this table nobody has to follow a led Joker.*"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET

from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.http.language import noted as _l


def agreed(game: str, option: str, options: Any, players: int = 0) -> str | None:
    """Returns what these options say about one of them; None where it does not concern so many players."""
    value = getattr(options, option)
    if (said := _COUNTED.get((game, option))) is not None:
        return said(options)
    if value is UNSET and players == FOUR:
        value = True  # the one such option is SU-16: four are partners unless they have agreed on something else
    return None if value is UNSET else _(_CHOSEN[option][value])


FOUR = 4

_CHOSEN: Mapping[str, Mapping[Any, str]] = {
    "ace_wild": {
        False: _l("At this table an ace is always even and high."),
        True: _l("At this table each ace is odd or even, as its player says."),
    },
    "ties_low": {
        False: _l("At this table the highest card of the led suit wins when as many are odd as even."),
        True: _l("At this table the lowest card of the led suit wins when as many are odd as even."),
    },
    "fewest_wins": {
        False: _l("At this table the most tricks win the match."),
        True: _l("At this table the fewest tricks win the match."),
    },
    "final_tie": {
        "shared": _l("At this table equals share the win."),
        "extra-hand": _l("At this table equals play further hands until one leads alone."),
    },
    "joker_lead": {
        "next-card": _l("At this table the card after a led Joker says which suit to follow."),
        "no-suit": _l("At this table nobody has to follow a led Joker."),
    },
    "jokers": {
        False: _l("At this table the Jokers stay out."),
        True: _l("At this table there are two Jokers in each pack."),
    },
    "meld_reuse": {
        "kinds": _l("At this table a card serves once in each kind of meld."),
        "none": _l("At this table a card serves in one meld only."),
    },
    "failed_bid": {
        "formula": _l("At this table a failed bid scores 200 less the bid."),
        "worse": _l("At this table a failed bid scores 200 less the bid, or the net if that is more."),
    },
    "partners": {
        True: _l("At this table the four are partners across."),
        False: _l("At this table all four play for themselves."),
    },
    "last_trick_augen": {
        0: _l("At this table the last trick brings no Augen by itself."),
        10: _l("At this table the last trick brings ten Augen."),
    },
    "unclaimed": {
        "nobody": _l("At this table nobody scores when nobody calls."),
        "last-trick": _l("At this table the last trick brings one point when nobody calls."),
    },
    "trump_swap": {
        False: _l("At this table the card turned up is not swapped."),
        True: _l("At this table the lowest trump may be swapped for the card turned up."),
    },
}


def _rounds(options: Any) -> str:
    return ngettext(
        "At this table a match is %(num)s round.", "At this table a match is %(num)s rounds.", options.rounds
    )


def _threshold(options: Any) -> str:
    return _("At this table a score of %(mark)s or −%(mark)s ends the match early.", mark=options.threshold)


def _target(options: Any) -> str:
    if options.target_by == "exceeding":
        return _("At this table it takes more than %(points)s points to end the match.", points=options.target)
    return ngettext(
        "At this table %(num)s point ends the match.", "At this table %(num)s points end the match.", options.target
    )


def _points_to_win(options: Any) -> str:
    return ngettext(
        "At this table %(num)s point wins the match.", "At this table %(num)s points win the match.", options.target
    )


def _call_at(options: Any) -> str:
    return _("At this table it takes %(augen)s Augen to call.", augen=options.call_at)


_COUNTED: Mapping[tuple[str, str], Callable[[Any], str]] = {
    ("sichere-six", "rounds"): _rounds,
    ("sichere-six", "threshold"): _threshold,
    ("deep-six", "target"): _target,
    ("deep-six", "target_by"): _target,
    ("sechsundsechzig", "target"): _points_to_win,
    ("sechsundsechzig", "call_at"): _call_at,
}
"""Options that are numbers, or go together with one."""
