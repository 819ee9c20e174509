"""Viewer of an evening: what the asking device is there, and what follows from it."""

from dataclasses import dataclass
from typing import ClassVar

from webapp.store.grants import DeviceGrant
from webapp.store.models import Grant
from webapp.store.roles import Role, RoleRights


@dataclass(frozen=True)
class EveningViewer(RoleRights):
    """Rights of a device at an evening; without a role it has none. The server itself has no device.

    `name` is how it signs. `at_table` is the number of a table of the evening whose phone it is, as a phone in the
    middle that stands for nobody on the list.
    """

    agreed: ClassVar[bool] = False
    """A table may agree that a player rules, too; an evening may not."""
    device_id: int | None = None
    role: Role | None = None
    person: int | None = None
    name: str | None = None
    at_table: int | None = None

    @classmethod
    def of(cls, grant: Grant | DeviceGrant) -> "EveningViewer":
        return cls(grant.device_id, grant.role, grant.person, grant.name)

    @property
    def may_see(self) -> bool:
        return self.role is not None

    @property
    def helps(self) -> bool:
        """Tells whether this viewer runs the evening or rules at its tables."""
        return self.runs or self.is_referee

    @property
    def is_server(self) -> bool:
        """Tells whether no device asks, but the server itself."""
        return self.device_id is None

    @property
    def may_check_in(self) -> bool:
        """Tells whether this is a device that may come to stand for somebody: for nobody yet, and no referee's."""
        return not self.is_server and not self.plays and not self.is_referee

    def is_person(self, number: int | None) -> bool:
        """Tells whether this device stands for that person on the list."""
        return self.person is not None and self.person == number


SERVER = EveningViewer()
