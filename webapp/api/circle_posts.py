"""Comments and photos of matches of circles for programs."""

from flask import Response
from msgspec import Struct

from webapp.api.bodies import body_bytes, json_response, key_of_body
from webapp.api.calls import Body, Id, Programs, body_in
from webapp.api.circles import CIRCLE, done, visit_circle_by_token
from webapp.api.problems import Problem, not_read
from webapp.circle.match_page import remove_post, write_post
from webapp.circle.tables import CircleVisit
from webapp.files.door import Sender, read_body
from webapp.files.photos import SmallPhoto
from webapp.files.refusals import FileKind, NotRead, largest
from webapp.services import services


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


bp = Programs("api_circle_posts", __name__)
MATCH = f"{CIRCLE}/matches/<int:number>/posts"


@bp.call(f"GET {MATCH}", "readPosts", {200: Posts})
def show(circle_id: int, number: int) -> Response:
    """The comments to a match."""
    return _answer(visit_circle_by_token(circle_id), number)


@bp.call(f"POST {MATCH}", "writePost", {200: Posts}, WritePost, once=True)
def write(circle_id: int, number: int) -> Response:
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
    return _answer(here, number)


@bp.call(f"POST {CIRCLE}/posts/<int:number>/remove", "removePost", {200: Posts})
def remove(circle_id: int, number: int) -> Response:
    """Takes an own comment out, or the photo of another one."""
    here = visit_circle_by_token(circle_id)
    match = services().store.match_of_post(circle_id, number)
    done(lambda: remove_post(here, match, number), "no-match")
    return _answer(here, match)


def _answer(here: CircleVisit, number: int) -> Response:
    if services().store.circle_match(here.circle.id, number) is None:
        raise Problem(404, "no-match")
    found = services().store.posts_of_match(here.circle.id, number)
    return json_response(
        Posts(
            [
                Post(it.id, it.player_id, it.text, it.has_photo, it.made_at.isoformat(), it.device_id == here.device_id)
                for it in found
            ]
        )
    )
