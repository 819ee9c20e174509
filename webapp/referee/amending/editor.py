"""The editor of the past: pick an entry, say what it should be, see the effects, make all changes at once.

Entries are picked from a hand, from the newest ones, or by trick and player where their trick is closed. What they
should be is said with cards, with fields, or with one key of a pad. Every way leads to one draft, and one act.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from rules_core.events import Play
from rules_core.replay import Raw
from webapp.access.visit import Visit, visit, visit_to_take_part
from webapp.games.common.refusals import refusal_said
from webapp.http.answers import Page, back_link
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import LARGEST_PAGE_NUMBER, LONGEST_REASON
from webapp.pages.table_page import form_key, page_of
from webapp.referee.amending import adjustments
from webapp.referee.amending.cards import (
    CardPicker,
    instead,
    outcomes_of,
    pad_of_cards,
    picker_context,
    played,
    rows_of,
)
from webapp.referee.amending.draft import Draft, TooLong, changed, inserted
from webapp.referee.amending.entries_page import entries_context
from webapp.referee.amending.fields import (
    RULED,
    blank,
    entered_by,
    entry_of_answers,
    fields_context,
    form_of,
    is_settled,
    kinds_taken,
    state_at,
)
from webapp.referee.amending.preview import leave, preview_context, side, tried_up_to_date
from webapp.referee.amending.slips import chosen_closed, closed_context, offered_about, slips_context, with_forgotten
from webapp.referee.amending.visit import (
    Picked,
    draft_asked_for,
    entries_url,
    landing,
    picked,
    picked_at,
    preview_url,
)
from webapp.referee.filing import Filed, amend
from webapp.services import services
from webapp.table import forms
from webapp.table.entry import entry_of
from webapp.table.forms import NotAField
from webapp.table.keeper import Made, Refused
from webapp.table.player_names import kept_text

bp = Blueprint("amendments", __name__, url_prefix="/tables/<int:table_id>")
ENTRY = "/entries/<int:index>"
SIDES = {"before": 0, "after": 1}
NOT_FIELDS = ("draft", "look")

# Picking


@bp.get("/amendments")
def entries(table_id: int) -> str:
    """Shows the entries of a hand, to pick the wrong one, or another one for the draft."""
    here = visit(table_id)
    draft = draft_asked_for(here) if here.viewer.takes_part else Draft()
    hand = parse_integer(request.args.get("hand"))
    page = parse_integer(request.args.get("page"), LARGEST_PAGE_NUMBER) or 1
    context = entries_context(here, draft, hand, page)
    return render_template("referee/amending/entries.html", page=page_of(*here), back=back_link(), **context)


@bp.get("/entries/newest")
def newest(table_id: int) -> str:
    """Shows the newest entries, and repairs of the most common slips."""
    here = visit_to_take_part(table_id)
    return render_template(
        "referee/amending/newest.html", page=page_of(here.now, here.viewer), slips=slips_context(here)
    )


@bp.get("/entries/closed")
def closed(table_id: int) -> str:
    """Asks which card of a closed trick was entered wrongly, by its trick and player; then for the right one."""
    return _closed_page(visit_to_take_part(table_id), request.args)


def _closed_page(here: Visit, named: Mapping[str, str], error: str = "") -> str:
    shown = {**closed_context(here, chosen_closed(here, named)), "error": error}
    return render_template("referee/amending/closed.html", page=page_of(here.now, here.viewer), slip=shown)


# The new entry


@bp.get(f"{ENTRY}/amend")
def entry(table_id: int, index: int) -> Page:
    """Asks what an entry should be, or what is inserted before or after it; shows what a picked card would change."""
    asked = picked(table_id, index)
    if "side" in request.args and "kind" not in request.args:
        fold = asked.here.now.fold
        kinds = kinds_taken(fold, state_at(asked, _behind()), is_closed=asked.is_closed)
        links = [(form_of(fold).kind_name(kind), asked.url(side=request.args["side"], kind=kind)) for kind in kinds]
        return _part(asked, "kinds", kinds=links, title=_title())
    part = request.args.get("part", "")
    if not isinstance(asked.event, Play) or part == "fields" or "side" in request.args:
        return _fields(asked, _begun(asked))
    return _forgotten(asked, asked.event) if part == "forgotten" else _cards(asked, asked.event)


@bp.get(f"{ENTRY}/form", defaults={"part": "fields"})
@bp.get(f"{ENTRY}/beside", defaults={"part": None})
@bp.get(f"{ENTRY}/forgotten", defaults={"part": "forgotten"})
def moved(table_id: int, index: int, part: str | None) -> Response:
    """Leads from an address of former days to the entry."""
    visit_to_take_part(table_id)
    query: dict[str, Any] = {**request.args.to_dict(), "part": part}
    return redirect(url_for("amendments.entry", table_id=table_id, index=index, **query), 301)


@bp.post(f"{ENTRY}/amend")
def put(table_id: int, index: int) -> Response | Page:
    """Puts the entry into the draft, and shows its result; `look`: only the form again. Nothing is stored."""
    asked = picked(table_id, index)
    begun = _begun(asked)
    if "look" in request.form or not is_settled(asked.here.now.fold, begun, request.form):
        return _fields(asked, begun)
    fields = [(name, text) for name, text in request.form.items(multi=True) if name not in NOT_FIELDS]
    try:
        draft = _drafted(asked, entry_of_answers(asked.here.now.fold, begun, fields))
    except NotAField:
        return _fields(asked, begun, _("A number or a text is not of its kind. Look at the fields again."))
    except TooLong:
        return _fields(asked, begun, _too_long())
    return redirect(preview_url(asked.here, draft), 303)


def _too_long() -> str:
    return _("So many changes do not go into one amendment. Make these first.")


def _drafted(asked: Picked, raw: Raw) -> Draft:
    fold = asked.here.now.fold
    if "side" not in request.args:
        return changed(fold, asked.draft, asked.place, asked.nth, asked.kept(raw))
    return inserted(fold, asked.draft, asked.place, asked.nth + _behind(), raw)


def _begun(asked: Picked) -> dict[str, Any]:
    """Returns the initial values of the form: the entry as it is, or an empty one of the kind to insert."""
    fold, kind = asked.here.now.fold, request.args.get("kind", "")
    if "side" in request.args:
        if kind not in fold.events or kind == RULED:
            abort(404)
        return dict(blank(fold, state_at(asked, _behind()), kind, is_closed=asked.is_closed))
    if asked.event is None:
        abort(404)
    return entered_by(asked, request.args.get("way", ""))


def _behind() -> int:
    """How many places behind the entry another one is put in."""
    side = request.args.get("side", "")
    if side not in SIDES:
        abort(404)
    return SIDES[side]


def _cards(asked: Picked, play: Play) -> Page:
    picker, here = CardPicker(asked, play), asked.here
    outcomes = outcomes_of(picker)
    shown = {
        **picker_context(picker, outcomes),
        "actions": [*asked.actions(), (_("Change who played, and more"), asked.url(part="fields"))],
        "leave": leave(here, Draft({asked.place: ()})),
    }
    other = picker.picked
    if other is None or other not in outcomes:
        return _part(asked, "cards", **shown)
    try:
        found, _stale = tried_up_to_date(here, picker.draft(other))
    except TooLong:
        return _part(asked, "cards", **shown, error=_too_long())
    after = side(here, found.fold) if found.judged else None
    rows = [] if found.misfits else rows_of(picker, other, side(here, here.now.fold), after)
    return _part(asked, "cards", **{**shown, **preview_context(here, found), "rows": rows})


def _forgotten(asked: Picked, play: Play) -> Page:
    shown = {
        "name": asked.here.table.players[play.seat],
        "place": asked.place,
        "nth": asked.nth,
        **pad_of_cards(asked.here),
    }
    return _part(asked, "forgotten", **shown, title=_("A forgotten card"))


def _fields(asked: Picked, begun: Raw, error: str = "") -> Page:
    shown = fields_context(asked, begun, request.form if request.method == "POST" else None)
    more = [] if "side" in request.args else [*offered_about(asked), *asked.actions()]
    return _part(asked, "fields", **shown, actions=more, title=_title(), error=error)


def _title() -> str:
    named = {"before": _("Put in before"), "after": _("Put in after")}
    return named.get(request.args.get("side", ""), _("Change the entry"))


def _part(asked: Picked, part: str, **shown: Any) -> Page:
    """Renders a page of the editor by this part."""
    sub = {"sub": _("Entry %(number)s", number=asked.place + 1)}
    page = _page(asked.here, {**sub, **asked.about(), "part": part, **shown})
    return page, 422 if shown.get("error") else 200


def _page(here: Visit, amend: Mapping[str, Any]) -> str:
    return render_template("referee/amending/editor.html", page=page_of(here.now, here.viewer), amend=amend)


# Effects


@bp.get("/amendments/draft")
def preview(table_id: int) -> Response | Page:
    """Shows the result of a draft: before and after, and the entries that no longer fit with their repairs."""
    here = visit_to_take_part(table_id)
    draft = draft_asked_for(here)
    if not draft.changes:
        return redirect(entries_url(here, draft), 303)
    return _preview(here, draft)


def _preview(
    here: Visit, draft: Draft, *, why: str = "", error: str = "", status: int = 200, told: bool = False
) -> Page:
    """The page and its status; ends the request where this phone may not change that at all.

    `why` is the reason as it was typed. `told`: the whole table was told that it was asked.
    """
    found, stale = tried_up_to_date(here, draft, told=told)
    if found.barred is not None:
        abort(403, description=refusal_said(found.barred, here.table.players).text)
    if stale:
        error = _("Something that was to be changed was taken back meanwhile. That change is left out.")
    named = {"title": _("Correct the past"), "back": entries_url(here, Draft())}
    return _page(here, {**named, **preview_context(here, found), "why": why, "error": error}), status


# Points that people agree on


@bp.get("/adjustments")
def adjusting(table_id: int) -> str:
    """Asks for the points of an adjustment and its reason; shows the effect of those that stand in the address."""
    here, why = visit_to_take_part(table_id), _why(request.args)
    try:
        points = adjustments.points_in(here.now, request.args)
    except forms.NotAnEvent:
        return _numbers(here, [0] * len(here.now.fold.state.totals), why)
    return _numbers(here, points, why, adjustments.problem_of(here.now, here.viewer, points, why) or "")


@bp.post("/adjustments")
def adjust(table_id: int) -> Response | Page:
    """Adjusts the totals once the page has shown the effect; typed values are kept where it is refused."""
    here, why = visit_to_take_part(table_id), _why(request.form)
    points = adjustments.points_in(here.now, request.form)

    def again(later: Visit, error: str, status: int, told: bool) -> Page:
        return _numbers(later, points, why, error), status

    raw, shown = adjustments.adjustment(points, why), adjustments.effect_shown_in(request.form)
    problem = adjustments.problem_of(here.now, here.viewer, points, why, shown)
    entry = entry_of(here.now.fold, raw)
    if problem and services().tables.answered(here.now, here.viewer, entry, op=form_key()) is None:
        return again(here, problem, 422, told=False)
    seen = shown.seen(here.now, forms.seen_in(request.form))
    return _acted(here, raw, again, url_for("scores.sheet", table_id=table_id), seen)


def _numbers(here: Visit, points: Sequence[int], why: str, error: str = "") -> str:
    named = {"title": _("Adjust the score"), "back": url_for("scores.sheet", table_id=here.table.id)}
    typed = {"why": why, "error": error, "asks": isinstance(error, adjustments.AsksAgain)}
    context = adjustments.numbers_context(here.now, here.viewer, points)
    return _page(here, {**named, "part": "numbers", **context, **typed})


# The act

Again = Callable[[Visit, str, int, bool], Page]
"""Renders the page again, as of now: with the fault, the status, and whether the table was told."""


def _acted(here: Visit, raw: Raw, again: Again, then: str, seen: int | None) -> Response | Page:
    """Makes an amendment or an adjustment, or files it, and redirects."""
    op = form_key()
    match amend(here.now, here.viewer, raw, op=op, seen=seen, ask="ask" in request.form):
        case Filed(number=number):
            return redirect(url_for("requests.show", table_id=here.table.id, number=number), 303)
        case Made(now=later):
            return redirect(then or landing(later, here.viewer), 303)
        case Refused(now=later, refusal=refusal, told=told):
            return again(here._replace(now=later), refusal_said(refusal, here.table.players).text, 422, told)
        case moved:
            error = _("The table has moved on meanwhile. The changes are kept: look again at what they come to.")
            return again(here._replace(now=moved.now), error, 409, False)


def _why(sent: Mapping[str, str]) -> str:
    return kept_text(sent.get("reason", ""))[:LONGEST_REASON]


@bp.post("/amendments")
def make(table_id: int) -> Response | Page:
    """Makes the amendment, all changes at once; 409 where the table moved on, with the draft kept."""
    here, why, is_closed = visit_to_take_part(table_id), _why(request.form), "trick" in request.form
    draft = _typed(here)

    def again(later: Visit, error: str, status: int, told: bool) -> Page:
        if not is_closed:
            return _preview(later, draft, why=why, error=error, status=status, told=told)
        if told:
            error = _("That does not fit the cards that lie closed. The whole table was told that it was tried.")
        return _closed_page(later, request.form, error), status

    if not draft.changes:
        if is_closed:
            return again(here, _("This card can no longer be corrected here."), 409, told=False)
        raise forms.NotAnEvent("it changes nothing")
    return _acted(here, draft.event(why), again, "", forms.seen_in(request.form))


def _typed(here: Visit) -> Draft:
    """The draft that a form asks for: itself, a card of a closed trick, or one that was forgotten before another."""
    card = instead(request.form.get("card", ""))
    if "trick" in request.form:
        one = chosen_closed(here, request.form)
        return Draft() if one is None else Draft({one.place: (played(one.play, card),)})
    if "before" not in request.form:
        return draft_asked_for(here)
    place, nth = (parse_integer(request.form.get(name), LARGEST_PAGE_NUMBER) or 0 for name in ("before", "nth"))
    asked = picked_at(here, place, nth)
    if not isinstance(asked.event, Play):
        abort(404, description=_("No card stands at this entry. It may have been taken back meanwhile."))
    try:
        return with_forgotten(asked, asked.event, card)
    except TooLong:
        abort(422, description=_too_long())
