"""Bytes that an entry sends to a phone that watches and to the one that entered it, over a whole match of each game.

Of the cards the median counts; of those that end a trick, after which two tricks are told of, the median of their own.
"""

import random
import statistics
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import _players
import _unpaced
from _matches import NAMES
from _ratio import say
from flask import Flask

from rules_core.events import Event, encode
from webapp import create_app
from webapp.config import Config
from webapp.live.broadcast import StreamState
from webapp.live.page import Fragments
from webapp.store.roles import Role
from webapp.table.entry import entries_of
from webapp.table.viewer import Viewer

assert _unpaced  # a match is entered faster than people do
CARD, TRICK_END = 1000, 4000
CARDS = ("play", "reveal", "reinforce")
HERE = {"watches": Viewer(2, Role.WATCHER), "enters": Viewer(1, Role.HOST)}


def messages(app: Flask, game: str, events: list[Event], players: int) -> Iterator[tuple[str, str, bool, int]]:
    """Yields for each entry and phone the type, the phone, whether a trick is over by it, and the bytes sent."""
    site = app.extensions["sixfold"]
    table = site.store.create_table(game=game, players=NAMES[:players], options={}, device_id=1)
    streams = {who: StreamState() for who in HERE}
    for number, event in enumerate(events):
        raw, done = encode(event), _tricks(site.tables.at(table.id))
        stamps = {"op": f"{table.id}-{number:012}"}
        site.tables.make(table.id, HERE["enters"], *entries_of(site.tables.at(table.id).fold, raw, seen=None), **stamps)
        now = site.tables.at(table.id)
        assert now.fold.seq == number + 1, raw
        for who, viewer in HERE.items():
            with app.test_request_context(f"/tables/{table.id}"):
                before, streams[who] = streams[who], streams[who].after(site.part(Fragments).of(now, viewer))
            message = streams[who].sent if streams[who] is not before else None
            yield raw["type"], who, _tricks(now) != done, len(message.plain) if message else 0


def _tricks(now: Any) -> tuple[int, int]:
    """How many hands are over, and how many tricks or skirmishes of the hand that is played."""
    hand = now.fold.state.hand
    return len(now.fold.state.finished), len(getattr(hand, "tricks", getattr(hand, "fought", ())))


def main() -> int:
    held = []
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Config(instance=Path(folder), log="quiet"))
        app.extensions["sixfold"].store.add_device("0" * 64)
        for game, play in _players.found().items():
            events = play(random.Random(1))
            players = play.__defaults__[0]  # type: ignore[attr-defined]
            sizes = defaultdict(list)
            for kind, who, ends, size in messages(app, game, events, players):
                if kind in CARDS or ends:
                    sizes[who, "trick's end" if ends else "card"].append(size)
            for (who, what), found in sorted(sizes.items()):
                limit, median = TRICK_END if what != "card" else CARD, statistics.median(found)
                print(f"{game}, {what}, {who}: {len(found)} entries, at most {max(found):,} bytes")
                held.append(say(f"{game}: bytes of a {what} to a phone that {who}", median, limit, at_least=False))
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
