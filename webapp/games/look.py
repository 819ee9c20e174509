"""What the web needs to know of one game beside its rules: one `LOOK` a game, most of it with a default that works."""

from collections.abc import Sequence
from dataclasses import dataclass

from webapp.games.common.guide import Guide
from webapp.words.rulebook.rule import Rule
from webapp.words.turn import Turns


@dataclass(frozen=True, kw_only=True)
class Look:
    """A game on the web.

    `name` and `about` (how many play it, with which cards) stand on the first page, where the games come by `position`.
    Both are marked with `noted`, and translated where they are shown. `rulebook` are its numbered rules, `turns` its
    turn lines by phase, `guide` how it is entered.
    """

    name: str
    about: str
    rulebook: Sequence[Rule]
    turns: Turns
    guide: Guide
    position: int = 100
