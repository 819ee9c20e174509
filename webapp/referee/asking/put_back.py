"""Restored databases: a device that has seen more than the log holds tells the table."""

import hmac

from flask import Blueprint, abort, request

from webapp.access.visit import visit
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.services import services
from webapp.table.lines.house import PutBack

bp = Blueprint("put_back", __name__)


@bp.post("/tables/<int:table_id>/put-back")
def tell(table_id: int) -> tuple[str, int]:
    """Notes on the desk that this phone has seen a later entry: 200; 204 where the log holds it after all.

    It is believed by the mark alone, which a phone gets with that entry: 400 without.
    """
    now, viewer = visit(table_id)
    seen = parse_integer(request.form.get("seen", ""))
    if seen is None or not _is_known(table_id, seen, request.form.get("mark", "")):
        abort(400, description=_("This phone was never shown that entry."))
    if seen <= now.fold.seq:
        return "", 204
    services().play.note(table_id, viewer, PutBack(seen))
    return "", 200


def _is_known(table_id: int, seen: int, mark: str) -> bool:
    return hmac.compare_digest(services().store.chain.seen(table_id, seen).encode(), mark.encode("utf-8", "replace"))
