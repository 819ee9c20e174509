"""Choices of the host during play: who enters, how seats are taken, whether devices may join; dismissing devices."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.access.seats import choose, grant_now, let_device_out, table_devices
from webapp.access.visit import Visit, visit_as_host
from webapp.http.answers import Page
from webapp.http.language import gettext as _
from webapp.live.surroundings import around
from webapp.table.player_names import tidy
from webapp.words.table_choices import TABLE_CHOICES

bp = Blueprint("choices", __name__, url_prefix="/tables/<int:table_id>")


@bp.get("/choices")
def show(table_id: int) -> str:
    """Asks the questions as they are answered now, and lists the devices that are in."""
    here = visit_as_host(table_id)
    return _page(here, here.table.title, done="changed" in request.args)


@bp.post("/choices")
def change(table_id: int) -> Response | Page:
    """Changes the choices; unchanged ones are not logged."""
    here = visit_as_host(table_id)
    title = request.form.get("title", here.table.title)
    sent = {choice: request.form.get(choice, getattr(here.table, choice)) for choice in TABLE_CHOICES}
    if any(sent[choice] not in asked[1] for choice, asked in TABLE_CHOICES.items()):
        abort(400)
    match choose(here, title, sent):
        case str() as fault:
            return _page(here, tidy(title), fault=fault), 422
        case changed:
            return redirect(url_for("choices.show", table_id=table_id, changed=1 if changed else None), 303)


@bp.post("/grants/<int:grant_id>/remove")
def let_out(table_id: int, grant_id: int) -> Response:
    """Dismisses a device: its next request is refused. Not the host's own one, without which there would be no host."""
    here = visit_as_host(table_id)
    grant = grant_now(here, grant_id)
    if grant is not None:
        if grant.is_host:
            abort(400)
        if grant.is_referee:
            abort(409, description=_("A referee is let go on the page for it, not with the other phones."))
        let_device_out(here, grant)
    return redirect(url_for("choices.show", table_id=table_id, _anchor="phones"), 303)


def _page(here: Visit, title: str, *, done: bool = False, fault: str | None = None) -> str:
    return render_template(
        "access/choices/show.html",
        table=here.table,
        title=title,
        fault=fault,
        choices=TABLE_CHOICES,
        devices=table_devices(here),
        device_id=here.device_id,
        done=done,
        at_evening=around(here.now, here.viewer).joined,
    )
