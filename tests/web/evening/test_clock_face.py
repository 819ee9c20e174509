"""Clocks of rounds as pages show them."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from webapp.evening import lines as kinds
from webapp.evening.clock import Phase, clock_face
from webapp.evening.lines import Line, after
from webapp.evening.plan import Kind, Plan
from webapp.evening.state import EveningState, Round, Sitting
from webapp.journal.lines import body_of
from webapp.store.evening_models import EveningLine

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


def _paused_and_on(*stops: tuple[int, int]) -> EveningState:
    """Twenty minutes that start at `AT`, stopped and let go on at these minutes."""
    said: list[tuple[int, Line]] = [(0, kinds.Seated(1, (kinds.TableSeats(1, (1, 2)),), starts_at=AT, minutes=20))]
    for stopped, on in stops:
        said += [(stopped, kinds.Paused(1)), (on, kinds.Resumed(1))]
    state = EveningState(plan=Plan(Kind.TOURNAMENT, game="sixes-and-sevens", rounds=1))
    for seq, (minute, line) in enumerate(said, 1):
        kind, body = body_of(line)
        at = AT + timedelta(minutes=minute)
        state = after(state, EveningLine(evening_id=1, seq=seq, kind=kind, body=body, made_at=at))
    return state


@pytest.mark.parametrize(
    ("stops", "minute", "digits"),
    [
        ([(5, 12)], 15, "12:00"),
        ([(5, 12), (15, 16)], 17, "11:00"),
        ([(-5, -2)], 5, "18:00"),  # stopped before the start: it starts three minutes later
    ],
)
def test_a_clock_remembers_how_long_it_stood(
    app: Flask, stops: list[tuple[int, int]], minute: int, digits: str
) -> None:
    state = _paused_and_on(*stops)
    assert state.round is not None
    with app.test_request_context():
        face = clock_face(state, state.round, AT + timedelta(minutes=minute))
    assert (face.phase, face.digits) == (Phase.RUNS, digits)
