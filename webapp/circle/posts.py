"""Comments to a match of a circle, with or without a photo, which is made small and keeps no place and no time."""

import time
from collections.abc import Sequence

from flask import Blueprint, Response, abort, redirect, url_for
from werkzeug.wrappers import Response as Redirect

from webapp.access.device import hashed_form_key
from webapp.circle.acts import Refused
from webapp.circle.match_page import match_of, match_page
from webapp.circle.tables import CircleVisit, if_there
from webapp.files.door import read_request
from webapp.files.photos import SmallPhoto
from webapp.files.refusals import FileKind, NotRead
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_NOTE, MOST_MATCH_PHOTOS, MOST_POSTS
from webapp.http.rate_limits import POST_EVERY, POSTS_AT_ONCE
from webapp.services import services
from webapp.table.forms import op_in
from webapp.table.pace import Rate
from webapp.table.player_names import is_readable, tidy


def write_post(here: CircleVisit, match_id: int, text: str, photos: Sequence[SmallPhoto], op: str) -> Refused | None:
    """Puts a comment to a match, at most with one photo; the same key puts it once.

    Raises LookupError for no such match, TooFast.
    """
    text, photo = tidy(text), next((one.data for one in photos), None)
    if photo == b"":
        said = _("There is no picture in this file that can be shown. Photos are JPEG, PNG or WebP.")
        return Refused(said, is_form=True)
    if len(text) > LONGEST_NOTE or (text and not is_readable(text)):
        fault = _("At most %(most)s letters, all of them to be read.", most=LONGEST_NOTE)
        return Refused(fault, is_form=True)
    if not text and photo is None:
        return Refused(_("Write something, or choose a photo."), is_form=True)
    services().pace.count(f"posts {here.device_id}", Rate(POSTS_AT_ONCE, POST_EVERY), time.time())
    store, who = services().store, (here.device_id, here.player_id)
    if store.add_post(here.circle.id, match_id, device_id=who[0], player_id=who[1], text=text, photo=photo, op=op):
        return None
    most = {"posts": MOST_POSTS, "photos": MOST_MATCH_PHOTOS}
    return Refused(_("A match takes %(posts)s comments and %(photos)s photos. Take one out first.", **most))


def remove_post(here: CircleVisit, match_id: int, post_id: int) -> Refused | None:
    """Takes an own comment out, or the photo of another one. Raises LookupError for no such one."""
    if services().store.remove_post(here.circle.id, match_id, post_id, here.device_id):
        return None
    return Refused(_("A comment is taken out by the phone that wrote it."))


bp = Blueprint("circle_posts", __name__, url_prefix="/circles/<int:circle_id>/matches/<int:match_id>/posts")
Page = tuple[str, int]


@bp.post("")
def write(circle_id: int, match_id: int) -> Redirect | Page:
    """Puts a comment to a match, with the photo that came with it."""
    here, row = match_of(circle_id, match_id)
    typed = ""
    try:
        told = read_request(FileKind.PICTURE)
        typed, op = told.form.typed, hashed_form_key(op_in({"op": told.form.op}), told.asked)
        photos = [] if told.form.is_typed else list(told.each(SmallPhoto))
        done = write_post(here, match_id, typed, photos, op)
    except NotRead as problem:
        return match_page(here, row, post=problem.typed[: 2 * LONGEST_NOTE], post_fault=problem.said), problem.status
    except LookupError:  # the match was resumed
        abort(404)
    if done is not None:
        return match_page(here, row, post=typed[: 2 * LONGEST_NOTE], post_fault=done.said), done.status
    return redirect(url_for("circle_matches.show", circle_id=circle_id, match_id=match_id), 303)


@bp.post("/<int:post_id>/remove")
def remove(circle_id: int, match_id: int, post_id: int) -> Redirect | Page:
    """Takes an own comment out, or the photo of another one."""
    here, row = match_of(circle_id, match_id)
    done = if_there(lambda: remove_post(here, match_id, post_id))
    if done is not None:
        return match_page(here, row, post_fault=done.said), done.status
    return redirect(url_for("circle_matches.show", circle_id=circle_id, match_id=match_id), 303)


@bp.get("/<int:post_id>/photo.jpg")
def photo(circle_id: int, match_id: int, post_id: int) -> Response:
    """Sends a photo to a phone of the circle."""
    match_of(circle_id, match_id)
    data = services().store.post_photo(circle_id, match_id, post_id)
    if data is None:
        abort(404)
    return Response(data, mimetype="image/jpeg", headers={"Content-Disposition": 'inline; filename="photo.jpg"'})
