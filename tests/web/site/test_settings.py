"""A phone's own choices."""

import re

import pytest
from flask.testing import FlaskClient

from tests.web.support.site import Site
from webapp.http.durations import DEVICE_COOKIE_LASTS


def test_the_choices_are_kept_for_a_year(site: Site) -> None:
    answer = site.phone().post("/settings", data={"lang": "de", "theme": "dark", "suits": "four", "hand": "left"})
    assert (answer.status_code, answer.location) == (303, "/settings")
    cookies = answer.headers.getlist("Set-Cookie")
    assert [cookie.partition(";")[0] for cookie in cookies] == ["lang=de", "theme=dark", "suits=four", "hand=left"]
    assert all(f"Max-Age={DEVICE_COOKIE_LASTS}" in cookie and "SameSite=Lax" in cookie for cookie in cookies)


def test_the_page_goes_by_the_choices(site: Site) -> None:
    phone = site.phone()
    phone.post("/settings", data={"lang": "de", "theme": "dark"})
    page = phone.get("/nowhere").text
    assert 'lang="de"' in page
    assert 'data-theme="dark"' in page


def test_a_tablet_stays_turned_to_the_other_side_until_it_is_turned_back(site: Site, host: FlaskClient) -> None:
    table = f"/tables/{site.open_table(host).id}"
    for shown, offered in (("near", "far"), ("far", "near"), ("near", "far")):
        page = host.get(table).text
        assert f'data-side="{shown}"' in page
        assert f'<button form="turn" name="side" value="{offered}">' in page
        assert host.post("/settings", data={"side": offered, "back": table}).location == table


def test_back_to_automatic_forgets_the_choice(site: Site) -> None:
    phone = site.phone(language="de-AT,de;q=0.9")
    phone.post("/settings", data={"lang": "en"})
    assert 'lang="en"' in phone.get("/nowhere").text
    phone.post("/settings", data={"lang": "auto"})
    assert phone.get_cookie("lang") is None
    assert 'lang="de"' in phone.get("/nowhere").text


def test_what_is_no_choice_changes_nothing(site: Site) -> None:
    answer = site.phone().post("/settings", data={"lang": "tlh", "theme": "<b>", "other": "x"})
    assert answer.status_code == 303
    assert not answer.headers.getlist("Set-Cookie")


def test_a_cookie_that_is_no_choice_counts_as_none(site: Site) -> None:
    phone = site.phone()
    phone.set_cookie("theme", '"><script>')
    phone.set_cookie("lang", "tlh")
    page = phone.get("/nowhere").text
    assert 'data-theme="auto"' in page
    assert 'lang="en"' in page


@pytest.mark.parametrize("back", ["/tables/7", "/tables/7?x=1#here"])
def test_it_leads_back_to_where_one_was(site: Site, back: str) -> None:
    assert site.phone().post("/settings", data={"back": back}).location == back


@pytest.mark.parametrize(
    "back", ["//evil.example", "/\\evil.example", "https://evil.example", "/a\r\nX: y", "javascript:1"]
)
def test_it_leads_to_no_other_site(site: Site, back: str) -> None:
    assert site.phone().post("/settings", data={"back": back}).location == "/settings"


def test_the_page_marks_what_is_chosen(site: Site) -> None:
    phone = site.phone()
    assert re.search(r'name="lang" value="auto" checked', phone.get("/settings").text)
    phone.post("/settings", data={"lang": "de", "suits": "four"})
    page = phone.get("/settings").text
    assert re.findall(r'name="(\w+)" value="(\w+)" checked', page) == [
        ("lang", "de"),
        ("theme", "auto"),
        ("suits", "four"),
        ("hand", "right"),
        ("awake", "on"),
        ("explained", "on"),
        ("buzz", "on"),
        ("sound", "off"),
    ]
