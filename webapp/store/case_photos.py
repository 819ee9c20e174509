"""Photos that referees keep with cases."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import func, select
from sqlmodel import col

from webapp.http.limits import MOST_CASE_PHOTOS, MOST_TABLE_PHOTOS
from webapp.store.database import Database, row_of
from webapp.store.models import CasePhoto

BROUGHT = "brought "
"""How the keys of what came with a file begin."""


class KeptPhoto(NamedTuple):
    """A photo with a case as a page tells of it; the picture is sent by itself."""

    id: int
    case_code: str
    device_id: int
    cards: list[str]
    doubtful: list[str]
    seq: int
    op: str | None
    made_at: datetime

    @property
    def is_brought(self) -> bool:
        """Tells whether it came with a file."""
        return (self.op or "").startswith(BROUGHT)


class CasePhotos(Database):
    """Photos of the cases of all tables."""

    def photos_of_table(self, table_id: int) -> list[KeptPhoto]:
        """Returns what is kept with the cases of a table, the oldest first."""
        columns = [col(getattr(CasePhoto, name)) for name in KeptPhoto._fields]
        wanted = select(*columns).where(col(CasePhoto.table_id) == table_id).order_by(col(CasePhoto.id))
        with self._read() as session:
            return [KeptPhoto(*row) for row in session.execute(wanted)]

    def case_photo(self, table_id: int, photo_id: int) -> bytes | None:
        """Returns the picture of a photo."""
        with self._read() as session:
            found = row_of(session, CasePhoto, photo_id, table_id=table_id)
            return None if found is None else found.photo

    def keep_photo(self, photo: CasePhoto) -> bool:
        """Keeps a photo with a case; the same key keeps it once. Returns False where there are as many as may be."""
        of_table = col(CasePhoto.table_id) == photo.table_id
        with self._write(photo.table_id) as session:
            if session.scalar(select(col(CasePhoto.id)).where(of_table, col(CasePhoto.op) == photo.op)) is not None:
                return True
            of_case = func.count().filter(col(CasePhoto.case_code) == photo.case_code)
            at_table, with_case = session.execute(select(func.count(), of_case).where(of_table)).one()
            if at_table >= MOST_TABLE_PHOTOS or with_case >= MOST_CASE_PHOTOS:
                return False
            session.add(photo)
        return True

    def drop_photo(self, table_id: int, photo_id: int) -> None:
        """Throws a photo away. Raises LookupError for no such one."""
        with self._write(table_id) as session:
            found = row_of(session, CasePhoto, photo_id, table_id=table_id)
            if found is None:
                raise LookupError
            session.delete(found)
