"""Parts of sentences: lists, numbers, markup, codes without a text."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup, escape

from webapp.http.language import gettext as _


def either(words: Sequence[str]) -> str:
    """Returns *2*, *2 or 4*, *2, 3 or 4*."""
    if len(words) < 2:
        return "".join(words)
    return _("%(these)s or %(last)s", these=", ".join(words[:-1]), last=words[-1])


def joined(words: Sequence[str]) -> str:
    """Returns *Ann*, *Ann and Ben*, *Ann, Ben and Cat*."""
    if len(words) < 2:
        return "".join(words)
    return _("%(these)s and %(last)s", these=", ".join(words[:-1]), last=words[-1])


def number(points: int) -> str:
    """Returns a number: *120*, *−45*."""
    return str(points).replace("-", "−")


def signed(points: int) -> str:
    """Returns a change with its sign: *+3*, *−4*, *0*."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def marked(sentence: str, **parts: Any) -> Markup:
    """Returns the sentence with its `%(part)s` filled in; a part that is no markup itself is escaped."""
    # Escaped here: Markup's own `%` wraps each part in an object first, and a table has such sentences at every play.
    safe = {name: part if isinstance(part, int) else escape(part) for name, part in parts.items()}
    return Markup(sentence % safe)  # noqa: S704  (the sentence comes from our catalogues)


def bold(text: str) -> Markup:
    """Returns the text in bold, escaped."""
    return Markup(f"<b>{escape(text)}</b>")  # noqa: S704  (escaped here)


def readable(code: str) -> str:
    """Returns a code as words: *extra-hand* is *Extra hand*."""
    written = code.replace("-", " ").replace("_", " ")
    return written[:1].upper() + written[1:]
