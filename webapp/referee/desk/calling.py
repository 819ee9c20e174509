"""Calling the referee: what a dispute may be about, what is the matter, and how the form is read."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules_core.events import Hand
from rules_core.replay import Node, state_before
from webapp.games.common.dispute_reasons import reasons
from webapp.games.common.stages import hand_number
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_DISPUTE_TEXT, MOST_ENTRIES_OFFERED
from webapp.pages.entry_location import entry_at, is_closed_to, placed, placed_plainly
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.disputes import OTHER

MATCH = "match"
"""What a dispute is about that is about no entry and no hand."""
_ABOUT = re.compile(r"(event|hand)-([0-9]{1,9})")


class NotACall(ValueError):
    """What was sent is no call of the referee."""


@dataclass(frozen=True)
class Call:
    """A call as its form holds it. `about` is *event-12*, *hand-3* or *match*; no `why`: none was chosen yet."""

    about: str
    why: str = ""
    text: str = ""
    pause: bool = False

    def subject(self) -> dict[str, int]:
        """Returns the entry or the hand that this is about, as a line of the desk names it."""
        kind, number = _parts(self.about)
        return {} if kind == MATCH else {"about" if kind == "event" else "hand": number}

    def body(self, by: str) -> dict[str, Any]:
        """Returns the line of the desk, signed by who calls."""
        return {**self.subject(), "why": self.why or OTHER, "text": self.text, "pause": self.pause, "by": by}


class Choice(NamedTuple):
    """One thing that a dispute may be about."""

    about: str
    text: str


def asked_for(now: Snapshot, args: Mapping[str, str]) -> Call:
    """Returns the call that an address asks for: about an entry, a hand, else about the hand under way."""
    for kind in ("event", "hand"):
        about = f"{kind}-{args.get(kind, '')}"
        if _ABOUT.fullmatch(about) and stands(now, about):
            break
    else:
        about = f"hand-{_hands(now)}" if now.fold.state.hand is not None else MATCH
    why = args.get("why", "")
    return Call(about, why if why in _reasons(now) else "", _tidy(args.get("text", "")))


def read(now: Snapshot, form: Mapping[str, str]) -> Call:
    """Returns the call that was sent. Raises `NotACall`."""
    about, why, play = form.get("about", ""), form.get("why", ""), form.get("play", "on")
    if about != MATCH and not _ABOUT.fullmatch(about):
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


def stands(now: Snapshot, about: str) -> bool:
    """Tells whether what a call is about is there: an entry that stands, or a hand that was dealt."""
    kind, number = _parts(about)
    if kind == "hand":
        return 1 <= number <= _hands(now)
    return kind == MATCH or ((node := entry_at(now, number)) is not None and not isinstance(node.event, Hand))


def form_context(now: Snapshot, viewer: Viewer, call: Call, error: str | None = None) -> dict[str, Any]:
    """Returns what the form shows."""
    kind, number = _parts(call.about)
    node = entry_at(now, number) if kind == "event" else None
    return {
        "about": call.about,
        "event": placed(now, viewer, node) if node is not None else None,
        "groups": list(_groups(now, viewer, node)),
        "reasons": _reasons(now),
        "why": call.why,
        "text": call.text,
        "pause": call.pause,
        "error": error,
    }


def _groups(now: Snapshot, viewer: Viewer, asked: Node | None) -> Iterator[tuple[str, list[Choice]]]:
    """What may be chosen: the entry that was asked for, hands, the newest entries, the match."""
    game, under_way, hands = now.table.game, now.fold.state.hand is not None, _hands(now)
    numbered = [Choice(f"hand-{number}", hand_number(game, number)) for number in range(hands, 0, -1)]
    if under_way:
        yield _("Under way"), [numbered.pop(0)]
    newest = _newest(now, viewer)
    if asked is not None and asked not in newest:
        newest.insert(0, asked)
    yield _("Entries"), [Choice(f"event-{node.index}", placed_plainly(now, viewer, node)) for node in newest]
    yield _("Earlier"), numbered
    yield _("In general"), [Choice(MATCH, _("The match as a whole"))]


def _newest(now: Snapshot, viewer: Viewer) -> list[Node]:
    """The newest entries of the hand under way, or else of the last one, that may be looked at."""
    fold, done = now.fold, len(now.fold.state.finished) - (now.fold.state.hand is None)
    found: list[Node] = []
    node = fold.top
    while node and len(found) < MOST_ENTRIES_OFFERED and len(state_before(fold, node).finished) >= done:
        if not isinstance(node.event, Hand) and not is_closed_to(now, viewer, node):
            found.append(node)
        node = node.before
    return found


def _parts(about: str) -> tuple[str, int]:
    found = _ABOUT.fullmatch(about)
    return (found[1], int(found[2])) if found else (MATCH, 0)


def _hands(now: Snapshot) -> int:
    """How many hands have been dealt."""
    return len(now.fold.state.finished) + (now.fold.state.hand is not None)


def _reasons(now: Snapshot) -> dict[str, str]:
    return reasons(now.table.game, now.fold.state.options)


def _tidy(text: str) -> str:
    return " ".join(text.split())[:LONGEST_DISPUTE_TEXT]
