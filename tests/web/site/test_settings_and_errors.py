"""What the settings page and the pages for errors offer."""

import re

import pytest

from tests.web.support.site import Site
from webapp.http.cookies import SETTINGS

AT_THE_TABLE = "side"
"""The side that a tablet is read from is chosen in the table's menu, where one sees what it does."""


def test_every_setting_is_offered_and_the_chosen_value_marked(site: Site) -> None:
    phone = site.phone()
    phone.post("/settings", data={"theme": "dark", "suits": "four"})
    page = phone.get("/settings").text
    offered = set(re.findall(r'type="radio" name="(\w+)" value="(\w+)"', page))
    shown = {name: values for name, values in SETTINGS.items() if name != AT_THE_TABLE}
    assert offered == {(name, value) for name, values in shown.items() for value in values}
    marked = re.findall(r'type="radio" name="(\w+)" value="(\w+)" checked', page)
    usual = {name: values[0] for name, values in shown.items()}
    assert dict(marked) == usual | {"theme": "dark", "suits": "four"}


def test_settings_remember_where_one_came_from(site: Site) -> None:
    page = site.phone().get("/settings?back=/tables/7").text
    assert 'name="back" value="/tables/7"' in page
    assert 'href="/tables/7"' in page
    assert "evil" not in site.phone().get("/settings?back=//evil.example").text


def test_the_first_page_leads_to_the_settings_and_back(site: Site) -> None:
    assert 'href="/settings?back=/"' in site.phone().get("/").text


@pytest.mark.parametrize("path", ["/tables/999", "/nowhere", "/tables/new/nothing", "/tables/999/scores"])
def test_an_error_page_has_the_field_for_a_code(site: Site, path: str) -> None:
    answer = site.phone().get(path)
    assert answer.status_code == 404
    assert 'action="/join"' in answer.text
    assert 'href="/"' in answer.text


@pytest.mark.parametrize("path", ["/", "/tables/new/sixes-and-sevens", "/settings", "/join/aaa", "/join", "/nowhere"])
def test_no_page_has_inline_style_or_script(site: Site, path: str) -> None:
    page = site.phone().get(path).text
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]* src=)|hx-on|javascript:", page)
