"""Amounts for a revoke: where they come from, and that they are never more than a suggestion (GEN-3)."""

from typing import Any

import pytest
from flask import Flask

from rules_core import replay
from rules_core.games import GAMES
from rules_core.record import Header
from tests.web.support.proven import CLOSED, plays
from tests.web.support.random_matches import evening, folds
from tests.web.support.ruling import DEAL
from webapp.referee.cases.case_page import Suggestion, suggestion

NAMES = ("Ann", "Ben", "Cat", "Dan")
LED = [DEAL, *plays(3, "1: 7C 2H 9C")]


def suggested(
    app: Flask, game: str, events: list[dict[str, Any]], players: int = 3, **options: Any
) -> Suggestion | None:
    """Returns what is suggested for the first breach that is proven in this record."""
    found = replay.replay(Header(game, NAMES[:players], options), events)
    assert found.refusal is None
    breach = GAMES[game].infractions(found.fold.state)[0]
    with app.test_request_context():
        return suggestion(found.fold, breach.seat, breach.event)


@pytest.mark.rule("GEN-3")
@pytest.mark.parametrize(
    ("tricks", "points"),
    [
        (("0: 3D 4D 5C",), None),
        (("0: 3D 4D 5C", "1: 3S 5S 7S"), None),
        (("0: 3D 4D 5C", "1: 3S 7S 5S"), (0, 0, -1)),
    ],
)
def test_in_sixes_and_sevens_tricks_go_over_as_in_bridge(
    app: Flask, tricks: tuple[str, ...], points: tuple[int, ...] | None
) -> None:
    found = suggested(app, "sixes-and-sevens", [*LED, *plays(3, *tricks)])
    assert found is not None
    assert found.text.startswith("Common in Bridge (Law 64)")
    # Others may have taken tricks since.
    assert ("Here Cat took no trick after it." in found.text) == (points is None)
    assert found.points == points


def test_where_the_fewest_tricks_win_they_are_added(app: Flask) -> None:
    events = [*LED, *plays(3, "0: 3D 4D 5C", "1: 3S 7S 5S")]
    found = suggested(app, "sixes-and-sevens", events, fewest_wins=True)
    assert found is not None
    assert found.points == (0, 0, 1)


def test_in_sichere_six_the_tricks_of_the_round_count_nothing(app: Flask) -> None:
    events = [DEAL, *plays(3, "1: 8H TH JH", "0: 6H 6C 6D", "0: 6S 7D TS")]
    found = suggested(app, "sichere-six", events)
    assert found is not None
    assert found.text.startswith("Common in Skat")
    assert found.points == (0, -1, 0)


def test_in_sechsundsechzig_the_others_write_three(app: Flask) -> None:
    events = [*CLOSED, *plays(2, "1: KS 7C", "1: AH TS")]
    found = suggested(app, "sechsundsechzig", events, players=2)
    assert found is not None
    assert "Schnapsen" in found.text
    assert found.points == (0, 3) or found.points == (3, 0)


def test_in_deep_six_the_bid_fails_or_the_meld_is_lost(app: Flask) -> None:
    kinds = set()
    for seed in range(40):
        *_earlier, fold = folds(evening("deep-six", 4, seed, cheats=True), 200)
        for breach in GAMES["deep-six"].infractions(fold.state):
            with app.test_request_context():
                found = suggestion(fold, breach.seat, breach.event)
            assert found is not None
            assert found.text.startswith("Common in Pinochle")
            if found.points is not None:
                own = found.points[breach.seat % 2]
                assert own > 0
                assert found.points[1 - breach.seat % 2] == 0
                kinds.add("bid" if "the bid would have failed" in found.text else "meld")
        if kinds == {"bid", "meld"}:
            return
    raise AssertionError(kinds)


def test_sicherman_knows_no_duty_of_play(app: Flask) -> None:
    events = [{"type": "reveal", "cards": ["K", "7"]}]
    fold = replay.replay(Header("sichermans-war", NAMES[:2], {}), events).fold
    with app.test_request_context():
        assert suggestion(fold, 0, 0) is None
