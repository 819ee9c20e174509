"""Readers of the files that people send: one a kind."""

from webapp.circle.archive.reader import read_circle
from webapp.evening.archive.reader import read_archive
from webapp.evening.typed_people import read_lines
from webapp.files.frames import READERS
from webapp.files.kinds import FileKind
from webapp.files.photo_decoder import read_codes, read_photo, read_picture, read_rows
from webapp.games.registry import leave_out
from webapp.history.records.reader import read_record

READERS.update(
    {
        FileKind.RECORD: read_record,
        FileKind.ARCHIVE: read_archive,
        FileKind.CIRCLE: read_circle,
        FileKind.LINES: read_lines,
        FileKind.CODES: read_codes,
        FileKind.PHOTO: read_photo,
        FileKind.ROWS: read_rows,
        FileKind.PICTURE: read_picture,
    }
)


def leave_out_games(games: tuple[str, ...]) -> None:
    """Reads no files of these games from now on."""
    for game in games:
        leave_out(game, "the server leaves it out")
