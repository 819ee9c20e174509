"""Lists within a sentence."""

from collections.abc import Sequence

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
