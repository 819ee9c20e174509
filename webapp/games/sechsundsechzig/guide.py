"""Guide of Sechsundsechzig."""

from webapp.games.common.lesson import UNDO, Guide, Step, deal, play
from webapp.http.language import lazy_gettext as _l

GUIDE = Guide(
    "sechsundsechzig",
    ("Ann", "Ben"),
    (
        Step(
            _l("The deal and the card turned up"),
            _l(
                "Ann has dealt and turns up the 9 of spades: tap it, and spades are trump. It lies under the talon "
                "until it is drawn."
            ),
            ("Ann", "9S"),
            (deal(0), {"type": "turn-up", "card": "9S"}),
        ),
        Step(
            _l("A trick"),
            _l(
                "Ben leads the 10 of clubs, and Ann takes it with the ace: one tap a card. Both draw; what they draw "
                "is not entered. While there is a talon nobody has to follow suit."
            ),
            ("TC", "AC"),
            (play(1, "TC"), play(0, "AC")),
        ),
        Step(
            _l("A marriage"),
            _l(
                "Ann announces 20 and leads the king of hearts. Tap “20/40” first: only kings and queens that may be "
                "announced stay bright. From now on all know that the queen of hearts is in Ann’s hand."
            ),
            ("20/40", "KH"),
            (play(0, "KH", marriage=True),),
        ),
        Step(
            _l("A wrong key"),
            _l(
                "Ben plays the 9 of diamonds, but the 9 of hearts was tapped. Undo beside the last entry takes it "
                "back in one tap, and the king lies there as before."
            ),
            ("9H", _l("Undo")),
            (play(1, "9H"), UNDO),
        ),
        Step(
            "66!",
            _l(
                "Ann takes this trick and, with an ace, the next, and calls. Only now the app tells the count it "
                "has kept: 21 and 4 and 21 in cards and 20 announced make 66. Ben has no trick, so Ann scores "
                "three points."
            ),
            ("9D", "AD", "TD", "66!"),
            (play(1, "9D"), play(0, "AD"), play(1, "TD"), {"type": "claim", "seat": 0}),
        ),
        Step(
            _l("Cards, tricks or totals"),
            _l(
                "Ben deals the next hand. In a hurry, “By tricks” asks for the Augen in each trick and who takes "
                "it: here 14, to Ann. Before the first card “As totals” asks only for the one, two or three "
                "points of the hand."
            ),
            ("Ben", "JD", _l("By tricks"), "14", "Ann"),
            (
                deal(1),
                {"type": "turn-up", "card": "JD"},
                {"type": "trick", "winner": 0, "augen": 14},
            ),
        ),
    ),
)
