"""A trick of Deep Six by a photo: every card is there twice."""

from flask.testing import FlaskClient

from tests.web.games.deep_six.tables import PLAY, table
from tests.web.support.photos import PhotoHouse, seen
from tests.web.support.site import Site


def test_a_trick_has_both_copies_of_a_card(site: Site, host: FlaskClient) -> None:
    house = PhotoHouse(site, table(site, host, PLAY))
    house.photo(seen("6S", 50), seen("2S", 120), seen("2S", 200), seen("8S", 280))
    assert "4 of 4" in house.page
    assert house.packs[0]["2S"] == 2
    assert house.tap(enter="yes").status_code == 303
    assert house.played() == [(3, "6S"), (0, "2S"), (1, "2S"), (2, "8S")]
