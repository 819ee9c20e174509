"""Lines of a score and goals of a match in words, for every code that they know, in both languages."""

from flask import Flask
from msgspec.structs import replace

from rules_core.findings import Goal, ScoreLine
from tests.cases import each
from webapp.games.common import scoring
from webapp.games.registry import look_of_rule, looks

LINES = (
    (ScoreLine(0, "tricks", "SIC-17", 3, {"count": 3}), "3 tricks +3"),
    (ScoreLine(0, "tricks", "SIC-17", 0, {"count": 0}), "0 tricks"),
    (ScoreLine(0, "nines", "SIC-17", -4, {"count": 2}), "2 nines −4"),
    (ScoreLine(0, "mirth", "SIC-18", -6, {"chosen": 1}), "Fate’s Mirth −6"),
    (ScoreLine(0, "mirth", "SIC-18", None, {"chosen": 0}), "Fate’s Mirth: the nines cost nothing"),
    (ScoreLine(0, "low", "WAR-11", 35, {"count": 7}), "7 cards from 2 to 9 +35"),
    (ScoreLine(0, "ten", "WAR-11", 10, {"count": 1}), "1 ten +10"),
    (ScoreLine(0, "face", "WAR-11", 30, {"count": 2}), "2 cards from jack to ace +30"),
    (ScoreLine(0, "joker", "WAR-11", 40, {"count": 2}), "2 Jokers +40"),
    (ScoreLine(0, "thrown-out", "WAR-10", None, {"count": 2}), "2 cards thrown out"),
    (ScoreLine(0, "cards", "DEEP-18", 170), "Cards taken +170"),
    (ScoreLine(0, "taken", "DEEP-18", 180), "Points taken +180"),
    (ScoreLine(0, "last-trick", "DEEP-18", 10, {"seat": 0}), "Last trick +10"),
    (ScoreLine(0, "meld", "DEEP-19", -45), "Melded −45"),
    (ScoreLine(0, "grand-run", "DEEP-9", -50, {"cards": ("4H", "5H", "6H", "7H", "8H")}), "Grand run, hearts −50"),
    (ScoreLine(0, "deep-run", "DEEP-9", -30, {"cards": ("6S", "7S", "8S")}), "Deep run, spades −30"),
    (ScoreLine(0, "shallow-run", "DEEP-9", -15), "Shallow run −15"),
    (ScoreLine(0, "deep-echo", "DEEP-10", -20, {"cards": ("8D", "8D")}), "Echo of 8s, diamonds −20"),
    (ScoreLine(0, "shallow-echo", "DEEP-10", -15, {"cards": ("7C", "7C")}), "Echo of 7s, clubs −15"),
    (ScoreLine(0, "mark-twain", "DEEP-10", -10), "Echo of 6s −10"),
    (ScoreLine(0, "eights-wide", "DEEP-10", -30), "8s wide −30"),
    (ScoreLine(0, "sevens-wide", "DEEP-10", -20), "7s wide −20"),
    (ScoreLine(0, "sixes-wide", "DEEP-10", -10), "6s wide −10"),
    (ScoreLine(0, "made", "DEEP-19", None, {"bid": -20}), "Bid of −20 made"),
    (ScoreLine(0, "net", "DEEP-19", None, {"net": 65, "taken": 140, "meld": -75}), "Net 65: 140 taken, −75 melded"),
    (ScoreLine(0, "net", "DEEP-19", None, {"net": 65}), "Net 65"),
    (ScoreLine(0, "failed-bid", "DEEP-20", 140, {"bid": 60}), "Bid of 60 failed: 200 less the bid +140"),
    (ScoreLine(0, "failed-bid", "DEEP-20", None, {"bid": 60}), "Bid of 60 failed: the net is worse"),
    (ScoreLine(0, "raised", "DEEP-21", 25, {"net": -25}), "Never below zero +25"),
    (ScoreLine(0, "cards", "SU-9", None, {"augen": 54, "tricks": 3}), "54 Augen in tricks"),
    (ScoreLine(0, "marriage", "SU-17", None, {"suit": "H", "augen": 40, "counts": True}), "40 announced in hearts"),
    (
        ScoreLine(0, "marriage", "SU-18", None, {"suit": "H", "augen": 20, "counts": False}),
        "20 announced in hearts, no trick for it",
    ),
    (ScoreLine(0, "marriage", "SU-17", None, {"suit": None, "augen": 20, "counts": True}), "20 announced"),
    (
        ScoreLine(0, "marriage", "SU-18", None, {"suit": None, "augen": 20, "counts": False}),
        "20 announced, no trick for it",
    ),
    (ScoreLine(0, "last-trick-augen", "SU-V1", None, {"augen": 10}), "10 Augen for the last trick"),
    (ScoreLine(0, "call-right", "SU-21", 2), "Called rightly +2"),
    (ScoreLine(0, "call-wrong", "SU-23", 2), "Wrong call of an opponent +2"),
    (ScoreLine(0, "closer-failed", "SU-22", 3), "An opponent closed the talon and fell short +3"),
    (ScoreLine(0, "last-trick", "SU-24", 1), "Last trick +1"),
    (ScoreLine(0, "unclaimed", "SU-24", 0), "Nobody called"),
    (ScoreLine(0, "points", "SU-21", 3), "Entered as points +3"),
)
GOALS = (
    (Goal("hands", "ODD-11", 2, 3), "2 of 3 hands played"),
    (Goal("rounds", "SIC-20", 5, 9), "5 of 9 rounds played"),
    (Goal("rounds", "SIC-20", 0, 1), "0 of 1 round played"),
    (Goal("battles", "WAR-12", 1, 4), "1 of 4 battles fought"),
    (Goal("threshold", "SIC-22", 7, 9, (0,)), "Ann at 7 of 9, up or down"),
    (Goal("threshold", "SIC-22", 0, 9), "A score of 9 or −9 ends the match"),
    (Goal("target", "SU-25", 5, 7, (0, 1)), "Ann and Ben at 5 of 7"),
    (Goal("target", "SU-25", 0, 7, (0, 1)), "7 ends the match"),
    (Goal("target", "DEEP-22", -15, 500, (0, 1)), "Ann and Ben at −15 of 500"),
    (Goal("over-target", "DEEP-22", 500, 500, (1,)), "Ben at 500 of 500, and more than 500 ends the match"),
    (Goal("over-target", "DEEP-22", 0, 500, (0, 1)), "More than 500 ends the match"),
    (Goal("play-off", "ODD-12", 0, 1, (0, 2)), "Level: Ann and Cat. Play goes on until one leads alone"),
)
SIDES = ("Ann", "Ben", "Cat")


def test_every_code_is_shown_here() -> None:
    lines = {(look_of_rule(line.rule), line.what) for line, _text in LINES}
    goals = {(look_of_rule(goal.rule), goal.what) for goal, _text in GOALS}
    for look in looks().values():
        assert {what for whose, what in lines if whose is look} >= set(look.score_lines)
        assert {what for whose, what in goals if whose is look} >= set(look.goals)
    assert {what for _whose, what in lines} >= set(scoring.LINES)
    assert {what for _whose, what in goals} >= set(scoring.GOALS)


@each("line, text", LINES)
def test_a_line_of_a_score_in_both_languages(app: Flask, line: ScoreLine, text: str) -> None:
    with app.test_request_context():
        assert scoring.line(line) == text
    with app.test_request_context(headers={"Accept-Language": "de"}):
        german = scoring.line(line)
    assert german != text or line.what == "joker"
    assert german.rpartition(" ")[2] == text.rpartition(" ")[2] or not line.points


@each("goal, text", GOALS)
def test_a_goal_in_both_languages(app: Flask, goal: Goal, text: str) -> None:
    with app.test_request_context():
        assert scoring.goal(goal, SIDES) == text
    with app.test_request_context(headers={"Accept-Language": "de"}):
        assert scoring.goal(goal, SIDES) != text


def test_a_line_reads_without_its_facts(app: Flask) -> None:
    with app.test_request_context():
        assert all(scoring.line(replace(line, facts={})) for line, _text in LINES)
        assert all(scoring.goal(replace(goal, sides=()), ()) for goal, _text in GOALS)


def test_what_nobody_has_put_into_words_is_shown_by_its_code(app: Flask) -> None:
    with app.test_request_context():
        assert scoring.line(ScoreLine(0, "low-hearts", "ODD-11", -3, {"count": 3})) == "3 × Low hearts −3"
        assert scoring.line(ScoreLine(0, "low-hearts", "NONE-1")) == "Low hearts"
        assert scoring.goal(Goal("low-hearts", "ODD-11", 1, 13), SIDES) == "Low hearts: 1 of 13"
