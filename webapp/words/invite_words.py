"""Texts about invites: why a link or a code opens nothing, and why a device may not join."""

from collections.abc import Mapping
from datetime import datetime

from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.limits import LONGEST_NAME
from webapp.store.models import Invite
from webapp.store.roles import CARD, MOVE, RUNNING, InviteRole, Role, Scope, Use, invites_with
from webapp.table.player_names import Fault
from webapp.words.phrases import clock

_OVER: Mapping[tuple[Scope, InviteRole], str] = {
    (Scope.TABLE, Role.REFEREE): _l(
        "This invitation is spent: it was for one referee, once. The host can make a new one."
    ),
    (Scope.TABLE, Role.SCOREKEEPER): _l(
        "This invitation is spent: it was for one scorekeeper, once. The host can make a new one."
    ),
    (Scope.TABLE, MOVE): _l(
        "This link is spent or older than ten minutes: it moves one place to one phone, once. The phone that has the "
        "place makes a new one under “Share this table”."
    ),
    (Scope.TABLE, Role.HOST): _l(
        "This recovery code is spent: it makes one phone the host, once. Whoever is the host now has the one that "
        "counts."
    ),
    (Scope.EVENING, MOVE): _l(
        "This link is spent or older than ten minutes. The phone that has the place makes a new one."
    ),
    (Scope.EVENING, CARD): _l("This card has ended."),
    (Scope.EVENING, Role.ORGANISER): _l(
        "This recovery code is spent. Whoever runs the evening now has the one that counts."
    ),
    **dict.fromkeys(
        ((Scope.EVENING, role) for role in invites_with(Use.ONCE, Scope.EVENING)),
        _l("This invitation is spent: it was for one phone, once. Whoever runs the evening can make a new one."),
    ),
}
_REPLACED: Mapping[Scope, str] = {
    Scope.TABLE: _l("This link lets nobody in any more: the host has made a new one."),
    Scope.EVENING: _l("This code lets nobody in any more. The one on the wall or at the entrance is newer."),
    Scope.CIRCLE: _l(
        "This code lets nobody into the circle any more. A phone that belongs to it shows the newest one."
    ),
}
_RECOVERY: Mapping[Scope, str] = {
    Scope.TABLE: _l(
        "With this code another phone becomes the host of this table, and this one is let out. Print it or note it "
        "down, and keep it away from the table."
    ),
    Scope.EVENING: _l(
        "With this code another phone runs this evening, and this one is let out. Print it or note it down, and keep "
        "it away from the tables."
    ),
    Scope.CIRCLE: _l(
        "With this code another phone finds back to the circle when all of its phones are lost. It serves once. Print "
        "it or note it down."
    ),
}
_CODE_ENDED: Mapping[Scope, str] = {
    Scope.TABLE: _l(
        "The code %(code)s has ended: codes are good for one evening. Its table shows a new one under “Share this "
        "table”."
    ),
    Scope.EVENING: _l(
        "The code %(code)s has ended: codes are good for one evening. Whoever runs the evening can show a new one."
    ),
    Scope.CIRCLE: _l(
        "The code %(code)s has ended: codes are good for one evening. A phone of the circle can show a new one."
    ),
}
_CODE_REPLACED: Mapping[Scope, str] = {
    Scope.TABLE: _l(
        "The code %(code)s of a table does not count any more: it was replaced. Whoever sits there can show the one "
        "that counts."
    ),
    Scope.EVENING: _l(
        "The code %(code)s of an evening does not count any more: it was used or replaced. Whoever runs the evening "
        "can show one that counts."
    ),
    Scope.CIRCLE: _l(
        "The code %(code)s of a circle does not count any more: it was used or replaced. A phone of the circle "
        "shows the one that counts."
    ),
}
_CODE_SPENT = _l("The code %(code)s is spent: it was for one phone. A new one can be made at its table.")


def no_table(code: str, invite: Invite | None = None) -> str:
    """Returns why a code opens nothing; `invite` is the one that has it, if any: it has ended, is spent or replaced."""
    if invite is not None and invite.is_valid and not invite.has_code:
        return _(_CODE_ENDED[invite.scope], code=code)
    if invite is not None and invite.until is not None:
        is_spent = invite.scope is Scope.TABLE and invite.use.is_single
        return _(_CODE_SPENT if is_spent else _CODE_REPLACED[invite.scope], code=code)
    return _("No table has the code %(code)s. Zero and O, one and I are never used.", code=code)


def over(invite: Invite) -> str:
    """Returns why an invite lets nobody in any more."""
    return _(_OVER.get((invite.scope, invite.role)) or _REPLACED[invite.scope])


def newer_card(number: int) -> str:
    """Returns why the card of a table does not count any more."""
    return _("This card has ended: a newer card of table %(number)s was printed. Read that one.", number=number)


def no_link() -> str:
    return _("No table has this link. Maybe a letter at its end is missing.")


def nothing_read() -> str:
    return _(
        "No invitation is open on this phone. A link stays open for a quarter of an hour after it was read. The "
        "browser has to take cookies: phones are known by them."
    )


def own_link() -> str:
    """Returns why a phone does not take over its own place."""
    return _("This is the phone that has the place. Read the link with the other one.")


def has_place(place: str, scope: Scope) -> str:
    """Returns why a device that has something at a table or an evening does not take over another's place."""
    if scope is Scope.EVENING:
        return _("This phone has a place at this evening itself. Read the link with a phone that has none.")
    return _(
        "This phone has a place at this table itself: %(place)s. A phone has one place at a table: first leave this "
        "one, or move it to a further phone.",
        place=place,
    )


def no_table_for_you(handed_on: str | None) -> str:
    """Returns why a phone sees no table, whether or not there is one; `handed_on` is how it lost its place."""
    if handed_on == "moved":
        return _("The place that this phone had at the table has moved to another phone, which goes on with it.")
    if handed_on == "recovered":
        return _("Another phone has become the host of this table with its recovery code.")
    if handed_on == "let-out":
        return _("The host has let this phone out of the table.")
    if handed_on == "replaced":
        return _("This phone plays at this table no longer: somebody else has the seat now.")
    if handed_on == "ruled":
        return _("This phone rules here no longer. What it decided stays.")
    return _(
        "There is no table at this address, or this phone has not been let in. Whoever sits at it finds its QR and "
        "its code under “Share this table”. The browser has to take cookies: phones are known by them."
    )


def door_closed() -> str:
    return _("The door of this table is closed: no further phone is let in until the host opens it.")


def place(name: str | None, role: Role) -> str:
    """Returns a role at a table or an evening, in words for the device that takes it over."""
    said = {
        Role.HOST: _("The host’s place"),
        Role.SCOREKEEPER: _("The scorekeeper’s place"),
        Role.REFEREE: _("The referee’s place"),
        Role.WATCHER: _("A place to watch"),
        Role.ORGANISER: _("The organiser’s place"),
        Role.DEPUTY: _("The deputy’s place"),
    }
    if name is None:
        return said.get(role, _("A place without a seat"))
    if role == Role.HOST:
        return _("The seat of %(name)s, and the host’s rights", name=name)
    if role in RUNNING:
        return f"{name}, {said[role]}"
    return _("The seat of %(name)s", name=name)


def comes_along(scope: Scope, *, taken: bool) -> str:
    """Returns what moves with a place; `taken`: in words for the device that takes it over."""
    if scope is Scope.TABLE and taken:
        return _("Cards that were entered privately come along. The other phone is let out of this table.")
    if scope is Scope.TABLE:
        return _("Cards that were entered privately come along. This phone is let out of the table then.")
    if taken:
        return _("Its seats at the tables come along. The other phone is let out of the evening then.")
    return _("Its seats at the tables come along. This phone is let out of the evening then.")


def why_recovery(scope: Scope) -> str:
    return _(_RECOVERY[scope])


def until(at: datetime) -> str:
    return _("It can be read until %(time)s, once.", time=clock(at))


def hosts_here() -> str:
    return _("This phone hosts the table. The invitation is for another phone.")


def rules_here() -> str:
    return _(
        "This phone rules here, and who rules does not play. First leave the referee’s place, "
        "or let the host make an invitation to which the whole table agrees."
    )


def sits_here(name: str) -> str:
    """Returns why a phone that holds a seat does not rule."""
    return _(
        "This phone holds the seat of %(name)s, and who plays does not rule. Leave the seat first, take the "
        "invitation on another phone, or let the host make one to which the whole table agrees.",
        name=name,
    )


def decided_here() -> str:
    """Returns why a phone that has played or hosts does not rule after another referee, or after all sides."""
    return _(
        "A referee is here, or something was decided here already. After that only somebody rules who neither plays "
        "nor hosts: take the invitation on another phone."
    )


def not_agreed() -> str:
    return _("Who plays rules only if everybody at the table agrees. Ask, and tick it.")


def fault_said(fault: Fault, name: str, twin: str | None = None) -> str:
    """Returns the fault of a name in words; `twin` is the one that it looks like."""
    match fault:
        case Fault.EMPTY:
            return _("A name is missing here.")
        case Fault.LONG:
            return _("At most %(most)s characters.", most=LONGEST_NAME)
        case Fault.UNREADABLE:
            return _("This name holds signs that cannot be read.")
        case Fault.TAKEN:
            return _("%(name)s sits at this table already. Add a letter.", name=name)
        case Fault.ALIKE if twin == name:
            return _("There is %(twin)s already. Is it somebody else?", twin=twin)
        case Fault.ALIKE:
            return _(
                "There is %(twin)s already: %(name)s is written differently, but looks alike. Is it somebody else?",
                twin=twin,
                name=name,
            )
