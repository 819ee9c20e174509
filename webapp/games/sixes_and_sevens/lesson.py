"""Lesson of Sixes and Sevens."""

from webapp.games.common.lesson import Ladder, Lesson, Rung, Tap, Told, Wrong, deal, play
from webapp.http.language import lazy_gettext as _l

HEARTS = tuple(f"{rank}H" for rank in "AKQJT98765432")

LESSON = Lesson(
    game="sixes-and-sevens",
    players=("Ann", "Ben", "Cat", "Dan"),
    aim=_l("Take tricks. Count odd and even."),
    goal=_l("Each trick is a point. The cards themselves decide whether high or low takes it."),
    ladders=(
        Ladder(
            (
                Rung(("3S", "5S", "7S", "9S", "JS", "KS"), _l("Odd"), _l("Jack and king, too.")),
                Rung(("2S", "4S", "6S", "8S", "TS", "QS", "AS"), _l("Even"), _l("Queen and ace, too.")),
            ),
            _l("Every card is odd or even"),
            falls=False,
        ),
        Ladder(
            (
                Rung(HEARTS, _l("More odd, or as many"), _l("The highest of the suit led takes the trick.")),
                Rung(HEARTS[::-1], _l("More even"), _l("The lowest of the suit led takes it.")),
            ),
            _l("Which card takes it: from the left"),
            falls=False,
        ),
    ),
    before=(deal(3),),
    taps=(
        Tap(Told(_l("Ann leads a diamond. Who has one follows."), "ODD-7"), (play(0, "7D"),)),
        Tap(
            Told(_l("Ben’s queen is even. As many odd as even: the highest is ahead."), "ODD-8"),
            (play(1, "QD"),),
        ),
        Tap(
            Told(
                _l("Cat has no diamond. The 4 cannot win, but it counts: more even, so the lowest is ahead."), "ODD-9"
            ),
            (play(2, "4S"),),
        ),
        Tap(
            Told(_l("Dan’s 3 is lower still, but it is odd: as many of both again."), "ODD-2"),
            (play(3, "3D"),),
        ),
    ),
    why=Told(_l("As many odd as even, so the highest diamond takes it after all."), "ODD-8"),
    wrong=Wrong(
        2,
        play(2, "4S"),
        (
            {
                "type": "hand",
                "seat": 2,
                "cards": ["4S", "5D", "2C", "3C", "4C", "5C", "6C", "2H", "3H", "4H", "5H", "2S", "3S"],
            },
        ),
    ),
    hand=(deal(3), {"type": "tally", "tricks": [5, 2, 4, 2]}),
    scored=_l("Four players have thirteen tricks. Everybody deals once."),
    counted=Told(_l("The most points win. Equals share the win."), "ODD-12"),
    mistakes=(
        Told(
            _l("A card of another suit never takes the trick, but it turns it."), "ODD-8", _l("Counting one suit alone")
        ),
        Told(_l("Jack and king are odd, queen and ace are even."), "ODD-2", _l("Mixing up the court cards")),
        Told(_l("Whoever has the suit follows it, even where that loses."), "ODD-7", _l("Throwing an even card in")),
    ),
)
