"""The rule book in both languages: short titles, one to three sentences, and nothing left in English."""

import re
from collections.abc import Sequence
from typing import Literal

import pytest
from flask import Flask
from flask.testing import FlaskClient

from rules_core.games import GAMES
from tests.web.support.german_pages import speaks_german
from tests.web.support.site import Site
from webapp.games.common.names import game_about, game_name
from webapp.games.common.rulebook import EVERY_TABLE, chapters
from webapp.words.rulebook import Rule

LONGEST_TITLE = 40
BOOKS = {**chapters(), "every table": EVERY_TABLE}
END = re.compile(r"[.!?](?=\s+[A-ZÄÖÜ„0-9]|$)")


def _read(app: Flask, rules: Sequence[Rule], language: Literal["en", "de"]) -> dict[str, tuple[str, str]]:
    with app.test_request_context(headers={"Accept-Language": language}):
        return {rule.number: (str(rule.title), str(rule.text)) for rule in rules}


@pytest.mark.parametrize("book", BOOKS)
def test_each_rule_has_a_short_title_and_one_to_three_sentences(app: Flask, book: str) -> None:
    for language in ("en", "de"):
        for number, (title, text) in _read(app, BOOKS[book], language).items():
            assert 3 <= len(title) <= LONGEST_TITLE, number
            assert text.endswith("."), number
            assert 1 <= len(END.findall(text)) <= 3, number


@pytest.mark.parametrize("book", BOOKS)
def test_each_rule_is_translated(app: Flask, book: str) -> None:
    english, german = _read(app, BOOKS[book], "en"), _read(app, BOOKS[book], "de")
    for number, (title, text) in english.items():
        assert german[number][0] != title, number
        assert german[number][1] != text, number


@pytest.mark.parametrize("game", chapters())
def test_a_rule_book_in_german(host: FlaskClient, site: Site, game: str) -> None:
    page = site.phone("de").get(f"/rules/{game}").text
    speaks_german(page, "aus dem Spieltext", "hier entschieden", "Zurücknehmen und ändern")


@pytest.mark.parametrize("game", chapters())
def test_each_rule_can_be_linked_to(site: Site, game: str) -> None:
    page = site.phone().get(f"/rules/{game}").text
    anchors = re.findall(r'id="([A-Z]+-V?\d+)"', page)
    assert anchors == [rule.number for rule in (*chapters()[game], *EVERY_TABLE)]


def test_each_game_has_a_name_and_says_how_many_play_it_with_what(app: Flask) -> None:
    assert set(GAMES) == set(chapters())
    said = {}
    for language in ("en", "de"):
        with app.test_request_context(headers={"Accept-Language": language}):
            assert all(game_name(game) for game in chapters())
            said[language] = [game_about(game) for game in chapters()]
    assert all("player" in about for about in said["en"])
    assert all("Personen" in about for about in said["de"])
