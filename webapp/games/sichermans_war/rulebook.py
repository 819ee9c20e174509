"""WAR: the rules of Sicherman's War; its options in words, and its guide."""

from collections.abc import Mapping

from webapp.games.common.lesson import UNDO, Guide, LessonStep
from webapp.http.language import lazy_gettext as _l
from webapp.words.rulebook import OptionWords, Rule

RULES = (
    Rule(
        "WAR-1",
        "decided",
        _l("Pack and players"),
        _l(
            "Two people play with one pack, four with two. Jokers stay out or come in, as the table has agreed:"
            " here two a pack."
        ),
    ),
    Rule(
        "WAR-2",
        "text",
        _l("Three dice"),
        _l(
            "Everybody has three dice: a standard one, 1 to 6; the low Sicherman die with 1, 2, 2, 3, 3, 4; and"
            " the high one with 1, 3, 4, 5, 6, 8."
        ),
    ),
    Rule(
        "WAR-3",
        "text",
        _l("Piles of five"),
        _l(
            "The cards lie face down in piles of five, and everybody chooses five piles in turn. The cards left"
            " over are out of the game."
        ),
    ),
    Rule(
        "WAR-4",
        "text",
        _l("Battles and reinforcements"),
        _l("One pile is kept as reinforcements. Each of the other four is a battle of five skirmishes."),
    ),
    Rule(
        "WAR-5",
        "text",
        _l("What cards count"),
        _l("2 to 10 count what they show, jack 11, queen 12, king 13, ace 14, a Joker 1."),
    ),
    Rule(
        "WAR-6",
        "text",
        _l("A skirmish"),
        _l("All turn over a card at once. The highest total takes every card of the skirmish."),
    ),
    Rule(
        "WAR-7",
        "decided",
        _l("Rolling dice"),
        _l(
            "In any skirmish all may add their own dice, one roll at a time and in any order, ahead or behind; "
            "a rolled die is spent until the next battle. When this ends the text leaves open: here once "
            "everybody has declined since the last roll."
        ),
    ),
    Rule(
        "WAR-8",
        "decided",
        _l("Natural tie"),
        _l(
            "If cards alone bring the tie, the tied players draw a reinforcement at once and add it, and no die"
            " is rolled before. If the drawn cards tie again, here they draw again."
        ),
    ),
    Rule(
        "WAR-9",
        "decided",
        _l("Forced tie"),
        _l(
            "If dice brought the tie, more dice may break it first; if nobody will, reinforcements are drawn. "
            "Here the dice that are left may be used after the draw."
        ),
    ),
    Rule(
        "WAR-10",
        "text",
        _l("No reinforcements left"),
        _l(
            "When no reinforcements are left, only dice can break a tie. If nobody does, the cards of the "
            "skirmish are thrown out."
        ),
    ),
    Rule(
        "WAR-11",
        "decided",
        _l("Spoils"),
        _l(
            "2 to 9 are five points each, a 10 ten, jack to ace fifteen, a Joker twenty. Here reinforcements "
            "that were never drawn are nobody’s."
        ),
    ),
    Rule("WAR-12", "text", _l("Winning"), _l("After four battles the most points win. Equal points are a stalemate.")),
    Rule(
        "WAR-13",
        "text",
        _l("Four players"),
        _l("Four turn their cards at the same time. All is as for two, except for the rules that follow."),
    ),
    Rule(
        "WAR-14",
        "text",
        _l("A tie below the highest"),
        _l("Only a tie for the highest total matters. Below it equal totals are nothing."),
    ),
    Rule(
        "WAR-15",
        "decided",
        _l("Who draws"),
        _l("Only those tied for the highest total draw. Here the others may still overtake them with dice."),
    ),
    Rule(
        "WAR-16", "text", _l("Forced tie among four"), _l("Nobody draws before all four have had the chance to roll.")
    ),
    Rule(
        "WAR-17",
        "decided",
        _l("Tied without reinforcements"),
        _l(
            "Tied players without reinforcements lose to those who have some. Here they are out of this "
            "skirmish, dice included, and a single one left with cards beats them without drawing. If none has "
            "any, WAR-10 holds."
        ),
    ),
)
OPTIONS: Mapping[str, OptionWords] = {
    "jokers": OptionWords(
        _l("Jokers"),
        ("WAR-1",),
        {
            False: (_l("Without"), None),
            True: (_l("Two in each pack"), _l("A Joker counts 1 and is worth 20 points.")),
        },
        also=("WAR-5", "WAR-11"),
        agreed={
            False: _l("At this table the Jokers stay out."),
            True: _l("At this table there are two Jokers in each pack."),
        },
    ),
}
CHOICES: Mapping[str, OptionWords] = {
    "odds": OptionWords(
        _l("Odds of the dice"),
        answers={
            "no": (_l("Hidden"), None),
            "yes": (_l("Shown"), _l("How often each die, and the best of them together, would win.")),
        },
    ),
}


def _reveal(*cards: str) -> dict[str, object]:
    return {"type": "reveal", "cards": cards}


def _roll(die: str, value: int) -> dict[str, object]:
    return {"type": "roll", "seat": 1, "die": die, "value": value}


SETTLE = {"type": "settle"}
GUIDE = Guide(
    "sichermans-war",
    ("Ann", "Ben"),
    (
        LessonStep(
            _l("Turning cards"),
            _l(
                "Both turn a card: Ann a king, Ben a 9. Tap a rank for each; suits do not matter here. The total "
                "stands under every card, and Ann is ahead by four."
            ),
            ("K", "9"),
            (_reveal("K", "9"),),
        ),
        LessonStep(
            _l("Adding a die"),
            _l(
                "Ben, who is behind, adds the high die and rolls a 5. Pick the die and then the face that it "
                "shows. Ben has 14 now and is ahead; the die is spent until the next battle."
            ),
            (_l("High"), "5"),
            (_roll("high", 5),),
        ),
        LessonStep(
            _l("A wrong key"),
            _l(
                "“Nobody adds a die” settles it, and Ben takes both cards. But Ann is still thinking. Undo beside the "
                "last entry takes it back in one tap, and the skirmish lies there as before."
            ),
            (_l("Nobody adds a die"), _l("Undo")),
            (SETTLE, UNDO),
        ),
        LessonStep(
            _l("A natural tie"),
            _l(
                "Ann lets it be after all: Ben’s skirmish. In the next one both turn a 7. A tie by cards is broken "
                "by cards: the app asks for a reinforcement from each before any die."
            ),
            (_l("Nobody adds a die"), "7", "7"),
            (SETTLE, _reveal("7", "7")),
        ),
        LessonStep(
            _l("Reinforcements"),
            _l(
                "Ann draws a 4, Ben a jack: again a rank for each, and it counts on top of the 7. Ben is ahead. "
                "Now both may add dice again, or nobody does."
            ),
            ("4", "J"),
            ({"type": "reinforce", "cards": {"0": "4", "1": "J"}},),
        ),
        LessonStep(
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
