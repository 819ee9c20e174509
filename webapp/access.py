"""Who is asking, and what that device may see and do at a table. Grants are read anew for every request."""

import hashlib
import secrets
from dataclasses import dataclass
from typing import cast

from flask import Response, abort, after_this_request, g, request
from flask_babel import gettext as _

from webapp.models import Device
from webapp.rooms import rooms

COOKIE = "sixfold_device"
API = "/api/"
YEAR = 365 * 24 * 60 * 60
TOKEN_BYTES = 32
LONGEST_TOKEN = 64


@dataclass(frozen=True)
class Viewer:
    """What the asking device is at one table; without a role it is nobody there.

    `is_program`: it asks through the API.
    """

    device_id: int | None = None
    role: str | None = None
    seat: int | None = None
    agreed: bool = False
    is_program: bool = False

    @property
    def may_see(self) -> bool:
        """Tells whether this viewer may look at the table."""
        return self.role is not None

    @property
    def may_enter(self) -> bool:
        """Tells whether this viewer may make entries."""
        return self.is_host or self.keeps_score or (self.role == "player" and self.seat is not None)

    @property
    def may_sit(self) -> bool:
        """Tells whether this viewer may take a seat."""
        return self.role in ("host", "player", "scorekeeper")

    @property
    def is_host(self) -> bool:
        """Tells whether this viewer opened the table."""
        return self.role == "host"

    @property
    def keeps_score(self) -> bool:
        """Tells whether this viewer enters for the whole table."""
        return self.role == "scorekeeper"

    @property
    def is_referee(self) -> bool:
        """Tells whether this viewer rules here: as the referee, or besides playing since the table agreed to it."""
        return self.role == "referee" or self.agreed

    @property
    def takes_part(self) -> bool:
        """Tells whether this viewer does more than look: enters, or rules."""
        return self.may_enter or self.is_referee

    @property
    def kind(self) -> str:
        """Returns what all who see the same have in common, such as "player:2", "host", "host:2" or "watcher"."""
        role = self.role or "stranger"
        return role if self.seat is None else f"{role}:{self.seat}"


def viewer_of(table_id: int) -> Viewer:
    """Returns what the device of this request is at this table, as the grants stand now."""
    token = _token()
    standing = rooms().store.standing(_hash(token), table_id) if token else None
    return Viewer() if standing is None else Viewer(*standing)


def current_device(create: bool = False) -> Device | None:
    """Returns the device of this request. With `create` an unknown one is noted and gets its cookie.

    Only requests that change something may create: a stranger who looks leaves no trace.
    """
    store = rooms().store
    token = _token()
    device = store.device(_hash(token)) if token else None
    if not create:
        return device
    if device is None:
        # A token is never taken over from the browser, so nobody can plant one that somebody else knows.
        token = secrets.token_urlsafe(TOKEN_BYTES)
        device = store.add_device(_hash(token))
        g.device_token = token
    _remember(token)
    return device


def known_device() -> Device:
    """Returns the device of this request, noting it if it is new. For requests that change something."""
    return cast("Device", current_device(create=True))


def require(allowed: bool) -> None:
    """Answers with the page for a missing right, unless this is allowed."""
    if not allowed:
        abort(403, description=_("This phone has not been let in here, or may not do this."))


def _token() -> str:
    token = _bearer() if request.path.startswith(API) else g.get("device_token") or request.cookies.get(COOKIE, "")
    return token if len(token) <= LONGEST_TOKEN else ""


def _bearer() -> str:
    """A program says who it is with each request. No cookie counts there, so no page of others can act through it."""
    given = request.authorization
    return (given.token or "") if given is not None and given.type == "bearer" else ""


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _remember(token: str) -> None:
    @after_this_request
    def give(response: Response) -> Response:
        response.set_cookie(
            COOKIE, token, max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure, path="/"
        )
        return response
