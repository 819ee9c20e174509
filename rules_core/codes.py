"""Every code of a refusal or an infraction, and the rule that it points to where a refusal names no closer one."""

from collections.abc import Iterator, Mapping

from rules_core.games import GAMES

SHARED: Mapping[str, str] = {
    # Entries of any game (LOG)
    "unknown-event": "LOG-1",
    "bad-value": "LOG-1",
    "wrong-phase": "LOG-2",
    "game-over": "LOG-2",
    "bad-seat": "LOG-3",
    "not-your-turn": "LOG-3",
    "wrong-dealer": "LOG-3",
    "unknown-card": "LOG-4",
    "card-already-played": "LOG-4",
    "card-elsewhere": "LOG-4",
    "not-in-hand": "LOG-5",
    "hand-size": "LOG-5",
    "bad-tally": "LOG-6",
    "nothing-to-undo": "LOG-7",
    "amend-breaks": "LOG-7",
    # The duty of play that most games have: refused, or proven (GEN-4)
    "must-follow-suit": "GEN-4",
}
"""The codes that every game has."""

OPEN = frozenset(
    {
        "unknown-event",
        "bad-value",
        "wrong-phase",
        "game-over",
        "bad-seat",
        "not-your-turn",
        "wrong-dealer",
        "unknown-card",
        "nothing-to-undo",
    }
)
"""The shared codes of refusals that tell nothing of closed tricks (GEN-5): they rest on what lies open to the whole
table. Whatever is judged only after a card was looked for among those played, a duty of play, say, is none of them."""


class _Codes(Mapping[str, str]):
    """The shared codes and those of all games that are found at the time."""

    def _all(self) -> Mapping[str, str]:
        codes = dict(SHARED)
        for game in GAMES.values():
            codes |= game.codes
        return codes

    def __getitem__(self, code: str) -> str:
        return self._all()[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())


CODES: Mapping[str, str] = _Codes()
"""The rule of every code."""
