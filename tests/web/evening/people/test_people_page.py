"""The list of an evening: people added, changed, taken back; phones let in and let go."""

from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.support.hall import Hall
from tests.web.support.site import Site
from webapp.evening import lines as kinds
from webapp.evening.plan import Kind, Plan
from webapp.evening.state import Presence
from webapp.evening.viewer import EveningViewer
from webapp.services import services_in
from webapp.store.roles import Role, Scope

NAMES = ("Ann", "Ben", "Cat", "Dan")


class People:
    """The list of an evening, at the phone of its organiser."""

    def __init__(self, site: Site) -> None:
        self.site, self.phone = site, site.phone()
        plan = Plan(Kind.TOURNAMENT, game="sixes-and-sevens", sizes=(4,), pairs=True)
        self.hall = Hall(services_in(site.app), plan, NAMES, organiser=site.device(self.phone))

    def post(self, rest: str = "", phone: FlaskClient | None = None, **sent: Any) -> TestResponse:
        return (phone or self.phone).post(f"/evenings/{self.hall.id}/people{rest}", data=sent)

    def page(self, **query: str) -> str:
        return self.phone.get(f"/evenings/{self.hall.id}/people", query_string=query).text

    @property
    def names(self) -> list[str]:
        return [one.name for one in self.hall.now.state.people.values()]


@pytest.fixture
def people(site: Site) -> People:
    return People(site)


def test_one_is_put_on_the_list(people: People) -> None:
    assert people.post(name=" Eva  ").status_code == 303
    assert people.names == [*NAMES, "Eva"]
    assert "Eva" in people.page()


def test_players_of_the_organisers_own_circles_are_suggested_and_nobody_elses(people: People) -> None:
    store = people.site.store
    for phone, name, player in ((people.phone, "Tuesdays", "Zoë"), (people.site.phone(), "Fridays", "Eva")):
        circle = store.open_circle(name, device_id=people.site.device(phone))
        table = people.site.open_table(phone, ("ANN", player), game="sechsundsechzig")
        people.site.circle_tables.give(table.id, circle.id)
    page = people.page()
    assert ('<option value="Zoë">' in page, "Eva" in page) == (True, False)
    assert '<option value="ANN">' not in page, "who is on the list"
    deputy = people.site.phone()
    people.hall.admit(people.site.device(deputy), Role.DEPUTY, name="Dora")
    assert "Zoë" not in deputy.get(f"/evenings/{people.hall.id}/people").text
    invite = people.site.store.invites(people.hall.id, Scope.EVENING)[Role.PLAYER]
    guest = people.site.phone()
    assert "Zoë" not in people.site.opens(guest, f"/join/{invite.token}").text


def test_nobody_is_on_the_list_twice(people: People) -> None:
    answer = people.post(name="ben")
    assert answer.status_code == 422
    assert "There is a ben on the list. Add a letter, such as ben K." in answer.text
    assert 'value="ben"' in answer.text
    assert people.names == list(NAMES)


def test_many_are_pasted_with_teams_and_partners(people: People) -> None:
    assert people.post(text="name,team,partner\nEva,Reds,Fay\n\nFay,Reds,Eva\nGus;Blues\n").status_code == 303
    eva, fay, gus = list(people.hall.now.state.people.values())[4:]
    assert (eva.team, eva.partner, fay.partner, gus.team, gus.partner) == ("Reds", 6, 5, "Blues", None)


def test_a_list_from_a_chat_leaves_its_numbers_behind(people: People) -> None:
    assert people.post(text="1. Eva\n 2) Fay,Reds\n- Gus\n• Ida\n6er Jo\n").status_code == 303
    assert people.names[4:] == ["Eva", "Fay", "Gus", "Ida", "6er Jo"]


def test_a_file_is_read(people: People) -> None:
    assert people.post(file=(BytesIO("\ufeffEva\r\nJürgen\r\n".encode()), "list.csv")).status_code == 303
    assert people.post(file=(BytesIO("Käthe\n".encode("cp1252")), "list.csv")).status_code == 303
    assert people.names[4:] == ["Eva", "Jürgen", "Käthe"]


def test_of_a_paste_all_are_listed_or_nobody(people: People) -> None:
    answer = people.post(text="Eva\nBen\nFay,,Gus\nEva")
    assert answer.status_code == 422
    assert "Line 2: There is a Ben on the list." in answer.text
    assert "Line 3: The partner Gus is on no line and not on the list." in answer.text
    assert "Line 4: There is a Eva on the list." in answer.text
    assert "Eva\nBen\nFay,,Gus\nEva</textarea>" in answer.text
    assert people.names == list(NAMES)


def test_name_team_and_partner_are_changed_together(people: People) -> None:
    assert people.post("/1", does="save", name="Anna", team="Reds", partner="ben").status_code == 303
    assert people.post("/3", does="save", name="Cat", team="", partner="Ben").status_code == 303
    anna, ben, cat, _dan = people.hall.now.state.people.values()
    assert (anna.name, anna.team, anna.partner, ben.partner, cat.partner) == ("Anna", "Reds", None, 3, 2)
    people.post("/2", does="save", name="Ben", team="", partner="")
    assert not people.hall.now.state.people[3].partner


def test_a_name_of_somebody_else_is_not_taken_and_stays_typed(people: People) -> None:
    answer = people.post("/1", does="save", name="Dan", team="Reds")
    assert answer.status_code == 422
    assert "There is a Dan on the list." in answer.text
    assert 'value="Reds"' in answer.text


def test_presence_changes_and_is_taken_back(people: People) -> None:
    people.post("/1", does="away")
    assert people.hall.now.state.people[1].presence == Presence.AWAY
    page = people.page()
    assert '<b dir="auto">Ann</b>: away' in page
    assert people.post("/undo", line=str(people.hall.now.state.seq)).status_code == 303
    assert people.hall.now.state.people[1].presence == Presence.HERE
    assert people.post("/1", does="back").status_code == 409


def test_the_list_is_searched_by_name_and_team(people: People) -> None:
    people.hall.add(kinds.Changed(4, team="Benders"))
    page = people.page(q="BEN")
    assert ("Ben</b>" in page, "Dan</b>" in page, "Ann</b>" in page) == (True, True, False)


def test_a_phone_that_asks_is_let_in_as_who_it_says_and_the_other_phone_goes(people: People) -> None:
    hall, old, new = people.hall, people.site.phone(), people.site.phone()
    hall.admit(people.site.device(old), Role.PLAYER, 2)
    hall.seat((1, 2, 3, 4))
    asking = EveningViewer(people.site.device(new))
    line = hall.add(kinds.Asked("Ben", "otter", 2), who=asking).state.seq
    page = people.page()
    assert "otter" in page
    assert people.post(f"/requests/{line}", does="let-in").status_code == 303
    assert hall.now.device_of(2) == asking.device_id
    table = f"/tables/{hall.table(1)}"
    assert (old.get(table).status_code, new.get(table).status_code) == (404, 200)
    assert not hall.now.state.requests


def test_a_phone_that_is_not_on_the_list_is_put_there_or_is_somebody_or_is_refused(people: People) -> None:
    hall, devices = people.hall, [people.site.device(people.site.phone()) for _ in range(3)]
    lines = [hall.add(kinds.Asked("ben", f"w{one}", None), who=EveningViewer(one)).state.seq for one in devices]
    assert people.post(f"/requests/{lines[0]}", does="new", name="ben").status_code == 422
    assert people.post(f"/requests/{lines[0]}", does="new", name="Ben K").status_code == 303
    assert people.post(f"/requests/{lines[1]}", does="let-in", name="Nobody").status_code == 422
    assert people.post(f"/requests/{lines[1]}", does="let-in", name="BEN").status_code == 303
    assert people.post(f"/requests/{lines[2]}", does="refuse").status_code == 303
    assert people.post(f"/requests/{lines[2]}", does="let-in", name="Ann").status_code == 409
    assert (people.names[4:], hall.now.devices) == (["Ben K"], {5: devices[0], 2: devices[1]})


def test_a_lost_phone_is_let_go_also_from_its_table(people: People) -> None:
    hall, phone = people.hall, people.site.phone()
    hall.admit(people.site.device(phone), Role.PLAYER, 2)
    hall.seat((1, 2, 3, 4))
    table = f"/tables/{hall.table(1)}"
    assert phone.get(table).status_code == 200
    assert people.post("/2", does="free").status_code == 303
    assert hall.now.device_of(2) is None
    assert phone.get(table).status_code == 404


def test_who_sits_has_a_stand_in(people: People) -> None:
    assert people.post("/2", does="stand-in", by="Zoe").status_code == 422
    people.hall.seat((1, 2, 3, 4))
    assert people.post("/2", does="stand-in", by="").status_code == 422
    assert people.post("/2", does="stand-in", by="Zoe").status_code == 303
    assert "Table 1, Zoe plays instead" in people.page()


def test_a_stand_in_who_is_sent_from_two_pages_is_noted_once(people: People) -> None:
    people.hall.seat((1, 2, 3, 4))
    for by, said in (("Zoe", "stand-in"), ("", "own-seat")):
        assert people.post("/2", does=said, by=by).status_code == 303
        seq = people.hall.now.state.seq
        again = people.post("/2", does=said, by=by)
        assert again.status_code == 409
        assert "It is noted already who plays on this seat." in again.text
        assert people.hall.now.state.seq == seq


def test_the_phone_of_a_stand_in_gets_the_seat(people: People) -> None:
    hall, phone, left = people.hall, people.site.phone(), people.site.phone()
    hall.admit(people.site.device(left), Role.PLAYER, 2)
    hall.add(kinds.Listed(5, "Eva"))
    hall.admit(people.site.device(phone), Role.PLAYER, 5)
    hall.seat((1, 2, 3, 4))
    table = f"/tables/{hall.table(1)}"
    assert (left.get(table).status_code, phone.get(table).status_code) == (200, 404)
    people.post("/2", does="stand-in", by="eva")
    assert (left.get(table).status_code, phone.get(table).status_code) == (404, 200)
    assert people.post("/2", does="own-seat").status_code == 303
    assert (left.get(table).status_code, phone.get(table).status_code) == (200, 404)
    assert not hall.now.state.round.sittings[1].stand_ins
    assert people.post("/2", does="own-seat").status_code == 409


def test_a_list_that_is_over_is_only_read(people: People) -> None:
    people.hall.add(kinds.Closed())
    assert "Several at once" not in people.page()
    assert people.post(name="Eva").status_code == 409


def test_a_key_adds_once_and_nobody_else(site: Site) -> None:
    people, key = People(site), "a-key-of-the-list"
    first, again = (people.post(name="Eva", op=key) for _time in range(2))
    assert (first.status_code, again.status_code, again.location) == (303, 303, first.location)
    other = people.post(name="Fay", op=key)
    assert (other.status_code, key in other.text) == (422, False)
    assert "Something else was sent from this page before" in other.text
    assert people.names == [*NAMES, "Eva"]
