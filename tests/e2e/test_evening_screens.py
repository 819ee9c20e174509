"""Every page of an evening on the phone of every role: nothing for axe, nothing too wide, also at twice the size."""

import re
import secrets

from playwright.sync_api import expect

from tests.e2e.evening_acts import api, becomes, line
from tests.e2e.phone import Phone, Phones
from tests.e2e.screen_checks import TOO_WIDE, WALL, check_screen
from webapp.access.device import COOKIE

EIGHT = ("Ann", "Ben", "Cat", "Dan", "Eva", "Fay", "Gus", "Maximiliane-Charlotte")
PAGES = {
    "organiser": (
        *("", "/people?person=8", "/settings", "/share", "/seating", "/helpers", "/recovery", "/tables/1"),
        *("/cards?first=1&last=2", "/archive", "/standing", "/seatings"),
    ),
    "referee": ("/desk", "/penalties", "/penalties/new?person=1", "/rulings", "/announcements"),
    "player": ("/me", "/me/more"),
}
TWICE = "() => { document.documentElement.style.fontSize = '200%'; }"
ONCE = "() => { document.documentElement.style.fontSize = ''; }"


def _evening(phone: Phone) -> tuple[str, dict[str, str]]:
    """Opens an evening whose second round plays, with a call, a penalty and an announcement; and who is who there."""
    plan = {"kind": "tournament", "game": phone.game, "sizes": [4], "rounds": 3, "minutes": 20, "hidden_last": True}
    opened = api(phone, "/evenings", {"title": "Tuesday club", "plan": plan, "people": list(EIGHT)})
    path, organiser = f"/evenings/{opened['id']}", opened["token"]
    player = api(phone, "/evenings/join", {"code": opened["code"], "name": "Ann"})["token"]
    for number in (1, 2):
        api(phone, f"{path}/rounds", {"tables": [[1, 2, 3, 4], [5, 6, 7, 8]]}, organiser)
        line(phone, path, organiser, type="started", round=number)
        for table in (1, 2) if number == 1 else ():
            line(phone, path, organiser, type="confirmed", round=1, number=table, scores=[26, 13, 8, 5])
        if number == 1:
            line(phone, path, organiser, type="ended", round=1)
    becomes(phone, organiser)
    phone.post(f"{path}/cards", first="1", last="2", does="make")
    phone.post(f"{path}/codes", role="referee")
    link = re.search(r'data-share="([^"]+)', phone.context.request.get(f"{path}/helpers").text())
    assert link
    phone.context.clear_cookies()
    phone.go(link[1])
    phone.post("/accept", way=link[1].rpartition("/")[2], name="Karin")
    referee = next(one["value"] for one in phone.context.cookies() if one["name"] == COOKIE)
    phone.post(f"{path}/penalties", person="2", step="warning", reason="Looked at another hand", rule="GEN-3")
    phone.post(f"{path}/announcements", text="Soup is ready", op=secrets.token_hex(8))
    return path, {"organiser": organiser, "player": player, "referee": referee}


def test_every_page_of_an_evening(phones: Phones) -> None:
    phone = phones()
    path, tokens = _evening(phone)
    for who, pages in PAGES.items():
        becomes(phone, tokens[who])
        for page in pages:
            phone.go(path + page)
            phone.page.evaluate(TWICE)
            assert not phone.page.evaluate(TOO_WIDE), f"{page} with letters of twice the size"
            phone.page.evaluate(ONCE)
            if who != "organiser":  # whose pages test_all_pages.py looks at
                check_screen(phone)
    becomes(phone, tokens["organiser"])
    phone.go(f"{path}/hall")
    check_screen(phone, WALL)
    for table in (1, 2):  # half of a round is no standing
        line(phone, path, tokens["organiser"], type="confirmed", round=2, number=table, scores=[26, 13, 8, 5])
    expect(phone.page.locator(".hall-standing .total.changed").first).to_be_visible()
    for page in ("/evenings/new", "/evenings/archives"):
        phone.go(page)
        check_screen(phone)
