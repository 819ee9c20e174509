"""What a house has written another one reads: records of tables, archives of evenings, circles taken along."""

from collections.abc import Iterable

from tests.web.support.site import Site
from webapp.circle.archive.reader import read_circle
from webapp.circle.archive.writer import circle_pieces, parts_of
from webapp.evening.archive.reader import read_archive
from webapp.evening.archive.writer import archive_pieces
from webapp.evening.keeper import EveningKeeper
from webapp.history.archive.format import Untaken
from webapp.history.records.download import copy_for
from webapp.history.records.reader import outcome_of
from webapp.history.records.uploaded import Taken
from webapp.services import services_in
from webapp.table.viewer import Viewer


def read_elsewhere(
    site: Site, *, tables: Iterable[int] = (), evenings: Iterable[int] = (), circles: Iterable[int] = ()
) -> None:
    """Writes these, and asserts that they are read as from anywhere."""
    keeper, refused = services_in(site.app).part(EveningKeeper), []
    with site.app.test_request_context():
        for table in tables:
            outcome = outcome_of(
                copy_for(site.tables.at(table), Viewer()).signed(site.store.chain), is_known=True, opens=True
            )
            refused += [] if isinstance(outcome, Taken) else [outcome]
        for evening in evenings:
            archive = b"".join(archive_pieces(keeper.at(evening)))
            refused += [part for part in read_archive(archive, is_known=True, opens=True) if isinstance(part, Untaken)]
        for circle in filter(None, map(site.store.circle, circles)):
            for part in range(1, len(parts_of(circle.id)) + 1):
                pieces = read_circle(b"".join(circle_pieces(circle, part)), is_known=True, opens=True)
                refused += [piece for piece in pieces if isinstance(piece, Untaken)]
    assert not refused, refused
