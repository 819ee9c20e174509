"""A match whose next one has begun: correcting it says so first, and the way to the next one stays on all phones."""

from flask.testing import FlaskClient

from tests.web.support.german_pages import visible
from tests.web.support.phone import Phone
from tests.web.support.ruling import call
from tests.web.support.site import Site

GOES_ON = "The next match has begun. It goes on, whatever is changed here."


def test_the_way_to_the_next_game_stays_when_a_match_is_over_no_more(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host, ("Ann", "Ben", "Cat"))
    phone = Phone(host, table)
    for dealer in range(3):
        assert phone.enter({"type": "deal", "dealer": dealer}) == 303
        assert phone.enter({"type": "tally", "tricks": [9, 4, 4]}) == 303
    ben, watcher = site.seat(table, 1), site.watcher(table)
    case = call(site, table, host, "score", hand=3)
    changing = ("/amendments", "/entries/5/amend?part=fields", "/adjustments", case.removeprefix(phone.url))
    assert not [page for page in changing if GOES_ON in host.get(phone.url + page).text]
    next_one = phone.client.post(f"{phone.url}/again", data={"deal": "moved"}).location
    assert [page for page in changing if GOES_ON not in host.get(phone.url + page).text] == []
    phone.look()
    assert phone.enter({"type": "undo"}) == 303
    for one in (host, ben, watcher):
        page = one.get(phone.url).text
        assert "The next match has begun. Go to the next match" in " ".join(visible(page).split())
        assert f'href="{next_one}"' in page
