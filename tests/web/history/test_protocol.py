"""The protocol says everything that people decided: before and after, how much, why, who and when."""

import html
import re

import pytest
from flask.testing import FlaskClient

from tests.web.support.phone import REVOKE
from tests.web.support.records import DEAL, play
from tests.web.support.site import Site
from webapp.store.desk_kinds import DeskKind
from webapp.store.models import Table
from webapp.table.play import Made
from webapp.table.viewer import Viewer

TALLY = {"type": "tally", "tricks": [9, 4, 4]}
TAKEN_BACK = {
    "type": "ruling",
    "event": 2,
    "text": "Played again.",
    "remedy": "taken-back",
    "by": "Eva",
    "rule": "ODD-7",
}


class Ruled:
    """A table of Ann, Ben and Cat with Eva as its referee."""

    def __init__(self, site: Site, host: FlaskClient) -> None:
        self.site, self.host = site, host
        self.table: Table = site.open_table(host)
        self.ann = site.seat(self.table, 0)
        self.eva = site.referee(self.table)
        self._entries = 0

    def enter(self, *raws: object, by: str = "host", desk: object = ()) -> None:
        phones = {"host": (self.host, "host", None), "Eva": (self.eva, "referee", None), "Ann": (self.ann, "player", 0)}
        phone, role, seat = phones[by]
        self._entries += 1
        who = Viewer(self.site.device(phone), role, seat)  # type: ignore[arg-type]
        made = self.site.make(self.table.id, who, *raws, op=f"{self._entries:016}", desk=desk)  # type: ignore[arg-type]
        assert isinstance(made, Made), made

    def page(self, path: str = "/protocol") -> str:
        """Returns what a page reads, in one line."""
        text = self.host.get(f"/tables/{self.table.id}{path}").text
        return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text.split("<main")[1])))


@pytest.fixture
def at(site: Site, host: FlaskClient) -> Ruled:
    return Ruled(site, host)


def test_a_correction_has_what_stood_before_and_after_why_who_and_when(at: Ruled) -> None:
    at.enter(DEAL)
    at.enter(TALLY)
    changed = {**TALLY, "tricks": [8, 5, 4]}
    at.enter({"type": "amend", "changes": [{"target": 1, "with": [changed]}], "reason": "counted again"}, by="Eva")
    page = at.page()
    assert re.search(
        r"Corrections counted again Hand 1: The hand was entered as 9, 4, 4 tricks → The hand was entered as 8, 5, 4 "
        r"tricks Eva , \d+ \w+ \d{4}, \d\d:\d\d",
        page,
    ), page


def test_an_adjustment_has_its_amounts_and_who_made_it(at: Ruled) -> None:
    at.enter(DEAL)
    at.enter(TALLY)
    at.enter({"type": "adjust", "points": [0, -2, 1], "reason": "late"}, by="Eva")
    assert re.search(r"Adjustments late Ben −2, Cat \+1 Eva , \d", at.page())
    at.enter({"type": "undo"}, by="Eva")
    assert re.search(r"Ben −2, Cat \+1 Eva , [^·]* · taken back", at.page())


def taken_back(at: Ruled) -> None:
    """Cat's revoke is proven, and Eva takes play back to it."""
    for raw in (DEAL, *(play(*laid) for laid in REVOKE)):
        at.enter(raw)
    back = {"type": "amend", "changes": [{"target": place, "with": []} for place in range(2, 7)], "reason": "revoke"}
    at.enter(back, TAKEN_BACK, by="Eva")


@pytest.mark.parametrize("path", ["/protocol", "/desk"])
def test_the_proof_of_a_revoke_stays_when_play_was_taken_back(at: Ruled, path: str) -> None:
    taken_back(at)
    page = at.page(path)
    for said in (
        "Cat played Two of hearts.",
        "Cat played no club in trick 1 and the five of clubs in trick 2. (ODD-7)",
    ):
        assert said in page, page


def test_the_fingerprint_covers_the_proof_while_the_hand_lasts(at: Ruled) -> None:
    before = re.search(r"[0-9a-f]{64}", at.page())
    taken_back(at)
    later = at.host.get(f"/tables/{at.table.id}/record.json").json["later"]  # type: ignore[index]
    told = [line for line in later if line.get("proof")]
    assert [line["proof"] for line in told] == [{"seat": 2, "cards": ["2H", "5C"]}]
    assert before
    assert before[0] not in at.page()


def test_sides_and_the_referee_sign_it(at: Ruled) -> None:
    at.enter(DEAL)
    at.enter(TALLY)
    assert re.search(r"Signed Ann Ben Cat Eva \(Referee\)", at.page())


def test_an_admitted_breach_stands_in_it(at: Ruled) -> None:
    for raw in (DEAL, *(play(*laid) for laid in REVOKE[:4])):
        at.enter(raw)
    who = Viewer(at.site.device(at.eva), "referee")
    call = {"why": "revoke", "text": "", "pause": False, "by": "Ann", "about": 2}
    noted = {"dispute": 1, "event": 2, "code": "must-follow-suit", "by": "Eva"}
    for kind, body in ((DeskKind.DISPUTE, call), (DeskKind.ADMITTED, noted)):
        assert isinstance(at.site.play.note(at.table.id, who, kind, body), Made)
    assert re.search(r"Revoke Hand 1, trick 1: Cat played Two of hearts .*\(ODD-7\)", at.page()), at.page()


def test_a_dispute_and_what_was_asked_for_stand_in_it(at: Ruled) -> None:
    at.enter(DEAL)
    at.enter(TALLY)
    who = Viewer(at.site.device(at.ann), "player", 0)
    call = {"why": "other", "text": "Ben came late", "pause": False, "by": "Ann", "about": 1}
    asked = {
        "by": "Ann",
        "why": "forgot",
        "hand": 1,
        "entries": [{"type": "adjust", "points": [3, 0, 0], "reason": "?"}],
    }
    for kind, body in ((DeskKind.DISPUTE, call), (DeskKind.REQUESTED, asked)):
        assert isinstance(at.site.play.note(at.table.id, who, kind, body), Made)
    page = at.page()
    assert re.search(r"Disputes Ben came late Hand 1: .* Ann , [^·]* · open", page), page
    assert re.search(r"Requests and agreements Ann asks the referee for a change forgot Ann \+3 Ann , \d", page), page
