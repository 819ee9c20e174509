"""The kinds of desk lines: what happens at a table beside its record."""

from enum import StrEnum


class DeskKind(StrEnum):
    """A kind of desk line, as the database writes it."""

    DISPUTE = "dispute"
    WITHDRAW = "withdraw"
    PAUSE = "pause"
    RESUME = "resume"
    RULE = "rule"
    REOPEN = "reopen"
    REFEREE = "referee"
    DISMISSED = "dismissed"
    OPENED = "opened"
    CHOSEN = "chosen"
    SCOREKEEPER = "scorekeeper"
    LET_IN = "let-in"
    LET_OUT = "let-out"
    MOVED = "moved"
    RECOVERED = "recovered"
    ASKED = "asked"
    PUT_BACK = "put-back"
    REQUESTED = "requested"
    ALLOWED = "allowed"
    DENIED = "denied"
    PROPOSED = "proposed"
    AGREED = "agreed"
    DROPPED = "dropped"
    FIXED = "fixed"
    FREED = "freed"
