"""Joining a table, an evening or a circle: the answers to links and typed codes, wrong attempts; replacing a code."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.access.device import current_device, require, viewer_of
from webapp.access.join_links import TOKEN
from webapp.access.visit import grant_or_404
from webapp.http.answers import Page, wants_fragment
from webapp.http.language import gettext as _
from webapp.http.network import network_of, site_of
from webapp.http.rate_limits import (
    KNOWN_AFTER,
    WRONG_CODES_A_DEVICE,
    WRONG_CODES_A_KNOWN_DEVICE,
    WRONG_CODES_A_NETWORK,
    WRONG_CODES_A_SITE,
    WRONG_CODES_COUNT_FOR,
    WRONG_CODES_OF_KNOWN_DEVICES,
    WRONG_CODES_OF_NETWORKS_COUNT_FOR,
    WRONG_CODES_OF_STRANGERS,
    WRONG_CODES_OF_THE_HOUSE_COUNT_FOR,
)
from webapp.services import services
from webapp.store import Store
from webapp.store.attempts import CodeBudget
from webapp.store.invites import PRINTED_CODE_LENGTH
from webapp.store.models import Invite, Table, utc_now
from webapp.store.roles import INVITES, InviteRole, Role, Scope, Use, invite_role, may_invite, may_show
from webapp.table.permissions import may_invite_referee
from webapp.words import invite_words as words

Answers = Callable[[Invite], Response | Page]


class Pages(NamedTuple):
    """The page of an invite, and the act of accepting it."""

    show: Answers
    take: Answers


WAYS: Mapping[Scope, str] = {Scope.TABLE: "tables.show", Scope.EVENING: "evenings.show", Scope.CIRCLE: "circles.show"}


def go_on(url: str) -> Response:
    """Leads to another page, also where only a part of the page was asked for."""
    if not wants_fragment():
        return redirect(url, 303)
    answer = make_response("", 200)
    answer.headers["HX-Redirect"] = url
    return answer


def go_in(invite: Invite) -> Response:
    """Redirects to the page behind an invite. Going back leads here again while the device remembers its link."""
    owner: dict[str, Any] = {invite.scope.column: invite.owner}
    return go_on(url_for(WAYS[invite.scope], **owner))


def scope_named(where: Mapping[str, int]) -> tuple[int, Scope]:
    """Returns the number and the scope that an address names: `table_id`, `evening_id` or `circle_id`.

    >>> scope_named({"circle_id": 4})
    (4, <Scope.CIRCLE: 'circle'>)
    """
    ((column, owner),) = where.items()
    return owner, next(scope for scope in Scope if scope.column == column)


def redirect_after_joining(invite: Invite) -> Response:
    """Updates the pages of all devices at the table, and redirects to it."""
    services().tables.refresh(invite.owner)
    return go_in(invite)


def ended_page(invite: Invite) -> Page:
    """Returns the page that says why this invite is not valid any more."""
    why, number = words.over(invite), invite.number
    if number is not None and number in services().store.table_cards(invite.owner):
        why = words.newer_card(number)
    return _no_way_in(why), 410


def unknown_link_page() -> Page:
    return _no_way_in(words.no_link()), 404


def no_link_page() -> Page:
    """Returns the page that says that no link was read lately."""
    return _no_way_in(words.nothing_read()), 404


def _no_way_in(why: str) -> str:
    hint = _("A code that stands on another phone leads to its table, too.")
    return render_template("site/errors/error.html", title=_("No way in"), why=why, help=hint)


def table_of(invite: Invite) -> Table:
    table = services().store.table(invite.owner)
    assert table is not None  # a foreign key keeps every invite's table
    return table


def invite_of(token: str) -> Invite | None:
    """Returns the invite with this token, valid or not, of any scope."""
    return services().store.invite_of(token) if TOKEN.fullmatch(token) else None


def invite_of_code(code: str) -> Invite | None:
    """Returns the valid invite of this code as it is stored, None where there is none. Raises TooManyWrongCodes.

    It lets in to a table, to an evening or to a circle.
    """
    device, store = current_device(), services().store
    budgets = budgets_of(store, code, request.remote_addr or "", None if device is None else device.id)
    return store.try_code(code, budgets)


def budgets_of(store: Store, code: str, address: str, device_id: int | None) -> list[CodeBudget]:
    """Returns the budgets that a wrong attempt is charged to: those of its device and network, and of everybody."""
    budgets = [*_of_address(address, device_id)]
    if len(code) == PRINTED_CODE_LENGTH:  # a lost host may always type one: it is too long to guess
        return budgets
    known = device_id is not None and store.has_been_here_since(device_id, utc_now() - KNOWN_AFTER)
    if not known:
        return [*budgets, _of_house("strangers", WRONG_CODES_OF_STRANGERS)]
    of_device = _of_house(f"device {device_id}", WRONG_CODES_A_KNOWN_DEVICE, of_all=False)
    return [*budgets, _of_house("known", WRONG_CODES_OF_KNOWN_DEVICES), of_device]


def _of_address(address: str, device_id: int | None) -> Iterator[CodeBudget]:
    network, site = network_of(address), site_of(address)
    at_network = f"{network} {'' if device_id is None else device_id}"
    yield CodeBudget(_hash(at_network), WRONG_CODES_A_DEVICE, WRONG_CODES_COUNT_FOR)
    yield CodeBudget(_hash(network), WRONG_CODES_A_NETWORK, WRONG_CODES_OF_NETWORKS_COUNT_FOR)
    if site != network:
        yield CodeBudget(_hash(site), WRONG_CODES_A_SITE, WRONG_CODES_OF_NETWORKS_COUNT_FOR)


def _of_house(who: str, most: int, *, of_all: bool = True) -> CodeBudget:
    return CodeBudget(_hash(who), most, WRONG_CODES_OF_THE_HOUSE_COUNT_FOR, firm=True, of_all=of_all)


def _hash(who: str) -> str:
    return hashlib.sha256(f"tries {who}".encode()).hexdigest()


bp = Blueprint("joining", __name__)
SHARE_PAGES = {Scope.TABLE: "seats.share", Scope.EVENING: "evening_invites.show", Scope.CIRCLE: "circle_devices.share"}


@bp.post("/tables/<int:table_id>/codes")
@bp.post("/evenings/<int:evening_id>/codes")
@bp.post("/circles/<int:circle_id>/codes")
def renew(**where: int) -> Response:
    """Makes a new code and link for a role; the old ones open nothing any more.

    From a page that shows no invite (`first`) it ends none: a second tap leads to what the first one has made.
    """
    owner, scope = scope_named(where)
    sent, agreed, is_first = (request.form.get(name, "") for name in ("role", "agreed", "first"))
    invite = renewed_invite(owner, scope, sent, agreed=agreed == "yes", is_first=is_first == "yes")
    return _back_to_code(owner, scope, invite.role)


@bp.post("/tables/<int:table_id>/codes/fresh")
@bp.post("/evenings/<int:evening_id>/codes/fresh")
@bp.post("/circles/<int:circle_id>/codes/fresh")
def show_fresh(**where: int) -> Response:
    """Makes a new code to type where the last one has ended; the link stays valid."""
    owner, scope = scope_named(where)
    role, _invite = code_that_counts(owner, scope, request.form.get("role", ""))
    return _back_to_code(owner, scope, role)


def renewed_invite(owner: int, scope: Scope, sent: str, *, agreed: bool = False, is_first: bool = False) -> Invite:
    """Makes a new code and link for a role as it is sent; ends the request with 400, 403 or 404.

    `is_first`: an invite that stands is kept. `agreed`: one who plays may rule by it.
    """
    held, role = grant_or_404(owner, scope), _role(scope, sent, Use.MANY, Use.ONCE, Use.RECOVERY)
    is_of_referee = _is_of_referee(scope, role)
    require(_invites_referee(owner) if is_of_referee else may_invite(held.role, role, scope))
    return services().store.renew_invite(owner, role, scope, agreed=agreed and is_of_referee, is_first=is_first)


def code_that_counts(owner: int, scope: Scope, sent: str) -> tuple[InviteRole, Invite | None]:
    """Returns a role as it is sent and its invite, with a new code where the last one has ended; None without one.

    Ends the request with 400, 403 or 404.
    """
    held, role = grant_or_404(owner, scope), _role(scope, sent, Use.MANY, Use.ONCE)
    require(_invites_referee(owner) if _is_of_referee(scope, role) else may_show(held.role, role, scope))
    return role, services().store.fresh_code(owner, role, scope)


def _is_of_referee(scope: Scope, role: InviteRole) -> bool:
    return scope is Scope.TABLE and role == Role.REFEREE


def _invites_referee(table_id: int) -> bool:
    return may_invite_referee(services().tables.at(table_id), viewer_of(table_id))


def _role(scope: Scope, sent: str, *uses: Use) -> InviteRole:
    """Returns a role as it is sent; ends the request with 400 where this scope has no such invite."""
    if INVITES[scope].get(sent) not in uses:  # type: ignore[call-overload]
        abort(400)
    return invite_role(sent)


def _back_to_code(owner: int, scope: Scope, role: InviteRole) -> Response:
    """Leads to the page that shows the code."""
    where: dict[str, Any] = {scope.column: owner}
    use = INVITES[scope][role]
    if use is Use.RECOVERY:
        return redirect(url_for("moves.show_recovery", **where), 303)
    if scope is Scope.EVENING and use is Use.ONCE:
        return redirect(url_for("evening_invites.show_helpers", _anchor=role, **where), 303)
    return redirect(url_for(SHARE_PAGES[scope], role=None if scope is Scope.CIRCLE else role, **where), 303)
