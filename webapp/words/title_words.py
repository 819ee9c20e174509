"""Words about the title of a table."""

from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_TITLE


def title_fault() -> str:
    """Returns why a title is not taken."""
    return _("At most %(most)s letters, all of them to be read.", most=LONGEST_TITLE)
