"""Invitations to the next evening: behind a link that needs no circle, answered, changed, called off, opened."""

from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
from flask.testing import FlaskClient
from icalendar import Calendar

from tests.cases import each
from tests.databases import changing
from tests.web.support.circle_phones import is_now, member, numbers, shown
from tests.web.support.circle_tables import Tables
from tests.web.support.hall import Hall
from tests.web.support.html_forms import Form
from tests.web.support.site import Site
from webapp.evening.keeper import EveningKeeper
from webapp.evening.organising.evenings import usual_plan
from webapp.evening.plan import Kind
from webapp.services import services_in
from webapp.store.circle_models import CircleMeeting
from webapp.store.models import utc_now
from webapp.store.roles import Role, Scope

KEY = "k" * 43
WHEN = (datetime.now().astimezone() + timedelta(days=7)).strftime("%Y-%m-%dT19:30")


class Invited(Tables):
    """A circle of Ann, Ben and Cat that is invited to an evening in a week; one phone is Ann."""

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.open("Ann", "Ben", "Cat", game="sixes-and-sevens", options={})
        assert self.sends("", place=" At Ann’s ", word="Bring chairs", op=KEY)[0] == 303
        (self.row,) = site.store.meetings_to_come([self.circle.id], utc_now())
        self.ann = member(self)
        is_now(self, self.ann, numbers(self)["Ann"])
        invite = site.store.meeting_invite(self.row)
        assert invite is not None
        self.link = f"/join/{invite.token}"

    def sends(self, path: str, phone: FlaskClient | None = None, **fields: str) -> tuple[int, str]:
        form = {"starts_at": WHEN, "place": "", "word": "", "game": "", **fields}
        answer = (phone or self.host).post(f"/circles/{self.circle.id}/meetings{path}", data=form)
        return answer.status_code, unescape(answer.text)

    def now(self) -> CircleMeeting:
        found = self.site.store.meeting(self.circle.id, self.row.id)
        assert found is not None
        return found

    def answers(self, phone: FlaskClient, says: str, **fields: str) -> tuple[int, str]:
        answer = self.site.accepts(phone, self.link, says=says, **fields)
        return answer.status_code, unescape(answer.text)

    def page(self, phone: FlaskClient) -> str:
        return unescape(self.site.opens(phone, self.link).text)

    def calendar(self, phone: FlaskClient) -> Calendar:
        answer = phone.get(f"{self.link}/evening.ics")
        assert (answer.status_code, answer.mimetype) == (200, "text/calendar")
        return Calendar.from_ical(answer.text)


@pytest.fixture
def invited(site: Site) -> Invited:
    return Invited(site)


@pytest.mark.both_databases
def test_whoever_has_the_link_answers_without_a_circle_and_changes_it(invited: Invited) -> None:
    phone = invited.site.phone()
    page = invited.page(phone)
    assert "At Ann’s" in page
    assert "Bring chairs" in page
    assert invited.answers(phone, "yes", who="Cat", guests="Zoe, Dan")[0] == 303
    page = invited.page(phone)
    assert "Cat with Zoe, Dan" in page
    assert '<option value="Cat" selected>' in page
    assert invited.answers(phone, "maybe", who="Cat")[0] == 303
    assert invited.answers(invited.site.phone(), "yes", name="Yves")[0] == 303
    page = shown(invited.ann, f"/circles/{invited.circle.id}")
    assert "<b>come:</b> Yves" in page
    assert "<b>maybe:</b> Cat" in page
    assert "<b>have not said:</b> Ann, Ben" in page
    assert phone.get(f"/circles/{invited.circle.id}").status_code == 404, "the link opens nothing else"
    assert invited.site.store.held_players(invited.circle.id) == {
        numbers(invited)["Ann"]: invited.site.device(invited.ann)
    }


def test_a_phone_of_the_circle_answers_with_one_tap(invited: Invited) -> None:
    assert "Ann, are you coming?" in shown(invited.ann, f"/circles/{invited.circle.id}")
    assert invited.sends(f"/{invited.row.id}/answer", invited.ann, says="yes")[0] == 303
    assert "<b>come:</b> Ann" in shown(invited.ann, f"/circles/{invited.circle.id}")
    assert "1 comes" in shown(invited.ann, "/")


@each(
    "fields, said",
    [
        ({"starts_at": "2020-01-01T20:00"}, "That is over already."),
        ({"starts_at": "3020-01-01T20:00"}, "more than two years ahead"),
        ({"starts_at": "soon"}, "Say on which day"),
        ({"place": "x" * 101}, "At most 100 characters"),
        ({"word": "x" * 301}, "At most 300 characters"),
        ({"game": "chess"}, "Choose a game."),
    ],
)
def test_what_is_wrong_is_told_and_stays(invited: Invited, fields: dict[str, str], said: str) -> None:
    status, page = invited.sends("", op="l" * 43, **fields)
    assert (status, said in page) == (422, True)
    assert fields.get("game") or next(iter(fields.values())) in page


@each(
    "says, fields, said",
    [
        ("perhaps", {"who": "Ann"}, "Say yes, maybe or no."),
        ("yes", {"name": "x" * 99}, "x" * 99),
        ("yes", {"who": "Ann", "guests": "a, b, c, d, e, f"}, "At most 5 guests."),
        ("yes", {"who": "Ann", "guests": "\u202eeoZ"}, "alert"),
    ],
)
def test_an_answer_that_is_none_is_told(invited: Invited, says: str, fields: dict[str, str], said: str) -> None:
    status, page = invited.answers(invited.site.phone(), says, **fields)
    assert (status, said in page) == (422, True)
    assert invited.site.store.meeting_answers(invited.row.id) == []


def test_calendars_follow_changes_and_the_end(invited: Invited) -> None:
    phone = invited.site.phone()
    (first,) = invited.calendar(phone).walk("VEVENT")
    assert (first["sequence"], first["status"], first["location"]) == (0, "CONFIRMED", "At Ann’s")
    assert first["dtstart"].dt == invited.row.starts_at
    later = WHEN.replace("19:30", "20:15")
    assert invited.sends(f"/{invited.row.id}", starts_at=later, place="At Ben’s")[0] == 303
    assert invited.sends(f"/{invited.row.id}", starts_at=later, place="At Ben’s")[0] == 303, "nothing has changed"
    (second,) = invited.calendar(phone).walk("VEVENT")
    assert (second["uid"], second["sequence"]) == (first["uid"], 1)
    assert second["dtstart"].dt - first["dtstart"].dt == timedelta(minutes=45)
    assert "changed" in invited.page(phone)
    assert invited.sends(f"/{invited.row.id}/off", off="yes")[0] == 303
    calendar = invited.calendar(phone)
    (third,) = calendar.walk("VEVENT")
    assert (third["uid"], third["sequence"], third["status"]) == (first["uid"], 2, "CANCELLED")
    assert calendar["method"] == "CANCEL"
    assert "This evening was called off." in invited.page(phone)
    assert invited.answers(phone, "yes", name="Zoe")[0] == 409
    assert invited.sends(f"/{invited.row.id}/off", off="no")[0] == 303
    assert invited.answers(phone, "yes", name="Zoe")[0] == 303


def test_a_calendar_subscribes_to_all_invitations_until_a_phone_is_put_out(invited: Invited) -> None:
    assert invited.sends("", starts_at=WHEN.replace("19:30", "22:00"), op="m" * 43)[0] == 303
    assert invited.sends(f"/{invited.row.id}/off", off="yes")[0] == 303
    page = unescape(invited.ann.get(f"/circles/{invited.circle.id}/calendar").text)
    feed = f"/circles/{invited.circle.id}/calendar/{page.partition('/calendar/')[2].partition('.ics')[0]}.ics"
    stranger = invited.site.phone()
    events = Calendar.from_ical(stranger.get(feed).text).walk("VEVENT")
    assert [event["status"] for event in events] == ["CANCELLED", "CONFIRMED"]
    assert stranger.get(feed.replace(".ics", "0.ics")).status_code == 404
    invited.site.store.put_out(invited.circle.id, invited.site.device(invited.ann))
    assert stranger.get(feed).status_code == 404


def test_the_code_ends_with_the_evening_and_lets_nobody_into_the_circle(invited: Invited) -> None:
    invite = invited.site.store.meeting_invite(invited.row)
    assert invite is not None
    assert invite.code_until == invited.row.ends_at
    phone = invited.site.phone()
    answer = phone.post("/join", data={"code": invite.code})
    assert answer.status_code == 303
    assert "An evening of Tuesdays" in phone.get("/join").text
    joined = phone.post("/api/v1/circles/join", json={"code": invite.code})
    assert joined.status_code == 404
    with changing(invited.site.store) as session:
        for column in ("circle_meetings SET starts_at", "invites SET code_until"):
            session.connection().exec_driver_sql(f"UPDATE {column} = '2026-01-01 19:30:00.000000'")
    assert invited.site.phone().post("/join", data={"code": invite.code}).status_code == 422
    assert "This evening is over." in invited.page(phone)
    assert invited.answers(phone, "yes", name="Zoe")[0] == 409
    assert "Next evening" not in shown(invited.ann, f"/circles/{invited.circle.id}")


def test_those_who_come_play_tonight_with_one_tap(invited: Invited) -> None:
    for says, name in (("yes", "Ann"), ("no", "Ben"), ("yes", "Cat")):
        invited.answers(invited.site.phone(), says, who=name, guests="Zoe" if name == "Cat" else "")
    page = shown(invited.host, f"/tables/new/sixes-and-sevens?circle={invited.circle.id}&meeting={invited.row.id}")
    assert [name for name in ("Ann", "Ben", "Cat", "Zoe") if f'value="{name}"' in page.partition("<datalist")[0]] == [
        "Ann",
        "Cat",
        "Zoe",
    ]
    answer = invited.host.post(f"/circles/{invited.circle.id}/meetings/{invited.row.id}/evening", data={"op": KEY})
    assert answer.status_code == 303
    evening = services_in(invited.site.app).part(EveningKeeper).at(int(answer.location.rpartition("/")[2]))
    assert [one.name for one in evening.state.people.values()] == ["Ann", "Cat", "Zoe"]
    meeting = f"/circles/{invited.circle.id}/meetings/{invited.row.id}"
    assert "Open a table with them" in shown(invited.host, meeting)
    invited.sends(f"/{invited.row.id}/off", off="yes")
    assert "Open a table with them" not in shown(invited.host, meeting), "nobody comes"


def test_a_name_that_is_somebodys_other_name_answers_for_that_one(invited: Invited) -> None:
    people = numbers(invited)
    assert invited.site.store.rename_player(invited.circle.id, people["Cat"], "Catarina")
    invited.answers(invited.site.phone(), "no", who="Catarina")
    invited.answers(invited.site.phone(), "yes", name="cat")
    page = shown(invited.ann, f"/circles/{invited.circle.id}")
    assert "<b>come:</b> Catarina" in page
    assert "do not come" not in page


def test_nobody_reaches_an_invitation_of_another_circle(invited: Invited) -> None:
    other = invited.site.store.open_circle("Fridays", device_id=invited.site.device(invited.host))
    path = f"/circles/{other.id}/meetings/{invited.row.id}"
    assert [invited.host.get(f"{path}{page}").status_code for page in ("", "/edit", "/evening.ics")] == [404] * 3
    member_link = invited.site.store.invites(invited.circle.id, Scope.CIRCLE)[Role.MEMBER].token
    assert invited.site.phone().get(f"/join/{member_link}/evening.ics").status_code == 404


def test_an_evening_that_has_begun_is_still_the_next_one(invited: Invited) -> None:
    with changing(invited.site.store) as session:
        at = datetime.now(UTC) - timedelta(hours=1)
        session.connection().exec_driver_sql(f"UPDATE circle_meetings SET starts_at = '{at:%Y-%m-%d %H:%M:%S.%f}'")
    assert "Next evening" in shown(invited.ann, f"/circles/{invited.circle.id}")


@each("game", ["", "sixes-and-sevens"])
def test_tables_of_an_evening_that_is_opened_with_them_belong_to_the_circle(invited: Invited, game: str) -> None:
    for name in ("Ann", "Ben", "Cat"):
        invited.answers(invited.site.phone(), "yes", who=name)
    meeting = f"/circles/{invited.circle.id}/meetings/{invited.row.id}"
    assert f'action="{meeting}/evening"' in shown(invited.host, f"{meeting}/evening")
    path = invited.host.post(f"{meeting}/evening", data={"op": KEY, "game": game}).location
    assert f'<a href="/circles/{invited.circle.id}"' in shown(invited.host, path), "on the page of its organiser"
    store, evening = invited.site.store, int(path.rpartition("/")[2])
    if game:
        page = Form(shown(invited.host, f"{path}/seating"), "publish")
        assert invited.host.post(page.action, data={**page.filled(), "does": "publish"}).status_code == 303
    else:
        store.make_cards(evening, [7])
        phone = invited.site.phone()
        assert (
            "Its match is kept in the circle"
            in invited.site.opens(phone, f"/join/{store.table_cards(evening)[7].token}").text
        )
        names = {"name": ["Ann", "Ben", "Zoe"]}
        page = Form(shown(phone, "/tables/new/sixes-and-sevens?card=7"), "new-table")
        assert phone.post(page.action, data={**page.filled(), **names}).status_code == 303
    assert [table.circle_id for table in store.tables_of_evening(evening)] == [invited.circle.id]


@each("kind belongs", [(Kind.OPEN, True), (Kind.TOURNAMENT, False)])
def test_a_table_that_joins_such_an_evening_belongs_to_the_circle_unless_it_is_a_guest(
    invited: Invited, kind: Kind, belongs: bool
) -> None:
    plan = usual_plan("sixes-and-sevens" if kind is Kind.TOURNAMENT else None)
    hall = Hall(services_in(invited.site.app), plan, (), circle_id=invited.circle.id)
    host = invited.site.phone()
    table = invited.site.open_table(host)
    way = {"way": invited.site.store.invites(hall.id, Scope.EVENING)[Role.PLAYER].token, "as": f"table-{table.id}"}
    told = "also those of this table" in host.post("/accept", data=way).text
    assert host.post("/accept", data={**way, "sure": "yes"}).status_code == 303
    (joined,) = invited.site.store.tables_of_evening(hall.id)
    assert (told, joined.circle_id) == (belongs, invited.circle.id if belongs else None)


def test_the_evening_of_a_circle_that_has_joined_another_one_is_that_one_s(invited: Invited) -> None:
    store, device = invited.site.store, invited.site.device(invited.host)
    hall = Hall(
        services_in(invited.site.app),
        usual_plan("sixes-and-sevens"),
        ("Ann", "Ben", "Cat"),
        circle_id=invited.circle.id,
    )
    into = store.open_circle("Fridays", device_id=device)
    store.join_circles(into.id, invited.circle.id, device)
    hall.seat((1, 2, 3))
    assert [table.circle_id for table in store.tables_of_evening(hall.id)] == [into.id]
