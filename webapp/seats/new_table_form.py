"""Form of a new table: its fields as typed, their faults, and moving names about in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from rules_core.game import Game
from webapp.games.common.questions import NotAnAnswer, Question, choices, questions
from webapp.http.integers import parse_integer
from webapp.table.forms import NotAnEvent, op_in
from webapp.table.player_names import Fault, faults_of, tidy, twin_of
from webapp.table.title import is_title
from webapp.words.table_choices import TABLE_CHOICES

BOOKS = ("closed", "open")


class NotThisForm(ValueError):
    """The form holds something that none of its fields can send."""


@dataclass(frozen=True)
class NewTableForm:
    """The fields of the form. `faults` has an entry for each name once they were looked at.

    `agreed` are names that look like another one and are right nevertheless: whoever opens the table was asked.
    `focus` is the id of the field or key to go on at.
    """

    game: Game[Any]
    op: str
    names: tuple[str, ...]
    answers: Mapping[str, Any] = field(default_factory=dict)
    choices: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    book: str = "closed"
    phones: Mapping[str, str] = field(default_factory=dict)
    agreed: tuple[str, ...] = ()
    faults: tuple[Fault | None, ...] = ()
    focus: str = ""

    @property
    def questions(self) -> list[Question]:
        """The options of the game as questions."""
        return questions(self.game.name, self.game.options)

    @property
    def choice_questions(self) -> list[Question]:
        """What the table chooses beside the rules, as questions."""
        return choices(self.game.name)

    def chosen(self, choice: str) -> str:
        """Returns what is chosen about the devices at the table, at first the usual answer."""
        return self.phones.get(choice, next(iter(TABLE_CHOICES[choice][1])))

    @property
    def options(self) -> dict[str, Any]:
        """The answers that are options of this table: some are only asked of a number of players."""
        asked = {q.option for q in self.questions if q.players in (0, len(self.names))}
        return {option: answer for option, answer in self.answers.items() if option in asked}

    @property
    def may_add(self) -> bool:
        """Tells whether one more can play."""
        return len(self.names) < max(self.game.players)

    @property
    def may_remove(self) -> bool:
        """Tells whether one fewer can play."""
        return len(self.names) > min(self.game.players)

    def fault(self, row: int) -> Fault | None:
        """Returns what is wrong with the name in this row, if it was looked at."""
        return self.faults[row] if row < len(self.faults) else None

    def twin(self, row: int) -> str | None:
        """Returns the name of an earlier row that looks like this one's, once the names were looked at."""
        return twin_of(self.names, row) if self.fault(row) in (None, Fault.ALIKE) and self.faults else None

    def answer(self, question: Question) -> Any:
        """Returns the chosen answer to a question, at first the usual one."""
        return {**self.choices, **self.answers}.get(question.option, question.usual)

    def checked(self) -> "NewTableForm":
        """Returns the draft with tidy names and their faults, to go on at the first of them."""
        names = tuple(tidy(name) for name in self.names)
        faults = tuple(faults_of(names, self.agreed))
        first = next((f"name-{row}" for row, fault in enumerate(faults) if fault), "")
        draft = replace(self, names=names, title=tidy(self.title), faults=faults)
        return replace(draft, focus=first or ("" if is_title(draft.title) else "title"))

    @property
    def is_good(self) -> bool:
        """Tells whether a checked draft can be opened as a table."""
        return len(self.names) in self.game.players and not any(self.faults) and is_title(self.title)

    @property
    def bad_title(self) -> bool:
        """Tells whether the title was looked at and cannot be taken."""
        return bool(self.faults) and not is_title(self.title)


def blank(game: Game[Any], op: str, names: Sequence[str]) -> NewTableForm:
    """Returns the draft of a form that nobody has touched, with the names of this device's last table."""
    least, most = min(game.players), max(game.players)
    kept = tuple(names[:most])
    return NewTableForm(game, op, kept + ("",) * (least - len(kept)))


def read(game: Game[Any], form: "MultiDict[str, str]") -> NewTableForm:
    """Returns the draft that a form holds. Raises Garbled."""
    names = tuple(form.getlist("name"))
    book, phones = form.get("book", BOOKS[0]), {choice: form[choice] for choice in TABLE_CHOICES if choice in form}
    if len(names) > max(game.players) or book not in BOOKS:
        raise NotThisForm
    if any(answer not in TABLE_CHOICES[choice][1] for choice, answer in phones.items()):
        raise NotThisForm
    try:
        op = op_in(form)
        answers = {q.option: q.answer(form.get(q.field)) for q in questions(game.name, game.options)}
        chosen = {q.option: q.answer(form.get(q.field)) for q in choices(game.name)}
    except (NotAnEvent, NotAnAnswer):
        raise NotThisForm from None
    agreed = tuple(map(tidy, form.getlist("alike")[: len(names)]))
    return NewTableForm(game, op, names, answers, chosen, form.get("title", ""), book, phones, agreed)


def changed(draft: NewTableForm, form: "MultiDict[str, str]") -> NewTableForm | None:
    """Returns the draft after a key beside a name was pressed, None where none was. Raises Garbled."""
    if "add" in form and draft.may_add:
        return replace(draft, names=(*draft.names, ""), focus=f"name-{len(draft.names)}")
    if "remove" in form and draft.may_remove:
        gone = _row(draft, form["remove"])
        return replace(draft, names=draft.names[:gone] + draft.names[gone + 1 :])
    if "move" in form:
        direction, _, row = form["move"].partition(":")
        return _moved(draft, direction, _row(draft, row))
    return draft if "add" in form or "remove" in form else None


def _moved(draft: NewTableForm, direction: str, row: int) -> NewTableForm:
    """Around the table there is no end: up from the first row leads to the last."""
    if direction not in ("up", "down"):
        raise NotThisForm
    to = (row + (1 if direction == "down" else -1)) % len(draft.names)
    names = list(draft.names)
    names.insert(to, names.pop(row))
    return replace(draft, names=tuple(names), focus=f"{direction}-{to}")


def _row(draft: NewTableForm, typed: str) -> int:
    row = parse_integer(typed, most=len(draft.names) - 1)
    if row is None:
        raise NotThisForm
    return row
