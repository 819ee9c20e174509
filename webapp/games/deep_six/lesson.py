"""Guide and lesson of Deep Six."""

from webapp.games.common.lesson import UNDO, Guide, Ladder, Lesson, LessonStep, Rung, Tap, Told, Wrong, deal, play
from webapp.http.language import lazy_gettext as _l


def _bid(seat: int, amount: int) -> dict[str, object]:
    return {"type": "bid", "seat": seat, "amount": amount}


def _passes(seat: int) -> dict[str, object]:
    return {"type": "pass", "seat": seat}


def _melds(seat: int, points: int) -> dict[str, object]:
    return {"type": "meld", "seat": seat, "points": points}


GUIDE = Guide(
    "deep-six",
    ("Ann", "Ben", "Cat", "Dan"),
    (
        LessonStep(
            _l("The auction"),
            _l(
                "Dan has dealt. Ann bids 120, Ben goes down to 110, Cat passes, Dan goes down to 90: one tap each. "
                "The deeper the bid, the deeper it hangs. Only bids that the rules allow have a key."
            ),
            ("Dan", "120", "110", _l("Pass"), "90"),
            (deal(3), _bid(0, 120), _bid(1, 110), _passes(2), _bid(3, 90)),
        ),
        LessonStep(
            _l("A wrong key"),
            _l(
                "Ann bids 80, but 60 was tapped. Undo beside the last entry takes it back in one tap, and Ann is to "
                "call again."
            ),
            ("60", _l("Undo")),
            (_bid(0, 60), UNDO),
        ),
        LessonStep(
            _l("Sink a suit, pass cards"),
            _l(
                "Now 80; Ben and Dan pass. Ann has it and sinks hearts. Cat passes three cards, Ann gives three "
                "back: one tap each says that it is done. Which cards stays between the two."
            ),
            (
                "80",
                _l("Pass"),
                _l("Pass"),
                "H",
                _l("%(name)s has passed three cards", name="Cat"),
                _l("%(name)s has given three back", name="Ann"),
            ),
            (
                _bid(0, 80),
                _passes(1),
                _passes(3),
                {"type": "sink", "seat": 0, "suit": "H"},
                {"type": "exchange", "seat": 2},
                {"type": "exchange", "seat": 0},
            ),
        ),
        LessonStep(
            _l("The melds"),
            _l(
                "Tap the cards that Ann shows, twice for a pair: the app names the melds and ticks the best, here "
                "−60. All know these cards in Ann’s hand now, and the checks know them, too. Where a number is "
                "enough, use “Only points”: Dan melds −45."
            ),
            ("6S", "7S", "8S", "8H", "8C", "8D", _l("Meld %(points)s", points="−60"), _l("Only points")),
            (
                {"type": "meld", "seat": 0, "melds": [["6S", "7S", "8S"], ["8S", "8H", "8C", "8D"]]},
                _melds(3, -45),
            ),
        ),
        LessonStep(
            _l("A new suit in the trick"),
            _l(
                "Ben and Cat meld nothing. Ann leads the 5 of clubs, Ben plays over with the 7. Cat has no club: "
                "the 4 of diamonds brings in a new suit and is ahead at once, low as it is. One tap a card."
            ),
            (_l("%(name)s melds nothing", name="Ben"), _l("%(name)s melds nothing", name="Cat"), "5C", "7C", "4D"),
            (_melds(1, 0), _melds(2, 0), play(0, "5C"), play(1, "7C"), play(2, "4D")),
        ),
        LessonStep(
            _l("Cards, tricks or totals"),
            _l(
                "Dan’s 2 of clubs changes nothing, so the trick is Cat’s. In a hurry, “Enter by tricks from here” "
                "in the menu asks for the points in each trick and who takes it: here 30, to Ben. Before the "
                "first card “As totals” asks what each side took."
            ),
            ("2C", _l("Enter by tricks from here"), "30", "Ben"),
            (play(3, "2C"), {"type": "trick", "winner": 1, "points": 30}),
        ),
    ),
)


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
