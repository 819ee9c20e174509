"""How long another phone waits while one asks for each address of a circle of 10,000 matches and 200 players.

The addresses come from the map of the application; acts that change or rate everything go with them, and another such
circle that comes over and is parted again. What another phone
waits at most is compared with what it waits at most while the same is asked of an empty circle.
"""

import http.client
import re
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlencode

from _ratio import say
from _served import Server, ours
from circles import GAME, PEOPLE, fill

from webapp import create_app
from webapp.access.device import COOKIE
from webapp.config import Config
from webapp.services import Services
from webapp.store.circle_models import CirclePlayer

MOST, HELD_MS = 4.0, 50
"""In the longest wait beside an empty circle, and what is no wait at all, in milliseconds."""
DAY = "2020-02-01"
OWN = {"Sec-Fetch-Site": "same-origin"}
SEASON = {"op": "c" * 22, "name": "Season", "game": "", "first_day": "2020-01-01", "last_day": "", "best": "5"}
PATIENCE = 120


class Probe(threading.Thread):
    """Another phone, which asks for a small page again and again until it is told to stop."""

    def __init__(self, server: Server) -> None:
        super().__init__(daemon=True)
        self._server, self._stopped, self.longest = server, threading.Event(), 0.0

    def run(self) -> None:
        """Notes the longest wait."""
        connection = http.client.HTTPConnection("127.0.0.1", self._server.port, timeout=PATIENCE)
        while not self._stopped.is_set():
            begun = time.perf_counter()
            connection.request("GET", "/static/icon.svg")
            connection.getresponse().read()
            self.longest = max(self.longest, time.perf_counter() - begun)
            time.sleep(0.002)
        connection.close()

    def stop(self) -> float:
        """Returns the longest wait, in milliseconds."""
        self._stopped.set()
        self.join()
        return self.longest * 1000


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


def waits(server: Server, token: str, asked: Mapping[str, tuple[str, Mapping[str, object] | None]]) -> dict[str, float]:
    """Returns what another phone waits at most beside each of these, in milliseconds."""
    found = {}
    for name, (path, form) in asked.items():
        probe, begun = Probe(server), time.perf_counter()
        probe.start()
        status = ask(server, token, path, form)
        found[name] = probe.stop()
        print(
            f"{name}: {status} after {time.perf_counter() - begun:.2f} s, another waits {found[name]:.0f} ms",
            flush=True,
        )
    return found


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        app = create_app(Config(instance=Path(name), log="quiet"))
        services: Services = app.extensions["sixfold"]
        phone, asked = app.test_client(), []
        rules = [rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
        for number, title in enumerate(("Tuesdays", "Nobody yet")):
            opened = phone.post("/circles", data={"op": f"{number:022}", "name": title}, headers=OWN).location
            circle = int(re.findall(r"\d+", opened)[-1])
            if not number:
                fill(services.store, circle)
            with services.store._write() as session:
                session.add_all(CirclePlayer(circle_id=circle, name=f"New {one}", key=f"new {one}") for one in range(2))
            phone.post(f"/circles/{circle}/seasons", data={**SEASON, "op": f"{number + 2:022}"}, headers=OWN)
            players = services.store.circle_players(circle)
            opened = phone.post("/circles", data={"op": f"{number + 4:022}", "name": f"{title} too"}, headers=OWN)
            other = int(re.findall(r"\d+", opened.location)[-1])
            if not number:
                fill(services.store, other, first=PEOPLE)
            into = next(one for one, player in players.items() if player.name == "New 1")
            gone = next(one for one in players if one != into)
            posts = {
                "merge": (f"/circles/{circle}/players/merge", {"gone": gone, "into": into}),
                "join": (f"/circles/{circle}/joined", {"circle": other}),
                "part": (f"/circles/{circle}/joined/{number + 1}/undo", {}),
                "leave files out": (f"/circles/{circle}/from-files", {"count": "no"}),
            }
            looks = addresses(services, iter(rules), circle)
            asked.append({**{rule: (path, None) for rule, path in looks.items()}, **posts})
        cookie = phone.get_cookie(COOKIE)
        assert cookie is not None
        services.end()
        with ours(Path(name)) as server:
            ask(server, cookie.value, "/")
            large, empty = waits(server, cookie.value, asked[0]), waits(server, cookie.value, asked[1])
    worst = max(large, key=lambda rule: large[rule])
    print(f"the longest wait is {large[worst]:.0f} ms, beside {worst}; over {HELD_MS} ms wait others beside:")
    print("\n".join(f"  {rule}: {wait:.0f} ms" for rule, wait in sorted(large.items()) if wait > HELD_MS))
    quotient = large[worst] / max(empty.values())
    return 0 if say("longest wait beside a circle of 10,000 matches", quotient, MOST, at_least=False) else 1


if __name__ == "__main__":
    sys.exit(main())
