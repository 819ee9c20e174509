"""Invitations to evenings of circles, and what people have answered."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlmodel import Session, col

from webapp.http.durations import MEETING_LASTS
from webapp.store.circle_models import CircleMeeting, MeetingAnswer
from webapp.store.database import need_row
from webapp.store.invites import Invites, add_invite, invite_of_number
from webapp.store.models import Invite, utc_now
from webapp.store.name_keys import name_key
from webapp.store.roles import MEETING, Scope


class Meetings(Invites):
    def make_meeting(self, circle_id: int, values: Mapping[str, Any], *, uid: str, op: str) -> CircleMeeting:
        """Invites to an evening, with a link that needs no circle; a form that has done so gets the same one again."""
        meeting = CircleMeeting(circle_id=circle_id, uid=uid, op=op, **values)

        def with_more(session: Session) -> None:
            invite = add_invite(session, circle_id, MEETING, Scope.CIRCLE, number=meeting.id)
            invite.code_until = meeting.ends_at

        return self._add_once(meeting, with_more, by=("circle_id", "op"))

    def meeting(self, circle_id: int, meeting_id: int) -> CircleMeeting | None:
        return self._row(CircleMeeting, meeting_id, circle_id=circle_id)

    def meetings_to_come(self, circles: Collection[int], moment: datetime) -> list[CircleMeeting]:
        """Returns the invitations of these circles that are not over at a moment, the next one first."""
        wanted = select(CircleMeeting).where(
            col(CircleMeeting.circle_id).in_(circles), col(CircleMeeting.starts_at) > moment - MEETING_LASTS
        )
        return self._all(wanted.order_by(col(CircleMeeting.starts_at), col(CircleMeeting.id)))

    def change_meeting(self, circle_id: int, meeting_id: int, values: Mapping[str, Any]) -> CircleMeeting:
        """Changes an invitation, and counts that; what is as it was changes nothing. Raises LookupError."""
        with self._write_in(circle_id, Scope.CIRCLE) as session:
            meeting = need_row(session, CircleMeeting, meeting_id, circle_id=circle_id)
            if any(getattr(meeting, name) != value for name, value in values.items()):
                for name, value in values.items():
                    setattr(meeting, name, value)
                meeting.sequence, meeting.changed_at = meeting.sequence + 1, utc_now()
                invite = invite_of_number(session, circle_id, MEETING, Scope.CIRCLE, meeting_id)
                if invite is not None:
                    invite.code_until = meeting.ends_at
        return meeting

    def meeting_invite(self, meeting: CircleMeeting) -> Invite | None:
        with self._read() as session:
            return invite_of_number(session, meeting.circle_id, MEETING, Scope.CIRCLE, meeting.id)

    def meeting_answers(self, meeting_id: int) -> list[MeetingAnswer]:
        """Returns all answers to an invitation, the oldest first."""
        wanted = select(MeetingAnswer).where(col(MeetingAnswer.meeting_id) == meeting_id)
        return self._all(wanted.order_by(col(MeetingAnswer.answered_at), col(MeetingAnswer.id)))

    def answer_meeting(
        self, meeting: CircleMeeting, device_id: int, name: str, says: str, guests: Sequence[str]
    ) -> MeetingAnswer:
        """Notes what somebody answers, in the place of what was answered by that name before."""
        key = name_key(name)
        with self._write_in(meeting.circle_id, Scope.CIRCLE) as session:
            wanted = select(MeetingAnswer).where(
                col(MeetingAnswer.meeting_id) == meeting.id, col(MeetingAnswer.key) == key
            )
            found = session.scalars(wanted).one_or_none()
            answer = found or MeetingAnswer(
                meeting_id=meeting.id,
                circle_id=meeting.circle_id,
                device_id=device_id,
                name=name,
                key=key,
                says=says,
                guests=[],
            )
            answer.device_id, answer.name, answer.says, answer.guests = device_id, name, says, list(guests)
            answer.answered_at = utc_now()
            session.add(answer)
        return answer
