"""What came from a file is marked wherever it is read: a file may say that anybody ruled anything, at any time."""

import json
import re

import pytest
from flask.testing import FlaskClient

from tests.web.support.records import DEAL, a_record, opened, play
from tests.web.support.site import Site
from webapp.table.play import Made
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
    assert json.loads(host.get(f"/tables/{table.id}/record.json").text)["events"] == []
