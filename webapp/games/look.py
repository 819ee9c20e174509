"""What the web needs to know of one game beside its rules: one `LOOK` a game, most of it with a default that works."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from webapp.games.common.guide import Guide
from webapp.games.common.option_words import OptionWords
from webapp.words.rulebook.rule import AtTable, Rule
from webapp.words.turn import Turns


@dataclass(frozen=True, kw_only=True)
class Look:
    """A game on the web. Only `name`, `about`, `rulebook` must be said, and `options` where the rules have some.

    `name` and `about` (how many play it, with which cards) stand on the first page, where the games come by `position`.
    Both are marked with `noted`, and translated where they are shown.

    `rulebook` are its numbered rules; `rules_at_table` say by number title and text of those with a number in them that
    a table may change, from its options. `options` are the words of the rules' options, `choices` what a table chooses
    beside the rules: the first answer is the usual one.

    `turns` are its turn lines by phase, `guide` how it is entered.
    """

    name: str
    about: str
    rulebook: Sequence[Rule]
    position: int = 100
    rules_at_table: Mapping[str, AtTable] = field(default_factory=dict)
    options: Mapping[str, OptionWords] = field(default_factory=dict)
    choices: Mapping[str, OptionWords] = field(default_factory=dict)
    turns: Turns
    guide: Guide
