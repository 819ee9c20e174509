"""What is said of plays, held against what the players really held: never legal where a duty was broken."""

from collections.abc import Iterator

import pytest
from flask import Flask

from rules_core.events import Play
from rules_core.replay import Node, nodes
from tests.rules.evening import Evening
from tests.web.support.random_matches import VARIANTS, evening
from tests.web.support.samples import SAMPLES
from tests.web.support.site import NAMES, Site
from webapp.referee.cases.story import meanings
from webapp.referee.cases.subject import Subject
from webapp.referee.cases.verdict import verdict
from webapp.store.models import utc_now
from webapp.table.desk import Dispute
from webapp.table.hand_span import span_of
from webapp.table.viewer import Viewer

TABLES = [
    (setting.game, setting.players)
    for sample in SAMPLES.values()
    for setting in sample.settings.values()
    if setting.declares
]
SEEDS = range(3)


def judged(site: Site, kind: Evening) -> Iterator[tuple[Subject, Node]]:
    """Yields every play of an evening as a referee's matter."""
    table = site.open_table(site.phone(), NAMES[: kind.players], game=kind.game.name)
    now = site.tables.at(table.id).at(kind.fold)
    referee = Viewer(0, "referee")
    for node in nodes(kind.fold):
        if isinstance(node.event, Play):
            yield Subject(now, referee, Dispute(1, node.index, None, "revoke", "", "Ann", 0, utc_now(), 0)), node


@pytest.mark.rule("GEN-4")
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_verdict_is_never_wrong(app: Flask, site: Site, game: str, players: int) -> None:
    words = set()
    for seed in SEEDS:
        for entries in (12, 21, 33, 70):
            kind = evening(game, players, seed, cheats=True, **VARIANTS[game])
            kind.match(entries)
            with app.test_request_context():
                for subject, node in judged(site, kind):
                    found, broken = verdict(subject, node), kind.broken(node.index)
                    words.add(found.word)
                    assert not (found.word == "legal" and broken), (seed, entries, node.index, broken)
                    assert not (found.word == "proven" and not broken), (seed, entries, node.index)
    assert words == {"legal", "undecided", "proven"}


@pytest.mark.rule("GEN-4")
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_card_that_would_prove_it_is_among_those_that_are_told(
    app: Flask, site: Site, game: str, players: int
) -> None:
    told = 0
    for seed in SEEDS:
        for entries in (16, 19, 27, 40):
            kind = evening(game, players, seed, cheats=True, **VARIANTS[game])
            kind.match(entries)
            with app.test_request_context():
                told += sum(_is_told(kind, node) for _subject, node in judged(site, kind))
    assert told


def _is_told(kind: Evening, node: Node) -> bool:
    """Tells whether a card that the player held and still holds is told to prove what the play broke.

    Of a play that broke nothing no card that was held is told to prove anything.
    """
    hand, event = span_of(kind.fold, node.index), node.event
    if hand is None or not hand.under_way or not isinstance(event, Play):
        return False
    proving = {card for meaning in meanings(kind.fold, hand, node) if meaning.code for card in meaning.cards}
    held = set(kind.hands[event.seat]) & set(kind.held[node.index])
    if not kind.broken(node.index):
        assert not held & proving, node.index
    return bool(held & proving)
