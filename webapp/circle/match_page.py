"""Page, picture, note and comments of a match of a circle."""

import time
from collections.abc import Sequence
from dataclasses import replace

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as Redirect

from webapp.access.device import hashed_form_key, new_form_key, or_404, viewer_of
from webapp.circle.acts import Refused
from webapp.circle.circles import sides_of
from webapp.circle.tables import CircleTables
from webapp.circle.visit import CircleVisit, if_there, visit_circle
from webapp.files.kinds import FileKind, NotRead
from webapp.files.photos import SmallPhoto
from webapp.files.upload_reader import read_request
from webapp.games.common.names import game_name
from webapp.games.registry import look_of, looks
from webapp.history.picture_layout import Facts
from webapp.history.result_picture import Pictures, cloth_of, facts_of, names_drawn, picture_answer
from webapp.history.scores.match_end import FinalPlace, Length, place_said, time_said, win_said
from webapp.http.answers import Page
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_NOTE, MOST_MATCH_PHOTOS, MOST_POSTS
from webapp.http.rate_limiter import Rate
from webapp.http.rate_limits import POST_EVERY, POSTS_AT_ONCE
from webapp.services import services
from webapp.store.circle_models import CircleMatch, CirclePlayer
from webapp.store.models import Table
from webapp.table.folded_log import is_over
from webapp.table.forms import op_in
from webapp.table.player_names import is_text, tidy
from webapp.words.cards import nothing_said
from webapp.words.phrases import BAD_TEXT, day, joined
from webapp.words.turn import sides_said


def _picture(row: CircleMatch, people: Sequence[CirclePlayer]) -> bytes | None:
    """Returns the picture as PNG, None where the game is not offered."""
    shows = ("circle", row.table_id, row.model_dump_json(), *(one.name for one in people))
    return services().part(Pictures).drawn(shows, lambda: picture_facts(row, people))


def picture_facts(row: CircleMatch, people: Sequence[CirclePlayer]) -> Facts | None:
    """Returns the content of the picture: by the log of a match that is over, else by its stored row.

    The names are those of the circle; the title of the table may have that of somebody who was forgotten.
    """
    names, now = names_drawn([one.name for one in people]), services().tables.at(row.table_id)
    if not is_over(now.fold):
        return _facts(row, names)
    title = now.table.title if all(one.forgotten_at is None for one in people) else ""
    table = Table(**now.table.model_dump(exclude={"players", "title"}), players=names, title=title)
    return facts_of(replace(now, table=table))


def _facts(row: CircleMatch, names: Sequence[str]) -> Facts:
    told, look = row.summary, look_of(row.game)
    sides = [joined([names[seat] for seat in seats]) for seats in told["sides"]]
    winners, totals = told["winners"], [look.points_said(score) for score in told["scores"]]
    best = totals[winners[0]] if totals else ""
    before, winning, after = _won([sides[side] for side in winners], best, partners=len(sides) < len(names))
    order = sorted(range(len(sides)), key=told["places"].__getitem__)
    return Facts(
        game=game_name(row.game),
        when=day(row.began_at),
        before=before,
        winners=winning,
        after=after,
        best=best,
        places=[FinalPlace(told["places"][at], sides[at], totals[at] if totals else "", at in winners) for at in order],
        place_names=[place_said(told["places"][at]) for at in order],
        fan=[],
        chart=None,
        chart_names=[],
        chart_numbers=[],
        first=winners[0],
        length=time_said(Length(0, row.minutes, 0)) if row.minutes else "",
        cloth=cloth_of(row.game),
    )


def _won(who: Sequence[str], best: str, *, partners: bool) -> tuple[str, str, str]:
    names = sides_said(who) if partners else joined(who)
    shared = _("%(name)s share the win", name=names) if len(who) > 1 else ""
    said, winning = win_said(who, best, shared, partners=partners)
    return said.partition(winning)


bp = Blueprint("circle_matches", __name__, url_prefix="/circles/<int:circle_id>/matches/<int:match_id>")


@bp.get("")
def show(circle_id: int, match_id: int) -> str:
    """Shows a match, with its note to be written and changed."""
    return match_page(*match_of(circle_id, match_id))


@bp.post("/note")
def note(circle_id: int, match_id: int) -> Redirect | Page:
    """Saves the note; an empty one deletes it. A note changed meanwhile stays, and both are shown."""
    here, row = match_of(circle_id, match_id)
    typed = request.form.get("note")
    if typed is None:
        abort(400)
    done = if_there(lambda: write_note(here, row, typed, request.form.get("before", "")), _no_match())
    if done is not None:
        shown = typed[: 2 * LONGEST_NOTE] if done.is_form else tidy(typed)
        return match_page(here, row, shown, done.said), done.status
    return redirect(url_for("circle_matches.show", circle_id=circle_id, match_id=match_id), 303)


def write_note(here: CircleVisit, row: CircleMatch, typed: str, before: str) -> Refused | None:
    """Saves the note of a match, which was `before`; an empty one deletes it. Raises LookupError for no match."""
    text = tidy(typed)
    if not is_text(text, LONGEST_NOTE):
        return Refused(_(BAD_TEXT, most=LONGEST_NOTE), is_form=True)
    if services().store.write_note(here.circle.id, row.table_id, text, before=before):
        return None
    return Refused(_("Somebody has changed the note meanwhile. Saved again, this one takes its place."))


def remove_result(here: CircleVisit, row: CircleMatch) -> None:
    """Takes out a result that came as a line of a file. Raises LookupError for a match that was entered."""
    if not _is_result(row):
        raise LookupError
    services().part(CircleTables).take_back(row.table_id, here.circle.id)


@bp.post("/remove")
def remove(circle_id: int, match_id: int) -> Redirect:
    """Takes out a result that came as a line of a file; a match that was entered stays."""
    here, row = match_of(circle_id, match_id)
    if_there(lambda: remove_result(here, row), _no_match())
    return redirect(url_for("circles.matches", circle_id=circle_id), 303)


@bp.get("/result.png")
def picture(circle_id: int, match_id: int) -> Response:
    """Returns the result as a picture to send: as its table draws it, with the names that the circle has."""
    _here, row = match_of(circle_id, match_id)
    players = services().store.circle_players(circle_id)
    people = [players[player] for player in row.players]
    drawn = _picture(row, people) if row.game in looks() else None
    return picture_answer(or_404(drawn, _no_match()))


def match_of(circle_id: int, match_id: int) -> tuple[CircleVisit, CircleMatch]:
    """Returns a match for a phone of its circle; ends the request with 404 for no such one."""
    here = visit_circle(circle_id)
    return here, or_404(services().store.circle_match(circle_id, match_id), _no_match())


def _is_result(row: CircleMatch) -> bool:
    table = services().store.table(row.table_id)
    return row.from_file and table is not None and not services().store.last_seq(table.id) and table.evening_id is None


def _no_match() -> str:
    return _("No finished match of this circle has this number.")


def match_page(
    here: CircleVisit,
    row: CircleMatch,
    typed: str | None = None,
    fault: str = "",
    *,
    post: str = "",
    post_fault: str = "",
) -> str:
    """Returns the page of a match, with refused input."""
    store = services().store
    players, note = store.circle_players(here.circle.id), store.circle_notes(here.circle.id).get(row.table_id, "")
    viewer = viewer_of(row.table_id)
    return here.page(
        "circle/match.html",
        row=row,
        sides=sides_of(row, players),
        opens=viewer.may_see,
        note=note,
        typed=note if typed is None else typed,
        fault=fault,
        enters=viewer.may_enter,
        result=_is_result(row),
        posts=store.posts_of_match(here.circle.id, row.table_id),
        players=players,
        device_id=here.device_id,
        post=post,
        post_fault=post_fault,
        op=new_form_key(),
    )


def write_post(here: CircleVisit, match_id: int, text: str, photos: Sequence[SmallPhoto], op: str) -> Refused | None:
    """Puts a comment to a match, at most with one photo; the same key puts it once.

    Raises LookupError for no such match, TooFast.
    """
    text, sent = tidy(text), next(iter(photos), None)
    if sent is not None and sent.problem:
        return Refused(nothing_said((sent.problem,)), is_form=True)
    if not is_text(text, LONGEST_NOTE):
        return Refused(_(BAD_TEXT, most=LONGEST_NOTE), is_form=True)
    if not text and sent is None:
        return Refused(_("Write something, or choose a photo."), is_form=True)
    services().rate_limiter.count(f"posts {here.device_id}", Rate(POSTS_AT_ONCE, POST_EVERY), time.time())
    store, who = services().store, (here.device_id, here.player_id)
    photo = None if sent is None else sent.data
    if store.add_post(here.circle.id, match_id, device_id=who[0], player_id=who[1], text=text, photo=photo, op=op):
        return None
    most = {"posts": MOST_POSTS, "photos": MOST_MATCH_PHOTOS}
    return Refused(_("A match takes %(posts)s comments and %(photos)s photos. Take one out first.", **most))


def remove_post(here: CircleVisit, match_id: int, post_id: int) -> Refused | None:
    """Takes an own comment out, or the photo of another one. Raises LookupError for no such one."""
    if services().store.remove_post(here.circle.id, match_id, post_id, here.device_id):
        return None
    return Refused(_("A comment is taken out by the phone that wrote it."))


@bp.post("/posts")
def write_comment(circle_id: int, match_id: int) -> Redirect | Page:
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


@bp.post("/posts/<int:post_id>/remove")
def remove_comment(circle_id: int, match_id: int, post_id: int) -> Redirect | Page:
    """Takes an own comment out, or the photo of another one."""
    here, row = match_of(circle_id, match_id)
    done = if_there(lambda: remove_post(here, match_id, post_id))
    if done is not None:
        return match_page(here, row, post_fault=done.said), done.status
    return redirect(url_for("circle_matches.show", circle_id=circle_id, match_id=match_id), 303)


@bp.get("/posts/<int:post_id>/photo.jpg")
def post_photo(circle_id: int, match_id: int, post_id: int) -> Response:
    """Sends a photo to a phone of the circle."""
    match_of(circle_id, match_id)
    data = or_404(services().store.post_photo(circle_id, match_id, post_id))
    return Response(data, mimetype="image/jpeg", headers={"Content-Disposition": 'inline; filename="photo.jpg"'})
