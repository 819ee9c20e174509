"""What the table is told when an entry has asked what closed tricks hold."""

from markupsafe import Markup

from webapp.seats import seating
from webapp.table.closed_questions import newest_question
from webapp.table.snapshot import Snapshot
from webapp.words.question_words import question_said


def told_question(now: Snapshot) -> Markup | None:
    """Returns the line about the newest such question, until the next entry is made."""
    line = newest_question(now)
    return None if line is None else question_said(seating.phone_name(now, line.device_id), line.body)
