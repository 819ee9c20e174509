"""The desk of a table: what its lines come to, who may add which, and that they stand together with their entry."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.cases import each
from tests.web.support.desk_lines import At, code, ruling
from tests.web.support.site import Site
from webapp.http.limits import MOST_OPEN_DISPUTES
from webapp.journal.lines import At as Moment
from webapp.store.errors import SeqTaken
from webapp.store.models import DeskLine
from webapp.store.roles import Role
from webapp.table import judging
from webapp.table.desk import Desk
from webapp.table.keeper import Made, TableKeeper
from webapp.table.lines import KINDS, desk_of, line_in_file, line_of
from webapp.table.lines.matters import Ruled
from webapp.table.viewer import Viewer

pytestmark = pytest.mark.both_databases

DISPUTE = {"about": 1, "why": "revoke", "text": "There was a heart", "by": "Ann", "pause": True}


@pytest.fixture
def at(site: Site) -> At:
    return At(site)


def test_a_dispute_is_open_until_it_is_ruled_and_again_when_that_is_reopened(at: At) -> None:
    at.note("dispute", **DISPUTE)
    (dispute,) = at.desk.open
    assert (dispute.number, dispute.about, dispute.hand, dispute.why, dispute.by) == (1, 1, None, "revoke", "Ann")
    assert (dispute.device_id, dispute.seq) == (at.host.device_id, 2)
    assert isinstance(at.enter(ruling(), who=at.all_sides, desk=[Ruled(1)]), Made)
    assert (at.desk.open, at.desk.disputes[0].rulings) == ((), (2,))
    assert at.desk.of_ruling(2) == at.desk.disputes[0]
    assert isinstance(at.note("reopen", ruling=2), Made)
    assert ([d.number for d in at.desk.open], at.desk.reopened) == ([1], {2})
    assert code(at.note("reopen", ruling=2)) == "not-settled"
    assert isinstance(at.enter(ruling(), who=at.all_sides, desk=[Ruled(1)]), Made)
    assert at.desk.disputes[0].rulings == (2, 3)


def test_a_ruling_that_is_refused_leaves_its_dispute_open(at: At) -> None:
    at.note("dispute", **DISPUTE)
    assert code(at.enter(ruling(event=99), who=at.all_sides, desk=[Ruled(1)])) == "bad-value"
    assert code(at.enter(ruling(), who=at.all_sides, desk=[Ruled(2)])) == "not-open"
    assert [d.number for d in at.desk.open] == [1]
    assert len(at.site.store.events(at.table.id)) == 2
    assert [line.kind for line in at.site.store.desk(at.table.id)] == ["dispute"]


def test_only_who_opened_a_dispute_withdraws_it_and_once(at: At) -> None:
    at.note("dispute", **DISPUTE)
    assert code(at.note("withdraw", who=at.referee(), dispute=1)) == "not-yours"
    assert isinstance(at.note("withdraw", dispute=1), Made)
    assert at.desk.disputes[0].withdrawn
    assert at.desk.open == ()
    assert code(at.note("withdraw", dispute=1)) == "not-open"
    assert code(at.enter(ruling(), who=at.referee(), desk=[Ruled(1)])) == "not-open"


def test_while_the_table_pauses_only_rulings_and_the_referee_go_on(at: At) -> None:
    play = {"type": "play", "seat": 2, "card": "3C"}
    assert code(at.note("pause")) == "not-open", "nothing to wait for"
    at.note("dispute", **DISPUTE)
    assert at.desk.paused
    assert code(at.enter(play)) == "paused"
    at.note("resume")
    assert isinstance(at.enter(play), Made)
    at.note("pause")
    assert code(at.enter({"type": "undo"})) == "paused"
    assert isinstance(at.enter({"type": "undo"}, who=at.referee()), Made)


def test_a_seat_that_changes_hands_has_its_hand_withdrawn_also_in_a_pause(at: At) -> None:
    ben = at.site.phone()
    at.site.seat(at.table, 1, ben)
    held = ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "TC", "JC", "QC", "KC", "AC", "2D", "3D", "4D", "5D"]
    (grant,) = [grant for grant in at.site.store.grants(at.table.id) if grant.seat == 1]
    assert isinstance(at.enter({"type": "hand", "seat": 1, "cards": held}, who=grant), Made)
    at.note("dispute", **DISPUTE)
    at.site.store.free_seat(at.table.id, 1)
    at.tables.refresh(at.table.id)
    assert at.tables.at(at.table.id).fold.state.hand.declared[1] is None


def test_a_pause_ends_with_the_last_open_dispute(at: At) -> None:
    at.note("dispute", **DISPUTE)
    at.note("dispute", **{**DISPUTE, "pause": False})
    assert at.desk.paused, "the second one does not end the pause of the first"
    adjust = {"type": "adjust", "points": [1, 0, 0], "reason": "Revoke"}
    assert isinstance(at.enter(adjust, ruling(remedy="adjusted"), who=at.all_sides, desk=[Ruled(1)]), Made)
    assert at.desk.paused
    at.note("withdraw", dispute=2)
    assert not at.desk.paused
    at.note("dispute", **{**DISPUTE, "pause": False})
    assert not at.desk.paused, "an old pause does not come back with a new dispute"
    at.note("reopen", ruling=3)
    assert not at.desk.paused, "nor with one that is reopened"


def test_all_sides_rule_until_a_referee_is_there(at: At) -> None:
    assert code(at.enter(ruling())) == "ask-all"
    assert isinstance(at.enter(ruling(), who=at.all_sides), Made)
    referee = at.referee()
    for who in (at.host, at.all_sides):
        assert code(at.enter(ruling(), who=who)) == "not-referee"
    assert isinstance(at.enter(ruling(), who=referee), Made)


def test_nobody_signs_with_the_name_of_another(at: At) -> None:
    at.site.seat(at.table, 1)
    (ben,) = [grant for grant in at.site.store.grants(at.table.id) if grant.seat == 1]
    assert code(at.enter(ruling(by="Cat"), who=ben)) == "bad-value"
    put_in = {"target": 1, "with": [{"type": "play", "seat": 1, "card": "9C"}, {**ruling(event=0), "by": "Cat"}]}
    assert code(at.enter({"type": "amend", "changes": [put_in]}, who=ben)) == "bad-value"
    assert code(at.enter(ruling(by="Ann"))) == "bad-value", "the host sits nowhere"
    assert code(at.enter(ruling(by="Ben"), who=ben)) == "ask-all"


def test_a_ruling_and_its_adjustment_are_not_taken_back_by_players(at: At) -> None:
    at.enter({"type": "adjust", "points": [0, 1, 0], "reason": "Agreed"})
    adjust = {"type": "adjust", "points": [1, 0, 0], "reason": "Revoke"}
    at.enter(adjust, ruling(remedy="adjusted"), who=at.all_sides)
    assert code(at.enter({"type": "undo"})) == "ruled"
    for target, why in ((3, "ask-all"), (4, "ruled")):
        assert code(at.enter({"type": "amend", "changes": [{"target": target, "with": []}]})) == why
    agreed = {"type": "amend", "changes": [{"target": 2, "with": []}]}
    assert isinstance(at.enter(agreed), Made), "what no ruling decided"


def test_a_referee_erases_no_ruling_but_may_change_what_was_done_with_it(at: At) -> None:
    eva = at.referee()
    at.enter({"type": "adjust", "points": [1, 0, 0], "reason": "Revoke"}, ruling(remedy="adjusted"), who=eva)
    gone = {"target": 3, "with": []}
    assert code(at.enter({"type": "undo"}, who=eva)) == "ruled"
    assert code(at.enter({"type": "amend", "changes": [gone]}, who=eva)) == "ruled"
    other = {"target": 3, "with": [ruling(text="otherwise")]}
    assert code(at.enter({"type": "amend", "changes": [other]}, who=eva)) == "ruled"
    beside = {"target": 3, "with": [ruling(remedy="adjusted"), {"type": "adjust", "points": [0, 1, 0], "reason": "x"}]}
    assert isinstance(at.enter({"type": "amend", "changes": [{"target": 2, "with": []}, beside]}, who=eva), Made)
    assert at.tables.at(at.table.id).fold.state.totals == (0, 1, 0)


def test_a_desk_has_so_many_lines_and_what_has_begun_can_still_end(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "MOST_DESK_LINES", 2)
    for _ in range(2):
        at.note("dispute", **DISPUTE)
    assert code(at.note("dispute", **DISPUTE)) == "table-full"
    assert code(at.note("pause")) == "table-full"
    assert isinstance(at.note("resume"), Made)
    assert isinstance(at.note("withdraw", dispute=1), Made)


def test_disputes_are_limited(at: At) -> None:
    for _dispute in range(MOST_OPEN_DISPUTES):
        assert isinstance(at.note("dispute", **DISPUTE), Made)
    assert code(at.note("dispute", **DISPUTE)) == "too-many-disputes"
    assert code(at.note("withdraw", dispute=MOST_OPEN_DISPUTES + 1)) == "not-open"
    at.note("withdraw", dispute=3)
    assert isinstance(at.note("dispute", **DISPUTE), Made)


def test_the_desk_is_the_same_after_a_restart(at: At) -> None:
    at.note("dispute", **DISPUTE)
    at.enter(ruling(), who=at.all_sides, desk=[Ruled(1)])
    at.note("reopen", ruling=2)
    again = TableKeeper(at.site.store, at.site.hub).at(at.table.id).desk
    assert again == desk_of(at.site.store.desk(at.table.id))
    assert (again.disputes, again.reopened, again.paused) == (at.desk.disputes, at.desk.reopened, at.desk.paused)


def test_an_unknown_line_changes_nothing(at: At) -> None:
    line = DeskLine(table_id=1, seq=0, kind="referee", body={"name": "Eva"})
    assert desk_of([line]).disputes == ()
    assert desk_of([line]).lines[0].body == line.body


def test_a_phone_agrees_for_one_side_also_where_two_answers_meet(at: At) -> None:
    at.note("proposed", entries=[], why="", by="Ann")
    ben = Viewer(at.site.device(at.site.phone()), "player", seat=1)
    assert isinstance(at.note("agreed", who=ben, request=1, side=1, by="Ben"), Made)
    assert code(at.note("agreed", who=replace(ben, seat=2), request=1, side=2, by="Cat")) == "agreed-before"
    assert code(at.note("agreed", request=1, side=1, by="Ben", asked=True)) == "agreed-before"
    assert isinstance(at.note("agreed", request=1, side=2, by="Cat", asked=True), Made)


@each("kind", sorted(KINDS))
def test_a_watcher_adds_no_line_but_that_a_backup_was_put_back(kind: str) -> None:
    numbers = dict.fromkeys(("dispute", "request", "side", "penalty", "ruling", "event", "seat", "seen", "from"), 1)
    texts = {"why": "", "text": "", "by": "Ann", "code": "", "name": "", "step": "warning", "reason": "", "rule": ""}
    line = line_of(kind, {**numbers, **texts, "places": [], "events": 1, "fingerprint": "", "role": "organiser"})
    assert line.allowed(Viewer(1, Role.WATCHER), Desk()) == (kind == "put-back")


@each("kind", ["penalty", "revoked", "allowed", "denied"])
def test_what_a_referee_does_no_player_adds(at: At, kind: str) -> None:
    body = {"seat": 1, "step": "warning", "reason": "late", "rule": "GEN-3", "by": "Ann", "penalty": 1, "why": "no"}
    assert code(at.note(kind, **body, request=1)) == "not-referee"


def test_what_stands_in_the_database_is_believed_and_of_a_file_refused() -> None:
    said = {"seat": 1, "step": "points", "reason": "late", "rule": "NO-SUCH-RULE", "by": "Ann", "points": [0, -50]}
    desk = desk_of([DeskLine(table_id=1, seq=0, kind="penalty", body=said)])
    assert (desk.penalties[0].rule, desk.penalties[0].points, desk.lines[0].body) == (
        "NO-SUCH-RULE",
        (0, -50),
        {**said, "points": (0, -50)},
    )
    with pytest.raises(ValueError, match="rule"):
        line_in_file("penalty", said)
    with pytest.raises(ValueError, match="let-in"):
        line_in_file("let-in", {"name": "Ann"})


def test_a_record_of_a_record_that_knew_all_times_knows_them_still() -> None:
    opened = line_in_file("opened", {"events": 3, "fingerprint": "0" * 64, "untimed": 0, "written": "elsewhere"})
    assert Desk().after(opened, Moment(3, datetime.now(UTC), None)).knows_time(0)


def test_a_line_that_others_always_overtake_is_not_said_to_stand(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    def overtaken(*_line: Any) -> int:
        raise SeqTaken

    monkeypatch.setattr(at.site.store, "add_to_desk", overtaken)
    assert code(at.note("dispute", **DISPUTE)) == "moved-on"
    assert not at.desk.disputes
