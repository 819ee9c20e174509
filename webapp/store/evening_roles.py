"""The roles that a device may have at an evening, and what follows from them."""

from enum import StrEnum
from typing import Final, Literal, Protocol, TypeAlias


class EveningRole(StrEnum):
    """What a device is at an evening, as the database and the API write it."""

    ORGANISER = "organiser"
    DEPUTY = "deputy"
    REFEREE = "referee"
    PLAYER = "player"
    WATCHER = "watcher"


CARD: Final = "table"
"""The invite on the card of a table: whoever reads it comes to that table."""
MOVE: Final = "move"
"""The invite that hands what one device is to another."""
EveningInviteRole: TypeAlias = EveningRole | Literal["table", "move"]
RUNNING: Final = (EveningRole.ORGANISER, EveningRole.DEPUTY)
"""Who runs the evening."""
SINGLE_USE: Final = (EveningRole.DEPUTY, EveningRole.REFEREE)
"""Roles whose invites serve one device."""


class HasEveningRole(Protocol):
    """A device at an evening."""

    @property
    def role(self) -> EveningRole | None: ...
    @property
    def person(self) -> int | None: ...


class EveningRights:
    """What follows from a role at an evening; for classes that have one."""

    @property
    def is_organiser(self: HasEveningRole) -> bool:
        """Tells whether this device opened the evening, or was handed it."""
        return self.role == EveningRole.ORGANISER

    @property
    def runs(self: HasEveningRole) -> bool:
        """Tells whether this device runs the evening: as the organiser or a deputy."""
        return self.role in RUNNING

    @property
    def is_referee(self: HasEveningRole) -> bool:
        """Tells whether this device rules at the tables of the evening."""
        return self.role == EveningRole.REFEREE

    @property
    def plays(self: HasEveningRole) -> bool:
        """Tells whether this device stands for somebody on the list."""
        return self.person is not None


def evening_invite_role(value: str) -> EveningInviteRole:
    """Returns the role of an invite as the database holds it."""
    if value == "table":
        return "table"
    return "move" if value == "move" else EveningRole(value)
