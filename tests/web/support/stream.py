"""What the stream of a table sends."""

from collections.abc import Iterator

from flask.testing import FlaskClient

from webapp.store.models import Table


def messages(phone: FlaskClient, table: Table) -> Iterator[str]:
    """Yields what the stream sends, piece by piece."""
    answer = phone.get(f"/tables/{table.id}/stream", buffered=False)
    assert answer.mimetype == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-store, no-transform"
    assert answer.headers["X-Accel-Buffering"] == "no"
    for piece in answer.response:
        yield piece.decode() if isinstance(piece, bytes) else piece
    answer.close()
