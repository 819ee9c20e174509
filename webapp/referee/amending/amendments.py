"""Amending entries of the past: a draft of several, its preview, made at once."""

from collections.abc import Container, Iterator
from itertools import islice
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

from rules_core.cards import Card
from rules_core.events import decode, encode
from rules_core.fields import Field, fields_of
from rules_core.findings import Refusal
from rules_core.replay import Fold, Raw
from webapp.access.visit import visit
from webapp.games.common.refusals import reason
from webapp.http.answers import back_link
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import LARGEST_PAGE_NUMBER, LONGEST_REASON, MOST_CANDIDATES_TRIED
from webapp.pages.form_key import form_key
from webapp.pages.table_page import page_of
from webapp.referee.amending.amend_visit import (
    Picked,
    at_the_desk,
    draft_asked_for,
    landing,
    picked,
)
from webapp.referee.amending.draft import Draft, TooLong
from webapp.referee.amending.entries_page import entries_context
from webapp.referee.amending.entry_page import (
    answered,
    entered_by,
    form_context,
    form_of,
    is_settled,
    kinds_context,
    state_at,
)
from webapp.referee.amending.preview import Desk, preview_page
from webapp.referee.amending.repairs import changed, inserted
from webapp.referee.asking.filing import Filed, make_or_ask
from webapp.table import forms
from webapp.table.entry import entry_of
from webapp.table.forms import NotAField
from webapp.table.play import Made, Moved, Refused
from webapp.table.table_view import seen_by

NOT_THEN = frozenset({"game-over", "unknown-event", "wrong-phase", "not-your-turn", "bad-seat"})
"""Refusals of all games that no other number or card would help against."""
RULED = "ruling"
"""Is made on the referee's desk, not put into the past."""


def kinds_taken(fold: Fold, state: Any, *, is_closed: bool = False) -> list[str]:
    """Returns the kinds of entries that fit in a table which stands like this, those that its pad offers first.

    `is_closed`: no card is tried out, since the answers would tell what closed tricks hold.
    """
    offered = [] if is_closed else list(dict.fromkeys(raw["type"] for raw in _offered(fold, state)))
    others = [kind for kind in fold.events if kind not in offered and _could_be(fold, state, kind)]
    return [kind for kind in (*offered, *others) if kind != RULED]


def blank(fold: Fold, state: Any, kind: str, *, gone: Container[Card] | None = None) -> Raw:
    """Returns an entry of this kind to begin with: one that the rules would take, where they offer one.

    `gone` are the cards that somebody sees to be gone to whom older tricks are closed: nothing else is tried out then.
    """
    if gone is not None:
        begun = next(_samples(fold, state, kind))
        left = next((card for card in fold.game.pack if card not in gone), fold.game.pack[0])
        return {**begun, **{field.name: left for field in fields_of(fold.events[kind]) if field.kind == "card"}}
    offered = (raw for raw in _offered(fold, state) if raw["type"] == kind)
    sampled = (raw for raw in _samples(fold, state, kind) if _is_looked_at(fold, state, raw))
    return next(offered, None) or next(sampled, None) or next(_samples(fold, state, kind))


def _offered(fold: Fold, state: Any) -> Iterator[Raw]:
    return map(encode, islice(fold.game.candidates(state), MOST_CANDIDATES_TRIED))


def _could_be(fold: Fold, state: Any, kind: str) -> bool:
    """Tells whether an entry of this kind could be taken: whether the rules look at what is in it."""
    if fold.game.phase(state) == "over" and kind != "adjust":
        return False
    return any(_is_looked_at(fold, state, raw) for raw in _samples(fold, state, kind))


def _is_looked_at(fold: Fold, state: Any, raw: Raw) -> bool:
    event = decode(raw, fold.events)
    refusal = event if isinstance(event, Refusal) else fold.game.judge(state, event, fold.seq)
    return refusal is None or refusal.code not in NOT_THEN | form_of(fold).not_then


def _samples(fold: Fold, state: Any, kind: str) -> Iterator[Raw]:
    """Yields entries of a kind from each seat, first from those that are to act; the rules need not take them.

    At last one without the lists that may be left out: what was entered before is not asked again.
    """
    for seat in dict.fromkeys((*fold.game.to_act(state), *range(len(fold.header.players)))):
        yield _sample(fold, state, kind, seat, whole=True)
    yield _sample(fold, state, kind, 0, whole=False)


def _sample(fold: Fold, state: Any, kind: str, seat: int, *, whole: bool) -> Raw:
    begin, raw = form_of(fold).begin, dict[str, Any](type=kind)
    for field in fields_of(fold.events[kind]):
        key = f"{kind}.{field.name}"
        if field.kind == "seat":
            raw[field.name] = seat
        elif key in begin:
            raw[field.name] = begin[key]
        elif field.required or (whole and field.per):
            raw[field.name] = _value(fold, state, field)
    return raw


def _value(fold: Fold, state: Any, field: Field) -> Any:
    """A value of this type; in an object by seat those have one who are to act."""
    match field.kind:
        case "choice":
            return field.choices[0]
        case "card":
            return fold.game.pack[0]
        case "text":
            return ""
        case "flag":
            return False
        case "struct":
            return {}
        case "by-key":
            return {str(seat): _item(fold, state, field) for seat in fold.game.to_act(state)}
        case "list":
            many = {"seat": len(fold.header.players), "side": len(state.totals), None: 0}[field.per]
            return [_item(fold, state, field) for _one in range(many)]
    return 0 if field.least is None else max(0, field.least)


def _item(fold: Fold, state: Any, field: Field) -> Any:
    assert field.item is not None  # of a list and of an object by seat the type names it
    return _value(fold, state, field.item)


bp = Blueprint("amendments", __name__, url_prefix="/tables/<int:table_id>")
ENTRY = "/entries/<int:index>"
SIDES = {"before": 0, "after": 1}
NOT_FIELDS = ("draft", "look")


@bp.get("/amendments")
def entries(table_id: int) -> str:
    """Shows the entries of a hand, to pick the one that was wrong."""
    now, viewer = visit(table_id)
    hand = parse_integer(request.args.get("hand"))
    page = parse_integer(request.args.get("page"), LARGEST_PAGE_NUMBER) or 1
    context = entries_context(Desk(now, viewer), hand, page)
    return render_template("referee/amendments/entries.html", page=page_of(now, viewer), back=back_link(), **context)


@bp.get("/amendments/draft")
def preview(table_id: int) -> str | Response | tuple[str, int]:
    """Shows what a draft comes to: before and after, and what no longer fits with its repairs."""
    desk = at_the_desk(table_id)
    draft = draft_asked_for(desk)
    if not draft.changes:
        return redirect(url_for("amendments.entries", table_id=table_id), 303)
    return preview_page(desk, draft)


@bp.post("/amendments")
def make(table_id: int) -> Response | tuple[str, int]:
    """Makes the amendment, all changes at once; 409 where the table moved on, with the draft kept."""
    desk = at_the_desk(table_id)
    draft, why = draft_asked_for(desk), request.form.get("reason", "").strip()[:LONGEST_REASON]
    try:
        op, seen = form_key(), forms.seen_in(request.form)
        if not draft.changes:
            raise forms.NotAnEvent("nothing is changed")
    except forms.NotAnEvent:
        abort(400, description=_("What was sent is no entry of this table."))
    entry = entry_of(desk.now.fold, draft.event(why), seen=seen)
    match make_or_ask(desk.now, desk.viewer, entry, op=op, form=request.form, why=why):
        case Filed(number=number):
            return redirect(url_for("changes.show", table_id=table_id, number=number), 303)
        case Made(now=later):
            return redirect(landing(later, desk.viewer), 303)
        case Refused(now=later, refusal=refusal, told=told):
            error = reason(refusal, later.table.players).text
            return preview_page(Desk(later, desk.viewer), draft, why=why, error=error, status=422, told=told)
        case Moved() as moved:
            error = _("The table has moved on meanwhile. The changes are kept: look again at what they come to.")
            return preview_page(Desk(moved.now, desk.viewer), draft, why=why, error=error, status=409)


# One entry


@bp.get(f"{ENTRY}/beside")
def kinds(table_id: int, index: int) -> str:
    """Asks what is to be put in before or behind an entry: what the rules would take there."""
    asked = picked(table_id, index)
    state = state_at(asked, SIDES[_side()])
    taken = kinds_taken(asked.desk.now.fold, state, is_closed=asked.is_closed)
    shown = kinds_context(asked, _side(), taken)
    return render_template(
        "referee/amendments/kinds.html", page=page_of(asked.desk.now, asked.desk.viewer), entry=shown
    )


@bp.get(f"{ENTRY}/form")
def form(table_id: int, index: int) -> str:
    """Shows an entry field by field, or a new one that is to stand beside it."""
    asked = picked(table_id, index)
    return _form(asked, _begun(asked))


@bp.post(f"{ENTRY}/form")
def put(table_id: int, index: int) -> Response | tuple[str, int]:
    """Puts the entry into the draft, and shows what that comes to; `look`: only the form again. Nothing is stored."""
    asked = picked(table_id, index)
    begun = _begun(asked)
    if "look" in request.form or not is_settled(asked.desk.now.fold, begun, request.form):
        return _form(asked, begun), 200
    fields = [(name, text) for name, text in request.form.items(multi=True) if name not in NOT_FIELDS]
    try:
        raw = answered(asked.desk.now.fold, begun, fields)
        draft = _drafted(asked, raw)
    except NotAField:
        return _form(asked, begun, _("A number or a text is not of its kind. Look at the fields again.")), 422
    except TooLong:
        return _form(asked, begun, _("So many changes do not go into one amendment. Make these first.")), 422
    return redirect(asked.desk.preview_url(draft), 303)


def _drafted(asked: Picked, raw: dict[str, Any]) -> Draft:
    fold, side = asked.desk.now.fold, request.args.get("side")
    if side is None:
        return changed(fold, asked.draft, asked.place, asked.nth, raw)
    return inserted(fold, asked.draft, asked.place, asked.nth + SIDES[_side()], raw)


def _begun(asked: Picked) -> dict[str, Any]:
    """What the form holds to begin with: the entry as it is, or one of the kind that is to be put in."""
    fold, kind = asked.desk.now.fold, request.args.get("kind", "")
    if "side" in request.args:
        side = SIDES[_side()]
        if kind not in fold.events or kind == RULED:
            abort(404)
        gone = seen_by(asked.desk.now, asked.desk.viewer).dimmed if asked.is_closed else None
        return dict(blank(fold, state_at(asked, side), kind, gone=gone))
    if asked.event is None:
        abort(404)
    return entered_by(asked, request.args.get("way", ""))


def _side() -> str:
    side = request.args.get("side", "")
    if side not in SIDES:
        abort(404)
    return side


def _form(asked: Picked, begun: dict[str, Any], error: str = "") -> str:
    typed = request.form if request.method == "POST" else None
    shown = form_context(asked, begun, typed, error)
    return render_template("referee/amendments/form.html", page=page_of(asked.desk.now, asked.desk.viewer), entry=shown)
