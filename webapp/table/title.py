"""Title of a table: what its people call it, or nothing."""

from webapp.http.limits import LONGEST_TITLE
from webapp.table.player_names import is_readable


def is_title(tidy_text: str) -> bool:
    """Tells whether a tidy text may be a title: no longer than one, and composed of what shows; or empty."""
    return not tidy_text or (len(tidy_text) <= LONGEST_TITLE and is_readable(tidy_text))
