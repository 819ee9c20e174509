"""Phones of a circle, and what they see and send."""

from html import unescape

from flask.testing import FlaskClient

from tests.web.support.circle_tables import Tables
from webapp.store.roles import InviteRole, Role, Scope


def joined(tables: Tables) -> FlaskClient:
    """Returns another phone of the circle, which has no place at its tables."""
    phone, invite = tables.site.phone(), tables.site.store.invites(tables.circle.id, Scope.CIRCLE)["member"]
    tables.site.store.join_circle(invite.id, tables.site.device(phone))
    return phone


def shown(phone: FlaskClient, path: str) -> str:
    answer = phone.get(path, follow_redirects=True)
    assert answer.status_code == 200, answer.status_code
    return unescape(answer.get_data(as_text=True))


def numbers(tables: Tables) -> dict[str, int]:
    return {player.name: number for number, player in tables.site.store.circle_players(tables.circle.id).items()}


def sent(tables: Tables, key: str, **fields: object) -> int:
    path = f"/circles/{tables.circle.id}/players/{key}"
    return tables.host.post(path, data={name: str(value) for name, value in fields.items()}).status_code


def member(tables: Tables, role: InviteRole = Role.MEMBER) -> FlaskClient:
    phone, invite = tables.site.phone(), tables.site.store.invites(tables.circle.id, Scope.CIRCLE)[role]
    assert phone.post("/accept", data={"way": invite.token}).status_code == 303
    return phone


def is_now(tables: Tables, phone: FlaskClient, player: object) -> int:
    path = f"/circles/{tables.circle.id}/phone"
    return phone.post(path, data={"player": str(player)}).status_code
