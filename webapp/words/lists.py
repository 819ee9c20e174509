"""Lists within a sentence."""

from collections.abc import Sequence

from webapp.http.language import gettext as _


def joined(words: Sequence[str]) -> str:
    """Returns *Ann*, *Ann and Ben*, *Ann, Ben and Cat*."""
    if len(words) < 2:
        return "".join(words)
    return _("%(these)s and %(last)s", these=", ".join(words[:-1]), last=words[-1])
