"""Pages of an evening on the phone of every role: nothing for axe, nothing too wide at twice the size; on paper."""

import re
import secrets

from playwright.sync_api import expect

from tests.e2e.evening_acts import EIGHT, TOURNAMENT, Evening, calls
from tests.e2e.phone import Phone, Phones, resize
from tests.e2e.screen_checks import BROKEN_WORDS, TOO_WIDE, WALL, check_screen, large_letters

PAGES = {
    "organiser": (
        "",
        "/people?person=8",
        "/seating",
        "/tables/1",
        "/cards?first=1&last=2",
        "/standing",
        "/seatings",
        "/helpers",
    ),
    "referee": ("/desk", "/penalties", "/penalties/new?person=1", "/rulings", "/announcements", "/incidents"),
    "player": ("/me/more", "/me"),
}
"""Of the organiser those with names in them; the others: test_all_pages.py."""
LATER = ("Hal", "Ivo", "Jan", "Kim", "Lou")
"""So many that the standing has two columns, in which a long name leaves little room for its points."""
OVER_THE_WALL = """() => [...document.querySelectorAll(".hall>*, .hall-standing .total")].filter(one =>
  one.getBoundingClientRect().bottom > innerHeight + 1 ||
  one.matches(".total") && one.getClientRects()[0].height > 1.5 * parseFloat(getComputedStyle(one).fontSize)
).map(one => one.className + ": " + one.textContent)"""
"""Returns what of a hall screen lies below it, and points that are broken into two lines."""
CLOCK_WIDTHS = """() => ["20:00", "11:11", "+20:00"].map(said => {
  const digits = document.querySelector(".player-clock [role=timer]").cloneNode();
  digits.textContent = said;
  document.querySelector(".player-clock").append(digits);
  return digits.offsetWidth;
})"""
CUT_LINES = "(slips) => slips.map((slip) => getComputedStyle(slip).borderTopStyle)"
ON_PAPER = """(parts) => parts.map((part) => getComputedStyle(part)).filter(({color, textAlign}) =>
  color !== "rgb(0, 0, 0)" || textAlign === "right").map(({color, textAlign}) => `${color}, ${textAlign}`)"""
"""Returns what of a printed penalty is coloured, or far from the rest."""
IS_CUT = "(part) => part.scrollWidth > part.clientWidth"
NAMES = ".helper>.grow,.row:has(>.stand-in)>.grow,.players dt"
"""What has a name in it, beside what is entered or told of it."""


def _evening(phone: Phone, player: Phone, referee: Phone) -> Evening:
    """Opens an evening whose second round plays, with a call, a penalty and an announcement."""
    evening = Evening(phone, **TOURNAMENT, game=phone.game, hidden_last=True)
    evening.checks_in(player, "Ann")
    for number in (1, 2):
        evening.seats()
        evening.says("started", round=number)
        if number == 1:
            for table in (1, 2):
                evening.says("confirmed", round=1, number=table, scores=[26, 13, 8, 5])
            evening.says("ended", round=1)
    phone.post(f"{evening.path}/cards", first="1", last="2", does="make")
    evening.is_ruled_by(referee)
    reason = {"reason": "Looked at another hand", "rule": "GEN-3"}
    referee.post(f"{evening.path}/penalties", person="8", step="warning", **reason)
    referee.post(f"{evening.path}/announcements", text="Soup is ready", op=secrets.token_hex(8))
    return evening


def test_pages_of_an_evening(phones: Phones) -> None:
    organiser, player, referee = (phones() for _ in range(3))
    evening = _evening(organiser, player, referee)
    for phone, pages in zip((organiser, referee, player), PAGES.values(), strict=True):
        for page in pages:
            phone.go(evening.path + page)
            with large_letters(phone.page):
                assert not phone.page.evaluate(TOO_WIDE), f"{page} with letters of twice the size"
                assert phone.page.evaluate(BROKEN_WORDS, NAMES) == [], f"{page} with letters of twice the size"
            if phone is not organiser:
                check_screen(phone)
    assert len(set(player.page.evaluate(CLOCK_WIDTHS))) == 1, "the clock would leave its line and come back"
    organiser.go(f"{evening.path}/hall")
    check_screen(organiser, WALL)
    for person, name in enumerate(LATER, 9):
        evening.says("listed", person=person, name=name)
    for table in (1, 2):  # half of a round is no standing
        evening.says("confirmed", round=2, number=table, scores=[26, 14, 6, 6])
    resize(organiser.page, *WALL[0])
    expect(organiser.page.locator(".hall-standing .total.changed").first).to_be_visible()
    expect(organiser.page.locator(".hall-standing li", has_text="Maximiliane")).to_contain_text("0.5")
    assert organiser.page.evaluate(OVER_THE_WALL) == []
    for page in ("/evenings/new", "/evenings/archives"):
        organiser.go(page)
        check_screen(organiser)
    _is_whole_on_paper(organiser, evening.path)


def _is_whole_on_paper(phone: Phone, path: str) -> None:
    phone.go(f"{path}/standing")
    phone.page.emulate_media(media="print")
    expect(phone.page.get_by_role("columnheader", name="Total")).to_be_visible()
    phone.go(f"{path}/incidents")
    phone.page.emulate_media(media="print")
    incidents = phone.page.locator(".incident")
    assert incidents.count() == phone.page.locator(".incident:visible").count() > 0
    expect(phone.button("Print")).to_be_hidden()
    assert len(re.findall(rb"/Type\s*/Page\b", phone.page.pdf(format="A4"))) >= 1
    phone.go(f"{path}/slips")
    assert set(phone.page.locator(".slip").evaluate_all(CUT_LINES)) == {"dashed"}
    phone.go(f"{path}/penalties")
    expect(phone.page.get_by_role("heading", name="Penalties")).to_be_visible()
    assert phone.page.locator("article .num,article .note").evaluate_all(ON_PAPER) == []


def test_the_date_on_the_wall_is_whole_where_the_title_is_long(phones: Phones) -> None:
    phone = phones()
    evening = Evening(phone, **TOURNAMENT, game=phone.game, title="Wednesday sixes of the town of Heilbronn")
    evening.seats()
    evening.says("started", round=1)
    phone.go(f"{evening.path}/hall")
    resize(phone.page, *WALL[0])
    title, date = phone.page.locator(".hall-head .says p>span").all()
    assert title.evaluate(IS_CUT)
    assert not phone.page.locator(".hall-head .says p").evaluate(IS_CUT)
    assert not date.evaluate(IS_CUT)


def test_a_call_and_the_names_of_the_standing_are_whole_with_letters_of_twice_the_size(phones: Phones) -> None:
    organiser, ann, referee = phones(), phones(), phones(language="de-DE")
    evening = Evening(organiser)
    evening.checks_in(ann, "Ann")
    evening.is_ruled_by(referee)
    evening.seats()
    evening.says("started", round=1)
    ann.go(f"{evening.path}/me")
    ann.page.get_by_text(re.compile("^(Open|Back to) table 1$")).click()
    calls(ann, ann.table)
    referee.go(f"{evening.path}/desk")
    resize(referee.page, 360, 740)
    with large_letters(referee.page):
        expect(referee.page.locator("[data-call] .grow")).to_contain_text("Ann ruft")
        assert referee.page.evaluate(BROKEN_WORDS, "[data-call] .grow>*") == []
    organiser.go(f"{evening.path}/standing")
    with large_letters(organiser.page):
        names = organiser.page.locator(".standing-list .name>.cut").all()
        assert len(names) == len(EIGHT)
        assert [name.inner_text() for name in names if name.evaluate(IS_CUT)] == []
