"""Who may ask for what at an evening: every address with every method, asked by every role."""

import re

import pytest
from flask import Flask
from werkzeug.routing import Rule

from tests.cases import each
from tests.web.support.evening_routes import ROLES, ROWS, EveningPhones, is_of_evenings
from tests.web.support.routes import Row
from tests.web.support.site import Site
from webapp.http.security import SAFE_METHODS

NOWHERE = 987_654_321
"""The number of no evening."""
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


@pytest.fixture
def phones(site: Site) -> EveningPhones:
    return EveningPhones(site)


def test_every_address_has_its_row(app: Flask) -> None:
    there = {f"{method} {_plain(rule)}" for rule in app.url_map.iter_rules() for method in _asked(rule)}
    assert {name for name in there if is_of_evenings(name)} == {row.name for row in ROWS}
    assert all(len(row.answers) == len(ROLES) for row in ROWS)


def test_everybody_is_answered_as_the_table_says(site: Site) -> None:
    afresh = site.kept(lambda: EveningPhones(site))
    phones, changed, wrong = afresh(), False, {}
    for row in ROWS:
        if row.method not in SAFE_METHODS:
            if changed:
                phones = afresh()
            changed = min(row.answers) < 400
        found = tuple(phones.ask(row, role).status_code for role in ROLES)
        if found != row.answers:
            wrong[row.name] = found
    assert wrong == {}


def test_an_evening_of_others_is_answered_like_one_that_is_not_there(phones: EveningPhones) -> None:
    for row in ROWS:
        assert phones.ask(row, "organiser", NOWHERE).status_code == 404, row.name
        for role in ("stranger", "elsewhere"):
            assert phones.ask(row, role).status_code == phones.ask(row, role, NOWHERE).status_code == 404, row.name


@each("rule", sorted({row.rule for row in ROWS}))
def test_another_method_is_not_taken(phones: EveningPhones, rule: str) -> None:
    taken = {row.method for row in ROWS if row.rule == rule}
    for method in METHODS:
        if method not in taken:
            answer = phones.ask(Row(method, rule, ()), "organiser")
            assert answer.status_code == 405, method


def _plain(rule: Rule) -> str:
    return re.sub(r"<(?:\w+:)?(\w+)>", r"<\1>", rule.rule)


def _asked(rule: Rule) -> set[str]:
    return set(rule.methods or ()) - {"HEAD", "OPTIONS"}
