"""Tables that play already and join an evening; the next match of the same players, at any table."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response

from webapp.access.device import current_device, network_here, require
from webapp.access.visit import Visit, not_here, visit_to_enter
from webapp.evening import lines as kinds
from webapp.evening.follower import EveningTables
from webapp.evening.joining.identity_requests import as_player, sentence_page
from webapp.evening.keeper import EveningKeeper, EveningNow
from webapp.evening.lines import EveningRefusal, Line
from webapp.evening.refusal_words import said, status
from webapp.evening.state import Guest
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import EveningVisit, evening_at_table
from webapp.games.registry import is_offered
from webapp.history.scores.score_sheet import next_dealer
from webapp.http.answers import Page
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import ENTRY_ATTEMPTS, FIRST_GUEST_TABLE, MOST_PEOPLE, MOST_TABLES_OFFERED
from webapp.pages.table_page import redirect_to_table
from webapp.services import services
from webapp.store.evening_models import Admission, EveningChange
from webapp.store.models import Table
from webapp.store.roles import Role, Scope
from webapp.table import forms
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.phrases import NOT_OVER_YET


def joinable_tables(device_id: int) -> list[Table]:
    """Returns the newest tables that this device hosts, that go on and belong to no evening."""
    found: list[Table] = []
    for table in services().store.tables_of(device_id):
        if len(found) < MOST_TABLES_OFFERED and _is_hosted(table, device_id) and not _why_not(table):
            found.append(table)
    return found


def join_page(here: EveningVisit, chosen: str, token: str) -> Response | Page:
    """Asks which people of the table are on the list; the second request joins."""
    device, table_id = current_device(), parse_integer(chosen)
    table = None if table_id is None else services().store.table(table_id)
    require(table is not None and device is not None and _is_hosted(table, device.id))
    assert table is not None
    assert device is not None
    if here.now.state.is_closed:
        return sentence_page(here.now, _("The evening is over."), 409)
    if why := _why_not(table):
        return sentence_page(here.now, why, 409)
    if request.form.get("sure") != "yes":
        return _asked(here, table, token), 200
    refusal = join(here.now, replace(here.viewer, device_id=device.id), table)
    if refusal is not None:
        return sentence_page(here.now, said(refusal), status(refusal))
    return redirect_to_table(table.id)


def join(
    now: EveningNow, who: EveningViewer, table: Table, *, number: int | None = None, after: int = 0
) -> EveningRefusal | None:
    """Adds a table to the evening under the lowest free number, or this one; returns the refusal, if any.

    At an open evening its people are put on the list; who has a name that stands there already is that one.
    `after` is the table of the match before, which has the number so far: who goes on there becomes nothing else here.
    """
    keeper, refusal = services().part(EveningKeeper), EveningRefusal("moved-on")
    for _attempt in range(ENTRY_ATTEMPTS):
        now = keeper.at(now.row.id)
        free = free_number(now) if number is None else number
        listed = _listed(now, who, table, after)
        joined = kinds.Joined(free, table.id, table.game, tuple(table.players), after)
        own = None if after else _own_person(now, who, table, listed)
        if own is not None:
            listed.append(kinds.LetIn(own))
        given = () if now.state.plan.is_tournament else (table.id,)
        change = EveningChange(admit=[] if after else _admitted(now, who, own), joins={table.id: free}, given=given)
        done = keeper.add(now.row.id, who, *listed, joined, change=change)
        if not isinstance(done, EveningRefusal):
            services().tables.refresh(table.id)
            return None
        refusal = done
        if refusal.code != "moved-on" and (refusal.code != "number-taken" or number is not None):
            break
    return refusal


def join_next(before: Snapshot, viewer: Viewer, table: Table) -> None:
    """Gives the table of the next match the place of the previous one at its evening, where that one had joined.

    Asked again it changes nothing. Where the evening takes it no more, the table belongs to none.
    """
    found = evening_at_table(before, viewer)
    guest = None if found is None else _guest(found[0], before.table.id)
    if found is not None and guest is not None:
        join(*found, table, number=guest.number, after=before.table.id)


def open_next_match(here: Visit, *, moved: bool) -> Table | None:
    """Opens the next match of the same people, once; None where this match is not over. `moved`: another one deals.

    Aborts with 404 where this device has left the table meanwhile.
    """
    now, viewer = here
    table, fold = now.table, now.fold
    if table.successor_id is None and not fold.state.winners:
        return None
    opened = services().store.create_successor(
        table.id,
        first_dealer=next_dealer(fold, table.first_dealer, moved=moved),
        network=network_here(),
        device_id=here.device_id,
    )
    if opened is None:
        not_here(table.id, Scope.TABLE, here.device_id)
    join_next(now, viewer, opened)
    services().tables.refresh(table.id)
    return opened


def _guest(now: EveningNow, table_id: int) -> Guest | None:
    return next((one for one in now.state.guests.values() if one.table == table_id), None)


def _own_person(now: EveningNow, who: EveningViewer, table: Table, listed: Sequence[Line]) -> int | None:
    """Returns the person of this phone from now on: the player of its seat, unless another device stands for them."""
    grants = services().store.grants(table.id)
    seat = next((grant.seat for grant in grants if grant.device_id == who.device_id), None)
    if now.state.plan.is_tournament or seat is None or who.person is not None or who.helps:
        return None
    known = now.state.numbers | {line.name.casefold(): line.person for line in listed if isinstance(line, kinds.Listed)}
    number = known.get(table.players[seat].casefold())
    return None if number in now.devices else number


def _admitted(now: EveningNow, who: EveningViewer, person: int | None) -> list[Admission]:
    device_id = who.device_id or 0
    if person is not None:
        return [as_player(now, device_id, person)]
    return [] if who.may_see else [Admission(device_id, Role.WATCHER)]


def part(now: EveningNow, who: EveningViewer, table_id: int) -> EveningRefusal | None:
    """Takes a table out of the evening; returns the refusal, if any."""
    guest = _guest(now, table_id)
    line = kinds.Parted(0 if guest is None else guest.number, table_id)
    services().part(EveningTables).catch_up(table_id)  # a match that has just ended counts
    done = services().part(EveningKeeper).add(now.row.id, who, line, change=EveningChange(leaves=[table_id]))
    services().tables.refresh(table_id)
    return done if isinstance(done, EveningRefusal) else None


def free_number(now: EveningNow) -> int:
    """Returns the lowest number that no table of the evening has; at a tournament one that no round gives."""
    first = FIRST_GUEST_TABLE if now.state.plan.is_tournament else 1
    here = now.state.round
    taken = {*now.state.guests, *({} if here is None else here.sittings)}
    return next(number for number in count(first) if number not in taken)


def _listed(now: EveningNow, who: EveningViewer, table: Table, after: int) -> list[Line]:
    """Returns lines for the people of the table who are new on the list, where this phone may put them there.

    `after` is the table of the match before, whose people have been there.
    """
    if now.state.plan.is_tournament or not (
        who.runs or (now.state.plan.door and who.person is None and not who.is_referee)
    ):
        return []
    known = now.state.numbers.keys() | {name for at, name in now.state.called if at == after}
    new = [name for name in table.players if name.casefold() not in known]
    first = len(now.state.people) + 1
    return [kinds.Listed(number, name) for number, name in enumerate(new, first) if number <= MOST_PEOPLE]


def _asked(here: EveningVisit, table: Table, token: str) -> str:
    known = here.now.state.numbers
    is_guest = here.now.state.plan.is_tournament
    return here.page(
        "evening/join_table.html",
        table=table,
        number=free_number(here.now),
        known=[] if is_guest else [name for name in table.players if name.casefold() in known],
        new=[] if is_guest else [name for name in table.players if name.casefold() not in known],
        is_guest=is_guest,
        to_circle=not is_guest and here.now.row.circle_id is not None and table.circle_id is None,
        token=token,
    )


def _is_hosted(table: Table, device_id: int) -> bool:
    if not is_offered(table.game):
        return False
    party = services().tables.at(table.id).people.party
    return any(grant.device_id == device_id and grant.is_host for grant in party)


def _why_not(table: Table) -> str:
    if table.evening_id is not None:
        return _("This table belongs to an evening already.")
    if table.successor_id is not None or services().tables.at(table.id).fold.state.winners:
        return _("The match at this table is over. Play again: the table of the next match can join.")
    return ""


bp = Blueprint("running_table", __name__, url_prefix="/tables/<int:table_id>")
DEALS = ("same", "moved")


@bp.post("/again")
def again(table_id: int) -> Response:
    """Opens the next match of the same people, once, and leads to it."""
    here = visit_to_enter(table_id)
    opened = open_next_match(here, moved=forms.choice(request.form, "deal", DEALS) == "moved")
    if opened is None:
        abort(409, description=_(NOT_OVER_YET))
    return redirect_to_table(opened.id)
