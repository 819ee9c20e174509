"""Database tables of circles: regular players, the matches that they have played, and their ratings."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Index,
    LargeBinary,
    UniqueConstraint,
    text,
    update,
)
from sqlmodel import Field, Session, col

from webapp.http.durations import MEETING_LASTS
from webapp.store.columns import ID_TYPE, UtcDateTime, id_field, json_column, key_column, own_key_column, utc_column
from webapp.store.models import Row, utc_now

RATED_WITH = 4
"""Version of what counts and of the rating algorithm: increased when the same tables give other matches or ratings."""


class Circle(Row, table=True):
    """People who meet again. `op` is the key of the form that opened it.

    `without_files`: matches at tables that were opened from a file do not count. `rated_with`: see RATED_WITH.
    `version`: how often something of its matches or tables has changed.
    """

    __tablename__ = "circles"
    __table_args__ = (UniqueConstraint("op"),)

    id: int = id_field()
    name: str
    op: str | None = None
    created_at: datetime = Field(default_factory=utc_now, sa_column=utc_column())
    without_files: bool = Field(default=False, sa_column_kwargs={"server_default": text("false")})
    rated_with: int = Field(default=RATED_WITH, sa_column_kwargs={"server_default": text("1")})
    version: int = Field(default=0, sa_column=Column(BigInteger, nullable=False, server_default=text("0")))


def note_change(session: Session, circle_id: int | None) -> None:
    """Notes that something of the matches or tables of a circle has changed, such as the day of one; None: of none."""
    session.execute(update(Circle).where(col(Circle.id) == circle_id).values(version=col(Circle.version) + 1))


class CirclePlayer(Row, table=True):
    """A player of a circle. `key` is equal for spellings of one name (`name_key`).

    `merged_into`: who that is, under another name; nobody is merged into such a one. Who was forgotten is called by
    a number, here and at the tables. A `guest` has matches, and stands in no rating, season or list of the best.
    """

    __tablename__ = "circle_players"
    __table_args__ = (UniqueConstraint("circle_id", "key"),)

    id: int = id_field()
    circle_id: int = Field(sa_column=key_column("circles.id"))
    name: str
    key: str
    merged_into: int | None = Field(default=None, sa_column=key_column("circle_players.id", nullable=True))
    forgotten_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime, nullable=True))
    guest: bool = Field(default=False, sa_column_kwargs={"server_default": text("false")})

    @property
    def is_standing(self) -> bool:
        """Tells whether this is a player in own right: neither an alias of another nor forgotten."""
        return self.merged_into is None and self.forgotten_at is None


class CircleMatch(Row, table=True):
    """A finished match of a circle, by its log. `players` are the circle's, by seat.

    `summary` has what else is kept of it: sides, scores, places, winners, figures (webapp/circle/matches.py).
    `from_file`: its table was opened from a file.
    """

    __tablename__ = "circle_matches"
    __table_args__ = (
        Index("ix_circle_matches_ended_at", "circle_id", "game", "ended_at", "table_id"),
        Index("ix_circle_matches_began_at", "circle_id", "began_at", "table_id"),
        Index("ix_circle_matches_from_file", "circle_id", "from_file", "game"),
    )

    table_id: int = Field(sa_column=own_key_column("tables.id"))
    circle_id: int = Field(sa_column=key_column("circles.id"))
    game: str
    began_at: datetime = Field(sa_column=utc_column())
    ended_at: datetime = Field(sa_column=utc_column())
    players: list[int] = Field(sa_column=json_column())
    summary: dict[str, Any] = Field(sa_column=json_column())
    from_file: bool = Field(default=False, sa_column_kwargs={"server_default": text("false")})

    @property
    def day_only(self) -> bool:
        """Whether of the time only the day is known."""
        return bool(self.summary.get("day_only"))

    @property
    def minutes(self) -> int:
        """How long was played, in whole minutes, at least one; none of a result that was typed."""
        if self.began_at == self.ended_at:
            return 0
        whole = int((self.ended_at - self.began_at).total_seconds())
        return max(1, int(self.summary.get("seconds", whole)) // 60)


class CircleRating(Row, table=True):
    """The rating of a player after a match, in hundredths, with the number of matches that it rests on.

    `won`: how many of these were won or shared. Where a match `counts` not, for a guest or against guests alone, it is
    the rating before it.
    """

    __tablename__ = "circle_ratings"
    __table_args__ = (
        Index("ix_circle_ratings_player", "circle_id", "game", "player_id", "ended_at", "table_id"),
        Index("ix_circle_ratings_ended_at", "circle_id", "game", "ended_at", "table_id"),
    )

    table_id: int = Field(sa_column=own_key_column("circle_matches.table_id"))
    player_id: int = Field(sa_column=own_key_column("circle_players.id"))
    circle_id: int = Field(sa_column=Column(ID_TYPE, nullable=False))
    game: str
    ended_at: datetime = Field(sa_column=utc_column())
    strength: int
    uncertainty: int
    matches: int
    won: int = Field(default=0, sa_column_kwargs={"server_default": text("0")})
    counts: bool = Field(default=True, sa_column_kwargs={"server_default": text("true")})


class CircleRatingsDue(Row, table=True):
    """The first match from which the ratings of a game still have to be made again, in steps."""

    __tablename__ = "circle_ratings_due"

    circle_id: int = Field(sa_column=own_key_column("circles.id"))
    game: str = Field(primary_key=True)
    ended_at: datetime = Field(sa_column=utc_column())
    table_id: int = Field(sa_column=Column(ID_TYPE, nullable=False))


class CircleArrival(Row, table=True):
    """A circle from a file that is being brought in; it goes once all of it is. `digits` are those of the file."""

    __tablename__ = "circle_arrivals"

    circle_id: int = Field(sa_column=own_key_column("circles.id"))
    digits: str = Field(primary_key=True)
    device_id: int = Field(sa_column=key_column("devices.id"))
    body: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class CircleForgetting(Row, table=True):
    """A player whose names are being taken out of these tables and evenings; it goes once their bytes are erased.

    `names` are those of `ForgottenNames`. All three are empty once the names stand nowhere else.
    """

    __tablename__ = "circle_forgettings"

    player_id: int = Field(sa_column=own_key_column("circle_players.id"))
    names: dict[str, Any] = Field(sa_column=json_column())
    tables: list[int] = Field(sa_column=json_column())
    evenings: list[int] = Field(sa_column=json_column())


class CircleNote(Row, table=True):
    """A note of the circle on a match. It stays when the match's row is made again."""

    __tablename__ = "circle_notes"

    table_id: int = Field(sa_column=own_key_column("tables.id"))
    circle_id: int = Field(sa_column=key_column("circles.id", index=True))
    text: str
    written_at: datetime = Field(default_factory=utc_now, sa_column=utc_column())


class CirclePost(Row, table=True):
    """A comment on a match, with or without a photo, by a device; `player_id`: whom it stood for then.

    `photo` is a JPEG that was made small. `op` is the key of its form.
    """

    __tablename__ = "circle_posts"
    __table_args__ = (UniqueConstraint("circle_id", "op"), Index("ix_circle_posts_table", "circle_id", "table_id"))

    id: int = id_field()
    circle_id: int = Field(sa_column=key_column("circles.id"))
    table_id: int = Field(sa_column=key_column("tables.id"))
    device_id: int = Field(sa_column=key_column("devices.id"))
    player_id: int | None = Field(default=None, sa_column=key_column("circle_players.id", nullable=True))
    text: str
    photo: bytes | None = Field(default=None, sa_column=Column(LargeBinary, nullable=True))
    op: str | None = None
    made_at: datetime = Field(default_factory=utc_now, sa_column=utc_column())


class CircleSeason(Row, table=True):
    """Days of a circle whose matches make one standing: of each player the `best` evenings count.

    `game` is empty for all games; `last_day` for a season that goes on. `op` is the key of the form that made it.
    """

    __tablename__ = "circle_seasons"
    __table_args__ = (UniqueConstraint("op"), CheckConstraint("best > 0", name="best"))

    id: int = id_field()
    circle_id: int = Field(sa_column=key_column("circles.id", index=True))
    name: str
    game: str
    first_day: date
    last_day: date | None = None
    best: int
    op: str | None = None

    def runs_on(self, day: date) -> bool:
        """Tells whether matches of this day count to it."""
        return self.first_day <= day and (self.last_day is None or day <= self.last_day)


class CircleJoin(Row, table=True):
    """Another circle, `gone_id`, that was joined to one, by a device.

    `moved` says what came with it (circle_merging.py); it is empty once that cannot be taken back, or was.
    """

    __tablename__ = "circle_joins"

    id: int = id_field()
    circle_id: int = Field(sa_column=key_column("circles.id", index=True))
    gone_id: int = Field(sa_column=key_column("circles.id"))
    device_id: int = Field(sa_column=key_column("devices.id"))
    moved: dict[str, Any] = Field(sa_column=json_column())
    made_at: datetime = Field(default_factory=utc_now, sa_column=utc_column())
    undone_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime, nullable=True))


class CircleMerge(Row, table=True):
    """Two players who were merged: `gone_id` is an alias of `into_id` since, and so are its own aliases, in `led`.

    `device_id`: the phone that stood for `gone_id`. Taken back the row goes.
    """

    __tablename__ = "circle_merges"

    id: int = id_field()
    circle_id: int = Field(sa_column=key_column("circles.id", index=True))
    gone_id: int = Field(sa_column=key_column("circle_players.id"))
    into_id: int = Field(sa_column=key_column("circle_players.id"))
    led: list[int] = Field(sa_column=json_column())
    device_id: int | None = Field(default=None, sa_column=key_column("devices.id", nullable=True))
    made_at: datetime = Field(default_factory=utc_now, sa_column=utc_column())


class CircleMeeting(Row, table=True):
    """An invitation to an evening of a circle: time, place, a text, and maybe a game.

    `uid` and `sequence` are what calendars know it by and how often it was changed. `op` is the key of its form.
    """

    __tablename__ = "circle_meetings"
    __table_args__ = (UniqueConstraint("circle_id", "op"),)

    id: int = id_field()
    circle_id: int = Field(sa_column=key_column("circles.id", index=True))
    starts_at: datetime = Field(sa_column=utc_column())
    place: str
    word: str
    game: str
    uid: str
    sequence: int = 0
    called_off: bool = Field(default=False, sa_column_kwargs={"server_default": text("false")})
    op: str | None = None
    changed_at: datetime = Field(default_factory=utc_now, sa_column=utc_column())

    @property
    def ends_at(self) -> datetime:
        """The assumed end."""
        return self.starts_at + MEETING_LASTS


class MeetingAnswer(Row, table=True):
    """A person's answer to an invitation, by any phone: `says` is "yes", "maybe" or "no".

    `key` is `name_key` of the name: the player of the circle with this key has answered. `guests`
    are the names of those who come along.
    """

    __tablename__ = "meeting_answers"
    __table_args__ = (
        UniqueConstraint("meeting_id", "key"),
        CheckConstraint("says IN ('yes', 'maybe', 'no')", name="says"),
    )

    id: int = id_field()
    meeting_id: int = Field(sa_column=key_column("circle_meetings.id"))
    circle_id: int = Field(sa_column=key_column("circles.id"))
    device_id: int = Field(sa_column=key_column("devices.id"))
    name: str
    key: str
    says: str
    guests: list[str] = Field(sa_column=json_column())
    answered_at: datetime = Field(default_factory=utc_now, sa_column=utc_column())
