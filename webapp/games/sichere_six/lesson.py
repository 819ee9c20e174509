"""Lesson of Sichere Six."""

from webapp.games.common.lesson import Ladder, Lesson, Rung, Tap, Told, Wrong, deal, play
from webapp.http.language import lazy_gettext as _l

LADDER = Ladder(
    (
        Rung(("X",), _l("Joker that wins"), _l("Or it loses: you say which.")),
        Rung(("7H", "7D"), _l("Big Spit, Little Spit"), _l("7 of trump, then the other 7 of its colour.")),
        Rung(("JH", "TH", "9H", "8H", "6H"), _l("Trump, here hearts"), _l("The first 8 played makes its suit trump.")),
        Rung(("JS", "TS", "9S", "8S", "7S", "6S"), _l("The suit led"), _l("You follow it if you can.")),
        Rung(("JC", "TC", "9C"), _l("All other cards"), _l("They cannot take the trick.")),
    )
)

LESSON = Lesson(
    game="sichere-six",
    players=("Ann", "Ben", "Cat"),
    aim=_l("Take tricks. Leave the nines."),
    goal=_l("A trick is worth 1, each nine in it takes 2 away. The most after nine rounds win."),
    ladders=(LADDER,),
    before=(deal(2),),
    taps=(
        Tap(Told(_l("Ann leads a diamond. Who has one follows."), "SIC-6"), (play(0, "JD"),)),
        Tap(
            Told(_l("Ben has none. The first 8 makes hearts trump at once."), "SIC-8"),
            (play(1, "8H"),),
        ),
        Tap(
            Told(_l("Cat has no other diamond. The 7 is a trump now: Little Spit."), "SIC-9"),
            (play(2, "7D"),),
        ),
    ),
    why=Told(_l("The 7 looks low, but it is the second highest trump."), "SIC-12"),
    wrong=Wrong(
        1,
        play(1, "8H"),
        ({"type": "hand", "seat": 1, "cards": ["6C", "9C", "JC", "6S", "9S", "TS", "8H", "TD"]},),
    ),
    hand=(deal(2), {"type": "tally", "tricks": [3, 1, 4], "nines": [1, 2, 1]}),
    scored=_l("Eight tricks, four nines."),
    counted=Told(_l("All four nines cost nothing, and the others lose 6 each."), "SIC-18"),
    mistakes=(
        Told(_l("Follow suit, nine or not. Only the Joker is free."), "SIC-6", _l("Dodging a nine")),
        Told(_l("It is trump now, and follows trump alone."), "SIC-9", _l("Following with the Little Spit")),
        Told(
            _l("The first nine brings the card laid apart. Bury one, then lead."),
            "SIC-14",
            _l("Forgetting Fate’s Mercy"),
        ),
    ),
)
