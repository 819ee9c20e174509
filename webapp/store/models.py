"""Database tables as SQLModel classes. Only the store, the migrations and the command line use them."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, cast

from sqlalchemy import (
    JSON,
    CheckConstraint,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    UniqueConstraint,
    false,
    text,
)
from sqlmodel import Field, SQLModel

from webapp.http.durations import CLOCK_SKEW, MOVE_LASTS
from webapp.store.columns import (
    ID_TYPE,
    UtcDateTime,
    id_field,
    json_column,
    key_column,
    no_entries,
    no_names,
    text_column,
    unique_while,
    utc_column,
)
from webapp.store.roles import INVITES, ROLES, InviteRole, Role, RoleRights, Scope, Use, invite_role

# Constraints need names that every database agrees on, or a later migration cannot find them.
NAMING_CONVENTION = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


def utc_now() -> datetime:
    """Returns the current time, aware, in UTC."""
    return datetime.now(UTC)


class Row(SQLModel):
    """Base of all tables: the metadata with the naming convention."""

    metadata = MetaData(naming_convention=NAMING_CONVENTION)


def _chained_field() -> Any:
    return Field(default="", sa_column_kwargs={"server_default": text("''")})


class Table(Row, table=True):
    """A match being played: the header of its record. Its log is in its events.

    `title`: what its people call it, if anything. `entry`: who enters, everybody seated, each the own seat, or the
    scorekeeper; `seats`: free to take, or the host approves; `door`: whether new devices are let in. `op` is the key
    of the form that opened it. `version` counts what has changed at the table, where several processes write, and
    `beside_version` is the count of the last change outside its log. The heads confirm the last line of its
    log and its desk. `evening_id`: the evening that it belongs to now, as the table
    `evening_number` there; `circle_id`: the circle that it was given to. `round_closed_at`: the round of an evening in
    which it plays was closed, and its result is final from `final_at` on, where that is known. `taken_back_at`: the
    seating by which it opened was taken back or changed, and nobody plays there.
    """

    __tablename__ = "tables"
    __table_args__ = (
        CheckConstraint("book IN ('closed', 'open')", name="book"),
        CheckConstraint("entry IN ('keeper', 'everyone', 'own')", name="entry"),
        CheckConstraint("seats IN ('free', 'approved')", name="seats"),
        CheckConstraint("door IN ('open', 'closed')", name="door"),
        UniqueConstraint("op"),
    )

    id: int = id_field()
    game: str
    players: list[str] = Field(sa_column=json_column())
    options: dict[str, Any] = Field(sa_column=json_column())
    edition: int = 1
    choices: dict[str, str] = Field(
        default_factory=no_entries, sa_column=Column(JSON, nullable=False, server_default=text("'{}'"))
    )
    title: str = Field(default="", sa_column_kwargs={"server_default": text("''")})
    book: str = "closed"
    entry: str = "everyone"
    seats: str = Field(default="free", sa_column_kwargs={"server_default": "free"})
    door: str = Field(default="open", sa_column_kwargs={"server_default": "open"})
    op: str | None = None
    version: int = Field(default=0, sa_column=Column(ID_TYPE, nullable=False, server_default=text("0")))
    beside_version: int = Field(default=0, sa_column=Column(ID_TYPE, nullable=False, server_default=text("0")))
    log_head: str = _chained_field()
    desk_head: str = _chained_field()
    first_dealer: int | None = None
    successor_id: int | None = Field(default=None, sa_column=key_column("tables.id", nullable=True))
    evening_id: int | None = Field(default=None, sa_column=key_column("evenings.id", nullable=True, index=True))
    evening_number: int | None = None
    round_closed_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime, nullable=True))
    final_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime, nullable=True))
    taken_back_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime, nullable=True))
    circle_id: int | None = Field(default=None, sa_column=key_column("circles.id", nullable=True, index=True))
    created_at: datetime = Field(default_factory=utc_now, sa_column=utc_column())


class EventRow(Row, table=True):
    """One accepted line of a table's log. `link` confirms it and the line before."""

    __tablename__ = "events"
    __table_args__ = (
        UniqueConstraint("table_id", "seq"),
        UniqueConstraint("table_id", "op"),
        CheckConstraint("seq > 0", name="seq"),
    )

    id: int = id_field()
    table_id: int = Field(sa_column=key_column("tables.id"))
    seq: int
    op: str
    device_id: int | None = Field(default=None, sa_column=key_column("devices.id", nullable=True))
    body: str
    link: str = _chained_field()
    made_at: datetime = Field(default_factory=utc_now, sa_column=utc_column())


class Device(Row, table=True):
    """A browser. Its token is known to it alone: here lies only the hash."""

    __tablename__ = "devices"
    __table_args__ = (UniqueConstraint("token_hash"),)

    id: int = id_field()
    token_hash: str
    names: list[str] = Field(default_factory=no_names, sa_column=json_column())
    created_at: datetime = Field(default_factory=utc_now, sa_column=utc_column())


class InScope:
    """Base of rows that belong to a table, an evening or a circle."""

    @property
    def scope(self) -> Scope:
        return next(scope for scope in Scope if getattr(self, scope.column) is not None)

    @property
    def owner(self) -> int:
        """The number of its table, evening or circle."""
        return cast("int", getattr(self, self.scope.column))


FOR_ALL = "until IS NULL AND device_id IS NULL AND number IS NULL"
"""Invites that are neither on the card of a table nor for the place of a device: one of each role."""
ONE_SCOPE = " + ".join(f"CASE WHEN {scope.column} IS NULL THEN 0 ELSE 1 END" for scope in Scope) + " = 1"


def _roles_check(of: Mapping[Scope, Mapping[Any, Any]]) -> str:
    roles = {scope: ", ".join(f"'{role}'" for role in of[scope]) for scope in Scope}
    return " OR ".join(f"({scope.column} IS NOT NULL AND role IN ({roles[scope]}))" for scope in Scope)


class Grant(RoleRights, InScope, Row, table=True):
    """Rights of a device at a table, an evening or in a circle, as long as `until` is empty.

    A changed grant is ended and a new one begun. Who it is there: `seat` of a table, `person` on the list of an
    evening, `player_id` of a circle. `agreed`: a host or player who rules as well, since the table agreed; `name` is
    how a referee or deputy signs. How far this device has read what was decided or announced: within so many events of
    a table's log, and so many lines of its desk or of an evening.
    """

    __tablename__ = "grants"
    __table_args__ = (
        CheckConstraint(ONE_SCOPE, name="scope"),
        CheckConstraint(_roles_check(ROLES), name="role"),
        CheckConstraint(
            "seat IS NULL OR (table_id IS NOT NULL AND role IN ('host', 'player', 'scorekeeper'))", name="seat"
        ),
        CheckConstraint("person IS NULL OR evening_id IS NOT NULL", name="person"),
        CheckConstraint("player_id IS NULL OR circle_id IS NOT NULL", name="player"),
        CheckConstraint(
            "NOT agreed OR (table_id IS NOT NULL AND role IN ('host', 'player', 'scorekeeper'))", name="agreed"
        ),
        *(unique_while(f"ix_grants_device_{scope}", "device_id", scope.column) for scope in Scope),
        *(unique_while(f"ix_grants_{scope}_{scope.place}", scope.column, scope.place) for scope in Scope),
    )

    id: int = id_field()
    table_id: int | None = Field(default=None, sa_column=key_column("tables.id", nullable=True))
    evening_id: int | None = Field(default=None, sa_column=key_column("evenings.id", nullable=True))
    circle_id: int | None = Field(default=None, sa_column=key_column("circles.id", nullable=True))
    device_id: int = Field(sa_column=key_column("devices.id"))
    role: Role = Field(sa_column=text_column(Role))
    seat: int | None = None
    person: int | None = None
    player_id: int | None = Field(default=None, sa_column=key_column("circle_players.id", nullable=True))
    agreed: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    name: str | None = None
    read_events: int = Field(default=0, sa_column_kwargs={"server_default": text("0")})
    read_lines: int = Field(default=0, sa_column_kwargs={"server_default": text("0")})
    since: datetime = Field(default_factory=utc_now, sa_column=utc_column())
    until: datetime | None = Field(default=None, sa_column=Column(UtcDateTime, nullable=True))

    @property
    def has_place(self) -> bool:
        """Tells whether this device does more than watch, or wait for a seat."""
        place = self.seat if self.person is None else self.person
        return place is not None or self.agreed or self.role not in (Role.PLAYER, Role.WATCHER)


class Invite(InScope, Row, table=True):
    """An invite, valid as long as `until` is empty: `code` is typed, `token` is in links and QR codes.

    The code ends at `code_until`, the link does not; it is empty where the code is printed, or ends with its invite.
    What each role is good for stands in `INVITES`. `CARD` lies on the card of the table `number` of an evening,
    `MEETING` leads to the invitation `number` of a circle; `MOVE` hands the grant of `device_id` to another device, not
    after `expires_at`. `agreed`: the table agreed that a device which holds a seat may rule.
    """

    __tablename__ = "invites"
    __table_args__ = (
        UniqueConstraint("code"),
        UniqueConstraint("token"),
        CheckConstraint(ONE_SCOPE, name="scope"),
        CheckConstraint(_roles_check(INVITES), name="role"),
        *(unique_while(f"ix_invites_{scope}_role", scope.column, "role", only=FOR_ALL) for scope in Scope),
        *(unique_while(f"ix_invites_{scope}_device", scope.column, "device_id") for scope in Scope),
        unique_while("ix_invites_evening_card", "evening_id", "number"),
        unique_while("ix_invites_circle_meeting", "circle_id", "number"),
    )

    id: int = id_field()
    code: str = ""  # given as it is added: webapp/store/invites.py
    token: str = ""
    table_id: int | None = Field(default=None, sa_column=key_column("tables.id", nullable=True))
    evening_id: int | None = Field(default=None, sa_column=key_column("evenings.id", nullable=True))
    circle_id: int | None = Field(default=None, sa_column=key_column("circles.id", nullable=True))
    role: InviteRole = Field(sa_column=text_column(invite_role))
    agreed: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    number: int | None = None
    device_id: int | None = Field(default=None, sa_column=key_column("devices.id", nullable=True))
    since: datetime = Field(default_factory=utc_now, sa_column=utc_column())
    expires_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime, nullable=True))
    until: datetime | None = Field(default=None, sa_column=Column(UtcDateTime, nullable=True))
    code_until: datetime | None = Field(default=None, sa_column=Column(UtcDateTime, nullable=True))

    @property
    def use(self) -> Use:
        return INVITES[self.scope][self.role]

    @property
    def is_valid(self) -> bool:
        """Tells whether it is valid now, at least by its link."""
        # An end further ahead than any is set was set before a clock was put back.
        ends = self.expires_at
        return self.until is None and (ends is None or utc_now() < ends <= utc_now() + MOVE_LASTS + CLOCK_SKEW)

    @property
    def has_code(self) -> bool:
        """Tells whether its code, as far as that goes, may be typed now."""
        return self.code_until is None or utc_now() < self.code_until


class SeatRequest(Row, table=True):
    """A device that waits for a seat until the host lets it in; it shows `word`, such as "FOX 42"."""

    __tablename__ = "requests"
    __table_args__ = (unique_while("ix_requests_table_device", "table_id", "device_id"),)

    id: int = id_field()
    table_id: int = Field(sa_column=key_column("tables.id"))
    device_id: int = Field(sa_column=key_column("devices.id"))
    seat: int | None = None
    role: Role = Field(default=Role.PLAYER, sa_column=text_column(Role))
    word: str
    since: datetime = Field(default_factory=utc_now, sa_column=utc_column())
    until: datetime | None = Field(default=None, sa_column=Column(UtcDateTime, nullable=True))


class WrongCode(Row, table=True):
    """A wrong code. `who` is a hash of the device and its address."""

    __tablename__ = "tries"
    __table_args__ = (Index("ix_tries_who_made_at", "who", "made_at"),)

    id: int = id_field()
    who: str
    made_at: datetime = Field(default_factory=utc_now, sa_column=utc_column())


class Opening(Row, table=True):
    """The opening of a table, evening or circle. `who` is a hash of its kind and the device or its network."""

    __tablename__ = "openings"
    __table_args__ = (Index("ix_openings_who_made_at", "who", "made_at"),)

    id: int = id_field()
    who: str
    made_at: datetime = Field(default_factory=utc_now, sa_column=utc_column())


class DeskLine(Row, table=True):
    """An event at a table outside its log: a dispute, a pause, a referee who came. Only ever added.

    `seq` is how long the log was then; what `kind` and `body` may be says webapp/table/lines. `link`
    confirms it and the line before.
    """

    __tablename__ = "desk_lines"

    id: int = id_field()
    table_id: int = Field(sa_column=key_column("tables.id", index=True))
    seq: int
    kind: str
    body: dict[str, Any] = Field(sa_column=json_column())
    device_id: int | None = Field(default=None, sa_column=key_column("devices.id", nullable=True))
    link: str = _chained_field()
    made_at: datetime = Field(default_factory=utc_now, sa_column=utc_column())


BROUGHT = "brought "
"""Prefix of the keys of imported data."""


class CasePhoto(Row, table=True):
    """A photo that is kept with a case of a table, by a device, when the log had `seq` events.

    `case_code` names the case as forms do; `photo` is a JPEG that was made small. `cards` are those that were read on
    it, and which may be others stand in `doubtful`. `op` is the key of its form.
    """

    __tablename__ = "case_photos"
    __table_args__ = (UniqueConstraint("table_id", "op"),)

    id: int = id_field()
    table_id: int = Field(sa_column=key_column("tables.id"))
    case_code: str
    device_id: int = Field(sa_column=key_column("devices.id"))
    photo: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    cards: list[str] = Field(default_factory=no_names, sa_column=json_column())
    doubtful: list[str] = Field(default_factory=no_names, sa_column=json_column())
    seq: int
    op: str | None = None
    made_at: datetime = Field(default_factory=utc_now, sa_column=utc_column())

    @property
    def is_brought(self) -> bool:
        """Tells whether it came with a file."""
        return (self.op or "").startswith(BROUGHT)


class UsedKey(Row, table=True):
    """An idempotency key of a device at a table or an evening, with the answer.

    `who` names the device and where it asked; `key` and `question` are digests. `answer` is empty where what was asked
    stands in a log. Rows are deleted by age and number (webapp/store/used_keys.py).
    """

    __tablename__ = "used_keys"

    who: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    question: str
    answer: str = ""
    used_at: datetime = Field(default_factory=utc_now, sa_column=Column(UtcDateTime, nullable=False, index=True))


class Presence(Row, table=True):
    """Devices that have a table open at one process, each as often as it is open there.

    Only where several processes share the database, and true for a moment: it may be lost at any time.
    """

    __tablename__ = "presence"

    worker: str = Field(primary_key=True)
    table_id: int = Field(sa_column=Column(ID_TYPE, primary_key=True, autoincrement=False))
    devices: dict[str, int] = Field(sa_column=json_column())
    seen_at: datetime = Field(sa_column=utc_column())


class TaughtPack(Row, table=True):
    """A taught pack: the features of the cards of these suits, each a row of these ranks.

    By a device, or by the operator.
    """

    __tablename__ = "taught_packs"

    id: int = id_field()
    device_id: int | None = Field(default=None, sa_column=key_column("devices.id", nullable=True))
    name: str
    ranks: str
    suits: str
    traits: bytes = Field(sa_column=Column("lessons", LargeBinary, nullable=False))
    made_at: datetime = Field(default_factory=utc_now, sa_column=utc_column())


class House(Row, table=True):
    """The one row with the fingerprint of the key that signs the database."""

    __tablename__ = "house"

    number: int = Field(default=1, sa_column=Column(Integer, primary_key=True, autoincrement=False))
    key: str
