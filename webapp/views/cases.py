"""Cases: a proven breach, plays that cannot all be right, a dispute. Rulings are sent to `rulings`."""

from flask import Blueprint, abort, request

from webapp.http.language import gettext as _
from webapp.referee.cases.case_page import case_page
from webapp.referee.cases.ruling_form import typed_or_nothing
from webapp.referee.cases.subject import Subject, breach_at, contradiction_of, dispute_of
from webapp.seats.visit import visit

bp = Blueprint("cases", __name__, url_prefix="/tables/<int:table_id>")


@bp.get("/revokes/<int:event>")
def revoke(table_id: int, event: int) -> str:
    """Shows a proven breach: the evidence, the question whether it was entered wrongly, what may be ruled."""
    now, viewer = visit(table_id)
    found = breach_at(now, viewer, event)
    return _page(found, _("No proven revoke stands here. It may have been corrected meanwhile."))


@bp.get("/contradiction")
def contradiction(table_id: int) -> str:
    """Shows plays that cannot all be right, so that an entry can be corrected or something ruled."""
    now, viewer = visit(table_id)
    found = contradiction_of(now, viewer)
    return _page(found, _("Nothing of the kind stands here now. It may have been corrected meanwhile."))


@bp.get("/disputes/<int:number>")
def dispute(table_id: int, number: int) -> str:
    """Shows a dispute: what is asked, what can be said about it, what may be ruled."""
    now, viewer = visit(table_id)
    return _page(dispute_of(now, viewer, number), _("There is no dispute of this number at this table."))


def _page(subject: Subject | None, gone: str) -> str:
    """The page; points and words that stand in the address are those whose effect is asked for."""
    if subject is None:
        abort(404, description=gone)
    return case_page(subject, typed_or_nothing(subject.now, request.args))
