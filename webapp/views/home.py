"""Home page: join by code, go on at a table, open a table."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.games.common.game_names import game_about, game_name
from webapp.games.registry import looks
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_CODE_INPUT, LONGEST_JOIN_INPUT
from webapp.pages.folded import folded
from webapp.seats import link_cookie
from webapp.seats.device import current_device
from webapp.seats.invite_codes import invite_of_code
from webapp.seats.my_tables import TableEntry, table_entries
from webapp.services import services
from webapp.store import TooManyWrongCodes
from webapp.store.join_codes import format_code, parse_code
from webapp.words.invite_words import no_link, no_table
from webapp.words.limits_reached import too_many_wrong_codes

bp = Blueprint("home", __name__)
TABLES_SHOWN = 4
"""So many of the own tables are shown before the older ones are unfolded."""
bp.add_app_template_global(game_name)
Page = tuple[str, int]


@bp.get("/")
def index() -> str:
    """Shows the first page; a code that was typed as an address stands in its field."""
    code = parse_code(link_cookie.remembered_link())
    return _page(typed=format_code(code) if code else "")


@bp.post("/join")
def join() -> Response | Page | tuple[str, int, dict[str, str]]:
    """Leads to the table of a typed code or pasted link, or says under the field why there is none."""
    typed = request.form.get("code", "")
    if token := link_cookie.token_in(typed):
        return _on(token) if link_cookie.invite_of(token) else (_page(no_link(), typed), 422)
    code = parse_code(link_cookie.last_part(typed))
    if code is None:
        return _page(_no_code(typed), typed), 422
    try:
        invite = invite_of_code(code)
    except TooManyWrongCodes as often:
        why = too_many_wrong_codes(often.seconds, of_all=often.of_all)
        return _page(why, typed), 429, {"Retry-After": str(often.seconds)}
    if invite is None:
        return _page(_no_table(code), typed), 422
    return _on(invite.token)


def _on(token: str) -> Response:
    return link_cookie.remember_link(redirect(url_for("invites.show"), 303), token)


def _page(error: str | None = None, typed: str = "") -> str:
    games = {game: game_about(game) for game in looks()}
    shown = typed[:LONGEST_JOIN_INPUT]
    return render_template(
        "home/index.html", tables=folded(_my_tables(), TABLES_SHOWN), games=games, typed=shown, error=error
    )


def _no_table(code: str) -> str:
    store = services().store
    return no_table(format_code(code), spent=store.is_used_up(code), ended=store.has_ended(code))


def _my_tables() -> list[TableEntry]:
    device = current_device()
    return [] if device is None else table_entries(services().store.tables_of(device.id))


def _no_code(typed: str) -> str:
    if not typed.strip():
        return _("Type the code that stands on another phone.")
    return no_table(typed.strip()[:LONGEST_CODE_INPUT])
