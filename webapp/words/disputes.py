"""Disputes in words: their reasons, who asks for a ruling, what the table does meanwhile."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from webapp.http.language import gettext as _

OTHER = "other"
"""What stands in no list: it asks for own words."""


@dataclass(frozen=True)
class Reason:
    """Something that can be the matter at a table.

    `said` are its words (none: those that all games share), `rules` the numbers of the rules behind it, the most likely
    first. After the `refusals` of these codes it is chosen beforehand. A reason with an `option` is there where the
    table plays with it.
    """

    said: str = ""
    rules: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()
    option: str | None = None


def sentence(words: str) -> str:
    """Returns words of people with an end, so that another sentence can follow."""
    return words if words.endswith((".", "?", "!", "…")) else f"{words}."


def by_name(name: str) -> str:
    """Returns a name as it was written down, in the reader's words where there was none: *the host*."""
    return name or _("the host")


def asked(name: str) -> str:
    """Returns who has called the referee. A sentence begins with it, be it *Ann* or *the host*."""
    name = by_name(name)
    return _("%(name)s asks for a ruling", name=name[:1].upper() + name[1:])


def play_meanwhile(paused: bool) -> str:
    """Returns what the table does until there is a ruling."""
    return _("Play pauses.") if paused else _("Play goes on.")


def reopened(body: Mapping[str, Any]) -> str:
    """Returns that a ruling was reopened, by whom and why, as far as the line of the desk says so."""
    by, why = by_name(str(body.get("by", ""))), str(body.get("why", ""))
    said = _("Reopened by %(name)s: %(why)s", name=by, why=why) if why else _("Reopened by %(name)s", name=by)
    return _("%(said)s What it did was taken back.", said=sentence(said)) if body.get("undo") else said
