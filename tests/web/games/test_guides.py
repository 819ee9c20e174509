"""How each game is entered: samples that the rules fold, on pages that lead to the rules and back."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import pytest
from flask.testing import FlaskClient

from rules_core.games import GAMES
from tests.web.support.german_pages import speaks_german, visible
from tests.web.support.phone import Phone
from tests.web.support.site import Site
from webapp.games.common.plain_lesson import guide_of
from webapp.games.registry import look_of, looks

MOST_WORDS = 420
"""Two minutes of reading."""

each_game = pytest.mark.parametrize("game", GAMES)


def test_every_game_has_a_guide() -> None:
    assert set(looks()) == set(GAMES)


@each_game
def test_the_rules_take_every_entry_of_a_sample(game: str) -> None:
    guide = look_of(game).guide
    moments = list(guide.moments())
    assert 4 <= len(moments) <= 6
    assert moments[-1][1].seq == sum(len(step.events) for step in guide.steps)
    assert any(raw["type"] == "undo" for step in guide.steps for raw in step.events), "a mistake is taken back"


@each_game
def test_a_guide_shows_each_moment_on_its_cloth(host: FlaskClient, game: str) -> None:
    page = host.get(f"/games/{game}/entering").text
    assert page.count('class="felt"') == len(look_of(game).guide.steps) + 1, "a cloth a step, and the bar"
    assert page.count('<symbol id="i-h"') == 1
    ids = Counter(re.findall(r'\bid="([^"]+)"', page))
    assert [name for name, count in ids.items() if count > 1] == []
    assert "/tables/0" not in page, "the sample is no table"
    assert "<form" not in page


@each_game
def test_a_guide_takes_two_minutes_in_both_languages(site: Site, game: str) -> None:
    for language in ("en", "de"):
        page = site.phone(language).get(f"/games/{game}/entering").text
        told = re.findall(r'(?s)class="told">.*?</div>', page)
        words = sum(len(visible(text).split()) for text in told)
        assert 100 < words < MOST_WORDS
    speaks_german(page, "So wird eingegeben", "Zurücknehmen")


def test_no_game_no_guide(host: FlaskClient) -> None:
    assert host.get("/games/chess/entering").status_code == 404


@each_game
def test_a_guide_is_linked_where_it_is_needed(site: Site, host: FlaskClient, game: str) -> None:
    players = ("Ann", "Ben", "Cat", "Dan")[: 3 if 3 in GAMES[game].players else 4]
    phone = Phone(host, site.open_table(host, players, game=game))
    guide, back = f"/games/{game}/entering", f"?back={phone.url}"
    assert phone.page.count(f'href="{guide}{back}"') == 2, "in the menu and beside the first deal"
    assert f'href="{guide}"' in host.get(f"/tables/new/{game}").text
    assert f'href="{guide}{back}"' in host.get(f"/rules/{game}{back}").text
    page = host.get(f"{guide}{back}").text
    assert f'<a class="ib" href="{phone.url}"' in page
    assert f'href="/rules/{game}{back}"' in page


@pytest.fixture
def unwritten(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Leaves a game without a guide of its own."""
    return lambda game: monkeypatch.setitem(cast("Any", looks()), game, replace(look_of(game), guide=None))


def test_a_plain_trick_game_needs_no_guide_of_its_own(site: Site, unwritten: Callable[[str], None]) -> None:
    unwritten("sixes-and-sevens")
    guide = guide_of("sixes-and-sevens")
    assert guide is not None
    assert [fold.seq for _step, fold in guide.moments()] == [2, 3, 5, 6, 7]
    for language in ("en", "de"):
        page = site.phone(language).get("/games/sixes-and-sevens/entering").text
        assert page.count('class="felt"') == len(guide.steps) + 1
        assert "%(" not in page
    speaks_german(page, "So wird eingegeben", "Zurücknehmen")


def test_no_page_leads_to_a_guide_that_nobody_has_written(
    site: Site, host: FlaskClient, unwritten: Callable[[str], None]
) -> None:
    unwritten("sichermans-war")
    assert host.get("/games/sichermans-war/entering").status_code == 404
    phone = Phone(host, site.open_table(host, ("Ann", "Ben"), game="sichermans-war"))
    for page in (phone.page, host.get("/tables/new/sichermans-war").text, host.get("/rules/sichermans-war").text):
        assert "/entering" not in page


def test_the_link_beside_the_deal_goes_after_the_first_hand(site: Site, phone: Phone) -> None:
    assert phone.enter({"type": "tally", "tricks": [9, 4, 4]}) == 303
    assert phone.page.count("/entering?") == 1, "only in the menu"


def test_a_guide_leads_nobody_to_another_site(host: FlaskClient) -> None:
    page = host.get("/games/deep-six/entering?back=//evil.example").text
    assert "evil" not in page
