"""Guide and lesson of Sechsundsechzig."""

from webapp.games.common.lesson import UNDO, Guide, Ladder, Lesson, LessonStep, Rung, Tap, Told, Wrong, deal, play
from webapp.http.language import lazy_gettext as _l

GUIDE = Guide(
    "sechsundsechzig",
    ("Ann", "Ben"),
    (
        LessonStep(
            _l("The deal and the card turned up"),
            _l(
                "Ann has dealt and turns up the 9 of spades: tap it, and spades are trump. It lies under the talon "
                "until it is drawn."
            ),
            ("Ann", "9S"),
            (deal(0), {"type": "turn-up", "card": "9S"}),
        ),
        LessonStep(
            _l("A trick"),
            _l(
                "Ben leads the 10 of clubs, and Ann takes it with the ace: one tap a card. Both draw; what they draw "
                "is not entered. While there is a talon nobody has to follow suit."
            ),
            ("TC", "AC"),
            (play(1, "TC"), play(0, "AC")),
        ),
        LessonStep(
            _l("A marriage"),
            _l(
                "Ann announces 20 and leads the king of hearts. Tap “20/40” first: only kings and queens that may be "
                "announced stay bright. From now on all know that the queen of hearts is in Ann’s hand."
            ),
            ("20/40", "KH"),
            (play(0, "KH", marriage=True),),
        ),
        LessonStep(
            _l("A wrong key"),
            _l(
                "Ben plays the 9 of diamonds, but the 9 of hearts was tapped. Undo beside the last entry takes it "
                "back in one tap, and the king lies there as before."
            ),
            ("9H", _l("Undo")),
            (play(1, "9H"), UNDO),
        ),
        LessonStep(
            "66!",
            _l(
                "Ann takes this trick and, with an ace, the next, and calls. Only now the app tells the count it "
                "has kept: 21 and 4 and 21 in cards and 20 announced make 66. Ben has no trick, so Ann scores "
                "three points."
            ),
            ("9D", "AD", "TD", "66!"),
            (play(1, "9D"), play(0, "AD"), play(1, "TD"), {"type": "claim", "seat": 0}),
        ),
        LessonStep(
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


DEALT = (deal(0), {"type": "turn-up", "card": "9S"})

LESSON = Lesson(
    game="sechsundsechzig",
    players=("Ann", "Ben"),
    aim=_l("Reach 66 Augen, and say so."),
    goal=_l("The cards of your tricks count Augen. Whoever calls 66 first wins the hand; seven points win the match."),
    ladders=(
        Ladder(
            (
                Rung(
                    ("AS", "TS", "KS", "QS", "JS", "9S", "8S", "7S"),
                    _l("Trump, here spades"),
                    _l("The card turned up makes it."),
                ),
                Rung(
                    ("AH", "TH", "KH", "QH", "JH", "9H", "8H", "7H"),
                    _l("The suit led"),
                    _l("11, 10, 4, 3, 2 Augen, then nothing."),
                ),
                Rung(("AC", "TC", "KC"), _l("All other cards"), _l("They cannot take the trick.")),
            )
        ),
    ),
    before=DEALT,
    taps=(
        Tap(Told(_l("Ben leads an ace: 11 Augen lie there."), "SU-9"), (play(1, "AC"),)),
        Tap(
            Told(_l("With an open talon nobody has to follow. Ann trumps."), "SU-7"),
            (play(0, "7S"),),
        ),
    ),
    why=Told(_l("The lowest trump beats the ace. Both draw a card, and Ann leads."), "SU-8"),
    wrong=Wrong(
        1,
        play(0, "7S"),
        (
            {"type": "hand", "seat": 0, "cards": ["7S", "9C", "KH", "QH", "JD", "TD"]},
            {"type": "close", "seat": 1},
        ),
        _l("Once the talon is closed, so that nobody draws any more:"),
    ),
    hand=(
        *DEALT,
        play(1, "TC"),
        play(0, "AC"),
        play(0, "KH", marriage=True),
        play(1, "9D"),
        play(0, "AD"),
        play(1, "TD"),
        {"type": "claim", "seat": 0},
    ),
    scored=_l("Ann takes 46 Augen in three tricks, announces king and queen for 20, and calls."),
    counted=Told(
        _l("3 points where the other has no trick, 2 up to 32 Augen, else 1."),
        "SU-21",
    ),
    mistakes=(
        Told(_l("Whoever has 66 and does not call has not won."), "SU-19", _l("Waiting in silence")),
        Told(_l("A wrong call gives the points to the other."), "SU-23", _l("Calling by guess")),
        Told(
            _l("King and queen bring 20, in trump 40, when one of them is led."),
            "SU-17",
            _l("Splitting king and queen"),
        ),
    ),
)
