"""Moves of a place to another device, by a link that works once and for ten minutes."""

from flask import Blueprint, make_response, redirect, render_template, url_for
from werkzeug.wrappers import Response

from webapp.http.page_or_fragment import wants_fragment
from webapp.seats.device import viewer_of
from webapp.seats.join_link import join_link
from webapp.seats.moving import place_name
from webapp.seats.visit import not_here, open_table, visit
from webapp.services import services
from webapp.table.viewer import Viewer
from webapp.words.invite_words import until

bp = Blueprint("moves", __name__, url_prefix="/tables/<int:table_id>/move")


@bp.get("")
def show(table_id: int) -> Response | str:
    """Says what moves, and shows the link once it is made; a page that asks again goes on when it has been read."""
    viewer = viewer_of(table_id)
    # Asked for once: the place may go while this page looks.
    grants = services().store.grants(table_id)
    grant = next((grant for grant in grants if grant.device_id == viewer.device_id), None)
    if grant is None:
        return _gone(table_id, viewer)
    here = open_table(table_id, viewer)
    offered = services().store.offered_move(table_id, grant.device_id)
    return render_template(
        "moves/show.html",
        table=here.table,
        place=place_name(here.table, grant),
        link=None if offered is None else join_link(offered),
        until=None if offered is None or offered.expires_at is None else until(offered.expires_at),
    )


@bp.post("")
def offer(table_id: int) -> Response:
    """Makes the link."""
    services().store.offer_move(table_id, visit(table_id).device_id)
    return redirect(url_for("moves.show", table_id=table_id), 303)


@bp.post("/stop")
def stop(table_id: int) -> Response:
    """Lets the link lead nowhere: the place stays on this device."""
    services().store.take_back_move(table_id, visit(table_id).device_id)
    return redirect(url_for("seats.share", table_id=table_id), 303)


def _gone(table_id: int, viewer: Viewer) -> Response:
    """Loads the page anew where it asks whether its place is still here: the whole page says where that went."""
    lost = None if viewer.device_id is None else services().store.how_place_was_lost(table_id, viewer.device_id)
    if not (wants_fragment() and (viewer.may_see or lost is not None)):
        not_here(table_id, viewer)
    answer = make_response("", 200)
    answer.headers["HX-Redirect"] = url_for("moves.show", table_id=table_id)
    return answer
