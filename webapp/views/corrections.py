"""A proven revoke or a contradiction as a case, and the correction of a card that was entered wrongly."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from rules_core.events import Play
from rules_core.game import Refusal
from rules_core.replay import Fold
from rules_core.view import TrickView
from webapp import corrections, forms
from webapp.access import Viewer, require
from webapp.case_page import case_context, contradiction_context
from webapp.closed import in_sight, rests_on_closed
from webapp.corrections import Instead
from webapp.deck import suits
from webapp.laid import located, state_before, suit_asked_for
from webapp.play import Made, Refused, TableNow
from webapp.privacy import forbidden
from webapp.rooms import rooms
from webapp.table_page import page_of, seen_by
from webapp.visit import table_now
from webapp.words.cards import JOKER, card_name, suit_name
from webapp.words.refusals import reason

bp = Blueprint("corrections", __name__)
TABLE = "/tables/<int(max=9007199254740991):table_id>"
REASON_LENGTH = 200


@bp.get(f"{TABLE}/revokes/<int(max=999999999):event>")
def revoke(table_id: int, event: int) -> str:
    """Shows a proven revoke: the evidence, the question whether it was entered wrongly, what may be ruled."""
    now, viewer = table_now(table_id)
    require(viewer.may_see)
    found = next((i for i in seen_by(now, viewer).infractions if i.event == event), None)
    if found is None:
        abort(404, description=_("No proven revoke stands here. It may have been corrected meanwhile."))
    return render_template("corrections/case.html", page=page_of(now, viewer), case=case_context(now, found, viewer))


@bp.get(f"{TABLE}/contradiction")
def contradiction(table_id: int) -> str:
    """Shows plays that cannot all be right, so that an entry can be corrected or something ruled."""
    now, viewer = table_now(table_id)
    require(viewer.may_see)
    found = seen_by(now, viewer).contradiction
    if found is None:
        abort(404, description=_("Nothing of the kind stands here now. It may have been corrected meanwhile."))
    case = contradiction_context(now, found, viewer)
    return render_template("corrections/case.html", page=page_of(now, viewer), case=case)


@bp.get(f"{TABLE}/entries/<int(max=999999999):index>/amend")
def amend(table_id: int, index: int) -> str:
    """Shows which card could have been played instead, and what would follow."""
    now, viewer, play = _visit(table_id, index)
    return _page(now, viewer, play, index, request.args.get("card"))


@bp.post(f"{TABLE}/entries/<int(max=999999999):index>/amend")
def commit(table_id: int, index: int) -> Response | tuple[str, int]:
    """Puts the other card in its place, with everything that follows."""
    _now, viewer, play = _visit(table_id, index)
    card, why = request.form.get("card", ""), request.form.get("reason", "").strip()[:REASON_LENGTH]
    event = corrections.amendment(play, index, corrections.instead(card)) | ({"reason": why} if why else {})
    try:
        op, seen = forms.op_in(request.form), forms.seen_in(request.form)
    except forms.NotAnEvent:
        abort(400, description=_("What was sent is no entry of this table. Load the page again and try once more."))
    match rooms().play.make(table_id, viewer, event, op=op, seen=seen):
        case Made():
            return redirect(url_for("tables.show", table_id=table_id), 303)
        case Refused(now=later, refusal=refusal):
            error = reason(refusal, later.table.players).text
            return _page(later, viewer, play, index, card, why=why, error=error), 422
        case moved:
            error = _("The table has moved on meanwhile. Look again.")
            return _page(moved.now, viewer, play, index, card, why=why, error=error), 409


def _visit(table_id: int, index: int) -> tuple[TableNow, Viewer, Play]:
    now, viewer = table_now(table_id)
    require(viewer.may_enter)
    play = corrections.play_at(now.fold, index)
    if play is None:
        abort(404, description=_("No card stands at this entry. It may have been taken back meanwhile."))
    if not _in_sight(now, viewer, index):
        abort(403, description=_("Older tricks open when the hand ends."))
    if forbidden(now.fold, viewer.seat, corrections.amendment(play, index, corrections.as_played(play))):
        abort(403, description=_("Only the phone that entered this hand privately may correct its cards."))
    return now, viewer, play


def _in_sight(now: TableNow, viewer: Viewer, index: int) -> bool:
    """Tells whether the trick of this entry may be looked at: not an older one of the hand under way (GEN-5)."""
    return now.table.book == "open" or in_sight(now.fold, viewer.seat, index)


def _page(
    now: TableNow,
    viewer: Viewer,
    play: Play,
    index: int,
    picked: str | None,
    *,
    why: str = "",
    error: str | None = None,
) -> str:
    names = now.table.players
    trick, outcomes = located(now.fold, index), _outcomes(now, viewer, play, index, picked)
    shown = _shown(now, index, trick, outcomes, picked)
    number = trick.number if trick else "?"
    context = {
        "title": _("Correct trick %(number)s", number=number),
        "sub": _("%(name)s, entry %(number)s", name=names[play.seat], number=index + 1),
        "card": play.card,
        "back": url_for("tables.show", table_id=now.table.id),
        "suits": [(_here(now, index, suit=suit), _suit_said(suit), suit == shown) for suit in _suits(outcomes)],
        "choices": _choices(now, index, outcomes, shown, picked),
        "broken": _broken(now, outcomes, shown, picked),
        "picked": _picked(now, index, outcomes, picked),
        "action": _here(now, index),
        "reason": why,
        "error": error,
    }
    return render_template("corrections/amend.html", page=page_of(now, viewer), amend=context)


Outcomes = Mapping[Instead, Fold | Refusal | None]
"""What each other card would lead to; None: that is told when it is picked."""


def _outcomes(now: TableNow, viewer: Viewer, play: Play, index: int, picked: str | None) -> Outcomes:
    """Tries the cards in advance, unless that would tell which of them lie in closed tricks (GEN-5)."""
    if now.table.book == "open" or not rests_on_closed(now.fold, index):
        return corrections.tried(now.fold, play, index)
    outcomes = corrections.tried(now.fold, play, index, gone=seen_by(now, viewer).dimmed)
    asked = corrections.instead(picked or "")
    return {other: after if other == asked else None for other, after in outcomes.items()}


def _here(now: TableNow, index: int, **query: Any) -> str:
    return url_for("corrections.amend", table_id=now.table.id, index=index, **query)


def _suits(outcomes: Outcomes) -> list[str]:
    """The suits that there are other cards of, and the Joker."""
    there = {_suit(other.card) for other in outcomes}
    return [suit for suit in (*suits(), JOKER) if suit in there]


def _suit(card: str) -> str:
    """A Joker is a suit of its own."""
    return card[1:] or card


def _suit_said(suit: str) -> str:
    return card_name(suit) if suit == JOKER else suit_name(suit)


def _shown(now: TableNow, index: int, trick: TrickView | None, outcomes: Outcomes, picked: str | None) -> str:
    """The suit whose cards are shown: the one picked or asked for, else the one that the trick asked for."""
    asked = _suit(corrections.instead(picked).card) if picked else request.args.get("suit", "")
    due = suit_asked_for(state_before(now.fold, index), trick) if trick else None
    there = _suits(outcomes)
    return next((suit for suit in (asked, due, *there) if suit in there), "")


def _choices(
    now: TableNow, index: int, outcomes: Outcomes, suit: str, picked: str | None
) -> list[dict[str, str | bool | None]]:
    return [
        {
            "card": other.card,
            "said": corrections.said_of(other.joker),
            "fits": None if after is None else not isinstance(after, Refusal),
            "url": _here(now, index, card=other.code),
            "picked": other.code == picked,
        }
        for other, after in outcomes.items()
        if _suit(other.card) == suit
    ]


def _broken(now: TableNow, outcomes: Outcomes, suit: str, picked: str | None) -> str | None:
    """Why the card that was picked does not fit, or the first of those shown that does not."""
    chosen = corrections.instead(picked or "")
    shown = (chosen,) if chosen in outcomes else [other for other in outcomes if _suit(other.card) == suit]
    misfits = (after for other in shown if isinstance(after := outcomes[other], Refusal))
    first = next(misfits, None)
    return corrections.why_not(first, now.fold, now.table.players) if first else None


def _picked(now: TableNow, index: int, outcomes: Outcomes, picked: str | None) -> dict[str, object] | None:
    after = outcomes.get(corrections.instead(picked or ""))
    if after is None or isinstance(after, Refusal):
        return None
    return {"code": picked, "rows": corrections.compared(now.fold, after, index, now.table.players)}
