"""Invites, which end: tokens of links and QR codes, and codes to type (wrong ones are counted in store/attempts.py)."""

import re
import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Select, bindparam, insert, select
from sqlmodel import Session, col

from webapp.http.durations import CODE_LASTS, MOVE_LASTS
from webapp.http.limits import LONGEST_CODE_INPUT
from webapp.store.database import Database
from webapp.store.errors import InviteSpent
from webapp.store.grants import of
from webapp.store.models import Invite, utc_now
from webapp.store.roles import CARD, INVITES, MOVE, InviteRole, Scope, Use

TOKEN_BYTES = 16  # 128 bits: too many to try
ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # no 0 O, no 1 I L
CODE_LENGTH = 7
PRINTED_CODE_LENGTH = 15  # 74 bits: it has no end
_ON_CARD = re.compile(rf"\s*T\d+\W+((?:\w\W*){{{PRINTED_CODE_LENGTH}}})", re.IGNORECASE)
"""A code as a table card prints it, behind the number of its table."""
_BLANKS = str.maketrans("", "", " \t\r\n\u00a0-\u2010\u2011\u2012\u2013\u2014\u2212")


class Invites(Database):
    """The invites of all scopes. A number without a scope is that of a table."""

    def invite_of(self, token: str) -> Invite | None:
        """Returns the invite of a link, valid or not."""
        return self._one(select(Invite).where(col(Invite.token) == token))

    def invite_with_code(self, code: str) -> Invite | None:
        """Returns the invite that has this code, as it is stored, valid or not. An attempt is made by `try_code`."""
        with self._read() as session:
            return invite_with_code(session, code)

    def invites(self, owner: int, scope: Scope = Scope.TABLE) -> dict[InviteRole, Invite]:
        """Returns the invites of a scope that stand by their role, without cards and those of single devices."""
        wanted = _standing(owner, scope).where(col(Invite.device_id).is_(None), col(Invite.number).is_(None))
        with self._read() as session:
            return {invite.role: invite for invite in session.scalars(wanted)}

    def renew_invite(
        self,
        owner: int,
        role: InviteRole,
        scope: Scope = Scope.TABLE,
        *,
        agreed: bool = False,
        is_first: bool = False,
    ) -> Invite:
        """Makes a new code and link for this role; the old ones end. With `is_first` an invite that stands is kept."""
        with self._write_in(owner, scope) as session:
            standing = session.scalars(_of_role(owner, role, scope)).one_or_none() if is_first else None
            if standing is not None:
                return standing
            end_invites(session, owner, role, scope)
            return add_invite(session, owner, role, scope, agreed=agreed)

    def fresh_code(self, owner: int, role: InviteRole, scope: Scope = Scope.TABLE) -> Invite | None:
        """Gives the invite of this role a new code where its own has ended; its link stays. None without an invite."""
        with self._write_in(owner, scope) as session:
            return _with_fresh_code(session, session.scalars(_of_role(owner, role, scope)).one_or_none())

    # Places of devices

    def offer_move(self, owner: int, device_id: int, scope: Scope = Scope.TABLE) -> Invite:
        """Adds the invite by which another device takes this one's place; one made before ends."""
        with self._write_in(owner, scope) as session:
            end_invites(session, owner, MOVE, scope, device_id=device_id)
            return add_invite(session, owner, MOVE, scope, device_id=device_id, expires_at=utc_now() + MOVE_LASTS)

    def take_back_move(self, owner: int, device_id: int, scope: Scope = Scope.TABLE) -> None:
        """Ends that invite: this device keeps its place."""
        with self._write_in(owner, scope) as session:
            end_invites(session, owner, MOVE, scope, device_id=device_id)

    def offered_move(self, owner: int, device_id: int, scope: Scope = Scope.TABLE) -> Invite | None:
        """Returns the invite by which another device may take this one's place, as long as it is valid."""
        with self._read() as session:
            found = session.scalars(_of_role(owner, MOVE, scope, device_id=device_id)).one_or_none()
        return found if found is not None and found.is_valid else None

    # Cards of the tables of evenings

    def table_cards(self, evening_id: int) -> dict[int, Invite]:
        """Returns the cards of an evening's tables that stand, by the number of the table."""
        wanted = _standing(evening_id, Scope.EVENING).where(col(Invite.number).is_not(None))
        with self._read() as session:
            return {invite.number or 0: invite for invite in session.scalars(wanted)}

    def replaced_cards(self, evening_id: int) -> set[int]:
        """Returns the numbers of the tables whose card has replaced an older one."""
        wanted = select(col(Invite.number)).where(
            of(Invite, evening_id, Scope.EVENING), col(Invite.until).is_not(None), col(Invite.number).is_not(None)
        )
        with self._read() as session:
            return {number for number in session.scalars(wanted) if number is not None}

    def make_cards(self, evening_id: int, numbers: Iterable[int], *, again: bool = False) -> None:
        """Makes the cards of these tables that are not there yet; `again`: new ones for all, the old ones end."""
        with self._write_in(evening_id, Scope.EVENING) as session:
            for number in numbers:
                card = session.scalars(_of_role(evening_id, CARD, Scope.EVENING, number=number)).one_or_none()
                if _with_fresh_code(session, card) is None or again:
                    end_invites(session, evening_id, CARD, Scope.EVENING, number=number)
                    add_invite(session, evening_id, CARD, Scope.EVENING, number=number)


def _standing(owner: int, scope: Scope) -> Select[Invite]:
    return select(Invite).where(of(Invite, owner, scope), col(Invite.until).is_(None))


def _of_role(owner: int, role: InviteRole, scope: Scope, **more: int | None) -> Select[Invite]:
    """Selects the valid invite of a role; `more`: the card of a table, the place of a device."""
    return _standing(owner, scope).where(
        col(Invite.role) == role,
        col(Invite.device_id) == more.get("device_id"),
        col(Invite.number) == more.get("number"),
    )


def invite_of_number(session: Session, owner: int, role: InviteRole, scope: Scope, number: int) -> Invite | None:
    """Returns the invite that stands of a card or an invitation."""
    return session.scalars(_of_role(owner, role, scope, number=number)).one_or_none()


def end_invites(session: Session, owner: int, role: InviteRole, scope: Scope = Scope.TABLE, **more: int | None) -> None:
    """Ends the invite of a role that stands."""
    for old in session.scalars(_of_role(owner, role, scope, **more)):
        old.until = utc_now()
    session.flush()


def add_invite(session: Session, owner: int, role: InviteRole, scope: Scope, **more: Any) -> Invite:
    """Adds an invite with a code and a link of its own; `more` are its other columns."""
    invite = _new(owner, role, scope, **more)
    _give_keys(session, [invite])
    session.add(invite)
    session.flush()
    return invite


# Built once, for every table that opens.
_ADDED = insert(Invite)
_TAKEN = select(col(Invite.code)).where(col(Invite.code).in_(bindparam("codes", expanding=True)))


def add_first_invites(session: Session, owners: Iterable[int], scope: Scope) -> None:
    """Adds the invites that these have from the start."""
    roles = [role for role, use in INVITES[scope].items() if use.is_there_from_the_start]
    invites = [_new(owner, role, scope) for owner in owners for role in roles]
    _give_keys(session, invites)
    session.flush()  # their owners were set: writes past the session must not be undone from here on
    session.connection().execute(_ADDED, [invite.model_dump(exclude={"id"}) for invite in invites])


def _new(owner: int, role: InviteRole, scope: Scope, **more: Any) -> Invite:
    return Invite(role=role, **{**more, scope.column: owner})


def _give_keys(session: Session, invites: Sequence[Invite]) -> None:
    _give_codes(session, invites)
    for invite in invites:
        invite.token = secrets.token_urlsafe(TOKEN_BYTES)


def spend_invite(session: Session, invite_id: int) -> Invite:
    """Ends an invite if it serves once; a recovery code is replaced by another one.

    Raises InviteSpent where it lets nobody in any more.
    """
    invite = session.get(Invite, invite_id)
    if invite is None or not invite.is_valid:
        raise InviteSpent
    if invite.use.is_single:
        invite.until = utc_now()
        session.flush()
    if invite.use is Use.RECOVERY:
        add_invite(session, invite.owner, invite.role, invite.scope)
    return invite


def invite_with_code(session: Session, code: str) -> Invite | None:
    """Returns the invite that has this code, valid or not."""
    return session.scalars(select(Invite).where(col(Invite.code) == code)).one_or_none()


def _with_fresh_code(session: Session, invite: Invite | None) -> Invite | None:
    if invite is not None and not invite.has_code:
        _give_codes(session, [invite])
    return invite


def _give_codes(session: Session, invites: Sequence[Invite]) -> None:
    """Gives each a code that no other invite has or had."""
    without = list(invites)
    while without:
        for invite in without:
            is_long = invite.use.has_long_code
            invite.code = new_code(PRINTED_CODE_LENGTH if is_long else CODE_LENGTH)
            invite.code_until = None if is_long or invite.use is Use.MOVE else utc_now() + CODE_LASTS
        codes = Counter(invite.code for invite in invites)
        with session.no_autoflush:
            taken = set(session.scalars(_TAKEN, {"codes": list(codes)}))
        without = [invite for invite in without if invite.code in taken or codes[invite.code] > 1]


def new_code(length: int = CODE_LENGTH) -> str:
    """Returns a fresh code as it is stored, without dashes."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def format_code(code: str) -> str:
    """Returns a stored code as it is shown.

    >>> format_code("KQ7M3XP"), format_code("KQ7M3XPAB2CDEFG")
    ('KQ7-M3XP', 'KQ7M3-XPAB2-CDEFG')
    """
    if len(code) == PRINTED_CODE_LENGTH:
        return "-".join(code[start : start + 5] for start in range(0, PRINTED_CODE_LENGTH, 5))
    return f"{code[:3]}-{code[3:]}"


def parse_code(typed: str) -> str | None:
    """Returns the stored form of a typed code in any case, without blanks and dashes; None for no code.

    >>> parse_code(" kq7 m3xp "), parse_code("T12 · KQ7M3-XPAB2-CDEFG")
    ('KQ7M3XP', 'KQ7M3XPAB2CDEFG')
    """
    if len(typed) > LONGEST_CODE_INPUT:
        return None
    printed = _ON_CARD.fullmatch(typed)
    code = (printed[1] if printed else typed).translate(_BLANKS).upper()
    if len(code) not in (CODE_LENGTH, PRINTED_CODE_LENGTH) or any(letter not in ALPHABET for letter in code):
        return None
    return code
