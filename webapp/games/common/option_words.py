"""The words of what a table agrees on before the first deal: the options of the rules, and choices beside them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask_babel import LazyString
from flask_babel import lazy_gettext as _l

Answers = Mapping[Any, tuple[LazyString, LazyString | None]]


@dataclass(frozen=True)
class Words:
    """How a question reads. `answers` has a title and a hint for each value of the option; none: a whole number.

    `usual` is the answer meant where the option has no default of its own; `players`: asked of so many only, 0: of any.
    """

    title: LazyString
    rules: tuple[str, ...] = ()
    answers: Answers = field(default_factory=dict)
    hint: LazyString | None = None
    usual: Any = None
    players: int = 0


OPTIONS: Mapping[str, Mapping[str, Words]] = {
    "sixes-and-sevens": {
        "ace_wild": Words(
            _l("What an ace is"),
            ("ODD-V1",),
            {
                False: (_l("Even"), _l("And high: it beats the king.")),
                True: (_l("Odd or even, as its player says"), _l("Odd it is the lowest card, even the highest.")),
            },
        ),
        "ties_low": Words(
            _l("As many odd as even"),
            ("ODD-8", "ODD-V2"),
            {
                False: (_l("The highest card takes the trick"), None),
                True: (_l("The lowest card takes the trick"), None),
            },
            _l("Matters only with four or six players."),
        ),
        "fewest_wins": Words(
            _l("Who wins the match"),
            ("ODD-12", "ODD-V3"),
            {
                False: (_l("The most tricks"), None),
                True: (_l("The fewest tricks"), None),
            },
        ),
        "final_tie": Words(
            _l("Equal at the end"),
            ("ODD-12",),
            {
                "shared": (_l("They share the win"), None),
                "extra-hand": (_l("Play on"), _l("Further hands, until one player leads alone.")),
            },
        ),
    },
    "sichere-six": {
        "rounds": Words(_l("How many rounds"), ("SIC-20",), hint=_l("Usually nine.")),
        "threshold": Words(
            _l("A score that ends the match early"),
            ("SIC-22",),
            hint=_l("Usually nine: at 9 or −9 the match ends, looked at when a round is over."),
        ),
        "joker_lead": Words(
            _l("The Joker is led"),
            ("SIC-11",),
            {
                "next-card": (_l("The next card says which suit to follow"), None),
                "no-suit": (_l("Nobody has to follow"), None),
            },
        ),
    },
    "sichermans-war": {
        "jokers": Words(
            _l("Jokers"),
            ("WAR-1",),
            {
                False: (_l("Without"), None),
                True: (_l("Two in each pack"), _l("A Joker counts 1 and is worth 20 points.")),
            },
        ),
    },
    "deep-six": {
        "target": Words(_l("How many points end the match"), ("DEEP-22",), hint=_l("Usually 500.")),
        "target_by": Words(
            _l("Exactly so many points"),
            ("DEEP-22",),
            {
                "reaching": (_l("End the match"), None),
                "exceeding": (_l("Do not: it takes more"), None),
            },
            _l("The game’s text says both."),
        ),
        "meld_reuse": Words(
            _l("A card in several melds"),
            ("DEEP-11",),
            {
                "kinds": (_l("Once in each kind"), _l("In a run, in an echo and in a wide.")),
                "none": (_l("In one meld only"), None),
            },
        ),
        "failed_bid": Words(
            _l("A failed bid scores"),
            ("DEEP-20",),
            {
                "formula": (_l("200 less the bid"), _l("A failed 120 then costs only 80.")),
                "worse": (_l("That, or the points made if they are more"), None),
            },
        ),
    },
    "sechsundsechzig": {
        "target": Words(_l("How many points win the match"), ("SU-25",), hint=_l("Usually seven.")),
        "partners": Words(
            _l("Four players"),
            ("SU-16",),
            {
                True: (_l("Partners across"), None),
                False: (_l("Everybody alone"), None),
            },
            usual=True,
            players=4,
        ),
        "call_at": Words(
            _l("Augen it takes to call"),
            ("SU-19",),
            {66: (_l("66"), None), 101: (_l("101"), None)},
        ),
        "last_trick_augen": Words(
            _l("The last trick"),
            ("SU-V1",),
            {0: (_l("Counts nothing by itself"), None), 10: (_l("Brings ten Augen"), None)},
        ),
        "unclaimed": Words(
            _l("Nobody calls"),
            ("SU-24",),
            {
                "nobody": (_l("Nobody scores"), None),
                "last-trick": (_l("One point for the last trick"), None),
            },
        ),
        "trump_swap": Words(
            _l("The lowest trump for the card turned up"),
            ("SU-V2",),
            {
                False: (_l("May not be swapped"), None),
                True: (_l("May be swapped before leading"), _l("While the talon is open.")),
            },
        ),
    },
}

CHOICES: Mapping[str, Mapping[str, Words]] = {
    "sichermans-war": {
        "odds": Words(
            _l("Odds of the dice"),
            answers={
                "no": (_l("Hidden"), None),
                "yes": (_l("Shown"), _l("How often each die, and the best of them together, would win.")),
            },
        ),
    },
    "sechsundsechzig": {
        "deck": Words(
            _l("The cards"),
            answers={
                "french": (_l("French suits"), _l("Clubs, spades, hearts, diamonds; jack, queen.")),
                "german": (_l("German suits"), _l("Acorns, leaves, hearts, bells; Unter, Ober.")),
            },
        ),
    },
}
"""Beside the rules: the first answer is the usual one."""
