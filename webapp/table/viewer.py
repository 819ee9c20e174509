"""Viewer of a table: a device's role, its seat, and its rights."""

from dataclasses import dataclass
from functools import cached_property

from webapp.store.grants import DeviceGrant
from webapp.store.models import Grant
from webapp.store.roles import SEATED, Role, RoleRights


@dataclass(frozen=True)
class Viewer(RoleRights):
    """Rights of the asking device at one table; without a role it has none.

    `is_program`: it asks through the API. `for_all`: all sides of the table have agreed to what it enters; `on_appeal`:
    that decides an appeal, also where a referee is seated, who has ruled. `countersigned`: the two whom a change of a
    closed round takes. The server itself, which withdraws secrets, has no device.
    """

    device_id: int | None = None
    role: Role | None = None
    seat: int | None = None
    agreed: bool = False
    is_program: bool = False
    for_all: bool = False
    on_appeal: bool = False
    countersigned: bool = False

    @classmethod
    def of(cls, grant: Grant | DeviceGrant) -> "Viewer":
        return cls(grant.device_id, grant.role, grant.seat, grant.agreed)

    @property
    def may_see(self) -> bool:
        return self.role is not None

    @cached_property
    def may_enter(self) -> bool:
        return self.is_host or self.keeps_score or (self.role == Role.PLAYER and self.seat is not None)

    @property
    def may_sit(self) -> bool:
        return self.role in SEATED

    @property
    def takes_part(self) -> bool:
        """Tells whether this viewer does more than look: enters, or rules."""
        return self.may_enter or self.is_referee

    @property
    def decides(self) -> bool:
        """Tells whether what this viewer enters is fixed: a referee does, or all sides together."""
        return self.is_referee or self.for_all or self.countersigned

    @property
    def kind(self) -> str:
        """The key of all viewers of the same view, such as "player:2", "host", "host:2" or "watcher"."""
        role = f"{self.role or 'stranger'}{':rules' if self.agreed else ''}"
        return role if self.seat is None else f"{role}:{self.seat}"
