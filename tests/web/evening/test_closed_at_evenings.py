"""What is closed at a table of an evening reaches nobody beside it: organiser, hall, standing, players elsewhere.

A pair of logs gives two evenings that differ only in what is closed; whatever their phones are told is compared.
"""

import random

import pytest
from msgspec import structs

from tests.web.support.evening_worlds import EveningWorld
from tests.web.support.hidden_worlds import DECLARED
from tests.web.support.log_pairs import with_a_hand_declared, with_another_secret
from tests.web.support.routes import ROWS
from tests.web.support.sample import LogPair
from tests.web.support.samples import SAMPLES
from tests.web.support.site import Site
from webapp.evening.lines import Planned
from webapp.http.security import SAFE_METHODS

PILES = {game: sample.piles for game, sample in SAMPLES.items()}
ANY = next(iter(PILES.values()))
OF_TABLES = [row.rule for row in ROWS if row.method in SAFE_METHODS and "<table_id>" in row.rule]


def _worlds(site: Site, twins: LogPair) -> tuple[EveningWorld, EveningWorld]:
    one, other = EveningWorld(site, twins), EveningWorld(site, twins)
    for world, log in zip((one, other), twins.logs, strict=True):
        for raw in log:
            world.enter(raw)
    return one, other


@pytest.mark.rule("GEN-5")
@pytest.mark.parametrize(("number", "game"), list(enumerate(PILES)))
def test_nothing_closed_leaves_a_table_of_an_evening(site: Site, number: int, game: str) -> None:
    """All phones look at everything in one game, in the others the organiser's and one more in turn."""
    one, other = _worlds(site, PILES[game])
    organiser, *others = one.phones
    phones = [organiser, *(others if number == 0 else [others[number % len(others)]])]
    told, instead = dict(one.told(phones)), dict(other.told(phones))
    assert [where for where in told if told[where] != instead[where]] == []


@pytest.mark.rule("GEN-5")
def test_no_declared_hand_leaves_a_table_of_an_evening(site: Site) -> None:
    setting = next(iter(DECLARED.values()))
    hands = with_another_secret(with_a_hand_declared(setting, 1), random.Random(1))
    one, other = _worlds(site, list(hands)[-1])
    told, instead = dict(one.told([*one.phones])), dict(other.told([*other.phones]))
    assert [where for where in told if told[where] != instead[where]] == []


def test_the_tables_of_others_are_not_there_for_phones_of_the_evening(site: Site) -> None:
    world = EveningWorld(site, ANY)
    assert len(OF_TABLES) > 20
    for who in world.phones:
        seen = {rule: world.status(who, rule) for rule in OF_TABLES}
        assert {rule: status for rule, status in seen.items() if status != 404} == {}, who
        assert world.watch(who) == (303 if who == "organiser" else 403)
    assert world.status("organiser", "/tables/<table_id>") == 200


def test_where_the_evening_allows_it_players_may_look_at_other_tables(site: Site) -> None:
    world = EveningWorld(site, ANY)
    world.hall.add(Planned(structs.replace(world.hall.now.state.plan, others_visible=True)))
    assert world.watch("elsewhere") == 303
    assert world.status("elsewhere", "/tables/<table_id>") == 200
    grants = site.store.grants(world.table)
    assert [grant.role for grant in grants if grant.device_id == site.device(world.phones["elsewhere"])] == ["watcher"]
