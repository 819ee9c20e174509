"""What a person is told who has come to a limit of this house: what it is, why, and when it ends."""

from webapp.http.language import ngettext
from webapp.store import TooManyTables
from webapp.words.moments import moment


def too_many_tables(problem: TooManyTables) -> str:
    """Returns why this phone opens no further table now, and from when on it does."""
    return ngettext(
        "This phone has opened %(num)s table within a day, the most there may be. The next one: from %(when)s on.",
        "This phone has opened %(num)s tables within a day, the most there may be. The next one: from %(when)s on.",
        problem.most,
        when=moment(problem.free_at),
    )
