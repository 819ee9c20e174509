"""Guide of Sicherman’s War."""

from webapp.games.common.guide import UNDO, Guide, Step
from webapp.http.language import lazy_gettext as _l


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
                "Both turn a card: Ann a king, Ben a 9. Tap a rank for each; suits do not matter here. The total "
                "stands under every card, and Ann is ahead by four."
            ),
            ("K", "9"),
            (_reveal("K", "9"),),
        ),
        Step(
            _l("Adding a die"),
            _l(
                "Ben, who is behind, adds the high die and rolls a 5. Pick the die and then the face that it "
                "shows. Ben has 14 now and is ahead; the die is spent until the next battle."
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
                "Ann draws a 4, Ben a jack: again a rank for each, and it counts on top of the 7. Ben is ahead. "
                "Now both may add dice again, or nobody does."
            ),
            ("4", "J"),
            ({"type": "reinforce", "cards": {"0": "4", "1": "J"}},),
        ),
        Step(
            _l("Skirmishes or totals"),
            _l(
                "Ben wins this one, too. The pots lie face down: what is in them is each player’s own memory, and "
                "the app opens them when the battle is over. In a hurry, count the pots at the end of the war and "
                "enter them with “As totals”, before any card is turned."
            ),
            (_l("Nobody adds a die"),),
            (SETTLE,),
        ),
    ),
)
