"""Calling the referee: what it may be about, the reasons of each game, and where it begins."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from rules_core.games import GAMES
from tests.cases import each
from tests.web.support.desk import call, page_of, referee
from tests.web.support.phone import HAND, REVOKE, Phone, declare
from tests.web.support.samples import SAMPLES
from tests.web.support.site import Site
from webapp.store.models import Table
from webapp.words.cases import OTHER


def options(page: str) -> list[str]:
    return re.findall(r'name="about" value="([^"]+)"', page)


def chosen(page: str) -> list[str]:
    return re.findall(r'name="about" value="([^"]+)" checked', page)


# The form


def test_the_form_begins_with_the_hand_under_way(host: FlaskClient, table: Table, trick: Phone) -> None:
    page = page_of(host, table, "/disputes/new")
    assert chosen(page) == ["hand-1"]
    assert options(page) == [
        "hand-1",
        "match",
        "trick-1.1",
        "event-1",
        "event-2",
        "event-3",
        "trick-1.2",
        "event-4",
        "event-0",
    ]
    labels = [
        re.findall(r'aria-label="([^"]+)"|dir="auto">([^<]+)', its)
        for its in re.findall(r'class="its">(.*?)</div>', page, re.DOTALL)
    ]
    assert labels[0][:2] == [("7 of clubs", ""), ("", "Ben")]
    assert re.search(r'value="trick-1.1">.*?<small class="cut" dir="auto">Ann</small>', page)
    assert re.search(r'name="play" value="on" checked', page)


def test_before_the_first_deal_it_is_about_the_match(host: FlaskClient, table: Table) -> None:
    page = page_of(host, table, "/disputes/new")
    assert chosen(page) == ["match"]
    assert options(page) == ["match"]


def test_an_event_is_shown_in_words(host: FlaskClient, table: Table, trick: Phone) -> None:
    page = page_of(host, table, "/disputes/new?event=2&why=revoke&text=Cat+has+clubs")
    assert chosen(page) == ["event-2"]
    assert re.search(r'Hand 1, trick 1: <b>Cat</b> played <span class="said c"', page)
    assert 'value="revoke" checked' in page
    assert ">Cat has clubs</textarea>" in page


@each("asked", ["event=99", "event=-1", "event=x", "hand=0", "hand=2", "hand=", "why=dice&event="])
def test_what_is_not_there_is_not_asked_about(host: FlaskClient, table: Table, trick: Phone, asked: str) -> None:
    page = page_of(host, table, f"/disputes/new?{asked}")
    assert chosen(page) == ["hand-1"]
    assert not re.search(r'name="why" value="\w+" checked', page)


def test_an_earlier_hand_may_be_meant(host: FlaskClient, table: Table, phone: Phone) -> None:
    assert phone.enter({"type": "tally", "tricks": [9, 4, 4]}) == 303
    assert phone.enter({"type": "deal", "dealer": 1}) == 303
    page = page_of(host, table, "/disputes/new?hand=1")
    assert chosen(page) == ["hand-1"]
    assert options(page) == ["hand-1", "match", "event-0", "event-1"]
    assert re.findall(r'name="hand" value="(\d)"', page) == ["1", "2"]
    assert call(host, table, about="hand-1").status_code == 303


@pytest.mark.rule("GEN-5")
def test_an_older_trick_is_not_named_while_the_hand_lasts(
    site: Site, host: FlaskClient, table: Table, trick: Phone
) -> None:
    ben, eva = site.seat(table, 1), referee(site, host, table)
    assert call(ben, table, about="event-2", why="revoke").status_code == 303
    for seat, card in [(1, "4D"), (2, "5D"), (2, "6D"), (0, "7D"), (1, "8D")]:
        assert trick.play(seat, card) == 303
    for phone in (host, ben, site.watcher(table)):
        page = page_of(phone, table, "/desk")
        assert "Hand 1, trick 1, closed for now" in page
        assert "2 of clubs" not in page
    assert "2 of clubs" in page_of(eva, table, "/desk")
    assert "Closed to players" in page_of(eva, table, "/desk")
    assert "2 of clubs" not in page_of(ben, table, "/disputes/new?event=2")
    # It is pointed at by its number, and nobody's card is shown.
    page = page_of(ben, table, "/disputes/new")
    assert "event-2" not in options(page)
    assert "trick-1.1" in options(page)
    assert "event-2" in options(page_of(eva, table, "/disputes/new"))
    assert call(ben, table, about="trick-1.1", why="revoke").status_code == 303
    page = page_of(ben, table, "/disputes/2")
    assert "Hand 1, trick 1" in page
    assert "2 of clubs" not in page
    assert "Its trick is closed to those who play until the hand ends." in page
    assert "2 of clubs" in page_of(eva, table, "/disputes/2")


def test_a_declared_hand_is_nobodys_business(site: Site, host: FlaskClient, table: Table, phone: Phone) -> None:
    assert declare(Phone(site.seat(table, 0), table), HAND).status_code == 303
    assert options(page_of(host, table, "/disputes/new")) == ["hand-1", "match", "event-0"]
    assert call(host, table, about="event-1").status_code == 409


# Reasons


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_a_short_list_of_its_own(site: Site, host: FlaskClient, game: str) -> None:
    table = site.open_table(host, [f"P{n}" for n in range(SAMPLES[game].players)], game=game)
    page = page_of(host, table, "/disputes/new")
    offered = re.findall(r'name="why" value="([^"]+)"', page)
    assert 6 <= len(offered) <= 11
    assert offered[-1] == OTHER
    assert len(set(re.findall(r'name="why".*?<b>(.*?)</b>', page))) == len(offered)
    assert set(offered) & {"trump", "dice", "bid", "parity", "marriage"}


def test_a_wild_ace_is_a_matter_only_where_aces_are_wild(site: Site, host: FlaskClient, table: Table) -> None:
    wild = site.open_table(host, options={"ace_wild": True})
    assert 'value="ace"' in page_of(host, wild, "/disputes/new")
    assert 'value="ace"' not in page_of(host, table, "/disputes/new")
    assert call(host, table, why="ace").status_code == 400


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"why": "", "text": " "}, "Say what is the matter"),
        ({"why": OTHER, "text": ""}, "needs own words"),
    ],
)
def test_what_is_missing_is_said_and_the_rest_is_kept(
    site: Site, host: FlaskClient, table: Table, trick: Phone, fields: dict[str, str], said: str
) -> None:
    answer = call(host, table, about="event-3", play="pause", **fields)
    assert answer.status_code == 422
    page = unescape(answer.text)
    assert said in page
    assert chosen(page) == ["event-3"]
    assert 'value="pause" checked' in page
    assert site.tables.at(table.id).desk.disputes == ()


def test_a_call_about_nothing_is_asked_for_again_with_its_words(site: Site, host: FlaskClient, table: Table) -> None:
    answer = call(host, table, about="", why="score", text="Look at this")
    assert answer.status_code == 422
    assert "Choose what it is about." in answer.text
    assert chosen(answer.text) == []
    assert re.search(r'name="why" value="score" checked', answer.text)
    assert ">Look at this</textarea>" in answer.text
    assert site.tables.at(table.id).desk.disputes == ()


def test_own_words_alone_are_enough(site: Site, host: FlaskClient, table: Table) -> None:
    assert call(host, table, why="", text="  Whose   glass is\nthis? ").status_code == 303
    dispute = site.tables.at(table.id).desk.open[0]
    assert (dispute.why, dispute.text) == (OTHER, "Whose glass is this?")


@each(
    "fields",
    [
        {"about": "event-"},
        {"about": "event-٣"},
        {"about": "trick-1"},
        {"about": "trick-1.٣"},
        {"about": "seat-1"},
        {"why": "bid"},
        {"play": "maybe"},
        {"op": ""},
        {"op": "x"},
    ],
)
def test_what_is_no_call_is_refused(site: Site, host: FlaskClient, table: Table, fields: dict[str, str]) -> None:
    assert call(host, table, **fields).status_code == 400
    assert site.tables.at(table.id).desk.disputes == ()


def test_what_was_taken_back_meanwhile_is_chosen_again(host: FlaskClient, table: Table, trick: Phone) -> None:
    assert trick.enter({"type": "undo"}) == 303
    answer = call(host, table, about="event-4", text="Look at this")
    assert answer.status_code == 409
    assert "taken back meanwhile" in answer.text
    assert ">Look at this</textarea>" in answer.text


def test_a_double_tap_opens_one_dispute(site: Site, host: FlaskClient, table: Table) -> None:
    for _ in range(2):
        assert call(host, table, op="a" * 16).status_code == 303
    assert len(site.tables.at(table.id).desk.disputes) == 1


def test_two_phones_with_the_same_page_open_two(site: Site, host: FlaskClient, table: Table) -> None:
    for phone in (host, site.seat(table, 1)):
        assert call(phone, table, op="a" * 16).status_code == 303
    assert [dispute.by for dispute in site.tables.at(table.id).desk.open] == ["", "Ben"]


def test_a_host_without_a_seat_is_named_in_the_language_of_the_reader(
    site: Site, host: FlaskClient, table: Table
) -> None:
    call(host, table)
    path = f"/tables/{table.id}/disputes/1"
    for language, said in (("en", "The host asks"), ("de", "Der Gastgeber bittet")):
        page = host.get(f"/tables/{table.id}", headers={"Accept-Language": language}).text
        assert said in page
        assert "the host" not in host.get(path, headers={"Accept-Language": "de"}).text


def test_too_many_are_refused_with_what_was_typed(site: Site, host: FlaskClient, table: Table) -> None:
    for _ in range(20):
        assert call(host, table).status_code == 303
    answer = call(host, table, text="One more")
    assert answer.status_code == 422
    assert "At most 20 disputes" in answer.text
    assert ">One more</textarea>" in answer.text


# From a refusal, from a case


def test_a_refusal_offers_to_ask_the_referee(host: FlaskClient, table: Table, phone: Phone) -> None:
    assert phone.play(1, "7C") == 303
    assert phone.play(1, "8C") == 422
    found = re.search(r'href="([^"]+/disputes/new[^"]*)">.*?Ask the referee', unescape(phone.page), re.DOTALL)
    assert found
    page = unescape(host.get(found[1]).text)
    assert 'value="turn" checked' in page
    assert ">Ben: 8♣</textarea>" in page
    assert chosen(page) == ["hand-1"]


def test_from_a_case_who_may_not_rule_calls_the_referee(
    site: Site, host: FlaskClient, table: Table, phone: Phone
) -> None:
    for seat, card in REVOKE:
        assert phone.play(seat, card) == 303
    link = f'href="/tables/{table.id}/disputes/new?event=2&why=revoke"'
    assert link not in page_of(host, table, "/revokes/2")
    eva = referee(site, host, table)
    assert link in page_of(host, table, "/revokes/2")
    for other in (eva, site.watcher(table)):
        assert link not in page_of(other, table, "/revokes/2")
    call(host, table, about="event-2", why="revoke")
    assert "disputes/new" not in page_of(host, table, "/disputes/1")
    host.post(f"/tables/{table.id}/disputes/1/withdraw")
    assert link in page_of(host, table, "/disputes/1")


def test_long_own_words_do_not_fill_the_table(site: Site, host: FlaskClient, table: Table) -> None:
    words = "The eight lay there only after the jack, and nobody had said that spades were trump by then."
    call(host, table, why="other", text=words)
    page = host.get(f"/tables/{table.id}").text
    assert "The eight lay there only after the jack, and nobody had… Play" in page
    assert words not in page
    assert words in host.get(f"/tables/{table.id}/disputes/1").text
    assert words in host.get(f"/tables/{table.id}/desk").text
