"""Scopes, the roles that a device may have in each, the rights of a role there, and the uses of each invite."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias


class Scope(StrEnum):
    """The scope of a grant or an invite."""

    TABLE = "table"
    EVENING = "evening"
    CIRCLE = "circle"

    @property
    def column(self) -> str:
        """The column of grants and invites that names the table, the evening or the circle."""
        return f"{self}_id"

    @property
    def place(self) -> str:
        """The column of grants with the place of a device: one device at most in each place."""
        return _PLACES[self]


_PLACES: Final[Mapping[str, str]] = {Scope.TABLE: "seat", Scope.EVENING: "person", Scope.CIRCLE: "player_id"}


class Role(StrEnum):
    """The role of a device in a scope, as the database and the API write it."""

    HOST = "host"
    PLAYER = "player"
    SCOREKEEPER = "scorekeeper"
    WATCHER = "watcher"
    REFEREE = "referee"
    ORGANISER = "organiser"
    DEPUTY = "deputy"
    MEMBER = "member"


MOVE: Final = "move"
"""The invite that moves the grant of one device to another, of any role."""
CARD: Final = "table"
"""The invite on the card of a table of an evening: it leads to that table."""
RECOVERY: Final = "recovery"
"""The invite that leads back to a circle, once all its devices are lost."""
MEETING: Final = "meeting"
"""The invite to one evening of a circle: it takes answers, and gives no grant."""
InviteRole: TypeAlias = Role | Literal["move", "table", "recovery", "meeting"]


def invite_role(value: str) -> InviteRole:
    """Returns the role of an invite as the database holds it."""
    without_role: dict[str, InviteRole] = {MOVE: MOVE, CARD: CARD, RECOVERY: RECOVERY, MEETING: MEETING}
    return without_role.get(value) or Role(value)


class Right(StrEnum):
    SIT = "sit"
    """Hold a seat of a table, or stand for somebody of an evening or a circle."""
    KEEP_SCORE = "keep-score"
    """Enter for a whole table."""
    RULE = "rule"
    """Decide as the referee."""
    RUN = "run"
    """Run an evening: its list, rounds and results."""
    LEAD = "lead"
    """Admit and dismiss devices, and be restored by the recovery code."""


class RoleRow(NamedTuple):
    """Rights of a role in a scope, the roles that it invites and dismisses, and further roles whose codes it shows."""

    rights: frozenset[Right]
    invites: frozenset[InviteRole]
    shows: frozenset[InviteRole]


def _may(*rights: Right, invites: tuple[InviteRole, ...] = (), shows: tuple[InviteRole, ...] = ()) -> RoleRow:
    return RoleRow(frozenset(rights), frozenset(invites), frozenset(shows))


ROLES: Final[Mapping[Scope, Mapping[Role, RoleRow]]] = {
    Scope.TABLE: {
        Role.HOST: _may(
            Right.SIT,
            Right.LEAD,
            invites=(Role.HOST, Role.PLAYER, Role.SCOREKEEPER, Role.WATCHER, Role.REFEREE),
        ),
        Role.SCOREKEEPER: _may(Right.SIT, Right.KEEP_SCORE, shows=(Role.PLAYER, Role.WATCHER)),
        Role.PLAYER: _may(Right.SIT, shows=(Role.PLAYER, Role.WATCHER)),
        Role.REFEREE: _may(Right.RULE, invites=(Role.REFEREE,), shows=(Role.WATCHER,)),
        Role.WATCHER: _may(shows=(Role.WATCHER,)),
    },
    Scope.EVENING: {
        Role.ORGANISER: _may(
            Right.SIT,
            Right.RUN,
            Right.LEAD,
            invites=(Role.ORGANISER, Role.DEPUTY, Role.REFEREE, Role.PLAYER, Role.WATCHER, CARD),
        ),
        Role.DEPUTY: _may(Right.SIT, Right.RUN, invites=(Role.REFEREE, Role.PLAYER, Role.WATCHER, CARD)),
        Role.REFEREE: _may(Right.RULE, shows=(Role.PLAYER, Role.WATCHER)),
        Role.PLAYER: _may(Right.SIT),
        Role.WATCHER: _may(),
    },
    Scope.CIRCLE: {Role.MEMBER: _may(Right.SIT, Right.LEAD, invites=(Role.MEMBER, RECOVERY, MEETING))},
}
"""The roles of each scope. The grant of a player who rules, too, since the table agreed, has `agreed`."""


def roles_with(right: Right, scope: Scope) -> tuple[Role, ...]:
    """Returns the roles of a scope that have a right.

    >>> roles_with(Right.RUN, Scope.EVENING)
    (<Role.ORGANISER: 'organiser'>, <Role.DEPUTY: 'deputy'>)
    """
    return tuple(role for role, row in ROLES[scope].items() if right in row.rights)


def may_invite(role: Role | None, invited: InviteRole, scope: Scope) -> bool:
    """Tells whether a device of this role admits and dismisses devices of the invited one."""
    return role is not None and invited in ROLES[scope][role].invites


def may_show(role: Role | None, invited: InviteRole, scope: Scope) -> bool:
    """Tells whether a device of this role sees the code of the invited one."""
    return may_invite(role, invited, scope) or (role is not None and invited in ROLES[scope][role].shows)


SEATED: Final = roles_with(Right.SIT, Scope.TABLE)
"""Roles that may hold a seat of a table."""


class Use(StrEnum):
    """How often an invite serves, and how long."""

    MANY = "many"
    """Every reader; its code ends after a day, its link does not."""
    ONCE = "once"
    """One device; its code ends after a day."""
    CARD = "card"
    """Every reader; its code is long, is printed and has no end."""
    RECOVERY = "recovery"
    """One device; its code is long and has no end, and a new one takes its place."""
    MOVE = "move"
    """One device, within some minutes."""
    MEETING = "meeting"
    """Every reader; its code is long and ends with the evening, its link does not."""

    @property
    def has_long_code(self) -> bool:
        """Tells whether its code is a long one, which cannot be guessed."""
        return self in (Use.CARD, Use.RECOVERY, Use.MEETING)

    @property
    def is_single(self) -> bool:
        """Tells whether it ends with the first device that takes it."""
        return self in (Use.ONCE, Use.RECOVERY, Use.MOVE)

    @property
    def is_there_from_the_start(self) -> bool:
        """Tells whether each table, evening or circle has one."""
        return self in (Use.MANY, Use.RECOVERY)


INVITES: Final[Mapping[Scope, Mapping[InviteRole, Use]]] = {
    Scope.TABLE: {
        Role.PLAYER: Use.MANY,
        Role.WATCHER: Use.MANY,
        Role.HOST: Use.RECOVERY,
        Role.SCOREKEEPER: Use.ONCE,
        Role.REFEREE: Use.ONCE,
        MOVE: Use.MOVE,
    },
    Scope.EVENING: {
        Role.PLAYER: Use.MANY,
        Role.WATCHER: Use.MANY,
        Role.ORGANISER: Use.RECOVERY,
        Role.DEPUTY: Use.ONCE,
        Role.REFEREE: Use.ONCE,
        CARD: Use.CARD,
        MOVE: Use.MOVE,
    },
    Scope.CIRCLE: {Role.MEMBER: Use.MANY, RECOVERY: Use.RECOVERY, MEETING: Use.MEETING},
}
"""The uses of each invite of a scope."""


def invites_with(use: Use, scope: Scope) -> tuple[InviteRole, ...]:
    """Returns the invites of a scope that are used so."""
    return tuple(role for role, found in INVITES[scope].items() if found is use)


class HasRole(Protocol):
    """A device in a scope: its role, and whether the table agreed that it also rules."""

    @property
    def role(self) -> Role | None: ...
    @property
    def agreed(self) -> bool: ...


class HasPerson(HasRole, Protocol):
    """A device at an evening, and its person on the list."""

    @property
    def person(self) -> int | None: ...


class RoleRights:
    """Rights that follow from a role; mixin for classes with one."""

    @property
    def is_host(self: HasRole) -> bool:
        """Tells whether this device opened the table, or was handed it."""
        return self.role == Role.HOST

    @property
    def keeps_score(self: HasRole) -> bool:
        """Tells whether this device enters for the whole table."""
        return self.role == Role.SCOREKEEPER

    @property
    def is_organiser(self: HasRole) -> bool:
        """Tells whether this device opened the evening, or was handed it."""
        return self.role == Role.ORGANISER

    @property
    def runs(self: HasRole) -> bool:
        """Tells whether this device runs the evening: as the organiser or a deputy."""
        return self.role in RUNNING

    @property
    def is_referee(self: HasRole) -> bool:
        """Tells whether this device rules: as the referee, or as a player since the table agreed to it."""
        return self.role == Role.REFEREE or self.agreed

    @property
    def plays(self: HasPerson) -> bool:
        """Tells whether this device stands for a person on the list of an evening."""
        return self.person is not None


RUNNING: Final = roles_with(Right.RUN, Scope.EVENING)
"""Roles that run an evening."""
