"""Kinds of lines of a table's desk: each is one class with its fields, rights, validity and effect."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from webapp.journal import lines
from webapp.journal.lines import At, kinds_of, tag_of
from webapp.store.models import DeskLine
from webapp.table.change_requests import ChangeRequest
from webapp.table.desk import Desk, Line
from webapp.table.lines import matters, people, requests

__all__ = ["KINDS", "desk_of", "line_in_file", "line_of", "lines_of", "matters", "people", "requests"]

KINDS: Mapping[str, type[Line]] = {tag_of(kind): kind for kind in kinds_of(Line)}
"""The kinds of lines by their tag."""


def line_of(kind: str, body: Mapping[str, Any]) -> Line:
    """Returns a line as stored. Stored lines are trusted: texts of any length."""
    try:
        return lines.read(KINDS, kind, body)
    except msgspec.ValidationError:
        of = KINDS[kind]
        names = zip(of.__struct_fields__, of.__struct_encode_fields__, strict=True)
        said: dict[str, Any] = {name: body[written] for name, written in names if written in body}
        return of(**{name: _frozen(it) for name, it in said.items()})


def lines_of(change: ChangeRequest) -> list[Line]:
    """Returns the lines that go with the entries of a change that was asked for."""
    return [line_of(kind, body) for kind, body in change.lines]


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def line_in_file(kind: str, says: Mapping[str, Any]) -> Line:
    """Returns a line as a file says it. Raises ValueError, also for a kind that no record takes along."""
    if kind not in KINDS or not KINDS[kind].travels:
        raise ValueError(f"no record takes a {kind!r} along")
    return lines.read(KINDS, kind, {name: says[name] for name in KINDS[kind].travelling() if name in says})


def desk_of(rows: Iterable[DeskLine]) -> Desk:
    desk = Desk()
    for row in rows:
        desk = desk.after(line_of(row.kind, row.body), At(row.seq, row.made_at, row.device_id))
    return desk
