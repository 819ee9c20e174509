"""Sentences with markup: our own sentence, everything put into it escaped."""

from typing import Any

from markupsafe import Markup, escape


def marked(sentence: str, **parts: Any) -> Markup:
    """Returns the sentence with its `%(part)s` filled in; a part that is no markup itself is escaped."""
    # Escaped here: Markup's own `%` wraps each part in an object first, and a table has such sentences at every play.
    safe = {name: part if isinstance(part, int) else escape(part) for name, part in parts.items()}
    return Markup(sentence % safe)  # noqa: S704  (the sentence comes from our catalogues)


def bold(text: str) -> Markup:
    """Returns the text in bold, escaped."""
    return Markup(f"<b>{escape(text)}</b>")  # noqa: S704  (escaped here)
