"""New tables: the form, its validation, and opening one."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple

from werkzeug.datastructures import MultiDict

from rules_core import replay
from rules_core.findings import Malformed
from rules_core.game import Game
from rules_core.record import Header
from webapp.access.device import network_here
from webapp.games.common.first_hand import CHOICE, GUIDED
from webapp.games.common.questions import Question, choices, choices_of, questions
from webapp.games.registry import is_offered
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.services import services
from webapp.store.models import Table
from webapp.table.forms import NotThisForm, op_in
from webapp.table.player_names import Fault, faults_of, is_title, tidy, twin_of
from webapp.words.phrases import either
from webapp.words.table_choices import TABLE_CHOICES

CHOICES: Mapping[str, Sequence[str]] = {
    "book": ("closed", "open"),
    **{name: tuple(answers) for name, (_asked, answers, _about) in TABLE_CHOICES.items()},
}
"""Choices of the host that are no rules of the game; the default first."""
USUAL: Mapping[str, str] = {name: answers[0] for name, answers in CHOICES.items()}


@dataclass(frozen=True)
class NewTable:
    """A table as it is asked for. `for_table` are answers to `CHOICES`, `choices` those that only this game asks for.

    `agreed` are names that are right though they look like another one; `host_seat` is the seat of the own phone.
    """

    header: Header
    title: str = ""
    for_table: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping[str, str] = field(default_factory=dict)
    agreed: Collection[str] = ()
    host_seat: int | None = None

    @property
    def tidied(self) -> "NewTable":
        """The same with names and title as they are kept."""
        players = tuple(tidy(name) for name in self.header.players)
        header = Header(self.header.game, players, self.header.options, self.header.edition)
        for_table = {**USUAL, **self.for_table}
        return replace(
            self, header=header, title=tidy(self.title), for_table=for_table, agreed={*map(tidy, self.agreed)}
        )


class NotOpened(NamedTuple):
    """Why a table is not opened: an unknown choice, a bad title, a bad name, or a broken rule."""

    code: Literal["no-choice", "no-title", "bad-name", "malformed"]
    choice: str = ""
    seat: int = 0
    fault: Fault | None = None
    problem: Malformed | None = None


def fault_of_table(typed: NewTable) -> NotOpened | None:
    """Returns the first thing that is wrong with a tidied table, or None."""
    for choice, answer in typed.for_table.items():
        if answer not in CHOICES.get(choice, ()):
            return NotOpened("no-choice", choice)
    if not is_offered(typed.header.game):
        return NotOpened(
            "malformed", problem=Malformed(f"no game {typed.header.game!r}", "game", game=typed.header.game)
        )
    for name, answer in typed.choices.items():
        asked = choices_of(typed.header.game).get(name)
        if asked is None or answer not in asked.answers:
            return NotOpened("no-choice", name)
    faults = faults_of(typed.header.players, typed.agreed)
    seat = next((seat for seat, fault in enumerate(faults) if fault is not None), None)
    if seat is not None:
        return NotOpened("bad-name", seat=seat, fault=faults[seat])
    try:
        replay.begin(typed.header)
    except Malformed as problem:
        return NotOpened("malformed", problem=problem)
    return None if is_title(typed.title) else NotOpened("no-title")


class Opener(NamedTuple):
    """The device that opens a table, and the key by which it does so once."""

    device_id: int
    op: str | None


def open_table(typed: NewTable, by: Callable[[], Opener]) -> Table | NotOpened:
    """Opens a table with this device as its host, and remembers its names; the same key opens the same table.

    Who opens it is asked for only where nothing is wrong. Raises TooManyOpened.
    """
    typed = typed.tidied
    if (fault := fault_of_table(typed)) is not None:
        return fault
    store, header, opener = services().store, typed.header, by()
    table = store.create_table(
        game=header.game,
        players=header.players,
        options=header.options,
        edition=header.edition,
        device_id=opener.device_id,
        network=network_here(),
        host_seat=typed.host_seat,
        choices=dict(typed.choices),
        title=typed.title,
        op=opener.op,
        **typed.for_table,
    )
    store.remember_names(opener.device_id, header.players)
    return table


@dataclass(frozen=True)
class NewTableForm:
    """The fields of the form. `faults` has an entry for each name once they were looked at.

    `seat` is the row of the player whose own device opens the table; None: it lies in the middle. `left_out` are
    names of the last table for which this game has no room. `after` is the number of the table whose people sit down
    otherwise. `agreed` are names that look like another one and are right nevertheless: the host was asked.
    `focus` is the id of the field or key to go on at.
    """

    game: Game[Any]
    op: str
    names: tuple[str, ...]
    seat: int | None = None
    left_out: tuple[str, ...] = ()
    after: int | None = None
    answers: Mapping[str, Any] = field(default_factory=dict)
    choices: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    book: str = "closed"
    table_choices: Mapping[str, str] = field(default_factory=dict)
    agreed: tuple[str, ...] = ()
    faults: tuple[Fault | None, ...] = ()
    focus: str = ""

    @cached_property
    def questions(self) -> list[Question]:
        """The options of the game as questions, and the choices of the table that are no rules."""
        return [*questions(self.game.name, self.game.options), *choices(self.game.name)]

    @property
    def of_this_number(self) -> list[Question]:
        """The questions that depend on the number of players."""
        return [question for question in self.questions if question.players == len(self.names)]

    @property
    def numbers(self) -> list[Question]:
        """The questions that ask for a whole number."""
        return [question for question in self.questions if not question.choices]

    @property
    def folded(self) -> list[Question]:
        """All other questions, which the page shows folded."""
        asked = [question for question in self.questions if question.choices and not question.players]
        return [question for question in asked if question.option != CHOICE]

    @property
    def first(self) -> Question:
        """The question whether the first hand is guided."""
        return next(question for question in self.questions if question.option == CHOICE)

    @property
    def guided(self) -> bool:
        return bool(self.answer(self.first) == GUIDED)

    @property
    def is_usual(self) -> bool:
        """Tells whether every folded question has its usual answer."""
        return all(self.answer(question) == question.usual for question in self.folded)

    @property
    def held(self) -> list[tuple[str, str]]:
        """The folded questions, each with the answer that holds."""
        return [(str(question.title), str(question.said(self.answer(question)))) for question in self.folded]

    @property
    def held_by_devices(self) -> list[tuple[str, str]]:
        """The choices about the devices at the table, in words."""
        return [(_(asked), _(answers[self.chosen(name)])) for name, (asked, answers, _more) in TABLE_CHOICES.items()]

    def chosen(self, choice: str) -> str:
        """Returns the answer to a choice about devices, by default the first."""
        return self.table_choices.get(choice, next(iter(TABLE_CHOICES[choice][1])))

    @property
    def options(self) -> dict[str, Any]:
        """The answers that are options of this table: some are only asked of a number of players."""
        asked = {q.option for q in self.questions if q.players in (0, len(self.names))}
        return {option: answer for option, answer in self.answers.items() if option in asked}

    @property
    def more(self) -> int:
        """How many more make the next number that can play; 0: no more can."""
        return min((most for most in self.game.players if most > len(self.names)), default=len(self.names)) - len(
            self.names
        )

    @property
    def miscounted(self) -> str:
        """Why the number of players does not fit; empty where it does."""
        if len(self.names) in self.game.players:
            return ""
        counts = either([str(count) for count in sorted(self.game.players)])
        return _("This game is for %(counts)s players, and here are %(num)s.", counts=counts, num=len(self.names))

    @property
    def may_remove(self) -> bool:
        """Tells whether one fewer can play."""
        return len(self.names) > min(self.game.players)

    def fault(self, row: int) -> Fault | None:
        """Returns the fault of the name in this row, if it was validated."""
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
    def asked(self) -> NewTable:
        header = Header(self.game.name, self.names, self.options)
        for_table = {"book": self.book, **self.table_choices}
        return NewTable(header, self.title, for_table, self.choices, self.agreed, self.seat)

    @property
    def bad_title(self) -> bool:
        """Tells whether the title was looked at and cannot be taken."""
        return bool(self.faults) and not is_title(self.title)


def blank(game: Game[Any], op: str, names: Sequence[str], choices: Mapping[str, str]) -> NewTableForm:
    """Returns the draft of an untouched form, with the names of this device's last table that can play.

    `choices` are answers that its address brings along.
    """
    least = min(game.players)
    room = max((count for count in game.players if count <= len(names)), default=least)
    kept = tuple(names[:room])
    return NewTableForm(game, op, kept + ("",) * (least - len(kept)), left_out=tuple(names[room:]), choices=choices)


def like(game: Game[Any], op: str, table: Table) -> NewTableForm:
    """Returns the draft of a form for the same people by the same rules, to sit down in another order."""
    return NewTableForm(
        game,
        op,
        tuple(table.players),
        after=table.id,
        answers=dict(table.options),
        choices={name: answer for name, answer in table.choices.items() if name != CHOICE},
        title=table.title,
        book=table.book,
        table_choices={"entry": table.entry, "seats": table.seats, "door": table.door},
    )


def read(game: Game[Any], form: "MultiDict[str, str]") -> NewTableForm:
    """Returns the draft that a form holds. Raises NotThisForm."""
    names = tuple(form.getlist("name"))
    book = form.get("book", USUAL["book"])
    for_table = {choice: form[choice] for choice in TABLE_CHOICES if choice in form}
    choices_sent = {**for_table, "book": book}.items()
    if len(names) > max(game.players) or any(it not in CHOICES[name] for name, it in choices_sent):
        raise NotThisForm
    op, seat = op_in(form), _seat(form.get("seat", ""), len(names))
    answers = {q.option: q.answer(form.get(q.field)) for q in questions(game.name, game.options)}
    asked = {q.option: (q, q.answer(form.get(q.field))) for q in choices(game.name)}
    chosen = {name: means for name, (q, means) in asked.items() if name != CHOICE or means != q.usual}
    agreed = tuple(map(tidy, form.getlist("alike")[: len(names)]))
    return NewTableForm(
        game,
        op,
        names,
        seat,
        after=parse_integer(form.get("after", "")),
        answers=answers,
        choices=chosen,
        title=form.get("title", ""),
        book=book,
        table_choices=for_table,
        agreed=agreed,
    )


def changed(draft: NewTableForm, form: "MultiDict[str, str]") -> NewTableForm | None:
    """Returns the draft after a key of a name's row was pressed, None where none was. Raises NotThisForm."""
    if "add" in form and draft.more:
        return replace(draft, names=draft.names + ("",) * draft.more, focus=f"name-{len(draft.names)}")
    if "remove" in form and draft.may_remove:
        gone = _row(draft, form["remove"])
        seats = [seat for seat in range(len(draft.names)) if seat != gone]
        seat = seats.index(draft.seat) if draft.seat in seats else None
        return replace(draft, names=tuple(draft.names[row] for row in seats), seat=seat)
    if "move" in form:
        direction, _, row = form["move"].partition(":")
        return _moved(draft, direction, _row(draft, row))
    return draft if {"add", "remove", "look"} & form.keys() else None


def _moved(draft: NewTableForm, direction: str, row: int) -> NewTableForm:
    """Around the table there is no end: up from the first row leads to the last."""
    if direction not in ("up", "down"):
        raise NotThisForm
    to = (row + (1 if direction == "down" else -1)) % len(draft.names)
    rows = list(range(len(draft.names)))
    rows.insert(to, rows.pop(row))
    seat = None if draft.seat is None else rows.index(draft.seat)
    return replace(draft, names=tuple(draft.names[old] for old in rows), seat=seat, focus=f"{direction}-{to}")


def _seat(typed: str, players: int) -> int | None:
    """The row that is told to be this device's, None for none."""
    seat = parse_integer(typed, most=players - 1) if typed else None
    if typed and seat is None:
        raise NotThisForm
    return seat


def _row(draft: NewTableForm, typed: str) -> int:
    row = parse_integer(typed, most=len(draft.names) - 1)
    if row is None:
        raise NotThisForm
    return row
