"""Invitations of a circle that is taken along."""

import secrets
from datetime import UTC

from webapp.circle.archive.form import TakenAnswer, TakenCircle, TakenMeeting
from webapp.http.limits import MOST_MEETINGS
from webapp.services import services
from webapp.store.models import now
from webapp.table.player_names import fault_of, is_readable


class Invitations:
    """Invitations to evenings to come, with their answers; the link to each is another one in every house."""

    @staticmethod
    def export(circle_id: int) -> tuple[TakenMeeting, ...]:
        """Returns the invitations of a circle; of who was forgotten no answer."""
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
            for row in store.meetings_to_come([circle_id], now())
        )

    @staticmethod
    def check(found: TakenCircle) -> bool:
        """Tells whether a circle could have sent these invitations."""
        texts = [text for one in found.meetings for text in (one.uid, one.place, one.word, one.game)]
        names = [name for one in found.meetings for it in one.answers for name in (it.name, *it.guests)]
        return all(map(is_readable, filter(None, texts))) and not any(map(fault_of, names))

    @staticmethod
    def bring(circle_id: int, found: TakenCircle) -> None:
        """Has the circle invite to the evenings to come to which it does not yet, as many as it may."""
        store = services().store
        there = {row.uid for row in store.meetings_to_come([circle_id], now())}
        new = [one for one in found.meetings if one.uid not in there and one.starts_at > now()]
        for one in new[: max(0, MOST_MEETINGS - len(there))]:
            values = {"starts_at": one.starts_at, "place": one.place, "word": one.word, "game": one.game}
            values |= {"sequence": one.sequence, "called_off": one.called_off}
            row = store.make_meeting(circle_id, values, uid=one.uid, op=f"circle {circle_id} {one.uid}")
            nobody = store.add_device(secrets.token_hex()).id  # who answered has no phone here
            for it in one.answers:
                store.answer_meeting(row, nobody, it.name, it.says, it.guests)
