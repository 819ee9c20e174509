"""Seating of the next round: drafted, published, and how far that has come, for the page that waits for it."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from time import sleep
from typing import NamedTuple

from flask import Blueprint, abort, jsonify, render_template, request, url_for
from werkzeug.utils import redirect
from werkzeug.wrappers import Response

from webapp.access.device import current_device
from webapp.evening.acts import refused_page
from webapp.evening.drafting.draft import (
    SeatingDraft,
    draft_of_round,
    draw_of,
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
    refused_said,
    stage_of,
)
from webapp.evening.keeper import EveningKeeper, EveningNow
from webapp.evening.lines import EveningRefusal
from webapp.evening.refusal_words import said, status
from webapp.evening.rounds import reseat_round, seat_round
from webapp.evening.seating.shape import SeatingRefused
from webapp.evening.state import Round
from webapp.evening.typed_people import sent_lines
from webapp.evening.visit import EveningVisit, visit_to_run
from webapp.files.kinds import NotRead
from webapp.http.answers import Page
from webapp.http.durations import FOLD_PAUSE
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.http.limits import LONGEST_PROGRESS_KEY, PROGRESS_KEPT
from webapp.http.newest import keep_newest
from webapp.pages.table_page import key_of_form
from webapp.services import services
from webapp.words.phrases import listed

NO_NEWS = 204


@dataclass(frozen=True)
class Share:
    """How much of something is done, from 0 to 1, and that in words."""

    done: float
    said: str


@dataclass(frozen=True)
class Working:
    """Work that tells how far it has come, under the key of the page that waits for it, if that has one."""

    kept: OrderedDict[str, Share]
    key: str | None

    def drawn(self, share: float) -> None:
        """Notes the progress of a draw, and yields to other requests."""
        self._note(share, "%(share)s %%", share=int(100 * share))
        sleep(0)

    def opened(self, done: int, of: int) -> None:
        """Notes how many tables are open, and yields to requests that only read."""
        self._note(done / of, _l("%(done)s of %(of)s tables"), done=done, of=of)
        sleep(FOLD_PAUSE)

    def _note(self, far: float, sentence: str, /, **facts: int) -> None:
        if self.key is not None:
            keep_newest(self.kept, self.key, Share(far, _(sentence, **facts)), PROGRESS_KEPT)


class SeatingProgress:
    """Seatings under way in this process. Others do not know of them, and show no percentage."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Share] = OrderedDict()

    def of_request(self) -> Working:
        return Working(self._kept, _key())

    def now(self) -> Share | None:
        """Returns how far that has come which this request asks about; it waits for nothing that the work holds."""
        return self._kept.get(_key() or "")


def _key() -> str | None:
    key = request.values.get("takes", "")
    device = current_device() if 0 < len(key) <= LONGEST_PROGRESS_KEY else None
    return None if device is None else f"{device.id} {key}"


bp = Blueprint("evening_seating", __name__, url_prefix="/evenings")
CONFLICT, NOT_TAKEN = 409, 422


class Draw(NamedTuple):
    """A draft, of the next round or of `here`, which is seated already."""

    now: EveningNow
    draft: SeatingDraft
    here: Round | None


@bp.get("/<int:evening_id>/seating")
def show(evening_id: int) -> str | Page:
    """Shows the next round as it is drawn; or the round that is seated, as long as it is not over."""
    now = visit_to_run(evening_id).now
    if (refusal := _refusal(now)) is not None:
        return refused_page(now, said(refusal)), status(refusal)
    return _drawn(now, draw_of(now))


@bp.post("/<int:evening_id>/seating")
def change(evening_id: int) -> Response | str | Page:
    """Changes the draft that was sent, as `does` says, and shows it; or publishes it."""
    here = visit_to_run(evening_id)
    does = request.form.get("does", "") or request.form.get("sure", "")
    if not does:
        abort(400)
    if (refusal := _refusal(here.now)) is not None:
        return refused_page(here.now, said(refusal)), status(refusal)
    draft = read_draft(*(request.form.get(name, "") for name in ("tables", "byes", "draw")))
    if not set(draft.seating.people) <= set(here.now.state.people):
        abort(400)
    draw = Draw(here.now, draft, here.now.state.running)
    if request.form.get("stage") != stage_of(draw.now, draw.here):
        if does == "publish" and _was_sent(draw):
            return _back(here.now)
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
    sure = request.form.get("sure") == does
    try:
        made = changed_by_hand(draw.now, draw.draft, draw.here, does, sure=sure)
    except NotAChange:
        return _page(draw, DraftView(problems=[_("This change is not possible.")])), NOT_TAKEN
    return _page(draw._replace(draft=made)) if isinstance(made, SeatingDraft) else _page(draw, DraftView(asked=made))


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
            return _page(draw._replace(draft=drawn_around(draw.now, pasted, draw.draft.draw, _work().drawn)))
        except SeatingRefused as refusal:
            problems = [refused_said(refusal, draw.now.state)]
    return _page(draw, DraftView(problems=problems, text=sent.text)), NOT_TAKEN


def _publish(here: EveningVisit, draw: Draw) -> Response | Page:
    if draw.here is None:
        now_here = [one.number for one in draw.now.state.present]
        draft, came, left = with_waiting_out(draw.draft, now_here)
        if came or left:
            return _page(draw._replace(draft=draft), DraftView(news=_news(draw.now, came, left))), CONFLICT
    now, who, seats, byes = draw.now, here.viewer, sorted(draw.draft.tables), sorted(draw.draft.seating.byes)
    if draw.here is None:
        outcome = seat_round(now, who, seats, byes, draw=draw.draft.draw, op=key_of_form(), told=_work().opened)
    else:
        outcome = reseat_round(now, who, draw.here, seats, byes, key_of_form(), told=_work().opened)
    if isinstance(outcome, EveningRefusal):
        shown = DraftView(problems=[said(outcome)])
        draw = draw._replace(now=services().part(EveningKeeper).at(now.row.id))
        return _page(draw, shown), status(outcome)
    return _back(now)


def _was_sent(draw: Draw) -> bool:
    """Tells whether the round is seated by this draft, whose form was sent twice."""
    if draw.here is None or request.form.get("stage") != f"next-{draw.here.number}":
        return False
    held = draft_of_round(draw.here)
    return sorted(draw.draft.tables) == sorted(held.tables) and set(draw.draft.seating.byes) == set(draw.here.byes)


def _news(now: EveningNow, came: Sequence[int], left: Sequence[int]) -> list[str]:
    names, gone = (listed(map(now.state.name, those)) for those in (came, left))
    comes = ngettext("%(names)s has come and sits out.", "%(names)s have come and sit out.", len(came), names=names)
    goes = ngettext(
        "%(names)s does not play and is left out.", "%(names)s do not play and are left out.", len(left), names=gone
    )
    return [*([comes] if came else []), *([goes] if left else [])]


def _back(now: EveningNow) -> Response:
    return redirect(url_for("evenings.show", evening_id=now.row.id), 303)


def _refusal(now: EveningNow) -> EveningRefusal | None:
    if now.state.is_closed:
        return EveningRefusal("closed")
    return None if now.state.plan.is_tournament else EveningRefusal("no-rounds")


def _drawn(now: EveningNow, draw: int, shown: DraftView | None = None) -> str:
    here = now.state.running
    if here is not None:
        return _page(Draw(now, draft_of_round(here), here), shown)
    try:
        return _page(Draw(now, drawn(now, draw, _work().drawn), None), shown)
    except SeatingRefused as refusal:
        return refused_page(now, refused_said(refusal, now.state))


def _page(draw: Draw, shown: DraftView | None = None) -> str:
    return render_template(
        "evening/seating.html", **draft_context(draw.now, draw.draft, shown or DraftView(), draw.here)
    )


def _work() -> Working:
    return services().part(SeatingProgress).of_request()


@bp.get("/progress")
def progress() -> Response:
    """Sends the share that is done, in words too; nothing where it is not known."""
    found = services().part(SeatingProgress).now()
    return Response(status=NO_NEWS) if found is None else jsonify(done=found.done, said=found.said)
