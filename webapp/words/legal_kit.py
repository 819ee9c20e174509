"""What a game is asked by the page that says what may be played."""

from collections.abc import Callable, Iterable
from typing import Any

from rules_core.cards import Card
from rules_core.replay import Raw
from rules_core.view import TableView

HandAnswer = Callable[[TableView, Any, tuple[Card, ...]], Any]
"""Answers of a whole hand in a phase in which no card is played from it, given the table and its options.

The game's own part `_hand_answer.html` shows what it returns.
"""
Thinkable = Callable[[Any], Iterable[Raw]]
"""Yields entries that somebody might ask about in a state, be they legal or not."""
