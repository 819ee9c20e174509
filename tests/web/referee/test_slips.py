"""The newest entries, and what slipped among them put right in one step."""

import html
import re
import secrets
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.games.sichermans_war import tables as war
from tests.web.support.amending import DEAL, Raw, commit, drafted, get, laid, link, play
from tests.web.support.phone import Phone, at_table
from tests.web.support.site import Site

OPEN_TRICK = [DEAL, *laid("7C", "9C", "KC"), *laid("2D", "4D", first=0)]
"""Ann took the first trick and led; the four of diamonds was Cat's, and Ben's card is missing."""
OLDER = [DEAL, *laid("7C", "9C", "KC"), *laid("7H", "9H", "JH", first=0), *laid("7S", "9S", "JS", first=2)]
"""Three tricks: the first one is closed by now."""
SU = [DEAL, {"type": "turn-up", "card": "7C"}]


def _put_in(phone: Phone, place: int, card: str) -> Any:
    page = get(phone, f"/entries/{place}/amend?part=forgotten")
    assert f'value="{card}"' in page
    stamps = {"op": secrets.token_hex(8), "seen": _hidden(page, "seen")}
    return phone.client.post(f"{phone.url}/amendments", data={"before": str(place), "card": card, **stamps})


def _hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]+)"', page)
    assert found
    return html.unescape(found[1])


def _mend(phone: Phone, text: str) -> Any:
    before, offered, _behind = get(phone, "/entries/newest").partition(text)
    assert offered, before
    form = before.rpartition("<form")[2]
    sent = {name: _hidden(form, name) for name in ("op", "seen", "draft")}
    return phone.client.post(f"{phone.url}/amendments", data=sent)


def _plays(site: Site, phone: Phone) -> list[tuple[int, str]]:
    hand = site.tables.at(phone.table.id).fold.state.hand
    return [(each.seat, each.card) for trick in (*hand.tricks, hand) for each in getattr(trick, "cards", hand.trick)]


def test_a_forgotten_card_moves_those_behind_it_one_seat_on(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, *OPEN_TRICK)
    assert f'{phone.url}/entries/5/amend?part=forgotten"' in get(phone, "/entries/newest")
    assert _put_in(phone, 5, "3D").status_code == 303
    assert _plays(site, phone)[3:] == [(0, "2D"), (1, "3D"), (2, "4D")]


def test_a_forgotten_card_that_is_sent_again_is_answered_as_before(site: Site, host: FlaskClient) -> None:
    """The answer was lost on its way; a card that is chosen instead on that page is told that it was used."""
    phone = at_table(site, host, *OLDER)
    stamps = {"op": secrets.token_hex(8), "seen": _hidden(get(phone, "/entries/9/amend?part=forgotten"), "seen")}
    sent = {"before": "9", "nth": "0", "card": "8C", **stamps}
    answers = [phone.client.post(f"{phone.url}/amendments", data=sent) for _time in range(2)]
    assert [(answer.status_code, answer.location) for answer in answers] == [(303, answers[0].location)] * 2
    assert [card for _seat, card in _plays(site, phone)].count("8C") == 1
    assert not site.tables.at(phone.table.id).desk.lines, "the table is told of no card that was tried"
    other = phone.client.post(f"{phone.url}/amendments", data={**sent, "card": "TC"})
    assert other.status_code == 422
    assert "Something else was sent from this page before" in other.text


def test_with_closed_tricks_it_is_judged_when_it_is_made_and_told(site: Site, host: FlaskClient) -> None:
    """The seven of clubs lies in a closed trick, the eight nowhere: the page for both is the same."""
    phone = at_table(site, host, *OLDER)
    paths = ("/entries/newest", "/entries/9/amend?part=forgotten")
    pages = [get(phone, path) for path in paths]
    answer = _put_in(phone, 9, "7C")
    assert answer.status_code == 422
    assert [line.kind for line in site.tables.at(phone.table.id).desk.lines] == ["asked"]
    assert [re.sub(r'name="op" value="\w+"', "", page) for page in pages] == [
        re.sub(r'name="op" value="\w+"', "", get(phone, path))
        for path in ("/entries/newest", "/entries/9/amend?part=forgotten")
    ]
    assert _put_in(phone, 9, "8C").status_code == 303
    assert get(phone, "/entries/1/amend?part=forgotten", 403), "an older trick is closed to this page, too"


def test_who_may_not_correct_is_offered_nothing(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, *OPEN_TRICK, entry="own")
    page = get(Phone(site.seat(phone.table, 2), phone.table), "/entries/newest")
    assert f"{phone.url}/entries/4/" not in page


def test_a_marriage_is_announced_afterwards(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, *SU, play(1, "KH"), play(0, "QS"), game="sechsundsechzig", players=("Ann", "Ben"))
    assert "announced 20 or 40: Queen" not in get(phone, "/entries/newest"), "it was not led"
    assert _mend(phone, "Ben announced 20 or 40: King of hearts").status_code == 303
    assert site.tables.at(phone.table.id).fold.top.before.event.marriage


DICE: list[tuple[list[Raw], bool]] = [
    ([war.roll(0, "low", 3), war.roll(0, "d6", 4)], True),
    ([war.roll(0, "low", 3), war.roll(0, "d6", 6)], False),
    ([war.roll(0, "low", 3), war.roll(1, "d6", 4)], False),
]


@pytest.mark.parametrize(("rolls", "offered"), DICE, ids=["may be", "no such face", "two players"])
def test_two_dice_are_swapped_where_they_may_have_been(
    site: Site, host: FlaskClient, rolls: list[Raw], offered: bool
) -> None:
    phone = at_table(site, host, war.reveal("8T"), *rolls, game="sichermans-war", players=("Ann", "Ben"))
    assert ("Swap the dice" in get(phone, "/entries/newest")) == offered
    if offered:
        shown = link(get(phone, "/entries/newest"), "Swap the dice of Ann: Low 4, Standard 3")
        assert commit(phone, drafted(shown)).status_code == 303
        (skirmish,) = [site.tables.at(phone.table.id).fold.state.hand.skirmish]
        assert [(roll.die, roll.value) for roll in skirmish.rolls[0]] == [("low", 4), ("d6", 3)]
