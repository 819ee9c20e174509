"""Fields of events, read from their types: for forms, schemas, blank values, columns of tables."""

from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, UNSET, Struct, inspect, structs

Kind = Literal["seat", "event", "card", "flag", "number", "text", "choice", "list", "by-key", "struct"]


class Field(Struct, frozen=True):
    """A field of an event, or an item of one.

    `name` is that of the record, empty for an item. An optional field may be left out: then it is `default`, UNSET
    where nothing is said. A `list` holds any number of `item`, or one `per` seat or side; `by-key` is an object whose
    values are `item`; a `struct` has `fields`. `least` and `most` bound a number.
    """

    name: str
    kind: Kind
    required: bool = True
    default: Any = UNSET
    choices: tuple[str | int, ...] = ()
    per: Literal["seat", "side"] | None = None
    item: "Field | None" = None
    fields: tuple["Field", ...] = ()
    least: int | None = None
    most: int | None = None


@cache
def fields_of(struct: type[Struct]) -> tuple[Field, ...]:
    """Returns the fields of an event's struct, or of any struct within one, in their order."""
    found, hints = inspect.type_info(struct), get_type_hints(struct)
    assert isinstance(found, inspect.StructType)
    return tuple(_field(field, hints[field.name]) for field in found.fields)


def _field(field: inspect.Field, hint: Any) -> Field:
    default = UNSET if field.default is NODEFAULT else field.default
    read = _read(field.encode_name, field.type, required=field.required, default=default)
    return structs.replace(read, choices=_choices(hint)) if read.kind == "choice" else read


def _choices(hint: Any) -> tuple[str | int, ...]:
    if get_origin(hint) is Literal:
        return get_args(hint)
    return next(filter(None, map(_choices, get_args(hint))), ())


def _read(name: str, found: inspect.Type, **more: Any) -> Field:
    """Returns the field of a type, which `Annotated` may say more about."""
    if isinstance(found, inspect.Metadata):
        return structs.replace(_read(name, found.type, **more), **(found.extra or {}))
    match found:
        case inspect.BoolType():
            return Field(name, "flag", **more)
        case inspect.IntType():
            return Field(name, "number", least=found.ge, most=found.le, **more)
        case inspect.StrType():
            return Field(name, "text", **more)
        case inspect.LiteralType():
            return Field(name, "choice", **more)
        case inspect.VarTupleType():
            return Field(name, "list", item=_read("", found.item_type), **more)
        case inspect.DictType():
            return Field(name, "by-key", item=_read("", found.value_type), **more)
        case inspect.StructType():
            return Field(name, "struct", fields=fields_of(found.cls), **more)
    raise TypeError(f"{name}: no field of an event is of {found}")
