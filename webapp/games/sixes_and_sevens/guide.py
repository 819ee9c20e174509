"""Guide of Sixes and Sevens."""

from webapp.games.common.guide import UNDO, Guide, Step, deal, play
from webapp.http.language import lazy_gettext as _l

GUIDE = Guide(
    "sixes-and-sevens",
    ("Ann", "Ben", "Cat", "Dan"),
    (
        Step(
            _l("The deal and a lead"),
            _l(
                "Ann has dealt, so Ben leads: the 9 of diamonds. A lead takes two taps, the suit and then the rank. "
                "The odd ranks are the upper row, the even ones the lower."
            ),
            ("Ann", "D", "9D"),
            (deal(0), play(1, "9D")),
        ),
        Step(
            _l("Following suit"),
            _l(
                "Cat follows with the queen. Diamonds are chosen already, so it takes one tap. The beam counts: one "
                "odd card, one even. As many of both, so the highest diamond is ahead."
            ),
            ("QD",),
            (play(2, "QD"),),
        ),
        Step(
            _l("Odd or even"),
            _l(
                "Dan has no diamond and plays the 4 of spades. It cannot win, but it counts: more even than odd, and "
                "the lowest diamond is ahead. The brass ring moves to Ben’s 9 by itself."
            ),
            ("S", "4S"),
            (play(3, "4S"),),
        ),
        Step(
            _l("A wrong key"),
            _l(
                "Ann plays the 10, but the king was tapped, and the app gave the trick away. Undo beside the last "
                "entry takes it back in one tap: the three cards lie there as before."
            ),
            ("KD", _l("Undo")),
            (play(0, "KD"), UNDO),
        ),
        Step(
            _l("The trick is full"),
            _l(
                "Now the 10. Three even cards, one odd: Ben’s 9 takes the trick, and Ben leads again. The trick lies "
                "under “Last trick” until the next one is full."
            ),
            ("TD",),
            (play(0, "TD"),),
        ),
        Step(
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
