"""Lesson of Sechsundsechzig."""

from webapp.games.common.lesson import Ladder, Lesson, Rung, Tap, Told, Wrong, deal, play
from webapp.http.language import lazy_gettext as _l

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
        _l("With a closed talon:"),
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
