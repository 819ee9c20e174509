"""The base of all kinds of lines of an evening. The defaults deny."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar

from msgspec import structs

from webapp.evening.state import EveningState
from webapp.evening.summary import TableSummary
from webapp.evening.viewer import EveningViewer
from webapp.http.limits import LARGEST_EVENING_NUMBER, LONGEST_NAME, MOST_ANNOUNCED
from webapp.journal import lines
from webapp.table.player_names import fault_of

IDS = frozenset({"table", "after"})
"""Fields that hold an id of the database, which grows without an end."""
OwnResults = Mapping[int, tuple[int, ...]]
"""Results of the tables that have entries, by their id."""
FindTable = Callable[[int | None], TableSummary | None]
"""Returns the summary of a table that belongs to the evening, None for any other."""


@dataclass(frozen=True)
class EveningRefusal:
    """The refusal of a line: a code and its facts. `webapp/evening/refusal_words.py` has the words."""

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)


NOT_YOURS = EveningRefusal("not-yours")


class Line(lines.Line[EveningViewer, EveningState, str], frozen=True, omit_defaults=True):
    """A line of an evening. Where it does not fit it says so by a code.

    People are named by their number on the list, tables by their number in the evening; a line that is named by
    another one is named by its place among the lines, from 1.
    """

    after_closing: ClassVar[bool] = False
    """Whether an evening takes it when it is over."""
    undoable: ClassVar[bool] = False
    """Whether its author, or who runs the evening, may undo it while nothing depends on it."""
    alone: ClassVar[bool] = True
    """Whether a program may send it as it is: no phone or table comes with it, and devices may add it."""

    def fault(self) -> str | None:
        """Returns the code of a fault of its own fields."""
        values = [getattr(self, name) for name in self.__struct_fields__ if name not in IDS]
        if any(map(is_far, values)):
            return "bad-number"
        return "bad-text" if any(isinstance(one, str) and len(one) > MOST_ANNOUNCED for one in values) else None

    def fits_tables(self, state: EveningState, own: OwnResults) -> str | None:
        """Returns the code of a conflict with the results of tables."""
        return None

    def fits_now(self, state: EveningState) -> str | None:
        """Returns the code of a conflict with the time at which it is added; a line that is read back had its own."""
        return None

    def meant(self, who: EveningViewer, state: EveningState, tables: FindTable) -> "Line":
        """Returns the line to store for a request: with texts trimmed, and signed by its author."""
        return structs.replace(self, by=who.name or "") if "by" in self.__struct_fields__ else self

    def typed_fault(self, state: EveningState, tables: FindTable) -> EveningRefusal | None:
        """Returns why no new line may be like this; stored ones may."""
        return None

    def with_more(self, state: EveningState) -> "Sequence[Line]":
        """Returns it with the lines that come with it; none where it would change nothing."""
        return (self,)


class ServerLine(Line, frozen=True):
    """A line that no device adds."""

    right = "is_server"
    alone = False


def judged(
    state: EveningState, who: EveningViewer, line: Line, own: OwnResults = MappingProxyType({})
) -> EveningRefusal | None:
    """Returns why this device may not add this line now, None where it may. Denied unless a kind of line allows it.

    `own` are the results of the tables that the line is about, by their logs.
    """
    if (refusal := right_to(state, who, line)) is not None:
        return refusal
    code = line.fault() or line.fits(who, state) or line.fits_now(state) or line.fits_tables(state, own)
    return None if code is None else EveningRefusal(code, {"line": lines.tag_of(type(line))} if code == "is-so" else {})


def right_to(state: EveningState, who: EveningViewer, line: Line) -> EveningRefusal | None:
    """Returns why this device may add no line of this kind, with any content."""
    if state.is_closed and not line.after_closing:
        return EveningRefusal("closed")
    return None if line.allowed(who, state) else NOT_YOURS


def is_far(value: Any) -> bool:
    """Tells whether a number, or one in a tuple, is larger than any that an evening can mean."""
    if isinstance(value, tuple):
        return any(map(is_far, value))
    return isinstance(value, int) and not -LARGEST_EVENING_NUMBER <= value <= LARGEST_EVENING_NUMBER


def is_name(text: str) -> bool:
    """Tells whether a text can be a name that is said once, and is not on the list."""
    return bool(text.strip()) and len(text) <= LONGEST_NAME


def name_fault(name: str | None) -> EveningRefusal | None:
    fault = None if name is None else fault_of(name)
    return None if fault is None else EveningRefusal("bad-name", {"fault": fault, "name": name})
