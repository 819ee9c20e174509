"""Guide of Sichere Six."""

from webapp.games.common.guide import UNDO, Guide, Step, deal, play
from webapp.http.language import lazy_gettext as _l

GUIDE = Guide(
    "sichere-six",
    ("Ann", "Ben", "Cat"),
    (
        Step(
            _l("The deal and a lead"),
            _l(
                "Ann has dealt, so Ben leads: the 9 of diamonds. Every card is one tap. The row of the led suit is "
                "marked, so followers find their cards at once."
            ),
            ("Ann", "9D"),
            (deal(0), play(1, "9D")),
        ),
        Step(
            _l("The 8 that makes trump"),
            _l(
                "Cat has no diamond and plays the 8 of clubs. It is the first 8, so clubs are trump at once. The keys "
                "show it: a brass corner on every club and on both black 7s, the Big and the Little Spit."
            ),
            ("8C",),
            (play(2, "8C"),),
        ),
        Step(
            _l("A wrong key"),
            _l(
                "Ann plays the jack, but the 10 was tapped. Undo beside the last entry takes it back in one tap, and "
                "the two cards lie there as before."
            ),
            ("TD", _l("Undo")),
            (play(0, "TD"), UNDO),
        ),
        Step(
            _l("Fate’s Mercy"),
            _l(
                "Now the jack. Cat takes the trick, and with it the first 9: Cat is The Chosen. The pad becomes "
                "one big key, for nothing else may happen now. Cat takes Fate’s Mercy and buries a card; which "
                "one, nobody enters."
            ),
            ("JD",),
            (play(0, "JD"),),
        ),
        Step(
            _l("The Joker"),
            _l(
                "The card is buried, and Cat leads the Joker. It has two keys, “Joker wins” and “Joker loses”: "
                "one tap says both that it was played and what it does."
            ),
            (_l("Card buried, %(name)s leads", name="Cat"), _l("Joker wins")),
            ({"type": "mercy", "seat": 2}, play(2, "X", joker="win")),
        ),
        Step(
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
