"""Pages of the score: the sheet of a table, why each hand scored what it did, and the result as a picture."""

from flask import Blueprint, render_template, url_for
from werkzeug.wrappers import Response

from webapp.access.device import or_404
from webapp.access.visit import Visit, visit
from webapp.games.common.names import not_finished
from webapp.history.film.moments import start_of
from webapp.history.result_picture import Pictures
from webapp.history.scores.audit import audit_text, doubtful
from webapp.history.scores.match_end import dealers_again
from webapp.history.scores.score_sheet import hand_context, sheet_context, why
from webapp.history.scores.score_sheet import sheet as sheet_of
from webapp.http.language import gettext as _
from webapp.pages.table_page import page_of
from webapp.services import services
from webapp.table.permissions import may_correct
from webapp.words.phrases import NOT_OVER_YET

bp = Blueprint("scores", __name__, url_prefix="/tables/<int:table_id>")
PICTURE = "sixfold.png"


@bp.get("/scores")
def sheet(table_id: int) -> str:
    """Shows the hands, the totals and the hands left to play."""
    here = visit(table_id)
    found = sheet_of(here.now.fold, open_book=here.table.book == "open")
    return render_template(
        "history/scores/sheet.html",
        page=page_of(here.now, here.viewer),
        again=dealers_again(here.now),
        sheet=sheet_context(found, here.table, here.now.desk, doubtful(here.now.fold)),
    )


@bp.get("/scores/<int:number>")
def hand(table_id: int, number: int) -> str:
    """Shows why a finished hand scored what it did, line by line with the rules."""
    here = visit(table_id)
    found = or_404(why(here.now.fold, number), not_finished(here.table.game))
    return render_template(
        "history/scores/hand.html",
        page=page_of(here.now, here.viewer),
        corrects=may_correct(here.now, here.viewer),
        hand=hand_context(found, here.table, here.now.fold.state.options),
        audit=audit_text(here.now, number),
        film=_film(here, number),
        number=number,
    )


def _film(here: Visit, number: int) -> str | None:
    start = start_of(here.now.fold, number)
    return None if start is None else url_for("film.moment", table_id=here.table.id, m=start.name)


@bp.get("/result.png")
def picture(table_id: int) -> Response:
    """Sends the result of a match that is over as a picture, to devices that may see the table."""
    now = visit(table_id).now
    drawn = or_404(services().part(Pictures).of(now), _(NOT_OVER_YET))
    answer = Response(drawn, mimetype="image/png")
    answer.headers["Content-Disposition"] = f'inline; filename="{PICTURE}"'
    return answer
