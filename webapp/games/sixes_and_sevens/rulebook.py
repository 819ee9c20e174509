"""ODD: the rules of Sixes and Sevens; its options in words, and its guide."""

from collections.abc import Mapping

from webapp.games.common.lesson import UNDO, Guide, LessonStep, deal, play
from webapp.http.language import lazy_gettext as _l
from webapp.words.rulebook import OptionWords, Rule

RULES = (
    Rule("ODD-1", "text", _l("Pack and players"), _l("Three to six people play with one pack of 52 cards.")),
    Rule(
        "ODD-2",
        "text",
        _l("Odd and even"),
        _l("Odd are 3, 5, 7, 9, jack and king. Even are 2, 4, 6, 8, 10, queen and ace."),
    ),
    Rule(
        "ODD-3",
        "text",
        _l("First dealer"),
        _l("Everybody cuts. The highest card deals, the two is lowest, the ace highest. Equals cut again."),
    ),
    Rule(
        "ODD-4",
        "text",
        _l("The deal"),
        _l(
            "Everybody gets as many cards as can be dealt evenly: 17, 13, 10 or 8 with three, four, "
            "five or six players. The rest lies face down aside."
        ),
    ),
    Rule("ODD-5", "text", _l("First lead"), _l("The player on the dealer’s left leads to the first trick.")),
    Rule("ODD-6", "text", _l("Clockwise"), _l("Everybody plays one card to a trick, clockwise.")),
    Rule(
        "ODD-7",
        "text",
        _l("Following suit"),
        _l("Follow the suit that was led if you can. If you cannot, play any card."),
    ),
    Rule(
        "ODD-8",
        "text",
        _l("More odd, or as many"),
        _l(
            "With more odd cards in the trick, or as many odd as even, the highest card of the led "
            "suit takes it. Cards of other suits count for odd and even too."
        ),
    ),
    Rule(
        "ODD-9",
        "text",
        _l("More even"),
        _l("With more even cards in the trick, the lowest card of the led suit takes it."),
    ),
    Rule("ODD-10", "text", _l("Next lead"), _l("Whoever takes a trick leads to the next.")),
    Rule(
        "ODD-11",
        "text",
        _l("Scoring"),
        _l("Each trick is a point. The deal passes to the left until everybody has dealt once."),
    ),
    Rule(
        "ODD-12",
        "decided",
        _l("Winning"),
        _l(
            "The most points win. The text does not say what happens to equals: here they share the "
            "win, or the table plays further hands until one leads."
        ),
    ),
    Rule(
        "ODD-V1",
        "option",
        _l("Wild aces"),
        _l(
            "Each ace is either odd and lowest or even and highest. Once the trick is full, those who"
            " played an ace say so in playing order, before the next lead."
        ),
    ),
    Rule(
        "ODD-V2",
        "option",
        _l("Ties low"),
        _l(
            "As many odd as even: the lowest card of the led suit takes the trick. With three or five"
            " players this never happens."
        ),
    ),
    Rule("ODD-V3", "option", _l("Fewest win"), _l("The fewest points win the match.")),
)
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
GUIDE = Guide(
    "sixes-and-sevens",
    ("Ann", "Ben", "Cat", "Dan"),
    (
        LessonStep(
            _l("The deal and a lead"),
            _l(
                "Ann has dealt, so Ben leads: the 9 of diamonds. A lead takes two taps, the suit and then the rank. "
                "The odd ranks are the upper row, the even ones the lower."
            ),
            ("Ann", "D", "9D"),
            (deal(0), play(1, "9D")),
        ),
        LessonStep(
            _l("Following suit"),
            _l(
                "Cat follows with the queen. Diamonds are chosen already, so it takes one tap. The beam counts: one "
                "odd card, one even. As many of both, so the highest diamond is ahead."
            ),
            ("QD",),
            (play(2, "QD"),),
        ),
        LessonStep(
            _l("Odd or even"),
            _l(
                "Dan has no diamond and plays the 4 of spades. It cannot win, but it counts: more even than odd, and "
                "the lowest diamond is ahead. The brass ring moves to Ben’s 9 by itself."
            ),
            ("S", "4S"),
            (play(3, "4S"),),
        ),
        LessonStep(
            _l("A wrong key"),
            _l(
                "Ann plays the 10, but the king was tapped, and the app gave the trick away. Undo beside the last "
                "entry takes it back in one tap: the three cards lie there as before."
            ),
            ("KD", _l("Undo")),
            (play(0, "KD"), UNDO),
        ),
        LessonStep(
            _l("The trick is full"),
            _l(
                "Now the 10. Three even cards, one odd: Ben’s 9 takes the trick, and Ben leads again. The trick lies "
                "under “Last trick” until the next one is full."
            ),
            ("TD",),
            (play(0, "TD"),),
        ),
        LessonStep(
            _l("Cards, tricks or totals"),
            _l(
                "Card by card the app checks every play and can prove a revoke. In a hurry, “Enter by tricks from "
                "here” in the menu asks only who takes each trick: here Cat took the second. Before the first "
                "card “As totals” asks for the whole hand in one go."
            ),
            (_l("Enter by tricks from here"), "Cat"),
            ({"type": "trick", "winner": 2},),
        ),
    ),
)
