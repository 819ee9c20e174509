"""Questions about closed tricks: refused, told to the table, delayed (LOG-9)."""

from collections.abc import Sequence
from datetime import datetime
from math import ceil
from typing import Any

from msgspec import structs

from rules_core.cards import Card
from rules_core.codes import CODES, OPEN
from rules_core.events import Amend, Hand, Play, Undo
from rules_core.findings import Refusal
from rules_core.replay import Fold, Node, state_before
from rules_core.tricks import put
from webapp.http.rate_limits import (
    CLOSED_QUESTIONS_COUNT_FOR,
    CLOSED_QUESTIONS_FREE,
    FIRST_QUESTION_WAIT,
    LONGEST_QUESTION_WAIT,
)
from webapp.table.entry import Entry
from webapp.table.lines.people import AskedClosed
from webapp.table.permissions import entered_alone
from webapp.table.secret_hands import (
    amends_older_hands_only,
    corrects_closed_card,
    has_closed_tricks,
    is_of_hand_with_closed_tricks,
)
from webapp.table.snapshot import Snapshot, seen_by, sees_all
from webapp.table.viewer import Viewer

PLAYED = "card-already-played"


def is_closed_to(now: Snapshot, viewer: Viewer) -> bool:
    return not (sees_all(now, viewer) or entered_alone(now, viewer)) and has_closed_tricks(now.fold)


def is_closed_at(now: Snapshot, viewer: Viewer, index: int) -> bool:
    """Tells whether a change at this place of the log would be judged against tricks closed to this viewer."""
    return is_closed_to(now, viewer) and is_of_hand_with_closed_tricks(now.fold, index)


def asks_closed(now: Snapshot, viewer: Viewer, entry: Entry) -> bool:
    """Tells whether the answer to this amendment could reveal what closed tricks hold."""
    return is_closed_to(now, viewer) and not amends_older_hands_only(now.fold, entry)


def tells_closed(now: Snapshot, viewer: Viewer, entry: Entry, refusal: Refusal | None) -> bool:
    """Tells whether this answer of the rules may have revealed what closed tricks hold; None: they took the entry.

    A hand that was declared is known to hold none of the cards played, and the table sees none of its cards. A card put
    in the place of a closed one is known to lie nowhere else.
    """
    if refusal is None:
        asks = entry.kind is Hand or corrects_closed_card(now.fold, viewer.seat, entry)
        return asks and is_closed_to(now, viewer)
    if refusal.code not in CODES or refusal.code in OPEN or refusal.code in now.fold.game.open_codes:
        return False  # the guards look at nothing that is closed
    return may_ask_closed(now, viewer, entry)


def told_of(now: Snapshot, viewer: Viewer, entries: Sequence[Entry], refusal: Refusal | None) -> AskedClosed | None:
    """Returns the public notice of a question by several entries; None: their answer reveals nothing closed.

    The last of them was refused, those before it fit; without a refusal all of them do.
    """
    fit = entries if refusal is None else entries[:-1]
    for entry in fit:
        if tells_closed(now, viewer, entry, None):
            return question(entry, None)
    if refusal is not None and tells_closed(now, viewer, entries[-1], refusal):
        return question(entries[-1], refusal)
    return None


def may_ask_closed(now: Snapshot, viewer: Viewer, entry: Entry) -> bool:
    """Tells whether the rules' answer to this entry could reveal what closed tricks hold. Does not ask them."""
    if entry.kind is Undo or not is_closed_to(now, viewer):
        return False
    return entry.kind is None or not issubclass(entry.kind, Play) or not is_known(now, viewer, entry.raw.get("card"))


def is_known(now: Snapshot, viewer: Viewer, card: Any) -> bool:
    """Tells whether this viewer sees where a card is: in an open trick, or in the hand that it has declared itself."""
    view = seen_by(now, viewer)
    return card in view.dimmed or card in (view.mine or ())


def kind_asked(entry: Entry) -> AskedClosed:
    """Returns the public notice of an entry that was not judged: its kind, and the place of an amendment."""
    kind = "" if entry.kind is None else str(entry.kind.__struct_config__.tag)
    return AskedClosed(kind, min(entry.targets) if entry.kind is Amend and entry.targets else None)


def question(entry: Entry, refusal: Refusal | None) -> AskedClosed:
    """Returns the public notice of a closed question: the kind of entry, the card of a play, the place of an amendment.

    Of an amendment that was taken it is told which card is right now. No other is named: the entry may hold secrets.
    """
    told = kind_asked(entry)
    if refusal is None and entry.kind is Amend:
        return structs.replace(told, taken=True, card=entry.changes[0].entries[0].raw.get("card"))
    if refusal is not None and refusal.code == PLAYED and entry.kind is not Hand:
        return structs.replace(told, card=refusal.facts.get("card"))
    return told


def newest_question(now: Snapshot) -> tuple[AskedClosed, int | None] | None:
    """Returns the newest public question and its author, until the next entry is made."""
    for line in reversed(now.desk.lines):
        if line.seq < now.fold.seq:
            return None
        if isinstance(line.says, AskedClosed):
            return line.says, line.device_id
    return None


def waits(seconds: int) -> Refusal:
    return Refusal("asked-often", "GEN-5", {"seconds": seconds})


def seconds_to_wait(now: Snapshot, who: Viewer, moment: datetime) -> int:
    """Returns how long this device may enter nothing, since it asked often about closed cards."""
    asked = [
        line.made_at
        for line in now.desk.lines
        if isinstance(line.says, AskedClosed)
        and line.device_id == who.device_id
        and abs(moment - line.made_at) < CLOSED_QUESTIONS_COUNT_FOR
    ]
    if len(asked) <= CLOSED_QUESTIONS_FREE or not is_closed_to(now, who):
        return 0
    whole = min(LONGEST_QUESTION_WAIT, FIRST_QUESTION_WAIT << min(len(asked) - CLOSED_QUESTIONS_FREE - 1, 10))
    return max(0, min(whole, ceil((asked[-1] - moment).total_seconds() + whole)))


def broken_duty(fold: Fold, node: Node, card: Card) -> Refusal | None:
    """Returns the duty that this play would have broken, had the hand been known to hold this card; None: none."""
    state, play = state_before(fold, node), node.event
    assert isinstance(play, Play)
    declared = put(state.hand.declared, play.seat, (play.card, card))
    supposed = structs.replace(state, hand=structs.replace(state.hand, declared=declared))
    refusal = fold.game.judge(supposed, structs.replace(play, irregular=False), node.index)
    return refusal if refusal is not None and refusal.code.startswith("must-") else None
