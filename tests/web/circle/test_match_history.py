"""Looking back over matches: rows of persons, totals, pairs, games, seasons; in whichever order they are counted."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import asdict

from rules_core import record, replay
from rules_core.figures import HANDS_WON, HIGHEST, REVOKES, Figure, FigureType
from rules_core.match_figures import match_figures
from tests.cases import each
from tests.paths import ROOT
from webapp.circle.seasons import standing
from webapp.circle.statistics import (
    Appearance,
    Mark,
    MatchSummary,
    Totals,
    appearances,
    beaten,
    game_totals,
    rivals,
    totals,
)

START = datetime(2026, 1, 1, 20, tzinfo=UTC)
SECRET = FigureType("secret", "most", private=True)
PEOPLE = ("Ann", "Ben", "Cat", "Dan", "Eve")
RECORDS = ROOT / "tests/rules/conformance/matches.jsonl"


def match(
    number: int, places: dict[str, int], scores: tuple[int, ...] = (), game: str = "g", **more: object
) -> MatchSummary:
    """A finished match that takes an hour; partners are joined by a plus and sit across."""
    teams = [names.split("+") for names in places]
    size, sides = len(teams[0]), len(teams)
    persons = tuple(teams[seat % sides][seat // sides] for seat in range(size * sides))
    ended = START + timedelta(days=number)
    made = MatchSummary(
        id=f"m{number:02}",
        game=game,
        persons=persons,
        sides=tuple(tuple(range(side, size * sides, sides)) for side in range(sides)),
        scores=scores or tuple(10 - place for place in places.values()),
        places=tuple(places.values()),
        winners=tuple(side for side, place in enumerate(places.values()) if place == 1),
        hands=3,
        level="cards",
        figures=(),
        began_at=ended - timedelta(minutes=60),
        ended_at=ended,
    )
    return replace(made, **more)  # type: ignore[arg-type]


def rows_of(person: str, *matches: MatchSummary) -> list[Appearance]:
    return appearances(matches, person)


def figures(numbers: list[int]) -> tuple[Figure, ...]:
    """Two figures of each seat, where every seat is a side of its own."""
    return tuple(
        made
        for seat, number in enumerate(numbers)
        for made in (
            HANDS_WON.figure(number, 3, side=seat, seat=seat),
            HIGHEST.figure(number, 3, side=seat, seat=seat, hand=number, at=number),
        )
    )


@st.composite
def _matches(draw: st.DrawFn) -> list[MatchSummary]:
    made = []
    for number in range(draw(st.integers(0, 9))):
        seats = draw(st.permutations(PEOPLE))[: draw(st.integers(2, 4))]
        best, *others = [1, *draw(st.lists(st.integers(1, 3), min_size=len(seats) - 1, max_size=len(seats) - 1))]
        places = dict(zip(seats, (best, *others), strict=True))
        if len(seats) == 4 and draw(st.booleans()):
            places = {f"{seats[0]}+{seats[2]}": 1, f"{seats[1]}+{seats[3]}": others[0]}
        one = match(number, places, ended_at=START + timedelta(days=number // 2))
        numbers = draw(st.lists(st.integers(0, 3), min_size=len(seats), max_size=len(seats)))
        made.append(replace(one, figures=figures(numbers)) if len(one.sides) == len(seats) else one)
    return made


@given(_matches(), st.data())
@settings(max_examples=50, deadline=None)
def test_the_order_of_counting_does_not_matter(matches: list[MatchSummary], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(matches))
    rows = appearances(matches)
    assert appearances(shuffled) == rows
    for person in PEOPLE:
        own = rows_of(person, *matches)
        assert own == [row for row in rows if row.person == person]
        assert totals(data.draw(st.permutations(own))) == totals(own)
    assert game_totals(shuffled, "g") == game_totals(matches, "g")


@given(_matches())
@settings(max_examples=30, deadline=None)
def test_a_pair_is_seen_the_same_from_both_sides(matches: list[MatchSummary]) -> None:
    rows = appearances(matches)
    for person in PEOPLE:
        for other, stands in rivals(rows, person).items():
            turned = rivals(rows, other)[person]
            assert (stands.won, stands.tied, stands.lost) == (turned.lost, turned.tied, turned.won)
            assert (stands.together, stands.won_together) == (turned.together, turned.won_together)


@each("raw", [json.loads(line)["record"] for line in RECORDS.read_text().splitlines()[:20]])
def test_a_summary_is_read_from_a_record(raw: dict[str, object]) -> None:
    read = record.read(json.dumps(raw))
    fold = replay.replay(read.header, read.events).fold
    ended = START + timedelta(minutes=90, seconds=59)
    figures = asdict(match_figures(fold))
    found = MatchSummary(
        id="m1", game=read.header.game, persons=tuple(read.header.players), began_at=START, ended_at=ended, **figures
    )
    assert found.minutes == 90
    assert found.is_over == bool(fold.state.winners)
    rows = appearances([found])
    assert [row.person for row in rows] == (list(found.persons) if found.is_over else [])
    if found.is_over:
        assert all((row.outcome == "lost") == (row.place > 1) for row in rows)


def test_a_row_tells_partners_and_others() -> None:
    ann, ben, cat, _dan = appearances([match(1, {"Ann+Cat": 2, "Ben+Dan": 1}, (510, 320))])
    assert (ann.partners, ann.outcome, ann.score, ann.place) == (("Cat",), "lost", 510, 2)
    assert ann.against == {"Ben": "lost", "Dan": "lost"}
    assert (ben.outcome, ben.against["Cat"], cat.partners) == ("won", "won", ("Ann",))


def test_what_is_not_over_and_who_is_not_known_is_not_counted() -> None:
    running = match(1, {"Ann": 1, "Ben": 2}, winners=())
    assert appearances([running]) == []
    stranger = match(2, {"Ann": 1, "Ben": 2}, persons=("Ann", None))
    (row,) = appearances([stranger])
    assert (row.person, row.against) == ("Ann", {})


def test_totals_of_a_player() -> None:
    places = ({"Ann": 1, "Ben": 2}, {"Ann": 1, "Ben": 1}, {"Ann": 2, "Ben": 1}, {"Ann": 1, "Ben": 2})
    scores = ((9, 2), (4, 4), (-3, 9), (9, 0))
    played = [match(n, *each) for n, each in enumerate(zip(places, scores, strict=True))]
    found = totals(rows_of("Ann", *played))
    assert found.outcomes == {"won": 2, "tied": 1, "lost": 1}
    assert found.places == {1: 3, 2: 1}
    assert (found.streak, found.longest_streak) == (1, 2)
    assert (found.highest, found.lowest) == (Mark(9, "m00"), Mark(-3, "m02")), "of equals the older one"
    assert (found.average, found.says) == (Fraction(19, 4), "too-few-matches")
    assert (Totals().average, Totals().says) == (None, "nothing")
    assert totals(rows_of("Ann", *played, match(9, places[0]))).says == "enough"


def test_figures_over_matches_and_who_may_see_them() -> None:
    def told(number: int, most: int) -> MatchSummary:
        own = (HIGHEST.figure(most, 3, seat=0, hand=1, at=7), REVOKES.figure(1, 3, seat=0), SECRET.figure(most, seat=0))
        return match(number, {"Ann": 1, "Ben": 2}, figures=own)

    played = [told(1, 5), told(2, 8), told(3, 8)]
    found = totals(rows_of("Ann", *played))
    highest = found.figures["highest-hand"]
    assert (highest.figure.value, highest.figure.of, highest.match) == (8, 9, "m02")
    assert (highest.figure.hand, highest.figure.at) == (1, 7)
    assert found.figures["revokes"].figure.value == 3
    assert found.open_figures.keys() == {"highest-hand"}
    marks = game_totals(played, "g").marks
    assert marks.keys() == {"highest-hand"}
    assert (marks["highest-hand"].persons, marks["highest-hand"].match) == (("Ann",), "m02")


def test_totals_of_a_game() -> None:
    played = [
        match(1, {"Ann": 1, "Ben": 2}),
        match(2, {"Ann": 2, "Cat": 1}),
        match(3, {"Ann": 1, "Ben": 2}, game="other"),
    ]
    found = game_totals(played, "g")
    assert (found.matches, found.hands, found.minutes) == (2, 6, 120)


def test_a_result_of_which_no_time_is_known_shortens_no_match_on_the_average() -> None:
    played = [match(1, {"Ann": 1, "Ben": 2}), replace(match(2, {"Ann": 2, "Ben": 1}), seconds=0)]
    assert game_totals(played, "g").average_minutes == 60
    assert game_totals(played[1:], "g").average_minutes is None


def test_a_mark_names_all_who_share_it_those_first_who_had_it_first() -> None:
    told = ({"Ann": 1, "Ben": 2}, [4, 2]), ({"Cat": 1, "Ann": 2}, [4, 4]), ({"Dan": 1, "Eve": 2}, [3, 3])
    played = [match(number, places, figures=figures(points)) for number, (places, points) in enumerate(told)]
    for order in (played, played[::-1]):
        mark = game_totals(order, "g").marks[HIGHEST.code]
        assert (mark.persons, mark.match) == (("Ann", "Cat"), "m00")


def test_which_end_of_the_scores_is_good_is_told_where_it_is_always_the_same() -> None:
    high, low = match(1, {"Ann": 1, "Ben": 2}, (9, 3)), match(2, {"Ann": 1, "Ben": 2}, (3, 9))
    level = match(3, {"Ann": 1, "Ben": 1}, (5, 5))
    best = [totals(rows_of("Ann", *played)).best for played in ((high, level), (low,), (high, low), (level,))]
    assert best == ["high", "low", None, None]


def test_a_season_counts_the_best_evenings() -> None:
    days = [date(2026, 11, day) for day in (1, 2, 3)]
    scores = {7: dict(zip(days, (6, 1, 4), strict=True)), 8: dict(zip(days, (5, 5), strict=False)), 9: {days[2]: 9}}
    names = {7: "Ann", 8: "Ben", 9: "Cat"}
    rows = standing(scores, 2, names)
    assert [(row.place, row.name, row.total) for row in rows] == [(1, "Ann", 10), (1, "Ben", 10), (3, "Cat", 9)]
    assert [(one.day.day, one.points, one.counts) for one in rows[0].evenings] == [
        (1, 6, True),
        (2, 1, False),
        (3, 4, True),
    ]
    assert standing(dict(reversed(scores.items())), 2, names) == rows
    assert [one.counts for one in standing({7: dict.fromkeys(days, 5)}, 2, names)[0].evenings] == [True, True, False]
    with pytest.raises(ValueError, match="at least one"):
        standing(scores, 0, names)


def test_a_match_brings_points_for_whom_one_has_left_behind() -> None:
    assert [beaten([1, 2, 2], own) for own in (1, 2)] == [4, 1]
