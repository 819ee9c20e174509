"""Photos of cards as evidence: their cards are read; a photo is kept only if the referee says so."""

import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple

from flask import url_for

from rules_core import replay
from rules_core.cards import Card
from rules_core.replay import state_before
from webapp.access.authors import Authors
from webapp.access.device import require
from webapp.files.kinds import FileKind, largest
from webapp.files.photos import PhotoReader, SmallPhoto
from webapp.http.language import gettext as _
from webapp.http.limits import MOST_CASE_PHOTOS, MOST_TABLE_PHOTOS
from webapp.http.rate_limiter import Rate
from webapp.http.rate_limits import POST_EVERY, POSTS_AT_ONCE
from webapp.photo.reading import Reading
from webapp.referee.cases.making import may_decide
from webapp.referee.cases.subject import SETTLED_MEANWHILE, Subject, is_gone, of_ruling, subject_of
from webapp.services import services
from webapp.store.models import CasePhoto
from webapp.table.folded_log import is_over
from webapp.table.permissions import may_rule
from webapp.table.snapshot import Snapshot, sees_all
from webapp.table.viewer import Viewer
from webapp.words.cards import nothing_said
from webapp.words.phrases import by_name


class NotTaken(NamedTuple):
    """Why a photo is refused, in words; `is_form`: the form is wrong, not the state of the case."""

    said: str
    is_form: bool = True

    @property
    def status(self) -> int:
        return 422 if self.is_form else 409


class Seen(NamedTuple):
    """The cards read on a photo, doubtful ones apart; `said`: the likely cause of trouble."""

    cards: tuple[Card, ...] = ()
    doubtful: tuple[Card, ...] = ()
    said: str = ""


class ShownPhoto(NamedTuple):
    """A photo with a case as a viewer may see it. `url` is none while its hand is closed to that one.

    `by` is empty where it came with a file. `is_left`: its case is no more.
    """

    id: int
    case_code: str
    by: str
    at: datetime
    seen: Seen = Seen()
    url: str | None = None
    drop: str | None = None
    is_left: bool = False


def seen_on(reading: Reading | None) -> Seen:
    """Returns the cards that were read, none for a photo that was not read."""
    if reading is None:
        return Seen()
    if not reading.cards:
        return Seen(said=nothing_said(reading.problems))
    sure = tuple(one.card for one in reading.cards if one.is_sure)
    return Seen(sure, tuple(one.card for one in reading.cards if not one.is_sure))


def take(subject: Subject, photo: SmallPhoto | None, *, keeps: bool, op: str) -> Seen | NotTaken:
    """Returns the cards on a photo, and keeps it with its case if `keeps`; the same key keeps it once.

    Who does not rule on the case has no photo taken. Raises TooFast.
    """
    now, device_id = subject.now, subject.viewer.device_id
    assert device_id is not None
    if subject.is_ruled:
        return NotTaken(_(SETTLED_MEANWHILE), is_form=False)
    if subject.settled:
        return NotTaken(_("It was settled or withdrawn meanwhile. Look at the desk again."), is_form=False)
    if photo is None or not photo.data:
        return NotTaken(nothing_said((photo.problem if photo else "no-photo",)))
    if not keeps and photo.reading is None:
        return NotTaken(_("This house reads no cards. Say that the photo is kept, or nothing comes of it."))
    services().rate_limiter.count(f"posts {device_id}", Rate(POSTS_AT_ONCE, POST_EVERY), time.time())
    seen = seen_on(photo.reading)
    if keeps:
        row = CasePhoto(
            table_id=now.table.id,
            case_code=subject.code,
            device_id=device_id,
            photo=photo.data,
            cards=list(seen.cards),
            doubtful=list(seen.doubtful),
            seq=now.fold.seq,
            op=op,
        )
        if not services().store.keep_photo(row):
            most = {"photos": MOST_CASE_PHOTOS, "all": MOST_TABLE_PHOTOS}
            full = _("A case keeps %(photos)s photos, a table %(all)s. Throw one away first.", **most)
            return NotTaken(full, is_form=False)
    return seen


def may_drop(now: Snapshot, viewer: Viewer, photo: ShownPhoto) -> bool:
    """Tells whether this viewer may delete a photo: who rules on its case, or at the table if that is gone."""
    subject = subject_of(now, viewer, photo.case_code)
    return is_gone(now, photo.case_code) and may_rule(now, viewer) if subject is None else may_decide(subject)


def drop(now: Snapshot, viewer: Viewer, number: int) -> str:
    """Throws a photo of a case away, and returns the code of the case. Raises LookupError where there is none."""
    kept = next((one for one in shown(now, viewer) if one.id == number), None)
    if kept is None:
        raise LookupError(number)
    require(may_drop(now, viewer, kept))
    with suppress(LookupError):  # gone meanwhile
        services().store.drop_photo(now.table.id, kept.id)
    return kept.case_code


def shown(now: Snapshot, viewer: Viewer) -> list[ShownPhoto]:
    """Returns the photos of all cases of a table, as this viewer may see them."""
    found, authors = services().store.photos_of_table(now.table.id), Authors(now)
    by = ("" if one.is_brought else by_name(authors.of_device(one.device_id, one.made_at)) for one in found)
    return [_shown(now, viewer, one, name) for one, name in zip(found, by, strict=True)]


def of_case(subject: Subject) -> Iterator[ShownPhoto]:
    """Yields the photos of a case, with an appeal also those of the first case; its referee may delete them.

    Who rules at the table also finds here what is left of cases that are no more.
    """
    now, viewer, dispute = subject.now, subject.viewer, subject.dispute
    first = None if dispute is None or dispute.appeals is None else of_ruling(now, viewer, dispute.appeals)
    codes = [subject.code, *([] if first is None else [first.code])]
    for one in shown(now, viewer):
        is_left = one.case_code not in codes and is_gone(now, one.case_code)
        drops = (is_left or one.case_code == subject.code) and may_drop(now, viewer, one)
        if one.case_code in codes or drops:
            drop = url_for("case_photos.drop", table_id=now.table.id, photo_id=one.id) if drops else None
            yield one._replace(drop=drop, is_left=is_left)


def on_page(subject: Subject, told: NotTaken | Seen | None) -> dict[str, Any]:
    """Returns the photos part of a case's page; `told` is the result of the last photo."""
    takes = may_decide(subject) and not subject.settled
    return {
        "photos": list(of_case(subject)),
        "takes": url_for("case_photos.take", table_id=subject.now.table.id, case=subject.code) if takes else None,
        "reads": services().part(PhotoReader).is_on,
        "largest": largest(FileKind.PICTURE, is_known=True),
        "photo_fault": told.said if isinstance(told, NotTaken) else "",
        "seen": told if isinstance(told, Seen) else None,
    }


def picture(now: Snapshot, viewer: Viewer, photo_id: int) -> bytes | None:
    """Returns the picture of a photo, None where this viewer may not see it."""
    here = [one for one in shown(now, viewer) if one.id == photo_id and one.url is not None]
    return services().store.case_photo(now.table.id, photo_id) if here else None


def _shown(now: Snapshot, viewer: Viewer, photo: CasePhoto, by: str) -> ShownPhoto:
    told = ShownPhoto(photo.id, photo.case_code, by, photo.made_at)
    if photo.device_id != viewer.device_id and not _is_open(now, viewer, photo):
        return told
    url = url_for("case_photos.picture", table_id=now.table.id, photo_id=photo.id)
    return told._replace(seen=Seen(tuple(photo.cards), tuple(photo.doubtful)), url=url)


def _is_open(now: Snapshot, viewer: Viewer, photo: CasePhoto) -> bool:
    """Tells whether this viewer may look at the photo: not before a hand has ended since, which may be the next.

    The hand in which it was taken counts even where its deal was taken back: it is dealt again (GEN-5).
    """
    if not viewer.may_see or photo.is_brought or sees_all(now, viewer) or is_over(now.fold):
        return viewer.may_see
    begun = sum(start < photo.seq for start in now.log.public.hand_starts)
    return len(now.fold.state.finished) >= begun and any(
        node.index >= photo.seq and len(state_before(now.fold, node).finished) < len(node.state.finished)
        for node in replay.nodes(now.fold)
    )
