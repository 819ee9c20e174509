"""Archive of an evening: what lies in it, and the file."""

from flask import Blueprint, Response, render_template, stream_with_context

from webapp.club.archive.archive_opening import origin_note
from webapp.club.archive.archive_writer import archive_pieces
from webapp.club.evening.evening_visit import visit_to_run
from webapp.services import services
from webapp.words.written import written_said

bp = Blueprint("evening_archive", __name__)
ARCHIVE = "/evenings/<int:evening_id>/archive"


@bp.get(ARCHIVE)
def show(evening_id: int) -> str:
    """Says what the archive holds, to who runs the evening."""
    now, _viewer = visit_to_run(evening_id)
    note = origin_note(now.state)
    tables = len(services().store.tables_of_evening(evening_id))
    return render_template(
        "evenings/archive.html",
        evening=now.state,
        evening_id=evening_id,
        tables=tables,
        house=services().store.chain.key_id,
        origin=None if note is None else written_said(note),
    )


@bp.get(f"{ARCHIVE}.zip")
def file(evening_id: int) -> Response:
    """Sends the archive."""
    now, _viewer = visit_to_run(evening_id)
    answer = Response(stream_with_context(archive_pieces(now)), mimetype="application/zip")
    day = now.row.created_at.astimezone().date().isoformat()
    answer.headers["Content-Disposition"] = f'attachment; filename="evening-{day}.zip"'
    return answer
