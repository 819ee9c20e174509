"""Former results of a circle, line by line from a file: parsed, validated, imported once."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time
from typing import NamedTuple

from flask import Blueprint, Response, request

from rules_core import replay
from rules_core.games import GAMES
from rules_core.hand_points import odd_totals
from rules_core.match_figures import places
from rules_core.record import Header
from webapp.access.device import network_here
from webapp.circle.acts import WITHOUT_FILES, Refused
from webapp.circle.statistics import beaten
from webapp.circle.tables import CircleTables
from webapp.circle.visit import CircleVisit, visit_all_matches, visit_circle
from webapp.evening.counted_matches import ended_as
from webapp.evening.refusal_words import odd_said
from webapp.evening.standings import low_wins, sides, sides_of
from webapp.evening.typed_people import SentLine, SentLines, sent_lines
from webapp.files.kinds import NotRead
from webapp.games.common.names import game_name
from webapp.games.registry import looks
from webapp.history.archive.format import canonical
from webapp.history.scores.match_end import place_said
from webapp.http.answers import Page, page_too_soon
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import LARGEST_EVENING_NUMBER, MOST_LIST_LINES
from webapp.http.spreadsheets import csv_file
from webapp.journal.lines import body_of
from webapp.services import services
from webapp.store.archives import BroughtPlayer, NewResult
from webapp.store.errors import TooManyOpened
from webapp.store.models import utc_now
from webapp.store.name_keys import name_key
from webapp.table.lines.people import FormerResult, Opened
from webapp.table.player_names import fault_of, tidy
from webapp.words.invite_words import fault_said
from webapp.words.limits_reached import too_many_opened
from webapp.words.phrases import NO_SUCH_PLAYER, joined, number

HEADINGS = frozenset({"date", "day", "datum", "tag"})
DAYS = ("%Y-%m-%d", "%d.%m.%Y")
FIRST_YEAR = 1900
"""No line is older: it is mistyped."""
NOON = time(12)
"""When a match was played of which a line says the day alone."""
PARTNERS = "+"
PLACE = re.compile(r"([1-9][0-9]?)\.")


class Result(NamedTuple):
    """A match as a line tells it, its people by seat. `digits` tell it from others; sent once more it has the same.

    Without `scores` the line has places only; `day_only`: it says no time.
    """

    row: int
    at: datetime
    game: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    digits: str
    day_only: bool = False

    @property
    def sides(self) -> list[tuple[str, str]]:
        """The names of each side, and its points or its place, the best first."""
        seats = sides(len(self.names), len(self.places))
        order = sorted(range(len(seats)), key=self.places.__getitem__)
        names = [f" {PARTNERS} ".join(self.names[seat] for seat in side) for side in seats]
        return [
            (names[side], number(self.scores[side]) if self.scores else place_said(self.places[side])) for side in order
        ]


class LineFault(NamedTuple):
    row: int
    said: str


class NotTaken(Exception):
    """A line is not taken: why, in words."""


@dataclass(frozen=True)
class Results:
    """Parsed results for a circle: new ones, the number of known ones, faults, and unknown names.

    `odd`: lines with totals to which no hands come by the usual rules of their game; they are taken all the same.
    """

    new: list[Result] = field(default_factory=list)
    known: int = 0
    faults: list[LineFault] = field(default_factory=list)
    odd: list[LineFault] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)


class ResultsIn(NamedTuple):
    """How many results came in, and how many were there."""

    new: int
    known: int


def read_results(circle_id: int, lines: Sequence[SentLine]) -> Results:
    """Returns the results of these lines in a circle; a line of headings is left out."""
    if lines and lines[0].cells[0].casefold() in HEADINGS:
        lines = lines[1:]
    store, faults, found = services().store, list[LineFault](), list[Result]()
    times: Counter[object] = Counter()
    leads, known = store.leads_of_circle(circle_id), {it.fingerprint for it in store.known_tables(circle_id)}
    for line in lines:
        try:
            found.append(_result(line, leads, times))
        except NotTaken as why:
            faults.append(LineFault(line.row, str(why)))
    new = [one for one in found if one.digits not in known]
    names = {name_key(name): name for one in new for name in one.names}
    counted = (one for one in new if one.scores)
    odd = [LineFault(one.row, said) for one in counted if (said := _odd(one.game, one.names, one.scores))]
    return Results(new, len(found) - len(new), faults, odd, [name for key, name in names.items() if key not in leads])


def _odd(game: str, names: Sequence[str], scores: Sequence[int]) -> str:
    """Returns why no hands add up to these totals, empty where they can."""
    start = replay.begin(Header(game, tuple(names), {}))
    odd = odd_totals(start.game.hand_points(len(names), start.state.options), scores, None)
    return "" if odd is None else odd_said(odd)


def _result(line: SentLine, leads: Mapping[str, int], times: "Counter[object]") -> Result:
    cells = list(line.cells)
    while cells and not cells[-1]:
        cells.pop()
    if len(cells) < 2:
        raise NotTaken(_("A line has a date, a game, and then names and points by turns."))
    (at, when), game = _moment(cells[0]), _game(cells[1])
    teams, values = cells[2::2], cells[3::2]
    if len(teams) != len(values) or not teams:
        raise NotTaken(_("After the game come names and points by turns: one of them is missing."))
    names = _names(game, [[tidy(name) for name in team.split(PARTNERS)] for team in teams], leads)
    scores, found = _values(game, values)
    counts = scores or tuple(beaten(found, own) for own in found)
    said = {"at": when, "game": game, "names": [name_key(name) for name in names], "scores": counts}
    again = times[canonical(said)]
    times[canonical(said)] += 1
    digits = hashlib.sha256(canonical({**said, "places": found, "again": again})).hexdigest()
    return Result(line.row, at, game, tuple(names), scores, found, digits, day_only=" " not in cells[0])


def _moment(text: str) -> tuple[datetime, str]:
    """Returns when a match was played, and how a line says that, however it is written."""
    day_text, _blank, clock = text.partition(" ")
    day = next((found for form in DAYS if (found := _parsed(day_text, form)) is not None), None)
    at = _parsed(clock, "%H:%M") if clock else None
    if day is None or (clock and at is None):
        raise NotTaken(_("“%(text)s” is no day. Write it as 2024-10-03 or 3.10.2024.", text=text))
    if day.year < FIRST_YEAR:
        raise NotTaken(_("%(text)s is too long ago: results from %(year)s on are taken.", text=text, year=FIRST_YEAR))
    when = datetime.combine(day.date(), NOON if at is None else at.time()).astimezone()
    if when > utc_now() and (at is not None or day.date() > utc_now().astimezone().date()):
        raise NotTaken(_("%(text)s has not come yet.", text=text))
    return min(when, utc_now()).replace(microsecond=0), f"{day:%Y-%m-%d} {'' if at is None else f'{at:%H:%M}'}"


def _parsed(text: str, form: str) -> datetime | None:
    try:
        return datetime.strptime(text, form)  # noqa: DTZ007  # the zone of the house is put to it
    except ValueError:
        return None


def _game(text: str) -> str:
    names = {name.casefold(): game for game, look in looks().items() for name in (game, look.name, game_name(game))}
    if (game := names.get(text.casefold())) is None:
        raise NotTaken(_("No game here is called “%(text)s”.", text=text))
    return game


def _names(game: str, teams: Sequence[Sequence[str]], leads: Mapping[str, int]) -> list[str]:
    names = [name for team in teams for name in team]
    for name in names:
        if (fault := fault_of(name)) is not None:
            raise NotTaken(fault_said(fault, name))
    persons = Counter(leads.get(name_key(name), name_key(name)) for name in names)
    twice = [name for name in names if persons[leads.get(name_key(name), name_key(name))] > 1]
    if twice:
        raise NotTaken(_("%(name)s stands in it twice.", name=twice[0]))
    if len(names) not in GAMES[game].players:
        numbers = joined([str(number) for number in GAMES[game].players])
        said = _("The number of people does not fit: %(game)s has %(numbers)s.", game=game_name(game), numbers=numbers)
        raise NotTaken(said)
    wanted = sides_of(game, len(names))
    if len(teams) != wanted or len({len(team) for team in teams}) > 1:
        raise NotTaken(_("Partners stand together, as in Ann + Ben, with the points of both; everybody else alone."))
    return [teams[seat % wanted][seat // wanted] for seat in range(len(names))]


def _values(game: str, texts: Sequence[str]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Returns the points of each side, none where the line has places only, and the places."""
    as_places = [PLACE.fullmatch(text) for text in texts]
    if all(as_places):
        return (), _ranked([int(found[1]) for found in as_places if found is not None])
    points = []
    for text in texts:
        plain = text.replace("−", "-")
        if not re.fullmatch(r"-?[0-9]{1,6}", plain) or abs(int(plain)) > LARGEST_EVENING_NUMBER:
            raise NotTaken(
                _(
                    "“%(text)s” is no whole number of points. A place has a dot, as in 1., and then all have.",
                    text=text,
                )
            )
        points.append(int(plain))
    best = (min if low_wins(game) else max)(points)
    winners = tuple(side for side, score in enumerate(points) if score == best)
    return tuple(points), places(tuple(points), winners, low_wins=low_wins(game))


def _ranked(said: Sequence[int]) -> tuple[int, ...]:
    """Returns competition ranks: equal scores share a place, and the places after it are skipped."""
    return tuple(1 + sum(other < own for other in said) for own in said)


def bring_results(
    here: CircleVisit, found: Results, who: Mapping[str, int | None], *, good_only: bool
) -> ResultsIn | Refused:
    """Imports the new results. `who` has the player of each unknown name, None: a new one.

    Nothing comes in while a line is wrong, unless only the good ones are wanted. Raises TooManyOpened.
    """
    said = {name_key(name): player for name, player in who.items()}
    players = services().store.circle_players(here.circle.id, forgotten=False)
    refused = _refused(here, found, said, {*players}, good_only=good_only)
    if refused is not None or not found.new:
        return refused or ResultsIn(0, found.known)
    wanted = []
    for place, name in enumerate(found.unknown):
        player = said[name_key(name)]
        names = [name] if player is None else [players[player].name, name]
        wanted.append(BroughtPlayer(place, names, None))
    store, circle_id = services().store, here.circle.id
    store.bring_players(circle_id, wanted, device_id=here.device_id, network=network_here(), counts=True)
    results = [new_result(circle_id, one.game, one.names, one.digits, _note(one)) for one in found.new]
    services().part(CircleTables).bring_results(circle_id, results, here.device_id)
    return ResultsIn(len(found.new), found.known)


def _refused(
    here: CircleVisit, found: Results, said: Mapping[str, int | None], players: set[int], *, good_only: bool
) -> Refused | None:
    if found.faults and not (good_only and found.new):
        return Refused(_("Nothing was brought in: not all lines are right."), is_form=True)
    if here.circle.without_files:
        return Refused(_(WITHOUT_FILES))
    if open_ := [name for name in found.unknown if name_key(name) not in said]:
        return Refused(_("Say who %(names)s is: somebody new, or which player.", names=joined(open_)), is_form=True)
    if {one for one in said.values() if one is not None} - players:
        return Refused(_(NO_SUCH_PLAYER), is_form=True)
    leads = {**services().store.leads_of_circle(here.circle.id), **{k: v for k, v in said.items() if v is not None}}
    for one in found.new:
        persons = {leads.get(name_key(name), name_key(name)) for name in one.names}
        if len(persons) < len(one.names):
            return Refused(_("In line %(line)s two names are one player.", line=one.row), is_form=True)
    return None


def _note(one: Result) -> FormerResult:
    return FormerResult(one.at.isoformat(), one.scores, one.places, one.day_only)


def new_result(circle_id: int, game: str, names: Sequence[str], digits: str, told: FormerResult) -> NewResult:
    """Returns a result as its table is opened with it."""
    note = body_of(Opened(0, digits, result=told))[1]
    ended = ended_as(told, len(names))
    return NewResult(Header(game, tuple(names), {}), note, f"circle {circle_id} {digits}", ended)


def is_result(game: str, people: int, told: FormerResult) -> bool:
    """Tells whether a match of this number of people can have this result."""
    if game not in GAMES or people not in GAMES[game].players or _parsed(told.at[:16], "%Y-%m-%dT%H:%M") is None:
        return False
    if told.scores and len(told.scores) != len(told.places):
        return False
    return len(told.places) == sides_of(game, people) and _ranked(told.places) == told.places


def sample_lines() -> Iterator[list[str | int]]:
    """Yields lines as they may be sent: a heading, and a match of each game, by points if they can be, or by places."""
    people = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
    pairs = ((f"{_('Name')} {number}", f"{_('Points')} {number}") for number in range(1, 4))
    yield [_("Date"), _("Game"), *(text for pair in pairs for text in pair)]
    for day, game in enumerate(looks(), 1):
        seats = min(GAMES[game].players, key=lambda count: (sides_of(game, count) == count, count))
        teams = [f" {PARTNERS} ".join(people[seat] for seat in side) for side in sides(seats, sides_of(game, seats))]
        values: list[str | int] = [7 - at for at in range(len(teams))]
        if _odd(game, people[:seats], [7 - at for at in range(len(teams))]):
            values = [f"{at}." for at in range(1, len(teams) + 1)]
        told = (it for team, value in zip(teams, values, strict=True) for it in (team, value))
        yield [f"2024-10-{day:02}", game_name(game), *told]


bp = Blueprint("circle_results", __name__, url_prefix="/circles/<int:circle_id>/results")
NEW = "new"


@bp.get("")
def form(circle_id: int) -> str:
    """Asks for former results."""
    return _page(visit_circle(circle_id), SentLines())


@bp.post("")
def look(circle_id: int) -> str | Page:
    """Shows the parsed lines; nothing is written yet."""
    here = visit_all_matches(circle_id)
    try:
        sent = sent_lines()
    except NotRead as problem:
        return _page(here, SentLines(), error=problem.said), problem.status
    return _page(here, sent, read_results(circle_id, sent.lines))


@bp.post("/bring")
def bring(circle_id: int) -> Response | str | Page:
    """Brings the results in: all, or the good ones alone."""
    here, sent, found = visit_all_matches(circle_id), SentLines(), Results()
    try:
        sent = sent_lines()
        found = read_results(circle_id, sent.lines)
        done = bring_results(here, found, _who(), good_only="good" in request.form)
    except NotRead as problem:
        return _page(here, SentLines(), error=problem.said), problem.status
    except TooManyOpened as problem:
        return page_too_soon(_page(here, sent, found, too_many_opened(problem)), problem.seconds)
    if isinstance(done, Refused):
        return _page(here, sent, found, done.said), done.status
    return _page(here, SentLines(), done=done)


@bp.get("/sample.csv")
def sample(circle_id: int) -> Response:
    """Sends a file to begin with."""
    visit_circle(circle_id)
    answer = Response(csv_file(sample_lines()), mimetype="text/csv")
    answer.headers["Content-Disposition"] = 'attachment; filename="results.csv"'
    return answer


def _who() -> Mapping[str, int | None]:
    """Returns the players of the form's names: a number, None for a new one, 0 for an unknown one."""
    pairs = zip(request.form.getlist("name"), request.form.getlist("who"), strict=False)
    return {name: None if who == NEW else parse_integer(who) or 0 for name, who in pairs}


def _page(
    here: CircleVisit,
    sent: SentLines,
    found: Results | None = None,
    error: str = "",
    done: ResultsIn | None = None,
) -> str:
    return here.page(
        "circle/results.html",
        text=sent.text,
        found=found if sent.lines else None,
        error=error,
        done=done,
        players=services().store.circle_players(here.circle.id, forgotten=False),
        who={name: str(number or NEW) for name, number in _who().items()},
        most=MOST_LIST_LINES,
    )
