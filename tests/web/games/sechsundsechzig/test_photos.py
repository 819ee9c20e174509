"""Sechsundsechzig by a photo: the card turned up, a marriage, a trick of two cards."""

import pytest
from flask.testing import FlaskClient

from tests.web.games.sechsundsechzig.tables import DEAL, enter, open_table, turned_up
from tests.web.support.photos import PhotoHouse, seen
from tests.web.support.site import Site


def test_a_king_on_a_photo_announces_nothing(site: Site, host: FlaskClient) -> None:
    house = PhotoHouse(site, turned_up(site, host))
    house.photo(seen("KD", 50), seen("AD", 120))
    assert "<b>Ann</b> takes it" in house.page
    assert house.tap(enter="yes").status_code == 303
    assert house.played() == [(1, "KD"), (0, "AD")]
    assert "Ann</b> leads" in house.phone.look()


def test_the_card_turned_up_is_entered_by_a_photo(site: Site, host: FlaskClient) -> None:
    phone = open_table(site, host)
    enter(phone, DEAL)
    house = PhotoHouse(site, phone)
    assert f'href="{house.url}"' in phone.look()
    house.photo(seen("9S", 50, 100, "9C", "TS"))
    assert "Which card did <b>Ann</b> turn over?" in house.page
    house.tap(event='{"seat":0,"card":"9S"}')
    assert "<b>Ben</b> leads" in house.page
    assert house.tap(enter="yes").status_code == 303
    assert site.tables.at(phone.table.id).fold.state.hand.trump == "S"


@pytest.mark.parametrize("place", [1, 2])
def test_king_and_queen_are_announced_with_the_one_that_is_led(site: Site, host: FlaskClient, place: int) -> None:
    house = PhotoHouse(site, turned_up(site, host))
    house.photo(seen("9S", 10), seen("QD", 50), seen("KD", 120))
    assert "2 of 2" in house.page  # the card turned up is known
    assert house.tap(choice=str(place)).status_code == 303
    assert house.played() == [(1, ("QD", "KD")[place - 1])]
    assert site.tables.at(house.phone.table.id).fold.state.hand.marriages[0].points == 20


def test_a_marriage_is_offered_only_where_it_can_be_announced(site: Site, host: FlaskClient) -> None:
    house = PhotoHouse(site, turned_up(site, host))
    house.photo(seen("KD", 50), seen("QH", 120))
    assert 'name="choice"' not in house.page
    house.phone.play(1, "AD")
    house.photo(seen("AD", 50), seen("KD", 120))
    assert 'name="choice"' not in house.page
