"""The first page: join by code, go on where this phone was, open a table."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from rules_core.games import GAMES
from webapp.access import current_device
from webapp.codes import read_code, show_code
from webapp.rooms import rooms
from webapp.shelf import Entry, shelf
from webapp.words.games import game_about, game_name
from webapp.words.invitations import no_table

bp = Blueprint("home", __name__)
bp.add_app_template_global(game_name)
LONGEST_ECHO = 40


@bp.get("/")
def index() -> str:
    """Shows the first page."""
    return _page()


@bp.post("/join")
def join() -> Response | tuple[str, int]:
    """Leads to the table of a typed code, or says under the field why there is none."""
    typed = request.form.get("code", "")
    invite = rooms().store.invite(_last_part(typed))
    if invite is None:
        return _page(typed=typed[:LONGEST_ECHO], error=_problem(typed)), 422
    return redirect(url_for("invites.show", code=show_code(invite.code)), 303)


def _page(typed: str = "", error: str | None = None) -> str:
    games = {game: game_about(game) for game in GAMES}
    return render_template("home/index.html", tables=_my_tables(), games=games, typed=typed, error=error)


def _my_tables() -> list[Entry]:
    device = current_device()
    return [] if device is None else shelf(rooms().store.tables_of(device.id))


def _last_part(typed: str) -> str:
    """A pasted link ends with its code."""
    return typed.strip().rstrip("/").rpartition("/")[2]


def _problem(typed: str) -> str:
    if not typed.strip():
        return _("Type the code that stands on another phone.")
    code = read_code(_last_part(typed))
    shown = show_code(code) if code else typed.strip()[:LONGEST_ECHO]
    return no_table(shown, spent=rooms().store.spent_invite(_last_part(typed)) is not None)
