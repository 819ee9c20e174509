"""Pages of a circle of 10,000 matches and 200 players: those of a player against that of one who has not played.

A player's page reads that player's matches alone. Also the pages of a pair, of the circle and of its matches.
"""

import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from _ratio import ratio, say
from circles import fill
from flask.testing import FlaskClient

from webapp import create_app
from webapp.config import Config
from webapp.http.process_limits import freeze_garbage_collector
from webapp.services import Services
from webapp.store.circle_models import CirclePlayer

MOST_OF_A_PLAYER = 3.0
"""In pages of somebody who has not played."""
TIMES = 4
"""How often a page is asked for where it is measured: once is over too soon."""
OP = "a" * 22


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        app = create_app(Config(instance=Path(name), log="quiet"))
        services: Services = app.extensions["sixfold"]
        phone = app.test_client()
        opened = phone.post("/circles", data={"op": OP, "name": "Tuesdays"}).location
        circle = int(re.findall(r"\d+", opened)[-1])
        fill(services.store, circle)
        with services.store._write() as session:
            session.add(CirclePlayer(circle_id=circle, name="Nobody", key="nobody"))
        players = services.store.circle_players(circle)
        nobody = next(number for number, player in players.items() if player.name == "Nobody")
        freeze_garbage_collector()
        held = measured(phone, f"/circles/{circle}", nobody)
        services.end()
    return 0 if held else 1


def measured(phone: FlaskClient, circle: str, nobody: int) -> bool:
    """Prints what each page costs, and tells whether that of a player keeps its limit."""
    empty = asking(phone, f"{circle}/players/{nobody}")
    one, other = (number for number in (1, 2, 3) if number != nobody), 4
    first = next(one)
    pages = {
        "a player": f"{circle}/players/{first}",
        "two players": f"{circle}/players/{first}/with/{other}",
        "the matches": f"{circle}/matches?player={first}",
        "the circle": circle,
    }
    found = {name: ratio(asking(phone, path), empty) for name, path in pages.items()}
    for name, (mine, theirs, quotient) in found.items():
        print(f"{name}: {mine / TIMES * 1000:.1f} ms, nobody {theirs / TIMES * 1000:.1f} ms of CPU: {quotient:.2f}")
    return say("the page of a player in a circle of 10,000", found["a player"][2], MOST_OF_A_PLAYER, at_least=False)


def asking(phone: FlaskClient, path: str) -> Callable[[], None]:
    """Returns what asks for a page so many times."""

    def work() -> None:
        for _time in range(TIMES):
            answer = phone.get(path)
            assert answer.status_code == 200, (path, answer.status_code)

    return work


if __name__ == "__main__":
    sys.exit(main())
