"""The protocol says everything that people decided: before and after, how much, why, who and when."""

import html
import re

import pytest
from flask.testing import FlaskClient

from rules_core.findings import Observer
from tests.web.support.phone import REVOKE
from tests.web.support.records import DEAL, play
from tests.web.support.site import Site
from webapp.store.models import Table
from webapp.table.keeper import Made
from webapp.table.lines import line_of
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

    def trick(self, *cards: str) -> None:
        """Plays these cards, each by whose turn it is."""
        for card in cards:
            fold = self.site.tables.at(self.table.id).fold
            (seat,) = fold.game.view(fold.state, Observer()).to_act
            self.enter(play(seat, card))

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
        r"tricks Scores before: Ann 9, Ben 4, Cat 4; after: Ann 8, Ben 5, Cat 4. Eva , \d+ \w+ \d{4}, \d\d:\d\d",
        page,
    ), page


def test_a_correction_while_its_hand_lasts_is_told_as_far_as_its_trick_lies_open(at: Ruled) -> None:
    at.enter(DEAL)
    for seat, card in ((1, "7C"), (2, "2C"), (0, "9C"), (0, "3D"), (1, "4D"), (2, "5D"), (2, "2H"), (0, "3H")):
        at.enter(play(seat, card))
    at.enter({"type": "amend", "changes": [{"target": 8, "with": [play(0, "5H")]}], "reason": "misread"}, by="Eva")
    told = "Corrections misread Hand 1, trick 3: Ann played the three of hearts → Ann played the five of hearts"
    assert told in at.page()
    assert later(at) == [{"target": 8, "was": [play(0, "3H")], "with": [play(0, "5H")]}]
    at.trick("4H", "7D")
    assert told in at.page(), "the trick before lies open"
    at.trick("6D", "8D")
    assert "Corrections Hand 1, trick 3, closed for now Eva" in at.page()
    assert later(at) is None


def later(at: Ruled) -> object:
    """What a record says of a correction after its events."""
    told = at.host.get(f"/tables/{at.table.id}/record.json").json["later"]  # type: ignore[index]
    return next(each["event"] for each in told if "event" in each).get("changes")


def test_the_points_of_a_ruling_stay_told_when_they_were_taken_back(at: Ruled) -> None:
    at.enter(DEAL)
    at.enter(TALLY)
    ruling = {"type": "ruling", "event": 1, "text": "One trick less.", "remedy": "adjusted", "by": "Eva"}
    at.enter({"type": "adjust", "points": [-1, 0, 0], "reason": "One trick less."}, ruling, by="Eva")
    said = "Ann −1"
    assert said in at.page().partition("Rulings")[2]
    sent = {"reason": "counted again", "undo": "true", "op": "b" * 16, "seen": "4"}
    answer = at.eva.post(f"/tables/{at.table.id}/rulings/3/reopen", data=sent)
    assert answer.status_code == 303
    page = at.page().partition("Rulings")[2]
    assert said in page
    assert "What it did was taken back." in page


def test_an_adjustment_has_its_amounts_and_who_made_it(at: Ruled) -> None:
    at.enter(DEAL)
    at.enter(TALLY)
    at.enter({"type": "adjust", "points": [0, -2, 1], "reason": "late"}, by="Eva")
    assert re.search(r"Adjustments late Ben −2, Cat \+1 Eva , \d", at.page())
    at.enter({"type": "undo"}, by="Eva")
    assert re.search(r"Ben −2, Cat \+1 Eva , [^·]* · taken back", at.page())


@pytest.mark.parametrize(("reason", "said"), [({"reason": "misdeal"}, ": misdeal"), ({}, "")])
def test_a_void_hand_is_no_adjustment(at: Ruled, reason: dict[str, str], said: str) -> None:
    at.enter(DEAL)
    at.enter({"type": "void-hand", **reason}, by="Eva")
    at.enter({"type": "deal"})
    at.enter(TALLY)
    by_hand = at.page().split("Points by hand")[1].split("Agreed before")[0]
    assert f"Hand 1 was void{said} 1 9 9 tricks" in by_hand
    assert "Adjusted" not in by_hand


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
        "Cat played the two of hearts.",
        "Cat played no club in trick 1 and the five of clubs in trick 2.",
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


def test_what_all_sides_agreed_on_is_signed_by_no_referee(at: Ruled) -> None:
    at.enter(DEAL)
    at.enter(TALLY)
    at.enter({"type": "ruling", "event": 1, "text": "It stands.", "agreed": ["Ann", "Ben", "Cat"]}, by="Eva")
    page = at.page()
    assert re.search(r"It stands\..* Ann, Ben and Cat ,", page), page
    assert re.search(r"Signed Ann Ben Cat Eva \(Referee\) ?$", page), page


def test_an_admitted_breach_stands_in_it(at: Ruled) -> None:
    for raw in (DEAL, *(play(*laid) for laid in REVOKE[:4])):
        at.enter(raw)
    who = Viewer(at.site.device(at.eva), "referee")
    call = {"why": "revoke", "text": "", "pause": False, "by": "Ann", "about": 2}
    noted = {"dispute": 1, "event": 2, "code": "must-follow-suit", "by": "Eva"}
    for kind, body in (("dispute", call), ("admitted", noted)):
        assert isinstance(at.site.tables.add(at.table.id, who, line_of(kind, body)), Made)
    assert re.search(r"Revoke Hand 1, trick 1: Cat played the two of hearts .*\(ODD-7\)", at.page()), at.page()


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
    for kind, body in (("dispute", call), ("requested", asked)):
        assert isinstance(at.site.tables.add(at.table.id, who, line_of(kind, body)), Made)
    page = at.page()
    assert re.search(r"Disputes Ben came late Hand 1: .* Ann , [^·]* · open", page), page
    assert re.search(r"Requests and agreements Ann asks the referee for a change forgot Ann \+3 Ann , \d", page), page
