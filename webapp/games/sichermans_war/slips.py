"""What slips easily in Sicherman's War: the two dice of a roll, one taken for the other."""

from collections.abc import Iterator, Sequence
from itertools import combinations, takewhile

from rules_core.events import encode
from rules_core.games.sichermans_war.dice import FACES
from rules_core.games.sichermans_war.events import Roll
from rules_core.replay import Node
from webapp.games.sichermans_war.dice_words import dice_names
from webapp.http.language import gettext as _
from webapp.words.slip_kit import Slip


def slips(newest: Sequence[Node], names: Sequence[str]) -> Iterator[Slip]:
    """Yields pairs of dice of one player, rolled in a row, that could each have shown what was entered of the other."""
    in_a_row = takewhile(lambda event: isinstance(event, Roll), (node.event for node in newest))
    rolls = [(at, roll) for at, roll in enumerate(in_a_row) if isinstance(roll, Roll)]
    for (later, second), (earlier, first) in combinations(rolls, 2):
        fits = first.value in FACES[second.die] and second.value in FACES[first.die]
        if first.seat == second.seat and first.die != second.die and first.value != second.value and fits:
            said = dict(dice_names())
            text = _(
                "Swap the dice of %(name)s: %(one)s %(first)s, %(other)s %(second)s",
                name=names[first.seat],
                one=said[first.die],
                first=second.value,
                other=said[second.die],
                second=first.value,
            )
            swapped = {
                earlier: {**encode(first), "value": second.value},
                later: {**encode(second), "value": first.value},
            }
            yield Slip(text, swapped, previewed=True)
