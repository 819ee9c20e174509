"""A trick of Sechsundsechzig by a photo: two cards, and what follows by itself follows."""

from flask.testing import FlaskClient

from tests.web.games.sechsundsechzig.tables import turned_up
from tests.web.support.photos import PhotoHouse, seen
from tests.web.support.site import Site


def test_a_king_on_a_photo_announces_nothing(site: Site, host: FlaskClient) -> None:
    house = PhotoHouse(site, turned_up(site, host))
    house.photo(seen("KD", 50), seen("AD", 120))
    assert "<b>Ann</b> takes it" in house.page
    assert house.tap(enter="yes").status_code == 303
    assert house.played() == [(1, "KD"), (0, "AD")]
    assert "Ann</b> leads" in house.phone.look()
