"""Every numbered rule is shown by a test, and every code and infraction leads to a rule that can be read."""

import re
from pathlib import Path

import pytest

from rules_core.games import GAMES
from webapp.rulebook import CHAPTERS, EVERY_TABLE

ROOT = Path(__file__).parents[2]
NUMBERS = [rule.number for rules in (*CHAPTERS.values(), EVERY_TABLE) for rule in rules]
CITED = set(re.findall(r'"([A-Z]+-V?\d+)"', "".join(f.read_text() for f in (ROOT / "tests").rglob("test_*.py"))))


def test_each_game_has_its_chapter() -> None:
    assert set(CHAPTERS) == set(GAMES)
    assert len(NUMBERS) == len(set(NUMBERS))


@pytest.mark.parametrize("number", NUMBERS)
def test_each_rule_is_shown_by_a_test(number: str) -> None:
    assert number in CITED


@pytest.mark.parametrize("source", sorted((ROOT / "rules_core").rglob("*.py")), ids=lambda path: path.name)
def test_the_rules_cite_only_numbers_of_the_book(source: Path) -> None:
    cited = set(re.findall(r'"((?:GEN|ODD)-V?\d+)"', source.read_text()))
    assert cited <= set(NUMBERS)
