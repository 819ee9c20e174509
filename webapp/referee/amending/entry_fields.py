"""The form of one entry: which of its fields are asked for, and the entry that the answers make.

What is asked depends on the kind of entry and on who sits at the table; whether an answer is allowed is for the rules.
"""

from collections.abc import Container, Iterable, Sequence
from typing import Any

from msgspec import UNSET
from werkzeug.datastructures import MultiDict

from rules_core.events import Event
from rules_core.fields import Field, fields_of
from rules_core.replay import Fold, Raw
from webapp.games.common import entry_questions
from webapp.games.common.entry_questions import Asked, EntryForm, Question
from webapp.games.registry import look_of
from webapp.table.form_fields import values_of

Typed = MultiDict[str, str]


def questions(fold: Fold, raw: Raw, around: Sequence[Event] = (), typed: Typed | None = None) -> list[Question]:
    """Returns what is asked about an entry, which holds so much already.

    `around` are the other entries of its deal that may be looked at, `typed` is what was sent so far.
    """
    asks = (Asked(fold, form_of(fold), raw, field, around, typed) for field in asked(fold, raw))
    return [question for ask in asks for question in entry_questions.questions(ask)]


def is_settled(fold: Fold, raw: Raw, typed: Typed) -> bool:
    """Tells whether what was typed is an answer, where the game asks in its own way."""
    asks = (Asked(fold, form_of(fold), raw, field, (), typed) for field in asked(fold, raw))
    return all(ask.own is None or ask.own.settled(ask) for ask in asks)


def form_of(fold: Fold) -> EntryForm:
    """Returns how the entries of this table's game are put together."""
    return look_of(fold.header.game).entry_form


def asked(fold: Fold, raw: Raw) -> list[Field]:
    """Returns the fields that a form asks for: of those of which only one is given that one, else the first."""
    either = form_of(fold).either.get(raw["type"], {})
    given = next((name for name in either if name in raw), next(iter(either), None))
    return [
        field
        for field in fields_of(fold.events[raw["type"]])
        if (field.name == given if field.name in either else _is_asked(field, raw))
    ]


def _is_asked(field: Field, raw: Raw) -> bool:
    """A field that may be left out is asked for where its answer may be left empty: that is no number."""
    if field.required or field.default is not UNSET or field.name in raw:
        return True
    return field.kind not in ("number", "event", "struct") and field.per is None


def answered(fold: Fold, raw: Raw, sent: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Returns the entry with these answers. What was asked for and is left empty is left out. Raises `NotAField`."""
    fields = asked(fold, raw)
    names = {field.name for field in fields}
    kept = {name: value for name, value in raw.items() if name not in names}
    beside = tuple([own.sends for key, own in form_of(fold).own.items() if own.sends and _is_of(key, raw, names)])
    told = [(name, value) for name, value in sent if value.strip() and not name.startswith(beside)]
    answers = values_of(fold.events[raw["type"]], told)
    empty: dict[str, Any] = {field.name: [] for field in fields if _is_empty(fold, raw, field)}
    entry = {**empty, **{name: _unmoved(answer, raw.get(name)) for name, answer in answers.items()}, **kept}
    return _in_one_way(entry, form_of(fold).either.get(raw["type"], {}))


def _in_one_way(entry: dict[str, Any], either: Iterable[str]) -> dict[str, Any]:
    """Keeps one of the fields of which only one is given: the one that says something, else as it was entered."""
    given = [name for name in entry if name in either]
    said = next((name for name in given if entry[name]), given[-1] if given else None)
    return {name: value for name, value in entry.items() if name not in given or name == said}


def _is_of(key: str, raw: Raw, names: Container[str]) -> bool:
    kind, _dot, name = key.partition(".")
    return kind == raw["type"] and name in names


def _is_empty(fold: Fold, raw: Raw, field: Field) -> bool:
    """Tells whether nothing ticked is an answer, too: no cards, no melds."""
    is_given = field.required or field.name in form_of(fold).either.get(raw["type"], {})
    return field.kind == "list" and field.per is None and is_given


def _unmoved(answer: Any, held: Any) -> Any:
    """Returns what was held where boxes tell the same in another order."""
    if not isinstance(answer, list) or not isinstance(held, list | tuple) or not answer:
        return answer
    parts = [sorted(part) if isinstance(part, list | tuple) else part for part in (*answer, *held)]
    if not all(isinstance(part, type(parts[0])) and isinstance(part, str | list) for part in parts):
        return answer
    return held if sorted(parts[: len(answer)]) == sorted(parts[len(answer) :]) else answer
