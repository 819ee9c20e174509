"""The sheet on which a hand is entered as totals, made from the type of the game's tally."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_core.fields import Field, fields_of
from rules_core.games import GAMES
from webapp.games.common.entry_questions import EntryForm
from webapp.games.registry import look_of
from webapp.http.limits import LARGEST_FIELD_NUMBER

TRICKS = "tricks"
"""The field of a tally whose numbers are together the tricks of the hand."""


@dataclass(frozen=True)
class Line:
    """A number of one seat or side: `name` is that of its field, `id` another one in each hand."""

    owner: str
    label: str
    name: str
    id: str
    allowed: range


@dataclass(frozen=True)
class Part:
    """The numbers of one kind; `title` says which, where there are several. `together`: what they must come to."""

    field: str
    title: str
    lines: Sequence[Line]
    together: int | None


def totals_parts(game: str, view: Mapping[str, Any]) -> list[Part]:
    """Returns what is asked for on the sheet; numbers that may be left out are not."""
    asked = [field for field in fields_of(GAMES[game].events["tally"]) if field.required and field.per and field.item]
    kinds = [(field, part) for field in asked for part in _numbers(field)]
    return [_part(look_of(game).entry_form, view, *kind, titled=len(kinds) > 1) for kind in kinds]


def _numbers(field: Field) -> Iterator[Field | None]:
    """The parts of which each item has a number, None: it is one itself."""
    assert field.item is not None
    yield from field.item.fields or (None,)


def _part(form: EntryForm, view: Mapping[str, Any], field: Field, part: Field | None, *, titled: bool) -> Part:
    owners = view["sides"] if field.per == "side" else [seat["name"] for seat in view["seats"]]
    what, together = form.label((part or field).name), view["hand"].tricks if field.name == TRICKS else None
    allowed = form.numbers.get(f"tally.{field.name}", range((together or LARGEST_FIELD_NUMBER) + 1))
    lines = []
    for at, owner in enumerate(owners):
        of_item = f"{at}-{part.name}" if part else str(at)
        label, number = f"{owner}, {what}" if titled else owner, view["hand"].number
        lines.append(Line(owner, label, f"{field.name}-{of_item}", f"{field.name}-{number}-{of_item}", allowed))
    return Part(field.name, what if titled else "", lines, together or None)
