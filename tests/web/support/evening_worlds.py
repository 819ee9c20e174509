"""An evening as a world of its own, to be compared with another one: all that its phones learn of one table's match."""

import re
import zipfile
from collections.abc import Iterator, Sequence
from functools import cached_property
from io import BytesIO

from flask.testing import FlaskClient
from sqlalchemy import select
from sqlmodel import col
from werkzeug.test import TestResponse

from tests.databases import reading
from tests.rules.tables import NAMES
from tests.web.support.entering import enter
from tests.web.support.evening_routes import ROWS, VALUES
from tests.web.support.hall import Hall
from tests.web.support.phone import plain
from tests.web.support.routes import Row
from tests.web.support.sample import LogPair, Raw
from tests.web.support.site import Site
from tests.web.support.two_worlds import read
from webapp.access.device import COOKIE
from webapp.evening.plan import Kind, Plan, TieBreak
from webapp.http.security import API, SAFE_METHODS
from webapp.services import services_in
from webapp.store.invites import format_code
from webapp.store.models import Invite
from webapp.store.roles import Role
from webapp.table.keeper import Made
from webapp.table.viewer import Viewer

COUNTED = re.compile(r'\b\d+:\d\d\b|(?<="seconds":) ?\d+')
"""A clock that counts."""
OP = re.compile(r'name="op" value="[^"]+"')
MOMENT = re.compile(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d[^\"&<\s]*")
SEALED = re.compile(r'"(?:lot|digits|signature)": ?(?:"[^"]*"|\d+)|[0-9a-f]{32,}|tables/\d+\.json')
"""What an archive says of itself: the lot of its evening, digests, and the numbers of its tables."""
LOOKS = [row for row in ROWS if row.method in SAFE_METHODS]


class EveningWorld:
    """A tournament with two tables. A match is played at the first; `elsewhere` is a player of the second."""

    def __init__(self, site: Site, twins: LogPair) -> None:
        self.site, seats = site, twins.players
        plan = Plan(
            Kind.TOURNAMENT,
            game=twins.game,
            options=dict(twins.options),
            sizes=(seats,),
            rounds=2,
            tie_breaks=(TieBreak.GAME_POINTS,),
        )
        self.phones: dict[str, FlaskClient] = {role: site.phone() for role in ("organiser", "hall", "elsewhere")}
        names = (*NAMES[:seats], *(f"{name} B" for name in NAMES[:seats]))
        self.hall = Hall(services_in(site.app), plan, names, organiser=site.device(self.phones["organiser"]))
        self.hall.admit(site.device(self.phones["hall"]), Role.WATCHER, name="Karin")
        self.hall.admit(site.device(self.phones["elsewhere"]), Role.PLAYER, seats + 1)
        self.devices = [site.device(site.phone()) for _ in range(seats)]
        for person, device in enumerate(self.devices, 1):
            self.hall.admit(device, Role.PLAYER, person)
        self.hall.seat(tuple(range(1, seats + 1)), tuple(range(seats + 1, 2 * seats + 1)))
        self.hall.start()
        self.table = self.hall.table(1)
        self._entries = 0

    def enter(self, raw: Raw) -> None:
        """Enters what must be taken, from the phone of the seat that it is about."""
        seat = raw.get("seat") or 0
        self._entries += 1
        viewer = Viewer(self.devices[seat], Role.PLAYER if seat else Role.HOST, seat)
        made = enter(self.site.tables, self.table, viewer, raw, op=f"{self._entries:016}")
        assert isinstance(made, Made), (raw, made)

    def told(self, phones: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Yields all that these phones are told, each with who and where: none sits at the table or rules there."""
        for who in phones:
            phone = self.phones[who]
            for row in LOOKS:
                yield (
                    f"{who}: {row.name}",
                    self._said(self._get(phone, self._path(row), program=row.rule.startswith(API))),
                )
            yield f"{who}: the first page", self._said(self._get(phone, "/"))

    def status(self, who: str, rule: str) -> int:
        """Returns with which status a phone is answered at an address of the first table."""
        answer = self._get(self.phones[who], self._path(Row("GET", rule, ())), program=rule.startswith(API))
        answer.close()
        return answer.status_code

    def watch(self, who: str) -> int:
        """Returns with which status a phone is answered that asks to look at the first table."""
        return self.phones[who].post(f"/evenings/{self.hall.id}/tables/1/watch").status_code

    def _get(self, phone: FlaskClient, path: str, *, program: bool = False) -> TestResponse:
        if not program:
            return phone.get(path, buffered=False)
        cookie = phone.get_cookie(COOKIE)
        assert cookie
        bearer = {"Authorization": f"Bearer {cookie.value}"}
        return self.site.app.test_client().get(path, buffered=False, headers=bearer)

    def _said(self, answer: TestResponse) -> str:
        """Returns what an answer says; of a stream the first whole message."""
        if answer.mimetype == "text/event-stream":
            pieces = (piece.decode() if isinstance(piece, bytes) else piece for piece in answer.response)
            text = next(pieces) + next(pieces)
        else:
            text = _archived(answer) if answer.mimetype == "application/zip" else read(answer)
        answer.close()
        return f"{answer.status_code} {self._plain(text)}"

    def _path(self, row: Row) -> str:
        path = row.rule.replace("<evening_id>", str(self.hall.id))
        for name, value in {**VALUES, "table_id": self.table}.items():
            path = path.replace(f"<{name}>", str(value))
        return path

    def _plain(self, text: str) -> str:
        """What was said less what belongs to the evening and to this look at it: numbers, codes, keys, times."""
        text = MOMENT.sub("MOMENT", OP.sub("OP", text))
        for secret in self._secrets:
            text = text.replace(secret, "SECRET")
        text = re.sub(rf"evenings(/|%2F){self.hall.id}\b", r"evenings\1N", text).replace("/N/tables/", "/N/numbered/")
        grants = (one.id for one in self.hall.now.grants)
        numbers = "|".join(map(str, (self.table, self.table + 1, self.hall.id, *grants)))
        text = re.sub(rf'"(id|table|evening)": ?(?:{numbers})\b', r'"\1":N', text)
        return COUNTED.sub("TIME", plain(plain(text, self.table), self.table + 1))

    @cached_property
    def _secrets(self) -> list[str]:
        """The codes of the evening, which are there from its beginning."""
        with reading(self.site.store) as session:
            invites = session.scalars(select(Invite).where(col(Invite.evening_id) == self.hall.id)).all()
        return [said for one in invites for said in (format_code(one.code), one.code, one.token)]


def _archived(answer: TestResponse) -> str:
    with zipfile.ZipFile(BytesIO(answer.get_data())) as archive:
        files = [(name, archive.read(name).decode()) for name in archive.namelist()]
    return SEALED.sub("SEALED", "\n".join(f"{name} {text}" for name, text in files))
