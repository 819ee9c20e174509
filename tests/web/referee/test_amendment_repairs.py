"""Amending the past: what no longer fits is repaired one by one, and all is made at once."""

import html
import json
import re

from flask.testing import FlaskClient

from rules_core import replay, result
from rules_core.events import encode
from tests.web.games.deep_six import tables as deep
from tests.web.support.amending import DEAL, commit, drafted, get, laid, link, play, preview, preview_of, read
from tests.web.support.html_forms import Form
from tests.web.support.phone import Phone, at_table
from tests.web.support.site import Site
from webapp.referee.amending.draft import Draft

WRONG = [DEAL, *laid("9C", "3C", "5C"), *laid("2D", "4D", "5D"), *laid("7S", "9S", "JS", first=1)]
"""Ben takes the first trick with the nine of clubs, and leads the next; with more even cards the lowest takes it."""


def test_what_no_longer_fits_is_repaired_one_by_one_and_made_at_once(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, *WRONG, book="open")
    page = get(phone, "/entries/2/amend?card=KC")
    assert "does not fit: Cat would have led the next trick" in page
    assert "It would be the turn of Cat" in page
    assert "disabled" in page
    assert "As things stand, these do not fit either" in page
    first = get(phone, link(page, "Move the cards of this trick one seat on"))
    assert "Everything fits" not in first
    whole = get(phone, link(first, "Move the next 3 cards one seat on"))
    assert "Everything fits" in whole
    draft = drafted(Form(whole, "amend").filled()["draft"][0].join(("draft=", "")))
    assert len(draft.changes) == 7
    before = len(site.store.events(phone.table.id))
    form = Form(whole, "amend")
    answer = phone.client.post(form.action, data=form.filled(reason="Cat played the king"))
    assert answer.status_code == 303
    lines = site.store.events(phone.table.id)
    assert len(lines) == before + 1
    assert json.loads(lines[-1].body)["reason"] == "Cat played the king"
    _stands_as_if_played(site, phone)


def _stands_as_if_played(site: Site, phone: Phone) -> None:
    fold = site.tables.at(phone.table.id).fold
    afresh = replay.replay(fold.header, [encode(event) for _place, event in replay.standing(fold)])
    assert result.table(fold) | {"accepted": 0} == result.table(afresh.fold) | {"accepted": 0}


def test_a_repair_is_taken_back(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, *WRONG, book="open")
    draft = Draft({2: (play(2, "KC"),), 4: (play(2, "2D"),)})
    page = preview(phone, draft)
    backs = [html.unescape(url) for url in re.findall(r'class="ib back" href="([^"]+)"', page)]
    assert [drafted(url).changes.keys() for url in backs] == [{4}, {2}]
    assert phone.client.get(f"{phone.url}/amendments/draft").status_code == 303, "nothing is left of the draft"


def test_a_misfit_is_changed_within_the_draft(site: Site, host: FlaskClient) -> None:
    """The picker tries each card together with the other changes, and leads back to them."""
    phone = at_table(site, host, DEAL, *laid("9C", "3C", "5C"), *laid("2D", "4D"), book="open")
    page = preview(phone, Draft({4: (play(1, "5C"),)}))
    assert "is already played" in page
    picker = get(phone, link(page, "Change it"))
    page = get(phone, html.unescape(re.search(r'href="([^"]*suit=D[^"]*)"', picker)[1]))  # type: ignore[index]
    assert "10 of diamonds: fits" in page
    picked = get(phone, html.unescape(re.search(r'href="([^"]*card=TD[^"]*)"', page)[1]))  # type: ignore[index]
    draft = preview_of(picked)
    assert draft is not None
    assert draft.changes[4][0]["card"] == "TD"


def test_a_duty_may_really_have_been_broken(site: Site, host: FlaskClient) -> None:
    melds = [
        {"type": "meld", "seat": 1, "melds": [["8C", "8C"]]},
        *({"type": "meld", "seat": s, "points": 0} for s in (0, 2, 3)),
    ]
    contract = {"type": "contract", "seat": 0, "amount": 80, "suit": "D"}
    events = [DEAL, contract, *melds, play(0, "2H"), play(1, "3H")]
    phone = deep.table(site, host, events, book="open")
    page = preview(phone, Draft({6: (play(0, "2C"),)}))
    assert "Ben has to follow clubs" in page
    after = get(phone, link(page, "It really happened"))
    assert "Everything fits" in after
    assert "Ben had a club in trick 1 not proven changes to proven" in read(after)


def test_a_dealer_follows(site: Site, host: FlaskClient) -> None:
    hands = [{"type": "deal", "dealer": 0}, {"type": "tally", "tricks": [9, 4, 4]}, {"type": "deal", "dealer": 1}]
    phone = at_table(site, host, *hands)
    page = preview(phone, Draft({0: ({"type": "deal", "dealer": 1},)}))
    assert "Cat would deal this hand" in page
    assert "Everything fits" in get(phone, link(page, "The next 1 entry by the seat that then follows"))


def test_the_table_has_moved_on(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, *WRONG[:4])
    draft = Draft({3: (play(0, "6C"),)})
    phone.look()
    stamps = phone.stamps()
    assert phone.play(1, "2D") == 303
    answer = commit(phone, draft, **{**stamps, "op": "a-key-of-its-own"})
    assert answer.status_code == 409
    assert "The table has moved on meanwhile" in answer.text
    assert drafted("draft=" + Form(answer.text, "amend").filled()["draft"][0]) == draft
    form = Form(answer.text, "amend")
    assert phone.client.post(form.action, data=form.filled()).status_code == 303
    assert phone.client.post(form.action, data=form.filled()).status_code == 303, "sent twice it is made once"
    assert len(site.store.events(phone.table.id)) == 6


def test_what_was_taken_back_meanwhile_is_left_out(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, *WRONG[:4])
    draft = Draft({2: (play(2, "4C"),), 3: (play(0, "6C"),)})
    assert phone.enter({"type": "undo"}) == 303
    page = preview(phone, draft)
    assert "That change is left out." in page
    assert drafted("draft=" + Form(page, "amend").filled()["draft"][0]).changes.keys() == {2}
