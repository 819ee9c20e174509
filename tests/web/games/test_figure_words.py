"""Figures in words: what each of every game is called and counts, in both languages."""

import pytest
from flask import Flask

from rules_core.figures import FigureType
from rules_core.games import GAMES
from tests.cases import each
from webapp.circle.game_pages import figure_meaning, figure_title
from webapp.games.registry import Incomplete, check, look_of
from webapp.words.hand_kit import SHARED, value_said

ALIKE = {"Augen"}
"""What is called the same in German."""
CODES = [(name, kind.code) for name, game in GAMES.items() for kind in game.figure_types]


def words(app: Flask, game: str, code: str, language: str) -> tuple[str, str]:
    with app.test_request_context(headers={"Accept-Language": language}):
        return figure_title(game, code), figure_meaning(game, code)


def test_every_figure_has_words_in_both_languages(app: Flask) -> None:
    for game, code in CODES:
        english, german = words(app, game, code, "en"), words(app, game, code, "de")
        assert all(english), (game, code)
        assert english[0] != german[0] or english[0] in ALIKE, (game, code)
        assert english[1] != german[1], (game, code)


def test_no_words_are_left_over() -> None:
    for name, game in GAMES.items():
        assert look_of(name).figures.keys() <= {kind.code for kind in game.figure_types}
    assert {code for _game, code in CODES} >= SHARED.keys()


def test_no_two_figures_of_a_game_are_called_the_same(app: Flask) -> None:
    for language in ("en", "de"):
        for name, game in GAMES.items():
            titles = [words(app, name, kind.code, language)[0] for kind in game.figure_types]
            assert len(set(titles)) == len(titles)


def test_games_that_have_no_hands_do_not_speak_of_them(app: Flask) -> None:
    for name, game in GAMES.items():
        if (unit := look_of(name).unit) != "hand":
            said = [" ".join(words(app, name, kind.code, "en")) for kind in game.figure_types]
            assert [text for text in said if "hand" in text.lower()] == [], unit


@each(
    "kind, value, of, text",
    [
        ("count", 3, 4, "3"),
        ("points", -45, 4, "−45"),
        ("least", -65, 4, "−65"),
        ("share", 3, 7, "3 of 7"),
        ("rate", 0, 2, "0 of 2"),
        ("rate", 0, 0, "–"),
    ],
)
def test_what_a_figure_comes_to(app: Flask, kind: str, value: int, of: int, text: str) -> None:
    with app.test_request_context():
        assert value_said(FigureType("x", kind).figure(value, of)) == text  # type: ignore[arg-type]


def test_what_nobody_has_put_into_words_is_shown_by_its_code(app: Flask) -> None:
    assert words(app, "sixes-and-sevens", "low-hearts", "en") == ("Low hearts", "")


def test_a_figure_cites_a_rule_that_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["sixes-and-sevens"]
    look = look_of(game.name)
    check(game, look, {})
    monkeypatch.setattr(type(game), "figure_types", (FigureType("taken-low", "rate", "ODD-99"),))
    with pytest.raises(Incomplete, match="ODD-99"):
        check(game, look, {})
