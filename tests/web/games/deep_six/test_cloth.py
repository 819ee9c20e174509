"""What the cloth and the pad of Deep Six are drawn from: the depth gauge, the pages of bids, the way to the end."""

import pytest
from flask import Flask

from rules_core.games.deep_six.hand import Call
from tests.cases import each
from webapp.games.deep_six.cloth import BidPage, Gauge, Runner, bid_pages, depth_gauge, passed, race

NAMES = ("Ann", "Ben", "Cat", "Dan")
HIGHEST = 120


@pytest.fixture(autouse=True)
def _request(app: Flask) -> object:
    with app.test_request_context():
        yield


def gauge(*calls: tuple[int, int | None], due: int | None = 0) -> Gauge:
    return depth_gauge([Call(seat, amount) for seat, amount in calls], NAMES, due, HIGHEST)


def test_before_the_first_call_the_gauge_reaches_down_to_thirty_below_nothing() -> None:
    empty = gauge(due=1)
    assert [depth.label for depth in empty.depths if depth.label] == ["120", "90", "60", "30", "0", "−30"]
    assert [depth.kind for depth in empty.depths][:4] == ["", "fine", "fine", ""]
    assert [depth.y for depth in empty.depths if depth.kind == "zero"] == [round(9 + 120 * 85 / 150, 2)]
    assert (empty.depths[0].y, empty.depths[-1].y) == (9, 94)
    assert (empty.marks, empty.ways, empty.said) == ([], [], "no call yet")


def test_a_bid_stands_in_the_column_of_its_seat_as_deep_as_it_is() -> None:
    found = gauge((1, 120), (2, 60), due=3)
    first, second = found.marks
    assert (first.kind, first.text, first.y) == ("bid", "120", 9)
    assert (second.kind, second.text) == ("best", "60")
    assert second.y > first.y
    assert second.x - first.x == pytest.approx(20.8)
    (way,) = found.ways
    assert (way.x1, way.y1, way.x2, way.y2) == (first.x, first.y, second.x, second.y)
    assert found.deep[0] == second.y
    assert found.said == "Ben 120, Cat 60"


def test_a_pass_lies_where_the_auction_stands_but_not_over_the_own_bid() -> None:
    found = gauge((1, 120), (2, None), (3, None), (1, None))
    bid, other, another, own = found.marks
    assert [mark.kind for mark in found.marks] == ["best", "pass", "pass", "pass"]
    assert other.y == another.y == bid.y
    assert own.y == bid.y + 16
    assert found.out == {1, 2, 3}
    assert found.said == "Ben 120, Cat pass, Dan pass, Ben pass"


def test_a_deep_auction_has_coarse_lines_within_the_same_room() -> None:
    deep = gauge((0, -120))
    assert all(depth.label for depth in deep.depths)
    assert (deep.depths[0].y, deep.depths[-1].y) == (9, 94)
    assert deep.depths[-1].label == "−150"


def test_the_seat_whose_call_it_is_has_the_room_below_the_last_bid() -> None:
    assert gauge((1, 120), due=None).here is None
    before, after = gauge(due=2).here, gauge((1, 60), due=2).here
    assert before
    assert after
    assert before.x == after.x
    assert before.y < after.y
    assert round(after.y + after.height, 2) == 98


def test_bids_lie_on_pages_that_lead_to_each_other() -> None:
    bids = tuple(range(120, -200, -10))
    first, second, third = bid_pages(bids)
    assert first.bids + second.bids + third.bids == bids
    assert [len(page.bids) for page in (first, second, third)] == [11, 10, 11]
    assert [(page.higher, page.lower) for page in (first, second, third)] == [(None, 1), (0, 2), (1, None)]
    assert bid_pages((120,)) == [BidPage(0, (120,), None, None)]


def test_who_has_passed_is_told_by_seats() -> None:
    assert passed([Call(3, None), Call(0, 120), Call(1, None)], NAMES) == "Ben, Dan"


@each("total percent", [(-40, 0), (0, 0), (125, 25), (500, 100), (730, 100)])
def test_a_side_is_never_further_than_the_end(total: int, percent: float) -> None:
    assert race(("Ann and Cat",), (total,), 500, ()) == [Runner("Ann and Cat", total, percent, wins=False)]
