"""An evening that a program opens and runs, and the phones that are let in there."""

import re
import secrets
from collections.abc import Iterable
from typing import Any

from tests.e2e.phone import Phone

EIGHT = ("Ann", "Ben", "Cat", "Dan", "Eva", "Fay", "Gus", "Maximiliane-Charlotte")
TABLES = ((1, 2, 3, 4), (5, 6, 7, 8))
"""Two tables of four, by the numbers of the people."""
TOURNAMENT = {"kind": "tournament", "sizes": [4], "rounds": 3, "minutes": 20}


class Evening:
    """An evening, and the phone of its organiser."""

    def __init__(
        self, organiser: Phone, people: Iterable[str] = EIGHT, title: str = "Tuesday club", **plan: Any
    ) -> None:
        self.organiser = organiser
        body = {
            "title": title,
            "plan": {**(plan or {**TOURNAMENT, "game": organiser.game})},
            "people": list(people),
        }
        opened = _asks(organiser, "/evenings", body)
        self.path, self.code, self.token = f"/evenings/{opened['id']}", opened["code"], opened["token"]
        organiser.becomes(self.token)

    def says(self, kind: str, **line: Any) -> None:
        """Adds a line to it."""
        _asks(self.organiser, f"{self.path}/lines", {"type": kind, **line}, self.token)

    def seats(self) -> None:
        """Seats all of them for the next round."""
        _asks(self.organiser, f"{self.path}/rounds", {"tables": TABLES}, self.token)

    def checks_in(self, phone: Phone, name: str) -> None:
        """Lets a phone in as somebody on the list."""
        phone.becomes(_asks(phone, "/evenings/join", {"code": self.code, "name": name})["token"])

    def is_ruled_by(self, phone: Phone, name: str = "Karin") -> None:
        """Lets a phone in as the referee."""
        self.organiser.post(f"{self.path}/codes", role="referee")
        phone.is_let_in(self._link("/helpers"), name=name)

    def is_watched_by(self, phone: Phone) -> None:
        """Lets a phone in that looks on, as the screen in the hall does."""
        phone.is_let_in(self._link("/share?role=watcher"), "watch")

    def dismisses_the_referee(self) -> None:
        """Lets the referee out, whatever is open."""
        page = self.organiser.context.request.get(f"{self.path}/helpers").text()
        out = re.search(rf"{self.path}/helpers/\d+/out", page)
        assert out
        self.organiser.post(out[0], op=secrets.token_hex(8), sure="open")

    def _link(self, page: str) -> str:
        found = re.search(r'data-share="([^"]+)', self.organiser.context.request.get(self.path + page).text())
        assert found
        return found[1]


def calls(phone: Phone, table: str) -> None:
    """Calls the referee about the score."""
    phone.post(f"{table}/disputes", op=secrets.token_hex(8), seen="0", about="match", why="score", play="on")


def _asks(phone: Phone, path: str, body: Any, token: str = "") -> Any:
    """Sends a body as a program and returns the answer."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = phone.context.request.post(f"/api/v1{path}", data=body, headers=headers)
    assert answer.ok, f"{path}: {answer.text()}"
    return answer.json()
