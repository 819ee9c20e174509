"""Who may ask for what of a circle: every address with every method, asked by every role."""

import re
from datetime import timedelta

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from tests.web.support.circle_routes import ROLES, ROWS, is_of_circles
from tests.web.support.circle_tables import finished
from tests.web.support.routes import Row
from tests.web.support.site import Site
from webapp.access.device import COOKIE
from webapp.circle.match_days import today
from webapp.http.security import API, SAFE_METHODS
from webapp.store.models import utc_now
from webapp.store.roles import Scope

NOWHERE = 987_654_321
"""The number of no circle."""


def test_every_address_has_its_row(app: Flask) -> None:
    there = {f"{method} {_plain(rule)}" for rule in app.url_map.iter_rules() for method in _asked(rule)}
    assert {name for name in there if is_of_circles(name)} == {row.name for row in ROWS}


class CircleDevices:
    """A circle with a phone of each role, a match, a season, a meeting, and another circle."""

    def __init__(self, site: Site) -> None:
        self.site, self.phones = site, {role: site.phone() for role in ROLES}
        host = site.device(self.phones["host"])
        self.circle = circle = site.store.open_circle("Tuesdays", device_id=host)
        site.store.open_circle("Fridays", device_id=site.device(self.phones["elsewhere"]))
        invite = site.store.invites(circle.id, Scope.CIRCLE)["member"]
        site.store.join_circle(invite.id, site.device(self.phones["member"]))
        self.table = site.open_table(self.phones["host"])
        over = finished(site, self.phones["host"], circle.id)
        pair = dict(zip(("player_id", "other_id"), site.store.circle_players(circle.id), strict=True))
        site.store.hold_player(circle.id, host, pair["player_id"])
        season = {"name": "Autumn", "game": "", "first_day": today() - timedelta(days=1), "last_day": None, "best": 5}
        at = {"starts_at": utc_now() + timedelta(days=1), "place": "", "word": "", "game": ""}
        invited = site.store.make_meeting(circle.id, at, uid="u", op=f"meeting {circle.id}")
        made = site.store.make_season(circle.id, season, op=f"season {circle.id}")
        named = {"match_id": over, "table_id": over, "season_id": made.id, "meeting_id": invited.id, **pair}
        named |= dict.fromkeys(("join_id", "number", "merge_id", "post_id", "grant_id"), 0)
        self.named = {**named, "day": today(), "name": "matches", "key": "0", "game": "sechsundsechzig"}

    def ask(self, row: Row, role: str, circle: int) -> int:
        """Returns with which status a phone is answered, or a program with its token."""
        named, phone = {**self.named, "circle_id": circle}, self.phones[role]
        path = re.sub("<(.*?)>", lambda name: str(named[name[1]]), row.rule)
        if row.rule.startswith(API):
            return asked_by_token(self.site, phone, path, row.method)
        sent = {"data": {"table": str(self.table.id)} if "tables" in path else {}} if row.method == "POST" else {}
        return phone.open(path, method=row.method, **sent).status_code


def test_everybody_is_answered_as_the_table_says(site: Site) -> None:
    """A circle of others is answered like one that is not there."""
    afresh = site.kept(lambda: CircleDevices(site))
    there, changed, wrong = afresh(), False, {}
    for row in ROWS:
        if changed:
            there = afresh()
        changed = row.method not in SAFE_METHODS and min(row.answers) < 400
        found = tuple(there.ask(row, role, there.circle.id) for role in ROLES)
        if found != row.answers or {there.ask(row, role, NOWHERE) for role in ROLES} != {404}:
            wrong[row.name] = found
    assert wrong == {}


def asked_by_token(site: Site, phone: FlaskClient, path: str, method: str = "GET") -> int:
    """Returns what a program with the token of this phone is answered."""
    site.device(phone)
    cookie = phone.get_cookie(COOKIE)
    assert cookie is not None
    headers = {"Authorization": f"Bearer {cookie.value}"}
    return site.app.test_client(use_cookies=False).open(path, method=method, headers=headers).status_code


def _plain(rule: Rule) -> str:
    return re.sub(r"<(?:\w+:)?(\w+)>", r"<\1>", rule.rule)


def _asked(rule: Rule) -> set[str]:
    return set(rule.methods or ()) - {"HEAD", "OPTIONS"}
