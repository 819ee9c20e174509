"""Types of columns and ready columns, which the models of tables, evenings and circles share."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Column, DateTime, Dialect, ForeignKey, Index, Integer, String, text
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field

# SQLite numbers its rows by itself in a plain INTEGER only, which has 64 bits there anyhow.
ID_TYPE = BigInteger().with_variant(Integer, "sqlite")


class UtcDateTime(TypeDecorator[datetime]):
    """An aware time. It is stored as UTC and read as UTC, also by SQLite, which knows no time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuses a naive time, which is ambiguous."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time without a time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Gives back the zone that SQLite drops."""
        if value is None or value.tzinfo is not None:
            return value
        return value.replace(tzinfo=UTC)


class TextOf(TypeDecorator[Any]):
    """A member of an enum, stored as its text; `read` returns the member that a text names."""

    impl = String
    cache_ok = True

    def __init__(self, read: Callable[[str], Any]) -> None:
        super().__init__()
        self.read = read

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else str(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        """Returns the member that a text names."""
        return None if value is None else self.read(value)


def id_field() -> Any:
    """Returns the number of a row."""
    return Field(default=None, sa_column=Column(ID_TYPE, primary_key=True))


def key_column(target: str, *, nullable: bool = False, index: bool = False) -> Column[int]:
    """Returns the column that names a row of another table."""
    return Column(ID_TYPE, ForeignKey(target), nullable=nullable, index=index)


def own_key_column(target: str) -> Column[int]:
    """Returns the column that names a row of another table, and by that its own."""
    return Column(ID_TYPE, ForeignKey(target), primary_key=True, autoincrement=False)


def unique_while(name: str, *columns: str, only: str = "until IS NULL") -> Index:
    """A rule for rows that stand: no two of them have the same in these columns."""
    where = text(only)
    return Index(name, *columns, unique=True, sqlite_where=where, postgresql_where=where)


def utc_column() -> Column[datetime]:
    """Returns the column of a time that is always there."""
    return Column(UtcDateTime, nullable=False)


# A default is a function written in Python. Of a builtin like `list`, pydantic parses the signature for each new row,
# which CPython 3.11 cannot do in two threads at once: it raises SystemError.


def no_names() -> list[str]:
    return []


def no_entries() -> dict[str, Any]:
    """Returns an empty mapping."""
    return {}


def json_column() -> Column[Any]:
    """Returns a column of JSON that is always there."""
    return Column(JSON, nullable=False)


def text_column(read: Callable[[str], Any]) -> Column[Any]:
    """Returns the column of an enum whose members `read` knows by their texts."""
    return Column(TextOf(read), nullable=False)
