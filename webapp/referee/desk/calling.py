"""Calling the referee: what a dispute may be about, what is the matter, and how the form is read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from webapp.games.common.dispute_reasons import reasons
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_DISPUTE_TEXT
from webapp.pages.entry_location import entry_at, placed
from webapp.referee.desk.pointing import MATCH, choices, hands_dealt, stands, target
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.disputes import OTHER


class NotACall(ValueError):
    """What was sent is no call of the referee."""


@dataclass(frozen=True)
class Call:
    """A call as its form holds it. `about`: *event-12*, *hand-3*, *trick-3.2* or *match*; no `why`: none is chosen."""

    about: str
    why: str = ""
    text: str = ""
    pause: bool = False

    def subject(self) -> dict[str, int]:
        """Returns the entry, the hand or the trick that this is about, as a line of the desk names it."""
        return target(self.about) or {}

    def body(self, by: str) -> dict[str, Any]:
        """Returns the line of the desk, signed by who calls."""
        return {**self.subject(), "why": self.why or OTHER, "text": self.text, "pause": self.pause, "by": by}


def asked_for(now: Snapshot, args: Mapping[str, str]) -> Call:
    """Returns the call that an address asks for: about an entry, a hand, else about the hand under way."""
    hand = f"hand-{hands_dealt(now)}" if now.fold.state.hand is not None else MATCH
    wanted = (f"{kind}-{args.get(kind, '')}" for kind in ("event", "hand"))
    about = next((one for one in wanted if stands(now, one)), hand)
    why = args.get("why", "")
    return Call(about, why if why in _reasons(now) else "", _tidy(args.get("text", "")), args.get("play") == "pause")


def read(now: Snapshot, form: Mapping[str, str]) -> Call:
    """Returns the call that was sent. Raises `NotACall`."""
    about, why, play = form.get("about", ""), form.get("why", ""), form.get("play", "on")
    if target(about) is None:
        raise NotACall("about nothing")
    if why and why not in _reasons(now):
        raise NotACall("for no reason of this game")
    if play not in ("on", "pause"):
        raise NotACall("play neither goes on nor pauses")
    return Call(about, why, _tidy(form.get("text", "")), play == "pause")


def missing(call: Call) -> str | None:
    """Returns what the call still has to say."""
    if not call.why and not call.text:
        return _("Say what is the matter: one of the reasons, own words, or both.")
    if call.why == OTHER and not call.text:
        return _("“Something else” needs own words: nobody could guess what it is.")
    return None


def form_context(now: Snapshot, viewer: Viewer, call: Call, error: str | None = None) -> dict[str, Any]:
    """Returns what the form shows."""
    found = target(call.about) or {}
    node = entry_at(now, found["about"]) if "about" in found else None
    return {
        "event": placed(now, viewer, node) if node is not None else None,
        "choices": choices(now, viewer, call.about),
        "reasons": _reasons(now),
        "why": call.why,
        "text": call.text,
        "pause": call.pause,
        "error": error,
    }


def _reasons(now: Snapshot) -> dict[str, str]:
    return reasons(now.table.game, now.fold.state.options)


def _tidy(text: str) -> str:
    return " ".join(text.split())[:LONGEST_DISPUTE_TEXT]
