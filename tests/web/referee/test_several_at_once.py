"""A correction takes another entry along: one draft, one amendment, whichever page it was begun on."""

import html
import json
import re

import pytest
from flask.testing import FlaskClient

from tests.web.support.amending import DEAL, commit, get, laid, link, preview_of, read
from tests.web.support.phone import Phone, at_table
from tests.web.support.site import Site

LAID = [DEAL, *laid("9C", "3C", "5C"), *laid("2D", "4D", "6D")]
ALONG = "Correct another entry along with it"


def _picks(phone: Phone, page: str, said: str, card: str) -> str:
    """Goes from the entries to one of them, and to another card for it."""
    found = re.search(rf'class="pick" href="([^"]+)"[^>]*><span class="k[^>]*aria-label="{said}', page)
    assert found, page
    picker = get(phone, html.unescape(found[1]))
    suit = re.search(rf'href="([^"]*suit={card[1]}[^"]*)"', picker)
    assert suit
    choice = re.search(rf'href="([^"]*card={card}[^"]*)"', get(phone, html.unescape(suit[1])))
    assert choice
    return get(phone, html.unescape(choice[1]))


def test_from_the_preview_another_entry_joins_and_all_is_made_at_once(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, *LAID, book="open")
    page = _picks(phone, get(phone, "/amendments"), "3 of clubs", "7C")
    assert ">Correct trick 1<" in page
    entries = get(phone, link(page, ALONG))
    assert "joins the changes" in entries
    page = _picks(phone, entries, "4 of diamonds", "8D")
    assert ">Correct it all at once<" in page
    assert "The changes" in page
    draft = preview_of(page)
    assert draft is not None
    assert {place: put[0]["card"] for place, put in draft.changes.items()} == {2: "7C", 5: "8D"}
    before = len(site.store.events(phone.table.id))
    assert commit(phone, draft).status_code == 303
    lines = site.store.events(phone.table.id)
    assert len(lines) == before + 1
    assert [change["target"] for change in json.loads(lines[-1].body)["changes"]] == [2, 5]
    tricks = site.tables.at(phone.table.id).fold.state.hand.tricks
    assert [[played.card for played in trick.cards] for trick in tricks] == [["9C", "7C", "5C"], ["2D", "8D", "6D"]]


def test_what_is_changed_already_leads_back_to_the_changes(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, *LAID, book="open")
    page = _picks(phone, get(phone, "/amendments"), "3 of clubs", "7C")
    entries = get(phone, link(page, ALONG))
    own = re.search(r'class="pick" href="([^"]+)"[^>]*><span class="k[^>]*aria-label="3 of clubs', entries)
    assert own
    assert html.unescape(own[1]) == link(entries, "Back to the changes")
    assert "Everything fits" in read(get(phone, html.unescape(own[1])))


def test_one_change_is_not_all_at_once(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, *LAID, book="open")
    draft = preview_of(_picks(phone, get(phone, "/amendments"), "3 of clubs", "7C"))
    assert draft is not None
    page = get(phone, f"/amendments/draft?draft={draft.packed}")
    assert "all at once" not in page
    assert ">Correct it<" in page


@pytest.mark.parametrize(
    ("old", "now"),
    [
        ("/entries/2/form?nth=0", "/entries/2/amend?nth=0&part=fields"),
        ("/entries/2/beside?side=after", "/entries/2/amend?side=after"),
        ("/entries/2/forgotten", "/entries/2/amend?part=forgotten"),
    ],
)
def test_addresses_of_former_days_lead_to_the_entry(site: Site, host: FlaskClient, old: str, now: str) -> None:
    phone = at_table(site, host, *LAID, book="open")
    answer = phone.client.get(phone.url + old)
    assert (answer.status_code, answer.location) == (301, phone.url + now)
    get(phone, now)
