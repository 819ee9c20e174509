"""Lesson of Deep Six."""

from webapp.games.common.lesson import Ladder, Lesson, Rung, Tap, Told, Wrong, deal, play
from webapp.http.language import lazy_gettext as _l

BID = (deal(3), {"type": "contract", "seat": 0, "amount": 100, "suit": "H"})
MELDED = tuple({"type": "meld", "seat": seat, "points": 0} for seat in range(4))

LESSON = Lesson(
    game="deep-six",
    players=("Ann", "Ben", "Cat", "Dan"),
    aim=_l("Points are bad. Stay below your bid."),
    goal=_l("Two against two. In tricks each 2 costs 20, each 3 costs 10. Who comes to 500 loses."),
    ladders=(
        Ladder(
            (
                Rung(
                    ("8S", "7S", "6S", "5S", "4S", "3S", "2S"),
                    _l("The newest suit"),
                    _l("Even its 2 beats every suit that came before."),
                ),
                Rung(
                    ("8C", "7C", "6C", "5C", "4C", "3C", "2C"),
                    _l("The suit before it"),
                    _l("Of two equal cards the later one is higher."),
                ),
                Rung(
                    ("8H", "7H", "6H", "5H", "4H", "3H", "2H"),
                    _l("The sunk suit, here hearts"),
                    _l("It lies lowest, whenever it falls."),
                ),
            )
        ),
    ),
    before=(*BID, *MELDED),
    taps=(
        Tap(Told(_l("Ann leads a club. Who has one follows."), "DEEP-13"), (play(0, "5C"),)),
        Tap(Told(_l("Ben can go over it, so Ben must."), "DEEP-14"), (play(1, "7C"),)),
        Tap(
            Told(_l("Cat has no club. A new suit: even the 2 is ahead."), "DEEP-15"),
            (play(2, "2D"),),
        ),
        Tap(Told(_l("Dan has neither. Hearts are sunk: the 8 lies below all."), "DEEP-16"), (play(3, "8H"),)),
    ),
    why=Told(_l("Diamonds came in last. The 2 costs 20."), "DEEP-15"),
    wrong=Wrong(
        1,
        play(1, "3C"),
        (
            {
                "type": "hand",
                "seat": 1,
                "cards": ["3C", "7C", "2D", "3D", "4D", "5D", "6D", "2S", "3S", "4S", "5S", "6S", "2H", "3H"],
            },
        ),
    ),
    hand=(*BID, {"type": "tally", "taken": [110, 140], "meld": [-30, -20]}),
    scored=_l("Melds, runs and equal cards shown before the play, take points away."),
    counted=Told(_l("A side above its bid scores 200 less the bid."), "DEEP-20"),
    mistakes=(
        Told(_l("Whoever can play over the winning card has to."), "DEEP-14", _l("Holding back")),
        Told(_l("Any card of a new suit beats it."), "DEEP-15", _l("Trusting in an 8")),
        Told(_l("In the sunk suit no run counts."), "DEEP-9", _l("Sinking the own run")),
    ),
)
