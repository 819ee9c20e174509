"""Correcting a card of the past: which one, and what follows."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import (
    Blueprint,
    abort,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response

from rules_core.events import Play
from rules_core.findings import Refusal
from rules_core.replay import Fold, Raw
from rules_core.view import TrickView
from webapp.games.common.refusals import reason
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_REASON
from webapp.pages.form_key import form_key
from webapp.pages.table_page import page_of
from webapp.referee.amending import other_cards as corrections
from webapp.referee.amending.amend_visit import (
    Picked,
    kept,
    landing,
    picked,
)
from webapp.referee.amending.draft import Draft, TooLong
from webapp.referee.amending.entry_page import about, actions, form_url
from webapp.referee.amending.other_cards import (
    Instead,
    cards_row,
    cards_tried,
    context,
    instead,
    others,
    played_instead,
    said_of,
    why_not,
)
from webapp.referee.amending.preview import (
    is_shown,
    leave,
    preview_page,
    reason_due,
    sections,
    side,
)
from webapp.referee.amending.repairs import Tried, changed, tried
from webapp.referee.asking.filing import Filed, make_or_ask
from webapp.table import forms
from webapp.table.entry import entry_of
from webapp.table.hand_span import state_before_entry, suit_asked_for, trick_at
from webapp.table.play import Made, Moved, Refused
from webapp.table.snapshot import Snapshot
from webapp.table.table_view import seen_by
from webapp.table.viewer import Viewer
from webapp.words.cards import (
    JOKER,
    card_name,
    suit_name,
    suits,
)

Outcomes = Mapping[Instead, Fold | Refusal | None]
"""What each other card would lead to; None: that is told when the correction is made."""


@dataclass(frozen=True)
class Asked:
    """What somebody wants to correct: a play, as the draft so far leaves it.

    `picked` is the code of the card that lay there instead, `suit` the one whose cards are looked at.
    """

    entry: Picked
    play: Play
    picked: str | None = None
    suit: str = ""

    @property
    def now(self) -> Snapshot:
        """The table."""
        return self.entry.desk.now

    @property
    def viewer(self) -> Viewer:
        """Who asks."""
        return self.entry.desk.viewer

    @property
    def index(self) -> int:
        """The place of the play in the log."""
        return self.entry.place

    @property
    def names(self) -> list[str]:
        """The players of the table."""
        return self.now.table.players

    @property
    def other(self) -> Instead:
        """What was picked; where that is nothing, a card that is in no pack."""
        return instead(self.picked or "")

    def url(self, **query: Any) -> str:
        """Returns the address of this correction."""
        query = {**kept(self.entry), **query}
        return url_for("corrections.amend", table_id=self.now.table.id, index=self.index, **query)

    def draft(self, other: Instead) -> Draft:
        """Returns the draft with this card. Raises `TooLong`."""
        raw = played_instead(self.now.table.game, self.play, other)
        return changed(self.now.fold, self.entry.draft, self.index, self.entry.nth, raw)

    def drafted(self) -> Draft | None:
        """Returns the draft with the card that was picked, None where it becomes too long."""
        try:
            return self.draft(self.other)
        except TooLong:
            return None

    def amended(self, raw: Raw) -> Raw:
        """Returns the amendment that puts a play in the place of this one, with all that the draft changes."""
        there = self.entry.draft.at(self.now.fold, self.index)
        there[self.entry.nth] = raw
        return Draft({**self.entry.draft.changes, self.index: tuple(there)}).event()


def amend_context(asked: Asked) -> dict[str, Any]:
    """Returns what the page of a correction shows."""
    trick, outcomes = trick_at(asked.now.fold, asked.index), _outcomes(asked)
    shown = _shown(asked, trick, outcomes)
    number = trick.number if trick else "?"
    drafting = bool(asked.entry.draft.changes)
    return {
        **about(asked.entry),
        "title": _("Correct trick %(number)s", number=number),
        "sub": _("%(name)s, entry %(number)s", name=asked.names[asked.play.seat], number=asked.index + 1),
        "card": asked.play.card,
        "suits": [(asked.url(suit=suit), _suit_said(suit), suit == shown) for suit in _suits(outcomes)],
        "choices": _choices(asked, outcomes, shown),
        "broken": _broken(asked, outcomes, shown),
        "picked": None if drafting else _picked(asked, outcomes),
        "judged": not asked.entry.is_closed,
        "drafting": drafting,
        "onward": _onward(asked, outcomes),
        "reason_due": reason_due(asked.entry.desk, Draft({asked.index: ()})),
        "leave": leave(asked.entry.desk, Draft({asked.index: ()})),
        "action": asked.url(),
        "actions": [*actions(asked.entry), (_("Change who played, and more"), form_url(asked.entry))],
    }


def _onward(asked: Asked, outcomes: Outcomes) -> str | None:
    """Where a card leads that was picked: into the draft, or to the repairs of what no longer fits with it."""
    after = outcomes.get(asked.other)
    if asked.other not in outcomes or not (asked.entry.draft.changes or isinstance(after, Refusal)):
        return None
    draft = asked.drafted()
    if draft is None or (isinstance(after, Refusal) and not _is_repairable(asked, draft)):
        return None
    return asked.entry.desk.preview_url(draft)


def _is_repairable(asked: Asked, draft: Draft) -> bool:
    """Tells whether something else than the card itself does not fit, and may be looked at."""
    first = tried(asked.now, asked.viewer, draft).misfits[:1]
    here = (asked.index, asked.entry.nth)
    return any((one.index, one.nth) != here and is_shown(asked.entry.desk, one) for one in first)


def _outcomes(asked: Asked) -> Outcomes:
    """Tries the cards in advance, unless that would tell which of them lie in closed tricks (GEN-5)."""
    now = asked.now
    if not asked.entry.is_closed:
        return cards_tried(now.fold, asked.play, asked.amended)
    gone = seen_by(now, asked.viewer).dimmed
    return {other: None for other in others(now.fold, asked.play) if other.card not in gone}


def _suits(outcomes: Outcomes) -> list[str]:
    there = {_suit(other.card) for other in outcomes}
    return [suit for suit in (*suits(), JOKER) if suit in there]


def _suit(card: str) -> str:
    return card[1:] or card


def _suit_said(suit: str) -> str:
    return card_name(suit) if suit == JOKER else suit_name(suit)


def _shown(asked: Asked, trick: TrickView | None, outcomes: Outcomes) -> str:
    """The suit whose cards are shown: the one picked or asked for, else the one that the trick asked for."""
    wanted = _suit(asked.other.card) if asked.picked else asked.suit
    due = suit_asked_for(state_before_entry(asked.now.fold, asked.index), trick) if trick else None
    there = _suits(outcomes)
    return next((suit for suit in (wanted, due, *there) if suit in there), "")


def _choices(asked: Asked, outcomes: Outcomes, suit: str) -> list[dict[str, str | bool | None]]:
    return [
        {
            "card": other.card,
            "said": said_of(asked.now.table.game, other),
            "fits": None if after is None else not isinstance(after, Refusal),
            "url": asked.url(card=other.code),
            "picked": other.code == asked.picked,
        }
        for other, after in outcomes.items()
        if _suit(other.card) == suit
    ]


def _broken(asked: Asked, outcomes: Outcomes, suit: str) -> str | None:
    shown = (asked.other,) if asked.other in outcomes else [other for other in outcomes if _suit(other.card) == suit]
    misfits = (after for other in shown if isinstance(after := outcomes[other], Refusal))
    first = next(misfits, None)
    return why_not(first, asked.now.fold, asked.names, asked.index) if first else None


def _picked(asked: Asked, outcomes: Outcomes) -> dict[str, object] | None:
    after = outcomes.get(asked.other)
    if asked.other not in outcomes or isinstance(after, Refusal):
        return None
    desk = asked.entry.desk
    if after is None:
        trick = trick_at(asked.now.fold, asked.index)
        rows = [cards_row(asked.now.table.game, asked.names, trick, asked.play, asked.other)]
        return {"code": asked.picked, "rows": rows, "sections": []}
    return {
        "code": asked.picked,
        "rows": context(side(desk, asked.now.fold), side(desk, after), asked.play, asked.other, asked.index),
        "sections": sections(desk, Tried(asked.draft(asked.other), after)),
    }


bp = Blueprint("corrections", __name__)
TABLE = "/tables/<int:table_id>"


@bp.get(f"{TABLE}/entries/<int:index>/amend")
def amend(table_id: int, index: int) -> str | Response:
    """Shows which card could have been played instead, and what would follow; other entries have a form."""
    entry = picked(table_id, index)
    if not isinstance(entry.event, Play):
        return redirect(form_url(entry), 303)
    return _page(Asked(entry, entry.event, request.args.get("card"), request.args.get("suit", "")))


@bp.post(f"{TABLE}/entries/<int:index>/amend")
def commit(table_id: int, index: int) -> Response | tuple[str, int]:
    """Puts the other card in its place, with everything that follows."""
    entry = picked(table_id, index)
    if not isinstance(entry.event, Play):
        abort(404, description=_("No card stands at this entry. It may have been taken back meanwhile."))
    card, why = request.form.get("card", ""), request.form.get("reason", "").strip()[:LONGEST_REASON]
    asked = Asked(entry, entry.event, card)
    event = {
        **asked.amended(corrections.played_instead(asked.now.table.game, entry.event, asked.other)),
        **({"reason": why} if why else {}),
    }
    try:
        op, seen = form_key(), forms.seen_in(request.form)
    except forms.NotAnEvent:
        abort(400, description=_("What was sent is no entry of this table."))
    amendment = entry_of(entry.desk.now.fold, event, seen=seen)
    match make_or_ask(entry.desk.now, entry.desk.viewer, amendment, op=op, form=request.form, why=why):
        case Filed(number=number):
            return redirect(url_for("changes.show", table_id=table_id, number=number), 303)
        case Made(now=later):
            return redirect(landing(later, entry.desk.viewer), 303)
        case Refused(now=later, refusal=refusal, told=told):
            if told and (draft := asked.drafted()) is not None:
                desk = replace(asked.entry.desk, now=later)
                return preview_page(desk, draft, why=why, error=reason(refusal, desk.names).text, status=422, told=True)
            return _page(_at(asked, later), why=why, error=reason(refusal, later.table.players).text), 422
        case Moved() as moved:
            return _page(_at(asked, moved.now), why=why, error=_("The table has moved on meanwhile. Look again.")), 409


def _at(asked: Asked, now: Snapshot) -> Asked:
    return replace(asked, entry=replace(asked.entry, desk=replace(asked.entry.desk, now=now)))


def _page(asked: Asked, *, why: str = "", error: str | None = None) -> str:
    shown = {**amend_context(asked), "reason": why, "error": error}
    return render_template("referee/corrections/amend.html", page=page_of(asked.now, asked.viewer), amend=shown)
