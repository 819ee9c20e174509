"""Comments and photos that phones of circles put to matches."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import func, select
from sqlmodel import col

from webapp.http.limits import MOST_MATCH_PHOTOS, MOST_POSTS
from webapp.store.circle_models import CircleMatch, CirclePost
from webapp.store.database import Database, need_row, row_of
from webapp.store.models import CasePhoto, Table
from webapp.store.roles import Scope


class Post(NamedTuple):
    """A comment as a page shows it; its photo is sent by itself."""

    id: int
    device_id: int
    player_id: int | None
    text: str
    has_photo: bool
    made_at: datetime
    op: str | None


class PostSize(NamedTuple):
    """How many comments a match has, how many of them with photos; the bytes of these, and the letters of all texts."""

    posts: int = 0
    photos: int = 0
    bytes: int = 0
    letters: int = 0


class CirclePosts(Database):
    """Comments and photos of all circles."""

    def posts_of_match(self, circle_id: int, table_id: int) -> list[Post]:
        """Returns the comments and photos of a match, the oldest first."""
        wanted = (
            select(
                col(CirclePost.id),
                col(CirclePost.device_id),
                col(CirclePost.player_id),
                col(CirclePost.text),
                col(CirclePost.photo).is_not(None),
                col(CirclePost.made_at),
                col(CirclePost.op),
            )
            .where(col(CirclePost.circle_id) == circle_id, col(CirclePost.table_id) == table_id)
            .order_by(col(CirclePost.id))
        )
        with self._read() as session:
            return [Post(it[0], it[1], it[2], it[3], bool(it[4]), *it[5:]) for it in session.execute(wanted)]

    def post_sizes(self, circle_id: int) -> dict[int, PostSize]:
        """Returns the tables of a circle with comments or photos of matches or cases, each with their size."""
        photo, letters = col(CirclePost.photo), func.sum(func.length(col(CirclePost.text)))
        wanted = (
            select(col(CirclePost.table_id), func.count(), func.count(photo), func.sum(func.length(photo)), letters)
            .where(col(CirclePost.circle_id) == circle_id)
            .group_by(col(CirclePost.table_id))
        )
        of_cases = (
            select(col(CasePhoto.table_id), func.count(), func.sum(func.length(col(CasePhoto.photo))))
            .join(Table, col(Table.id) == col(CasePhoto.table_id))
            .where(col(Table.circle_id) == circle_id)
            .group_by(col(CasePhoto.table_id))
        )
        with self._read() as session:
            found = {it[0]: PostSize(it[1], it[2], int(it[3] or 0), int(it[4])) for it in session.execute(wanted)}
            for table_id, photos, size in session.execute(of_cases):
                here = found.get(table_id, PostSize())
                found[table_id] = PostSize(here.posts + photos, here.photos + photos, here.bytes + size, here.letters)
        return found

    def match_of_post(self, circle_id: int, post_id: int) -> int:
        """Returns the table to whose match a comment was put, 0 for no such comment."""
        wanted = select(col(CirclePost.table_id)).where(col(CirclePost.id) == post_id)
        return self._one(wanted.where(col(CirclePost.circle_id) == circle_id)) or 0

    def post_photo(self, circle_id: int, table_id: int, post_id: int) -> bytes | None:
        with self._read() as session:
            found = row_of(session, CirclePost, post_id, circle_id=circle_id, table_id=table_id)
            return None if found is None else found.photo

    def add_post(
        self,
        circle_id: int,
        table_id: int,
        *,
        device_id: int,
        player_id: int | None,
        text: str,
        photo: bytes | None,
        op: str,
        made_at: datetime | None = None,
    ) -> bool:
        """Puts a comment to a match; the same key puts it once. Returns False where the match has as many as it may.

        Raises LookupError where that is no finished match of the circle.
        """
        with self._write_in(circle_id, Scope.CIRCLE) as session:
            need_row(session, CircleMatch, table_id, circle_id=circle_id)
            there = select(col(CirclePost.id)).where(col(CirclePost.circle_id) == circle_id, col(CirclePost.op) == op)
            if session.scalar(there) is not None:
                return True
            counted = select(func.count(), func.count(col(CirclePost.photo))).where(
                col(CirclePost.circle_id) == circle_id, col(CirclePost.table_id) == table_id
            )
            posts, photos = session.execute(counted).one()
            if posts >= MOST_POSTS or (photo is not None and photos >= MOST_MATCH_PHOTOS):
                return False
            post = CirclePost(
                circle_id=circle_id, table_id=table_id, device_id=device_id, player_id=player_id, text=text
            )
            post.photo, post.op, post.made_at = photo, op, made_at or post.made_at
            session.add(post)
        return True

    def remove_post(self, circle_id: int, table_id: int, post_id: int, device_id: int) -> bool:
        """Takes a comment of this device out, or of another one's the photo. Returns False for the text of another.

        Raises LookupError for no such one.
        """
        with self._write_in(circle_id, Scope.CIRCLE) as session:
            post = need_row(session, CirclePost, post_id, circle_id=circle_id, table_id=table_id)
            if post.device_id != device_id and post.photo is None:
                return False
            if post.device_id == device_id or not post.text:
                session.delete(post)
            else:
                post.photo = None
        return True
