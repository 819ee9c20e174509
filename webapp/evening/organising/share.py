"""Codes of an evening: for people to check in, for screens and guests to look on, and the cards of tables to print."""

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from webapp.access.joining import join_link
from webapp.evening.visit import EveningVisit, visit_to_help, visit_to_run
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import HIGHEST_CARD, MOST_CARDS
from webapp.services import services
from webapp.store.roles import Role, Scope

bp = Blueprint("evening_share", __name__, url_prefix="/evenings/<int:evening_id>")
SHARED = (Role.PLAYER, Role.WATCHER)
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
    if sent not in SHARED:
        abort(400)
    return Role(sent)


@bp.get("/cards")
def show_cards(evening_id: int) -> str | tuple[str, int]:
    """Shows the cards that were made, from one number to another, as they are printed; else asks which."""
    here = visit_to_run(evening_id)
    return _page(here, *_wanted(here, request.args.get("first", ""), request.args.get("last", "")))


@bp.post("/cards")
def make_cards(evening_id: int) -> Response | tuple[str, int]:
    """Makes the missing cards; with `anew` all cards of these tables, which ends the old ones."""
    here = visit_to_run(evening_id)
    first, last = (parse_integer(request.form.get(name, ""), most=HIGHEST_CARD) for name in ("first", "last"))
    if first is None and last is None and not request.form:
        abort(400)
    if first is None or last is None or not 1 <= first <= last or last - first >= MOST_CARDS:
        said = _("Two numbers, the smaller one first, at most %(most)s cards.", most=MOST_CARDS)
        return _page(here, *_wanted(here, "", ""), problem=said), 422
    services().store.print_cards(evening_id, range(first, last + 1), again=request.form.get("does") == "anew")
    return redirect(url_for("evening_share.show_cards", evening_id=evening_id, first=first, last=last), 303)


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
    again = services().store.reprinted_cards(here.now.row.id)
    return here.page(
        "evening/cards.html",
        evening_date=here.now.row.created_at,
        first=first,
        last=last,
        cards=cards,
        again=again,
        missing=last - first + 1 - len(cards),
        problem=problem,
    )
