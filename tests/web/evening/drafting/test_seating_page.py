"""The seating of a round: drawn, changed by hand with a warning, published; changed until it is played."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine
from werkzeug.test import TestResponse

from tests.web.support.hall import EIGHT, Hall
from tests.web.support.html_forms import Form
from tests.web.support.site import Site
from webapp.access.device import COOKIE
from webapp.evening import lines as kinds
from webapp.evening.drafting import seating
from webapp.evening.lines import EveningRefusal
from webapp.evening.plan import Kind, Plan, Seating
from webapp.services import services_in
from webapp.store.roles import Role
from webapp.table.keeper import Made
from webapp.table.viewer import Viewer


class Draft:
    """The page of a seating at the phone of the organiser, and what its form holds."""

    def __init__(self, site: Site, names: tuple[str, ...] = EIGHT, **plan: Any) -> None:
        self.site, self.phone = site, site.phone()
        given = {"sizes": (4, 3), "rounds": 3, "seating": Seating.EVERYBODY, **plan}
        self.hall = Hall(
            services_in(site.app),
            Plan(Kind.TOURNAMENT, game="sixes-and-sevens", **given),
            names,
            organiser=site.device(self.phone),
        )
        self.page = ""

    def open(self) -> "Draft":
        """Opens the page anew."""
        self.page = self.phone.get(f"/evenings/{self.hall.id}/seating").text
        return self

    def tap(self, does: str, form: str = "draft", key: str = "does", **more: str) -> TestResponse:
        """Sends the form with one of its keys, and keeps the page that comes."""
        fields = Form(self.page, form).filled(**{key: does, **more})
        answer = self.phone.post(f"/evenings/{self.hall.id}/seating", data=fields)
        if answer.status_code != 303:
            self.page = answer.text
        return answer

    def publish(self) -> TestResponse:
        return self.tap("publish", "publish")

    @property
    def tables(self) -> list[list[int]]:
        text = dict(Form(self.page, "draft").fields)["tables"]
        return [[int(one) for one in table.partition(":")[2].split(",")] for table in text.split(";")]

    @property
    def byes(self) -> str:
        return dict(Form(self.page, "draft").fields)["byes"]

    @property
    def seated(self) -> list[tuple[int, ...]]:
        here = self.hall.now.state.round
        assert here is not None
        return [one.people for one in here.sittings.values()]


@pytest.fixture
def draft(site: Site) -> Draft:
    return Draft(site).open()


def test_a_round_is_drawn_and_published_with_its_tables(draft: Draft) -> None:
    drawn = draft.tables
    assert sorted(chain.from_iterable(drawn)) == list(range(1, 9))
    assert draft.open().tables == drawn
    assert not draft.hall.now.state.rounds
    assert draft.publish().status_code == 303
    assert draft.seated == [tuple(table) for table in drawn]
    assert draft.hall.now.state.round.sittings[1].table is not None


def test_a_form_that_is_sent_twice_seats_one_round(draft: Draft) -> None:
    page = draft.page
    assert [draft.publish().status_code, draft.publish().status_code] == [303, 303]
    assert len(draft.site.store.tables_of_evening(draft.hall.id)) == 2
    draft.page = page.replace("1:", "3:")  # and another form is told that somebody was faster
    assert draft.publish().status_code == 409
    assert len(draft.hall.now.state.rounds) == 1


def test_seated_anew_is_another_seating_which_the_rounds_after_continue(draft: Draft) -> None:
    before = draft.tables
    draft.tap("anew")
    assert draft.tables != before
    draft.publish()
    draft.hall.add(kinds.Ended(1))
    draft.open()
    assert dict(Form(draft.page, "draft").fields)["draw"] == "1"
    first = {frozenset(table) for table in draft.seated}
    assert all(len(table & set(one)) == 2 for table in first for one in draft.tables)


def test_two_exchange_places(draft: Draft) -> None:
    one, other = draft.tables[0][0], draft.tables[1][2]
    draft.tap(f"pick:{one}")
    assert draft.tables[0][0] == one
    draft.tap(f"pick:{other}")
    assert (draft.tables[0][0], draft.tables[1][2]) == (other, one)
    draft.publish()
    assert draft.seated[0][0] == other


def test_a_change_that_makes_it_worse_is_asked_about_first(draft: Draft) -> None:
    draft.hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    draft.hall.add(kinds.Ended(1))
    draft.open()
    first, second = draft.tables
    met = next(one for one in first if one <= 4)
    new = next(one for one in second if one <= 4)
    away = next(one for one in first if one > 4)
    draft.tap(f"pick:{away}")
    assert draft.tap(f"pick:{new}").status_code == 200
    assert "That makes it worse" in draft.page
    assert "meet again: 2 times by now." in draft.page
    assert draft.tables == [first, second]
    draft.tap(f"{away}-{new}", key="sure")
    assert new in draft.tables[0]
    assert met in draft.tables[0]


def test_somebody_sits_out_moves_and_takes_a_bye(site: Site) -> None:
    draft = Draft(site, (*EIGHT, "Jan"), sizes=(4,)).open()
    out, one = int(draft.byes), draft.tables[0][0]
    draft.tap(f"pick:{one}")
    draft.tap(f"pick:{out}")
    assert (draft.tables[0][0], draft.byes) == (out, str(one))
    draft.tap(f"pick:{out}")
    draft.tap(f"{out}>out", key="sure")
    assert draft.byes == f"{one},{out}"
    assert draft.publish().status_code == 303
    assert draft.hall.now.state.round.byes == tuple(sorted((one, out)))


def test_a_table_of_a_size_that_cannot_play_is_not_published(draft: Draft) -> None:
    one = draft.tables[0][0]
    draft.tap(f"pick:{one}")
    draft.tap(f"{one}>9", key="sure")
    assert draft.publish().status_code == 422
    assert "At table 9 sit 1: that many cannot play this game." in draft.page
    assert not draft.hall.now.state.rounds


def test_who_comes_or_leaves_meanwhile_is_told_before_it_is_published(draft: Draft) -> None:
    draft.hall.add(kinds.Listed(9, "Jan"), kinds.Left(1))
    assert draft.publish().status_code == 409
    assert "Jan has come and sits out." in draft.page
    assert "Ann does not play and is left out." in draft.page
    assert draft.publish().status_code == 303
    assert (sorted(chain.from_iterable(draft.seated)), draft.byes) == ([2, 3, 4, 5, 6, 7, 8], "9")


def test_seats_are_pasted_with_the_numbers_of_their_tables(draft: Draft) -> None:
    assert draft.tap("paste", "paste", text="7, ann, ben, Cat, Dan\n").status_code == 200
    draft.publish()
    assert {number: one.people for number, one in draft.hall.now.state.round.sittings.items()}[7] == (1, 2, 3, 4)
    assert sorted(draft.hall.now.state.round.sittings) == [1, 7]


def test_pasted_seats_that_do_not_fit_stay_typed(draft: Draft) -> None:
    answer = draft.tap("paste", "paste", text="Ann, Ben, Zoe\nBen, Dan, Eva")
    assert answer.status_code == 422
    assert "Line 1: nobody on the list is called Zoe." in draft.page
    assert "Line 2: Ben has a seat already." in draft.page
    assert "Ann, Ben, Zoe\nBen, Dan, Eva</textarea>" in draft.page


def test_a_late_comer_takes_the_place_of_one_who_leaves_and_the_phones_follow(site: Site) -> None:
    draft, phone = Draft(site), site.phone()
    hall = draft.hall
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.add(kinds.Listed(9, "Jan"), kinds.Left(1))
    hall.admit(site.device(phone), Role.PLAYER, 9)
    draft.open()
    assert "No place yet" in draft.page
    assert "Everybody has a place." not in draft.page
    draft.tap("pick:1")
    draft.tap("pick:9")
    kept, old = hall.table(2), hall.table(1)
    with site.hub.watch(old, None) as watch:
        assert draft.publish().status_code == 303
        assert watch.wait(0), "whoever has it open hears that nobody plays there"
    assert draft.seated == [(9, 2, 3, 4), (5, 6, 7, 8)]
    assert (hall.table(2), hall.now.state.round.byes) == (kept, ())
    assert phone.get(f"/tables/{hall.table(1)}").status_code == 200
    assert hall.table(1) != old


def test_a_table_whose_people_were_moved_says_where_they_sit_and_takes_no_entry(site: Site) -> None:
    draft, ben, karin = Draft(site), site.phone(), site.phone()
    hall = draft.hall
    hall.admit(site.device(ben), Role.PLAYER, 2)
    hall.admit(site.device(karin), Role.REFEREE, name="Karin")
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.start()
    old = hall.table(1)
    draft.open()
    draft.tap("pick:2")
    draft.tap("5-2", key="sure")
    assert draft.publish().status_code == 303
    assert draft.seated == [(1, 5, 3, 4), (2, 6, 7, 8)]
    assert "Nobody plays here: the seating was changed. Ben sits at table 2." in ben.get(f"/tables/{old}").text
    deal = {"event": '{"type": "deal", "dealer": 0}', "op": "e" * 16, "seen": "0"}
    refused = ben.post(f"/tables/{old}/events", data=deal)
    assert (refused.status_code, site.tables.at(old).fold.seq) == (409, 0)
    assert "taken back or changed" in refused.text
    assert f'/tables/{old}"' not in ben.get("/").text
    assert f'/tables/{hall.table(2)}"' in ben.get("/").text
    assert karin.get(f"/tables/{old}/desk").status_code == 200, "who rules there still does"
    assert ben.post(f"/tables/{hall.table(2)}/events", data={**deal, "op": "f" * 16}).status_code == 303
    assert [one.table for one in hall.now.state.rounds[0].sittings.values()] == [hall.table(1), hall.table(2)]


def test_nobody_is_moved_where_somebody_has_played(site: Site) -> None:
    draft = Draft(site)
    hall = draft.hall
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    draft.open()
    page = draft.page
    hall.start()
    hall.add(kinds.Reported(1, 1, (1, 2, 3, 4)))
    draft.tap("pick:1")
    assert draft.tap("1-5", key="sure").status_code == 422
    draft.page = page.replace("1:1,2,3,4;2:5,6,7,8", "1:5,2,3,4;2:1,6,7,8")
    assert draft.publish().status_code == 422
    assert "Table 1 has begun: nobody is moved there any more." in draft.page


def test_a_table_whose_result_is_told_is_seated_otherwise_by_nobody(draft: Draft) -> None:
    hall = draft.hall
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.add(kinds.Reported(1, 1, (1, 2, 3, 4)))
    for line in (
        kinds.Reseated(1, (kinds.TableSeats(1, (2, 1, 3, 4)),)),
        kinds.Reseated(1, (), byes=(1, 2, 3, 4), emptied=(1,)),
    ):
        outcome = hall.keeper.add(hall.id, hall.organiser, line)
        assert isinstance(outcome, EveningRefusal)
        assert outcome.code == "is-in"


def test_a_seating_is_taken_back_and_everybody_hears_it(site: Site) -> None:
    draft = Draft(site, seating=Seating.DRAW).open()
    hall, ann = draft.hall, site.phone()
    hall.admit(site.device(ann), Role.PLAYER, 1)
    draft.publish()
    seats = draft.seated
    number = next(number for number, people in enumerate(seats, 1) if 1 in people)
    table = hall.table(number)
    hall.start()
    with site.hub.watch(table, None) as watch:
        assert draft.phone.post(f"/evenings/{hall.id}/rounds/unseat", data={"op": "1" * 22}).status_code == 303
        hall.tables.follow()
        assert watch.wait(0), "whoever has its table open hears it"
    assert not hall.now.state.rounds
    assert "The seating of round 1 is taken back" in draft.phone.get(f"/evenings/{hall.id}").text
    assert "Its seating was taken back." in ann.get(f"/evenings/{hall.id}/me").text
    assert "Nobody plays here: the seating was taken back." in ann.get(f"/tables/{table}").text
    cookie = ann.get_cookie(COOKIE)
    assert cookie is not None
    bearer = {"Authorization": f"Bearer {cookie.value}"}
    deal = {"event": '{"type": "deal", "dealer": 0}', "op": "e" * 16, "seen": "0"}
    answers = (
        ann.post(f"/tables/{table}/events", data=deal),
        site.app.test_client().post(f"/api/v1/tables/{table}/events", json={"type": "deal"}, headers=bearer),
    )
    for answer in answers:
        assert answer.status_code == 409
        assert "The seating of this round was taken back or changed, so nothing" in answer.text
    assert site.tables.at(table).fold.seq == 0
    draft.open().publish()
    assert draft.seated == seats
    assert hall.table(number) != table
    site.store.make_cards(hall.id, [number])
    ann.get(f"/join/{site.store.table_cards(hall.id)[number].token}")
    assert ann.get("/join").location == f"/tables/{hall.table(number)}"
    assert ann.post(f"/tables/{hall.table(number)}/events", data={**deal, "op": "f" * 16}).status_code == 303
    assert "was taken back" not in ann.get(f"/evenings/{hall.id}/me").text


def test_a_seating_stays_once_somebody_has_played(draft: Draft) -> None:
    host = Viewer(draft.site.device(draft.site.phone()), Role.HOST, 0)
    draft.publish()
    organiser, url = draft.phone.get(f"/evenings/{draft.hall.id}").text, f"/evenings/{draft.hall.id}/rounds/unseat"
    assert url in organiser
    assert url in draft.open().page
    assert isinstance(draft.site.make(draft.hall.table(2), host, {"type": "deal", "dealer": 0}, op="entry 1"), Made)
    refused = draft.phone.post(url, data={"op": "1" * 22})
    assert (refused.status_code, len(draft.hall.now.state.rounds)) == (422, 1)
    assert "Table 2 has begun: nobody is moved there any more." in refused.text
    assert url not in draft.phone.get(f"/evenings/{draft.hall.id}").text + draft.open().page


def test_who_is_missing_for_a_table_is_said(site: Site) -> None:
    draft = Draft(site, ("Ann",)).open()
    assert "1 people are too few for a table." in draft.page


def test_without_sizes_tables_are_as_large_as_the_game_takes(site: Site) -> None:
    assert [len(table) for table in Draft(site, sizes=()).open().tables] == [5, 3]


def test_what_is_no_draft_is_not_read(draft: Draft) -> None:
    url = f"/evenings/{draft.hall.id}/seating"
    for tables in ("1:1,2;1:3,4", "x", "1:1,99", "1:", "1:1,2" * 4000):
        sent = {"tables": tables, "byes": "", "draw": "1", "stage": "next-1", "does": "anew"}
        assert draft.phone.post(url, data=sent).status_code == 400, tables


@contextmanager
def _statements() -> Iterator[list[str]]:
    """Collects what the database is asked."""
    sent: list[str] = []

    def keep(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        if statement.startswith("SELECT"):
            sent.append(statement)

    event.listen(Engine, "before_cursor_execute", keep)
    yield sent
    event.remove(Engine, "before_cursor_execute", keep)


def test_publishing_asks_the_database_no_more_for_many_tables_than_for_few(site: Site) -> None:
    counts = []
    for people in (8, 40):
        draft = Draft(site, tuple(f"Player {number}" for number in range(people)), sizes=(4,))
        for person in range(1, people + 1):
            draft.hall.admit(site.device(site.phone()), Role.PLAYER, person)
        draft.open()
        with _statements() as sent:
            assert draft.publish().status_code == 303
        counts.append(len(sent))
    assert counts[0] == counts[1]


def test_a_page_that_waits_hears_what_share_is_drawn_and_how_many_tables_are_open(site: Site) -> None:
    draft = Draft(site, names=tuple(f"Person {number}" for number in range(1, 49)))
    heard: list[tuple[float, str]] = []

    def asks(_seconds: float) -> None:
        answer = draft.phone.get("/evenings/progress?takes=1234")
        heard.extend([(answer.json["done"], answer.json["said"])] if answer.status_code == 200 else [])

    assert draft.phone.get("/evenings/progress?takes=1234").status_code == 204
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seating, "sleep", asks)
        draft.page = draft.phone.get(f"/evenings/{draft.hall.id}/seating?takes=1234").text
        drawn, heard = heard, []
        assert draft.tap("publish", "publish", takes="1234").status_code == 303
    assert [done for done, _said in drawn] == sorted(done for done, _said in drawn)
    assert drawn[-1] == (1.0, "100 %")
    assert [said for _done, said in heard] == ["10 of 12 tables", "12 of 12 tables"]
    assert site.phone().get("/evenings/progress?takes=1234").status_code == 204, "it is told to the own phone alone"
