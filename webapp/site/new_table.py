"""New tables: who plays, by which variants, and who enters."""

from typing import Any

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response

from rules_core.game import Game
from rules_core.games import GAMES
from webapp.access.device import current_device, current_or_new_device, new_form_key, sent_form_key
from webapp.access.new_tables import NewTableForm, NotOpened, Opener, blank, changed, like, open_table, read
from webapp.access.visit import Visit, game_or_404, visit
from webapp.circle.meetings import meeting_of
from webapp.circle.tables import CircleTables
from webapp.circle.visit import CircleVisit, visit_circle
from webapp.evening.joining.invite_pages import opened_at_card
from webapp.evening.joining.running_table import join_next
from webapp.evening.standings import sides_of
from webapp.games.common.first_hand import CHOICE, GUIDED
from webapp.games.common.names import book_words
from webapp.games.common.questions import settled
from webapp.http.answers import Page, page_too_soon
from webapp.http.integers import parse_integer
from webapp.pages.table_page import redirect_to_table
from webapp.services import services
from webapp.store.errors import TooManyOpened
from webapp.store.models import Table
from webapp.table import forms
from webapp.words.invite_words import fault_said
from webapp.words.limits_reached import too_many_opened
from webapp.words.table_choices import TABLE_CHOICES, title_fault

bp = Blueprint("new_table", __name__)
CARD = "card"
"""In the address: the table is opened at the card that this phone has read, and joins its evening."""
MEETING = "meeting"
"""In the address: the people of this evening of the circle play."""
CIRCLE = "circle"
"""In the address: the table is opened in a circle, and belongs to it."""


@bp.get("/tables/new/<game>")
def form(game: str) -> str:
    """Shows the form, with the names that this device used last; or `like` a table that it may see."""
    device, op = current_device(), new_form_key()
    if (other := parse_integer(request.args.get("like", ""))) is not None and (
        table := visit(other).table
    ).game == game:
        return _page(like(_game(game), op, table))
    guided = {CHOICE: GUIDED} if "guided" in request.args else {}
    return _page(blank(_game(game), op, _who_come() or (device.names if device else ()), guided))


@bp.post("/tables")
def create() -> Response | str | Page:
    """Opens a table and redirects to it; a key of a name's row only changes the form."""
    game = _game(request.form.get("game", ""))
    draft = read(game, request.form)
    after = changed(draft, request.form)
    if after is not None:
        return _page(after)
    _circle()
    before, key = None if draft.after is None else visit(draft.after), draft.op
    try:
        opened = open_table(draft.asked, lambda: Opener(current_or_new_device(key).id, sent_form_key(key)))
    except TooManyOpened as problem:
        return page_too_soon(_page(draft, too_many_opened(problem), suggests=False), problem.seconds)
    if isinstance(opened, NotOpened):
        return _page(draft.checked(), suggests=False), 422
    if before is not None:
        _bring_along(before, opened)
    if CARD in request.args:
        opened_at_card(opened, current_or_new_device().id)
    if (circle := _circle()) is not None:
        services().part(CircleTables).give(opened.id, circle.circle.id)
    answer = redirect_to_table(opened.id)
    if draft.guided:
        answer.delete_cookie("explained", httponly=True, samesite="Lax")
    return answer


def _who_come() -> list[str]:
    """Returns the names of the people who come to the evening of the circle at which the table is opened."""
    number, circle = parse_integer(request.args.get(MEETING, "")), _circle()
    row = services().store.meeting(circle.circle.id, number) if circle is not None and number is not None else None
    return [] if row is None or circle is None else meeting_of(row, circle.device_id).coming


def _circle() -> CircleVisit | None:
    """Returns the circle in which the table is opened; ends the request where this phone does not belong to it."""
    if CIRCLE not in request.args:
        return None
    return visit_circle(forms.integer(request.args, CIRCLE))


def _suggested() -> list[str]:
    store, device, circle = services().store, current_device(), _circle()
    circles = [circle.circle] if circle else store.circles_of(device.id) if device else []
    return sorted({player.name for one in circles for player in store.circle_players(one.id, forgotten=False).values()})


def _bring_along(before: Visit, opened: Table) -> None:
    if before.viewer.may_enter and before.now.fold.state.winners and before.table.game == opened.game:
        services().store.bring_along(before.table.id, opened.id)
        join_next(before.now, before.viewer, opened)
        for table in (before.table, opened):
            services().tables.refresh(table.id)


def _page(draft: NewTableForm, problem: str | None = None, *, suggests: bool = True) -> str:
    """Returns the form; a refused one suggests no players of a circle, since "back" shows it to the next person."""
    asked = {"settled": settled(draft.game.name), "table_choices": TABLE_CHOICES, "problem": problem}
    game = draft.game.name
    book, fault = book_words(game), title_fault() if draft.bad_title else None
    circle = _circle() if suggests else None
    return render_template(
        "site/new_table/form.html",
        draft=draft,
        game=game,
        book=book,
        say=fault_said,
        title_fault=fault,
        names=_suggested() if suggests else (),
        circle=None if circle is None else circle.circle,
        in_pairs=len(draft.names) == 4 and sides_of(game, 4) == 2,
        **asked,
    )


def _game(name: str) -> Game[Any]:
    return GAMES[game_or_404(name)]
