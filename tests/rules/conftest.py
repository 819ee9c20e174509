"""What several tests of the rules need."""

from collections.abc import Iterator

import pytest

from rules_core.games import GAMES
from tests.rules.plain import GAME


@pytest.fixture(scope="module")
def plain() -> Iterator[None]:
    """Has the plainest game known beside those that are found."""
    GAMES[GAME.name] = GAME
    yield
    del GAMES[GAME.name]
