"""Lines of an evening: the kinds and the typed body of each. Kinds and fields are only ever added.

People are named by their number on the list, tables by their number in the evening; a line that is named by another
one is named by its place among the lines, from 1.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from webapp.evening.plan import Plan


class Line(Struct, frozen=True, omit_defaults=True):
    """A line of an evening."""


class Planned(Line, frozen=True, tag="planned"):
    """The organiser has set the plan; `title` as it is called from now on."""

    plan: Plan
    title: str = ""


class Listed(Line, frozen=True, tag="listed"):
    """Somebody is on the list from now on; `asked` is the line by which that phone asked."""

    person: int
    name: str
    team: str = ""
    asked: int = 0


class Changed(Line, frozen=True, tag="changed"):
    """Somebody has another name or team from now on, or a partner, of whom they are the partner then; 0 for none."""

    person: int
    name: str | None = None
    team: str | None = None
    partner: int | None = None


class Away(Line, frozen=True, tag="away"):
    """Somebody sits out until coming back."""

    person: int


class Left(Line, frozen=True, tag="left"):
    """Somebody has left the evening; what was played counts."""

    person: int


class Back(Line, frozen=True, tag="back"):
    """Somebody who was away or had left plays again."""

    person: int


class Asked(Line, frozen=True, tag="asked"):
    """A phone asks to be somebody: new on the list under `name`, or `person`; it shows `word`."""

    name: str
    word: str
    person: int | None = None


class LetIn(Line, frozen=True, tag="let-in"):
    """A phone stands for somebody from now on; `asked` is the line by which it asked."""

    person: int
    asked: int = 0


class TurnedAway(Line, frozen=True, tag="turned-away"):
    """A phone that asked is not let in."""

    asked: int


class Helper(Line, frozen=True, tag="helper"):
    """A deputy or referee was let in, or out."""

    role: str
    name: str
    gone: bool = False


class TableSeats(Struct, frozen=True, omit_defaults=True):
    """Who sits at a table, by seat; `table` is its id in the database once it is open.

    Until then `opens` is its place among the tables that open with the line.
    """

    number: int
    people: tuple[int, ...]
    table: int | None = None
    opens: int | None = None


class Seated(Line, frozen=True, tag="seated"):
    """A round is seated; it starts at `starts_at`. `minutes` 0: without a clock. `draw`: how often drawn anew."""

    round: int
    tables: tuple[TableSeats, ...]
    byes: tuple[int, ...] = ()
    starts_at: datetime | None = None
    minutes: int = 0
    draw: int = 0


class Reseated(Line, frozen=True, tag="reseated"):
    """Some tables of a round are seated otherwise before anybody has played there."""

    round: int
    tables: tuple[TableSeats, ...]
    byes: tuple[int, ...] = ()
    emptied: tuple[int, ...] = ()


class Started(Line, frozen=True, tag="started"):
    """The round starts now, whatever the clock said."""

    round: int


class Extra(Line, frozen=True, tag="extra"):
    """More time, in seconds: for one table, or for all; less than nothing takes some away."""

    round: int
    seconds: int
    number: int | None = None


class Paused(Line, frozen=True, tag="paused"):
    """The clock of a round stands."""

    round: int


class Resumed(Line, frozen=True, tag="resumed"):
    """The clock of a round goes on."""

    round: int


class LastHand(Line, frozen=True, tag="last-hand"):
    """The hand that lies on the tables is the last one of this round."""

    round: int


class Acknowledged(Line, frozen=True, tag="acknowledged"):
    """A table has read the call of the last hand."""

    round: int
    number: int


class StandIn(Line, frozen=True, tag="stand-in"):
    """Somebody plays in the place of who sits at a table: `by` is a name, nobody any more for an empty one.

    The result stays that person's.
    """

    round: int
    number: int
    person: int
    by: str


class Reported(Line, frozen=True, tag="reported"):
    """A table says that its result is final: these points a seat. `person` says so, if a player did.

    `own`: it is what the entries of the table came to then; else nothing was entered there, and it was typed.
    """

    round: int
    number: int
    scores: tuple[int, ...]
    person: int | None = None
    hands: int = 0
    own: bool = False


class Confirmed(Line, frozen=True, tag="confirmed"):
    """A result is in: the other side or the organiser confirms it.

    `own` as in a reported one. `shown` stands in older lines, where another result than the table's own was typed:
    what the table itself said then.
    """

    round: int
    number: int
    scores: tuple[int, ...]
    person: int | None = None
    hands: int = 0
    shown: tuple[int, ...] = ()
    own: bool = False


class Corrected(Line, frozen=True, tag="corrected"):
    """A result that was in is another one since a correction at its table; `shown` as in an older confirmed one."""

    round: int
    number: int
    scores: tuple[int, ...]
    was: tuple[int, ...]
    shown: tuple[int, ...] = ()


class Rejected(Line, frozen=True, tag="rejected"):
    """A reported result is not confirmed, or one that was in is taken out again.

    `entered`: the server does that, since entries at the table have come to another result than was said or typed.
    """

    round: int
    number: int
    entered: bool = False


class Ended(Line, frozen=True, tag="ended"):
    """A round is over; tables whose result is not in count nothing."""

    round: int


class Disclosed(Line, frozen=True, tag="disclosed"):
    """The last round, hidden so far, is shown."""


class Penalised(Line, frozen=True, tag="penalised"):
    """The referee books a penalty against somebody; `points` are taken off in the standing.

    Where it was given at a table's own desk, `table` is the id of that table and `table_penalty` its number there; its
    points count at the table, and `points` has none.
    """

    person: int
    step: str
    reason: str
    rule: str
    by: str
    points: int = 0
    round: int | None = None
    number: int | None = None
    table: int = 0
    table_penalty: int = 0


class Lifted(Line, frozen=True, tag="lifted"):
    """A penalty, named by its line, does not hold any more."""

    penalty: int
    why: str
    by: str


class Announced(Line, frozen=True, tag="announced"):
    """A text for these tables, for all where there are none."""

    text: str
    by: str
    tables: tuple[int, ...] = ()


class Coming(Line, frozen=True, tag="coming"):
    """A referee is on the way to a table about a dispute there, by its number; `back`: not any more."""

    table: int
    dispute: int
    by: str
    back: bool = False


class Joined(Line, frozen=True, tag="joined"):
    """A running table belongs to the evening from now on, by its id in the database.

    `after` is the table of the match before, whose number this one takes over; what was played there counts.
    """

    number: int
    table: int
    game: str
    names: tuple[str, ...]
    after: int = 0


class Parted(Line, frozen=True, tag="parted"):
    """A table leaves the evening."""

    number: int
    table: int


class Played(Line, frozen=True, tag="played"):
    """A match at a table of an open evening is over: these points a seat, people as they are called there."""

    table: int
    game: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...] = ()
    number: int = 0


class Undone(Line, frozen=True, tag="undone"):
    """A line is taken back."""

    line: int


class Closed(Line, frozen=True, tag="closed"):
    """The evening is over."""


class Reopened(Line, frozen=True, tag="reopened"):
    """It is not, after all."""


class Imported(Line, frozen=True, tag="imported"):
    """The evening was read from an archive: its fingerprint now, who wrote it, and what its signature claims."""

    fingerprint: str
    written: str
    house: str = ""
    claimed: str = ""


class Forgotten(Line, frozen=True, tag="forgotten"):
    """Somebody's name was taken out of the lines before this one: a number stands there."""


KINDS: tuple[type[Line], ...] = tuple(Line.__subclasses__())
TAGS: Mapping[str, type[Line]] = {str(kind.__struct_config__.tag): kind for kind in KINDS}


def line_of(kind: str, body: Mapping[str, Any]) -> Line:
    """Returns the line with this kind and body, as the database holds them. Raises ValueError for what is none."""
    if kind not in TAGS:
        raise ValueError(f"no line is a {kind!r}")
    return msgspec.convert(dict(body), TAGS[kind])


def body_of(line: Line) -> tuple[str, dict[str, Any]]:
    """Returns the kind and the body of a line, as the database holds them."""
    body = msgspec.to_builtins(line)
    return body.pop("type"), body
