"""The three dice of Sicherman's War (WAR-2). The two Sicherman dice together fall like two ordinary ones."""

from collections.abc import Mapping

FACES: Mapping[str, tuple[int, ...]] = {"d6": (1, 2, 3, 4, 5, 6), "high": (1, 3, 4, 5, 6, 8), "low": (1, 2, 2, 3, 3, 4)}
DICE: tuple[str, ...] = tuple(FACES)
"""The names of a player's dice, sorted."""
