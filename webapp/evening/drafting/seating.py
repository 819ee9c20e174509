"""Seating of the next round: drafted and published."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from flask import (
    Blueprint,
    abort,
    render_template,
    request,
    url_for,
)
from msgspec.structs import replace
from werkzeug.utils import redirect
from werkzeug.wrappers import Response

from rules_core.games import GAMES
from webapp.evening import lines as kinds
from webapp.evening.drafting.draft import (
    Draft,
    NotADraft,
    draft_of_round,
    drawn,
    drawn_around,
    pasted_seats,
    read_draft,
    with_waiting_out,
)
from webapp.evening.drafting.draft_page import (
    DraftView,
    NotAChange,
    changed_by_hand,
    draft_context,
    played_at,
    refused_said,
    stage_of,
)
from webapp.evening.drafting.requests import draw_of
from webapp.evening.keeper import EveningKeeper, EveningNow, LineRefused
from webapp.evening.lines import EveningRefusal
from webapp.evening.people.sent_lines import sent_lines
from webapp.evening.refusal_words import said, status
from webapp.evening.rounds import reseated, seated
from webapp.evening.seating.request import SeatingRefused
from webapp.evening.state import Round
from webapp.evening.visit import EveningVisit, visit_to_run
from webapp.files.refusals import NotRead
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.pages.form_key import form_key
from webapp.services import services
from webapp.store.evening_changes import EveningChange
from webapp.store.models import now as moment
from webapp.table.forms import NotAnEvent


def obstacles(now: EveningNow, draft: Draft) -> list[str]:
    """Returns why a draft cannot be published, in sentences."""
    state, people = now.state, draft.seating.people
    players = GAMES[state.plan.game].players if state.plan.game in GAMES else ()
    twice = [one for one, times in Counter(people).items() if times > 1]
    return [
        *(_("%(name)s sits in two places.", name=state.name(one)) for one in sorted(twice)),
        *(
            _("At table %(number)s sit %(num)s: that many cannot play this game.", number=number, num=len(those))
            for number, those in sorted(draft.tables)
            if len(those) not in players
        ),
    ]


def published(now: EveningNow, draft: Draft, here: Round | None) -> tuple[kinds.Line, EveningChange] | None:
    """Returns the line by which a draft holds, with what belongs to it; None for a change that changes nothing."""
    if here is None:
        line, change = seated(now, sorted(draft.tables), sorted(draft.seating.byes), moment())
        return replace(line, draw=draft.draw), change
    changes, change = reseated(now, here, sorted(draft.tables), sorted(draft.seating.byes))
    if not changes.tables and not changes.emptied and changes.byes == here.byes:
        return None
    return changes, change


bp = Blueprint("evening_seating", __name__, url_prefix="/evenings/<int:evening_id>/seating")
Page = tuple[str, int]
CONFLICT, NOT_TAKEN = 409, 422


class Draw(NamedTuple):
    """A draft, of the next round or of `here`, which is seated already."""

    now: EveningNow
    draft: Draft
    here: Round | None


@bp.get("")
def show(evening_id: int) -> str | Page:
    """Shows the next round as it is drawn; or the round that is seated, as long as it is not over."""
    now = visit_to_run(evening_id).now
    if (refusal := _refusal(now)) is not None:
        return _sentence(now, said(refusal)), status(refusal)
    return _drawn(now, draw_of(now))


@bp.post("")
def change(evening_id: int) -> Response | str | Page:
    """Changes the draft that was sent, as `does` says, and shows it; or publishes it."""
    here = visit_to_run(evening_id)
    does = request.form.get("does", "") or request.form.get("sure", "")
    if not does:
        abort(400)
    if (refusal := _refusal(here.now)) is not None:
        return _sentence(here.now, said(refusal)), status(refusal)
    try:
        draft = read_draft(*(request.form.get(name, "") for name in ("tables", "byes", "draw")))
    except NotADraft:
        abort(400)
    if not set(draft.seating.people) <= set(here.now.state.people):
        abort(400)
    draw = Draw(here.now, draft, _changing(here.now))
    if request.form.get("stage") != stage_of(draw.now, draw.here):
        if does == "publish" and draw.here is not None and published(draw.now, draft, draw.here) is None:
            return _back(here.now)  # the form was sent twice
        shown = DraftView(news=[said(EveningRefusal("moved-on"))])
        return _drawn(here.now, draw_of(here.now), shown), CONFLICT
    return _done(here, draw, does)


def _done(here: EveningVisit, draw: Draw, does: str) -> Response | str | Page:
    if does == "publish":
        return _publish(here, draw)
    if does == "anew" and draw.here is None:
        return _drawn(draw.now, draw.draft.draw + 1)
    if does == "paste" and draw.here is None:
        return _pasted(draw)
    if does == "leave":
        return _page(draw)
    picked = parse_integer(request.form.get("picked"))
    if does.startswith("pick:"):
        person = parse_integer(does.removeprefix("pick:"))
        if person not in draw.now.state.people:
            abort(400)
        if picked is None or picked == person:
            return _page(draw, DraftView(None if picked == person else person))
        does = f"{picked}-{person}"
    return _by_hand(draw, does)


def _by_hand(draw: Draw, does: str) -> str | Page:
    sure = request.form.get("sure") == does
    try:
        made = changed_by_hand(draw.now, draw.draft, draw.here, does, sure=sure)
    except NotAChange:
        return _page(draw, DraftView(problems=[_("This change is not possible.")])), NOT_TAKEN
    return _page(draw._replace(draft=made.draft), DraftView(asked=made.asked))


def _pasted(draw: Draw) -> str | Page:
    try:
        sent = sent_lines()
    except NotRead as problem:
        text = request.form.get("text", "")
        return _page(draw, DraftView(problems=[problem.said], text=text)), problem.status
    pasted = pasted_seats(sent.lines, draw.now.state)
    problems: Sequence[str] = pasted.problems or ([] if pasted.tables else [_("No table stands there.")])
    if not problems:
        try:
            return _page(draw._replace(draft=drawn_around(draw.now, pasted, draw.draft.draw)))
        except SeatingRefused as refusal:
            problems = [refused_said(refusal, draw.now.state)]
    return _page(draw, DraftView(problems=problems, text=sent.text)), NOT_TAKEN


def _publish(here: EveningVisit, draw: Draw) -> Response | Page:
    if draw.here is None:
        now_here = [one.number for one in draw.now.state.present]
        draft, came, left = with_waiting_out(draw.draft, now_here)
        if came or left:
            return _page(draw._replace(draft=draft), DraftView(news=_news(draw.now, came, left))), CONFLICT
    if problems := [*obstacles(draw.now, draw.draft), *_moved_where_played(draw)]:
        return _page(draw, DraftView(problems=problems)), NOT_TAKEN
    made = published(draw.now, draw.draft, draw.here)
    if made is None:
        return _back(draw.now)
    line, opening = made
    outcome = services().part(EveningKeeper).add(draw.now.row.id, here.viewer, line, op=_key(), change=opening)
    if isinstance(outcome, LineRefused):
        shown = DraftView(problems=[said(outcome.refusal)])
        return _page(draw._replace(now=outcome.now), shown), status(outcome.refusal)
    for table_id in opening.leaves:  # the evening's referees have no right there any more
        services().play.refresh(table_id)
    return _back(draw.now)


def _moved_where_played(draw: Draw) -> list[str]:
    if draw.here is None:
        return []
    wanted = dict(draw.draft.tables)
    played = played_at(draw.now, draw.here)
    moved = [number for number in sorted(played) if wanted.get(number) != draw.here.sittings[number].people]
    return [_("Table %(number)s has begun: nobody is moved there any more.", number=number) for number in moved]


def _news(now: EveningNow, came: Sequence[int], left: Sequence[int]) -> list[str]:
    names, gone = (", ".join(now.state.name(one) for one in those) for those in (came, left))
    comes = ngettext("%(names)s has come and sits out.", "%(names)s have come and sit out.", len(came), names=names)
    goes = ngettext(
        "%(names)s does not play and is left out.", "%(names)s do not play and are left out.", len(left), names=gone
    )
    return [*([comes] if came else []), *([goes] if left else [])]


def _changing(now: EveningNow) -> Round | None:
    """Returns the round that is seated and not over, which is changed then; else the next one is seated."""
    return None if now.state.round is None or now.state.round.ended else now.state.round


def _back(now: EveningNow) -> Response:
    return redirect(url_for("evenings.show", evening_id=now.row.id), 303)


def _refusal(now: EveningNow) -> EveningRefusal | None:
    if now.state.is_closed:
        return EveningRefusal("closed")
    return None if now.state.plan.is_tournament else EveningRefusal("no-rounds")


def _drawn(now: EveningNow, draw: int, shown: DraftView | None = None) -> str:
    here = _changing(now)
    if here is not None:
        return _page(Draw(now, draft_of_round(here), here), shown)
    try:
        return _page(Draw(now, drawn(now, draw), None), shown)
    except SeatingRefused as refusal:
        return _sentence(now, refused_said(refusal, now.state))


def _sentence(now: EveningNow, problem: str) -> str:
    back = url_for("evenings.show", evening_id=now.row.id)
    return render_template("evening/refused.html", evening=now.state, evening_id=now.row.id, problem=problem, back=back)


def _page(draw: Draw, shown: DraftView | None = None) -> str:
    return render_template(
        "evening/seating.html", **draft_context(draw.now, draw.draft, shown or DraftView(), draw.here)
    )


def _key() -> str | None:
    try:
        return form_key()
    except NotAnEvent:
        return None
