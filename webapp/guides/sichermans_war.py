"""How Sicherman’s War is entered."""

from flask_babel import lazy_gettext as _l

from webapp.guides.guide import UNDO, Guide, Step


def _reveal(*cards: str) -> dict[str, object]:
    return {"type": "reveal", "cards": cards}


def _roll(die: str, value: int) -> dict[str, object]:
    return {"type": "roll", "seat": 1, "die": die, "value": value}


SETTLE = {"type": "settle"}

GUIDE = Guide(
    "sichermans-war",
    ("Ann", "Ben"),
    (
        Step(
            _l("Turning cards"),
            _l(
                "Both turn a card: Ann a king, Ben a 9. Tap the ranks in turn; suits do not matter here. Ann is ahead "
                "by four."
            ),
            ("K", "9"),
            (_reveal("K", "9"),),
        ),
        Step(
            _l("Adding a die"),
            _l(
                "Ben adds the high die and rolls a 5. Pick the die, with its chances beside it, and then the face that "
                "it shows. Ben has 14 and is ahead; the die is spent until the next battle."
            ),
            (_l("High"), "5"),
            (_roll("high", 5),),
        ),
        Step(
            _l("A wrong key"),
            _l(
                "“Nobody adds a die” settles it, and Ben takes both cards. But Ann is still thinking. Undo beside the "
                "last entry takes it back in one tap, and the skirmish lies there as before."
            ),
            (_l("Nobody adds a die"), _l("Undo")),
            (SETTLE, UNDO),
        ),
        Step(
            _l("A natural tie"),
            _l(
                "Ann lets it be after all: Ben’s skirmish. In the next one both turn a 7. A tie by cards is broken "
                "by cards: the app asks for a reinforcement from each before any die."
            ),
            (_l("Nobody adds a die"), "7", "7"),
            (SETTLE, _reveal("7", "7")),
        ),
        Step(
            _l("Reinforcements"),
            _l(
                "Ann draws a 4, Ben a jack: each rank is one tap, and it counts on top of the 7. Now both may add dice "
                "again, or nobody does."
            ),
            ("4", "J"),
            ({"type": "reinforce", "cards": {"0": "4", "1": "J"}},),
        ),
        Step(
            _l("Skirmishes or totals"),
            _l(
                "The pots lie face down: what is in them is each player’s own memory, and the app shows it when the "
                "battle ends. In a hurry, count the pots yourselves at the end and enter the whole war as totals, as "
                "long as no card is turned."
            ),
            (_l("Nobody adds a die"),),
            (SETTLE,),
        ),
    ),
)
