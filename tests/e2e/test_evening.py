"""A small evening from opening to the printed standing: organiser, eight players, a referee, the hall screen."""

import re

from playwright.sync_api import expect

from tests.e2e.evening_acts import calls, checks_in, helps, link_of, plays_on, rules
from tests.e2e.phone import Phone, Phones

SEVEN = ("Ann", "Ben", "Cat", "Dan", "Eva", "Fay", "Gus")


def test_an_evening_from_the_first_code_to_the_last_standing(phones: Phones) -> None:
    host, ida, referee, hall = (phones() for _ in range(4))
    evening, link = _opened(host)
    checks_in(ida, link, "Ida")
    helps(host, evening, referee)
    hall.go(link_of(host, f"{evening}/share?role=watcher"))
    hall.page.get_by_role("button", name=re.compile("watch|Look on", re.IGNORECASE)).first.click()
    hall.go(f"{evening}/hall")

    _seats(host, evening, 1)
    expect(hall.page.get_by_text("Round 1 of 2")).to_be_visible()
    host.page.get_by_role("button", name="Start round 1 now").click()
    ida.page.get_by_role("link", name=re.compile("table [12]$")).click()
    own = int(re.findall(r"\d+", _heading(ida, evening))[0])
    tables = {own: ida.table, 3 - own: ""}

    ida.enter(tables[own], [{"type": "deal", "dealer": 0}])
    calls(ida, tables[own])
    referee.button("I’m coming").click()
    ida.sees("Karin is on the way")
    hall.sees(f"Table {own}")
    referee.link("Open the case").click()
    rules(referee)
    referee.go(f"{evening}/desk")
    referee.sees("Nobody calls.")

    late = phones()
    checks_in(late, link, "Jon")
    late.sees("Jon plays from round 2")
    _is_in(host, evening, 1, {own: plays_on(ida, tables[own]), 3 - own: (8, 4, 2, 1)})
    _ends(host, evening, 1)

    _seats(host, evening, 2)
    host.go(evening)
    host.page.get_by_role("button", name="Start round 2 now").click()
    host.button("Last hand").click()
    host.button("Call the last hand").click()
    hall.sees("Last hand")
    _is_in(host, evening, 2, {1: (1, 2, 3, 4), 2: (4, 3, 2, 1)})
    _ends(host, evening, 2)
    host.go(f"{evening}/standing")
    host.sees("After round 2")
    host.page.emulate_media(media="print")
    expect(host.page.get_by_role("columnheader", name="Total")).to_be_visible()


def test_a_referee_let_out_while_offline_reads_it_and_asks_no_more(phones: Phones) -> None:
    host, referee = phones(), phones()
    evening, _link = _opened(host)
    helps(host, evening, referee)
    referee.expects("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED", "Failed to fetch", "reconnect failed", 404)
    referee.context.set_offline(True)
    host.go(f"{evening}/helpers")
    host.link("Let out: Karin").click()
    host.button("Let out").click()
    host.page.wait_for_url("**/helpers")
    referee.page.route(f"{evening}/desk", lambda route: route.abort("internetdisconnected"), times=1)
    referee.context.set_offline(False)
    referee.sees("This phone rules here no longer.")
    expect(referee.page.locator("#live")).to_have_count(0)


def _heading(phone: Phone, evening: str) -> str:
    return phone.context.request.get(evening).text().partition("sits at table")[2][:40]


def _opened(host: Phone) -> tuple[str, str]:
    """Opens a tournament of two rounds with seven people on its list; returns its address and the link of its QR."""
    host.go("/evenings/new")
    host.page.locator(f"a.fold[data-cloth='{host.game}']").click()
    host.page.get_by_label("Name of the evening").fill("Tuesday club")
    host.page.locator("[name=rounds]").fill("2")
    host.button("Open the evening").click()
    host.page.wait_for_url(re.compile(r"/evenings/\d+$"))
    evening = host.page.url
    host.go(f"{evening}/people")
    host.page.get_by_text("Several at once").click()
    host.page.locator("#text").fill("\n".join(SEVEN))
    host.button("Put all on the list").click()
    return evening, link_of(host, f"{evening}/share")


def _seats(host: Phone, evening: str, number: int) -> None:
    host.go(f"{evening}/seating")
    host.page.get_by_role("button", name=f"Publish round {number}").click()
    host.page.wait_for_url(re.compile(r"/evenings/\d+$"))


def _is_in(host: Phone, evening: str, number: int, results: dict[int, tuple[int, ...]]) -> None:
    """Enters the results of tables by hand, as for tables without a phone; at a table of three the first three."""
    for table, scores in results.items():
        sides = host.context.request.get(f"{evening}/tables/{table}").text().count('name="score-') or len(scores)
        host.post(
            f"{evening}/tables/{table}/result",
            op=f"{number}-{table}-of-the-evening",
            odd="yes",
            **{f"score-{seat}": str(score) for seat, score in enumerate(scores[:sides])},
        )


def _ends(host: Phone, evening: str, number: int) -> None:
    host.post(f"{evening}/rounds/end", op=f"end-of-round-{number}-here")
