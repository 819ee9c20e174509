"""Rules at the finger: wherever the number of a rule stands it opens that rule, as it holds at the table."""

import re

import pytest
from flask.testing import FlaskClient

from rules_core.games import GAMES
from tests.web.support.amending import DEAL, play
from tests.web.support.phone import REVOKE, Phone
from tests.web.support.rule_keys import PlainNumbers
from tests.web.support.ruling import call
from tests.web.support.site import Site
from webapp.games.common.plain_lesson import lesson_of
from webapp.store.models import Table
from webapp.table.viewer import Viewer

PAGES = [
    "/",
    "/scores",
    "/scores/1",
    "/log",
    "/film",
    "/film/3",
    "/desk",
    "/rulings",
    "/protocol",
    "/amendments",
    "/legal",
    "/share",
]


def told(site: Site, game: str) -> tuple[Table, FlaskClient, list[str]]:
    """Returns a table at which the hand of the lesson is played, and its page at each moment."""
    phone, lesson, pages = site.phone(), lesson_of(game), list[str]()
    table = site.open_table(phone, lesson.players, game=game, choices={"first-hand": "guided"})
    for number, event in enumerate(lesson.hand):
        pages.append(phone.get(f"/tables/{table.id}").text)
        site.make(table.id, Viewer(site.device(phone), "host"), event, op=f"{number:016}")
    return table, phone, pages


@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_a_rule_is_a_key(site: Site, game: str) -> None:
    table, phone, pages = told(site, game)
    url = f"/tables/{table.id}"
    asked = [f"{url}{path.rstrip('/')}" for path in PAGES]
    asked += [f"/learn/{game}", f"/rules/{game}", f"/games/{game}/entering", f"/tables/new/{game}"]
    shown = {path: phone.get(path, follow_redirects=True).text for path in asked}
    shown |= {f"referee {path}": site.referee(table).get(f"{url}{path}").text for path in ("", "/desk")}
    shown |= {f"moment {number}": page for number, page in enumerate(pages)}
    assert {path: plain for path, page in shown.items() if (plain := PlainNumbers(page).found)} == {}


def test_a_refusal_a_proof_and_its_case_have_keys(site: Site) -> None:
    host = site.phone()
    table = site.open_table(host)
    phone = Phone(host, table)
    for event in (DEAL, *(play(seat, card) for seat, card in REVOKE)):
        phone.enter(event)
    refused = host.post(f"/tables/{table.id}/events", data={**phone.stamps(), "event": '{"type":"deal","dealer":0}'})
    assert refused.status_code == 422
    case = host.get(f"/tables/{table.id}/revokes/2")
    dispute = site.referee(table).get(call(site, table, host, "score", hand=1))
    log = host.get(f"/tables/{table.id}/log")
    pages = {"refused": refused, "case": case, "dispute": dispute, "log": log}
    assert {name: plain for name, page in pages.items() if (plain := PlainNumbers(page.text).found)} == {}
    assert re.search(r'<a class="rule" href="[^"]*ODD-7">ODD-7</a>', case.text)


def test_a_sheet_has_the_rule_as_it_holds_at_the_table_and_its_neighbours(site: Site) -> None:
    phone = site.phone()
    table = site.open_table(phone, options={"ace_wild": True})
    sheet = phone.get(f"/rules/odd-2/sheet?table={table.id}").text
    (rule,) = re.findall(r'<article data-rule="ODD-2" hidden>(.*?)</article>', sheet, re.DOTALL)
    assert "from the game" in rule
    assert "At this table each ace is odd or even, as its player says." in rule
    assert re.findall(r'data-to-rule="([^"]*)"', rule) == ["ODD-1", "ODD-3"]
    (option,) = re.findall(r'<article data-rule="ODD-V1" hidden>(.*?)</article>', sheet, re.DOTALL)
    assert "chosen at this table" in option
    assert 'data-rule="GEN-1"' in sheet
    assert "At this table" not in phone.get("/rules/odd-2/sheet").text
    assert phone.get("/rules/odd-99/sheet").status_code == 404
    # The pages of the referee ask by their cloth, and get the rules of the table.
    assert phone.get(f"/rules/referee/sheet?table={table.id}").text == sheet
    assert 'data-rule="GEN-1"' in phone.get("/rules/referee/sheet").text


def test_a_sheet_that_is_known_is_not_sent_again(site: Site) -> None:
    phone = site.phone()
    tag = phone.get("/rules/odd-2/sheet").headers["ETag"]
    assert phone.get("/rules/odd-2/sheet", headers={"If-None-Match": tag}).status_code == 304


def test_without_the_script_a_number_leads_into_the_book_as_it_holds_at_the_table_and_back(site: Site) -> None:
    phone = site.phone()
    table = site.open_table(phone)
    came = {"Referer": f"http://localhost/tables/{table.id}"}
    place = phone.get("/rules/ODD-8", headers=came).headers["Location"]
    assert place == f"/rules/sixes-and-sevens?table={table.id}&back=/tables/{table.id}#ODD-8"
    elsewhere = phone.get("/rules/ODD-8", headers={"Referer": "http://elsewhere.example/tables/1"}).headers["Location"]
    assert elsewhere == "/rules/sixes-and-sevens#ODD-8"
