"""The other levels: a hand as totals, who won each trick, and the end of a match."""

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.e2e.phone import PLAYERS, Phone
from tests.e2e.sample_hand import HANDS, OVER
from tests.e2e.without_network import LOST, is_back, stays_away

TRICKS = 17


@pytest.fixture
def table(host: Phone, guest: Phone) -> str:
    """A table on the host's phone and on Ben's."""
    table = host.set_table()
    guest.is_let_in(host.way(table), "1")
    for phone in (host, guest):
        phone.go(table)
    return table


def test_three_hands_as_totals_end_the_match_and_another_one_begins(host: Phone, guest: Phone, table: str) -> None:
    for number, (phone, totals) in enumerate(zip((host, guest, host), HANDS, strict=True), 1):
        phone.says(f"{PLAYERS[number - 1]} deals" if number > 1 else "Who deals first?")
        phone.button(f"Enter hand {number} as totals").click()
        _enter_totals(phone, number, totals)
    for phone in (host, guest):
        phone.says("Ben wins with 18")
    _play_again(host, guest, table)


def test_a_number_is_put_right_and_what_is_missing_is_named(host: Phone, guest: Phone, table: str) -> None:
    coming: list[Route] = []

    def hold(asked: Route) -> None:
        coming.append(asked)

    host.page.route("**/numbers.js*", hold)
    host.button("Enter hand 1 as totals").click()
    sheet = _sheet(host, 1)
    ann, ben, cat = (sheet.get_by_role("spinbutton", name=name) for name in PLAYERS)
    enter = sheet.get_by_role("button", name="Enter hand 1")
    ann.fill("9")
    enter.click()
    assert len(coming) == 1, "what says that it is not complete is on its way"
    coming[0].continue_()
    expect(enter).to_be_disabled()
    expect(sheet.get_by_role("alert")).to_have_text("Not complete yet: Tricks")
    guest.enter(table, [{"type": "adjust", "points": [1, 0, 0], "reason": "a swap meanwhile"}])
    expect(host.page.locator("#moved")).to_have_attribute("data-seq", "1")
    expect(sheet.get_by_role("alert")).to_have_text("Not complete yet: Tricks")
    expect(ann).to_have_value("9")
    ben.fill("9")
    expect(sheet.get_by_role("status").first).to_have_text(f"1 more than {TRICKS}")
    ben.press("Enter")
    expect(ben).to_have_value("9")
    ben.click()
    sheet.get_by_role("button", name="Tricks 8", exact=True).click()
    expect(cat).to_have_value("0")
    expect(enter).to_be_enabled()
    expect(sheet.get_by_role("alert")).to_have_count(0)
    ann.click()
    host.page.keyboard.type("7")
    expect(ann).to_have_value("7")
    expect(cat).to_have_value("2")
    expect(host.refusal).to_have_count(0)


SHARE_SHEET = """() => {
  navigator.canShare = ({files}) => files.every((file) => file.type === "image/png");
  globalThis.shared = new Promise((done) => {
    navigator.share = async ({files: [file]}) => {
      done({name: file.name, type: file.type, bytes: [...new Uint8Array(await file.arrayBuffer())]});
    };
  });
}"""
"""A share sheet that takes pictures and tells what it was given."""


def test_the_picture_of_the_result_goes_to_the_share_sheet_of_the_phone(host: Phone) -> None:
    table = host.set_table(OVER)
    host.go(table)
    host.page.evaluate(SHARE_SHEET)
    host.link("Send the picture").click()
    shared = host.page.evaluate("shared")
    assert (shared["name"], shared["type"]) == ("sixfold.png", "image/png")
    assert bytes(shared["bytes"]) == host.context.request.get(f"{table}/result.png").body()
    assert host.page.url.endswith(table), "the table stays on the screen"


REFUSED_SHARE = """() => {
  navigator.canShare = () => true;
  navigator.share = async () => { throw new DOMException("asked too late", "NotAllowedError"); };
}"""
"""A share sheet that does not open: the picture was on its way for longer than a tap counts."""


def test_a_picture_that_the_share_sheet_refuses_is_saved_and_the_table_stays(host: Phone) -> None:
    table = host.set_table(OVER)
    host.go(table)
    host.page.evaluate(REFUSED_SHARE)
    with host.page.expect_download() as saved:
        host.link("Send the picture").click()
    assert saved.value.suggested_filename == "sixfold.png"
    assert saved.value.path().read_bytes() == host.context.request.get(f"{table}/result.png").body()
    assert host.page.url.endswith(table)


def test_a_page_of_the_server_is_not_sent_as_the_picture(host: Phone) -> None:
    host.expects(500)
    table = host.set_table(OVER)
    host.go(table)
    host.page.evaluate(SHARE_SHEET)
    host.page.route("**/result.png", lambda route: route.fulfill(status=500, content_type="text/html", body="No."))
    with host.page.expect_response("**/result.png"):
        host.link("Send the picture").click()
    _is_settled(host)
    host.page.unroute_all()
    host.link("Send the picture").click()
    assert bytes(host.page.evaluate("shared")["bytes"]) == host.context.request.get(f"{table}/result.png").body()


def test_without_a_network_the_table_stays_where_its_picture_is_asked_for(host: Phone) -> None:
    host.expects(*LOST)
    table = host.set_table(OVER)
    host.go(table)
    host.has_all()
    host.page.evaluate(SHARE_SHEET)
    stays_away(host)
    with host.page.expect_event("requestfailed"):
        host.link("Send the picture").click()
    _is_settled(host)
    is_back(host)
    host.link("Send the picture").click()
    assert host.page.evaluate("shared")["name"] == "sixfold.png"
    assert host.page.url.endswith(table)


def _is_settled(phone: Phone) -> None:
    """A picture that is on its way is not sent a second time."""
    expect(phone.page.locator("[data-picture][data-sent]")).to_have_count(0)


def _sheet(phone: Phone, number: int) -> Locator:
    return phone.page.get_by_role("region", name=f"Tricks of hand {number}")


def _enter_totals(phone: Phone, number: int, totals: tuple[int, ...]) -> None:
    """Taps the number of each but the last, which is filled in; the sheet says how many tricks are left."""
    sheet, left = _sheet(phone, number), TRICKS
    enter = sheet.get_by_role("button", name=f"Enter hand {number}")
    for tricks in totals[:-1]:
        expect(enter).to_be_disabled()
        sheet.get_by_role("button", name=f"Tricks {tricks}", exact=True).click()
        left -= tricks
    expect(sheet.get_by_role("spinbutton", name=PLAYERS[-1])).to_have_value(str(left))
    enter.click()
    expect(sheet).to_be_hidden()


def _play_again(host: Phone, guest: Phone, table: str) -> None:
    host.button("Play again (Ben deals)").click()
    host.page.wait_for_url(lambda url: not url.endswith(table))
    guest.link("Go to the next match").click()
    guest.page.wait_for_url(f"**{host.table}")
    for phone in (host, guest):
        phone.sees("Hand 1 of 3")
    guest.button("Ben deals hand 1").click()
    host.says("Cat leads")
