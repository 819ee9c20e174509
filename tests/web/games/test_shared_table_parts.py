"""A game of tricks needs no templates of its own: cloth, keys, totals sheet and sign are made from its rules."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.support.phone import Phone
from tests.web.support.site import Site
from webapp.games.common.entries import CardKeys, card_keys
from webapp.games.registry import found, look_of
from webapp.live import part_cache

GAME = "sixes-and-sevens"
DEAL = {"type": "deal", "dealer": 0}
TALLY = {"type": "tally", "tricks": [9, 4, 4]}


@pytest.fixture
def plain(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game as it is without templates, and without anything said about its cloth and its pad."""
    listed = [name for name in app.jinja_env.list_templates() if not name.startswith("games/sixes_and_sevens/")]
    monkeypatch.setattr(app.jinja_env, "list_templates", lambda: listed)
    look = replace(look_of(GAME), facts=None, card_tag=None, rank_rows=(), pad_note=None)
    monkeypatch.setattr("webapp.games.sixes_and_sevens.LOOK", look)
    found.cache_clear()
    part_cache.clear()
    yield
    monkeypatch.undo()
    found.cache_clear()
    part_cache.clear()


def keys_of(page: str) -> list[str]:
    return re.findall(r'name="event" value=\'\{"type":"play","seat":1,"card":"(\w+)"\}\'', page)


def test_cards_are_played_on_the_shared_cloth(plain: None, site: Site, host: FlaskClient) -> None:
    phone = Phone(host, site.open_table(host))
    assert phone.enter(DEAL) == 303
    keys = keys_of(phone.page)
    assert len(keys) == len(set(keys)) == 52
    assert keys[:13] == [f"{rank}S" for rank in "23456789TJQKA"]
    assert phone.play(1, "QH") == 303
    assert re.search(r'class="tab h"><input class="vh t-H"[^>]* checked', phone.page)
    assert re.search(r'aria-label="Queen of hearts">.*?class="tag win">led, ahead</span>', phone.page, re.DOTALL)
    assert '<span class="slot next">2</span>' in phone.page


def test_tricks_and_totals_are_entered_there_and_the_end_is_told(plain: None, site: Site, host: FlaskClient) -> None:
    phone = Phone(host, site.open_table(host))
    assert phone.enter(DEAL) == 303
    for winner in [2] * 9 + [1] * 7:
        assert phone.enter({"type": "trick", "winner": winner}) == 303
    assert re.findall(r'<span class="big">(\d)</span>', phone.page) == ["0", "7", "9"]
    assert phone.enter({"type": "trick", "winner": 1}) == 303
    sheet = phone.page[phone.page.index('id="by-totals"') :]
    fields = re.findall(r'name="(tricks-\d)" value="0" min="0" max="17"', sheet)
    assert fields == [f"tricks-{seat}" for seat in range(3)]
    assert "Together 17 tricks" in sheet
    form = {**phone.stamps(), "type": "tally", "dealer": "1", "tricks-0": 9, "tricks-1": 4, "tricks-2": 4}
    assert host.post(f"{phone.url}/events", data=form).status_code == 303
    phone.look()
    assert [phone.enter(event) for event in ({"type": "deal"}, TALLY)] == [303, 303]
    assert "</b> wins with " in phone.page


def test_its_sign_and_its_cloth_are_those_that_every_game_may_have(plain: None, host: FlaskClient) -> None:
    page = host.get("/").text
    sign = re.search(rf'<symbol id="g-{GAME}".*?</symbol>', page)
    assert sign
    assert sign[0] == re.sub(r"g-[\w-]+", f"g-{GAME}", sign[0])
    assert page.count(f'href="#g-{GAME}"') == 1


@pytest.mark.parametrize(
    ("game", "players", "rows", "apart", "suitless"),
    [
        ("sixes-and-sevens", 4, ("3579JK", "2468TQA"), True, ()),
        ("sichere-six", 3, ("6789TJ",), False, ("X",)),
        ("deep-six", 4, ("2345678",), False, ()),
    ],
)
def test_keys_are_those_of_the_cards_that_are_dealt(
    game: str, players: int, rows: tuple[str, ...], apart: bool, suitless: tuple[str, ...]
) -> None:
    assert card_keys(game, players) == CardKeys(rows, max(map(len, rows)), apart, suitless)


def test_of_many_ranks_the_lower_half_lies_above_the_higher(plain: None) -> None:
    keys = card_keys(GAME, 3)
    assert keys.rows == ("234567", "89TJQKA")
    assert [keys.is_short(row) for row in keys.rows] == [True, False]


def test_between_hands_each_reads_what_the_last_one_brought(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host)
    phone = Phone(host, table)
    assert [phone.enter(DEAL), phone.enter(TALLY)] == [303, 303]
    took = re.findall(r'<span class="m took"><b class="num">([^<]+)</b><br>([^<]+)</span>', phone.page)
    assert [(points, said.replace("\N{NO-BREAK SPACE}", " ")) for points, said in took] == [
        ("+9", "9 tricks"),
        ("+4", "4 tricks"),
        ("+4", "4 tricks"),
    ]
    assert phone.enter({"type": "deal"}) == 303
    assert "took" not in phone.page
