"""A standing in words, in both languages."""

from fractions import Fraction

from flask import Flask

from tests.cases import each
from webapp.evening.standing.ledger import standing
from webapp.evening.standing.points import (
    ByePart,
    GamePart,
    Part,
    PenaltyPart,
    PlacePart,
)
from webapp.evening.standing.ranking import TieStep
from webapp.evening.standing.rows import PlaceChange, plain_rows
from webapp.evening.standing.scoring import (
    Points,
    Scoring,
    TieBreak,
)
from webapp.evening.standing_words import (
    change_said,
    heading,
    part_said,
    points_said,
    tie_said,
)

NAMES = {1: "Ann", 2: "Ben", 3: "Cat", 4: "Dan", 5: "Eva"}
PLACES = Scoring(place_points=(3, 2, 1, 0), game_points=True, turned=True)
FEW = Scoring(game_points=True, turned=True)
HALF = Fraction(1, 2)


@each(
    "language, points, written",
    [("en", 5 * HALF, "2.5"), ("de", -5 * HALF, "−2,5"), ("de", Fraction(10, 3), "3,33"), ("en", 4, "4")],
)
def test_points_are_written_to_hundredths(app: Flask, language: str, points: Points, written: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        assert points_said(points) == written


PARTS = [
    (PlacePart(2, 7, 2, 4, (2,), 3 * HALF), "Round 2, table 7: 2nd of 4, shared with Ben: 1.5"),
    (PlacePart(1, 3, 1, 2, (), 3, "Fay"), "Round 1, table 3: 1st of 2, played by Fay: 3"),
    (GamePart(1, 3, 12, -12, 3), "Round 1, table 3: the game’s own points, 3 hands: 12"),
    (ByePart(3, 2), "Round 3: sat out: 2"),
    (PenaltyPart(2, 5, -1), "Round 2, penalty: −1"),
    (PenaltyPart(None, 5, -1), "Penalty: −1"),
]


@each("part, said", PARTS)
def test_where_points_come_from(app: Flask, part: Part, said: str) -> None:
    with app.test_request_context():
        assert part_said(part, PLACES, NAMES) == said


def test_where_points_come_from_in_german(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "de"}):
        said = part_said(PlacePart(2, 7, 2, 4, (2, 3), 1, "Fay"), PLACES, NAMES)
        assert said == "Durchgang 2, Tisch 7: 2. von 4, geteilt mit Ben und Cat, gespielt von Fay: 1"
        assert part_said(ByePart(3, 2), PLACES, NAMES) == "Durchgang 3: ausgesetzt: 2"


def test_points_that_are_few_are_not_below_zero(app: Flask) -> None:
    part = GamePart(1, 3, 12, -12, 0)
    with app.test_request_context():
        assert part_said(part, FEW, NAMES).endswith(": 12")
        assert part_said(PenaltyPart(1, 2, -5), FEW, NAMES) == "Round 1, penalty: +5"


TIES = [
    (
        TieStep(TieBreak.HEAD_TO_HEAD, {1: (1,), 2: (HALF,), 3: (0,)}, ((1,), (2,), (3,))),
        "Results against each other (0.5): ahead of Cat, behind Ann",
        "Ergebnisse gegeneinander (0,5): vor Cat, hinter Ann",
    ),
    (
        TieStep(TieBreak.HEAD_TO_HEAD, {}, ((1, 2),)),
        "Results against each other: does not count, since not all of them have met",
        "Ergebnisse gegeneinander: zählt nicht, denn nicht alle haben gegeneinander gespielt",
    ),
    (
        TieStep(TieBreak.OPPONENTS, {1: (4,), 2: (4,)}, ((1, 2),)),
        "Strength of opponents (4): decides nothing",
        "Stärke der Gegner (4): entscheidet nichts",
    ),
    (
        TieStep(TieBreak.BEST_TABLE, {1: (3, -7), 2: (3, -9)}, ((1,), (2,))),
        "Best table (3, 9): behind Ann",
        "Bester Tisch (3, 9): hinter Ann",
    ),
    (
        TieStep(TieBreak.BEST_TABLE, {1: (), 2: ()}, ((1, 2),)),
        "Best table: decides nothing",
        "Bester Tisch: entscheidet nichts",
    ),
    (
        TieStep(TieBreak.GAME_POINTS, {1: (-9,), 2: (-7,)}, ((2,), (1,))),
        "The game’s own points (7): ahead of Ann",
        "Spielpunkte (7): vor Ann",
    ),
    (
        TieStep(TieBreak.GAME_POINTS, {1: (-4,), 2: (-9 * HALF,)}, ((1,), (2,))),
        "The game’s own points (4.5): behind Ann",
        "Spielpunkte (4,5): hinter Ann",
    ),
    (
        TieStep(TieBreak.DRAW, {1: (4,), 2: (9,), 3: (3,), 4: (2,), 5: (1,)}, ((2,), (1,), (3,), (4,), (5,))),
        "Drawn by lot: ahead of 4 others",
        "Los: vor 4 anderen",
    ),
]


@each("step, english, german", TIES)
def test_what_a_tie_break_decided(app: Flask, step: TieStep, english: str, german: str) -> None:
    for language, said in (("en", english), ("de", german)):
        with app.test_request_context(headers={"Accept-Language": language}):
            assert tie_said(step, 2, PLACES, NAMES) == said


CHANGES = [
    (PlaceChange(2, 2, 4, 9, 9, 3, 1), PLACES, "Ben: total 4 instead of 2, place 1 instead of 3"),
    (PlaceChange(2, 2, 2, -9, -7, 3, 3), PLACES, "Ben: the game’s own points 7 instead of 9"),
    (PlaceChange(2, -9, -7, -9, -7, 3, 3), FEW, "Ben: total 7 instead of 9"),
    (PlaceChange(2, None, 0, None, 0, None, 7), PLACES, "Ben is new in the standing"),
    (PlaceChange(2, 0, None, 0, None, 7, None), PLACES, "Ben is no longer in the standing"),
]


@each("change, scoring, said", CHANGES)
def test_what_a_correction_changed(app: Flask, change: PlaceChange, scoring: Scoring, said: str) -> None:
    with app.test_request_context():
        assert change_said(change, scoring, NAMES) == said


@each("scoring", [PLACES, FEW, Scoring(place_points=(1,), teams={1: "Reds"})])
def test_each_cell_of_a_file_has_its_heading(app: Flask, scoring: Scoring) -> None:
    found = standing(scoring, (1, 2), [], running_round=2)
    with app.test_request_context(headers={"Accept-Language": "de"}):
        above = heading(found)
        assert above[:2] == ["Platz", "Name"]
        assert "Durchgang 2" in above
        assert {len(row) for row in plain_rows(found, NAMES)} == {len(above)}
