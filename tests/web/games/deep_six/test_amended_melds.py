"""A meld that was entered wrongly is picked as on the table, from the cards that this hand can have held."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from rules_core.events import Play
from rules_core.games.deep_six.hand import Options
from tests.web.games.deep_six import tables as deep
from tests.web.games.deep_six.tables import plays, table
from tests.web.support.amending import drafted, get, link, preview, read
from tests.web.support.phone import Phone
from tests.web.support.site import Site
from webapp.games.common.entry_questions import AskedField
from webapp.games.deep_six.entries import ENTRY_FORM
from webapp.games.deep_six.melds import amended_melds

DANS, BENS, ANNS, CATS = (len(deep.MELD) + nth for nth in range(4))
"""Where the melds stand in the log."""
TRICK = [*deep.PLAY, *plays("6S", "2S", "7S", "8S"), *plays("2C", "6C", "8C", first=2)]
"""Ann played a two of spades, and after that the eight of clubs; Cat has melded the wide of 8s, and played one."""


@pytest.fixture
def phone(site: Site, host: FlaskClient) -> Phone:
    return table(site, host, TRICK, book="open")


def tiles(page: str) -> dict[str, int]:
    """How many of each card may be tapped."""
    most: dict[str, int] = {}
    for card, times in re.findall(r'name="copies\.(\w\w)" value="(\d?)"', page):
        most[card] = max(most.get(card, 0), int(times or 0))
    return most


def ticked(page: str, state: str = "checked") -> list[str]:
    return re.findall(rf'name="melds" value="([^"]*)" {state}', page)


def total(page: str) -> str:
    found = re.search(r'id="meld-sum"[^>]*>([^<]*)<', page)
    assert found
    return found[1]


def named(page: str) -> dict[str, str]:
    """The cards in which the page has named melds."""
    found = re.search(r'name="(copies-named)" value="([^"]*)"', page)
    assert found
    return {found[1]: found[2]}


def answer(phone: Phone, place: int, **fields: Any) -> Any:
    sent = {name.replace("_", ".", 1) if name[:6] == "copies" else name: value for name, value in fields.items()}
    return phone.client.post(f"{phone.url}/entries/{place}/amend?part=fields", data=sent)


@pytest.mark.rule("DEEP-1", "DEEP-8")
def test_only_cards_are_offered_that_this_hand_can_have_held(phone: Phone) -> None:
    """Anns hand: Dan has melded both sevens of diamonds and a seven of spades, Ben has played the other of these."""
    page = get(phone, f"/entries/{ANNS}/amend?part=fields")
    offered = tiles(page)
    assert [offered.get(card, 0) for card in ("7D", "7S", "8H", "6C", "4H")] == [0, 0, 1, 1, 2]
    assert 'aria-label="7 of diamonds: not in this hand"' in page
    assert total(page) == "0"
    assert page.index('id="picker"') < page.index('name="seat"'), "whose it was is seldom wrong"


@pytest.mark.rule("DEEP-9", "DEEP-11")
def test_what_is_tapped_is_named_with_its_values_and_the_sum(phone: Phone) -> None:
    tapped = {"seat": "0", "look": "1", "copies_6C": "1", "copies_7C": "2", "copies_8C": "1", "copies_6H": "1"}
    page = answer(phone, ANNS, **tapped).text
    assert ticked(page) == ["6C 7C 8C", "7C 7C"]
    assert total(page) == "−45"
    page = answer(phone, ANNS, **tapped, **named(page), melds=["7C 7C"]).text
    assert ticked(page) == ["7C 7C"]
    assert total(page) == "−15"


def test_the_melds_as_they_were_entered_are_where_it_begins(phone: Phone) -> None:
    page = get(phone, f"/entries/{CATS}/amend?part=fields")
    assert ticked(page) == ["8C 8D 8H 8S"]
    assert (total(page), tiles(page)["8S"]) == ("−30", 1)


def test_without_javascript_they_are_named_before_they_are_taken(phone: Phone) -> None:
    tapped = {"seat": "0", "copies_6C": "1", "copies_7C": "1", "copies_8C": "1"}
    first = answer(phone, ANNS, **tapped)
    assert (first.status_code, ticked(first.text), total(first.text)) == (200, ["6C 7C 8C"], "−30")
    then = answer(phone, ANNS, **tapped, **named(first.text), melds=["6C 7C 8C"])
    assert then.status_code == 303
    (meld,) = drafted(then.location).changes[ANNS]
    assert meld == {"type": "meld", "seat": 0, "melds": [["6C", "7C", "8C"]]}
    assert "−30" in preview(phone, drafted(then.location))


@pytest.mark.rule("DEEP-3")
def test_a_meld_for_which_the_hand_had_no_room_says_so(site: Site) -> None:
    """Twelve cards of Ann are known: a wide of 8s is two more than fourteen."""
    around = [Play(0, rank + suit) for suit in "SH" for rank in "234567"]
    taps = MultiDict({f"copies.8{suit}": "1" for suit in "SHCD"})
    fold: Any = SimpleNamespace(state=SimpleNamespace(options=Options()))
    field: Any = SimpleNamespace(name="melds")
    with site.app.test_request_context():
        picker = amended_melds(AskedField(fold, ENTRY_FORM, {"type": "meld", "seat": 0}, field, around, taps))
        assert [(one.ticked, one.rule) for one in picker.found] == [(False, "DEEP-3")]
        assert "2 cards too many" in picker.found[0].why
    assert picker.points == 0


def test_a_forgotten_meld_is_put_in_from_the_newest_entries(phone: Phone) -> None:
    page = get(phone, "/entries/newest")
    assert "A meld was forgotten, or is wrong" in page
    rows = re.findall(r'href="([^"]*/entries/(\d+)/amend)"[^>]*>(.*?)</a>', page)
    melds = {int(place): read(said).strip() for _url, place, said in rows if DANS <= int(place) <= CATS}
    assert list(melds) == [DANS, BENS, ANNS, CATS]
    assert melds[ANNS] == "Ann melded nothing"
    form = phone.client.get(next(url for url, place, _said in rows if int(place) == ANNS), follow_redirects=True)
    assert 'id="meld-sum"' in form.text, "a meld of no points is picked by its cards"


def test_before_the_first_card_the_melds_are_what_can_be_changed(site: Site, host: FlaskClient) -> None:
    page = get(table(site, host, deep.PLAY), "/entries/newest")
    assert "A meld was forgotten, or is wrong" in page
    assert "None of the newest entries can be changed here." not in page
    page = get(table(site, host, []), "/entries/newest")
    assert "None of the newest entries can be changed here." in page


def test_only_points_can_be_corrected_as_points(phone: Phone) -> None:
    page = get(phone, f"/entries/{CATS}/amend?part=fields")
    points = get(phone, link(page, "Only points"))
    assert 'name="points"' in points
    assert 'id="meld-sum"' not in points
