"""Sechsundsechzig: why a hand scored what it did."""

from rules_core.findings import ScoreLine
from rules_core.games.sechsundsechzig import GAME
from tests.rules.games.sechsundsechzig.tables import closed, dealt, tricks, turned_up
from tests.rules.tables import Table


def told(table: Table) -> list[tuple[int, str, str, int | None]]:
    """The lines of the last hand, facts aside."""
    return [(line.side, line.what, line.rule, line.points) for line in explained(table)]


def explained(table: Table) -> tuple[ScoreLine, ...]:
    return GAME.explain(table.state, len(table.state.finished) - 1)


def test_the_lines_of_a_right_call() -> None:
    table = turned_up("9H", 2)
    table.enter("meld", seat=1, points=40)
    tricks(table, (0, 7), (1, 22))
    table.enter("meld", seat=1, points=20)
    table.enter("claim", seat=1)
    assert told(table) == [
        (0, "cards", "SU-9", None),
        (1, "cards", "SU-9", None),
        (1, "marriage", "SU-17", None),
        (1, "marriage", "SU-17", None),
        (1, "call-right", "SU-21", 2),
    ]
    lines = explained(table)
    assert [line.facts["augen"] for line in lines] == [7, 22, 40, 20, (7, 82)]
    assert lines[-1].facts["claimed_by"] == 1


def test_the_lines_of_wrong_calls_failures_and_none() -> None:
    wrong = turned_up("9H", 3)
    wrong.enter("meld", seat=1, points=20)
    tricks(wrong, (0, 0))
    wrong.enter("claim", seat=0)
    assert told(wrong)[3:] == [
        (1, "marriage", "SU-18", None),
        (1, "call-wrong", "SU-23", 3),
        (2, "call-wrong", "SU-23", 3),
    ]
    failed = closed("9H", 2, last_trick_augen=10)
    tricks(failed, *[(0, 0)] * 6)
    failed.enter("settle")
    assert told(failed)[2:] == [(0, "last-trick-augen", "SU-V1", None), (0, "closer-failed", "SU-22", 3)]
    for option, lines in (
        ("nobody", [(0, "unclaimed", "SU-24", 0)]),
        ("last-trick", [(1, "last-trick", "SU-24", 1)]),
    ):
        table = turned_up("9H", 2, unclaimed=option)
        tricks(table, *[(1, 0)] * 16)
        table.enter("settle")
        assert told(table)[2:] == lines
    tallied = dealt(2)
    tallied.enter("tally", points=[0, 2])
    assert told(tallied) == [(1, "points", "SU-21", 2)]
