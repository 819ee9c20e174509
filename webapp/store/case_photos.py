"""Photos that referees keep with cases."""

from sqlalchemy import func, select
from sqlalchemy.orm import defer
from sqlmodel import col

from webapp.http.limits import MOST_CASE_PHOTOS, MOST_TABLE_PHOTOS
from webapp.store.database import Database, row_of
from webapp.store.models import CasePhoto


class CasePhotos(Database):
    def photos_of_table(self, table_id: int) -> list[CasePhoto]:
        """Returns the photos of a table's cases, the oldest first, without the pictures themselves."""
        wanted = select(CasePhoto).where(col(CasePhoto.table_id) == table_id).order_by(col(CasePhoto.id))
        return self._all(wanted.options(defer(CasePhoto.photo)))  # type: ignore[arg-type]

    def case_photo(self, table_id: int, photo_id: int) -> bytes | None:
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
