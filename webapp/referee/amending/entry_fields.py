"""The form of one entry: which of its fields are asked for, and the entry that the answers make.

What is asked depends on the kind of entry and on who sits at the table; whether an answer is allowed is for the rules.
"""

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET

from rules_core.fields import Field, fields_of
from rules_core.replay import Fold, Raw
from webapp.games.common import entry_questions
from webapp.games.common.entry_questions import Asked, EntryForm, Question
from webapp.games.registry import look_of
from webapp.table.form_fields import values_of


def questions(fold: Fold, raw: Raw) -> list[Question]:
    """Returns what is asked about an entry, which holds so much already."""
    form, kind = form_of(fold), raw["type"]
    return [
        question
        for field in asked(fold, raw)
        for question in entry_questions.questions(Asked(fold, form, kind, field, raw.get(field.name)))
    ]


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
    answers = values_of(fold.events[raw["type"]], [(name, value) for name, value in sent if value.strip()])
    empty: dict[str, Any] = {field.name: [] for field in fields if _is_empty(fold, raw, field)}
    return {**empty, **{name: _unmoved(answer, raw.get(name)) for name, answer in answers.items()}, **kept}


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
