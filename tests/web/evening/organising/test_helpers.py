"""Deputies and referees let in and out, the evening handed over, and the codes of all of that."""

import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace

from tests.web.support.hall import Hall
from tests.web.support.site import Site
from webapp.evening import lines as kinds
from webapp.evening.lines import EveningRefusal
from webapp.evening.viewer import EveningViewer
from webapp.services import services_in
from webapp.store.roles import Role


@pytest.fixture
def phone(site: Site) -> FlaskClient:
    return site.phone()


@pytest.fixture
def hall(site: Site, phone: FlaskClient) -> Hall:
    return Hall(services_in(site.app), organiser=site.device(phone))


def _helper(site: Site, hall: Hall, role: Role) -> tuple[FlaskClient, EveningViewer]:
    phone = site.phone()
    return phone, hall.admit(site.device(phone), role, name="Karin")


def _grant(hall: Hall, who: EveningViewer) -> int:
    return next(one.id for one in hall.now.grants if one.device_id == who.device_id)


def test_an_invite_shows_its_code_until_it_is_renewed(hall: Hall, phone: FlaskClient) -> None:
    page = f"/evenings/{hall.id}/helpers"
    assert 'class="code"' not in phone.get(page).text
    assert phone.post(f"/evenings/{hall.id}/codes", data={"role": "referee"}).status_code == 303
    first = re.findall(r'class="code">([^<]+)<', phone.get(page).text)
    phone.post(f"/evenings/{hall.id}/codes", data={"role": "referee"})
    second = re.findall(r'class="code">([^<]+)<', phone.get(page).text)
    assert len(first) == len(second) == 1
    assert first != second


@pytest.mark.parametrize("role", ["deputy", "referee"])
def test_an_invite_that_is_asked_for_twice_is_one(hall: Hall, phone: FlaskClient, role: str) -> None:
    page, codes = f"/evenings/{hall.id}/helpers", f"/evenings/{hall.id}/codes"
    forms = re.findall(rf'<form[^>]*action="{codes}"(.*?)</form>', phone.get(page).text)
    (asked,) = [form for form in forms if f'name="role" value="{role}"' in form]
    sent = dict(re.findall(r'name="(\w+)" value="(\w+)"', asked))
    shown = []
    for _tap in range(2):
        assert phone.post(codes, data=sent).status_code == 303
        shown.append(re.findall(r'class="code">([^<]+)<', phone.get(page).text))
    assert len(shown[0]) == 1
    assert shown[0] == shown[1]


def test_a_deputy_lets_referees_in_and_no_deputies(site: Site, hall: Hall) -> None:
    deputy, _who = _helper(site, hall, Role.DEPUTY)
    page = f"/evenings/{hall.id}/helpers"
    assert "Invite a deputy" not in deputy.get(page).text
    assert deputy.post(f"/evenings/{hall.id}/codes", data={"role": "deputy"}).status_code == 403
    assert deputy.post(f"/evenings/{hall.id}/codes", data={"role": "referee"}).status_code == 303


def test_a_referee_is_let_out_once_that_was_confirmed(site: Site, hall: Hall, phone: FlaskClient) -> None:
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    referee, who = _helper(site, hall, Role.REFEREE)
    table = hall.table(1)
    assert referee.get(f"/tables/{table}").status_code == 200
    out = f"/evenings/{hall.id}/helpers/{_grant(hall, who)}/out"
    assert "Let Karin out?" in phone.get(out).text
    with site.hub.watch(table, None) as watch:
        assert phone.post(out).status_code == 303
        assert watch.wait(0)
    assert referee.get(f"/evenings/{hall.id}").status_code == 404
    assert referee.get(f"/tables/{table}").status_code == 404
    assert phone.post(out).status_code == 404


def test_who_lets_a_referee_out_reads_and_confirms_what_is_open(site: Site, hall: Hall, phone: FlaskClient) -> None:
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    referee, who = _helper(site, hall, Role.REFEREE)
    _deputy, other = _helper(site, hall, Role.DEPUTY)
    table = hall.table(2)
    sent = {"about": "match", "why": "score", "text": "", "play": "pause", "op": "0" * 16, "seen": "0"}
    assert referee.post(f"/tables/{table}/disputes", data=sent).status_code == 303
    hall.tables.note(table)
    out = f"/evenings/{hall.id}/helpers/{_grant(hall, who)}/out"
    assert "Table 2: 1 open case, play is paused" in phone.get(out).text
    answer = phone.post(out)
    assert answer.status_code == 422
    assert "This waits for a referee:" in answer.text
    assert referee.get(f"/evenings/{hall.id}/desk").status_code == 200
    assert phone.post(f"/evenings/{hall.id}/helpers/{_grant(hall, other)}/out").status_code == 303, "a deputy rules not"
    assert phone.post(out, data={"sure": "open"}).status_code == 303
    desk = referee.get(f"/evenings/{hall.id}/desk")
    assert desk.status_code == 404
    assert "This phone rules here no longer." in desk.text
    assert 'id="live"' not in desk.text


def test_nobody_lets_out_the_organiser_and_a_deputy_lets_out_no_other_deputy(
    site: Site, hall: Hall, phone: FlaskClient
) -> None:
    deputy, one = _helper(site, hall, Role.DEPUTY)
    _other, two = _helper(site, hall, Role.DEPUTY)
    _referee, three = _helper(site, hall, Role.REFEREE)
    address = f"/evenings/{hall.id}/helpers/{{}}/out"
    assert deputy.post(address.format(_grant(hall, hall.organiser))).status_code == 404
    assert deputy.post(address.format(_grant(hall, two))).status_code == 403
    assert deputy.post(address.format(_grant(hall, three))).status_code == 303
    assert deputy.post(address.format(_grant(hall, one))).status_code == 303
    assert {grant.role for grant in hall.now.grants} == {Role.ORGANISER, Role.DEPUTY}


def _opened(phone: FlaskClient, page: str) -> Iterator[bytes]:
    """Opens a live page and returns what is sent after its first message."""
    sent = phone.get(page, buffered=False).iter_encoded()
    next(sent)
    next(sent)
    return sent


def test_a_live_page_ends_where_its_role_ends_though_the_phone_stays_in(site: Site, hall: Hall) -> None:
    helper, who = _helper(site, hall, Role.DEPUTY)
    hall.admit(site.device(helper), Role.DEPUTY, 2, "Karin")
    own, organising = (_opened(helper, f"/evenings/{hall.id}/{page}") for page in ("me/stream", "stream/organiser"))
    assert helper.post(f"/evenings/{hall.id}/me/free").status_code == 303
    assert b"event: gone" in next(own), "it stands for nobody on the list any more"
    hall.admit(site.device(helper), Role.REFEREE, name="Karin")
    assert hall.now.grant_of(who.device_id) is not None
    assert b"event: gone" in next(organising), "who rules does not run the evening"


def test_the_evening_can_be_handed_over_and_brought_back(site: Site, hall: Hall, phone: FlaskClient) -> None:
    page = f"/evenings/{hall.id}/move"
    assert 'class="code"' not in phone.get(page).text
    assert phone.post(page).status_code == 303
    assert 'class="code"' in phone.get(page).text
    deputy, _who = _helper(site, hall, Role.DEPUTY)
    recovery = f"/evenings/{hall.id}/recovery"
    code = re.findall(r'class="code long">([^<]+)<', phone.get(recovery).text)
    assert len(code) == 1
    assert deputy.get(recovery).status_code == 403
    phone.post(f"/evenings/{hall.id}/codes", data={"role": "organiser"})
    assert re.findall(r'class="code long">([^<]+)<', phone.get(recovery).text) != code


def test_the_code_of_the_evening_is_shown_and_renewed(site: Site, hall: Hall, phone: FlaskClient) -> None:
    page = f"/evenings/{hall.id}/share"
    codes = {
        role: re.findall(r'class="code">([^<]+)<', phone.get(f"{page}?role={role}").text)
        for role in ("player", "watcher")
    }
    assert codes["player"] != codes["watcher"]
    assert codes["player"][0] in phone.get(f"/evenings/{hall.id}").text
    phone.post(f"/evenings/{hall.id}/codes", data={"role": "player"})
    assert codes["player"][0] not in phone.get(page).text
    referee, _who = _helper(site, hall, Role.REFEREE)
    assert "New code" not in referee.get(page).text
    assert phone.get(f"{page}?role=organiser").status_code == 400


def test_the_guards_themselves_let_nobody_out_for_a_stranger_to_that(site: Site, hall: Hall) -> None:
    player = hall.admit(site.device(site.phone()), Role.PLAYER, 1)
    _other, deputy = _helper(site, hall, Role.DEPUTY)
    for who, role in ((player, "referee"), (player, "deputy"), (deputy, "organiser")):
        outcome = hall.keeper.add(hall.id, who, kinds.Helper(role, "Eva", gone=True))
        assert isinstance(outcome, EveningRefusal)
        assert outcome.code == "not-yours"


def test_the_guards_themselves_keep_what_is_played_once_a_round_is_seated(hall: Hall) -> None:
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    plan = hall.now.state.plan
    for changed in (replace(plan, pairs=True), replace(plan, game="deep-six"), replace(plan, rounds=0)):
        outcome = hall.keeper.add(hall.id, hall.organiser, kinds.Planned(changed))
        assert isinstance(outcome, EveningRefusal)
        assert outcome.code == "bad-plan"
    assert not isinstance(
        hall.keeper.add(hall.id, hall.organiser, kinds.Planned(replace(plan, minutes=9))), EveningRefusal
    )
