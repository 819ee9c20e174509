"""What a table has agreed on, as sentences: *At this table nobody has to follow a led Joker.*"""

from typing import Any

from msgspec import UNSET

from webapp.games.registry import look_of
from webapp.http.language import gettext as _


def agreed(game: str, option: str, options: Any, players: int = 0) -> str | None:
    """Returns what these options say about one of them; None where it does not concern so many players."""
    words, value = look_of(game).options[option], getattr(options, option)
    if callable(words.agreed):
        return words.agreed(options)
    if value is UNSET:
        if not words.players or players != words.players:
            return None
        value = words.usual
    said = words.agreed.get(value)
    if said is not None:
        return str(said)
    title, _hint = words.answer(value)
    return _("At this table: %(question)s – %(answer)s.", question=words.title, answer=title)
