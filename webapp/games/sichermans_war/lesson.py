"""Lesson of Sicherman’s War."""

from webapp.games.common.lesson import Ladder, Lesson, Rung, Tap, Told, Wrong
from webapp.http.language import lazy_gettext as _l


def dice(*faces: int) -> tuple[str, ...]:
    return tuple(f"die-{face}" for face in faces)


LESSON = Lesson(
    game="sichermans-war",
    players=("Ann", "Ben"),
    aim=_l("Win cards, with three dice to help."),
    goal=_l("Both turn a card, the higher takes both. After four battles the most points win."),
    ladders=(
        Ladder(
            (
                Rung(("A", "K", "Q", "J"), _l("Ace to jack"), _l("14, 13, 12 and 11.")),
                Rung(("T", "9", "8", "7", "6", "5", "4", "3", "2"), _l("10 to 2"), _l("They count what they show.")),
            )
        ),
        Ladder(
            (
                Rung((), _l("Standard die"), pictures=dice(1, 2, 3, 4, 5, 6)),
                Rung((), _l("Low die"), pictures=dice(1, 2, 2, 3, 3, 4)),
                Rung((), _l("High die"), pictures=dice(1, 3, 4, 5, 6, 8)),
            ),
            _l("A die adds to it, each once a battle"),
            falls=False,
        ),
    ),
    taps=(
        Tap(
            Told(_l("Both turn a card at once: 13 against 9."), "WAR-6"),
            ({"type": "reveal", "cards": ["K", "9"]},),
        ),
        Tap(
            Told(_l("Ben adds the high die and rolls 5: 14. It is spent for this battle."), "WAR-7"),
            ({"type": "roll", "seat": 1, "die": "high", "value": 5},),
        ),
        Tap(
            Told(_l("Ann adds none: it is settled."), "WAR-7"),
            ({"type": "settle"},),
        ),
    ),
    why=Told(_l("The highest total takes every card that lies there."), "WAR-6"),
    wrong=Wrong(2, {"type": "roll", "seat": 1, "die": "high", "value": 8}),
    hand=({"type": "tally", "spoils": [{"low": 17, "ten": 1, "face": 8}, {"low": 13, "ten": 2, "face": 7}]},),
    scored=_l("After four battles the cards that were won are counted."),
    counted=Told(_l("2 to 9 count 5, a 10 counts 10, jack to ace 15."), "WAR-11"),
    mistakes=(
        Told(
            _l("First each draws a reinforcement."),
            "WAR-8",
            _l("Rolling when equal cards are turned"),
        ),
        Told(_l("All three dice come back for the next battle."), "WAR-7", _l("Saving dice too long")),
        Told(_l("The points of the cards decide."), "WAR-12", _l("Counting fights")),
    ),
)
