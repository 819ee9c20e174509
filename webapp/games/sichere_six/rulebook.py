"""SIC: the rules of Sichere Six; its options in words, and its guide."""

from collections.abc import Mapping
from typing import Any

from webapp.games.common.lesson import UNDO, Guide, LessonStep, deal, play
from webapp.http.language import gettext as _
from webapp.http.language import lazy_gettext as _l
from webapp.http.language import ngettext
from webapp.words.rulebook import AtTable, OptionWords, Rule

RULES = (
    Rule(
        "SIC-1",
        "decided",
        _l("Pack and players"),
        _l(
            "Three people play with 25 cards: six to jack in four suits, and one Joker. The text names no "
            "number of players; three times eight cards and one over decide it."
        ),
    ),
    Rule(
        "SIC-2",
        "text",
        _l("First dealer"),
        _l("Cards go round one by one until a 9 turns up. Whoever gets it deals first."),
    ),
    Rule(
        "SIC-3",
        "text",
        _l("The deal"),
        _l("Everybody gets eight cards. The 25th stays face down in the middle and is called Fate’s Mercy."),
    ),
    Rule(
        "SIC-4",
        "decided",
        _l("Leading"),
        _l(
            "The player on the dealer’s left opens with any card. Who leads after that the text leaves out: "
            "here it is whoever took the last trick."
        ),
    ),
    Rule("SIC-5", "text", _l("Clockwise"), _l("Everybody plays one card to a trick, clockwise.")),
    Rule(
        "SIC-6",
        "decided",
        _l("Following suit"),
        _l(
            "Follow the suit led if you can, or play the Joker all the same; if you cannot, play any card. Here"
            " the suit to follow is the one that the led card had when it was led, and what counts as that suit"
            " in a hand goes by the ranking when the hand plays."
        ),
    ),
    Rule("SIC-7", "text", _l("Ranks in a suit"), _l("From low to high a suit runs 6, 7, 8, 9, 10, jack.")),
    Rule(
        "SIC-8",
        "text",
        _l("Trump"),
        _l(
            "The first 8 that is played to a trick makes its suit trump at once, for the rest of the round. "
            "Later 8s change nothing, and a buried one does not count."
        ),
    ),
    Rule(
        "SIC-9",
        "decided",
        _l("Big Spit and Little Spit"),
        _l(
            "The 7 of trumps, the Big Spit, is the highest trump; the other 7 of its colour, the Little Spit, "
            "comes next and is a trump in every way. Here it no longer counts as its printed suit. A 7 that was"
            " led before the 8 fell is ranked as a Spit within that same trick."
        ),
    ),
    Rule(
        "SIC-10",
        "text",
        _l("The Joker"),
        _l("Whoever plays the Joker says at once whether it wins, above every card, or loses, below every card."),
    ),
    Rule(
        "SIC-11",
        "decided",
        _l("Joker led"),
        _l(
            "The text does not say what to follow when the Joker is led: here the next card sets the suit. As "
            "an option nobody has to follow then, and the suit of the next card only decides between plain "
            "cards."
        ),
    ),
    Rule(
        "SIC-12",
        "text",
        _l("Who takes the trick"),
        _l(
            "A Joker that wins takes the trick; without one the highest trump; without a trump the highest card"
            " of the suit led."
        ),
    ),
    Rule(
        "SIC-13",
        "text",
        _l("Closed piles"),
        _l("Captured cards lie face down. Nobody looks through them while the round lasts."),
    ),
    Rule(
        "SIC-14",
        "decided",
        _l("The Chosen"),
        _l(
            "Whoever captures the first 9 is The Chosen: before the next lead Fate’s Mercy comes into that "
            "hand, and one card of it, a 9 if wished, goes face down to their own pile. Here this is compulsory, "
            "and any card will do, the Mercy itself included."
        ),
    ),
    Rule(
        "SIC-15",
        "decided",
        _l("The buried card"),
        _l(
            "The buried card counts as captured. If the first 9 falls in the last trick, the Mercy is the only "
            "card in hand and goes to the pile. After eight tricks the one card that nobody has played is the "
            "buried one."
        ),
    ),
    Rule(
        "SIC-16",
        "decided",
        _l("What adds up"),
        _l(
            "A round has eight tricks, and somebody captures each of the four nines. So the points of all come "
            "to 0 together, and with Fate’s Mirth to −4."
        ),
    ),
    Rule("SIC-17", "text", _l("Scoring"), _l("Each trick is a point. Each 9 captured takes two points off.")),
    Rule(
        "SIC-18",
        "decided",
        _l("Fate’s Mirth"),
        _l(
            "When all four nines are The Chosen’s, each opponent scores their tricks less six. What The Chosen "
            "scores the text leaves out: here the tricks, and the nines cost nothing."
        ),
    ),
    Rule(
        "SIC-19",
        "text",
        _l("Stones"),
        _l(
            "Light stones are points above zero, dark ones points below. Points won take dark stones away "
            "first, points lost take light ones. Whoever holds dark stones is in the dark."
        ),
    ),
    Rule(
        "SIC-20",
        "text",
        _l("Nine rounds"),
        _l("The deal passes to the left. A match is nine rounds, or as many as the table has agreed on."),
    ),
    Rule(
        "SIC-21",
        "decided",
        _l("Winning"),
        _l(
            "After the last round the highest score wins. Equals play on: here the first round that ends with a"
            " single leader ends it."
        ),
    ),
    Rule(
        "SIC-22",
        "decided",
        _l("Nine up or nine down"),
        _l(
            "A score of 9 or −9, or of what the table has agreed on, ends the match early, and the highest "
            "score wins. Here scores are looked at when a round ends, and to pass the mark is enough. Equals "
            "play on, even if scores fall back meanwhile."
        ),
    ),
)
GUIDE = Guide(
    "sichere-six",
    ("Ann", "Ben", "Cat"),
    (
        LessonStep(
            _l("The deal and a lead"),
            _l(
                "Ann has dealt, so Ben leads: the 9 of diamonds. Every card is one tap. The row of the led suit is "
                "marked, so followers find their cards at once."
            ),
            ("Ann", "9D"),
            (deal(0), play(1, "9D")),
        ),
        LessonStep(
            _l("The 8 that makes trump"),
            _l(
                "Cat has no diamond and plays the 8 of clubs. It is the first 8, so clubs are trump at once. The keys "
                "show it: a brass corner on every club and on both black 7s, the Big and the Little Spit."
            ),
            ("8C",),
            (play(2, "8C"),),
        ),
        LessonStep(
            _l("A wrong key"),
            _l(
                "Ann plays the jack, but the 10 was tapped. Undo beside the last entry takes it back in one tap, and "
                "the two cards lie there as before."
            ),
            ("TD", _l("Undo")),
            (play(0, "TD"), UNDO),
        ),
        LessonStep(
            _l("Fate’s Mercy"),
            _l(
                "Now the jack. Cat takes the trick, and with it the first 9: Cat is The Chosen. The pad becomes "
                "one big key, for nothing else may happen now. Cat takes Fate’s Mercy and buries a card; which "
                "one, nobody enters."
            ),
            ("JD",),
            (play(0, "JD"),),
        ),
        LessonStep(
            _l("The Joker"),
            _l(
                "The card is buried, and Cat leads the Joker. It has two keys, “Joker wins” and “Joker loses”: "
                "one tap says both that it was played and what it does."
            ),
            (_l("Card buried, %(name)s leads", name="Cat"), _l("Joker wins")),
            ({"type": "mercy", "seat": 2}, play(2, "X", joker="win")),
        ),
        LessonStep(
            _l("Cards, tricks or totals"),
            _l(
                "Two more cards, and the trick is Cat’s. In a hurry, “Enter by tricks from here” in the menu asks "
                "who takes each trick and with how many nines: here Ann, with one. Before the first card “As "
                "totals” asks for the whole round. Points and stones are counted for you."
            ),
            ("6H", "7H", _l("Enter by tricks from here"), "Ann: 1"),
            (play(0, "6H"), play(1, "7H"), {"type": "trick", "winner": 0, "nines": 1}),
        ),
    ),
)


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
