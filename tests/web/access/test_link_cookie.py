"""A link leaves the address bar at once, and nothing that opens a table is told to anybody else."""

import pytest
from flask.testing import FlaskClient

from tests.web.support.new_tables import USUAL
from tests.web.support.records import rows
from tests.web.support.site import Site
from webapp.access.join_links import LINK
from webapp.store.invites import format_code
from webapp.store.models import Table

HTTPS = "https://localhost"


def _cookie(answer_headers: str) -> dict[str, str]:
    return {part.partition("=")[0]: part.partition("=")[2] for part in answer_headers.split("; ")}


def test_a_link_goes_into_a_cookie_and_changes_nothing(site: Site, table: Table) -> None:
    before, phone, token = rows(site), site.phone(), site.link(table).rpartition("/")[2]
    answer = phone.get(site.link(table))
    assert (answer.status_code, answer.location) == (303, "/join")
    cookie = _cookie(answer.headers["Set-Cookie"])
    assert (cookie["sixfold_way"], cookie["Max-Age"]) == (token, "900")
    assert {"HttpOnly", "Path", "SameSite"} <= set(cookie)
    assert cookie["SameSite"] == "Lax"
    assert "Secure" not in cookie
    assert "Who are you?" in phone.get("/join").text
    assert rows(site) == before


def test_over_https_the_cookie_is_bound_to_this_host(site: Site, table: Table) -> None:
    phone = site.phone()
    given = phone.get(site.link(table), base_url=HTTPS).headers["Set-Cookie"]
    assert given.startswith("__Host-sixfold_way=")
    assert {"Secure", "Path"} <= set(_cookie(given))
    assert "Domain" not in _cookie(given)
    assert "Who are you?" in phone.get("/join", base_url=HTTPS).text
    assert phone.get("/join").status_code == 404, "what came by https is not told to plain http"


def test_the_page_of_an_invitation_names_its_link_nowhere_that_is_kept(site: Site, table: Table) -> None:
    for role in ("player", "watcher"):
        page = site.opens(site.phone(), site.link(table, role)).text
        invite = site.store.invites(table.id)[role]
        assert format_code(invite.code) not in page
        assert page.count(invite.token) == 1, "in the hidden field alone"
        assert f'<input type="hidden" name="way" value="{invite.token}">' in page


def test_two_links_read_one_after_the_other_do_not_mix(site: Site, table: Table) -> None:
    other = site.open_table(site.phone(), ("Dan", "Eve", "Fay"))
    phone = site.phone()
    phone.get(site.link(table))
    phone.get(site.link(other))
    site.accepts(phone, site.link(table), "1")  # the page of the first was still open
    assert [grant.seat for grant in site.store.grants(table.id)] == [None, 1]
    assert len(site.store.grants(other.id)) == 1


def test_once_in_going_back_leads_to_the_table(site: Site, table: Table) -> None:
    phone = site.phone()
    phone.get(site.link(table))
    assert site.accepts(phone, site.link(table), "1").location == f"/tables/{table.id}"
    assert phone.get("/join").location == f"/tables/{table.id}"
    phone.delete_cookie(LINK.over_http)
    later = phone.get("/join")
    assert later.status_code == 404
    assert "No invitation is open on this phone." in later.text


def test_a_browser_that_takes_no_cookies_reads_that_they_are_needed(site: Site, table: Table) -> None:
    phone = site.app.test_client(use_cookies=False)
    read = phone.get(phone.get(site.link(table)).location)
    opened = phone.post("/tables", data=USUAL, headers={"Sec-Fetch-Site": "same-origin"})
    for answer in (read, phone.get(opened.location)):
        assert answer.status_code == 404
        assert "The browser has to take cookies" in answer.text


@pytest.mark.parametrize("typed", ["KQ7-M3XP", "kq7m3xp", "KQ7M3-XPAB2-CDEFG"])
def test_a_code_that_is_typed_as_an_address_is_only_typed(site: Site, typed: str) -> None:
    phone = site.phone()
    answer = phone.get(f"/join/{typed}")
    assert (answer.status_code, answer.location) == (303, "/")
    assert f'value="{"KQ7M3-XPAB2-CDEFG" if "CDEFG" in typed else "KQ7-M3XP"}"' in phone.get("/").text


def test_that_address_tells_nobody_which_codes_there_are(site: Site, table: Table) -> None:
    code = format_code(site.store.invites(table.id)["player"].code)
    right, wrong = (site.phone().get(f"/join/{typed}") for typed in (code, "AAA-AAAA"))
    assert (right.status_code, right.location, right.text) == (wrong.status_code, wrong.location, wrong.text)


def test_the_share_page_tells_a_screen_reader_no_22_letters(host: FlaskClient, site: Site, table: Table) -> None:
    page = host.get(f"/tables/{table.id}/share").text
    assert page.count(site.link(table)) == 1, "for the button that sends it"
