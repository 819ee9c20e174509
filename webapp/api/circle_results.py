"""Former results of circles for programs: looked at, and brought in."""

from collections.abc import Callable
from typing import TypeVar

from flask import Response
from msgspec import Struct, field

from webapp.api.bodies import json_response
from webapp.api.calls import Body, Id, Programs, Seq, body
from webapp.api.circles import CIRCLE, done, visit_circle_by_token
from webapp.api.problems import Problem, not_read
from webapp.circle.results import Results, bring_results, read_results
from webapp.evening.people.typed_people import lines_of
from webapp.files.refusals import NotRead
from webapp.store.errors import TooManyOpened
from webapp.words.not_taken import too_many_opened

T = TypeVar("T")


class FormerResults(Body, frozen=True):
    """Lines of day, game, and names and points by turns, as the page of former results takes them."""

    text: str


class BringResults(Body, frozen=True):
    """The lines; the players of unknown names: by number, or none for a new one.

    `good_only`: lines that are wrong are left out, else nothing comes in.
    """

    text: str
    names: dict[str, Id | None] = field(default_factory=dict)
    good_only: bool = False


class LineSaid(Struct, frozen=True):
    """A line, and the remark on it."""

    line: Seq
    message: str


class ResultsLookedAt(Struct, frozen=True):
    """How many results are new, how many are known; lines that are wrong, and names that the circle does not know.

    Those that are `odd` have totals to which no hands of the game come; they are taken all the same.
    """

    new: Seq
    known: Seq
    wrong: list[LineSaid]
    odd: list[LineSaid]
    names: list[str]


class ResultsBrought(Struct, frozen=True):
    """How many results came in, and how many were there."""

    new: Seq
    known: Seq


bp = Programs("api_circle_results", __name__)


@bp.call(f"POST {CIRCLE}/results/look", "lookAtResults", {200: ResultsLookedAt}, FormerResults)
def look(circle_id: int) -> Response:
    """Parses former results; nothing is written."""
    visit_circle_by_token(circle_id)
    found = _read(lambda: _found(circle_id, body(FormerResults).text))
    wrong, odd = ([LineSaid(one.row, one.said) for one in lines] for lines in (found.faults, found.odd))
    return json_response(ResultsLookedAt(len(found.new), found.known, wrong, odd, found.unknown))


@bp.call(f"POST {CIRCLE}/results", "bringResults", {200: ResultsBrought}, BringResults)
def bring(circle_id: int) -> Response:
    """Imports former results; known ones are not imported twice."""
    here, sent = visit_circle_by_token(circle_id), body(BringResults)
    found = _read(lambda: _found(circle_id, sent.text))
    brought = done(lambda: _read(lambda: bring_results(here, found, sent.names, good_only=sent.good_only)))
    return json_response(ResultsBrought(brought.new, brought.known))


def _found(circle_id: int, text: str) -> Results:
    return read_results(circle_id, lines_of(text.encode("utf-8", "replace")).lines)


def _read(act: Callable[[], T]) -> T:
    try:
        return act()
    except NotRead as problem:
        raise not_read(problem, "circle-refused") from None
    except TooManyOpened as problem:
        headers = {"Retry-After": str(problem.seconds)}
        raise Problem(429, "circle-refused", message=too_many_opened(problem), headers=headers) from None
