"""Choices of the host during play: who enters, how seats are taken, whether devices may join; dismissing devices."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.access.visit import Visit, visit_as_host
from webapp.evening.table_evening import joined_evening
from webapp.http.answers import Page
from webapp.http.language import gettext as _
from webapp.services import services
from webapp.store.models import Grant
from webapp.store.roles import Role
from webapp.table.lines.house import Chosen, LetOut
from webapp.table.player_names import tidy
from webapp.table.snapshot import desk_line, is_title
from webapp.words.table_choices import TABLE_CHOICES, title_fault

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
    title = tidy(request.form.get("title", here.table.title))
    if not is_title(title):
        return _page(here, title, fault=title_fault()), 422
    sent = {"title": title} | {
        choice: request.form.get(choice, getattr(here.table, choice)) for choice in TABLE_CHOICES
    }
    if any(sent[choice] not in asked[1] for choice, asked in TABLE_CHOICES.items()):
        abort(400)
    chosen = {choice: answer for choice, answer in sent.items() if answer != getattr(here.table, choice)}
    if chosen:
        services().store.change_choices(table_id, chosen, desk_line(here.now, here.viewer, Chosen(**chosen)))
        services().play.refresh(table_id)
    return redirect(url_for("choices.show", table_id=table_id, changed=1 if chosen else None), 303)


@bp.post("/grants/<int:grant_id>/remove")
def let_out(table_id: int, grant_id: int) -> Response:
    """Dismisses a device: its next request is refused. Not the host's own one, without which there would be no host."""
    here = visit_as_host(table_id)
    grant = next((grant for grant in here.now.people.grants if grant.id == grant_id), None)
    if grant is not None:
        if grant.is_host:
            abort(400)
        if grant.is_referee:
            abort(409, description=_("A referee is let go on the page for it, not with the other phones."))
        name = here.table.players[grant.seat] if grant.seat is not None else grant.name
        line = desk_line(here.now, here.viewer, LetOut(name or ""))
        services().store.end_grant(table_id, grant.device_id, line)
        services().play.refresh(table_id)
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
        at_evening=joined_evening(here.now),
    )


def table_devices(here: Visit) -> list[tuple[Grant, str, str, bool]]:
    """Returns the grants of devices: those on seats in the order of the seats, then the others.

    With each its name, its further rights, and whether it is here.
    """
    present = services().hub.present(here.table.id)
    grants = sorted(here.now.people.grants, key=lambda grant: (grant.seat is None, grant.seat or 0, grant.id))
    return [(grant, _name(here, grant), _does(grant), bool(present[grant.device_id])) for grant in grants]


def _name(here: Visit, grant: Grant) -> str:
    if grant.seat is not None:
        return here.table.players[grant.seat]
    if grant.role == Role.REFEREE:
        return grant.name or _("Referee")
    return {Role.HOST: _("Host"), Role.SCOREKEEPER: _("Scorekeeper"), Role.PLAYER: _("Without a seat")}.get(
        grant.role, _("Watcher")
    )


def _does(grant: Grant) -> str:
    does = [
        _("host") if grant.is_host and grant.seat is not None else "",
        _("keeps the score") if grant.keeps_score and grant.seat is not None else "",
        _("referee") if grant.is_referee and grant.name else "",
    ]
    return ", ".join(word for word in does if word)
