"""What is kept of photos: those that referees keep with cases, and packs that the app was taught to read."""

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import defer
from sqlmodel import Session, col

from webapp.http.limits import MOST_CASE_PHOTOS, MOST_TABLE_PHOTOS, MOST_TAUGHT_PACKS
from webapp.store.database import Database, need_row, row_of
from webapp.store.models import CasePhoto, Grant, TaughtPack
from webapp.store.roles import Role
from webapp.store.used_keys import KeyedQuestion, UsedKeys


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
            session.delete(need_row(session, CasePhoto, photo_id, table_id=table_id))


class TaughtPacks(UsedKeys):
    """Packs that were taught. Those of a phone are read with at the tables that it hosts, those of the house at all."""

    def taught_packs(self, device_id: int | None = None) -> list[TaughtPack]:
        """Returns the packs of a phone and those of the server, the oldest first; without a phone all packs.

        What was learned of them is not read.
        """
        without_traits = defer(TaughtPack.traits)  # type: ignore[arg-type]
        asked = select(TaughtPack).options(without_traits).order_by(col(TaughtPack.id))
        if device_id is not None:
            asked = asked.where(or_(col(TaughtPack.device_id).is_(None), col(TaughtPack.device_id) == device_id))
        return self._all(asked)

    def taught_packs_at(self, table_id: int | None) -> tuple[bytes, ...]:
        """Returns the traits of the packs with which photos of a table are read, those of its host first."""
        hosting = select(col(Grant.device_id)).where(
            col(Grant.table_id) == table_id, col(Grant.role) == Role.HOST, col(Grant.until).is_(None)
        )
        of_host, of_house = col(TaughtPack.device_id).in_(hosting), col(TaughtPack.device_id).is_(None)
        asked = select(col(TaughtPack.traits)).order_by(col(TaughtPack.id).desc()).limit(MOST_TAUGHT_PACKS)
        with self._read() as session:
            return tuple(traits for whose in (of_host, of_house) for traits in session.scalars(asked.where(whose)))

    def traits_of_pack(self, pack_id: int, device_id: int | None) -> bytes | None:
        """Returns the traits of a pack of this phone, None without it; without a phone of the server's."""
        with self._read() as session:
            found = _pack(session, pack_id, device_id)
            return None if found is None else found.traits

    def teach(
        self,
        device_id: int | None,
        *,
        name: str,
        ranks: str,
        suits: str,
        traits: bytes,
        pack_id: int | None = None,
        asked: KeyedQuestion | None = None,
        is_named: bool = False,
    ) -> int | None:
        """Stores a pack, or more traits of one. Returns its number, None at the limit.

        The number is kept as the answer to what was `asked`; the same traits are the same pack, also without a key:
        it takes the name of a new one where somebody has typed that (`is_named`).
        Raises LookupError for a pack that is gone, or has learned of another photo meanwhile, KeyUsed.
        """
        with self._write() as session:
            own = session.scalars(select(TaughtPack).where(_of(device_id))).all()
            same = next((one for one in own if (one.ranks, one.traits) == (ranks, traits)), None)
            if same is not None and pack_id in (None, same.id):
                if is_named and pack_id is None:
                    same.name = name
                return same.id
            if pack_id is None:
                if len(own) >= MOST_TAUGHT_PACKS:
                    return None
                pack = TaughtPack(device_id=device_id, name=name, ranks=ranks, suits="", traits=b"")
            else:
                found = _pack(session, pack_id, device_id)
                if found is None or not suits.startswith(found.suits) or suits == found.suits:
                    raise LookupError
                pack = found
            pack.suits, pack.traits = suits, traits
            session.add(pack)
            session.flush()
            if asked is not None:
                self._keep_key(session.connection(), asked, str(pack.id))
            return pack.id

    def remove_pack(self, pack_id: int, device_id: int | None) -> bool:
        """Forgets a pack of this phone, without a phone one of the house. Returns whether there was one."""
        with self._write() as session:
            if (found := _pack(session, pack_id, device_id)) is None:
                return False
            session.delete(found)
        return True


def _of(device_id: int | None) -> ColumnElement[bool]:
    owner = col(TaughtPack.device_id)
    return owner.is_(None) if device_id is None else owner == device_id


def _pack(session: Session, pack_id: int, device_id: int | None) -> TaughtPack | None:
    return session.scalars(select(TaughtPack).where(col(TaughtPack.id) == pack_id, _of(device_id))).one_or_none()
