"""A trick of Sichere Six by a photo: the Joker is asked what it says."""

from tests.web.games.sichere_six.tables import DEAL, at
from tests.web.support.photos import PhotoHouse, seen
from tests.web.support.site import Site


def test_the_joker_on_a_photo_is_asked_whether_it_wins(site: Site) -> None:
    house = PhotoHouse(site, at(site, *DEAL))
    house.photo(seen("7C", 50), seen("X", 120), seen("9C", 200))
    assert "What did <b>Cat</b> play?" in house.page
    assert "3 of 3" in house.page
    house.tap(event='{"type":"play","seat":2,"card":"X"}')  # by the pad of all cards it is asked, too
    assert "The card of Cat is missing" in house.page
    assert '"joker":"win"' in house.page
    house.tap(event='{"type":"play","seat":2,"card":"X","joker":"lose"}')
    assert "<b>Ann</b> takes it" in house.page
    assert house.tap(enter="yes").status_code == 303
    assert house.played() == [(1, "7C"), (2, "X"), (0, "9C")]
