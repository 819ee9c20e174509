"""The roles that a device may have at a table, and what follows from them."""

from enum import StrEnum
from typing import Final, Literal, Protocol, TypeAlias


class Role(StrEnum):
    """What a device is at a table, as the database and the API write it."""

    HOST = "host"
    PLAYER = "player"
    SCOREKEEPER = "scorekeeper"
    WATCHER = "watcher"
    REFEREE = "referee"


SEATED: Final = (Role.HOST, Role.PLAYER, Role.SCOREKEEPER)
"""Roles that may hold a seat."""
MOVE: Final = "move"
"""The invite that hands the grant of one device to another, whatever its role."""
InviteRole: TypeAlias = Role | Literal["move"]


class HasRole(Protocol):
    """A device at a table: its role, and whether the table agreed that it rules besides."""

    @property
    def role(self) -> Role | None: ...
    @property
    def agreed(self) -> bool: ...


class RoleRights:
    """What follows from a role; for classes that have one."""

    @property
    def is_host(self: HasRole) -> bool:
        """Tells whether this device opened the table."""
        return self.role == Role.HOST

    @property
    def keeps_score(self: HasRole) -> bool:
        """Tells whether this device enters for the whole table."""
        return self.role == Role.SCOREKEEPER

    @property
    def is_referee(self: HasRole) -> bool:
        """Tells whether this device rules here: as the referee, or besides playing since the table agreed to it."""
        return self.role == Role.REFEREE or self.agreed


def invite_role(value: str) -> InviteRole:
    """Returns the role of an invite as the database holds it."""
    return MOVE if value == MOVE else Role(value)
