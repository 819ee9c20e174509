"""Sentences with markup: our own sentence, everything put into it escaped."""

from typing import Any

from markupsafe import Markup


def marked(sentence: str, **parts: Any) -> Markup:
    """Returns the sentence with its `%(part)s` filled in; a part that is no markup itself is escaped."""
    return Markup(sentence) % parts  # noqa: S704  (the sentence comes from our catalogues)


def bold(text: str) -> Markup:
    """Returns the text in bold, escaped."""
    return Markup("<b>%s</b>") % text
