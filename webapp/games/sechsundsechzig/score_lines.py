"""Lines that count Augen and announcements, and what the call was worth."""

from collections.abc import Mapping

from rules_core.findings import Line
from webapp.http.language import gettext as _
from webapp.words.cards import SUITS, suit_name
from webapp.words.score_kit import LineWords


def _marriage(line: Line) -> str:
    suit = line.facts.get("suit")
    said = {"augen": line.facts.get("augen", "?"), "suit": suit_name(suit) if suit in SUITS else ""}
    waits = not line.facts.get("counts", True)
    if not said["suit"]:
        return _("%(augen)s announced, no trick for it", **said) if waits else _("%(augen)s announced", **said)
    if waits:
        return _("%(augen)s announced in %(suit)s, no trick for it", **said)
    return _("%(augen)s announced in %(suit)s", **said)


def _last_trick_augen(line: Line) -> str:
    return _("%(num)s Augen for the last trick", num=line.facts.get("augen", "?"))


LINES: Mapping[str, LineWords] = {
    "cards": lambda line: _("%(num)s Augen in tricks", num=line.facts.get("augen", "?")),
    "marriage": _marriage,
    "last-trick-augen": _last_trick_augen,
    "call-right": lambda line: _("Called rightly"),
    "call-wrong": lambda line: _("Wrong call of an opponent"),
    "closer-failed": lambda line: _("An opponent closed the talon and fell short"),
    "unclaimed": lambda line: _("Nobody called"),
    "points": lambda line: _("Entered as points"),
}
