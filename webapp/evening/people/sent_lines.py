"""Lines of a list that a form sends: as a file, or pasted."""

from flask import request

from webapp.evening.people.line_reader import SentLines
from webapp.files.door import read_body
from webapp.files.refusals import FileKind, NotRead
from webapp.http.language import gettext as _
from webapp.http.limits import MOST_LIST_LINES


class TooManyLines(NotRead):
    """The list has more lines than are read."""

    code = "too-many-lines"

    @property
    def said(self) -> str:
        """Says so."""
        return _("It has more than %(most)s lines.", most=MOST_LIST_LINES)


def sent_lines() -> SentLines:
    """Returns the lines of the file or the text that this form sends, none where it sends neither. Raises NotRead."""
    file = request.files.get("file")
    data = file.read() if file else request.form.get("text", "").encode("utf-8", "replace")
    if not data.strip():
        return SentLines()
    found: SentLines
    (found,) = read_body(FileKind.LINES, lambda _who: data).each(SentLines)
    if found.has_more:
        raise TooManyLines
    return found
