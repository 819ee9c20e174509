"""DEEP: the rules of Deep Six, and its options in words."""

from collections.abc import Mapping
from typing import Any

from webapp.http.language import gettext as _
from webapp.http.language import lazy_gettext as _l
from webapp.http.language import ngettext
from webapp.words.rulebook import AtTable, OptionWords, Rule

RULES = (
    Rule("DEEP-1", "text", _l("The pack"), _l("There are 56 cards: 2 to 8 in four suits, every card twice.")),
    Rule(
        "DEEP-2",
        "text",
        _l("Partners and goal"),
        _l("Four people play, partners across from each other. Points are bad: the side that reaches 500 loses."),
    ),
    Rule(
        "DEEP-3",
        "decided",
        _l("The deal"),
        _l(
            "The text leaves the deal open: here everybody gets fourteen cards, the whole pack, and the deal "
            "passes to the left."
        ),
    ),
    Rule(
        "DEEP-4",
        "decided",
        _l("Bidding"),
        _l(
            "Left of the dealer begins. Bids are multiples of 10, from 120 downwards, each lower than the last;"
            " jumps and bids below zero are allowed, and a pass is for good. Here it goes round until three "
            "have passed and one has bid."
        ),
    ),
    Rule(
        "DEEP-5",
        "decided",
        _l("Three passes"),
        _l("If three pass before any bid, the dealer has to bid 120. Here it is 120 exactly, not less."),
    ),
    Rule("DEEP-6", "text", _l("The sunk suit"), _l("Whoever wins the auction names the suit that is sunk.")),
    Rule(
        "DEEP-7",
        "text",
        _l("Invitation"),
        _l(
            "Before the exchange the bidder may show melds or parts of melds, so that the partner knows what is wanted."
        ),
    ),
    Rule(
        "DEEP-8",
        "text",
        _l("Exchange and melding"),
        _l(
            "The partner passes the bidder three cards and gets three back, all of them face down. After that "
            "everybody melds."
        ),
    ),
    Rule(
        "DEEP-9",
        "text",
        _l("Runs"),
        _l(
            "Runs are of one suit, never of the sunk one. A deep run 6-7-8 is −30, a shallow one 5-6-7 is −15, "
            "a grand one 4-5-6-7-8 is −50."
        ),
    ),
    Rule(
        "DEEP-10",
        "text",
        _l("Echoes and wides"),
        _l(
            "An echo is two identical cards: 8s −20, 7s −15, 6s −10. A wide is one rank in all four suits: 8s "
            "−30, 7s −20, 6s −10."
        ),
    ),
    Rule(
        "DEEP-11",
        "decided",
        _l("One card in several melds"),
        _l(
            "The text does not say how often a card may serve: here in melds of different kinds (run, echo, "
            "wide), but once in each kind. A grand run holds no further run of the same cards. As an option "
            "every card serves once."
        ),
    ),
    Rule("DEEP-12", "text", _l("Leading"), _l("The bidder leads to the first trick, later whoever took the last one.")),
    Rule(
        "DEEP-13",
        "text",
        _l("Following suit"),
        _l("Follow the suit that was led if you can. If you cannot, play any card."),
    ),
    Rule(
        "DEEP-14",
        "decided",
        _l("Playing over"),
        _l(
            "Whoever follows has to play over if possible; otherwise any card of the suit will do. Here over "
            "means over the card that is winning, and an identical card is over it. Once another suit, not the "
            "sunk one, is in the trick, no card of the led suit can win, so any of them will do."
        ),
    ),
    Rule(
        "DEEP-15",
        "decided",
        _l("Who takes the trick"),
        _l(
            "The highest card of the suit that was introduced last takes the trick. Here a suit is introduced "
            "by its first card in the trick only."
        ),
    ),
    Rule(
        "DEEP-16",
        "text",
        _l("Sunk cards in a trick"),
        _l("The sunk suit counts as introduced first, whenever one of its cards falls."),
    ),
    Rule("DEEP-17", "text", _l("Identical cards"), _l("Of two identical cards the later one is the higher.")),
    Rule(
        "DEEP-18",
        "text",
        _l("Points in tricks"),
        _l("Each 2 is 20 points, each 3 is 10, and the last trick is another 10. A hand comes to 250."),
    ),
    Rule(
        "DEEP-19",
        "text",
        _l("Bid made"),
        _l(
            "The net of a side is its points taken plus its meld, which is negative. The bidding side makes its"
            " bid with a net that is no higher, and scores the net."
        ),
    ),
    Rule(
        "DEEP-20",
        "decided",
        _l("Bid failed"),
        _l(
            "A side that fails its bid scores 200 less the bid, whatever it has melded. Taken by the letter, as"
            " here, a failed 120 costs only 80. As an option the side scores its net if that is more."
        ),
    ),
    Rule(
        "DEEP-21",
        "decided",
        _l("Never below zero"),
        _l("No side scores less than 0 in a hand. Here the bid is compared with the net before that."),
    ),
    Rule(
        "DEEP-22",
        "decided",
        _l("End of the match"),
        _l(
            "The text says both 500 or more and more than 500: here 500 is enough, unless the table has agreed "
            "on more than 500 or on another number. The side with fewer points wins, and equal sides play "
            "another hand."
        ),
    ),
)


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
