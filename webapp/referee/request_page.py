"""Pages and addresses of a change request, open or decided: its entries, its effect, and who decides."""

import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NoReturn

from flask import Blueprint, abort, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from rules_core.events import Adjust, Amend, Ruling, VoidHand
from rules_core.findings import Refusal
from webapp.access.device import or_404, require
from webapp.access.visit import Visit, visit, visit_to_take_part
from webapp.games.common import entries as words
from webapp.games.common.desk_refusals import came_later_said
from webapp.games.common.names import void_the
from webapp.games.common.refusals import refusal_said
from webapp.http.answers import Page, local_path
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.journal.lines import USED
from webapp.pages.entry_location import entry_at, event_told, is_closed_entry, placed, placed_plainly, where
from webapp.pages.table_page import form_key, page_of
from webapp.referee import filing
from webapp.referee.amending import adjustments
from webapp.referee.amending.draft import Draft, tried
from webapp.referee.amending.preview import Section, sections
from webapp.referee.cases.subject import subject_of
from webapp.referee.filing import answer_change, ask_for_change, came_later, entries_from, may_answer
from webapp.services import services
from webapp.table import forms
from webapp.table.change_requests import ChangeRequest, Signer
from webapp.table.closed_questions import asks_closed
from webapp.table.entry import Entry
from webapp.table.keeper import Made, MovedOn, Outcome, Refused
from webapp.table.lines import lines_of
from webapp.table.lines.matters import Reopened
from webapp.table.lines.people import PutBack
from webapp.table.permissions import closed_to, is_closed, referee_decides, signers_missing
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.cases import proposed, rule_of, ruled, signatures_said
from webapp.words.phrases import NOT_ASKED_FOR, by_organiser, joined
from webapp.words.turn import changes_said


@dataclass(frozen=True)
class ShownChange:
    """A change request as its page and the lists show it.

    `lines` say what the title does not; `sections` have before and after of a correction, as its editor shows them;
    `state` says what became of it. `keys` are the sides for which this phone may agree, each with what its key says;
    `late`: why it does not for the own side. `problem`: why it cannot be taken as things stand.
    """

    number: int
    title: str
    lines: list[Markup | str]
    why: str
    by: str
    made_at: datetime
    state: str
    is_open: bool
    url: str
    case_url: str | None
    effect: adjustments.Effect | None = None
    sections: Sequence[Section] = ()
    problem: str | None = None
    keys: list[tuple[int, str]] = field(default_factory=list)
    late: str = ""
    may_answer: bool = False
    may_drop: bool = False


def shown_change(now: Snapshot, viewer: Viewer, change: ChangeRequest) -> ShownChange:
    made = entries_from(now, change.entries)
    effect = _effect(now, viewer, change, made) if change.is_open else None
    differs = _sections(now, viewer, made) if isinstance(effect, adjustments.Effect) else []
    referee, by = referee_decides(now, change), _asker(change)
    subject = subject_of(now, viewer, change.case) if change.case else None
    return ShownChange(
        change.number,
        title_of(now, change),
        list(_lines(now, viewer, change, made)),
        change.why,
        by,
        change.made_at,
        _state(now, change),
        change.is_open,
        url_for("requests.show", table_id=now.table.id, number=change.number),
        subject.url if subject is not None else None,
        effect if isinstance(effect, adjustments.Effect) and not differs else None,
        differs,
        effect if isinstance(effect, str) else None,
        [] if referee else list(_keys(now, viewer, change)),
        "" if referee or not _asks_sides(now, change) else _late(now, viewer, change),
        change.is_open and viewer.is_referee and referee and (not is_closed(now) or _lacks_referee(now, change)),
        change.is_open and change.device_id == viewer.device_id,
    )


def told_plainly(now: Snapshot, viewer: Viewer, change: ChangeRequest) -> Iterator[str]:
    """Yields what the title of a request does not say, as plain text, its cards by name."""
    made = entries_from(now, change.entries)
    yield from map(str, _lines(now, viewer, change, made, plainly=True))


def title_of(now: Snapshot, change: ChangeRequest) -> str:
    """Returns the requester and the request, in one sentence without its end."""
    name, made = _asker(change), entries_from(now, change.entries)
    kinds = {entry.kind for entry in made}
    if Ruling in kinds:
        return _("%(name)s proposes a ruling", name=name)
    if any(isinstance(line, Reopened) for line in lines_of(change)):
        return _("%(name)s proposes to reopen a ruling", name=name)
    points = next((entry.event.points for entry in made if isinstance(entry.event, Adjust)), None)
    if points is not None:
        return _("%(name)s asks to adjust: %(points)s", name=name, points=changes_said(filing.names(now), points))
    if VoidHand in kinds:
        return _("%(name)s asks: %(what)s", name=name, what=void_the(now.table.game))
    number = sum(len(entry.changes) for entry in made)
    return ngettext(
        "%(name)s asks to correct %(num)s entry", "%(name)s asks to correct %(num)s entries", number, name=name
    )


def _asker(change: ChangeRequest) -> str:
    """Returns who asks for a change, by whom the first signature under that of a closed round is, too."""
    is_organiser = bool(change.signed) and change.signed[0].role is Signer.ORGANISER
    return change.by or (_("The organiser") if is_organiser else _("The host"))


def waiting_title(now: Snapshot, viewer: Viewer) -> tuple[str, str, str] | None:
    """Returns the notice about the oldest open request: title, next step, address."""
    waiting = now.desk.waiting
    if not waiting:
        return None
    due = [change for change in waiting if _is_due(now, viewer, change)]
    one = (due or waiting)[0]
    if is_closed(now):
        text = _("Waits for your answer.") if due else signatures_said("", _missing(now, one))
    elif referee_decides(now, one):
        text = _("Waits for your answer.") if viewer.is_referee else _("Waits for the referee.")
    else:
        text = _("Your side is asked.") if due else _("Waits for all sides.")
    return title_of(now, one), text, url_for("requests.show", table_id=now.table.id, number=one.number)


def _is_due(now: Snapshot, viewer: Viewer, change: ChangeRequest) -> bool:
    """Tells whether this phone is asked: the referee, or a side that has not agreed."""
    if referee_decides(now, change):
        return viewer.is_referee and (not is_closed(now) or _lacks_referee(now, change))
    return any(True for _key in _keys(now, viewer, change))


def _lacks_referee(now: Snapshot, change: ChangeRequest) -> bool:
    return Signer.REFEREE in signers_missing(now, change)


def _asks_sides(now: Snapshot, change: ChangeRequest) -> bool:
    return change.is_open and (not is_closed(now) or Signer.SIDE in signers_missing(now, change))


def _keys(now: Snapshot, viewer: Viewer, change: ChangeRequest) -> Iterator[tuple[int, str]]:
    if not _asks_sides(now, change):
        return
    signs = is_closed(now)
    own, named = filing.own_side(now, viewer), filing.names(now)
    for side in filing.missing(now, change):
        if filing.may_agree(now, viewer, change, side):
            mine = _("Sign") if signs else _("I agree")
            theirs = _("%(name)s signs", name=named[side]) if signs else _("%(name)s agrees", name=named[side])
            yield side, mine if side == own else theirs


def _late(now: Snapshot, viewer: Viewer, change: ChangeRequest) -> str:
    due = change.is_open and filing.own_side(now, viewer) in filing.missing(now, change)
    return came_later_said() if due and came_later(now, viewer, change) else ""


def _state(now: Snapshot, change: ChangeRequest) -> str:
    name = change.answered_by or (_("The organiser") if is_closed(now) else _("The host"))
    match change.state:
        case "allowed":
            return _("%(name)s allowed it.", name=name)
        case "denied":
            return _("%(name)s refused it.", name=name)
        case "agreed":
            return _("All sides agreed.")
        case "signed":
            return signatures_said(signers(change), "")
        case "dropped":
            return _("It was taken back.")
    if is_closed(now):
        return signatures_said(signers(change), _missing(now, change))
    if referee_decides(now, change):
        return _("Waits for the referee.")
    named = filing.names(now)
    agreed = [named[side] for side in sorted(change.agreed)]
    still = _("Not yet: %(names)s.", names=joined([named[side] for side in filing.missing(now, change)]))
    return " ".join([_("Agreed: %(names)s.", names=joined(agreed)), still]) if agreed else still


def signers(change: ChangeRequest) -> str:
    """Returns the names of those who signed a change of a closed round."""
    return joined([by_organiser(one.name) for one in change.signed])


def _missing(now: Snapshot, change: ChangeRequest) -> str:
    said = {
        Signer.REFEREE: _("the referee (%(names)s)", names=joined(now.people.referees)),
        Signer.SIDE: _("a side of the table"),
        Signer.ORGANISER: _("the organiser"),
    }
    return joined([said[role] for role in signers_missing(now, change)])


def _effect(
    now: Snapshot, viewer: Viewer, change: ChangeRequest, made: Sequence[Entry]
) -> adjustments.Effect | str | None:
    if filing.is_stale(now, change):
        return refusal_said(filing.STALE, now.table.players).text
    if not made or (not viewer.is_referee and any(closed_to(now, viewer, entry) for entry in made)):
        return None
    if any(entry.kind is Amend and asks_closed(now, viewer, entry) for entry in made):
        return None  # the result is told once it is made
    reopens = [line for line in lines_of(change) if isinstance(line, Reopened)]
    both = is_closed(now)
    who = replace(viewer, agreed=True, countersigned=both)
    who = replace(viewer, for_all=True, on_appeal=True, countersigned=both) if change.is_appeal else who
    after = services().tables.would(now, who, *made, desk=reopens)
    if isinstance(after, Refusal):
        return refusal_said(after, now.table.players).text
    effect = adjustments.effect_of(now, after, viewer, desk=viewer.is_referee)
    rules = any(isinstance(entry.event, Ruling) for entry in made)
    changes = isinstance(effect, str) or any(before != then for _name, before, then in effect.rows)
    return effect if changes or not rules else None


def _sections(now: Snapshot, viewer: Viewer, made: Sequence[Entry]) -> list[Section]:
    """Returns before and after of a correction as the editor shows this viewer; none where it shows nothing."""
    if not viewer.takes_part or [entry.kind for entry in made] != [Amend]:
        return []
    draft = Draft({change.target: tuple(part.raw for part in change.entries) for change in made[0].changes})
    found = tried(now, viewer, draft)
    return sections(Visit(now, viewer), found) if found.fits and found.judged else []


def _lines(
    now: Snapshot, viewer: Viewer, change: ChangeRequest, made: Sequence[Entry], *, plainly: bool = False
) -> Iterator[Markup | str]:
    was_made = change.state in ("allowed", "agreed", "signed")
    for entry in made:
        match entry.event:
            case Ruling() as ruling:
                said = ruled(ruling) if was_made else proposed(ruling, void_the(now.table.game))
                yield " ".join(part for part in (said, rule_of(ruling)) if part)
            case Adjust(points=points) if len(made) > 1:
                yield changes_said(filing.names(now), points)
            case Amend():
                told = _corrected(now, viewer, entry, was_made=was_made, plainly=plainly)
                yield from (line.striptags() if plainly else line for line in told)


def _corrected(now: Snapshot, viewer: Viewer, entry: Entry, *, was_made: bool, plainly: bool) -> Iterator[Markup]:
    """Yields each change as *was, then*; once made its new entries; where the old ones are closed, only the place."""
    say, say_place = (words.spoken, placed_plainly) if plainly else (words.entry, placed)
    for change in entry.changes:
        node = entry_at(now, change.target)
        if node is None:
            continue
        told = Markup("%s") % say_place(now, viewer, node)
        if is_closed_entry(now, viewer, node):
            yield told
            continue
        events = [event_told(now, part.event) for part in change.entries if part.event is not None]
        put = [say(event, now.table.players) for event in events]
        then = Markup(", ").join(put) if put else Markup("%s") % _("deleted")
        if was_made:
            yield Markup("%s: <b>%s</b>") % (where(now, node), then)
        else:
            yield Markup("<s>%s</s> → <b>%s</b>") % (told, then)


bp = Blueprint("requests", __name__)


@bp.post("/tables/<int:table_id>/changes")
def ask(table_id: int) -> Response | Page:
    """Asks for an entry that the table does not take without leave."""
    now, viewer = visit_to_take_part(table_id)
    event = forms.decoded(request.form.get("event", ""), dict[str, Any])
    filed = ask_for_change(now, viewer, event, request.form.get("reason", ""), op=form_key())
    if isinstance(filed, Refused):
        _refuse(now, filed.refusal)
    return redirect(url_for("requests.show", table_id=table_id, number=filed.number), 303)


@bp.get("/tables/<int:table_id>/changes/<int:number>")
def show(table_id: int, number: int) -> str:
    """Shows a request, its effect, and who decides; to everybody at the table."""
    now, viewer = visit(table_id)
    return _page(now, viewer, _change(now, number))


@bp.post("/tables/<int:table_id>/changes/<int:number>/answer")
def answer(table_id: int, number: int) -> Response | Page:
    """Allows a request, which makes it at once, or refuses it. For the referee."""
    back = local_path(request.form.get("back", ""))
    return _decided(table_id, number, request.form.get("answer", ""), back or url_for("desk.show", table_id=table_id))


@bp.post("/tables/<int:table_id>/changes/<int:number>/agree")
def agree(table_id: int, number: int) -> Response | Page:
    """Says that a side agrees; with the last one it is made."""
    return _decided(table_id, number, "agree")


@bp.post("/tables/<int:table_id>/changes/<int:number>/withdraw")
def withdraw(table_id: int, number: int) -> Response | Page:
    """Withdraws a request, by the device that made it."""
    return _decided(table_id, number, "withdraw")


def _decided(table_id: int, number: int, said: str, then: str = "") -> Response | Page:
    now, viewer = visit_to_take_part(table_id)
    require(may_answer(viewer, said))
    change, why = _change(now, number), request.form.get("reason", "")
    side = parse_integer(request.form.get("side"))
    if said == "agree" and side is None:
        abort(400)
    outcome = answer_change(now, viewer, change, said, side=side, why=why, op=form_key())
    return _answered(outcome, viewer, number, then or url_for("requests.show", table_id=table_id, number=number), why)


def _answered(outcome: Outcome, viewer: Viewer, number: int, then: str, why: str) -> Response | Page:
    match outcome:
        case Made():
            return redirect(then, 303)
        case Refused(refusal=refusal):
            status = 403 if refusal.code in ("not-yours", "not-your-side", "came-later", "not-referee") else 409
            status = 422 if refusal == USED else status
            now = services().tables.at(outcome.now.table.id)
            return _page(now, viewer, _change(now, number), refusal, why), status
        case MovedOn(now=now):
            return _page(now, viewer, _change(now, number), filing.STALE, why), 409


def _page(now: Snapshot, viewer: Viewer, change: ChangeRequest, refusal: Refusal | None = None, why: str = "") -> str:
    """The page; `why` is the reason as it was typed, where the answer was refused."""
    error = None if refusal is None else refusal_said(refusal, now.table.players).said
    shown = shown_change(now, viewer, change)
    return render_template("referee/changes/show.html", page=page_of(now, viewer), change=shown, error=error, why=why)


def _change(now: Snapshot, number: int) -> ChangeRequest:
    return or_404(now.desk.change(number), _(NOT_ASKED_FOR))


def _refuse(now: Snapshot, refusal: Refusal) -> NoReturn:
    status = 409 if refusal.code == "too-many-requests" else 422
    abort(status, description=refusal_said(refusal, now.table.players).said)


@bp.post("/tables/<int:table_id>/put-back")
def tell_put_back(table_id: int) -> Page:
    """Notes on the desk that this phone has seen a later entry: 200; 204 where the log holds it after all.

    It is believed by the mark alone, which a phone gets with that entry: 400 without.
    """
    now, viewer = visit(table_id)
    seen = parse_integer(request.form.get("seen", ""))
    if seen is None or not _is_known(table_id, seen, request.form.get("mark", "")):
        abort(400, description=_("This phone was never shown that entry."))
    if seen <= now.fold.seq:
        return "", 204
    services().tables.add(table_id, viewer, PutBack(seen))
    return "", 200


def _is_known(table_id: int, seen: int, mark: str) -> bool:
    return hmac.compare_digest(services().store.chain.seen(table_id, seen).encode(), mark.encode("utf-8", "replace"))
