"""How long another phone waits while one asks for each address of a circle of 10,000 matches and 200 players.

The addresses come from the map of the application; acts that change or rate everything go with them, and another such
circle that comes over and is parted again. One phone looks all the time, another one enters all the time, at a table of
the house that belongs to no circle. What either waits at most is compared with what it waits at most while the same is
asked of an empty circle. Words on the command line choose what is asked.
"""

import http.client
import json
import re
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from urllib.parse import urlencode

from _matches import GAME
from _ratio import say
from _served import Server, ours
from circles import PEOPLE, PLAYERS, fill
from flask.testing import FlaskClient
from sqlmodel import select

from webapp import create_app
from webapp.access.device import COOKIE, _hash
from webapp.config import Config
from webapp.services import Services
from webapp.store import Store
from webapp.store.circle_models import CirclePlayer
from webapp.store.models import Grant, Table
from webapp.store.roles import Role

MOST, HELD_MS = 4.0, 50
"""Limit as a multiple of the longest wait at an empty circle, and what counts as no wait, in milliseconds."""
DAY = "2020-02-01"
OWN = {"Sec-Fetch-Site": "same-origin"}
SEASON = {"op": "c" * 22, "name": "Season", "game": "", "first_day": "2020-01-01", "last_day": "", "best": "5"}
ENTERING, PATIENCE = "1" * 43, 600
"""The phone that enters, another one than that which is waited for: each device has its turns. And the seconds that an
answer may take, also on a busy machine: where one gives up the server is stopped, and all others get errors of it."""


class Probe(threading.Thread):
    """Another phone, which asks the same again and again until it is told to stop."""

    def __init__(self, server: Server, ask: Callable[[http.client.HTTPConnection, int], None]) -> None:
        """`ask` sends one request, which has a number."""
        super().__init__(daemon=True)
        self._server, self._ask, self._stopped, self.longest = server, ask, threading.Event(), 0.0

    def run(self) -> None:
        """Notes the longest wait."""
        connection = http.client.HTTPConnection("127.0.0.1", self._server.port, timeout=PATIENCE)
        for number in count():
            begun = time.perf_counter()
            self._ask(connection, number)
            answer = connection.getresponse()
            said = answer.read()
            self.longest = max(self.longest, time.perf_counter() - begun)
            if answer.status != http.HTTPStatus.OK:
                raise RuntimeError(answer.status, said)
            if self._stopped.is_set():
                break
            time.sleep(0.002)
        connection.close()

    def stop(self) -> float:
        """Returns the longest wait, in milliseconds."""
        self._stopped.set()
        self.join()
        return self.longest * 1000


def look(connection: http.client.HTTPConnection, _number: int) -> None:
    """Asks for a small page."""
    connection.request("GET", "/static/icon.svg")


def entering(token: str, table_id: int) -> Callable[[http.client.HTTPConnection, int], None]:
    """Returns what enters something at a table of the house, which then has so many entries."""
    head = {"Cookie": f"{COOKIE}={token}", "Content-Type": "application/x-www-form-urlencoded", **OWN}
    points = [1] + [0] * (PLAYERS - 1)

    def enter(connection: http.client.HTTPConnection, number: int) -> None:
        event = json.dumps({"type": "adjust", "points": points, "reason": f"{number}"})
        form = {"event": event, "op": f"{table_id}-{number:012}", "seen": str(number)}
        connection.request("POST", f"/tables/{table_id}/events", urlencode(form), head | {"HX-Request": "true"})

    return enter


def addresses(services: Services, rules: Iterator[str], circle: int) -> dict[str, str]:
    """Returns the addresses of one circle that are looked at, by the rule of each; without those that need another."""
    players = list(services.store.circle_players(circle))
    seasons = services.store.circle_seasons(circle)
    known: Mapping[str, object] = {
        "circle_id": circle,
        "game": GAME.name,
        "player_id": players[0],
        "other_id": players[1],
        "match_id": 1,
        "season_id": seasons[0].id,
        "day": DAY,
        "name": "ratings",
    }
    found = {}
    for rule in rules:
        names = [name.rpartition(":")[2] for name in re.findall(r"<([^>]+)>", rule)]
        if "circle_id" in names and set(names) <= known.keys():
            found[rule] = re.sub(r"<(?:[^>:]+:)?([^>]+)>", lambda name: str(known[name[1]]), rule)
    return found


def ask(server: Server, token: str, path: str, form: Mapping[str, object] | None = None) -> int:
    """Asks for a page, or sends a form; waits where there were too many, and returns the status."""
    head = {"Cookie": f"{COOKIE}={token}", "Authorization": f"Bearer {token}", **OWN}
    head |= {"Content-Type": "application/x-www-form-urlencoded"} if form is not None else {}
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        connection.request("GET" if form is None else "POST", path, None if form is None else urlencode(form), head)
        answer = connection.getresponse()
        while answer.read(65536):
            pass
        connection.close()
        if answer.status != http.HTTPStatus.TOO_MANY_REQUESTS:
            return answer.status
        time.sleep(int(answer.headers.get("Retry-After", "1")))


def waits(
    server: Server, token: str, table: Iterator[int], asked: Mapping[str, tuple[str, Mapping[str, object] | None]]
) -> dict[str, tuple[float, float]]:
    """Returns the longest waits of a reading and an entering phone during each of these, in milliseconds."""
    found = {}
    for name, (path, form) in asked.items():
        probes, begun = [Probe(server, look), Probe(server, entering(ENTERING, next(table)))], time.perf_counter()
        for probe in probes:
            probe.start()
        status = ask(server, token, path, form)
        took = time.perf_counter() - begun
        looks, enters = found[name] = probes[0].stop(), probes[1].stop()
        print(f"{name}: {status} after {took:.2f} s, a look waits {looks:.0f} ms, an entry {enters:.0f} ms", flush=True)
    return found


def acts_of(store: Store, phone: FlaskClient, number: int) -> tuple[int, dict[str, tuple[str, dict[str, object]]]]:
    """Opens a circle, the first one with matches and another one to join; returns it and what changes much of it."""
    circles = []
    for title in ("Tuesdays", "Fridays"):
        form = {"op": f"{number:011}{title:0>11}", "name": f"{title} {number}"}
        circles.append(int(re.findall(r"\d+", phone.post("/circles", data=form, headers=OWN).location)[-1]))
        if not number:
            fill(store, circles[-1], first=PEOPLE * (len(circles) - 1))
    circle, other = circles
    with store._write() as session:  # a forgotten player is forgotten at the tables, too
        tables = session.scalars(select(Table.id).where(Table.circle_id == circle)).all()
        session.add_all(Grant(table_id=one, device_id=1, role=Role.HOST) for one in tables)
    with store._write() as session:
        session.add_all(CirclePlayer(circle_id=circle, name=f"New {one}", key=f"new {one}") for one in range(3))
    phone.post(f"/circles/{circle}/seasons", data={**SEASON, "op": f"{number:022}"}, headers=OWN)
    players = store.circle_players(circle)
    into = next(one for one, player in players.items() if player.name == "New 1")
    gone, *others = (one for one in players if one != into)
    return circle, {
        "merge": (f"/circles/{circle}/players/merge", {"gone": gone, "into": into}),
        "guest": (f"/circles/{circle}/players/guest", {"player": others[-1], "guest": "yes"}),
        "join": (f"/circles/{circle}/joined", {"circle": other}),
        "part": (f"/circles/{circle}/joined/{number + 1}/undo", {}),
        "leave files out": (f"/circles/{circle}/from-files", {"count": "no"}),
        "forget": (f"/circles/{circle}/players/forget", {"player": into, "sure": "yes"}),
    }


def main(wanted: Sequence[str] = ()) -> int:
    """`wanted`: only those of whose names this is a part."""
    with tempfile.TemporaryDirectory() as name:
        app = create_app(Config(instance=Path(name), log="quiet"))
        services: Services = app.extensions["sixfold"]
        phone, asked = app.test_client(), []
        rules = [rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
        for number in range(2):
            circle, acts = acts_of(services.store, phone, number)
            looks = addresses(services, iter(rules), circle)
            every = {**{rule: (path, None) for rule, path in looks.items()}, **acts}
            asked.append({it: every[it] for it in every if not wanted or any(one in it for one in wanted)})
        cookie = phone.get_cookie(COOKIE)
        assert cookie is not None
        device = services.store.add_device(_hash(ENTERING))
        names = [f"Seat {seat}" for seat in range(PLAYERS)]
        tables = [
            services.store.create_table(game=GAME.name, players=names, options={}, device_id=device.id).id
            for _one in range(len(asked[0]) + len(asked[1]) + 1)
        ]
        services.end()
        with ours(Path(name), paced=False) as server:
            table = iter(tables)
            waits(server, cookie.value, table, {"the first page": ("/", None)})
            large, empty = (waits(server, cookie.value, table, one) for one in asked)
    held = True
    for who, what in enumerate(("a look", "an entry")):
        worst = max(large, key=lambda it: large[it][who])
        print(f"{what} waits {large[worst][who]:.0f} ms at most, during {worst}; over {HELD_MS} ms during:")
        print("\n".join(f"  {it}: {wait[who]:.0f} ms" for it, wait in sorted(large.items()) if wait[who] > HELD_MS))
        quotient = large[worst][who] / max(HELD_MS, *(wait[who] for wait in empty.values()))
        held &= say(f"{what} waits longest with a circle of 10,000 matches", quotient, MOST, at_least=False)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
