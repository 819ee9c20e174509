"""Every code of a refusal or an infraction, and the rule that it points to where the game names no closer one."""

from collections.abc import Mapping

CODES: Mapping[str, str] = {
    # Entries, whatever the game (LOG)
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
    # Duties of play: refused, or proven (GEN-4)
    "must-follow-suit": "GEN-4",
    "must-play-over": "DEEP-14",
    "must-beat": "SU-12",
    "must-trump": "SU-13",
    # Sichere Six
    "joker-undeclared": "SIC-10",
    # Deep Six
    "bad-bid": "DEEP-4",
    "bad-meld": "DEEP-9",
    "sunk-run": "DEEP-9",
    "meld-reuse": "DEEP-11",
    # Sechsundsechzig
    "bad-marriage": "SU-17",
    "bad-claim": "SU-20",
    # Sicherman's War
    "die-already-used": "WAR-7",
    "bad-roll": "WAR-2",
    "out-of-skirmish": "WAR-17",
}
