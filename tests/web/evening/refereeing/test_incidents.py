"""Incidents of an evening: what was called, decided and corrected at any table, once, with totals before and after."""

import csv
import io
import re
import zipfile
from html import escape, unescape
from itertools import dropwhile, takewhile
from typing import Any

import pytest

from rules_core import replay
from tests.web.support.evening_desks import Desks
from tests.web.support.site import Site
from webapp.evening import lines as kinds
from webapp.evening.refereeing.table_incidents import Effect, Incident
from webapp.store.models import CasePhoto, utc_now
from webapp.store.roles import Role
from webapp.table.keeper import Made
from webapp.table.lines import line_of
from webapp.table.lines.matters import Ruled
from webapp.table.viewer import Viewer

DEAL = {"type": "deal", "dealer": 0}
TALLY = {"type": "tally", "tricks": [5, 4, 2, 2]}
COUNTED = {**TALLY, "tricks": [4, 5, 2, 2]}


class Night(Desks):
    """Two tables at which much has happened."""

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self._ops = 0
        for number in (1, 2):
            self.enter(number, DEAL)
            self.enter(number, TALLY)
        self.call(1, "Ben came late")
        ruling = {"type": "ruling", "event": 1, "text": "One for Ann.", "remedy": "adjusted", "by": "Otto"}
        adjust = {"type": "adjust", "points": [1, 0, 0, 0], "reason": "One for Ann."}
        self.enter(1, adjust, {**ruling, "rule": "GEN-1"}, desk=[Ruled(1)])
        self.call(1, "Who deals?", by="Cat")
        amend = {"type": "amend", "changes": [{"target": 1, "with": [COUNTED]}], "reason": "counted again"}
        self.enter(2, amend)
        self.note(2, "penalty", {"seat": 1, "step": "warning", "reason": "Talks", "rule": "GEN-3", "by": "Karin"})
        self.note(2, "revoked", {"penalty": 1, "why": "It was his neighbour", "by": "Karin"})
        wanted = {"type": "adjust", "points": [0, 0, 3, 0], "reason": "?"}
        self.note(2, "requested", {"by": "Gus", "why": "forgot", "entries": [wanted]})
        self.note(2, "denied", {"request": 1, "by": "Karin", "why": "No"})
        karin = self.viewers["Karin"]
        self.hall.add(kinds.Penalised(8, "caution", "Phone rang", "GEN-3", "Karin"), who=karin)
        self.deputy = site.phone()
        self.hall.admit(site.device(self.deputy), Role.DEPUTY, name="Dora")

    def enter(self, number: int, *raws: Any, desk: Any = ()) -> None:
        self._ops += 1
        who = Viewer(self.viewers["Otto"].device_id, Role.REFEREE)
        if raws[0]["type"] in ("deal", "tally"):
            who = Viewer(self.host, Role.HOST, 0)
        made = self.site.make(self.hall.table(number), who, *raws, op=f"{self._ops:016}", desk=desk)
        assert isinstance(made, Made), made

    def sent(self, ending: str) -> bytes:
        answer = self.deputy.get(f"/evenings/{self.hall.id}/incidents{ending}")
        assert answer.status_code == 200
        return answer.data

    @property
    def lines(self) -> list[dict[str, str]]:
        """The lines of the incidents; how long calls waited stands below them."""
        head, *lines = takewhile(any, csv.reader(io.StringIO(self.sent(".csv").decode("utf-8-sig"))))
        return [dict(zip(head, line, strict=True)) for line in lines]


@pytest.fixture
def night(site: Site) -> Night:
    return Night(site)


def test_every_incident_is_a_line_with_table_players_rule_and_by_whom(night: Night) -> None:
    told = [(line["Table"], line["What"], line["Rule"], line["By whom"]) for line in night.lines]
    assert sorted(told) == [
        ("", "Penalty", "GEN-3", "Karin"),
        ("1", "Call", "", "Cat"),
        ("1", "Ruling", "GEN-1", "Otto"),
        ("2", "Correction", "", "Otto"),
        ("2", "Penalty", "GEN-3", "Karin"),
        ("2", "Request", "", "Karin"),
    ]


def _line(night: Night, **wanted: str) -> dict[str, str]:
    return next(line for line in night.lines if all(line[name] == value for name, value in wanted.items()))


def test_a_ruling_says_what_was_asked_and_the_totals_before_and_after(night: Night) -> None:
    line = _line(night, What="Ruling")
    assert line["What happened"] == "Ann asks for a ruling: Ben came late."
    assert line["Decision"] == "The score was adjusted. One for Ann."
    assert (line["Where"], line["Totals"], line["Players"]) == ("Round 1, Hand 1", "Ann 5 → 6", "Ann")


def test_a_ruling_that_was_reopened_counts_as_long_as_its_points_are_kept(night: Night) -> None:
    sums = re.compile(r"<dt>Scores changed</dt>\s*<dd[^>]*>(\d+)")
    assert sums.findall(night.sent("").decode()) == ["2"]
    night.note(1, "reopen", {"ruling": 3, "why": "Heard wrong", "by": "Otto", "undo": False})
    told = _line(night, What="Ruling")["What became of it"]
    assert told.startswith("Reopened by Otto: Heard wrong. What it changed stays until a new ruling changes it")
    page = night.sent("").decode()
    assert sums.findall(page) == ["2"]
    assert "incident again" not in page.partition("Table 2")[0], "its points are not struck out"
    night.enter(1, {"type": "amend", "changes": [{"target": 2, "with": []}], "reason": "counted wrong"})
    assert "stays" not in _line(night, What="Ruling")["What became of it"]


def test_a_request_is_one_line_with_its_answer(night: Night) -> None:
    line = _line(night, What="Request")
    assert (line["Players"], line["What happened"]) == ("Gus", "Gus asks to adjust: Gus +3. forgot.")
    assert line["Decision"] == "Karin refused it. No."


def test_a_request_to_correct_says_before_and_after_as_plain_text(night: Night) -> None:
    night.enter(1, {"type": "deal", "dealer": 1})
    night.enter(1, {"type": "play", "seat": 2, "card": "QH"})
    wrong = {"type": "amend", "changes": [{"target": 5, "with": [{"type": "play", "seat": 2, "card": "KH"}]}]}
    night.note(1, "requested", {"by": "Cat", "why": "", "entries": [wrong]})
    told = _line(night, What="Request", Table="1")["What happened"]
    assert "Cat asks to correct 1 entry" in told
    assert "Cat played the queen of hearts → Cat played the king of hearts" in told
    assert "&lt;" not in night.sent("").decode(), "no tag is shown as text"


def test_a_correction_says_before_and_after_of_entry_and_totals(night: Night) -> None:
    line = _line(night, What="Correction")
    assert "5, 4, 2, 2 tricks → The hand was entered as 4, 5, 2, 2 tricks" in line["What happened"]
    assert (line["Decision"], line["Totals"]) == ("counted again", "Eva 5 → 4, Fay 4 → 5")
    assert line["Players"] == "Eva, Fay"


def test_a_correction_before_a_ruling_that_only_says_something_is_told(night: Night) -> None:
    night.enter(2, {"type": "ruling", "event": 2, "text": "So it stays.", "rule": "GEN-1", "by": "Otto"})
    assert [line["Decision"] for line in night.lines if line["What"] == "Correction"] == ["counted again"]


def test_a_result_that_was_typed_anew_says_before_and_after_and_who_typed_it(site: Site) -> None:
    night = Desks(site)
    first, second, third = (4, 26, 13, 9), (26, 4, 13, 9), (4, 4, 18, 26)
    night.hall.add(kinds.Confirmed(1, 1, first))
    night.hall.add(kinds.Rejected(1, 1))
    night.hall.add(kinds.Confirmed(1, 1, second))
    night.hall.add(kinds.Confirmed(1, 2, third))
    deputy = site.phone()
    night.hall.admit(site.device(deputy), Role.DEPUTY, name="Dora")

    def told() -> list[list[str]]:
        page = deputy.get(f"/evenings/{night.hall.id}/incidents.csv").data.decode("utf-8-sig")
        return list(takewhile(any, csv.reader(io.StringIO(page))))[1:]

    (line,) = told()
    assert line[1:] == [
        *("1", "Round 1", "Ann, Ben, Cat, Dan", "Correction"),
        "The result that counted was taken out, and another one came in.",
        *("", "", "The organiser", "Ann 4 → 26, Ben 26 → 4", ""),
    ]
    night.hall.add(kinds.Rejected(1, 2))
    assert told()[1][5:] == [
        "The result that counted was taken out, and none came in.",
        *("", "It was: Eva 4, Fay 4, Gus 18, Ida 26", "The organiser", "", ""),
    ]
    night.hall.add(kinds.Confirmed(1, 2, third))
    assert told() == [line], "the same again is no correction"


def test_a_penalty_that_was_lifted_says_by_whom_why_and_when(night: Night) -> None:
    lifted = _line(night, What="Penalty", Players="Fay")
    assert re.fullmatch(r"Lifted by Karin: It was his neighbour · .+, \d\d:\d\d\.", lifted["What became of it"])
    assert _line(night, What="Penalty", Players="Ida")["What happened"] == "Phone rang"


def test_what_was_lifted_is_struck_out_by_player_as_well(night: Night) -> None:
    players = night.sent("").decode().partition("By player")[2]
    struck = [
        " ".join(re.sub(r"<[^>]+>", " ", said).split()) for said in re.findall(r"<s>(.*?)</s>", players, re.DOTALL)
    ]
    assert struck == ["Penalty, Table 2, Round 1"], "Fay's, and not Ida's, which holds"


def test_the_page_stands_by_table_and_by_player_and_says_how_long_calls_waited(night: Night) -> None:
    page = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", unescape(night.sent("").decode()).partition("<main")[2]))
    assert page.index("Table 1") < page.index("One for Ann.") < page.index("Table 2") < page.index("counted again")
    players = page.partition("By player")[2]
    assert players.index("Ann Ruling") < players.index("Eva Correction") < players.index("Ida Penalty")
    assert "1 call of the referee. They waited 1 minute on average." in page


def test_a_call_that_was_withdrawn_waited_for_no_referee(night: Night) -> None:
    ann, table = Viewer(night.host, Role.HOST, 0), night.hall.table(1)
    asked = {"about": None, "why": "score", "text": "", "pause": False, "by": "Ann"}
    for kind, body in (("dispute", asked), ("withdraw", {"dispute": 3})):
        assert isinstance(night.site.tables.add(table, ann, line_of(kind, body)), Made)
    text = io.StringIO(night.sent(".csv").decode("utf-8-sig"))
    waited = [(line[0], line[1]) for line in dropwhile(lambda line: line[:1] != ["Referee"], csv.reader(text))]
    assert waited == [("Referee", "Calls"), ("Otto", "1"), ("The whole evening", "2")]


def test_only_who_may_see_a_table_is_led_there(night: Night) -> None:
    table = night.hall.table(1)
    assert f"/tables/{table}/rulings#" not in night.sent("").decode()
    page = night.phones["Karin"].get(f"/evenings/{night.hall.id}/incidents").text
    assert f"/tables/{table}/rulings#entry-3" in page


def test_the_workbook_has_the_same_lines(night: Night) -> None:
    with zipfile.ZipFile(io.BytesIO(night.sent(".xlsx"))) as book:
        sheet = book.read("xl/worksheets/sheet1.xml").decode()
    for words in ("Until somebody came", "Until it was settled", "The whole evening"):
        assert words in sheet
    for line in night.lines:
        assert all(escape(line[name]) in sheet for name in ("What happened", "Totals", "By whom"))


def test_what_is_closed_stays_so_until_its_hand_is_over(night: Night) -> None:
    night.enter(1, {"type": "deal", "dealer": 1})
    who = Viewer(night.viewers["Otto"].device_id, Role.REFEREE)
    fold = night.site.tables.at(night.hall.table(1)).fold
    for at, card in enumerate(("7C", "2C", "9C", "3C", "3D", "4D", "5D", "6D", "2H", "3H", "4H", "5H")):
        (seat,) = fold.game.to_act(fold.state)
        made = night.site.make(
            night.hall.table(1), who, {"type": "play", "seat": seat, "card": card}, op=f"card-{at:012}"
        )
        assert isinstance(made, Made), made
        fold = made.now.fold
    place = fold.seq - 12
    seat = next(node.event.seat for node in replay.nodes(fold) if node.index == place)  # type: ignore[attr-defined]
    changed = {"type": "play", "seat": seat, "card": "8C"}
    amend = {"type": "amend", "changes": [{"target": place, "with": [changed]}], "reason": "misread the eight"}
    assert isinstance(night.site.make(night.hall.table(1), who, amend, op="amend-closed-0"), Made)
    page = night.phones["Otto"].get(f"/evenings/{night.hall.id}/incidents").text
    assert "closed for now" in page
    assert "misread the eight" not in page
    assert not re.search("(8|eight) of clubs", page)


def test_a_ruling_tells_of_the_photos_that_are_kept_with_its_case(night: Night) -> None:
    table = night.hall.table(1)
    for case, op in (("dispute-1", "a"), ("dispute-1", "b"), ("dispute-2", "c")):
        row = {"case_code": case, "device_id": night.host, "photo": b"jpeg", "seq": 1, "op": op}
        assert night.site.store.keep_photo(CasePhoto(table_id=table, **row))
    assert "2 photos are kept with it." in _line(night, What="Ruling")["What happened"]
    assert "1 photo is kept with it." in _line(night, What="Call")["What happened"]
    assert "kept" not in _line(night, What="Correction")["What happened"]
    pages = (who.get(f"/evenings/{night.hall.id}/incidents").text for who in (night.deputy, night.phones["Otto"]))
    assert [page.count('class="kept"') for page in pages] == [0, 3], "a deputy looks at no table"


def test_what_changed_for_a_player_is_told_of_that_one_alone() -> None:
    effect = (Effect(("Ann",), "Ann 3 → 5"), Effect(("Ann Lee", "Bo"), "Ann Lee and Bo 1 → 2"))
    told = Incident(utc_now(), 1, "", (), "", "", "", "", effect=effect)
    assert (told.effect_on("Ann"), told.effect_on("Bo")) == (["Ann 3 → 5"], ["Ann Lee and Bo 1 → 2"])
    assert told.effect_on("Cat") == [one.said for one in effect]


def test_each_player_of_a_table_reads_the_own_total(night: Night) -> None:
    page = night.sent("").decode()
    by_player = dict(re.findall(r'<dt dir="auto">(\w+)</dt>(.*?)</div>', page, re.DOTALL))
    corrected = {name: re.findall(r"\w+ \d+ → \d+", said) for name, said in by_player.items()}
    assert corrected == {"Ann": ["Ann 5 → 6"], "Eva": ["Eva 5 → 4"], "Fay": ["Fay 4 → 5"], "Gus": [], "Ida": []}
