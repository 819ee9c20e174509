"""A full trick lies on the cloth, with who takes it marked, until somebody leads; so does a skirmish of the War."""

import re
from itertools import count
from typing import Any

import pytest
from flask.testing import FlaskClient

from rules_core.events import Play, encode
from rules_core.games import GAMES
from tests.web.games.deep_six.tables import CONTRACT
from tests.web.games.deep_six.tables import NAMES as FOUR
from tests.web.games.deep_six.tables import PLAY as MELDED
from tests.web.games.sichermans_war.tables import reveal, roll
from tests.web.support.phone import Phone
from tests.web.support.site import PLAYERS, Site
from webapp.table.keeper import Made
from webapp.words.cards import card_name
from webapp.words.phrases import number as written
from webapp.words.phrases import signed

Events = list[dict[str, Any]]
DEAL = {"type": "deal", "dealer": 0}
SEAT = re.compile(r'<div class="seat[^"]*" data-seat="(\d)">(.*?)</div>', re.DOTALL)
CARD = re.compile(r'<span class="k ([^"]*)" role="img" aria-label="([^"]+)"')


def _plays(players: int, first: int, *cards: str) -> Events:
    return [{"type": "play", "seat": (first + at) % players, "card": card} for at, card in enumerate(cards)]


def _lies(page: str) -> list[str]:
    """What lies before each seat: its card, with a star where the ring of who is ahead or takes it is."""
    shown = []
    for _, seat in SEAT.findall(page):
        cards = [name + "*" * ("win" in ring.split()) for ring, name in CARD.findall(seat)]
        said = re.search(r'class="tag win">([^<]+)<', seat)
        shown.append(" ".join([*cards, *((f"({said[1]})",) if said else ())]))
    return shown


TAKEN = {
    "sixes-and-sevens": (
        PLAYERS,
        [DEAL, *_plays(3, 1, "7C", "2C", "9C")],
        ["9 of clubs* (takes it)", "7 of clubs", "2 of clubs"],
        _plays(3, 0, "QH"),
    ),
    "sichere-six": (
        PLAYERS,
        [DEAL, *_plays(3, 1, "8C", "6C", "TC")],
        ["10 of clubs* (takes it)", "8 of clubs", "6 of clubs"],
        _plays(3, 0, "6H"),
    ),
    "deep-six": (
        FOUR,
        [*MELDED, *_plays(4, 3, "6S", "2S", "7S", "8S")],
        ["2 of spades", "7 of spades", "8 of spades* (takes it)", "6 of spades"],
        _plays(4, 2, "2C"),
    ),
    "sechsundsechzig": (
        PLAYERS[:2],
        [DEAL, {"type": "turn-up", "card": "9H"}, *_plays(2, 1, "AC", "9C")],
        ["9 of clubs", "Ace of clubs* (takes it)"],
        _plays(2, 1, "KC"),
    ),
}


@pytest.mark.parametrize("game", TAKEN)
def test_a_full_trick_lies_until_somebody_leads(site: Site, host: FlaskClient, game: str) -> None:
    players, events, lies, lead = TAKEN[game]
    table = site.open_table(host, players, game=game)
    phone, watcher = Phone(host, table), Phone(site.watcher(table), table)
    for event in events:
        assert phone.enter(event) == 303
    assert _lies(phone.page) == lies
    assert _lies(watcher.look()) == lies
    assert 'class="slot' not in phone.page.partition('class="turn"')[0]
    assert phone.enter(lead[0]) == 303
    shown = _lies(phone.page)
    assert sum(bool(one) for one in shown) == 1, shown
    assert phone.enter({"type": "undo"}) == 303
    assert _lies(phone.page) == lies


HANDS = {
    "sixes-and-sevens": (PLAYERS, [DEAL], 1),
    "sichere-six": (PLAYERS, [DEAL], 1),
    "deep-six": (FOUR, [*CONTRACT, *({"type": "meld", "seat": seat, "points": 0} for seat in range(4))], 0),
}
"""What comes before the first card of a hand, and who deals the next one."""


def _played_out(site: Site, phone: Phone, before: Events) -> str:
    """Plays a hand to its end with whatever the rules take; returns the card that was played last."""
    owner, last = site.store.grants(phone.table.id)[0], ""
    for number in count():
        state = site.tables.at(phone.table.id).fold.state
        if state.finished:
            return last
        if number < len(before):
            event = before[number]
        else:
            offered = list(GAMES[phone.table.game].candidates(state))
            event = encode(next((one for one in offered if isinstance(one, Play)), offered[0]))
        assert isinstance(site.make(phone.table.id, owner, event, op=f"{number:016x}", seen=None), Made), event
        last = event.get("card", last)
    raise AssertionError


@pytest.mark.parametrize("game", HANDS)
def test_the_last_trick_of_a_hand_lies_until_the_next_deal(site: Site, host: FlaskClient, game: str) -> None:
    players, before, dealer = HANDS[game]
    phone = Phone(host, site.open_table(host, players, game=game))
    last = _played_out(site, phone, list(before))
    lies = _lies(phone.look())
    assert len(lies) == len(players)
    with site.app.test_request_context():
        assert card_name(last) in [one.partition(" (")[0].rstrip("*") for one in lies], lies
    assert [one.partition("*")[2] for one in lies if "*" in one] == [" (takes it)"]
    assert _lies(Phone(site.watcher(phone.table), phone.table).look()) == lies
    total = site.tables.at(phone.table.id).fold.state.totals[-1]
    assert re.search(rf'class="(big )?num">{signed(total) if game == "sichere-six" else written(total)}<', phone.page)
    assert phone.enter({"type": "deal", "dealer": dealer}) == 303
    assert not any(_lies(phone.page))


def test_the_beam_counts_the_trick_that_lies(site: Site, host: FlaskClient) -> None:
    phone = Phone(host, site.open_table(host))
    for event in [DEAL, *_plays(3, 1, "7C", "2C", "9C")]:
        phone.enter(event)
    beam = phone.page.partition('class="beam"')[2].partition("</div>")[0]
    assert re.findall(r'<i class="(\w+)">(\w+)</i>', beam) == [("odd", "7"), ("odd", "9"), ("ev", "2")]


def test_a_skirmish_lies_until_the_next_cards_are_turned(site: Site, host: FlaskClient) -> None:
    phone = Phone(host, site.open_table(host, PLAYERS[:2], game="sichermans-war"))
    for event in (reveal("K9"), roll(1, "low", 1), {"type": "settle"}):
        assert phone.enter(event) == 303
    assert _lies(phone.page) == ["King* (takes it, 13)", "9"]
    assert phone.enter(reveal("37")) == 303
    assert _lies(phone.page) == ["3", "7 (ahead 7)"]
