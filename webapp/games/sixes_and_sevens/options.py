"""Options of Sixes and Sevens in words."""

from collections.abc import Mapping

from webapp.games.common.option_words import OptionWords
from webapp.http.language import lazy_gettext as _l

OPTIONS: Mapping[str, OptionWords] = {
    "ace_wild": OptionWords(
        _l("What an ace is"),
        ("ODD-V1",),
        {
            False: (_l("Even"), _l("And high: it beats the king.")),
            True: (_l("Odd or even, as its player says"), _l("Odd it is the lowest card, even the highest.")),
        },
        also=("ODD-2",),
        agreed={
            False: _l("At this table an ace is always even and high."),
            True: _l("At this table each ace is odd or even, as its player says."),
        },
    ),
    "ties_low": OptionWords(
        _l("As many odd as even"),
        ("ODD-8", "ODD-V2"),
        {
            False: (_l("The highest card takes the trick"), None),
            True: (_l("The lowest card takes the trick"), None),
        },
        _l("Matters only with four or six players."),
        agreed={
            False: _l("At this table the highest card of the led suit wins when as many are odd as even."),
            True: _l("At this table the lowest card of the led suit wins when as many are odd as even."),
        },
    ),
    "fewest_wins": OptionWords(
        _l("Who wins the match"),
        ("ODD-12", "ODD-V3"),
        {
            False: (_l("The most tricks"), None),
            True: (_l("The fewest tricks"), None),
        },
        agreed={
            False: _l("At this table the most tricks win the match."),
            True: _l("At this table the fewest tricks win the match."),
        },
    ),
    "final_tie": OptionWords(
        _l("Equal at the end"),
        ("ODD-12",),
        {
            "shared": (_l("They share the win"), None),
            "extra-hand": (_l("Play on"), _l("Further hands, until one player leads alone.")),
        },
        agreed={
            "shared": _l("At this table equals share the win."),
            "extra-hand": _l("At this table equals play further hands until one leads alone."),
        },
    ),
}
