"""From a case to the film, to a correction, and back to the case; without a case on to the desk, or to the table."""

import re

import pytest
from flask.testing import FlaskClient

from tests.web.support.phone import OP, SEEN
from tests.web.support.ruling import call, proven
from tests.web.support.site import Site
from webapp.store.models import Table


def link(page: str, words: str) -> str:
    """Returns where the link with these words leads."""
    found = re.search(rf'<a\b[^>]*href="([^"]+)"[^>]*>(?:(?!</a>).)*{words}', page, re.DOTALL)
    assert found, (words, page)
    return found[1].replace("&amp;", "&")


def corrects(phone: FlaskClient, address: str, card: str) -> str:
    """Puts another card there on the page of a correction, and returns where that leads."""
    page = phone.get(address).text
    chosen = phone.get(
        next(url for url in re.findall(r'href="([^"]+)"', page) if f"suit={card[1]}" in url).replace("&amp;", "&")
    ).text
    picked = phone.get(
        next(url for url in re.findall(r'href="([^"]+)"', chosen) if f"card={card}" in url).replace("&amp;", "&")
    ).text
    action = re.search(r'<form id="amend"[^>]*action="([^"]+)"', picked)
    op, seen, drafted = OP.search(picked), SEEN.search(picked), re.search(r'name="draft" value="([^"]+)"', picked)
    assert action
    assert op
    assert seen
    assert drafted
    sent = {"op": op[1], "seen": seen[1], "draft": drafted[1], "reason": "misread"}
    return str(phone.post(action[1].replace("&amp;", "&"), data=sent).location)


def test_a_card_that_the_film_shows_is_corrected_and_leads_back_to_the_case(
    site: Site, host: FlaskClient, table: Table
) -> None:
    proven(host, table)
    case, eva = call(site, table, host, "wrong-card", hand=1), site.referee(table)
    moment = link(eva.get(case).text, "1</a>")
    assert moment == f"/tables/{table.id}/moments/3?back={case}"
    film = eva.get(moment).text
    assert link(film, "Back to the case") == case
    back = re.search(r'href="([^"]+)"[^>]*rel="prev"', film)
    assert back
    assert back[1] == f"/tables/{table.id}/moments/2?back={case}"
    assert corrects(eva, link(eva.get(back[1]).text, "Correct this"), "2C") == case
    assert "1 correction was made since." in eva.get(case).text


def test_without_a_case_it_leads_back_to_the_moment(site: Site, host: FlaskClient, table: Table) -> None:
    proven(host, table)
    eva, moment = site.referee(table), f"/tables/{table.id}/moments/2"
    assert corrects(eva, link(eva.get(moment).text, "Correct this"), "3S") == moment


def test_a_proof_that_is_corrected_away_leads_to_the_desk(site: Site, host: FlaskClient, table: Table) -> None:
    phone = proven(host, table)
    eva, case = site.referee(table), f"{phone.url}/revokes/2"
    assert corrects(eva, link(eva.get(case).text, "Correct trick 1"), "2C") == f"{phone.url}/desk"


def test_who_plays_goes_on_at_the_table(host: FlaskClient, table: Table) -> None:
    phone = proven(host, table)
    assert corrects(host, link(host.get(f"{phone.url}/revokes/2").text, "Correct trick 1"), "2C") == phone.url


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "/\\evil.example"])
def test_nobody_is_sent_elsewhere(site: Site, host: FlaskClient, table: Table, back: str) -> None:
    phone = proven(host, table)
    film = site.referee(table).get(f"{phone.url}/moments/2", query_string={"back": back}).text
    assert "evil" not in film


def test_who_may_not_correct_is_not_offered_to(site: Site, host: FlaskClient, table: Table) -> None:
    phone = proven(host, table)
    phone.enter({"type": "undo"})
    site.referee(table)
    assert "Correct this" not in site.watcher(table).get(f"{phone.url}/moments/start").text
