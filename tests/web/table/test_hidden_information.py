"""What is closed never leaves the server for a viewer who may not see it (GEN-5; record, section 6).

A pair of logs gives two tables that differ only in what is closed. What everybody else receives of them is compared
byte for byte: pages, messages of the stream, the answers to entries, refusals and errors.
"""

import random
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest

from tests.cases import MORE
from tests.rules.tables import NAMES
from tests.web.support.hidden_worlds import DECLARED, PILES, SETTINGS, older_tricks, tried_entries, worlds_of
from tests.web.support.log_pairs import with_a_hand_declared, with_another_secret
from tests.web.support.sample import LogPair
from tests.web.support.site import Site
from tests.web.support.two_worlds import World, differences, differences_beside
from webapp.referee.amending.draft import Draft

LOOKS, SEATS, PAGES, PROBES, DISPUTES = 1, 2, 2, 6, 2
"""How often both tables are looked at while they are played, by how many seats at the end, of how many entries the
pages are opened then, how many entries are tried, and how many disputes are open."""


each_setting = pytest.mark.parametrize("name", SETTINGS)
each_setting_with_hands = pytest.mark.parametrize("name", DECLARED)


@pytest.mark.rule("GEN-5")
@each_setting_with_hands
@pytest.mark.parametrize("seed", range(1, MORE + 1))
def test_nobody_else_receives_a_secret(site: Site, name: str, seed: int) -> None:
    chance, evening = random.Random(f"{name} {seed}"), with_a_hand_declared(SETTINGS[name], seed)
    found = list(with_another_secret(evening, chance))
    for secret in ("hand", "exchange"):
        if told := [twins for twins in found if evening.log[twins.since - 1]["type"] == secret]:
            _compare(site, chance.choice(told), chance)


@pytest.mark.rule("GEN-5", "SIC-13")
@each_setting
@pytest.mark.parametrize("seed", range(MORE))
def test_nobody_receives_what_older_tricks_held(site: Site, name: str, seed: int) -> None:
    for twins in older_tricks(SETTINGS[name], seed):
        _compare(site, twins, random.Random(f"{name} {seed}"))


@pytest.mark.rule("GEN-5", "SIC-13")
@pytest.mark.parametrize("game", PILES)
def test_nobody_receives_what_a_pile_holds(site: Site, game: str) -> None:
    _compare(site, PILES[game], random.Random(game))


@pytest.mark.parametrize("game", PILES)
def test_in_an_open_book_and_at_the_end_piles_lie_open(site: Site, game: str) -> None:
    """The control for them: the table shows the difference, or the card that is gone."""
    one, other = worlds_of(site, PILES[game], "open")
    assert list(differences(one, other, ["watcher", "host", "seat 1"]))


@each_setting
def test_in_an_open_book_everybody_sees_the_difference(site: Site, name: str) -> None:
    """The control: the comparison finds what there is to find."""
    found = (twins for seed in range(9) for twins in older_tricks(SETTINGS[name], seed))
    assert any(_shown_in_an_open_book(site, twins) for twins in found)


@each_setting_with_hands
def test_whose_secret_it_is_sees_the_difference(site: Site, name: str) -> None:
    evening = with_a_hand_declared(SETTINGS[name], 0)
    found = [t for t in with_another_secret(evening, random.Random(0)) if evening.log[t.since - 1]["type"] == "hand"]
    one, other = worlds_of(site, found[-1], "closed", found[-1].since)
    assert list(differences(one, other, [f"seat {found[-1].privy}"], ["/hand"]))


@pytest.mark.rule("GEN-5", "SIC-13")
@each_setting
def test_a_dispute_about_an_older_trick_names_none_of_its_cards(site: Site, name: str) -> None:
    twins = next(older_tricks(SETTINGS[name], 2))
    one, other = _disputed(site, twins, "closed")
    paths = ["", "/desk", "/disputes/1", "/disputes/2"]
    assert list(differences(one, other, ["host", "seat 0", "watcher"], paths)) == []
    assert list(differences(*_disputed(site, twins, "open"), ["watcher"], ["/desk"])) != []


def _disputed(site: Site, twins: LogPair, book: str) -> tuple[World, World]:
    """Returns both tables with disputes about the first and the last entry in which they differ."""
    worlds = worlds_of(site, twins, book)
    changed = [at for at, (raw, instead) in enumerate(zip(*twins.logs, strict=True)) if raw != instead]
    for world in worlds:
        for at in (changed[0], changed[-1]):
            call = {"about": f"event-{at}", "why": "wrong-card", "text": "", "play": "on", "op": f"call-{at:04}"}
            assert world.phones["host"].post(f"/tables/{world.table.id}/disputes", data=call).status_code == 303
    return worlds


def _shown_in_an_open_book(site: Site, twins: LogPair) -> list[str]:
    changed = [at for at, (raw, instead) in enumerate(zip(*twins.logs, strict=True)) if raw != instead]
    paths = ["", *(f"/entries/{at}/amend" for at in changed)]
    return list(differences(*worlds_of(site, twins, "open"), ["host"], paths))


def _compare(site: Site, twins: LogPair, chance: random.Random) -> None:
    """Asserts that all but the seat whose secret it is receive the same, from `since` on and whatever they try."""
    one, other = (World(site, twins.game, NAMES[: twins.players], "closed", twins.options) for _ in range(2))
    strangers = [who for who in one.phones if who != f"seat {twins.privy}"]
    seats = [who for who in strangers if who.startswith("seat")]
    some = ["host", "watcher", *chance.sample(seats, min(SEATS, len(seats)))]
    before = twins.since - 1
    one.fill(twins.logs[0][:before])
    other.fill(twins.logs[1][:before])
    later = zip(twins.logs[0][before:], twins.logs[1][before:], strict=True)
    for at, (raw, changed) in enumerate(later, twins.since):
        one.enter(raw)
        other.enter(changed)
        if at == twins.since or chance.random() < LOOKS / len(twins.logs[0]):
            assert list(differences(one, other, chance.sample(strangers, 2))) == [], at
    assert list(differences(one, other, some)) == []
    assert list(differences_beside(one, other, some)) == []
    _call_about(one, other)
    # Half of the pages and forms, each by one of two: over all pairs of worlds both have had every one of them.
    two = ("host", strangers[1])
    for path in _half_of(_paths(one, twins, chance), chance):
        assert list(differences(one, other, [chance.choice(two)], [path])) == []
    for path, fields in _half_of(_forms(one, twins, chance), chance):
        who = chance.choice(two)
        assert one.send(who, path, fields) == other.send(who, path, fields), (who, path, fields)
    probes = list(tried_entries(one, twins, [who for who in strangers if who != "watcher"], chance))
    for who, raw in chance.sample(probes, min(PROBES, len(probes))):
        assert one.probe(who, raw) == other.probe(who, raw), (who, raw)


def _half_of(found: Iterator[Any], chance: random.Random) -> list[Any]:
    offered = [*found]
    return chance.sample(offered, (len(offered) + 1) // 2)


def _call_about(one: World, other: World) -> None:
    """Opens disputes about some entries, about the hand under way, and in general."""
    places = random.Random(one.fold.seq).sample(range(one.fold.seq), min(DISPUTES, one.fold.seq))
    hand = len(one.fold.state.finished) + 1
    for body in (*({"about": place} for place in places), {"hand": hand}, {}):
        for world in (one, other):
            world.call(**body)


def _paths(world: World, twins: LogPair, chance: random.Random) -> Iterator[str]:
    """Yields the table's pages, those of some entries among them."""
    yield from (
        "",
        "/scores",
        "/scores/1",
        "/log",
        "/log?hand=1",
        "/scores/99",
        "/nowhere",
        "/entries/999/amend",
        "/share",
        "/hand",
        "/adjustments",
        "/contradiction",
        "/desk",
        *(f"/disputes/{number}" for number in range(1, DISPUTES + 3)),
        "/disputes/1?remedy=adjusted&points-0=1&points-1=-1&points-2=0&show=effect",
        "/record",
        "/record.json",
        "/scores.csv",
        "/protocol",
        "/film",
        "/moments/start",
        "/moments/start/legal",
        "/moments/999",
        "/desk",
        "/disputes/new",
    )
    for index in chance.sample(range(world.fold.seq), min(PAGES, world.fold.seq)):
        yield f"/revokes/{index}"
        yield f"/entries/{index}/amend"
        yield f"/moments/{index}"
        yield f"/moments/{index}/legal?seat=1&cards=9H&cards=8H"
        yield f"/disputes/new?event={index}"
    yield from _amending(world, twins, chance)


def _amending(world: World, twins: LogPair, chance: random.Random) -> Iterator[str]:
    """Yields the pages on which the past is amended, drafts of other cards and of deleted entries among them."""
    yield "/amendments"
    yield "/amendments?hand=1"
    pack = [card for card in world.fold.game.pack if card not in twins.cards]
    for index in chance.sample(range(world.fold.seq), min(PAGES - 2, world.fold.seq)):
        yield f"/entries/{index}/amend?part=fields"
        yield f"/entries/{index}/amend?side={chance.choice(('before', 'after'))}"
        yield f"/amendments/draft?draft={Draft({index: ()}).packed}"
        raw = {"type": "play", "seat": 0, "card": chance.choice(pack)}
        yield f"/amendments/draft?draft={Draft({index: (raw,)}).packed}"


def _forms(world: World, twins: LogPair, chance: random.Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields the other forms of a table, as they are sent or garbled."""
    pack = [card for card in world.fold.game.pack if card not in twins.cards]
    yield "/events", {"event": "no event"}
    yield "/events", {"type": "trick", "winner": "0", "nines": "9", "points": "90", "augen": "99"}
    yield "/adjustments", {"points-0": "1", "reason": ""}
    yield "/again", {"deal": "same"}
    for number, remedy in zip(range(1, DISPUTES + 3), cycle(("stands", "taken-back", "void")), strict=False):
        yield "/rulings", {"case": f"dispute-{number}", "remedy": remedy, "rule": "GEN-1", "text": ""}
    for index in chance.sample(range(world.fold.seq), min(4, world.fold.seq)):
        yield "/amendments", {"before": str(index), "card": chance.choice(pack)}
        yield f"/entries/{index}/amend?part=fields", {"type": "play", "seat": "1", "card": chance.choice(pack)}
        yield "/amendments", {"draft": Draft({index: ()}).packed, "reason": "so it was"}
        yield "/disputes", {"about": f"event-{index}", "why": "", "text": "", "play": "on"}
    yield "/hand", {"cards": chance.sample(pack, 2)}
    yield "/hand/withdraw", {}
