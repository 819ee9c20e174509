"""Clocks of rounds as pages show them."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from webapp.club.evening.clock import Phase
from webapp.club.evening.clock_face import clock_face
from webapp.club.evening.plan import Kind, Plan
from webapp.club.evening.state import EveningState, Round, Sitting

AT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
STATE = EveningState(plan=Plan(Kind.TOURNAMENT, game="sixes-and-sevens", rounds=4))


def _round(seconds: int = 1200, **more: object) -> Round:
    return Round(2, {1: Sitting(1, (1, 2))}, seconds=seconds, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("here", "phase", "digits"),
    [
        (_round(), Phase.SEATED, ""),
        (_round(starts_at=AT + timedelta(seconds=65)), Phase.STARTS, "1:05"),
        (_round(starts_at=AT - timedelta(seconds=140)), Phase.RUNS, "17:40"),
        (_round(starts_at=AT - timedelta(seconds=140), paused_at=AT - timedelta(seconds=40)), Phase.PAUSED, "18:20"),
        (_round(starts_at=AT - timedelta(seconds=1290)), Phase.OVERTIME, "+1:30"),
        (_round(0, starts_at=AT - timedelta(seconds=75)), Phase.RUNS, "1:15"),
        (_round(ended=True), Phase.ENDED, ""),
    ],
)
def test_the_digits_follow_the_clock(app: Flask, here: Round, phase: Phase, digits: str) -> None:
    with app.test_request_context():
        face = clock_face(STATE, here, AT)
    assert (face.phase, face.digits) == (phase, digits)
    assert face.label.startswith("Round 2 of 4")


def test_a_clock_that_counts_to_the_start_knows_how_it_goes_on(app: Flask) -> None:
    with app.test_request_context():
        face = clock_face(STATE, _round(starts_at=AT + timedelta(seconds=60)), AT)
        assert face.ends_at == AT + timedelta(seconds=60)
        assert face.then_at == AT + timedelta(seconds=60 + 1200)
        assert clock_face(STATE, _round(0, starts_at=AT + timedelta(seconds=60)), AT).then_at is None
