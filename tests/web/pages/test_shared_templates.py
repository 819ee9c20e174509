"""What the skeleton of a table does for all games: totals together with the deal, extra hands, many proofs, choices."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from tests.web.support.phone import Phone
from tests.web.support.site import Site

FOUR = ("Ann", "Ben", "Cat", "Dan")


def _at(site: Site, host: FlaskClient, *events: dict[str, Any], **more: Any) -> Phone:
    phone = Phone(host, site.open_table(host, **more))
    for event in events:
        assert phone.enter(event) == 303, event
    return phone


@pytest.mark.parametrize(
    ("game", "first", "next_hand"),
    [
        ("sixes-and-sevens", {"tricks": [9, 4, 4]}, {"tricks-0": 3, "tricks-1": 9, "tricks-2": 5}),
        (
            "sichere-six",
            {"tricks": [3, 3, 2], "nines": [1, 1, 2]},
            {"tricks-0": 2, "tricks-1": 3, "tricks-2": 3, "nines-0": 2, "nines-1": 1, "nines-2": 1},
        ),
        ("sechsundsechzig", {"points": [2, 0, 0]}, {"points-0": 0, "points-1": 1, "points-2": 0}),
    ],
)
def test_a_hand_is_dealt_and_entered_as_totals_in_one(
    site: Site, host: FlaskClient, game: str, first: dict[str, Any], next_hand: dict[str, int]
) -> None:
    phone = _at(site, host, {"type": "deal", "dealer": 0}, {"type": "tally", **first}, game=game)
    assert 'popovertarget="by-totals"' in phone.page
    assert '<input type="hidden" name="dealer" value="1">' in phone.page
    form = {**phone.stamps(), "type": "tally", "dealer": "1", **next_hand}
    assert phone.client.post(f"{phone.url}/events", data=form).status_code == 303
    assert len(site.tables.at(phone.table.id).fold.state.finished) == 2


def test_deep_six_asks_for_its_contract_with_its_totals(site: Site, host: FlaskClient) -> None:
    phone = _at(site, host, game="deep-six", players=FOUR)
    assert 'name="amount"' in phone.page.split('id="by-totals"')[1]
    numbers = {"dealer": "1", "amount": "100", "suit": "C", "taken": "90 160", "meld": "0 -20"}
    sent = [("type", "contract"), ("type", "tally"), *numbers.items()]
    for seat, status in (("7", 422), ("0", 303)):
        phone.look()
        form = MultiDict([*phone.stamps().items(), *sent, ("seat", seat)])
        assert phone.client.post(f"{phone.url}/events", data=form).status_code == status
    state = site.tables.at(phone.table.id).fold.state
    assert [done.bid for done in state.finished] == [100]
    assert state.dealer == 2


def test_a_hand_beyond_those_that_were_planned_is_an_extra_one(site: Site, host: FlaskClient) -> None:
    level = [{"type": "deal"}, {"type": "tally", "tricks": [3, 3, 2], "nines": [1, 1, 2]}]
    phone = _at(site, host, *level, game="sichere-six", options={"rounds": 1})
    assert "Extra round 2" in phone.page


def test_of_many_proofs_one_is_told_and_the_others_are_folded(site: Site, host: FlaskClient) -> None:
    """Cat denies three suits, then shows each of them."""
    phone = _at(site, host, {"type": "deal", "dealer": 0})
    ranks = {suit: list("23456789TJQKA") for suit in "CDSH"}
    for number, suit in enumerate("CDSCDS"):
        for _ in range(3):
            seat = site.tables.at(phone.table.id).fold.game.to_act(site.tables.at(phone.table.id).fold.state)[0]
            fallen = "H" if seat == 2 and number < 3 else suit
            assert phone.play(seat, ranks[fallen].pop() + fallen) == 303
    notes = phone.page[phone.page.index('id="notes"') : phone.page.index('id="moved"')]
    told, folded = notes.split("<details")
    assert [part.count('class="note bad" href') for part in (told, folded)] == [1, 2]
    assert ">+2</summary>" in folded


@pytest.mark.parametrize(("names", "partners"), [(("Ann", "Ben"), None), (FOUR, False)])
def test_an_option_for_four_is_no_option_of_two(site: Site, names: tuple[str, ...], partners: bool | None) -> None:
    phone = site.phone()
    fields = [("game", "sechsundsechzig"), ("op", "0" * 16), ("option-partners", "no"), ("choice-deck", "german")]
    answer = phone.post("/tables", data=_pairs([*fields, *(("name", name) for name in names)]))
    assert answer.status_code == 303
    table = site.store.tables_of(site.device(phone))[0]
    assert table.options.get("partners") is partners
    assert table.choices == {"deck": "german"}


def _pairs(fields: list[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in fields:
        found.setdefault(name, []).append(value)
    return found


def test_whose_phone_it_is_melds_first_there(site: Site, host: FlaskClient) -> None:
    contract = {"type": "contract", "seat": 0, "amount": 100, "suit": "C"}
    phone = _at(site, host, {"type": "deal", "dealer": 0}, contract, game="deep-six", players=FOUR)
    chosen = re.compile(r'id="melder-\d+-(\d)" value="\d" checked')
    cat = Phone(site.seat(phone.table, 2), phone.table)
    assert [found[1] for found in map(chosen.search, (phone.look(), cat.page)) if found] == ["0", "2"]
