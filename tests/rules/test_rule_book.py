"""Every numbered rule is shown by a test, and every code and infraction leads to a rule that can be read."""

import re
from functools import cache
from pathlib import Path

from rules_core.codes import CODES
from rules_core.games import GAMES
from tests.cases import each
from tests.paths import ROOT
from webapp.games.common.rulebook import EVERY_TABLE, chapters
from webapp.words.rulebook import Rule

PREFIX = {name: game.prefix for name, game in GAMES.items()}
NUMBER = re.compile(rf"\b(?:{'|'.join(['GEN', 'LOG', *PREFIX.values()])})-V?\d+\b")
RULES = [rule for rules in (*chapters().values(), EVERY_TABLE) for rule in rules]
NUMBERS = [rule.number for rule in RULES]
SOURCES = sorted((ROOT / "rules_core").rglob("*.py"))


@cache
def shown() -> set[str]:
    """The numbers with which a test is marked."""
    marks = re.compile(r"mark\.rule\(([^)]*)\)")
    texts = [file.read_text() for file in (ROOT / "tests").rglob("test_*.py")]
    return {number for text in texts for mark in marks.findall(text) for number in NUMBER.findall(mark)}


def test_the_book_has_a_chapter_for_each_game() -> None:
    assert set(chapters()) == set(PREFIX) == set(GAMES)


@each("game", PREFIX)
def test_a_chapter_holds_the_rules_of_its_game_in_order(game: str) -> None:
    numbers = [rule.number for rule in chapters()[game]]
    plain = [number for number in numbers if "V" not in number]
    options = numbers[len(plain) :]
    assert plain == [f"{PREFIX[game]}-{place}" for place in range(1, len(plain) + 1)]
    assert options == [f"{PREFIX[game]}-V{place}" for place in range(1, len(options) + 1)]
    assert all(rule.source == "option" for rule in chapters()[game] if rule.number in options)


@each("rule", RULES)
def test_a_rule_says_where_it_comes_from(rule: Rule) -> None:
    assert NUMBER.fullmatch(rule.number)
    assert NUMBERS.count(rule.number) == 1
    assert rule.source in ("text", "decided", "option")


def test_what_holds_at_every_table_is_decided_here() -> None:
    assert {rule.source for rule in EVERY_TABLE} == {"decided"}
    assert {rule.number.partition("-")[0] for rule in EVERY_TABLE} == {"GEN", "LOG"}


@each("rule", RULES)
def test_each_rule_is_shown_by_a_test(rule: Rule) -> None:
    assert rule.number in shown()


def test_no_test_shows_a_rule_that_is_not_in_the_book() -> None:
    assert set(NUMBERS) >= shown()


@each("code", CODES)
def test_each_code_points_to_a_rule_of_the_book(code: str) -> None:
    assert CODES[code] in NUMBERS


@each("source", SOURCES)
def test_the_rules_speak_only_of_what_the_book_and_the_codes_hold(source: Path) -> None:
    text = source.read_text()
    assert set(NUMBER.findall(text)) <= set(NUMBERS)
    assert set(re.findall(r'\b(?:Refusal|Duty)\(\s*"([^"]+)"', text)) <= set(CODES)


def test_each_code_is_used_by_the_rules() -> None:
    used = set(re.findall(r'"([a-z]+(?:-[a-z]+)+)"', "".join(s.read_text() for s in SOURCES if s.name != "codes.py")))
    assert set(CODES) <= used
