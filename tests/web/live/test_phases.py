"""What a phone is told of the phases of a hand: a pad for each as tables draw it, and nothing of this table."""

import re
from functools import partial
from html.parser import HTMLParser
from typing import Any

import pytest

from rules_core import replay
from rules_core.beginnings import beginnings
from rules_core.findings import Observer
from rules_core.forecast import Forecast
from rules_core.game import Game
from rules_core.games import GAMES
from rules_core.record import Header
from tests.rules.tables import NAMES
from tests.web.games.deep_six import tables as deep
from tests.web.support.phone import plain
from tests.web.support.site import Site

KNOWN = [game for game in GAMES.values() if isinstance(game.forecast(game.players[0], game.options()), Forecast)]


class Phases(HTMLParser):
    """The phases that an answer holds, each with the entries that its keys and forms make."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: dict[tuple[str, int, int], set[str]] = {}
        self.here: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if tag == "template" and "data-phase" in said:  # another one is a part of a pad
            name, due, times = said["data-phase"], said["data-due"], said["data-times"]
            self.here = self.found.setdefault((f"{name}", int(due or 0), int(times or 0)), set())
        value = said.get("value") or ""
        if said.get("name") == "event":
            self.here.update(re.findall(r'"type":"([\w-]+)"', value))
        if said.get("name") == "type":
            self.here.add(value)


def foretold(site: Site, game: str) -> Phases:
    """Opens a table and asks for what may come there."""
    phone = site.phone()
    table = site.open_table(phone, NAMES[: GAMES[game].players[0]], game=game)
    answer = phone.get(f"/tables/{table.id}/phases")
    assert answer.status_code == 200
    return Phases(answer.text)


@pytest.mark.parametrize("game", KNOWN, ids=lambda game: game.name)
def test_every_phase_has_its_pad(site: Site, game: Game[Any]) -> None:
    found = foretold(site, game.name).found
    players = range(game.players[0])
    for dealer in players:
        assert found["deal", dealer, 0] == {"deal", "tally"} | ({"contract"} if game.name == "deep-six" else set())
    assert "play" in found["play", -1, 0]
    assert "trick" in found["tricks", -1, 0]
    steps = game.forecast(len(players), game.options()).steps  # type: ignore[union-attr]
    for phase, entries in steps.items():
        pads = [kinds for (name, _, _), kinds in found.items() if name == phase]
        assert pads
        for kinds in pads:
            assert kinds & set(entries), phase


def test_calls_are_drawn_for_every_seat_and_stage(site: Site) -> None:
    found = foretold(site, "deep-six").found
    for seat in range(4):
        assert {"bid", "pass", "contract", "tally"} <= found["auction", seat, 0]
        assert "exchange" in found["exchange", seat, 0]
        assert "show" in found["exchange", seat, 0]
        assert "show" not in found["exchange", seat, 1]
        assert "sink" in found["sink", seat, 0]
    assert {"meld", "tally"} <= found["meld", -1, 0]
    assert [phase for phase in found if phase[0] == "meld"] == [("meld", -1, 0)], "all are due at first"


def test_they_tell_nothing_of_the_table(site: Site) -> None:
    """Neither what was called and melded there, nor what the other pages hide."""
    pages = []
    for events in ([], deep.MELDED):
        phone = deep.table(site, site.phone(), events)
        answer = phone.client.get(f"{phone.url}/phases")
        pages.append(plain(answer.text, phone.table.id))
    assert pages[0] == pages[1]


def test_a_device_that_has_them_is_sent_none(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A device asks after each load; entries change nothing, another seat or language does."""
    phone = deep.table(site, site.phone(), [])
    ask = partial(phone.client.get, f"{phone.url}/phases")
    first = ask()
    known = {"If-None-Match": first.headers["ETag"]}
    assert first.headers["Cache-Control"] == "private, no-cache"
    for event in deep.MELDED:
        phone.enter(event)
    with monkeypatch.context() as drawn:
        drawn.setattr("webapp.live.phases.phases", pytest.fail)
        assert (ask(headers=known).status_code, ask(headers=known).data) == (304, b"")
    assert ask(headers={**known, "Accept-Language": "de"}).status_code == 200
    site.seat(phone.table, 2, phone.client)
    assert ask(headers=known).status_code == 200


def test_where_nobody_can_know_nothing_is_told(site: Site) -> None:
    assert foretold(site, "sichermans-war").found == {}


def test_made_up_hands_reach_what_their_options_ask_for() -> None:
    start = replay.begin(Header("sixes-and-sevens", NAMES[:3], {"ace_wild": True}))
    views = [start.game.view(fold.state, Observer()) for fold in beginnings(start)]
    assert {view.to_act for view in views if view.phase == "aces"} == {(0,), (1,), (2,)}
