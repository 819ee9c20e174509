"""What came from a file is marked wherever it is read: a file may say that anybody ruled anything, at any time."""

import json
import re
from functools import partial
from itertools import count

import pytest
from flask.testing import FlaskClient

from rules_core.games import GAMES
from tests.rules.evening import Evening
from tests.web.support.random_matches import evening
from tests.web.support.records import DEAL, a_record, opened, over, play, send
from tests.web.support.site import Site
from webapp.api import tables as programs
from webapp.history.result_picture import facts_of
from webapp.table.keeper import Made
from webapp.table.viewer import Viewer

TALLY = {"type": "tally", "tricks": [9, 4, 4]}
ADJUST = {"type": "adjust", "points": [0, 5, 0], "reason": "counting error"}
RULED = {"type": "ruling", "event": 1, "text": "Five points for Ben.", "remedy": "adjusted", "by": "Karin"}
FORGED = (DEAL, TALLY, ADJUST, RULED)
TAG = "from a file, not vouched for here"
NOTICE = "The first 4 entries came from a file"
HAND = [f"{rank}S" for rank in "23456789TJQKA"] + ["2C", "3C", "4C", "5C"]


def around(page: str, words: str) -> str:
    """Returns what stands behind some words, without its marks."""
    found = re.search(rf"{re.escape(words)}(.{{0,700}})", page, re.DOTALL)
    assert found, words
    return re.sub(r"<[^>]+>|\s+", " ", found[1])


@pytest.mark.parametrize("path", ["", "/scores", "/log", "/desk", "/record", "/protocol"])
def test_every_page_says_so_of_a_forged_ruling(site: Site, host: FlaskClient, path: str) -> None:
    table = opened(site, host, a_record(*FORGED))
    page = host.get(f"/tables/{table.id}{path}").text
    assert NOTICE in page
    if path != "/record":
        assert TAG in around(page, "Five points for Ben.")


def test_a_table_of_this_house_says_nothing_of_files(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host)
    for path in ("", "/scores", "/log", "/desk", "/record", "/protocol"):
        assert "from a file" not in host.get(f"/tables/{table.id}{path}").text


def test_what_is_entered_here_afterwards_is_not_marked(site: Site, host: FlaskClient) -> None:
    table = opened(site, host, a_record(DEAL, TALLY))
    who = Viewer(site.device(host), "host", for_all=True)
    raws = (ADJUST, {"type": "ruling", "event": 1, "text": "Said here.", "remedy": "adjusted"})
    assert isinstance(site.make(table.id, who, *raws, op="0" * 16), Made)
    page = host.get(f"/tables/{table.id}/desk").text
    assert "Said here." in page
    assert TAG not in page


def test_a_correction_in_a_file_is_no_withdrawal_of_the_house(site: Site, host: FlaskClient) -> None:
    amend = {"type": "amend", "changes": [{"target": 1, "with": [play(1, "8C")]}], "reason": "typed wrongly"}
    table = opened(site, host, a_record(DEAL, play(1, "7C"), amend))
    page = host.get(f"/tables/{table.id}/log").text
    assert "Corrected:" in page
    assert "somebody else sits there" not in page


def test_a_hand_in_a_file_is_set_aside_by_the_house(site: Site, host: FlaskClient) -> None:
    hand = {"type": "hand", "seat": 2, "cards": HAND}
    table = opened(site, host, a_record(DEAL, hand))
    page = host.get(f"/tables/{table.id}/log").text
    assert "Set aside when the record was opened:" in page
    assert "somebody else sits there" not in page
    assert "Nobody has ruled or adjusted anything" in host.get(f"/tables/{table.id}/rulings").text
    assert json.loads(host.get(f"/tables/{table.id}/record.json").text)["events"] == []


def test_a_corrected_hand_stays_among_the_decisions(site: Site, host: FlaskClient) -> None:
    amend = {"type": "amend", "changes": [{"target": 1, "with": [TALLY]}], "reason": "typed wrongly"}
    table = opened(site, host, a_record(DEAL, TALLY | {"tricks": [4, 9, 4]}, amend))
    page = host.get(f"/tables/{table.id}/rulings").text
    assert TAG in around(page, "Hand 1 corrected")
    assert "Hand 1 corrected" not in host.get(f"/tables/{table.id}").text, "nobody here has to read it first"


def test_a_record_that_went_through_two_houses_keeps_its_times(site: Site, host: FlaskClient) -> None:
    times = [f"2026-11-20T18:0{minute}:00Z" for minute in range(2)]
    first = opened(site, host, a_record(DEAL, TALLY, times=times))
    sent = host.get(f"/tables/{first.id}/record.json").json
    assert sent is not None
    second = opened(site, host, sent, op="second-house")
    page = host.get(f"/tables/{second.id}/protocol").text
    assert "at the times written there" in page
    assert "says no times" not in page


def _last_around(page: str, words: str) -> str:
    """Returns the same where the words stand last: a protocol begins with its score sheet."""
    return around(page[page.rindex(words) :], words)


def test_what_a_host_without_a_name_decided_is_by_the_host_elsewhere_too(site: Site, host: FlaskClient) -> None:
    first = site.open_table(host)
    amend = {"type": "amend", "changes": [{"target": 1, "with": [TALLY]}], "reason": "typed wrongly"}
    who = Viewer(site.device(host), "host", for_all=True)
    for number, raw in enumerate((DEAL, TALLY | {"tricks": [4, 9, 4]}, amend, ADJUST)):
        assert isinstance(site.make(first.id, who, raw, op=f"decided-{number}-decided"), Made)
    sent = host.get(f"/tables/{first.id}/record.json").json
    assert sent is not None
    second = opened(site, host, sent, op="second-house")
    sent = host.get(f"/tables/{second.id}/record.json").json
    third = opened(site, host, sent, op="third-house-1")
    for table in (first, second, third):
        page = host.get(f"/tables/{table.id}/protocol").text
        assert "the host" in around(page, "typed wrongly")
        assert "the host" in _last_around(page, "counting error")
    assert "the host" in around(host.get(f"/tables/{third.id}/rulings").text, "typed wrongly")


def test_what_a_file_says_no_author_of_is_by_nobody(site: Site, host: FlaskClient) -> None:
    table = opened(site, host, a_record(DEAL, TALLY, ADJUST))
    assert "the host" not in _last_around(host.get(f"/tables/{table.id}/protocol").text, "counting error")


def one_hand(game: str, seed: int) -> Evening:
    """Returns a random match of which one hand is over."""
    match = evening(game, GAMES[game].players[0], seed)
    while not match.state.finished:
        match.act()
    return match


@pytest.mark.parametrize("game", GAMES)
def test_a_call_about_a_trick_or_a_skirmish_goes_along(site: Site, host: FlaskClient, game: str) -> None:
    match = next(match for match in map(partial(one_hand, game), count()) if match.log[-1]["type"] != "tally")
    table = opened(site, host, a_record(*match.log, game=game, players=match.fold.header.players))
    sent = {"op": "0" * 16, "seen": "0", "about": "trick-1.1", "why": "other", "text": "See here"}
    assert host.post(f"/tables/{table.id}/disputes", data=sent).status_code == 303
    there = opened(site, host, host.get(f"/tables/{table.id}/record.json").json)
    assert "See here" in host.get(f"/tables/{there.id}/disputes/1").text


def test_a_time_that_is_still_to_come_is_refused(site: Site, host: FlaskClient) -> None:
    answer = send(host, a_record(DEAL, TALLY, times=["2026-11-20T18:00:00Z", "2999-01-01T00:00:00Z"]))
    assert answer.status_code == 422
    assert "a time that is still to come" in answer.text


def test_the_picture_bears_the_day_on_which_the_match_began(site: Site, host: FlaskClient) -> None:
    raw = over()[0]
    days = {}
    for name, more in (("timed", {"times": ["2025-03-02T18:00:00Z"] * len(raw["events"])}), ("untimed", {})):
        table = opened(site, host, {**raw, **more}, op=f"picture-{name}")
        with site.app.test_request_context(headers={"Accept-Language": "en"}):
            facts = facts_of(site.tables.at(table.id))
        assert facts is not None
        days[name] = facts.when
    assert days == {"timed": "2 March 2025", "untimed": ""}


def test_that_a_record_was_changed_stays_told_on_its_pages_and_to_programs(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host)
    who = Viewer(site.device(host), "host")
    for number, raw in enumerate((DEAL, TALLY)):
        assert isinstance(site.make(table.id, who, raw, op=f"{number:016}"), Made)
    sent = host.get(f"/tables/{table.id}/record.json").json
    assert sent is not None
    same, changed = opened(site, host, sent, op="as-it-was"), {**sent, "players": ["Ann", "Ben", "Kat"]}
    other = opened(site, host, changed, op="changed-now")
    told = "Written by this house and changed since"
    for path in ("/log", "/protocol", "/scores"):
        assert told in host.get(f"/tables/{other.id}{path}").text
        assert told not in host.get(f"/tables/{same.id}{path}").text
    now = site.tables.at(other.id)
    with site.app.test_request_context(headers={"Accept-Language": "en"}):
        assert told in programs.told(now, who).origin
