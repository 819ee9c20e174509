"""Draft of a seating, drawn or pasted, and the input of the draw: people, plan, rounds so far, standing."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from rules_core.games import GAMES
from webapp.evening.keeper import EveningNow
from webapp.evening.plan import Plan
from webapp.evening.seating.drawbacks import NotInSeating, moved, swapped
from webapp.evening.seating.shape import TABLE_OF_PARTNERS, Seating, SeatingKind, SeatingRequest
from webapp.evening.seating.solver import seat
from webapp.evening.standings import sides_of, standing_of
from webapp.evening.state import EveningState, Round
from webapp.evening.typed_people import SentLine
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import FIRST_GUEST_TABLE, LARGEST_DRAFT, MOST_DRAWS, MOST_PEOPLE
from webapp.table.forms import NotThisForm

TABLES = re.compile(r"(\d{1,4}:\d{1,3}(,\d{1,3})*(;|$))*")
PEOPLE = re.compile(r"(\d{1,3}(,\d{1,3})*)?")
Fixed = Sequence[tuple[int, ...]]


@dataclass(frozen=True)
class SeatingDraft:
    """A seating with the numbers of its tables. `draw`: how many times it was drawn."""

    numbers: tuple[int, ...]
    seating: Seating
    draw: int = 0

    @property
    def tables(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The tables by number, with the people by seat."""
        return tuple(zip(self.numbers, self.seating.tables, strict=True))

    @property
    def as_text(self) -> str:
        """Returns the tables as a form carries them."""
        return ";".join(f"{number}:{_listed(people)}" for number, people in self.tables)

    @property
    def byes_as_text(self) -> str:
        """The people who sit out, as a form sends them."""
        return _listed(self.seating.byes)


def draft_of_round(here: Round) -> SeatingDraft:
    """Returns the draft that changes nothing at a round that was seated."""
    return SeatingDraft(tuple(here.sittings), _seating_of(here))


def read_draft(tables: str, byes: str, draw: str) -> SeatingDraft:
    """Returns the draft of a form. Raises NotThisForm; whether it holds everybody once is not asked here."""
    drawn = parse_integer(draw, MOST_DRAWS)
    is_draft = len(tables) + len(byes) <= LARGEST_DRAFT and TABLES.fullmatch(tables) and PEOPLE.fullmatch(byes)
    if not is_draft or drawn is None:
        raise NotThisForm
    parts = [table.partition(":") for table in tables.split(";") if table]
    numbers = tuple(int(number) for number, _colon, _people in parts)
    if len(set(numbers)) < len(numbers) or len(numbers) > MOST_PEOPLE:
        raise NotThisForm
    seated = tuple(_numbers(people) for _number, _colon, people in parts)
    return SeatingDraft(numbers, Seating(seated, _numbers(byes)), drawn)


def with_waiting_out(
    draft: SeatingDraft, present: Collection[int]
) -> tuple[SeatingDraft, tuple[int, ...], tuple[int, ...]]:
    """Returns the draft for the people present, those who came, and those who left. Arrivals sit out."""
    held = set(draft.seating.people)
    came = tuple(one for one in present if one not in held)
    left = tuple(one for one in draft.seating.people if one not in present)
    for one in left:
        draft = _without(draft, one)
    return replace(draft, seating=replace(draft.seating, byes=(*draft.seating.byes, *came))), came, left


def exchanged(draft: SeatingDraft, one: int, other: int, present: Collection[int]) -> SeatingDraft:
    """Returns the draft with two people exchanged, one of whom may sit out or wait.

    Raises NotInSeating for who is none of these.
    """
    seating = _with_waiting(draft, present)
    return _settled(draft, draft.numbers, swapped(seating, one, other), {one, other}, present)


def put(draft: SeatingDraft, one: int, number: int | None, present: Collection[int]) -> SeatingDraft:
    """Returns the draft with a person at the table of this number, which may be a new one, or sitting out for None.

    Raises NotInSeating for who is not there.
    """
    seating = _with_waiting(draft, present)
    if one not in seating.people:
        raise NotInSeating(one)
    numbers, tables = draft.numbers, seating.tables
    if number is not None and number not in numbers:
        numbers, tables = (*numbers, number), (*tables, ())
    table = None if number is None else numbers.index(number)
    kept = tuple(it for place, it in enumerate(numbers) if place == table or set(tables[place]) - {one})
    return _settled(draft, kept, moved(replace(seating, tables=tables), one, table), {one}, present)


def next_number(draft: SeatingDraft) -> int:
    return next(number for number in range(1, len(draft.numbers) + 2) if number not in draft.numbers)


def _without(draft: SeatingDraft, one: int) -> SeatingDraft:
    kept = tuple(number for number, people in draft.tables if people != (one,))
    seating = moved(draft.seating, one, None)
    return SeatingDraft(kept, replace(seating, byes=tuple(bye for bye in seating.byes if bye != one)), draft.draw)


def _with_waiting(draft: SeatingDraft, present: Collection[int]) -> Seating:
    held = set(draft.seating.people)
    waiting = tuple(one for one in present if one not in held)
    return replace(draft.seating, byes=(*draft.seating.byes, *waiting))


def _settled(
    draft: SeatingDraft, numbers: tuple[int, ...], seating: Seating, touched: set[int], present: Collection[int]
) -> SeatingDraft:
    """Keeps the byes, except of people who were moved or have left."""
    held = set(draft.seating.people)
    byes = tuple(one for one in seating.byes if one in present and (one in held or one in touched))
    return SeatingDraft(numbers, replace(seating, byes=byes), draft.draw)


def _listed(people: tuple[int, ...]) -> str:
    return ",".join(map(str, people))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(one) for one in text.split(",") if one)


@dataclass(frozen=True)
class PastedSeats:
    """Tables as pasted; `numbers` where every line has one. `problems` are the faults."""

    tables: tuple[tuple[int, ...], ...]
    numbers: tuple[int, ...]
    problems: tuple[str, ...]


def pasted_seats(lines: Iterable[SentLine], state: EveningState) -> PastedSeats:
    """Returns the tables of these lines, people by their names on the list of the evening."""
    known = state.numbers
    tables, numbers, problems, seen = [], [], [], set[int]()
    for row, cells in ((line.row, line.cells) for line in lines):
        number = parse_integer(cells[0], FIRST_GUEST_TABLE - 1) if cells else None
        names = [cell for cell in (cells[1:] if number and cells[0].casefold() not in known else cells) if cell]
        if not names:
            continue
        people = [known.get(name.casefold(), 0) for name in names]
        for name, person in zip(names, people, strict=True):
            if not person:
                problems.append(_("Line %(line)s: nobody on the list is called %(name)s.", line=row, name=name))
            elif person in seen:
                problems.append(_("Line %(line)s: %(name)s has a seat already.", line=row, name=name))
            seen.add(person)
        tables.append(tuple(people))
        numbers += [number] if number else []
    has_numbers = len(numbers) == len(tables) == len(set(numbers))
    return PastedSeats(tuple(tables), tuple(numbers) if has_numbers else (), tuple(problems))


def drawn(now: EveningNow, draw: int, told: Callable[[float], None]) -> SeatingDraft:
    """Returns the draft of the next round, the same for the same draw, telling how far it is. Raises SeatingRefused."""
    # Tables are numbered from 1.
    seating = seat(request_of(now, draw), told)
    return SeatingDraft(tuple(range(1, len(seating.tables) + 1)), seating, draw)


def drawn_around(now: EveningNow, pasted: PastedSeats, draw: int, told: Callable[[float], None]) -> SeatingDraft:
    """Returns the draft with these tables, and a draw among all others. Raises SeatingRefused."""
    seating = seat(request_of(now, draw, pasted.tables), told)
    given = dict(zip(pasted.tables, pasted.numbers, strict=False))
    free = (number for number in range(1, 2 * len(seating.tables) + len(given) + 1) if number not in given.values())
    numbers = tuple(given.get(table) or next(free) for table in seating.tables)
    return SeatingDraft(numbers, seating, draw)


def request_of(now: EveningNow, draw: int, fixed: Fixed = (), *, before: int | None = None) -> SeatingRequest:
    """Returns the request for the next round; `before`: as it was before the round of this number.

    Where the plan keeps people together the tables of the last round are kept, unless some are given.
    """
    state, plan = now.state, now.state.plan
    past = [one for one in state.rounds if before is None or one.number < before]
    kind = SeatingKind.FIXED if fixed else SeatingKind(plan.seating)
    if kind is SeatingKind.FIXED and not fixed and past:
        fixed = [one.people for one in past[-1].sittings.values()]
    pairs = plan.pairs or has_partners(plan)
    return SeatingRequest(
        kind=kind,
        people=tuple(one.number for one in state.present),
        sizes=sizes_of(plan),
        past=tuple(_seating_of(one) for one in past),
        pairs=pairs,
        partners=_couples(state) if plan.pairs else (),
        ranks=_ranks(now) if kind is SeatingKind.SWISS else {},
        rounds_planned=max(plan.rounds, len(past) + 1),
        fixed=tuple(fixed),
        seed=now.row.lot + draw,
    )


def sizes_of(plan: Plan) -> tuple[int, ...]:
    """Returns how many may sit at a table, the preferred number first: where none is set, all that the game takes."""
    return plan.sizes or tuple(sorted(GAMES[plan.game or ""].players, reverse=True))


def draw_of(now: EveningNow) -> int:
    """Returns the draw of the newest round, which the next one continues: one plan goes over all rounds."""
    seated = [line.body for line in now.lines if line.kind == "seated" and line.seq not in now.state.undone]
    return int(seated[-1].get("draw", 0)) if seated else 0


def has_partners(plan: Plan) -> bool:
    """Tells whether people opposite each other are partners at tables of four."""
    if plan.game is None or TABLE_OF_PARTNERS not in sizes_of(plan):
        return False
    return sides_of(plan.game, TABLE_OF_PARTNERS, frozenset(plan.options.items())) < TABLE_OF_PARTNERS


def _seating_of(here: Round) -> Seating:
    return Seating(tuple(table.people for table in here.sittings.values()), here.byes)


def _couples(state: EveningState) -> tuple[tuple[int, int], ...]:
    here = {one.number for one in state.present}
    return tuple(
        (one.number, one.partner)
        for one in state.present
        if one.partner and one.number < one.partner and one.partner in here
    )


def _ranks(now: EveningNow) -> dict[int, float]:
    whole = standing_of(now, sees_all=True).whole
    return {} if whole is None else {row.person: float(row.total) for row in whole.rows}
