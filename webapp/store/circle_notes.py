"""Notes that the people of a circle write to its matches, and single matches of it."""

from sqlalchemy import select
from sqlmodel import col

from webapp.store.circle_models import Circle, CircleMatch, CircleNote
from webapp.store.database import Database
from webapp.store.models import now


class CircleNotes(Database):
    """Notes to the matches of all circles."""

    def circle_match(self, circle_id: int, table_id: int) -> CircleMatch | None:
        """Returns the finished match of a table, if it is one of this circle."""
        with self._read() as session:
            found = session.get(CircleMatch, table_id)
        return found if found is not None and found.circle_id == circle_id else None

    def circle_notes(self, circle_id: int) -> dict[int, str]:
        """Returns the notes to the matches of a circle, by table."""
        wanted = select(col(CircleNote.table_id), col(CircleNote.text)).where(col(CircleNote.circle_id) == circle_id)
        with self._reader.connect() as connection:
            return {row.table_id: row.text for row in connection.execute(wanted)}

    def write_note(self, circle_id: int, table_id: int, text: str, *, before: str) -> bool:
        """Writes a note to a match in the place of the one `before`; an empty one goes.

        Returns False where another stands there meanwhile: nothing is changed then. Raises LookupError where that is
        no finished match of the circle.
        """
        with self._write() as session:
            session.scalars(select(Circle).where(col(Circle.id) == circle_id).with_for_update()).one()
            match, note = session.get(CircleMatch, table_id), session.get(CircleNote, table_id)
            if match is None or match.circle_id != circle_id:
                raise LookupError
            if (note.text if note is not None else "") not in (before, text):
                return False
            if note is not None and not text:
                session.delete(note)
            elif note is not None and note.text != text:
                note.text, note.written_at = text, now()
            elif note is None and text:
                session.add(CircleNote(table_id=table_id, circle_id=circle_id, text=text))
        return True
