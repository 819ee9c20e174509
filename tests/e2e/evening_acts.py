"""What phones and programs do at an evening."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.e2e.phone import Event, Phone
from webapp.access.device import COOKIE


def api(phone: Phone, path: str, body: dict[str, Any], token: str = "") -> Any:
    """Sends a body as a program and returns the answer."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = phone.context.request.post(f"/api/v1{path}", data=body, headers=headers)
    assert answer.ok, f"{path}: {answer.text()}"
    return answer.json()


def read(phone: Phone, path: str, token: str) -> Any:
    """Returns what a program reads."""
    return phone.context.request.get(f"/api/v1{path}", headers={"Authorization": f"Bearer {token}"}).json()


def becomes(phone: Phone, token: str) -> None:
    """From now on this browser is the phone with this token."""
    phone.context.clear_cookies()
    phone.page.goto("/")
    phone.context.add_cookies([{"name": COOKIE, "value": token, "url": phone.page.url}])


def line(phone: Phone, path: str, token: str, **line: Any) -> None:
    """Adds a line to an evening as a program."""
    api(phone, f"{path}/lines", line, token)


def link_of(host: Phone, page: str) -> str:
    """Returns the link that a page shares."""
    found = re.search(r'data-share="([^"]+)', host.context.request.get(page).text())
    assert found
    return found[1]


def checks_in(phone: Phone, link: str, name: str) -> None:
    """Checks in by the code of the hall."""
    phone.go(link)
    phone.page.get_by_label("Name").fill(name)
    phone.button(f"Put {name} on the list").click()
    phone.page.wait_for_url(re.compile(r"/evenings/\d+"))


def helps(host: Phone, evening: str, referee: Phone, name: str = "Karin") -> None:
    """Lets a phone in as the referee of an evening."""
    host.go(f"{evening}/helpers")
    host.button("Invite a referee").click()
    referee.go(link_of(host, f"{evening}/helpers"))
    referee.page.get_by_label("Name to sign with").fill(name)
    referee.button("Rule at this evening").click()
    referee.sees("Nobody calls.")


def calls(phone: Phone, table: str) -> None:
    """Calls the referee about a rule."""
    phone.go(f"{table}/disputes/new")
    phone.choose(phone.page.get_by_role("radio", name="The score", exact=False).first)
    phone.button("Call the referee").click()
    phone.page.wait_for_url(f"**{table}")


def rules(referee: Phone) -> None:
    """Rules that nothing was wrong."""
    referee.choose(referee.page.get_by_role("radio", name="Nothing was wrong"))
    referee.page.get_by_label("The rule that it rests on").select_option(index=1)
    referee.page.get_by_label("In own words").fill("The score is right.")
    referee.button("So it is ruled").click()
    expect(referee.button("So it is ruled")).to_have_count(0)


def plays_on(phone: Phone, table: str) -> tuple[int, ...]:
    """Ends a match of which a hand has been dealt, by the totals of its hands; returns the scores."""
    players = len(phone.context.request.get(f"{table}/record.json").json()["players"])
    tricks = [*[1] * (players - 1), 52 // players - players + 1]
    tally: Event = {"type": "tally", "tricks": tricks}
    phone.enter(table, [tally, *[{"type": "deal"}, tally] * (players - 1)])
    return tuple(players * taken for taken in tricks)


def guest_joins(guest: Phone, link: str) -> str:
    """A table that plays another game already joins by the same code; returns its address."""
    table = guest.set_table(players=("Kim", "Leo", "Mia"))
    guest.go(link)
    guest.page.get_by_role("button", name=re.compile("The table of Kim")).click()
    guest.page.get_by_role("button", name=re.compile("[Jj]oin")).first.click()
    guest.page.wait_for_url(re.compile(r"/tables/\d+"))
    return table
