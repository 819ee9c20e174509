"""The rule that a ruling names: one of the game's book or of those for every table. Other text is never an address."""

import json
import re

from flask import Flask

from tests.cases import each
from tests.web.support.api_client import host_of, problem
from tests.web.support.phone import REVOKE, Phone, fresh_stamps
from tests.web.support.records import DEAL, a_record, play
from tests.web.support.site import Site
from webapp.games.common.rulebook import rule_url
from webapp.store.models import Table

MARK = "zz-free-text"
UNKNOWN = ["", "it was agreed", f"javascript:{MARK}", "SIC-8", "GEN-999", "gen-1", "ODD-7 "]
ADDRESSED = re.compile(r'\s(?:href|action|formaction|src|hx-get|hx-post|hx-sse)="([^"]*)"')


@each("rule", UNKNOWN)
def test_a_ruling_of_a_program_names_no_unknown_rule(app: Flask, rule: str) -> None:
    host = host_of(app)
    assert host.enter(DEAL).status_code == 201
    ruling = {"type": "ruling", "event": 0, "text": "So be it."}
    assert problem(host.enter({**ruling, "rule": rule})) == (422, "bad-value")
    amend = {"type": "amend", "reason": "so", "changes": [{"target": 0, "with": [DEAL, {**ruling, "rule": rule}]}]}
    assert problem(host.enter(amend)) == (422, "bad-value")
    for known in ("ODD-7", "GEN-1", "LOG-3"):
        assert host.enter({**ruling, "rule": known}).status_code == 201


def test_a_ruling_of_a_phone_names_no_unknown_rule(site: Site, phone: Phone, table: Table) -> None:
    sent = {**fresh_stamps(phone), "event": f'{{"type":"ruling","event":0,"text":"x","rule":"{MARK}"}}'}
    before = len(site.store.events(table.id))
    assert phone.client.post(f"{phone.url}/events", data=sent).status_code == 422
    assert len(site.store.events(table.id)) == before


def test_what_an_older_log_names_is_shown_as_text(site: Site) -> None:
    by = {"type": "ruling", "event": 2, "text": MARK, "rule": MARK, "remedy": "stands", "by": MARK}
    adjust = {"type": "adjust", "points": [1, 0, 0], "reason": MARK}
    over = {"type": "ruling", "event": 2, "text": MARK, "rule": MARK, "remedy": "adjusted", "by": MARK}
    host = site.phone()
    sent = a_record(DEAL, *(play(*one) for one in REVOKE), by, adjust, over)
    opened = host.post("/records", data={"text": json.dumps(sent), "open": "yes", "op": "k" * 43})
    assert opened.status_code == 303
    table = opened.location
    call = {"about": "match", "why": "score", "text": MARK, "play": "on", "op": "0" * 16, "seen": "0"}
    assert host.post(f"{table}/disputes", data=call).status_code == 303
    shown = set()
    for path in ("", "/log", "/desk", "/revokes/2", "/scores", "/protocol", "/film", "/amendments", "/disputes/1"):
        page = host.get(table + path)
        assert page.status_code == 200, path
        assert [one for one in ADDRESSED.findall(page.text) if MARK in one] == [], path
        if f'<span class="rule">{MARK}</span>' in page.text:
            shown.add(path)
    assert {"/log", "/desk", "/revokes/2", "/scores"} <= shown


def test_a_rule_of_the_book_has_an_address_and_no_other(app: Flask) -> None:
    with app.test_request_context("/tables/1/log"):
        for rule in UNKNOWN:
            assert rule_url("sixes-and-sevens", rule, 1) is None
        for rule in ("ODD-7", "GEN-1", "LOG-3"):
            assert (rule_url("sixes-and-sevens", rule, 1) or "").endswith(f"#{rule}")
