"""A die that was misread: its faces as keys, the two dice swapped, and what follows is shown before it is made."""

import re

import pytest
from flask.testing import FlaskClient

from tests.web.games.sichermans_war import tables as war
from tests.web.support.amending import commit, drafted, get, link, preview, read
from tests.web.support.phone import Phone
from tests.web.support.site import Site

SWAPPED = "Swap the dice of Ann: Low 4, Standard 3"


@pytest.fixture
def phone(site: Site) -> Phone:
    """Ann has 8 and rolled 3 and 4, which makes 15 to ten; the skirmish after that is under way."""
    rolls = [war.roll(0, "low", 3), war.roll(0, "d6", 4), war.SETTLE]
    events = [war.reveal("8T"), *rolls, war.reveal("23")]
    return war.opened(site, site.phone(), *events)


def test_the_faces_are_keys_and_say_which_die_lacks_them(phone: Phone) -> None:
    page = get(phone, "/entries/1/amend")
    keys = re.findall(r'<label class="cell([^"]*)"><input class="vh" type="radio" name="value" value="(\d)"', page)
    assert [int(face) for _lacking, face in keys] == [1, 2, 3, 4, 5, 6, 8]
    lacking = {int(face): lacking.split() for lacking, face in keys}
    assert lacking[1] == []
    assert lacking[2] == ["no-high"]
    assert lacking[8] == ["no-d6", "no-low"]
    assert re.search(r'name="value" value="3"[^>]*checked', page)


def test_another_face_is_told_with_the_totals_before_it_is_made(site: Site, phone: Phone) -> None:
    answer = phone.client.post(f"{phone.url}/entries/1/amend", data={"seat": "0", "die": "low", "value": "1"})
    draft = drafted(answer.location)
    told = read(preview(phone, draft))
    assert "Skirmish 1 Ann 15, Ben 10 changes to Ann 13, Ben 10" in told
    assert "Skirmish 2" not in told
    assert site.tables.at(phone.table.id).fold.state.hand.fought[0].skirmish.totals == (15, 10)
    assert commit(phone, draft).status_code == 303
    assert site.tables.at(phone.table.id).fold.state.hand.fought[0].skirmish.totals == (13, 10)


def test_a_face_that_the_die_does_not_have_is_refused_with_the_rule(phone: Phone) -> None:
    answer = phone.client.post(f"{phone.url}/entries/1/amend", data={"seat": "0", "die": "low", "value": "6"})
    assert "WAR-2" in preview(phone, drafted(answer.location))


@pytest.mark.parametrize("place", [1, 2], ids=["first", "second"])
def test_the_two_dice_are_swapped_from_either_of_them_whenever_it_was(phone: Phone, place: int) -> None:
    told = read(get(phone, link(get(phone, f"/entries/{place}/amend?part=fields"), SWAPPED)))
    assert "Ann rolled 3 with the low die Ann rolled 4 with the low die" in told
    assert "Ann rolled 4 with the standard die Ann rolled 3 with the standard die" in told


def test_no_swap_is_offered_at_another_entry(site: Site, phone: Phone) -> None:
    assert "Swap the dice" not in get(phone, "/entries/0/amend?part=fields")
    assert "Swap the dice" not in get(phone, "/entries/4/amend?part=fields")


def test_among_the_newest_it_is_shown_first_too(site: Site) -> None:
    rolled: FlaskClient = site.phone()
    events = [war.reveal("8T"), war.roll(0, "low", 3), war.roll(0, "d6", 4)]
    phone = war.opened(site, rolled, *events)
    assert "Correct it all at once" in get(phone, link(get(phone, "/entries/newest"), SWAPPED))


@pytest.mark.parametrize(("jokers", "offered"), [(True, True), (False, False)])
def test_a_joker_is_offered_only_where_the_table_has_some(site: Site, jokers: bool, offered: bool) -> None:
    phone = war.opened(site, site.phone(), {"type": "reveal", "cards": ["K", "2"]}, options={"jokers": jokers})
    assert ('value="X"' in get(phone, "/entries/0/amend")) is offered
