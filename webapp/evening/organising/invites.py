"""Invites of an evening: to check in, for screens and guests, on cards to print; letting out deputies and referees."""

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from webapp.access.device import grant_here, once, require
from webapp.access.join_links import join_link
from webapp.evening.acts import act, answered
from webapp.evening.follower import EveningTables
from webapp.evening.keeper import EveningNow, Outcome
from webapp.evening.lines import Helper
from webapp.evening.organising.last_entry import name_of
from webapp.evening.summary import TableSummary
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import EveningVisit, visit_to_help, visit_to_run
from webapp.http.answers import Page
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.http.limits import HIGHEST_CARD, MOST_CARDS
from webapp.journal.lines import Key
from webapp.services import services
from webapp.store.evening_models import EveningChange
from webapp.store.models import Grant
from webapp.store.roles import Role, Scope, may_invite

bp = Blueprint("evening_invites", __name__, url_prefix="/evenings/<int:evening_id>")
SHOWN_ROLES = (Role.PLAYER, Role.WATCHER)
FEWEST = 4
"""A sheet holds as many."""


@bp.get("/share")
def show(evening_id: int) -> str:
    """Shows the QR and the code of a role."""
    here, role = visit_to_help(evening_id), _role(request.args.get("role", Role.PLAYER))
    invite = services().store.invites(evening_id, Scope.EVENING).get(role)
    return here.page("evening/share.html", role=role, link=None if invite is None else join_link(invite))


def _role(sent: str) -> Role:
    """Returns a role whose code is for everybody; else ends the request with 400."""
    if sent not in SHOWN_ROLES:
        abort(400)
    return Role(sent)


@bp.get("/cards")
def show_cards(evening_id: int) -> str | Page:
    """Shows the cards that were made, from one number to another, as they are printed; else asks which."""
    here = visit_to_run(evening_id)
    return _page(here, *_wanted(here, request.args.get("first", ""), request.args.get("last", "")))


@bp.post("/cards")
def make_cards(evening_id: int) -> Response | Page:
    """Makes the missing cards; with `anew` all cards of these tables, which ends the old ones."""
    here = visit_to_run(evening_id)
    first, last = (parse_integer(request.form.get(name, ""), most=HIGHEST_CARD) for name in ("first", "last"))
    if first is None and last is None and not request.form:
        abort(400)
    if first is None or last is None or not 1 <= first <= last or last - first >= MOST_CARDS:
        said = _("Two numbers, the smaller one first, at most %(most)s cards.", most=MOST_CARDS)
        return _page(here, *_wanted(here, "", ""), problem=said), 422
    services().store.make_cards(evening_id, range(first, last + 1), again=request.form.get("does") == "anew")
    return redirect(url_for("evening_invites.show_cards", evening_id=evening_id, first=first, last=last), 303)


def _wanted(here: EveningVisit, first: str, last: str) -> tuple[int, int]:
    """The numbers that are shown: those of the address, else the tables that there may be."""
    low, high = parse_integer(first, most=HIGHEST_CARD), parse_integer(last, most=HIGHEST_CARD)
    if low is not None and high is not None and 1 <= low <= high:
        return low, min(high, low + MOST_CARDS - 1)
    sizes = here.now.state.plan.sizes
    tables = -(-len(here.now.state.present) // sizes[0]) if sizes else 0
    return 1, min(MOST_CARDS, max(FEWEST, tables))


def _page(here: EveningVisit, first: int, last: int, problem: str = "") -> str:
    made = services().store.table_cards(here.now.row.id)
    cards = [(number, join_link(made[number]), made[number]) for number in range(first, last + 1) if number in made]
    again = services().store.replaced_cards(here.now.row.id)
    return here.page(
        "evening/cards.html",
        first=first,
        last=last,
        cards=cards,
        again=again,
        missing=last - first + 1 - len(cards),
        problem=problem,
    )


INVITED = (Role.DEPUTY, Role.REFEREE)
"""Roles whose invite serves one phone."""
ROLES = {Role.ORGANISER: _l("Runs the evening"), Role.DEPUTY: _l("Deputy"), Role.REFEREE: _l("Referee")}


def helper_rows(now: EveningNow, viewer: EveningViewer) -> list[tuple[Grant, str, str, bool]]:
    """Returns the grants of organisers, deputies and referees, in that order.

    With each the name, the role in words, and whether this viewer may let that phone out.
    """
    order = list(ROLES)
    helping = sorted((one for one in now.grants if one.role in ROLES), key=lambda one: order.index(one.role))
    return [
        (one, helper_name(now, one), role_said(one.role), one.role in INVITED and may_let_out(viewer, one))
        for one in helping
    ]


def may_let_out(viewer: EveningViewer, helper: Grant) -> bool:
    """Tells whether this viewer may end a helper's grant; helpers may always end their own."""
    return helper.device_id == viewer.device_id or may_invite(viewer.role, helper.role, Scope.EVENING)


def role_said(role: Role) -> str:
    return _(ROLES[role])


def helper_name(now: EveningNow, helper: Grant) -> str:
    """Returns the signature of a helper, else the name on the list, else the role."""
    return name_of(now, helper) or role_said(helper.role)


@bp.get("/helpers")
def show_helpers(evening_id: int) -> str:
    """Shows the helpers, and the codes of open invites."""
    here = visit_to_run(evening_id)
    invites = services().store.invites(evening_id, Scope.EVENING)
    awaited = [
        (role, role_said(role), join_link(invites[role]) if role in invites else None)
        for role in INVITED
        if may_invite(here.viewer.role, role, Scope.EVENING)
    ]
    return here.page("evening/helpers.html", rows=helper_rows(here.now, here.viewer), awaited=awaited)


@bp.get("/helpers/<int:number>/out")
def leaving(evening_id: int, number: int) -> str:
    """Asks for confirmation before somebody is dismissed."""
    return _leaving_page(*_asked(evening_id, number))


@bp.post("/helpers/<int:number>/out")
def let_out(evening_id: int, number: int) -> Response | Page:
    """Dismisses a deputy or referee: that phone loses its role at the evening and at all its tables.

    422 where something waits for a referee and that was not confirmed.
    """

    def let_go(key: Key | None) -> Response | Page:
        here, helper = _asked(evening_id, number)
        outcome = dismiss_helper(here, helper, sure=request.form.get("sure") == "open", op=key)
        if outcome is None:
            return _leaving_page(here, helper), 422
        return answered(here, outcome, back=_after_letting_out(evening_id))

    return once(Scope.EVENING, evening_id, let_go) or redirect(_after_letting_out(evening_id), 303)


def dismiss_helper(here: EveningVisit, helper: Grant, *, sure: bool, op: Key | str | None) -> Outcome | None:
    """Ends the grant of a deputy or referee; None where something waits for a referee, unless that is `sure`."""
    require(may_let_out(here.viewer, helper))
    if open_matters(here, helper) and not sure:
        return None
    line = Helper(str(helper.role), helper_name(here.now, helper), gone=True)
    return act(here.now, here.viewer, line, op=op, change=EveningChange(expelled=[helper.device_id]))


def _after_letting_out(evening_id: int) -> str:
    """Returns the address of the helpers, or of the first page for a phone that is no helper any more."""
    held = grant_here(evening_id, Scope.EVENING)
    own = held is None or not EveningViewer.of(held).helps
    return url_for("home.index") if own else url_for("evening_invites.show_helpers", evening_id=evening_id)


def _asked(evening_id: int, number: int) -> tuple[EveningVisit, Grant]:
    here = visit_to_help(evening_id)
    helper = next((one for one in here.now.grants if one.id == number and one.role in INVITED), None)
    if helper is None:
        require(here.viewer.runs)
        abort(404, description=_("Nobody of this kind helps at this evening any more."))
    require(may_let_out(here.viewer, helper))
    return here, helper


def open_matters(here: EveningVisit, helper: Grant) -> list[str]:
    """Returns the open matters of a referee, table by table; a deputy has none."""
    if not helper.is_referee:
        return []
    tables = services().part(EveningTables).at(here.now.row.id).values()
    return [said for one in sorted(tables, key=lambda one: one.number or 0) if (said := _waits_at(one))]


def _waits_at(table: TableSummary) -> str:
    cases, requests = len(table.calls), table.requests
    waits = [
        ngettext("%(num)s open case", "%(num)s open cases", cases) if cases else "",
        ngettext("%(num)s request", "%(num)s requests", requests) if requests else "",
        _("play is paused") if table.paused else "",
    ]
    what = ", ".join(filter(None, waits))
    return _("Table %(number)s: %(what)s", number=table.number or table.table, what=what) if what else ""


def _leaving_page(here: EveningVisit, helper: Grant) -> str:
    name, said = helper_name(here.now, helper), role_said(helper.role)
    waits = open_matters(here, helper)
    return here.page("evening/let_out.html", name=name, said=said, number=helper.id, waits=waits)
