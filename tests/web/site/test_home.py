"""The first page: a code, my tables, the games."""

import pytest
from flask.testing import FlaskClient

from rules_core.games import GAMES
from tests.web.support.hall import Hall
from tests.web.support.site import Site
from webapp.games.registry import looks
from webapp.services import services_in
from webapp.store.invites import format_code
from webapp.store.models import Table
from webapp.store.roles import Role, Scope


def _enter(site: Site, phone: FlaskClient, table: Table, *events: dict[str, object]) -> None:
    who = site.store.grants(table.id)[0]
    for number, event in enumerate(events):
        site.make(table.id, who, event, op=f"entry-{number}", seen=None)


def test_a_stranger_sees_every_game_and_leaves_no_trace(site: Site) -> None:
    answer = site.phone().get("/")
    assert answer.status_code == 200
    assert all(f'href="/tables/new/{game}"' in answer.text for game in GAMES)
    assert "No table yet. Open one below" in answer.text
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("game", ["no-such-game", "Sixes-and-Sevens"])
def test_a_game_without_a_board_is_neither_shown_nor_opened(site: Site, game: str) -> None:
    phone = site.phone()
    assert game not in phone.get("/").text
    assert phone.get(f"/tables/new/{game}").status_code == 404
    form = {"game": game, "op": "0" * 16, "name": ["Ann", "Ben", "Cat", "Dan"]}
    assert phone.post("/tables", data=form).status_code == 404


def test_every_game_has_a_name_and_a_line() -> None:
    assert set(looks()) >= set(GAMES)


def test_my_tables_say_who_is_to_play(site: Site, host: FlaskClient, table: Table) -> None:
    _enter(site, host, table, {"type": "deal", "dealer": 0})
    page = host.get("/").text
    assert f'href="/tables/{table.id}"' in page
    assert "Ann, Ben, Cat" in page
    assert "Ben leads" in page
    assert "Hand 1 of 3" in page


def test_a_finished_table_says_who_won(site: Site, host: FlaskClient, table: Table) -> None:
    for number, dealer in enumerate(range(3)):
        deal, tally = {"type": "deal", "dealer": dealer}, {"type": "tally", "tricks": [9, 4, 4]}
        who = site.store.grants(table.id)[0]
        site.make(table.id, who, deal, op=f"deal-{number}", seen=None)
        site.make(table.id, who, tally, op=f"tally-{number}", seen=None)
    page = host.get("/").text
    assert "Finished" in page
    assert "Ann wins" in page


def test_somebody_elses_table_is_not_mine(site: Site, table: Table) -> None:
    other = site.phone()
    site.open_table(other, ("Dan", "Eve", "Fay"))
    page = other.get("/").text
    assert "Dan, Eve, Fay" in page
    assert f'href="/tables/{table.id}"' not in page


def test_names_are_only_text(site: Site, host: FlaskClient) -> None:
    site.open_table(host, ("<script>1</script>", "Ben", "Cat"))
    assert "<script>1" not in host.get("/").text


@pytest.mark.parametrize("dress", ["{}", " {} ", "http://192.168.1.7:8066/join/{}", "http://x/join/{}/"])
def test_a_code_or_a_link_leads_to_its_table(site: Site, table: Table, dress: str) -> None:
    invite = site.store.invites(table.id)["player"]
    code = format_code(invite.code)
    for typed in (code, code.lower(), code.replace("-", ""), invite.token):
        phone = site.phone()
        answer = phone.post("/join", data={"code": dress.format(typed)})
        assert (answer.status_code, answer.location) == (303, "/join")
        assert "Who are you?" in phone.get("/join").text


def test_a_pasted_link_that_leads_nowhere_stays_in_the_field(site: Site) -> None:
    typed = "http://192.168.1.7:8066/join/" + "a" * 22
    answer = site.phone().post("/join", data={"code": typed})
    assert answer.status_code == 422
    assert f'value="{typed}"' in answer.text
    assert "No table has this link." in answer.text


def test_an_unknown_code_stays_in_the_field_with_the_reason_under_it(site: Site) -> None:
    answer = site.phone().post("/join", data={"code": "kq7m3xp"})
    assert answer.status_code == 422
    assert 'value="kq7m3xp"' in answer.text
    assert "No table has the code KQ7-M3XP. Zero and O, one and I are never used." in answer.text


def test_a_code_that_was_replaced_says_so(site: Site, table: Table) -> None:
    hall = Hall(services_in(site.app), organiser=site.device(site.phone()))
    owners = (
        (table.id, Scope.TABLE, "it was replaced. Whoever sits there can show the one that counts."),
        (hall.id, Scope.EVENING, "it was used or replaced. Whoever runs the evening can show one that counts."),
    )
    for owner, scope, why in owners:
        older = format_code(site.store.invites(owner, scope)[Role.PLAYER].code)
        site.store.renew_invite(owner, "player", scope)
        answer = site.phone().post("/join", data={"code": older})
        assert answer.status_code == 422
        assert f"The code {older} of " in answer.text
        assert f"does not count any more: {why}" in answer.text


@pytest.mark.parametrize("typed", ["", "   "])
def test_an_empty_field_says_what_belongs_there(site: Site, typed: str) -> None:
    answer = site.phone().post("/join", data={"code": typed})
    assert answer.status_code == 422
    assert "Type the code that stands on another phone." in answer.text


@pytest.mark.parametrize("typed", ["<b>x</b>", "\x00", "\u202e123", "x" * 10_000, "٣" * 7, "/" * 300])
def test_whatever_is_typed_is_only_text(site: Site, typed: str) -> None:
    answer = site.phone().post("/join", data={"code": typed})
    assert answer.status_code == 422
    assert "<b>x" not in answer.text
    assert len(answer.text) < 20_000


def test_a_post_without_its_field_is_answered_alike(site: Site) -> None:
    assert site.phone().post("/join").status_code == 422
