"""Lessons: folded by the rules, read in 90 seconds, kept by browsers, walked without the script."""

import gzip
import re
from html import unescape

import pytest

from rules_core.games import GAMES
from tests.paths import ROOT
from tests.web.support.german_pages import speaks_german
from tests.web.support.lesson_reader import LessonReader
from tests.web.support.site import Site
from webapp.games.common.plain_lesson import lesson_of
from webapp.games.registry import look_of

SECONDS = 90
LARGEST_COLD_PAGE = 40 * 1024


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_takes_90_seconds(site: Site, game: str, language: str) -> None:
    page = site.phone(language).get(f"/learn/{game}").text
    read = LessonReader(page)
    assert read.steps >= 4
    assert len(read.words) > 100
    assert read.seconds <= SECONDS, f"{len(read.words)} words, {read.taps} taps"
    if language == "de":
        speaks_german(page)


@pytest.mark.parametrize("game", GAMES)
def test_every_example_folds_and_every_rule_is_one_of_the_game(site: Site, game: str) -> None:
    lesson = lesson_of(game)
    assert len(list(lesson.moments())) == len(lesson.taps) + 1
    scored = lesson.scored_hand()
    assert scored is not None
    assert len(scored.state.finished) == 1 or scored.state.winners
    refusal = lesson.refused()
    assert refusal is not None
    known = {rule.number for rule in look_of(game).rulebook}
    assert {*lesson.rules(), refusal.rule} <= known
    page = site.phone().get(f"/learn/{game}").text
    named = set(re.findall(rf"\b{GAMES[game].prefix}-V?\d+", re.sub(r'href="[^"]*"', "", page)))
    assert named == {*lesson.rules(), refusal.rule}


@pytest.mark.parametrize("game", GAMES)
def test_without_the_script_each_tap_is_a_link_to_the_next_step(site: Site, game: str) -> None:
    phone, url, shown = site.phone(), f"/learn/{game}", []
    while url not in shown and "/learn/" in url:
        shown.append(url)
        page = phone.get(url).text
        (step,) = re.findall(r'<article class="[^"]*" data-step="\d+">.*?</article>', page, re.DOTALL)
        url = re.findall(r'<a class="btn main[^"]*" href="([^"]*)"', step)[-1].replace("&amp;", "&")
    assert len(shown) == len(lesson_of(game).taps) + 3
    assert url == f"/tables/new/{game}?guided=yes"


def test_the_reader_who_came_from_a_table_goes_back_there(site: Site) -> None:
    page = site.phone().get("/learn/sichere-six?back=/tables/7").text
    assert re.search(r'<a class="btn main wide" href="/tables/7">Back to the table</a>', page)


def test_at_a_table_a_lesson_says_that_it_may_be_played_otherwise(site: Site) -> None:
    otherwise = "What a table plays otherwise stands in its rules."
    assert otherwise in site.phone().get("/learn/sichere-six?back=/tables/7").text
    assert otherwise not in site.phone().get("/learn/sichere-six").text


def test_anybody_may_keep_a_lesson(site: Site) -> None:
    first = site.phone().get("/learn/sichere-six")
    assert "public" in first.headers["Cache-Control"]
    assert "stale-if-error" in first.headers["Cache-Control"]
    assert "Set-Cookie" not in first.headers
    tag = first.headers["ETag"]
    assert tag.startswith('"')
    again = site.phone().get("/learn/sichere-six", headers={"If-None-Match": tag})
    assert again.status_code == 304
    german = site.phone("de").get("/learn/sichere-six", headers={"If-None-Match": tag})
    assert german.status_code == 200


def test_a_browser_that_takes_compressed_pages_may_keep_them_too(site: Site) -> None:
    packed = {"Accept-Encoding": "gzip"}
    tag = site.phone().get("/learn/sichere-six", headers=packed).headers["ETag"]
    assert site.phone().get("/learn/sichere-six", headers={**packed, "If-None-Match": tag}).status_code == 304


def test_a_cold_lesson_is_light(site: Site) -> None:
    phone = site.phone()
    page = phone.get("/learn/sichere-six").text
    linked = re.findall(r'(?:href|src)="/static/([\w-]+\.(?:css|js))', page)
    assert {"learn.css", "learn.js"} <= set(linked)
    files = sum((ROOT / f"webapp/static/{name}.gz").stat().st_size for name in linked)
    assert len(gzip.compress(page.encode())) + files <= LARGEST_COLD_PAGE


def test_the_doors_to_a_lesson(site: Site) -> None:
    phone = site.phone()
    assert 'href="/learn"' in phone.get("/").text
    for game in GAMES:
        assert f'href="/learn/{game}"' in phone.get("/learn").text
        assert f'href="/learn/{game}"' in phone.get(f"/tables/new/{game}").text
    table = site.open_table(phone)
    rules = re.search(rf'href="(/rules/{table.game}[^"]*)"', phone.get(f"/tables/{table.id}").text)
    assert rules is not None
    assert f'href="/learn/{table.game}?back=/tables/{table.id}"' in phone.get(unescape(rules[1])).text
    late = site.phone()
    assert f'href="/learn/{table.game}?back=/join"' in site.opens(late, site.link(table)).text


def test_there_is_no_lesson_of_a_game_that_is_not_there(site: Site) -> None:
    assert site.phone().get("/learn/whist").status_code == 404
