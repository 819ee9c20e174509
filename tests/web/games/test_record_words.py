"""Whole records in words, of every game that is built: each entry, refusal, breach, score line and goal, twice."""

import re
from collections.abc import Iterator, Sequence

import pytest
from flask import Flask

from rules_core import replay
from rules_core.findings import Goal, ScoreLine
from rules_core.games import GAMES
from rules_core.record import Header
from rules_core.replay import Replay
from tests.cases import each
from tests.rules.conformance_cases import BUILT
from webapp.games.common import entries, scoring
from webapp.games.common.proofs import between, case_of, proof_text, proof_title
from webapp.games.common.refusals import refusal_said
from webapp.games.common.scoring import cell, head
from webapp.games.registry import look_of

LANGUAGES = ("en", "de")
UNSAID = re.compile(r"%\(|\{\}|<|>|\?(?!\w|$)|[a-z]-[a-z]+-[a-z]")
"""What no plain sentence holds: a part not filled in, markup, a fact that was missing, a code."""


def _records(game: str) -> Iterator[tuple[Sequence[str], Replay]]:
    for case in BUILT:
        record = case["record"]
        if record.get("game") == game and (case["expect"].get("error") or {}).get("code") != "malformed":
            header = Header(game, tuple(record["players"]), record.get("options", {}))
            yield header.players, replay.replay(header, record["events"])


def _sides(players: Sequence[str], totals: int) -> list[str]:
    return [", ".join(players[side::totals]) for side in range(totals)]


def _lines(done: Replay) -> Iterator[ScoreLine]:
    game = done.fold.game
    for number in range(len(done.fold.state.finished)):
        yield from game.explain(done.fold.state, number)


def _goals(done: Replay) -> Iterator[tuple[int, Goal]]:
    for node in replay.nodes(done.fold):
        for goal in done.fold.game.goals(node.state):
            yield len(node.state.totals), goal


def _said(players: Sequence[str], done: Replay) -> Iterator[str]:
    for _index, event in replay.standing(done.fold):
        yield entries.spoken(event, players)
        assert entries.entry(event, players)
    if done.refusal is not None:
        why = refusal_said(done.refusal, players)
        assert why.rule
        yield from (why.title, why.text)
    for line in _lines(done):
        yield scoring.line(line)
    for number, hand in enumerate(done.fold.state.finished):
        lines = done.fold.game.explain(done.fold.state, number)
        for side in range(len(hand.points)):
            yield from cell(done.fold.header.game, hand, side, lines)
        yield from (told.text for told in head(done.fold.header.game, hand, done.fold.state.options, players))
    for totals, goal in _goals(done):
        yield scoring.goal(goal, _sides(players, totals))
    for found in done.fold.game.infractions(done.fold.state):
        case = case_of(done.fold, found)
        yield from (proof_title(done.fold, found, players), proof_text(case, players), between(case) or "")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_record_can_be_said(app: Flask, game: str, language: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        said = {text for players, done in _records(game) for text in _said(players, done)}
    assert len(said) > 20
    assert [text for text in said if UNSAID.search(text)] == []


@each("game", GAMES)
def test_lines_and_goals_have_words(game: str) -> None:
    done = [done for _players, done in _records(game)]
    lines = {line.what for record in done for line in _lines(record)}
    goals = {goal.what for record in done for _totals, goal in _goals(record)}
    assert lines
    assert lines <= {*look_of(game).score_lines, *scoring.LINES}
    assert goals
    assert goals <= {*look_of(game).goals, *scoring.GOALS}


@pytest.mark.parametrize("game", GAMES)
def test_a_breach_is_told_with_the_card_that_proves_it(app: Flask, game: str) -> None:
    """Whatever came to light would have been refused; a breach that was said at once names no second card."""
    with app.test_request_context():
        for _players, done in _records(game):
            for found in done.fold.game.infractions(done.fold.state):
                case = case_of(done.fold, found)
                assert (case.shown is None) == (found.proof == found.event)
