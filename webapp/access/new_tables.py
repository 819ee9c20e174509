"""Opening a table, for forms and programs: what may be chosen, what is wrong with it, and the act."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from rules_core import replay
from rules_core.findings import Malformed
from rules_core.record import Header
from webapp.access.device import network_here
from webapp.games.common.questions import choices_of
from webapp.games.registry import is_offered
from webapp.services import services
from webapp.store.models import Table
from webapp.table.player_names import Fault, faults_of, tidy
from webapp.table.snapshot import is_title
from webapp.words.table_choices import TABLE_CHOICES

CHOICES: Mapping[str, Sequence[str]] = {
    "book": ("closed", "open"),
    **{name: tuple(answers) for name, (_asked, answers, _about) in TABLE_CHOICES.items()},
}
"""What a host chooses besides the rules of the game; the usual choice first."""
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
    """Why a table is not opened: a choice that is none, a bad title, a bad name, or what breaks the rules."""

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
        book=typed.for_table["book"],
        entry=typed.for_table["entry"],
        seats=typed.for_table["seats"],
        door=typed.for_table["door"],
        op=opener.op,
    )
    store.remember_names(opener.device_id, header.players)
    return table
