"""Between hands of Sechsundsechzig: what each side did, how its Augen were counted, what they brought."""

from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from rules_core.findings import ScoreLine
from webapp.games.sechsundsechzig.hands import (
    SideCount,
    counted_hand,
    has_piles,
    side_counts,
)

SIDES = ("Ann and Cat", "Ben and Dan")


def counts(app: Flask, finished: Any = (), winners: tuple[int, ...] = ()) -> list[SideCount]:
    lines = (ScoreLine(0, "cards", "SU-9", None, {"augen": 40}), ScoreLine(1, "call-wrong", "SU-23", 2))
    board = SimpleNamespace(
        finished=finished, sides=SIDES, totals=(3, 7), winners=winners, extra=SimpleNamespace(count=lines)
    )
    with app.test_request_context():
        return list(side_counts(board))


def done(claimed_by: int | None, closed_by: int | None, augen: Any = (40, 30, 6, 44)) -> SimpleNamespace:
    return SimpleNamespace(claimed_by=claimed_by, closed_by=closed_by, augen=augen, points=(0, 2))


def test_before_the_first_hand_there_are_only_totals(app: Flask) -> None:
    first, second = counts(app)
    assert (first.did, first.augen, first.points, first.total) == (None, None, None, 3)
    assert (second.name, second.total, second.wins) == ("Ben and Dan", 7, None)


def test_partners_count_together_and_remarks_tell_how(app: Flask) -> None:
    first, second = counts(app, (done(None, None),))
    assert (first.augen, first.points, first.lines) == (46, 0, ("40 Augen in tricks",))
    assert (second.augen, second.points, second.lines) == (74, 2, ())
    assert [side.augen for side in counts(app, (done(None, None, None),))] == [None, None]


@pytest.mark.parametrize(
    ("claimed_by", "closed_by", "did"),
    [
        (2, None, ["called", None]),
        (None, 3, [None, "closed"]),
        (1, 3, [None, "both"]),
        (0, 1, ["called", "closed"]),
        (None, None, [None, None]),
    ],
)
def test_what_either_partner_did_the_side_did(
    app: Flask, claimed_by: int | None, closed_by: int | None, did: list[str | None]
) -> None:
    assert [side.did for side in counts(app, (done(claimed_by, closed_by),))] == did


def test_sides_win_alone_or_share_it(app: Flask) -> None:
    assert [side.wins for side in counts(app, winners=(1,))] == [None, "alone"]
    assert [side.wins for side in counts(app, winners=(0, 1))] == ["shared", "shared"]


@pytest.mark.parametrize(
    ("phase", "hands", "counted"), [("deal", 2, 2), ("over", 3, 3), ("deal", 0, None), ("play", 2, None)]
)
def test_a_hand_is_counted_between_hands(phase: str, hands: int, counted: int | None) -> None:
    assert counted_hand(SimpleNamespace(phase=phase, finished=(None,) * hands)) == counted


@pytest.mark.parametrize(
    ("phase", "by_tricks", "taken", "piles"),
    [
        ("play", False, False, False),
        ("play", True, False, True),
        ("claim", False, True, False),
        ("claim", False, False, True),
    ],
)
def test_piles_are_shown_where_no_card_can_lie(phase: str, by_tricks: bool, taken: bool, piles: bool) -> None:
    board = SimpleNamespace(phase=phase, taken=taken, hand=SimpleNamespace(by_tricks=by_tricks))
    assert has_piles(board) is piles
