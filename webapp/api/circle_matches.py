"""Matches of circles for programs: former results, looked at and brought in; comments and photos."""

from collections.abc import Callable
from typing import TypeVar

from flask import Response
from msgspec import Struct, field

from webapp.api.bodies import body_bytes, json_response, key_of_body
from webapp.api.circles import CIRCLE, done, visit_circle_by_token
from webapp.api.endpoints import ApiBlueprint, Body, Id, Seq, body, body_in
from webapp.api.problems import Problem, need, not_read
from webapp.circle.match_page import remove_post, remove_result, write_note, write_post
from webapp.circle.results import Results, bring_results, read_results
from webapp.circle.visit import CircleVisit
from webapp.evening.typed_people import lines_of
from webapp.files.kinds import FileKind, NotRead, largest
from webapp.files.photos import SmallPhoto
from webapp.files.upload_reader import Sender, read_body
from webapp.services import services
from webapp.store.circle_models import CircleMatch
from webapp.store.errors import TooManyOpened
from webapp.words.limits_reached import too_many_opened

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


bp = ApiBlueprint("api_circle_matches", __name__)


@bp.address(f"POST {CIRCLE}/results/look", "lookAtResults", {200: ResultsLookedAt}, FormerResults)
def look(circle_id: int) -> Response:
    """Parses former results; nothing is written."""
    visit_circle_by_token(circle_id)
    found = _read(lambda: _found(circle_id, body(FormerResults).text))
    wrong, odd = ([LineSaid(one.row, one.said) for one in lines] for lines in (found.faults, found.odd))
    return json_response(ResultsLookedAt(len(found.new), found.known, wrong, odd, found.unknown))


@bp.address(f"POST {CIRCLE}/results", "bringResults", {200: ResultsBrought}, BringResults)
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


class WriteNote(Body, frozen=True):
    """The note of a match, and what it was `before`: one that was changed meanwhile stays."""

    note: str
    before: str = ""


class Note(Struct, frozen=True):
    """The note of a match."""

    note: str


@bp.address(f"POST {CIRCLE}/matches/<int:number>/note", "writeNote", {200: Note}, WriteNote)
def note(circle_id: int, number: int) -> Response:
    """Saves the note of a match; an empty one deletes it."""
    here, row, sent = *_match(circle_id, number), body(WriteNote)
    done(lambda: write_note(here, row, sent.note, sent.before), "no-match")
    return json_response(Note(services().store.circle_notes(circle_id).get(number, "")))


@bp.address(f"POST {CIRCLE}/matches/<int:number>/remove", "removeResult", {204: None})
def remove(circle_id: int, number: int) -> Response:
    """Takes out a result that came as a line of a file; a match that was entered stays."""
    here, row = _match(circle_id, number)
    done(lambda: remove_result(here, row), "no-match")
    return Response(status=204)


def _match(circle_id: int, number: int) -> tuple[CircleVisit, CircleMatch]:
    here = visit_circle_by_token(circle_id)
    return here, need(services().store.circle_match(circle_id, number), "no-match")


class WritePost(Body, frozen=True):
    """A comment to a match, and a photo in base64: JPEG, PNG or WebP."""

    text: str = ""
    photo: bytes | None = None


class Post(Struct, frozen=True):
    """A comment: its author, as a player of the circle, and whether it has a photo."""

    id: Id
    player: Id | None
    text: str
    photo: bool
    at: str
    own: bool


class Posts(Struct, frozen=True):
    """The comments to a match, the oldest first."""

    posts: list[Post]


POSTS = f"{CIRCLE}/matches/<int:number>/posts"


@bp.address(f"GET {POSTS}", "readPosts", {200: Posts})
def comments(circle_id: int, number: int) -> Response:
    """The comments to a match."""
    return _comments(visit_circle_by_token(circle_id), number)


@bp.address(f"POST {POSTS}", "writePost", {200: Posts}, WritePost, once=True)
def write_comment(circle_id: int, number: int) -> Response:
    """Puts a comment to a match, with a photo if there is one."""
    here, sent = visit_circle_by_token(circle_id), list[WritePost]()

    def data(who: Sender) -> bytes:
        sent.append(body_in(body_bytes(2 * largest(FileKind.PICTURE, is_known=who.is_known)), WritePost))
        return sent[0].photo or b""

    try:
        told = read_body(FileKind.PICTURE, data)
        photos = [] if sent[0].photo is None else list(told.each(SmallPhoto))
        key = key_of_body()
        done(lambda: write_post(here, number, sent[0].text, photos, key), "no-match")
    except NotRead as problem:
        raise not_read(problem, "circle-refused") from None
    return _comments(here, number)


@bp.address(f"POST {CIRCLE}/posts/<int:number>/remove", "removePost", {200: Posts})
def remove_comment(circle_id: int, number: int) -> Response:
    """Takes an own comment out, or the photo of another one."""
    here = visit_circle_by_token(circle_id)
    match = services().store.match_of_post(circle_id, number)
    done(lambda: remove_post(here, match, number), "no-match")
    return _comments(here, match)


def _comments(here: CircleVisit, number: int) -> Response:
    need(services().store.circle_match(here.circle.id, number), "no-match")
    found = services().store.posts_of_match(here.circle.id, number)
    return json_response(
        Posts(
            [
                Post(it.id, it.player_id, it.text, it.has_photo, it.made_at.isoformat(), it.device_id == here.device_id)
                for it in found
            ]
        )
    )
