"""Home page: join by code, the tables, evenings and circles of the device, open a table."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.access import join_links, joining
from webapp.access.device import current_device
from webapp.access.joining import invite_of_code
from webapp.circle.meetings import meetings_of
from webapp.circle.tables_in_play import tables_in_play
from webapp.circle.visit import circles_here
from webapp.games.common.names import game_about, game_name
from webapp.games.registry import looks
from webapp.http.answers import Page, page_too_soon
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_CODE_INPUT, LONGEST_JOIN_INPUT
from webapp.pages.table_page import TableEntry, table_entries
from webapp.services import services
from webapp.store.errors import TooManyWrongCodes
from webapp.store.evening_models import Evening
from webapp.store.invites import format_code, parse_code
from webapp.store.models import Device
from webapp.words.invite_words import no_link, no_table
from webapp.words.limits_reached import too_many_wrong_codes

bp = Blueprint("home", __name__)
EVENINGS_SHOWN = 4
"""How many of the own evenings are shown, the newest."""
TABLES_SHOWN = 4
"""How many of the own tables are shown before the older ones are unfolded."""
bp.add_app_template_global(game_name)


@bp.get("/")
def index() -> str:
    """Shows the first page; a code that was typed as an address stands in its field."""
    code = parse_code(join_links.remembered_link())
    return _page(typed=format_code(code) if code else "")


@bp.post("/join")
def join() -> Response | Page:
    """Leads to the table of a typed code or pasted link, or says under the field why there is none."""
    typed = request.form.get("code", "")
    if token := join_links.token_in(typed):
        known = joining.invite_of(token)
        return _on(token) if known else (_page(no_link(), typed), 422)
    code = parse_code(join_links.last_part(typed))
    if code is None:
        return _page(_no_code(typed), typed), 422
    try:
        invite = invite_of_code(code)
    except TooManyWrongCodes as often:
        why = too_many_wrong_codes(often.seconds, of_all=often.of_all)
        return page_too_soon(_page(why, typed), often.seconds)
    if invite is None:
        return _page(no_table(format_code(code), services().store.invite_with_code(code)), typed), 422
    return _on(invite.token)


def _on(token: str) -> Response:
    return join_links.remember_link(redirect(url_for("invites.show"), 303), token)


def _page(error: str | None = None, typed: str = "") -> str:
    games = {game: game_about(game).partition(",")[0] for game in looks()}
    shown = typed[:LONGEST_JOIN_INPUT]
    device = current_device()
    evenings = [] if device is None else services().store.evenings_of(device.id, EVENINGS_SHOWN)
    entries = [] if device is None else table_entries(services().store.tables_of(device.id, at_evenings=False))
    circles = [] if device is None else circles_here(device.id)
    at_evenings = [] if device is None else _by_evening(device, evenings)
    named = {here.circle.id: here.circle for here in circles}
    to_come = {one.row.circle_id: one for one in reversed(meetings_of(circles)) if not one.row.called_off}
    return render_template(
        "site/home/index.html",
        circles=[(here.circle, to_come.get(here.circle.id)) for here in circles],
        playing=[(one, named[one.table.circle_id or 0]) for one in tables_in_play(circles)],
        evenings=at_evenings,
        tables=entries[:TABLES_SHOWN],
        older=entries[TABLES_SHOWN:],
        games=games,
        typed=shown,
        error=error,
    )


def _by_evening(device: Device, evenings: list[Evening]) -> list[tuple[Evening, list[TableEntry]]]:
    """Returns the evenings with the tables of each at which this device plays; referees have a desk instead."""
    tables = services().store.tables_of(device.id, at_evenings=True) if evenings else []
    return [(one, table_entries(table for table in tables if table.evening_id == one.id)) for one in evenings]


def _no_code(typed: str) -> str:
    if not typed.strip():
        return _("Type the code that stands on another phone.")
    return no_table(typed.strip()[:LONGEST_CODE_INPUT])
