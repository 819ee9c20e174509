"""A record that a house wrote carries its signature and what its desk has seen, and says so when it comes back."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.cases import each
from tests.web.support.records import DEAL, Raw, a_record, opened, play, rows, send, unsigned
from tests.web.support.site import Site
from webapp.history.records.download import fingerprint_of
from webapp.history.records.metadata import metadata
from webapp.http.limits import MOST_DESK_LINES
from webapp.store.chain.links import Chain
from webapp.store.models import Table
from webapp.table.desk import Noted
from webapp.table.keeper import Made
from webapp.table.lines import line_of
from webapp.table.lines.matters import Paused, Resumed, Ruled
from webapp.table.viewer import Viewer
from webapp.words.origins import short

TALLY = {"type": "tally", "tricks": [9, 4, 4]}
ADJUST = {"type": "adjust", "points": [0, -2, 0], "reason": "late"}
RULED = {"type": "ruling", "event": 1, "text": "Ben was late.", "remedy": "adjusted", "by": "Eva"}
TAG = "from a file, not vouched for here"
OUR_TAG = "from a record of this house"


def ruled(site: Site, host: FlaskClient) -> Table:
    """Returns a table at which Ann has called, and Eva has ruled with points."""
    table = site.open_table(host)
    eva = site.referee(table)
    who, rules = Viewer(site.device(host), "host"), Viewer(site.device(eva), "referee")
    for number, raw in enumerate((DEAL, TALLY)):
        assert isinstance(site.make(table.id, who, raw, op=f"{number:016}"), Made)
    call = {"why": "other", "text": "Ben came late", "pause": True, "by": "Ann", "about": 1}
    assert isinstance(site.tables.add(table.id, who, line_of("dispute", call), op="e" * 16), Made)
    made = site.make(table.id, rules, ADJUST, RULED, op="f" * 16, desk=[Ruled(1)])
    assert isinstance(made, Made)
    return table


def record_of(phone: FlaskClient, table: Table) -> dict[str, Any]:
    found: dict[str, Any] = phone.get(f"/tables/{table.id}/record.json").json
    return found


def test_a_record_keeps_times_disputes_and_names(site: Site, host: FlaskClient) -> None:
    said = record_of(host, ruled(site, host))
    assert len(said["times"]) == len(said["events"]) == 4
    assert said["by"] == {"2": "Eva", "3": "Eva"}
    assert [line["kind"] for line in said["desk"]] == ["dispute", "rule", "fixed"]
    assert said["desk"][0]["says"] == {"why": "other", "text": "Ben came late", "pause": True, "by": "Ann", "about": 1}
    assert said["desk"][1]["who"] == "Eva"
    assert "device" not in json.dumps(said)


def test_it_comes_back_with_them_at_the_same_times(site: Site, host: FlaskClient) -> None:
    table = ruled(site, host)
    said = record_of(host, table)
    again = opened(site, host, said)
    back = record_of(host, again)
    assert [back[key] for key in ("times", "by", "events")] == [said[key] for key in ("times", "by", "events")]
    assert back["desk"][:3] == said["desk"]
    assert back["desk"][3]["kind"] == "opened"
    page = host.get(f"/tables/{again.id}/desk").text
    assert "Ben came late" in page
    assert page.count(OUR_TAG) == 2
    assert not site.tables.at(again.id).desk.paused, "a pause elsewhere holds nobody up here"


def digits_of(said: Raw) -> str:
    return fingerprint_of(unsigned(json.dumps(said).encode()), 0).digits


def test_unchanged_it_is_known_again(site: Site, host: FlaskClient) -> None:
    said = record_of(host, ruled(site, host))
    assert said["signed"]["fingerprint"] == digits_of(said)
    page = send(host, said).text
    assert "Written by this house, unchanged since." in page
    assert digits_of(said) in page


CHANGES: dict[str, Callable[[Any], Any]] = {
    "a tally": lambda said: said["events"][1].update(tricks=[4, 9, 4]),
    "points": lambda said: said["events"][2].update(points=[0, -3, 0]),
    "a name": lambda said: said["players"].__setitem__(0, "Anna"),
    "an option": lambda said: said["options"].update(ties_low=True),
    "a time": lambda said: said["times"].__setitem__(0, "2020-01-01T00:00:00Z"),
    "an author": lambda said: said["by"].update({"2": "Ann"}),
    "a dispute": lambda said: said["desk"][0]["says"].update(text="Nothing was wrong"),
    "a line gone": lambda said: said["desk"].pop(),
}


@each("change", CHANGES.values())
def test_a_legal_change_is_noticed_and_both_fingerprints_named(
    site: Site, host: FlaskClient, change: Callable[[Any], Any]
) -> None:
    said = record_of(host, ruled(site, host))
    change(said)
    page = send(host, said).text
    assert "Written by this house and changed since" in page
    assert short(said["signed"]["fingerprint"]) in page
    assert short(digits_of(said)) in page
    table = opened(site, host, said)
    assert TAG in host.get(f"/tables/{table.id}/desk").text
    assert "changed since" in host.get(f"/tables/{table.id}/log").text


def test_another_house_is_named(site: Site, host: FlaskClient) -> None:
    said = record_of(host, ruled(site, host))
    other = Chain(b"another house, another key: 0123")
    said["signed"] |= {"house": other.key_id, "signature": other.record_signature(digits_of(said))}
    page = send(host, said).text
    assert f"Written by another house ({other.key_id}), which alone can check" in page
    table = opened(site, host, said)
    assert TAG in host.get(f"/tables/{table.id}/desk").text
    said["events"][1]["tricks"] = [4, 9, 4]
    assert "and changed since" in send(host, said).text


def test_a_made_up_signature_is_no_signature(site: Site, host: FlaskClient) -> None:
    said = record_of(host, ruled(site, host))
    said["signed"]["signature"] = "0" * 64
    assert "the signature is not from here" in send(host, said).text
    del said["signed"]
    assert "No house has signed it." in send(host, said).text


def test_a_forged_record_is_not_washed_by_going_through_this_house(site: Site, host: FlaskClient) -> None:
    forged = opened(site, host, a_record(DEAL, TALLY, ADJUST, RULED))
    again = opened(site, host, record_of(host, forged))
    assert "unchanged since" in host.get(f"/tables/{again.id}/log").text
    for path in ("/desk", "/protocol", "/scores"):
        page = host.get(f"/tables/{again.id}{path}").text
        assert TAG in page, path
        assert OUR_TAG not in page, path


LINE = {"kind": "dispute", "after": 2, "at": "2026-11-22T19:00:00Z", "says": {"why": "revoke", "text": "", "by": "Ann"}}
PENALTY = {"seat": 2, "step": "points", "reason": "Talks", "rule": "GEN-3", "by": "Eva", "points": [0, 0, -3]}
HOSTILE: dict[str, Raw] = {
    "times of another number": {"times": ["2026-11-22T19:00:00Z"]},
    "times that are none": {"times": ["yesterday", "2026-11-22T19:00:00Z"]},
    "the 31st of February": {"times": ["2026-02-31T19:00:00Z"] * 2},
    "a year without end": {"times": ["99999-01-01T00:00:00Z"] * 2},
    "times as numbers": {"times": [1, 2]},
    "a name beside no entry": {"by": {"2": "Eva"}},
    "a name beside no number": {"by": {"²": "Eva"}},
    "a name that turns the page around": {"by": {"1": "Eva\u202e"}},
    "a name too long": {"by": {"1": "E" * 25}},
    "a desk that is no list": {"desk": {}},
    "a line that is no object": {"desk": [[]]},
    "a kind that nobody knows": {"desk": [LINE | {"kind": "crown"}]},
    "a kind that stays in its house": {"desk": [LINE | {"kind": "moved", "says": {"from": 1, "role": "host"}}]},
    "a line after no entry": {"desk": [LINE | {"after": 3}]},
    "lines out of order": {"desk": [LINE, LINE | {"after": 1}]},
    "a line of no time": {"desk": [LINE | {"at": ""}]},
    "a dispute about no entry": {"desk": [LINE | {"says": {**LINE["says"], "about": 2}}]},
    "a dispute about a hand far away": {"desk": [LINE | {"says": {**LINE["says"], "hand": 900}}]},
    "a text that is a number": {"desk": [LINE | {"says": {**LINE["says"], "text": 5}}]},
    "a text too long": {"desk": [LINE | {"says": {**LINE["says"], "text": "x" * 300}}]},
    "a text with a bell": {"desk": [LINE | {"says": {**LINE["says"], "text": "\a"}}]},
    "a reason with marks": {"desk": [LINE | {"says": {**LINE["says"], "why": "<b>"}}]},
    "a ruling on no dispute": {"desk": [LINE | {"kind": "rule", "says": {"dispute": 1, "ruling": 0}}]},
    "a penalty of nobody": {"desk": [LINE | {"kind": "penalty", "says": PENALTY | {"seat": 3}}]},
    "a penalty without its step": {"desk": [LINE | {"kind": "penalty", "says": PENALTY | {"step": "prison"}}]},
    "a penalty for what nobody knows": {"desk": [LINE | {"kind": "penalty", "says": PENALTY | {"ready": "ben"}}]},
    "points of a penalty that no entry has": {"desk": [LINE | {"kind": "penalty", "says": PENALTY | {"entry": 2}}]},
    "a penalty revoked that nobody gave": {
        "desk": [LINE | {"kind": "revoked", "says": {"penalty": 1, "why": "", "by": ""}}]
    },
    "too many open disputes": {"desk": [LINE] * 21},
    "too many lines": {"desk": [LINE, LINE | {"kind": "withdraw", "says": {"dispute": 1}}] * 501},
    "an origin longer than the record": {
        "desk": [LINE | {"kind": "opened", "says": {"events": 9, "fingerprint": "0" * 64}}]
    },
    "a signature in words": {"signed": "Eva"},
    "a signature too short": {"signed": {"house": "0" * 8, "fingerprint": "0" * 64, "signature": "00"}},
    "numbers wider than any": {"desk": [LINE | {"after": 10**30}]},
}


@each("beside", HOSTILE.values())
def test_what_is_not_as_a_record_has_it_is_refused_whole(site: Site, host: FlaskClient, beside: Raw) -> None:
    site.device(host)
    before = rows(site)
    answer = send(host, a_record(DEAL, TALLY, **beside), open="yes", op="0" * 16)
    assert answer.status_code == 422
    assert "What it says beside its entries" in answer.text
    assert rows(site) == before


@each(
    "beside, where",
    [
        ({"times": ["2026-11-22T19:00:00Z", "yesterday"]}, "times[1]"),
        ({"times": ["2026-11-22T19:00:00Z"]}, "times"),
        ({"by": {"2": "Eva"}}, "by"),
        ({"desk": [LINE, LINE | {"who": 5}]}, "desk[1].who"),
        ({"desk": [LINE, LINE | {"says": {**LINE["says"], "text": 5}}]}, "desk[1].says.text"),
        ({"desk": [LINE, LINE | {"says": {**LINE["says"], "hand": 900}}]}, "desk[1]"),
        ({"signed": "Eva"}, "signed"),
    ],
)
def test_where_the_fault_lies_is_said(site: Site, host: FlaskClient, beside: Raw, where: str) -> None:
    site.device(host)
    assert f"the fault is in “{where}”." in send(host, a_record(DEAL, TALLY, **beside)).text


def test_what_is_as_a_record_has_it_is_taken(site: Site, host: FlaskClient) -> None:
    table = opened(
        site, host, a_record(DEAL, TALLY, desk=[LINE], times=["2026-11-22T19:00:00Z", ""], later=[{"x": []}])
    )
    page = host.get(f"/tables/{table.id}/desk").text
    assert "Dispute 1" in page
    assert TAG in page
    assert host.post(f"/tables/{table.id}/disputes/1/withdraw").status_code in (303, 403, 409)


def test_what_was_asked_for_and_fixed_comes_back_and_waits_no_more(site: Site, host: FlaskClient) -> None:
    at = {"after": 2, "at": "2026-11-22T19:00:00Z", "who": "Ben"}
    asked = {"by": "Ben", "why": "forgot", "hand": 1, "entries": [ADJUST], "sides": [0]}
    lines = [
        {**at, "kind": "proposed", "says": asked},
        {**at, "kind": "agreed", "says": {"request": 1, "side": 1, "by": "Ann", "last": False}},
        {**at, "kind": "agreed", "says": {"request": 1, "side": 2, "by": "Cat", "last": False}},
        {**at, "kind": "requested", "says": asked},
        {**at, "kind": "denied", "says": {"request": 2, "by": "Eva", "why": "no"}},
        {**at, "kind": "fixed", "says": {"places": [1]}},
        {**at, "kind": "pause", "says": {"referee": True}},
        {**at, "kind": "resume", "says": {}},
        {**at, "kind": "dismissed", "says": {"name": "Eva", "last": True}},
    ]
    table = opened(site, host, a_record(DEAL, TALLY, desk=lines))
    desk = site.tables.at(table.id).desk
    assert (desk.waiting, desk.fixed, desk.paused) == ((), frozenset(), False)
    page = host.get(f"/tables/{table.id}/log").text
    for said in ("Ben proposes something to all", "Request 2 was refused"):
        assert said in page
    assert [line["kind"] for line in record_of(host, table)["desk"]][:9] == [line["kind"] for line in lines]
    for place in (2, 9):
        lines[5]["says"] = {"places": [place]}
        assert send(host, a_record(DEAL, TALLY, desk=lines)).status_code == 422


def test_penalties_come_back_and_count_for_nothing_that_is_not_vouched_for(site: Site, host: FlaskClient) -> None:
    at = {"after": 2, "at": "2026-11-22T19:00:00Z", "who": "Eva"}
    lines = [
        {**at, "kind": "penalty", "says": PENALTY},
        {**at, "kind": "revoked", "says": {"penalty": 1, "why": "It was Ben", "by": "Eva"}},
        {**at, "kind": "penalty", "says": PENALTY | {"step": "warning", "points": []}},
    ]
    table = opened(site, host, a_record(DEAL, TALLY, desk=lines))
    for path in ("/desk", "/rulings"):
        page = host.get(f"/tables/{table.id}{path}").text
        for said in ("Penalty points for Cat", "Warning for Cat", "It was Ben", TAG):
            assert said in page
    eva = site.referee(table)
    assert "Cat has no penalty yet." in eva.get(f"/tables/{table.id}/penalties/new?seat=2").text
    assert [line["kind"] for line in record_of(host, table)["desk"]][:3] == ["penalty", "revoked", "penalty"]


@pytest.mark.rule("GEN-5")
def test_what_was_asked_for_in_a_closed_hand_shows_no_card(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host)
    who = Viewer(site.device(host), "host")
    laid = [(1, "7C"), (2, "8C"), (0, "9C"), (0, "7D"), (1, "8D"), (2, "9D")]
    for number, raw in enumerate((DEAL, *(play(*one) for one in laid))):
        assert isinstance(site.make(table.id, who, raw, op=f"{number:016}"), Made)
    change = {"type": "amend", "changes": [{"target": 1, "with": [play(1, "KC")]}]}
    call = {"why": "revoke", "text": "", "pause": False, "by": "Ann", "about": 1}
    noted = {"dispute": 1, "event": 1, "code": "must-follow-suit", "by": "Ann", "card": "QH"}
    asked = {"by": "Ann", "why": "slip", "hand": 1, "entries": [change]}
    for kind, body in (("dispute", call), ("admitted", noted), ("requested", asked)):
        assert isinstance(site.tables.add(table.id, who, line_of(kind, body)), Made)
    text = host.get(f"/tables/{table.id}/record.json").text
    assert '"kind":"requested"' in text
    for card in ("KC", "QH", "7C"):
        assert card not in text


def test_a_desk_without_end_is_written_as_far_as_it_is_read_again(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host)
    who = Viewer(site.device(host), "host")
    assert isinstance(site.make(table.id, who, DEAL, op="0" * 16), Made)
    now = site.tables.at(table.id)
    lines = [Noted(line, 1, now.table.created_at, None) for line in (Paused(), Resumed())] * 600
    crowded = replace(now, desk=replace(now.desk, lines=tuple(lines)))
    with site.app.test_request_context():
        said = metadata(crowded, site.store.events(table.id), 1)
    assert len(said["desk"]) == MOST_DESK_LINES
