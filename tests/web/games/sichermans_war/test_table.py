"""The table of Sicherman's War: its page in every phase, entries by fields, refusals, what stays closed, German."""

import re

import pytest
from flask.testing import FlaskClient

from tests.web.games.sichermans_war import tables as war
from tests.web.games.sichermans_war.tables import ODDS, OPEN, SETTLE, STATES, draw, fought, opened, reveal, roll
from tests.web.support.german_pages import speaks_german
from tests.web.support.phone import Phone
from tests.web.support.site import Site
from webapp.store.models import Table


def send(phone: Phone, **fields: str) -> int:
    """Sends the fields of the pad, stays where the answer leads, returns its status."""
    return phone.send({name.replace("_", "-"): value for name, value in fields.items()})


def shown(page: str) -> str:
    """Returns what a page shows, its words in one line."""
    return " ".join(re.sub(r"<[^>]+>", " ", re.sub(r"<(svg|style|script).*?</\1>", " ", page, flags=re.DOTALL)).split())


def line(page: str) -> str:
    """Returns what a page shows without the blanks that its tags leave."""
    return re.sub(r"\s+([,.?])", r"\1", shown(page))


@pytest.mark.parametrize("state", STATES)
def test_a_page_in_english_and_in_german_and_for_who_watches(site: Site, host: FlaskClient, state: str) -> None:
    events, more, english, german = STATES[state]
    phone = opened(site, host, *events, **more)
    for text in english:
        assert text in line(phone.page), text
    _same_cloth_and_no_pad(phone.page, site.watcher(phone.table).get(phone.url).text)
    host.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    page = phone.look()
    speaks_german(page)
    for text in german:
        assert text in line(page), text


def _same_cloth_and_no_pad(page: str, watching: str) -> None:
    turn = re.search(r"<h1>.*?</h1>", page)
    assert turn
    assert turn[0] in watching
    assert 'id="entry"' not in watching
    assert 'name="cards' not in watching
    assert 'name="die"' not in watching


def counts(page: str) -> list[str]:
    """Returns what each player has left and has won, as the cloth says it."""
    return [shown(one) for one in re.findall(r'<span class="has">(.*?)</span></span>', page)]


@pytest.mark.parametrize("book", ["closed", "open"])
def test_where_a_battle_begins_the_points_of_the_match_are_shown(site: Site, host: FlaskClient, book: str) -> None:
    phone = opened(site, host, *war.BATTLE, book=book)
    assert counts(phone.page) == ["5 in reserve 0 points", "5 in reserve 65 points"]
    assert send(phone, type="reveal", cards_0="K", cards_1="9") == 303
    assert send(phone, type="settle") == 303
    points = ("", "") if book == "closed" else (" 20 points", " 65 points")
    assert counts(phone.page) == ["5 in reserve 1 won" + points[0], "5 in reserve 0 won" + points[1]]


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ("natural tie", "The card drawn is added to the total. Another tie: one more card each. WAR-8"),
        ("no dice", "Every die is spent. With the next battle all dice come back. WAR-7"),
        ("thrown out", "no reinforcements were left: nobody gets the cards. WAR-10"),
        ("next battle", "Scored. The chart above tells where each number comes from."),
    ],
)
def test_a_first_battle_is_explained(site: Site, host: FlaskClient, state: str, said: str) -> None:
    events, more, *_texts = STATES[state]
    page = opened(site, host, *events, choices={"first-hand": "guided"}, **more).page
    assert said in line(page)


# Entries by the fields of the pad


def test_a_skirmish_by_the_fields_of_the_pad(site: Site, host: FlaskClient) -> None:
    phone = opened(site, host)
    assert send(phone, type="reveal", cards_0="K", cards_1="9") == 303
    assert send(phone, type="roll", seat="1", die="high", value="4") == 303
    assert "tied 13" in line(phone.page)
    assert phone.enter(SETTLE) == 303
    assert "Ann and Ben draw" in line(phone.page), "who follows"
    assert send(phone, **{"type": "reinforce", "cards.0": "2", "cards.1": "3"}) == 303
    assert "Drawn: Ann 2, Ben 3" in line(phone.page)
    assert phone.enter(SETTLE) == 303
    assert "Ben takes the skirmish" in line(phone.page)


def without_ahead(phone: Phone) -> str:
    """What the page shows of the table, without the pads that it has for when there is no network."""
    return phone.page.partition('<div id="ahead"')[0]


def test_only_who_must_draw_is_asked_for_a_card(site: Site, host: FlaskClient) -> None:
    phone = opened(site, host, reveal("K4KK"), players=4)
    assert set(re.findall(r'name="(cards[^"]*)"', without_ahead(phone))) == {"cards.0", "cards.2", "cards.3"}


def test_pads_for_later_are_sent_to_whoever_enters_for_all(site: Site, host: FlaskClient) -> None:
    phone = opened(site, host, entry="own")
    own, watching = Phone(site.seat(phone.table, 1), phone.table), Phone(site.watcher(phone.table), phone.table)
    loads = {page: re.findall(r"/static/(\w+)\.js", page) for page in (phone.look(), own.look(), watching.look())}
    assert ["contest" in scripts for scripts in loads.values()] == [True, True, False]
    assert ["app" in scripts for scripts in loads.values()] == [False, False, True]
    assert ["<template data-reveal" in page for page in loads] == [True, False, False]


def test_jokers_have_a_key_where_they_play(site: Site, host: FlaskClient) -> None:
    assert 'value="X"' in without_ahead(opened(site, host, options={"jokers": True}))
    assert 'value="X"' not in opened(site, host).page


def test_the_trailing_player_is_chosen_for_the_next_die(site: Site, host: FlaskClient) -> None:
    chosen = r'name="seat" value="(\d)" checked'
    assert re.findall(chosen, opened(site, host, reveal("9K")).page) == ["0"]
    assert re.findall(chosen, opened(site, host, reveal("92TK"), players=4).page) == ["2"]
    spent = [roll(2, "d6", 1), roll(2, "low", 1), roll(2, "high", 1)]
    assert re.findall(chosen, opened(site, host, reveal("926K"), *spent, players=4).page) == ["0"]


def test_before_a_die_of_another_phone_is_entered_it_is_asked_once_in_a_battle(site: Site, host: FlaskClient) -> None:
    phone = opened(site, host, reveal("K7"))
    site.seat(phone.table, 0, host)
    site.seat(phone.table, 1)
    assert phone.enter(roll(1, "high", 8)) == 422
    assert "Once confirmed, it is not asked again in this battle." in phone.page


def test_plain_dice_are_read_off_as_sichermans(site: Site, host: FlaskClient) -> None:
    page = without_ahead(opened(site, host, reveal("9K")))
    low = re.findall(r'value="(\d)" aria-label="Low: an ordinary (\d) counts (\d)"', page)
    high = re.findall(r'value="(\d)" aria-label="High: an ordinary (\d) counts (\d)"', page)
    assert [(value, plain) for value, plain, _ in low] == list(zip("122334", "123456", strict=True))
    assert [(value, plain) for value, plain, _ in high] == list(zip("134568", "123456", strict=True))
    assert all(value == counts for value, _, counts in low + high)


def test_a_whole_war_as_its_spoils(site: Site, host: FlaskClient) -> None:
    phone = opened(site, host)
    assert "Spoils of the whole war" in phone.page
    fields = {f"spoils-{seat}-{kind}": "2" for seat in (0, 1) for kind in ("low", "ten", "face")}
    assert send(phone, type="tally", **{**fields, "spoils-0-low": "40"}) == 422
    assert re.search(r'id="spoils-0-low"[^>]* value="40"', phone.page), "what was typed is still there"
    assert send(phone, type="tally", **{**fields, "spoils-0-low": "30"}) == 303
    assert "Ann wins" in line(phone.page)


def test_no_tally_once_a_card_is_turned(site: Site, host: FlaskClient) -> None:
    phone = opened(site, host, reveal("K9"))
    assert "Spoils of the whole war" not in phone.page
    assert 'data-may="adjust amend"' in phone.page, "nothing to void, no hand to enter, no tricks"


# Refusals


def test_a_card_that_is_out_is_refused_and_the_others_stay(site: Site, host: FlaskClient) -> None:
    phone = opened(site, host, reveal("KK"), draw(s0="K", s1="K"), draw(s0="2", s1="3"), SETTLE)
    assert send(phone, type="reveal", cards_0="9", cards_1="K") == 422
    assert "The king is already played" in line(phone.page)
    assert "WAR-1" in phone.page
    assert re.findall(r'name="(cards-\d)" value="(\w)"[^>]* checked', phone.page) == [
        ("cards-0", "9"),
        ("cards-1", "K"),
    ]
    assert send(phone, type="reveal", cards_0="9", cards_1="Q") == 303


def test_a_spent_die_is_refused_and_what_was_chosen_stays(site: Site, host: FlaskClient) -> None:
    phone = opened(site, host, reveal("K9"), roll(1, "high", 1))
    assert send(phone, type="roll", seat="1", die="high", value="6") == 422
    assert "This die is spent" in line(phone.page)
    assert "WAR-7" in phone.page
    assert re.search(r'name="die" value="high" checked', phone.page)
    assert re.search(r'name="seat" value="1" checked', phone.page)


def test_who_is_out_cannot_roll(site: Site, host: FlaskClient) -> None:
    phone = opened(site, host, *war.NO_RESERVE, reveal("QQQ4"), players=4)
    assert send(phone, type="roll", seat="0", die="d6", value="6") == 422
    assert "Ann is out of this skirmish" in line(phone.page)
    assert "WAR-17" in phone.page


@pytest.mark.parametrize("fields", [{"type": "roll", "seat": "one"}, {"type": "reveal", "plain-dice": "on"}])
def test_what_is_no_entry_is_a_bad_request(site: Site, host: FlaskClient, fields: dict[str, str]) -> None:
    assert send(opened(site, host), **fields) == 400


# Closed and open


# Ben has won 55, 40 before that; the last skirmish and the one that lies show no such number.
POT = [*fought("QK", "24", "3T"), reveal("26")]
POINTS = r"\b(40|55)\b"


@pytest.mark.parametrize("kind", ["host", "seat", "watcher"])
def test_a_closed_pot_is_on_no_page_while_the_battle_lasts(site: Site, host: FlaskClient, kind: str) -> None:
    phone = opened(site, host, *POT)
    looks = {
        "host": lambda: host,
        "seat": lambda: site.seat(phone.table, 1),
        "watcher": lambda: site.watcher(phone.table),
    }
    viewer = looks[kind]()
    for page in (viewer.get(phone.url).text, _streamed(viewer, phone.table)):
        assert re.search(POINTS, shown(page)) is None
        assert page.index('<b class="grow cut" dir="auto">Ann') < page.index('<b class="grow cut" dir="auto">Ben')
        assert "Without the spoils of this battle" in page


def test_an_undo_tells_nothing_of_a_closed_pot(site: Site, host: FlaskClient) -> None:
    phone = opened(site, host, *POT)
    assert phone.enter({"type": "undo"}) == 303
    assert re.search(POINTS, shown(phone.page)) is None


def test_open_spoils_are_counted_for_everybody(site: Site, host: FlaskClient) -> None:
    phone = opened(site, host, *POT, **OPEN)
    for viewer in (host, site.watcher(phone.table)):
        page = viewer.get(phone.url).text
        assert "55 points" in shown(page)
        assert "Open spoils" in page


def test_the_spoils_open_when_the_battle_is_over(site: Site, host: FlaskClient) -> None:
    phone = opened(site, host, *POT, SETTLE, *fought("69"))
    assert "Battle 1: Ann 0, Ben 75." in line(phone.page)
    assert re.search(r"Ben</b><span class=\"num\">75<", phone.page)


def _streamed(viewer: FlaskClient, table: Table) -> str:
    answer = viewer.get(f"/tables/{table.id}/stream", buffered=False)
    pieces = (piece.decode() if isinstance(piece, bytes) else piece for piece in answer.response)
    next(pieces)
    page: str = next(pieces)
    answer.close()
    return page


# Odds


def test_odds_are_on_the_page_only_where_the_table_shows_them(site: Site, host: FlaskClient) -> None:
    hidden = opened(site, host, reveal("K9")).page
    assert not re.search(r'wins \d|class="od"|\d/\d\d?<', hidden)
    page = opened(site, host, reveal("K9"), **ODDS).page
    ben = re.findall(r'<svg class="(\w)" width="([\d.]+)%"', page.split('class="of-1"')[3])
    assert ben == [("w", "50.0"), ("t", "16.67"), ("l", "33.33")]


# The end


ROLLED = [reveal("T9"), roll(1, "high", 8), roll(0, "low", 3), roll(1, "low", 4), SETTLE]


def test_the_dice_that_decided_last_lie_when_a_war_is_over(site: Site, host: FlaskClient) -> None:
    phone = opened(site, host, *war.BATTLE * 3, *fought("23"), *ROLLED, *fought("45", "67", "JQ"))
    cloth = phone.page.partition('class="board ended"')[2].partition('class="turn"')[0]
    assert re.findall(r"#die-(\d)", cloth) == ["8", "4"]
    assert 'aria-label="High 8, Low 4"' in cloth
    assert "Battle 4, skirmish 2: Ben takes it with these dice, 21 to 13." in shown(cloth)


@pytest.mark.parametrize("events", [[war.TALLY], [*war.BATTLE * 4]], ids=["totals", "no dice"])
def test_without_dice_the_total_of_the_winner_lies_there(
    site: Site, host: FlaskClient, events: list[war.Event]
) -> None:
    phone = opened(site, host, *events)
    total = {1: "200"}.get(len(events), "260")
    assert f'<p class="best num">{total}</p>' in phone.page
