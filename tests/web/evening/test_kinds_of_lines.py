"""Kinds of lines of an evening: each says who may add it, and programs are offered those alone that devices may add."""

from typing import Any

import msgspec
from msgspec import inspect

from tests.cases import each
from webapp.api.description import shapes
from webapp.evening.lines import KINDS, NOT_YOURS, Line, judged, line_of
from webapp.evening.state import EveningState
from webapp.evening.viewer import SERVER, EveningViewer
from webapp.store.roles import Role

DEVICES = [EveningViewer(1), *(EveningViewer(1, role) for role in Role)]
BLANKS = {inspect.IntType: 1, inspect.StrType: "Ann", inspect.VarTupleType: (), inspect.StructType: {"kind": "open"}}


class Silent(Line, frozen=True, tag="silent"):
    """A kind that says nothing of who may add it."""


def _blank(kind: type[Line]) -> Line:
    """Returns a line with no more than its kind asks for."""
    fields: dict[str, Any] = {one.name: one.type for one in msgspec.structs.fields(kind) if one.required}
    types = {name: inspect.type_info(wanted) for name, wanted in fields.items()}
    return line_of(str(kind.__struct_config__.tag), {name: _value(wanted) for name, wanted in types.items()})


def _value(wanted: inspect.Type) -> Any:
    return next(iter(wanted.cls)) if isinstance(wanted, inspect.EnumType) else BLANKS[type(wanted)]


@each("tag", sorted(KINDS))
def test_every_kind_says_who_may_add_it(tag: str) -> None:
    assert KINDS[tag].right or KINDS[tag].allowed is not Line.allowed


def test_what_says_nothing_nobody_may_add() -> None:
    for who in (*DEVICES, SERVER):
        assert judged(EveningState(), who, Silent()) == NOT_YOURS


@each("tag", sorted(KINDS))
def test_programs_are_offered_no_kind_that_no_device_may_add(tag: str) -> None:
    line = _blank(KINDS[tag])
    offered = tag in shapes()["NewLine"]["discriminator"]["mapping"]
    assert offered == line.alone
    assert any(line.allowed(who, EveningState()) for who in DEVICES) or not offered
