"""Exceptions of the store."""

from datetime import datetime

from webapp.store.models import utc_now


class SeqTaken(Exception):
    """Another device was faster: the log already has an event of this number."""


class TooManyOpened(Exception):
    """A device, or its network, has reached the daily limit of `what`; the next may be opened from `free_at` on."""

    def __init__(self, what: str, most: int, free_at: datetime, *, of_network: bool) -> None:
        super().__init__(f"{most} of {what} within a day")
        self.what, self.most, self.free_at, self.of_network = what, most, free_at, of_network

    @property
    def seconds(self) -> int:
        """How long that is from now."""
        return max(1, round((self.free_at - utc_now()).total_seconds()))


class OpUsed(Exception):
    """This device has made this entry already: its `seq` and `body` as they stand in the log."""

    def __init__(self, seq: int, body: str) -> None:
        super().__init__(f"already entered as event {seq}")
        self.seq = seq
        self.body = body


class KeyUsed(Exception):
    """This device has asked something under this key already, which no log has (webapp/store/used_keys.py)."""


class TableTaken(Exception):
    """The table belongs to another circle."""


class SeatTaken(Exception):
    """Another device holds this seat."""


class PersonTaken(Exception):
    """Another device stands for this person, of the list of an evening or of a circle."""


class SeatHeld(Exception):
    """The device sits at this table, so it does not rule here unless the table agreed to it."""


class InviteSpent(Exception):
    """This invite was accepted already."""


class NotAdmitted(Exception):
    """The device may not take a seat at this table: it was not admitted, or only to watch."""


class HostsHere(NotAdmitted):
    """The device hosts the table, and so keeps the score anyway."""


class RequestGone(Exception):
    """The device that asked has withdrawn, waited too long, or was answered already."""


class TooManyRequests(Exception):
    """As many devices wait at this table as may."""


class DoorClosed(Exception):
    """The host has closed the door: new devices are not admitted."""


class AlreadyHere(Exception):
    """The device has a place of its own at this table, so it does not take another device's."""


class TooManyWrongCodes(Exception):
    """Too many wrong codes were typed, by everybody together where `of_all`: the next may be tried in `seconds`."""

    def __init__(self, seconds: int, *, of_all: bool = False) -> None:
        super().__init__(f"the next try is in {seconds} s")
        self.seconds, self.of_all = seconds, of_all
