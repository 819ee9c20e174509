"""Writing a circle as one file."""

import zipfile
from collections.abc import Iterator

from flask import Blueprint, Response, stream_with_context

from webapp.circle.archive.format import CIRCLE, FORMAT, Invitations, TakenCircle, TakenMatch, TakenPosts
from webapp.circle.archive.parts import Matches, People, Results, Seasons
from webapp.circle.archive.posts import Posts
from webapp.circle.match_days import today
from webapp.circle.visit import if_there, visit_all_matches
from webapp.history.archive.writer import ZipPieces, put_file, sealed
from webapp.history.records.metadata import stamp
from webapp.http.limits import BYTES_A_POST, BYTES_AN_ENTRY, ROOM_OF_ARCHIVES
from webapp.http.steps import in_steps
from webapp.services import services
from webapp.store.circle_models import Circle, CircleMatch
from webapp.store.circle_posts import PostSize
from webapp.store.models import utc_now

bp = Blueprint("circle_archive", __name__)


def parts_of(circle_id: int) -> list[list[int]]:
    """Returns the tables of a circle's matches in the order of their ends, by the file that they belong to."""
    parts, tables, entries = [list[int]()], ROOM_OF_ARCHIVES.tables, ROOM_OF_ARCHIVES.entries
    store = services().store
    sizes = store.post_sizes(circle_id)
    for table_id, logged in store.lengths_of_matches(circle_id):
        size = sizes.get(table_id, PostSize())
        # Texts lie in one file with all that is said of matches: of that there is a third of the room.
        length = logged + (size.bytes + 3 * (BYTES_A_POST * size.posts + 4 * size.letters)) // BYTES_AN_ENTRY
        files = bool(logged) + size.photos
        if parts[-1] and (tables < files or entries < length):
            parts.append([])
            tables, entries = ROOM_OF_ARCHIVES.tables, ROOM_OF_ARCHIVES.entries
        parts[-1].append(table_id)
        tables, entries = tables - files, entries - length
    return parts


def circle_pieces(circle: Circle, part: int) -> Iterator[bytes]:
    """Yields a part of the circle: the records first, then the index of them. Raises LookupError for no such part."""
    out, parts = ZipPieces(), parts_of(circle.id)
    if not 1 <= part <= len(parts):
        raise LookupError
    return _pieces(out, circle, parts[part - 1], part, len(parts))


def _pieces(out: ZipPieces, circle: Circle, tables: list[int], part: int, parts: int) -> Iterator[bytes]:
    matches, posts, players = list[TakenMatch](), dict[int, TakenPosts](), services().store.names_of_circle(circle.id)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:  # type: ignore[call-overload]
        for table_id in in_steps(sorted(services().store.post_sizes(circle.id).keys() & set(tables)), 1):
            posts[table_id], photos = Posts.export(circle.id, table_id, players)
            for file, data in photos.items():
                put_file(archive, file, data, circle.created_at)
            yield out.taken()
        for match, data in Matches.export(circle.id, _rows(circle.id, tables), posts):
            matches.append(match)
            put_file(archive, match.table.file, data, circle.created_at)
            yield out.taken()
        made = TakenCircle(
            FORMAT,
            circle.name,
            stamp(circle.created_at),
            stamp(utc_now()),
            part,
            parts,
            People.export(circle.id),
            tuple(matches),
            Seasons.export(circle.id),
            Results.export(circle.id, posts),
            Invitations.export(circle.id),
            circle.without_files,
        )
        put_file(archive, CIRCLE, sealed(made, made.digits), circle.created_at)
    yield out.taken()


def _rows(circle_id: int, tables: list[int]) -> Iterator[CircleMatch]:
    for table_id in in_steps(tables, 1):
        if (row := services().store.circle_match(circle_id, table_id)) is not None:
            yield row


@bp.get("/circles/<int:circle_id>/files/circle-<int:number>.zip")
def file(circle_id: int, number: int) -> Response:
    """Sends the circle as a file that another house takes, or a part of it."""
    return circle_answer(visit_all_matches(circle_id).circle, number)


def circle_answer(circle: Circle, part: int) -> Response:
    """Returns the answer with a part of the circle; ends the request with 404 where there is none."""
    pieces = if_there(lambda: circle_pieces(circle, part))
    answer = Response(stream_with_context(pieces), mimetype="application/zip")
    name = f"circle-{today().isoformat()}{'' if part == 1 else f'-{part}'}.zip"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
