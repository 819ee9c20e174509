"""A trick is entered by a photo: what is sure stands there, what is not is asked for, and only a tap enters it."""

import re

import pytest
from flask.testing import FlaskClient

from tests.cases import each
from tests.web.support.html_forms import Form
from tests.web.support.phone import Phone
from tests.web.support.photos import PhotoHouse, seen
from tests.web.support.site import Site
from webapp.store.models import Table

NO_CARD = '{"width":9,"height":9,"cards":[],"problems":[]}'
A_CARD = (
    '{"width":9,"height":9,"problems":[],"cards":['
    '{"card":"%s","certainty":0.9,"is_sure":false,"centre":[9,%s],"outline":[],"likeliest":[]}]}'
)


@pytest.fixture
def house(site: Site, phone: Phone) -> PhotoHouse:
    return PhotoHouse(site, phone)


def test_a_trick_that_is_read_for_certain_is_entered_by_one_tap(site: Site, table: Table, house: PhotoHouse) -> None:
    assert f'href="{house.url}"' in house.phone.look()
    assert 'capture="environment"' in house.phone.client.get(house.url).text
    answer = house.photo(seen("7C", 50), seen("2C", 120), seen("9C", 200))
    assert answer.status_code == 200
    assert "3 of 3" in house.page
    assert "<b>Ann</b> takes it" in house.page
    assert house.played() == []  # nothing is entered by itself
    entered = house.tap(enter="yes")
    assert (entered.status_code, entered.location) == (303, house.phone.url)
    assert house.played() == [(1, "7C"), (2, "2C"), (0, "9C")]
    assert site.tables.at(table.id).fold.state.hand.to_act == 0
    assert sum(house.packs[0].values()) == 52


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("path", ["", "/cards", "/piles", "/piles/cards"])
def test_who_enters_the_own_cards_alone_enters_none_by_a_photo(
    site: Site, host: FlaskClient, path: str, method: str
) -> None:
    table = site.open_table(host, entry="own")
    house = PhotoHouse(site, Phone(site.seat(table, 1), table))
    answer = getattr(house.phone.client, method)(house.url + path)
    assert answer.status_code == (405 if method == "get" and path.endswith("cards") else 403)
    assert f'href="{house.url}"' not in house.phone.look()


def test_a_trick_that_another_phone_has_entered_counts_once(house: PhotoHouse) -> None:
    trick = (seen("7C", 50), seen("2C", 120), seen("9C", 200))
    house.photo(*trick)
    for seat, card in ((1, "7C"), (2, "2C"), (0, "9C")):
        house.phone.play(seat, card)
    assert house.tap(enter="yes").status_code == 303
    assert house.photo(*trick).status_code == 422  # a photo of it once more
    assert "This is the last trick: it is entered already." in house.page
    assert len(house.played()) == 3
    assert house.photo(seen("7C", 50), seen("3C", 120), seen("KC", 200)).status_code == 200
    assert "7 of clubs is read, which is already played" in house.page


@pytest.mark.parametrize("left", [30, 120, 260])
def test_no_more_is_shown_than_the_photo(house: PhotoHouse, left: int) -> None:
    house.photo(seen("7C", left), seen("2C", left + 50), seen("9C", left + 100))
    (box,) = re.findall(r'data-box="([^"]*)"', house.page)
    x, y, width, height = map(int, box.split())
    assert 0 <= x <= left - 20
    assert left + 120 <= x + width <= 400
    assert 0 <= y <= 70
    assert 130 <= y + height <= 200


def test_the_same_confirmation_sent_twice_counts_once(house: PhotoHouse) -> None:
    house.photo(seen("7C", 50), seen("2C", 120), seen("9C", 200))
    form = Form(house.raw, "cards").filled(enter="yes")
    for _ in range(2):
        assert house.phone.client.post(f"{house.url}/cards", data=form).status_code == 303
    assert len(house.played()) == 3


def test_a_doubtful_card_is_asked_for_and_says_what_would_follow(house: PhotoHouse) -> None:
    house.photo(seen("7C", 50), seen("2C", 120), seen("9C", 200, 100, "9S", "8C"), problems=("too-dark",))
    assert "2 of 3" in house.page
    assert "What did <b>Ann</b> play?" in house.page
    assert "It is dark there" in house.page
    assert re.search(r"<button[^>]*disabled[^>]*>The card of Ann is missing", house.page)
    assert re.findall(r"<small>(.*?)</small>", house.page) == ["Ann takes it", "Ben takes it", "Cat takes it"]
    house.tap(enter="yes")  # what a program could send all the same
    assert house.played() == []
    house.tap(event='{"type":"play","seat":0,"card":"8C"}')
    assert "2 of 3" in house.page  # what was not read never hides
    assert house.tap(enter="yes").status_code == 303
    assert house.played()[-1] == (0, "8C")


def test_a_card_that_was_not_seen_comes_from_the_pad(house: PhotoHouse) -> None:
    house.photo(seen("7C", 50), seen("2C", 120))
    assert "What did <b>Ann</b> play?" in house.page
    assert '{"type":"play","seat":0,"card":"KH"}' in house.page
    house.tap(event='{"type":"play","seat":0,"card":"KH"}')
    house.tap(ask="0")  # looked at once more
    assert house.tap(enter="yes").status_code == 303
    assert house.played() == [(1, "7C"), (2, "2C"), (0, "KH")]


def test_two_taps_change_the_seats(house: PhotoHouse) -> None:
    house.photo(seen("7C", 50), seen("2C", 120), seen("9C", 200, 100, "9S"))
    house.tap(event='{"type":"play","seat":0,"card":"9S"}')
    house.tap(swap="on")
    house.tap(swap="1")
    house.tap(swap="0")
    assert house.tap(enter="yes").status_code == 303
    assert house.played() == [(1, "9S"), (2, "2C"), (0, "7C")]


def test_cards_lie_before_their_players_and_those_entered_before_are_known(house: PhotoHouse) -> None:
    assert house.phone.play(1, "7C") == 303
    # Clockwise as they sit: Ben below, Cat at the left, Ann at the right.
    house.photo(seen("2C", 100, 60), seen("7C", 200, 180), seen("9C", 300, 60))
    assert house.tap(enter="yes").status_code == 303
    assert house.played() == [(1, "7C"), (2, "2C"), (0, "9C")]


def test_what_was_played_before_is_doubted_and_the_table_says_why(house: PhotoHouse) -> None:
    for seat, card in [(1, "7C"), (2, "2C"), (0, "9C")]:
        house.phone.play(seat, card)
    house.photo(seen("9C", 50), seen("3D", 120), seen("4D", 200))
    assert "What did <b>Ann</b> play?" in house.page
    assert "9 of clubs is already played" in house.page
    house.tap(event='{"type":"play","seat":0,"card":"9C"}')
    refused = house.tap(enter="yes")
    assert refused.status_code == 422
    assert "is already played" in house.page
    assert '<a class="rule"' in house.page
    assert len(house.played()) == 3


def test_a_closed_trick_is_not_told_by_a_photo(table: Table, house: PhotoHouse) -> None:
    """A card of an older trick looks like any other until it is entered, which the table is told of (GEN-5)."""
    for seat, card in [(1, "7C"), (2, "2C"), (0, "9C"), (0, "3D"), (1, "4D"), (2, "5D")]:
        assert house.phone.play(seat, card) == 303
    told = []
    for card in ("7C", "7S"):
        house.photo(seen("AH", 50), seen(card, 120, 100, "8C"), seen("2H", 200))
        told.append(house.page.replace(card, "?").replace("7 of spades", "7 of clubs").replace("i-s", "i-c"))
    plain = [re.sub(r'name="op" value="\w+"|class="[^"]*"', "", page) for page in told]
    assert plain[0] == plain[1]


def test_all_of_a_photo_is_shown_while_one_of_its_cards_was_not_seen(house: PhotoHouse) -> None:
    house.photo(seen("7C", 50), seen("2C", 120))
    assert 'data-box="0 0 400 200"' in house.raw
    house.tap(event='{"type":"play","seat":0,"card":"9C"}')
    assert 'data-box="0 0 400 200"' not in house.raw


def test_more_cards_than_the_trick_has_are_not_guessed_at(house: PhotoHouse) -> None:
    house.photo(*(seen(card, 50 * at) for at, card in enumerate(("7C", "2C", "9C", "KH"), 1)))
    assert "1 card too many is seen" in house.page
    assert "The card of Ben is missing" in house.page


@pytest.mark.parametrize(
    ("problems", "said"),
    [
        (("nothing-seen",), "No cards seen. More light, and from above"),
        (("no-picture",), "This is no picture that can be opened"),
        (("too-large",), "larger than a photo of a phone"),
        (("nothing-seen", "too-dark"), "It is dark there"),
    ],
)
def test_what_shows_no_cards_says_so(house: PhotoHouse, problems: tuple[str, ...], said: str) -> None:
    assert house.photo(problems=problems).status_code == 422
    assert said in house.page
    assert 'type="file"' in house.page


def test_a_table_that_moved_on_asks_again(table: Table, house: PhotoHouse) -> None:
    house.photo(seen("7C", 50), seen("2C", 120), seen("9C", 200))
    assert house.phone.play(1, "7C") == 303
    assert house.tap(enter="yes").status_code == 409
    assert "The table has moved on meanwhile" in house.page
    assert house.played() == [(1, "7C")]
    assert house.tap(enter="yes").status_code == 303
    assert house.played() == [(1, "7C"), (2, "2C"), (0, "9C")]


@each(
    "sent",
    [
        {"reading": "[]"},
        {"reading": ""},
        {"reading": NO_CARD, "place": ""},
        {"reading": A_CARD % ("9Q", "9")},
        {"reading": A_CARD % ("", "9")},
        {"reading": A_CARD % ("9C", "9" * 400)},
        {"place": "77"},
        {"card": "{}"},
        {"card": '{"type":"undo"}'},
        {"event": '{"type":"deal","dealer":0}'},
        {"event": '{"type":"play","seat":1,"card":"ZZ"}'},
        {"ask": "x"},
        {"seen": ""},
    ],
)
def test_what_no_page_sends_is_no_entry(house: PhotoHouse, sent: dict[str, str]) -> None:
    house.photo(seen("7C", 50), seen("2C", 120), seen("9C", 200))
    form = Form(house.raw, "cards").filled(enter="yes")
    for name, value in sent.items():
        form[name] = [value, *form.get(name, [])[1:]]
    if "reading" in sent:
        form["place"] = [sent.get("place", "0")] * len(form["place"])
    assert house.phone.client.post(f"{house.url}/cards", data=form).status_code == 400
    assert house.played() == []


def test_only_who_enters_for_all_photographs(site: Site, table: Table, house: PhotoHouse) -> None:
    watcher, stranger = site.phone(), site.phone()
    site.opens(watcher, site.link(table, "watcher"))
    watcher.post(site.link(table, "watcher"))
    for phone, status in ((stranger, 404), (site.phone("de"), 404)):
        assert phone.get(house.url).status_code == status
        assert phone.post(house.url).status_code == status
        assert phone.post(f"{house.url}/cards").status_code == status


def test_between_two_hands_there_is_nothing_to_photograph(site: Site, host: FlaskClient, table: Table) -> None:
    phone = Phone(host, table)
    house = PhotoHouse(site, phone)
    assert f'href="{house.url}"' not in phone.page
    answer = host.get(house.url)
    assert (answer.status_code, answer.location) == (303, phone.url)


def test_a_house_without_the_extra_shows_no_key(phone: Phone) -> None:
    assert f"{phone.url}/photo" not in phone.look()
    assert phone.client.get(f"{phone.url}/photo").status_code == 404
    assert phone.client.post(f"{phone.url}/photo").status_code == 404


def test_a_doubtful_card_too_many_is_left_out_and_said(house: PhotoHouse) -> None:
    house.photo(seen("7C", 50), seen("4S", 80, 20, "4C"), seen("2C", 120), seen("9C", 200))
    assert "3 of 3" in house.page
    assert "1 card too many is seen" in house.page
    assert house.tap(enter="yes").status_code == 303
    assert house.played() == [(1, "7C"), (2, "2C"), (0, "9C")]
