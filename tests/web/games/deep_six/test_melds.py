"""The meld picker of Deep Six: melds named, the best set ticked, the others with their reason."""

import re

import pytest
from flask.testing import FlaskClient

from tests.web.games.deep_six import tables as deep
from tests.web.games.deep_six.tables import table
from tests.web.support.phone import Phone, declare
from tests.web.support.site import Site

HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.mark.rule("DEEP-9", "DEEP-11")
def test_the_melds_in_the_tapped_cards_are_named_and_the_best_set_is_ticked(site: Site, host: FlaskClient) -> None:
    phone = table(site, host, deep.MELD)
    tapped = {f"copies.{card}": "1" for card in ("5S", "6S", "7S", "8S", "8H", "8D", "6H", "7H")} | {"copies.8C": "2"}
    part = phone.client.get(f"{phone.url}/parts/melds", query_string={"seat": "2", **tapped}, headers=HTMX).text
    assert "<html" not in part
    assert re.findall(r'name="melds" value="([^"]*)" checked', part) == ["6S 7S 8S", "8C 8D 8H 8S", "8C 8C"]
    assert re.findall(r'name="melds" value="([^"]*)" disabled', part) == ["6H 7H 8H", "5S 6S 7S"]
    assert "No run in hearts, the sunk suit." in part
    assert "serve already: Deep run." in part
    assert "DEEP-9" in part
    assert "DEEP-11" in part
    assert "Meld −80" in part
    assert 'name="seat" value="2"' in part


def test_another_set_can_be_ticked_and_the_sum_follows(site: Site, host: FlaskClient) -> None:
    phone = table(site, host, deep.MELD)
    asked = {"type": "meld", "seat": "2", "melds": ["5S 6S 7S"]} | {f"copies.{r}S": "1" for r in "5678"}
    part = phone.client.get(f"{phone.url}/parts/melds", query_string=asked, headers=HTMX).text
    assert re.findall(r'name="melds" value="([^"]*)" checked', part) == ["5S 6S 7S"]
    assert re.findall(r'name="melds" value="([^"]*)" disabled', part) == ["6S 7S 8S"]
    assert "Meld −15" in part


@pytest.mark.rule("DEEP-11")
def test_where_a_card_serves_once_in_all_the_lesser_meld_is_beaten(site: Site, host: FlaskClient) -> None:
    phone = table(site, host, deep.MELD, options={"meld_reuse": "none"})
    tapped = {"copies.8C": "2"} | {f"copies.8{suit}": "1" for suit in "DHS"}
    part = phone.client.get(f"{phone.url}/parts/melds", query_string=tapped, headers=HTMX).text
    assert "Meld −30" in part
    assert re.findall(r'name="melds" value="([^"]*)" disabled', part) == ["8C 8C"]
    assert "serves already: 8s wide." in part


def test_a_meld_that_was_unticked_can_be_ticked_again(site: Site, host: FlaskClient) -> None:
    phone = table(site, host, deep.MELD)
    asked = {"type": "meld", "seat": "2"} | {f"copies.{r}S": "1" for r in "678"}
    part = phone.client.get(f"{phone.url}/parts/melds", query_string=asked, headers=HTMX).text
    assert re.findall(r'name="melds" value="([^"]*)">', part) == ["6S 7S 8S"]
    assert "Cat melds nothing" in part


def test_where_only_a_secret_hand_is_left_its_own_phone_melds(site: Site, host: FlaskClient) -> None:
    melded = [{"type": "meld", "seat": seat, "points": 0} for seat in (1, 2)]
    phone = table(site, host, [*deep.MELD, *melded])
    for seat, hand in (
        (0, deep.HAND_OF_ANN),
        (3, [*deep.HAND_OF_ANN[:4], *(f"{r}C" for r in "2345678"), "2D", "3D", "4D"]),
    ):
        assert declare(Phone(site.seat(phone.table, seat), phone.table), hand).status_code == 303
    assert "plays from that phone" in phone.look()
    assert "melds nothing" not in phone.page


def test_without_javascript_the_page_names_the_melds_and_enters_them(site: Site, host: FlaskClient) -> None:
    phone = table(site, host, deep.MELD)
    tapped = {"seat": "2", "copies.6S": "1", "copies.7S": "1", "copies.8S": "1"}
    phone.page = phone.client.get(f"{phone.url}/parts/melds", query_string=tapped).text
    assert "<html" in phone.page
    assert "Meld −30" in phone.page
    assert re.search(r'name="copies.7S" value="1"[^>]* checked', phone.page)
    assert phone.send({"type": "meld", "seat": "2", "melds": "6S 7S 8S"}) == 303
    assert "<b>Cat</b> melded" in phone.page


@pytest.mark.rule("DEEP-9")
def test_a_run_of_the_sunk_suit_is_refused_and_the_taps_are_kept(site: Site, host: FlaskClient) -> None:
    phone = table(site, host, deep.MELD)
    assert phone.send({"type": "meld", "seat": "0", "melds": "6H 7H 8H"}) == 422
    assert "No run in hearts, the sunk suit." in phone.page
    assert "DEEP-9" in phone.page
    assert re.search(r'name="copies.7H" value="1"[^>]* checked', phone.page)


@pytest.mark.rule("DEEP-11")
def test_a_card_that_serves_too_often_is_shown(site: Site, host: FlaskClient) -> None:
    phone = table(site, host, deep.MELD)
    melds = [["6S", "7S", "8S"], ["6S", "7S", "8S"], ["5S", "6S", "7S"]]
    assert phone.enter({"type": "meld", "seat": 0, "melds": melds}) == 422
    sheet = phone.page.split('id="refusal"')[1]
    assert 'aria-label="6 of spades"' in sheet
    assert "DEEP-11" in sheet


def test_only_points_and_nothing_at_all(site: Site, host: FlaskClient) -> None:
    phone = table(site, host, deep.MELD)
    assert phone.send({"type": "meld", "seat": "1", "points": "-45"}) == 303
    assert "<b>Ben</b> melded −45" in phone.page
    assert "Ann melds nothing" in phone.page
    assert phone.send({"type": "meld", "seat": "0", "points": "0"}) == 303
    assert "<b>Ann</b> melded nothing" in phone.page
    assert "Cat melds nothing" in phone.page


def test_the_melds_are_named_for_those_who_may_enter(site: Site, host: FlaskClient) -> None:
    phone = table(site, host, deep.MELD)
    asked = f"{phone.url}/parts/melds?copies.8S=2"
    assert site.watcher(phone.table).get(asked).status_code == 403
    assert site.phone().get(asked).status_code == 404
    other = site.open_table(host)
    assert host.get(f"/tables/{other.id}/parts/melds").status_code == 404
    assert host.get(f"{phone.url}/parts/board").status_code == 404
    later = table(site, host, deep.PLAY)
    assert host.get(f"{later.url}/parts/melds?seat=9&copies.8S=7").status_code == 200


def test_the_best_of_the_own_hand_is_for_its_phone_alone(site: Site, host: FlaskClient) -> None:
    phone = table(site, host, deep.MELD)
    ann = Phone(site.seat(phone.table, 0), phone.table)
    assert declare(ann, deep.HAND_OF_ANN).status_code == 303
    assert "The best of your hand, only on this phone." in ann.look()
    assert 'value="8C 8D 8H 8S"' not in ann.page
    part = ann.client.get(f"{ann.url}/parts/melds?seat=1", headers=HTMX).text
    assert "only on this phone" not in part, "for Ben nothing was tapped"
    assert "only on this phone" not in phone.look()
    assert 'value="0" id="melder' not in phone.page.replace("\n", ""), "only Ann's phone melds for Ann"
    for melds in ([["6S", "7S", "8S"]], [["8C", "8C"]]):
        assert phone.enter({"type": "meld", "seat": 0, "melds": melds}) == 422
        assert "Ann enters these cards" in phone.page
        phone.look()
