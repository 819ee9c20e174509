"""Evenings of every game for tests that play them at random."""

import pytest
from hypothesis import strategies as st

from tests.rules.evening import Evening
from tests.rules.evenings import EVENINGS

each_game = pytest.mark.parametrize("kind", EVENINGS, ids=lambda kind: kind.game.name)


def sit_down(data: st.DataObject, kind: type[Evening], *, cheats: bool) -> Evening:
    players = data.draw(st.sampled_from(kind.game.players))
    options = data.draw(kind.options(players))
    return kind(data.draw(st.randoms(use_true_random=False)), players, options, cheats=cheats)
