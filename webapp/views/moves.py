"""Moves of a place to another device, by a link that works once and for ten minutes."""

from flask import Blueprint, make_response, redirect, render_template, url_for
from werkzeug.wrappers import Response

from webapp.http.page_or_fragment import wants_fragment
from webapp.seats.device import require
from webapp.seats.join_link import join_link
from webapp.seats.moving import place_name
from webapp.seats.visit import find_table, visit
from webapp.services import services
from webapp.words.invite_words import until

bp = Blueprint("moves", __name__, url_prefix="/tables/<int:table_id>/move")


@bp.get("")
def show(table_id: int) -> Response | str:
    """Says what moves, and shows the link once it is made; a page that asks again goes on when it has been read."""
    here = find_table(table_id)
    # Asked for once: the place may go while this page looks.
    grants = services().store.grants(table_id)
    grant = next((grant for grant in grants if grant.device_id == here.viewer.device_id), None)
    if grant is None:
        require(wants_fragment())
        answer = make_response("", 200)
        answer.headers["HX-Redirect"] = url_for("moves.show", table_id=table_id)
        return answer
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
