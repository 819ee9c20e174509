"""The entries of a table in a closed round: two people change them, and both are named."""

import re

import pytest
from flask.testing import FlaskClient

from tests.web.support.api_client import ApiClient
from tests.web.support.german_pages import visible
from tests.web.support.hall import Hall
from tests.web.support.phone import OP as STAMP
from tests.web.support.ruling import call, rule
from tests.web.support.site import Site
from webapp.access.device import COOKIE
from webapp.evening import lines as kinds
from webapp.evening.plan import Kind, Plan
from webapp.referee.amending.draft import Draft
from webapp.services import services_in
from webapp.store.roles import Role
from webapp.table.lines import line_of
from webapp.table.lines.requests import Proposed, Requested

OP = "a" * 16


class Room:
    """A closed round of one table with a phone of the organiser, of a referee and of Ann, who hosts the table."""

    def __init__(self, site: Site, *, referee: bool = True) -> None:
        self.site = site
        self.phones: dict[str, FlaskClient] = {role: site.phone() for role in ("organiser", "referee", "ann")}
        devices = {role: site.device(phone) for role, phone in self.phones.items()}
        plan = Plan(Kind.TOURNAMENT, game="sixes-and-sevens", sizes=(4,), rounds=2)
        self.hall = hall = Hall(services_in(site.app), plan, organiser=devices["organiser"])
        if referee:
            hall.admit(devices["referee"], Role.REFEREE, name="Rita")
        hall.admit(devices["ann"], Role.PLAYER, 1)
        hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
        hall.start()
        self.table = hall.table(1)
        self.prepare()
        assert self.totals == (5, 0, 0, 0)
        hall.add(kinds.Confirmed(1, 1, (5, 0, 0, 0)), kinds.Confirmed(1, 2, (1, 2, 3, 4)), kinds.Ended(1))
        hall.add(kinds.RoundClosed(1))

    def prepare(self) -> None:
        """Brings the table to its totals while its round goes on."""
        self.adjust("referee" if self.hall.now.state.referees else "ann", (5, 0, 0, 0), OP)

    @property
    def totals(self) -> tuple[int, ...]:
        """What the table has come to."""
        return tuple(self.site.tables.at(self.table).fold.state.totals)

    def adjust(self, role: str, points: tuple[int, ...], op: str) -> int:
        """Adjusts the score, or asks for it, as the page does; returns the status."""
        event = {"type": "adjust", "points": list(points), "reason": "Miscounted"}
        typed = {f"points-{side}": str(one) for side, one in enumerate(points)}
        shown = ",".join(map(str, points))
        seq = str(self.site.tables.at(self.table).fold.seq)
        sent = {**typed, "shown": shown, "reason": event["reason"], "op": op, "seen": seq, "ask": "yes"}
        return self.phones[role].post(f"/tables/{self.table}/adjustments", data=sent).status_code

    def sign(self, role: str, number: int = 1, answer: str = "sign", op: str = "b" * 16) -> int:
        """Taps the key of a page."""
        if role == "organiser":
            to = f"/evenings/{self.hall.id}/changes/{self.table}/{number}"
            sent = {"answer": answer, "op": op}
        else:
            to, sent = f"/tables/{self.table}/changes/{number}/answer", {"answer": "allow", "op": "c" * 16}
        return self.phones[role].post(to, data=sent).status_code

    def read(self, role: str, path: str) -> str:
        """Returns what stands on a page."""
        return self.phones[role].get(path).get_data(as_text=True)


def test_what_the_referee_adjusts_waits_for_the_organiser_who_signs_with_one_tap(site: Site) -> None:
    room = Room(site)
    assert room.adjust("referee", (-2, 0, 0, 0), "d" * 16) == 303
    assert room.totals == (5, 0, 0, 0)
    assert "Rita asks to adjust" in room.read("organiser", f"/evenings/{room.hall.id}")
    assert room.sign("organiser", op="b" * 65) == 400, "no key has so many letters"
    assert room.sign("organiser") == 303
    assert room.totals == (3, 0, 0, 0)
    room.hall.tables.follow()
    assert room.hall.now.state.rounds[0].sittings[1].result is not None
    assert room.hall.now.state.rounds[0].sittings[1].result.scores == (3, 0, 0, 0)
    report = room.read("organiser", f"/evenings/{room.hall.id}/incidents")
    assert "Rita and the organiser" in report


def test_pages_of_the_table_name_the_two_who_corrected_it(site: Site) -> None:
    room = Room(site)
    draft = Draft({0: ({"type": "adjust", "points": [3, 0, 0, 0], "reason": "Miscounted"},)})
    sent = {"draft": draft.packed, "reason": "Counted again", "op": "d" * 16, "seen": "1", "ask": "yes"}
    page = f"/tables/{room.table}"
    answer = room.phones["referee"].post(f"{page}/amendments", data=sent)
    assert answer.status_code == 303, visible(answer.text)
    of_organiser = f"/evenings/{room.hall.id}/tables/1?round=1"
    assert "Rita asks to correct 1 entry" in visible(room.read("organiser", of_organiser))
    assert room.sign("organiser") == 303
    assert room.totals == (3, 0, 0, 0)
    assert "Rita and the organiser corrected an earlier entry" in " ".join(visible(room.read("ann", page)).split())
    log = visible(room.read("ann", f"{page}/log"))
    assert "the organiser signs request 1" in log
    assert "the organiser’s phone" in log
    for said in ("the host", "a phone that has left"):
        assert said not in log
    assert "→" not in visible(room.read("ann", f"{page}/changes/1")), "it is made"
    assert "Rita asks" not in visible(room.read("organiser", of_organiser))


def test_a_signature_that_is_sent_again_is_answered_as_the_first_time(site: Site) -> None:
    room = Room(site)
    assert room.adjust("ann", (-2, 0, 0, 0), "d" * 16) == 303
    assert [room.sign("organiser") for _time in range(2)] == [303, 303]
    assert room.totals == (5, 0, 0, 0)
    assert [room.sign("referee") for _time in range(2)] == [303, 303]
    assert room.sign("organiser") == 303, "also when it was made meanwhile"
    assert room.totals == (3, 0, 0, 0)
    assert room.sign("organiser", op="e" * 16) == 409


def test_a_program_signs_for_the_organiser_and_the_standing_names_both(site: Site) -> None:
    room = Room(site)
    room.adjust("referee", (-2, 0, 0, 0), "d" * 16)
    cookie = room.phones["organiser"].get_cookie(COOKIE)
    assert cookie is not None
    program, url = ApiClient(site.app, token=cookie.value), f"/evenings/{room.hall.id}/changes/{room.table}"
    answer = program.post(f"{url}/1", {"answer": "sign"})
    assert (answer.status_code, answer.json) == (200, {"answer": "sign"})
    assert room.totals == (3, 0, 0, 0)
    assert program.post(f"{url}/1", {"answer": "sign"}).status_code == 409
    assert program.post(f"{url}/7", {"answer": "sign"}).status_code == 404
    room.hall.tables.follow()
    assert "Signed by Rita and the organiser." in room.read("organiser", f"/evenings/{room.hall.id}/standing")


class Penalised(Room):
    """The same where Rita has given Ann penalty points before the round was closed."""

    def prepare(self) -> None:
        self.adjust("referee", (7, 0, 0, 0), OP)
        typed = {
            **{f"points-{side}": "0" for side in (1, 2, 3)},
            "points-0": "-2",
            "shown": "-2,0,0,0",
            "reason": "Talks",
            "rule": "GEN-3",
        }
        sent = {"seat": "0", "step": "points", **typed, "op": "e" * 16, "seen": "1"}
        assert self.phones["referee"].post(f"/tables/{self.table}/penalties", data=sent).status_code == 303


def test_what_lifting_a_penalty_gives_back_is_shown_before_two_sign_it(site: Site) -> None:
    room = Penalised(site)
    page = room.read("referee", f"/tables/{room.table}/penalties/1/lift")
    assert re.search(r"5\s+changes to\s+7", visible(page))
    assert room.totals == (5, 0, 0, 0)


def test_a_request_is_kept_in_memory_as_it_is_read_from_the_database(site: Site) -> None:
    room = Room(site)
    typed = {**{f"points-{side}": "0" for side in (1, 2, 3)}, "points-0": "-2", "shown": "-2,0,0,0", "reason": "Talks"}
    sent = {"seat": "0", "step": "points", **typed, "rule": "GEN-3", "op": "e" * 16}
    sent["seen"] = str(site.tables.at(room.table).fold.seq)
    assert room.phones["referee"].post(f"/tables/{room.table}/penalties", data=sent).status_code == 303
    kept, stored = site.tables.at(room.table).desk.lines[-1].says, site.store.desk(room.table)[-1]
    assert isinstance(kept, Requested | Proposed)
    assert kept.lines
    assert kept == line_of(stored.kind, stored.body)


class Ruled(Room):
    """The same where Rita has ruled on a call of Ann before the round was closed."""

    def prepare(self) -> None:
        self.adjust("referee", (3, 0, 0, 0), OP)
        table = self.site.tables.at(self.table).table
        case = call(self.site, table, self.phones["ann"])
        points = {"points-0": "2", "shown": "2,0,0,0"}
        assert rule(self.phones["referee"], table, case, "adjusted", text="Shown.", **points).status_code == 303


@pytest.mark.parametrize("remedy", ["upheld", "stands"])
def test_the_organiser_decides_on_an_appeal_in_a_closed_round(site: Site, remedy: str) -> None:
    room = Ruled(site)
    table = site.tables.at(room.table).table
    url = f"/tables/{room.table}/rulings/{site.tables.at(room.table).fold.seq - 1}/appeal"
    op = STAMP.search(room.read("ann", url))
    assert op is not None
    case = room.phones["ann"].post(url, data={"op": op[1], "seen": "0", "reason": "No"}).location
    assert room.phones["organiser"].post(f"/evenings/{room.hall.id}/tables/1/watch").status_code == 303
    assert rule(room.phones["organiser"], table, case, remedy).status_code == 303
    assert room.totals == (5, 0, 0, 0)
    if remedy == "stands":
        assert room.sign("organiser") == 409, "one phone signs once"
        change = f"/tables/{room.table}/changes/1"
        missing = "Signed by the organiser. Still to sign: a side of the table."
        assert all(missing in room.read(role, change) for role in ("ann", "referee"))
        assert room.sign("referee") == 403, "it is her own ruling"
        assert room.totals == (5, 0, 0, 0)
        assert room.phones["ann"].post(f"{change}/agree", data={"op": "f" * 16, "side": "0"}).status_code == 303
        assert room.totals == (3, 0, 0, 0), "what the ruling did is taken back"
    assert not site.tables.at(room.table).desk.open


def test_a_reopening_that_is_sent_again_leads_to_what_waits_for_the_organiser(site: Site) -> None:
    room = Ruled(site)
    seq = site.tables.at(room.table).fold.seq
    reopen = f"/tables/{room.table}/rulings/{seq - 1}/reopen"
    sent = {"reason": "It was mine", "undo": "true", "op": "d" * 16, "seen": str(seq)}

    def answer() -> tuple[int, str | None]:
        answered = room.phones["referee"].post(reopen, data=sent)
        return answered.status_code, answered.location

    asked = 303, f"/tables/{room.table}/changes/1"
    assert [answer() for _time in range(2)] == [asked, asked]
    assert room.totals == (5, 0, 0, 0)
    assert room.sign("organiser") == 303
    assert room.totals == (3, 0, 0, 0), "what the ruling did is taken back"
    assert answer() == asked, "also when it was made meanwhile"
    assert [line.kind for line in site.store.desk(room.table)].count("reopen") == 1
    sent["op"] = "e" * 16
    assert answer() == (409, None)


def test_a_player_asks_and_both_sign_in_any_order(site: Site) -> None:
    room = Room(site)
    assert room.adjust("ann", (-2, 0, 0, 0), "d" * 16) == 303
    change = f"/tables/{room.table}/changes/1"
    assert "Still to sign: the referee (Rita) and the organiser." in room.read("ann", change)
    assert room.sign("organiser") == 303
    assert room.totals == (5, 0, 0, 0)
    assert "Signed by the organiser. Still to sign: the referee (Rita)." in room.read("ann", change)
    assert room.sign("referee") == 303
    assert room.totals == (3, 0, 0, 0)


def test_without_a_referee_who_asks_and_the_organiser_change_it(site: Site) -> None:
    room = Room(site, referee=False)
    assert room.adjust("ann", (-2, 0, 0, 0), "d" * 16) == 303
    assert room.totals == (5, 0, 0, 0)
    assert room.sign("organiser") == 303
    assert room.totals == (3, 0, 0, 0)


def test_the_organiser_refuses_and_nothing_changes(site: Site) -> None:
    room = Room(site)
    room.adjust("referee", (-2, 0, 0, 0), "d" * 16)
    assert room.sign("organiser", answer="decline") == 303
    assert room.sign("organiser") == 409
    assert room.totals == (5, 0, 0, 0)


def test_when_it_is_final_nothing_is_asked_for(site: Site) -> None:
    room = Room(site)
    room.hall.seat((1, 6, 3, 4), (5, 2, 7, 8))
    room.adjust("referee", (-2, 0, 0, 0), "d" * 16)
    evening = f"/evenings/{room.hall.id}"
    assert 'value="sign"' in room.read("organiser", evening)
    assert 'data-may="adjust amend"' in room.read("ann", f"/tables/{room.table}"), "what its menu asks for"
    room.hall.add(kinds.Ended(2))
    ann_reads = room.read("ann", f"/tables/{room.table}")
    assert 'data-may=""' in ann_reads
    assert "Propose it to all" not in ann_reads
    page = room.read("organiser", evening)
    assert ('value="sign"' in page, 'value="decline"' in page) == (False, True)
    assert re.search('<p class="err">[^<]* final', page)
    assert room.sign("organiser") == 409
    assert room.adjust("referee", (-1, 0, 0, 0), "e" * 16) in (409, 422)
    assert room.totals == (5, 0, 0, 0)
    room.hall.add(kinds.PeriodReopened(1, 10))
    assert room.sign("organiser", op="f" * 16) == 303
    assert room.totals == (3, 0, 0, 0)
