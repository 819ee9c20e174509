"""What opens a table."""

from typing import Any

KEY = "k" * 43
"""The key of a form, as long as the server makes them."""


USUAL: dict[str, Any] = {"game": "sixes-and-sevens", "op": KEY, "name": ["Ann", "Ben", "Cat"]}
