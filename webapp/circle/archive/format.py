"""Format of a circle as one file, and the answer of the process that reads files about it."""

import secrets
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from webapp.history.archive.format import ArchivedTable, Untaken, digits_of
from webapp.history.records.metadata import Signed, Time
from webapp.history.records.uploaded import Taken
from webapp.http.limits import (
    LONGEST_NOTE,
    LONGEST_PLACE,
    LONGEST_TITLE,
    MOST_ANSWERS,
    MOST_CARDS_SENT,
    MOST_COUNTED_EVENINGS,
    MOST_GUESTS,
    MOST_MEETINGS,
    MOST_POSTS,
    MOST_SEASONS,
    MOST_TABLE_PHOTOS,
    ROOM_OF_ARCHIVES,
)
from webapp.journal.lines import Digits
from webapp.services import services
from webapp.store.models import utc_now
from webapp.table.lines.people import FormerResult
from webapp.table.player_names import fault_of, is_readable

FORMAT = "sixfold-circle/1"
CIRCLE = "circle.json"
MOST_TAKEN_PLAYERS = ROOM_OF_ARCHIVES.lines
Number = Annotated[int, Meta(ge=1)]


class TakenPlayer(Struct, frozen=True):
    """A player, with all `names`, the current one first. A forgotten player has none.

    A `guest` does not count.
    """

    number: Number
    names: Annotated[tuple[str, ...], Meta(max_length=100)]
    guest: bool = False


class TakenPost(Struct, frozen=True):
    """A comment on a match; `photo` names the file of one, `player` is whom the phone stood for.

    By its `key` it is known in every house. With a `case` it is a photo that is kept with that, with its cards.
    """

    key: Digits
    at: Time
    text: Annotated[str, Meta(max_length=LONGEST_NOTE)] = ""
    player: Number | None = None
    photo: Annotated[str, Meta(max_length=LONGEST_TITLE)] = ""
    case: Annotated[str, Meta(pattern=r"^(|contradiction|(revoke|dispute)-[0-9]{1,6})$")] = ""
    cards: Annotated[tuple[str, ...], Meta(max_length=MOST_CARDS_SENT)] = ()
    doubtful: Annotated[tuple[str, ...], Meta(max_length=MOST_CARDS_SENT)] = ()


TakenPosts = Annotated[tuple[TakenPost, ...], Meta(max_length=MOST_POSTS + MOST_TABLE_PHOTOS)]


class TakenMatch(Struct, frozen=True):
    """A match: its table, its players by seat, the title of the table, and its note.

    `result`: what counts of one that was stopped before its end.
    """

    table: ArchivedTable
    players: tuple[Number, ...]
    title: Annotated[str, Meta(max_length=LONGEST_TITLE)] = ""
    note: Annotated[str, Meta(max_length=LONGEST_NOTE)] = ""
    from_file: bool = False
    posts: TakenPosts = ()
    result: FormerResult | UnsetType = UNSET


class TakenResult(Struct, frozen=True):
    """A result without entries: its players by seat, points and places, its note."""

    game: str
    players: tuple[Number, ...]
    told: FormerResult
    fingerprint: Digits
    note: Annotated[str, Meta(max_length=LONGEST_NOTE)] = ""
    posts: TakenPosts = ()


class TakenSeason(Struct, frozen=True):
    """A season, without its standing, which follows from the matches."""

    name: str
    game: str
    first_day: date
    last_day: date | None
    best: Annotated[int, Meta(ge=1, le=MOST_COUNTED_EVENINGS)]


class TakenAnswer(Struct, frozen=True):
    """An answer to an invitation, and the guests."""

    name: str
    says: Literal["yes", "maybe", "no"]
    guests: Annotated[tuple[str, ...], Meta(max_length=MOST_GUESTS)] = ()


class TakenMeeting(Struct, frozen=True):
    """An invitation to an evening to come; calendars know it by its `uid` and `sequence` in every house."""

    starts_at: Annotated[datetime, Meta(tz=True)]
    uid: Annotated[str, Meta(min_length=1, max_length=LONGEST_TITLE)]
    sequence: Annotated[int, Meta(ge=0)]
    place: Annotated[str, Meta(max_length=LONGEST_PLACE)] = ""
    word: Annotated[str, Meta(max_length=LONGEST_NOTE)] = ""
    game: Annotated[str, Meta(max_length=LONGEST_TITLE)] = ""
    called_off: bool = False
    answers: Annotated[tuple[TakenAnswer, ...], Meta(max_length=MOST_ANSWERS)] = ()


class TakenCircle(Struct, frozen=True):
    """A circle in a file, the match that ended first first; one with many matches has several files, this is `part`.

    `without_files`: it leaves out matches that came from files; these are not in it.
    """

    format: str
    name: str
    opened: Time
    at: Time
    part: Number
    parts: Number
    players: Annotated[tuple[TakenPlayer, ...], Meta(max_length=MOST_TAKEN_PLAYERS)] = ()
    matches: Annotated[tuple[TakenMatch, ...], Meta(max_length=ROOM_OF_ARCHIVES.tables)] = ()
    seasons: Annotated[tuple[TakenSeason, ...], Meta(max_length=MOST_SEASONS)] = ()
    results: Annotated[tuple[TakenResult, ...], Meta(max_length=ROOM_OF_ARCHIVES.lines)] = ()
    meetings: Annotated[tuple[TakenMeeting, ...], Meta(max_length=MOST_MEETINGS)] = ()
    without_files: bool = False
    signed: Signed | None = None

    @property
    def posts(self) -> list[TakenPost]:
        found = [*(one.posts for one in self.matches), *(one.posts for one in self.results)]
        return [post for posts in found for post in posts]

    @property
    def digits(self) -> str:
        """The SHA-256 of all that it says, without a signature."""
        return digits_of(self)


class CircleHead(Struct, frozen=True, tag=True):
    """The circle from the file, whole."""

    circle: TakenCircle


class CircleRecord(Struct, frozen=True, tag=True):
    """The record of a match, which folds to its end; they come in the order of the matches."""

    taken: Taken


class CirclePhoto(Struct, frozen=True, tag=True):
    """A photo from the file, made as small and bare as those that are put to matches here."""

    file: str
    data: bytes


Photos = Mapping[str, bytes]
"""Photos by their files."""
CirclePart = CircleHead | CircleRecord | CirclePhoto | Untaken


class Invitations:
    """Invitations to evenings to come, with their answers; the link to each is another one in every house."""

    @staticmethod
    def export(circle_id: int) -> tuple[TakenMeeting, ...]:
        """Returns the invitations of a circle, without the answers of forgotten players."""
        store = services().store
        return tuple(
            TakenMeeting(
                row.starts_at.astimezone(UTC),
                row.uid,
                row.sequence,
                row.place,
                row.word,
                row.game,
                row.called_off,
                tuple(
                    TakenAnswer(one.name, one.says, tuple(guest for guest in one.guests if not fault_of(guest)))  # type: ignore[arg-type]
                    for one in store.meeting_answers(row.id)
                    if not fault_of(one.name)
                ),
            )
            for row in store.meetings_to_come([circle_id], utc_now())
        )

    @staticmethod
    def check(found: TakenCircle) -> bool:
        """Tells whether a circle could have sent these invitations."""
        texts = [text for one in found.meetings for text in (one.uid, one.place, one.word, one.game)]
        names = [name for one in found.meetings for it in one.answers for name in (it.name, *it.guests)]
        return all(map(is_readable, filter(None, texts))) and not any(map(fault_of, names))

    @staticmethod
    def bring(circle_id: int, found: TakenCircle) -> None:
        """Adds the invitations to evenings to come that the circle lacks, up to its limit."""
        store = services().store
        there = {row.uid for row in store.meetings_to_come([circle_id], utc_now())}
        new = [one for one in found.meetings if one.uid not in there and one.starts_at > utc_now()]
        for one in new[: max(0, MOST_MEETINGS - len(there))]:
            values = {"starts_at": one.starts_at, "place": one.place, "word": one.word, "game": one.game}
            values |= {"sequence": one.sequence, "called_off": one.called_off}
            row = store.make_meeting(circle_id, values, uid=one.uid, op=f"circle {circle_id} {one.uid}")
            nobody = store.add_device(secrets.token_hex()).id  # the author of an answer has no phone here
            for it in one.answers:
                store.answer_meeting(row, nobody, it.name, it.says, it.guests)
