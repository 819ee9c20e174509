"""Sicherman's War: what its battles tell of skirmishes, ties, dice and cards."""

import pytest

from rules_core.figures import of_seat
from rules_core.games.sichermans_war import GAME
from tests.rules.games.sichermans_war.tables import draw, fought, reveal, roll, settle, war
from tests.rules.tables import Table


def told(table: Table, seat: int) -> dict[str, tuple[int, int]]:
    return {code: (f.value, f.of) for code, f in of_seat(GAME.figures(table.state), seat, table.state.players).items()}


@pytest.mark.rule("WAR-6", "WAR-7", "WAR-8", "WAR-11")
def test_a_battle_of_skirmishes() -> None:
    table = war()
    assert reveal(table, "77") is None
    assert draw(table, s0="K", s1="2") is None
    assert settle(table) is None
    assert reveal(table, "39") is None
    assert roll(table, 0, "high", 8) is None
    assert roll(table, 0, "d6", 1) is None
    assert settle(table) is None
    fought(table, "34", "56", "8T")
    first, second = told(table, 0), told(table, 1)
    assert (first["skirmishes"], second["skirmishes"]) == ((2, 5), (3, 5))
    assert (first["ties-won"], second["ties-won"]) == ((1, 1), (0, 1))
    assert (first["dice"], first["won-with-dice"], second["won-with-dice"]) == ((2, 1), (1, 1), (0, 0))
    assert (first["cards-won"], first["largest-skirmish"]) == ((6, 1), (30, 1))
    assert first["hands-won"] == (1, 1)
    assert GAME.level_of(table.state.finished[0]) == "cards"


@pytest.mark.rule("WAR-11")
def test_a_war_entered_as_totals_tells_its_cards_alone() -> None:
    table = war()
    spoils = {"low": 10, "ten": 0, "face": 5, "joker": 0}
    assert table.enter("tally", spoils=[spoils, {**spoils, "face": 4}]) is None
    assert told(table, 0) == {"points": (125, 4), "cards-won": (15, 4)}
