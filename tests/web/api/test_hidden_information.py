"""What is closed never leaves the server over the API either: twins that differ only in it are answered alike.

Each seat has a program of its own; the host's has entered only what is about no seat, so it knows no more than others.
"""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.rules.tables import NAMES
from tests.web.support.api_client import ApiClient, Raw
from tests.web.support.hidden_worlds import DECLARED, PILES, SETTINGS, older_tricks, tried_entries, worlds_of
from tests.web.support.log_pairs import with_a_hand_declared, with_another_secret
from tests.web.support.records import DEAL
from tests.web.support.sample import LogPair, Setting
from tests.web.support.site import Site
from tests.web.support.two_worlds import World
from webapp.access.device import COOKIE

PROBES = 6
COUNTED = [("host", {"type": "trick", "winner": 0, "nines": 9, "points": 90, "augen": 99})]
"""More than closed tricks may have left over: how much that is would tell what they held."""
Pair = tuple[World, World]
OF_A_MOMENT = frozenset({"id", "times", "at", "signed"})
"""What a record says of when it was entered, and the signature over it."""


@pytest.mark.rule("GEN-5")
@pytest.mark.parametrize("name", DECLARED)
def test_nobody_else_is_answered_with_a_secret(site: Site, name: str) -> None:
    evening = with_a_hand_declared(SETTINGS[name], 1)
    found = list(with_another_secret(evening, random.Random(1)))
    _compare(worlds_of(site, found[-1], "closed"), found[-1])


@pytest.mark.rule("GEN-5", "SIC-13")
@pytest.mark.parametrize("name", SETTINGS)
def test_nobody_is_answered_with_what_older_tricks_held(site: Site, name: str) -> None:
    twins = _twins(SETTINGS[name])
    _compare(worlds_of(site, twins, "closed"), twins)


@pytest.mark.rule("GEN-5", "SIC-13")
@pytest.mark.parametrize("game", PILES)
def test_nobody_is_answered_with_what_a_pile_holds(site: Site, game: str) -> None:
    _compare(worlds_of(site, PILES[game], "closed"), PILES[game])


@pytest.mark.parametrize("game", PILES)
def test_in_an_open_book_everybody_is_answered_with_it(site: Site, game: str) -> None:
    """The control: the comparison finds what there is to find."""
    one, other = worlds_of(site, PILES[game], "open")
    assert list(_differences(one, other, ["watcher", "host"]))


def test_whose_secret_it_is_reads_it_in_the_record(site: Site) -> None:
    world = World(site, "sixes-and-sevens", NAMES[:3], "closed", {})
    hand = {"type": "hand", "seat": 1, "cards": [f"{rank}{suit}" for suit in "CD" for rank in "23456789T"][:17]}
    for raw in (DEAL, hand):
        world.enter(raw)
    assert _read(world, "seat 1", "/record")["events"] == [DEAL, hand]
    for who in ("host", "seat 0", "watcher"):
        assert _read(world, who, "/record")["events"] == []


def _twins(setting: Setting) -> LogPair:
    return next(older_tricks(setting, 1))


def _compare(worlds: Pair, twins: LogPair) -> None:
    one, other = worlds
    strangers = [who for who in one.phones if who != f"seat {twins.privy}"]
    chance = random.Random(7)
    assert list(_differences(one, other, ["host", "watcher", chance.choice(strangers)])) == []
    probes = list(tried_entries(one, twins, [who for who in strangers if who != "watcher"], chance))
    for who, raw in [*chance.sample(probes, min(PROBES, len(probes))), *COUNTED]:
        assert _probe(one, who, raw) == _probe(other, who, raw), (who, raw)


def _differences(one: World, other: World, viewers: list[str]) -> Iterator[str]:
    """Yields what one of these programs is answered differently in the other world."""
    for who in viewers:
        for path in ("", "/record", "/stream"):
            if _read(one, who, path) != _read(other, who, path):
                yield f"{who}: {path or 'the table'}"


def _program(world: World, who: str) -> ApiClient:
    """Returns the device of a phone as a program: the same token, as a bearer."""
    cookie = world.phones[who].get_cookie(COOKIE)
    assert cookie is not None
    return ApiClient(world.site.app, world.table.id, cookie.value)


def _read(world: World, who: str, path: str) -> Any:
    program = _program(world, who)
    if path == "/stream":
        answer = program.client.get(f"{program.url}/stream", headers=program.headers, buffered=False)
        pieces = (piece.decode() if isinstance(piece, bytes) else piece for piece in answer.response)
        text = next(piece for piece in pieces if "data:" in piece)
        answer.close()
        return _alike(json.loads(text.partition("data:")[2]))
    answer = program.get(path)
    assert answer.status_code == 200
    return _alike(answer.json)


def _probe(world: World, who: str, raw: Raw) -> Any:
    """Returns what a program learns by sending an entry; afterwards the table is as it was."""
    before = world.site.tables.at(world.table.id)
    answer = _program(world, who).enter(raw)
    if answer.status_code != 201:
        return answer.json
    after = world.site.tables.at(world.table.id)
    world.rewind(before)
    ended = len(after.fold.state.finished) != len(before.fold.state.finished) or raw["type"] == "amend"
    return 201 if ended else _alike(answer.json)


def _alike(body: Any) -> Any:
    """Returns an answer without what tells one table or moment from another: a slow machine enters them apart."""
    if isinstance(body, list):
        return [_alike(part) for part in body]
    if not isinstance(body, dict):
        return body
    return {name: _alike(part) for name, part in body.items() if name not in OF_A_MOMENT}
