"""Penalties: a ladder suggests the next step, with reason and rule, told to all; lifted with their points."""

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.support.german_pages import visible
from tests.web.support.html_forms import Form
from tests.web.support.phone import OP, SEEN, Phone
from tests.web.support.proven import notes, totals
from tests.web.support.ruling import proven
from tests.web.support.site import Site
from webapp.referee.amending.draft import unpacked
from webapp.store.models import Table
from webapp.store.roles import Role
from webapp.table.keeper import Made
from webapp.table.viewer import Viewer

CAT = "2"


@pytest.fixture
def phone(host: FlaskClient, table: Table) -> Phone:
    phone = Phone(host, table)
    for event in ({"type": "deal", "dealer": 0}, {"type": "tally", "tricks": [4, 4, 9]}):
        assert phone.enter(event) == 303
    return phone


def send(phone: FlaskClient, address: str, page: str, **fields: str) -> TestResponse:
    """Sends the form of a page, with its own stamps."""
    shown = phone.get(page).text
    op, seen = OP.search(shown), SEEN.search(shown)
    assert op is not None
    assert seen is not None
    return phone.post(address, data={"op": op[1], "seen": seen[1], **fields})


def give(phone: FlaskClient, table: Table, step: str, **fields: str) -> TestResponse:
    sent = {"seat": CAT, "step": step, "reason": "Talks", "rule": "GEN-3", **fields}
    return send(phone, f"/tables/{table.id}/penalties", f"/tables/{table.id}/penalties/new", **sent)


def lift(phone: FlaskClient, table: Table, number: int, why: str = "It was Ben") -> TestResponse:
    address = f"/tables/{table.id}/penalties/{number}/lift"
    return send(phone, address, address, reason=why)


def points(*each: int) -> dict[str, str]:
    return {f"points-{side}": str(number) for side, number in enumerate(each)}


def chosen(phone: FlaskClient, table: Table, seat: str = CAT) -> str:
    """Returns the step that the form suggests for a player."""
    page = phone.get(f"/tables/{table.id}/penalties/new?seat={seat}").text
    return page.partition('" checked')[0].rpartition('value="')[2]


def test_each_step_leads_to_the_next_until_the_last(phone: Phone, eva: FlaskClient) -> None:
    table = phone.table
    assert "the first step. Cat has no penalty yet." in visible(eva.get(f"{phone.url}/penalties/new?seat=2").text)
    lost = {**points(0, 0, -3), "shown": "0,0,-3"}
    for step, cost in (("caution", {}), ("warning", {}), ("points", lost), ("hand", lost)):
        assert chosen(eva, table) == step
        assert give(eva, table, step, **cost).status_code == 303
    assert chosen(eva, table) == "hand"
    assert chosen(eva, table, "0") == "caution"
    page = visible(eva.get(f"{phone.url}/penalties/new?seat=2").text)
    assert "Cat has 4 penalties in this match." in page


@pytest.mark.parametrize("step", ["caution", "warning"])
def test_points_on_a_step_that_costs_none_are_refused_and_kept(
    site: Site, phone: Phone, eva: FlaskClient, step: str
) -> None:
    answer = give(eva, phone.table, step, **points(0, 0, -3), shown="0,0,-3")
    assert answer.status_code == 422
    assert "This step of the ladder costs no points." in answer.text
    assert 'name="points-2" value="-3"' in answer.text
    assert not site.tables.at(phone.table.id).desk.penalties
    assert give(eva, phone.table, step, **points(0, 0, 0)).status_code == 303


def test_the_newest_penalty_stands_first_in_the_list_of_the_desk(phone: Phone, eva: FlaskClient) -> None:
    for reason in ("Talks", "Looked"):
        assert give(eva, phone.table, "caution", reason=reason).status_code == 303
    listed = visible(eva.get(f"{phone.url}/desk").text.partition('id="penalties"')[2])
    assert listed.index("Looked") < listed.index("Talks")


def test_a_ready_reason_is_read_by_each_in_the_own_language(site: Site, phone: Phone, eva: FlaskClient) -> None:
    table = phone.table
    assert give(eva, table, "caution", ready="no-such-reason").status_code == 422
    assert give(eva, table, "caution", ready="", reason="").status_code == 422
    lost = {**points(0, 0, -3), "shown": "0,0,-3", "reason": "+11:00"}
    assert give(eva, table, "points", ready="slow", **lost).status_code == 303
    german = site.seat(table, 1, site.phone("de"))
    for other, said in ((phone.client, "Slow play: +11:00"), (german, "Langsames Spiel: +11:00")):
        for page in ("desk", "protocol", "log", "scores"):
            assert said in visible(other.get(f"{phone.url}/{page}").text), page
    for page in ("", "/desk", "/protocol", "/log", "/scores", "/film", "/amendments", "/entries/newest"):
        assert "Slow play" not in german.get(phone.url + page).text, page
    assert give(eva, table, "caution", ready="slow", reason="").status_code == 303
    assert lift(eva, table, 1).status_code == 303
    for page in ("", "/log", "/protocol", "/film"):
        assert "Slow play" not in german.get(phone.url + page).text, page


def test_a_ready_reason_stays_in_the_own_language_when_its_points_are_corrected_and_taken_back(
    site: Site, phone: Phone, eva: FlaskClient
) -> None:
    lost = {**points(0, 0, -3), "shown": "0,0,-3", "reason": "+11:00"}
    assert give(eva, phone.table, "points", ready="slow", **lost).status_code == 303
    german = site.referee(phone.table, phone=site.phone("de"))
    address = f"{phone.url}/entries/2/amend"
    for referee, said in ((eva, "Slow play: +11:00"), (german, "Langsames Spiel: +11:00")):
        assert f'value="{said}"' in referee.get(address).text
    lower = {"type": "adjust", "points": [0, 0, -2], "reason": "Slow play: +11:00"}
    corrected = {"type": "amend", "changes": [{"target": 2, "with": [lower]}], "reason": "Two"}
    eva_rules = Viewer(site.device(eva), Role.REFEREE)
    assert isinstance(site.make(phone.table.id, eva_rules, corrected, op="corrected"), Made)
    for page in ("", "/desk", "/protocol", "/log", "/scores", "/film", "/amendments", "/entries/2/amend"):
        assert "Slow play" not in german.get(phone.url + page).text, page
    assert "Langsames Spiel: +11:00" in german.get(f"{phone.url}/scores").text
    assert "Langsames Spiel: +11:00" in german.get(f"{phone.url}/scores.csv").text
    assert isinstance(site.make(phone.table.id, eva_rules, {"type": "undo"}, op="undone"), Made)
    for page in ("", "/log"):
        assert "Slow play" not in german.get(phone.url + page).text, page
    assert "Langsames Spiel: +11:00" in visible(german.get(phone.url).text)


def test_a_ready_reason_that_is_only_read_in_another_language_is_no_change(
    site: Site, phone: Phone, eva: FlaskClient
) -> None:
    lost = {**points(0, 0, -3), "shown": "0,0,-3", "reason": "+11:00"}
    assert give(eva, phone.table, "points", ready="slow", **lost).status_code == 303
    german, address = site.referee(phone.table, phone=site.phone("de")), f"{phone.url}/entries/2/amend"

    def saved(**typed: str) -> tuple[str, Any]:
        form = Form(german.get(address).text, "fields")
        drafted = german.post(address, data=form.filled(**typed)).headers["Location"]
        packed = parse_qs(urlsplit(drafted).query)["draft"][0]
        return german.get(drafted).text, unpacked(packed).changes[2]

    page, _same = saved()
    assert "Hier ist nichts anders." in page
    _page, (lower,) = saved(**{"points-2": "-2"})
    assert (lower["points"], lower["reason"]) == ([0, 0, -2], "Slow play: +11:00")
    _page, (other,) = saved(reason="Trödeln")
    assert other["reason"] == "Trödeln"


def test_a_ready_reason_that_says_nothing_asks_for_words(phone: Phone, eva: FlaskClient) -> None:
    asked = give(eva, phone.table, "caution", ready="other", reason="")
    assert asked.status_code == 422
    assert "Say why: everybody reads it." in asked.text
    assert give(eva, phone.table, "caution", ready="other", reason="Talks").status_code == 303


def test_a_ready_reason_that_was_not_chosen_stays_on_offer(phone: Phone, eva: FlaskClient) -> None:
    def box(page: str) -> str:
        found = re.search(r'<input[^>]* type="checkbox" name="ready"[^>]*>', page)
        assert found is not None
        return found[0]

    begun = eva.get(f"{phone.url}/penalties/new?ready=slow").text
    assert 'value="slow" checked' in box(begun)
    sent = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', begun.partition('id="penalty"')[2]))
    shown = eva.get(f"{phone.url}/penalties/new", query_string=sent)
    refused = eva.post(f"{phone.url}/penalties", data=sent)
    assert refused.status_code == 422
    for page in (shown, refused):
        assert " checked" not in box(page.text)
        assert 'value="slow"' in box(page.text)


@pytest.mark.rule("GEN-3")
def test_points_are_taken_with_it_once_their_effect_was_shown(site: Site, phone: Phone, eva: FlaskClient) -> None:
    table, before = phone.table, totals(site, phone.table)
    asked = give(eva, table, "points", **points(0, 0, -3))
    assert asked.status_code == 422
    assert "Confirm it, or change them." in asked.text
    assert give(eva, table, "points", **points(0, 0, -3), shown="0,0,-3").status_code == 303
    now = site.tables.at(table.id)
    assert now.fold.state.totals == (before[0], before[1], before[2] - 3)
    [penalty] = now.desk.penalties
    assert (penalty.seat, penalty.step, penalty.points, penalty.entry) == (2, "points", (0, 0, -3), now.fold.seq - 1)
    phone.look()
    assert phone.enter({"type": "undo"}) == 422
    assert now.fold.state.totals == site.tables.at(table.id).fold.state.totals, "nobody else takes it back"


@pytest.mark.rule("GEN-3")
def test_points_are_taken_only_from_the_totals_that_the_page_has_shown(
    site: Site, phone: Phone, eva: FlaskClient
) -> None:
    table, before, max_ = phone.table, totals(site, phone.table), site.referee(phone.table, name="Max")
    asked = {"seat": CAT, "step": "points", "reason": "Talks", **points(0, 0, -3), "show": "effect"}
    forms = [Form(one.get(f"{phone.url}/penalties/new", query_string=asked).text, "penalty") for one in (eva, max_)]
    first, second = (form.filled() for form in forms)
    assert max_.post(f"{phone.url}/penalties", data=second).status_code == 303
    stale = eva.post(f"{phone.url}/penalties", data=first)
    assert stale.status_code == 422
    assert "The score has changed meanwhile" in stale.text
    assert totals(site, table) == (before[0], before[1], before[2] - 3)
    assert eva.post(f"{phone.url}/penalties", data=Form(stale.text, "penalty").filled()).status_code == 303
    assert totals(site, table) == (before[0], before[1], before[2] - 6)


def test_a_penalty_that_is_sent_again_is_answered_as_it_was(site: Site, phone: Phone, eva: FlaskClient) -> None:
    asked = {"seat": CAT, "step": "points", "reason": "Talks", **points(0, 0, -3), "show": "effect"}
    sent = Form(eva.get(f"{phone.url}/penalties/new", query_string=asked).text, "penalty").filled()
    answers = [eva.post(f"{phone.url}/penalties", data=sent) for _time in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert len(site.tables.at(phone.table.id).desk.penalties) == 1


@pytest.mark.parametrize("cost", [{}, {**points(0, 0, -3), "shown": "0,0,-3"}], ids=["no points", "points"])
def test_a_lifting_that_is_sent_again_is_answered_as_it_was(
    site: Site, phone: Phone, eva: FlaskClient, cost: dict[str, str]
) -> None:
    before = totals(site, phone.table)
    assert give(eva, phone.table, "points" if cost else "warning", **cost).status_code == 303
    address = f"{phone.url}/penalties/1/lift"
    op, seen = (found.search(eva.get(address).text) for found in (OP, SEEN))
    assert op is not None
    assert seen is not None
    sent = {"op": op[1], "seen": seen[1], "reason": "It was Ben"}
    assert [eva.post(address, data=sent).status_code for _time in range(2)] == [303, 303]
    assert totals(site, phone.table) == before
    assert [line.kind for line in site.store.desk(phone.table.id)].count("revoked") == 1


def test_a_penalty_without_points_leaves_the_log_alone(site: Site, phone: Phone, eva: FlaskClient) -> None:
    before = site.tables.at(phone.table.id).fold.seq
    assert give(eva, phone.table, "warning", **points(0, 0, 0)).status_code == 303
    now = site.tables.at(phone.table.id)
    assert (now.fold.seq, now.desk.penalties[0].points) == (before, ())


def test_everybody_reads_it_on_the_phone_in_the_list_and_on_the_desk(
    site: Site, phone: Phone, eva: FlaskClient
) -> None:
    ben = site.seat(phone.table, 1)
    assert give(eva, phone.table, "points", **points(0, 0, -3), shown="0,0,-3").status_code == 303
    assert "Penalty points for Cat. Cat −3. Talks" in notes(ben, phone.table)
    assert "Adjusted." not in notes(ben, phone.table)
    for path in ("/rulings", "/desk"):
        page = visible(ben.get(phone.url + path).text)
        for said in ("Penalty points for Cat", "Talks", "GEN-3", "Cat −3", "Eva"):
            assert said in page, path
        assert "/lift" not in page
    assert "Penalty by Eva: Talks" in visible(ben.get(f"{phone.url}/log").text)
    assert "1 penalty" in visible(ben.get(f"{phone.url}/share").text)
    printed = visible(ben.get(f"{phone.url}/protocol").text)
    assert "Penalty points for Cat. Talks\nGEN-3" in printed
    assert "Adjustments" not in printed
    german = site.seat(phone.table, 0, site.phone("de"))
    assert "Strafpunkte für Cat" in german.get(f"{phone.url}/rulings").text


def test_lifted_it_gives_its_points_back_and_counts_no_more(site: Site, phone: Phone, eva: FlaskClient) -> None:
    table, before = phone.table, totals(site, phone.table)
    ben = site.seat(table, 1)
    assert give(eva, table, "points", **points(0, 0, -3), shown="0,0,-3").status_code == 303
    address = f"{phone.url}/penalties/1/lift"
    assert "changes to" in eva.get(address).text
    assert lift(eva, table, 1, " ").status_code == 422
    assert lift(eva, table, 1).status_code == 303
    assert totals(site, table) == before
    assert chosen(eva, table) == "caution"
    page = visible(ben.get(f"{phone.url}/desk").text)
    assert "Lifted by Eva: It was Ben" in page
    assert "Lifted: Penalty points for Cat. Cat +3. It was Ben" in notes(ben, table)
    assert eva.get(address).location == f"{phone.url}/desk", "Back leads to no form that is done with"
    other = f"{phone.url}/penalties/new"
    assert send(eva, address, other, reason="It was Ben").status_code == 409
    assert totals(site, table) == before
    assert give(eva, table, "warning").status_code == 303
    assert lift(eva, table, 2).status_code == 303
    assert send(eva, f"{phone.url}/penalties/2/lift", other, reason="It was Ben").status_code == 409


def test_points_that_were_corrected_since_are_told_as_they_stand_and_given_back(
    site: Site, phone: Phone, eva: FlaskClient
) -> None:
    table, before = phone.table, totals(site, phone.table)
    assert give(eva, table, "points", **points(0, 0, -3), shown="0,0,-3").status_code == 303
    rules = Viewer(site.device(eva), Role.REFEREE)
    lower = {"type": "adjust", "points": [0, 0, -2], "reason": "Talks"}
    for put, cost in (([lower], "Cat −2"), ([], "")):
        amend = {"type": "amend", "changes": [{"target": 2, "with": put}], "reason": "Too much"}
        made = site.make(table.id, rules, amend, op=f"corrected-{len(put)}", seen=None)
        assert isinstance(made, Made)
        desk = visible(eva.get(f"{phone.url}/desk").text).partition("Penalties")[2]
        assert "Cat −3" not in desk
        assert cost in desk
    assert totals(site, table) == before
    assert "changes to" not in eva.get(f"{phone.url}/penalties/1/lift").text
    assert lift(eva, table, 1).status_code == 303
    assert totals(site, table) == before
    assert "Lifted by Eva: It was Ben" in visible(eva.get(f"{phone.url}/desk").text)


@pytest.mark.parametrize(("stood", "told"), [((-2,), "Cat +2. It was Ben"), ((), "It was Ben")])
def test_the_line_of_its_lifting_says_the_points_that_are_given_back(
    site: Site, phone: Phone, eva: FlaskClient, stood: tuple[int, ...], told: str
) -> None:
    table, ben = phone.table, site.seat(phone.table, 1)
    assert give(eva, table, "points", **points(0, 0, -3), shown="0,0,-3").status_code == 303
    put = [{"type": "adjust", "points": [0, 0, lower], "reason": "Talks"} for lower in stood]
    amend = {"type": "amend", "changes": [{"target": 2, "with": put}], "reason": "Too much"}
    assert isinstance(site.make(table.id, Viewer(site.device(eva), Role.REFEREE), amend, op="corrected"), Made)
    assert lift(eva, table, 1).status_code == 303
    assert f"Lifted: Penalty points for Cat. {told}" in notes(ben, table)
    listed = visible(ben.get(f"{phone.url}/desk").text).partition("Penalties")[2]
    assert "Cat −3" not in listed
    assert ("Cat −2" in listed) == bool(stood), "it is listed with what it cost"


def test_it_is_lifted_also_where_the_match_would_have_been_over_without_it(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host, ("Ann", "Ben"), game="sechsundsechzig", options={"target": 3})
    phone, eva = Phone(host, table), site.referee(table)
    ben = site.seat(table, 1)
    for event in ({"type": "deal", "dealer": 0}, {"type": "tally", "points": [3, 0]}):
        assert phone.enter(event) == 303
    assert give(eva, table, "points", **points(-2, 0), seat="0", shown="-2,0").status_code == 303
    for event in ({"type": "deal"}, {"type": "tally", "points": [0, 1]}):
        assert Phone(host, table).enter(event) == 303
    page = visible(eva.get(f"{phone.url}/penalties/1/lift").text)
    assert "changes to" in page
    assert "The match would be over; winning: Ann." in page
    assert lift(eva, table, 1).status_code == 303
    assert totals(site, table) == (3, 1)
    told = visible(ben.get(f"{phone.url}/rulings").text)
    assert "Lifted: Penalty points for Ann" in told
    assert "Adjusted" not in told, "its points are told with it, not once more"
    assert "Adjustments" not in visible(ben.get(f"{phone.url}/protocol").text)


def test_without_a_referee_there_are_none(site: Site, phone: Phone, host: FlaskClient) -> None:
    assert host.get(f"{phone.url}/penalties/new").status_code == 403
    assert "Give a penalty" not in host.get(f"{phone.url}/desk").text
    eva = site.referee(phone.table)
    assert "Give a penalty" in eva.get(f"{phone.url}/desk").text


def test_what_is_missing_or_wrong_is_said_and_what_was_typed_is_kept(phone: Phone, eva: FlaskClient) -> None:
    table = phone.table
    for fields in ({"reason": " "}, {"rule": "NO-1"}):
        assert give(eva, table, "warning", **fields).status_code == 422
    kept = give(eva, table, "points", reason="Shows cards").text
    assert 'value="Shows cards"' in kept
    assert 'value="points" checked' in kept
    for fields in ({"seat": "3"}, {"step": "prison"}):
        assert give(eva, table, fields.pop("step", "warning"), **fields).status_code == 400
    for number in (0, 1):
        assert eva.get(f"{phone.url}/penalties/{number}/lift").status_code == 404


def test_what_a_lost_hand_is_worth_is_suggested_from_the_sheet(phone: Phone, eva: FlaskClient) -> None:
    page = visible(eva.get(f"{phone.url}/penalties/new?seat=2&step=hand").text)
    assert "Hand 1 brought Cat" in page
    filled = eva.get(f"{phone.url}/penalties/new?seat=2&step=hand&fill=0,0,-4").text
    assert 'value="-4"' in filled
    assert "Totals before and after" in filled


def test_a_proven_case_leads_to_a_penalty_for_who_broke_the_rule(site: Site, host: FlaskClient, table: Table) -> None:
    phone = proven(host, table)
    eva = site.referee(table)
    address = f"{phone.url}/penalties/new?seat=2&step=caution&rule=ODD-7"
    case = unescape(eva.get(f"{phone.url}/revokes/2").text)
    assert address in case
    assert "Caution for Cat</b><small>The first penalty</small>" in case
    assert "/penalties/new" not in host.get(f"{phone.url}/revokes/2").text
    assert "<option selected>ODD-7</option>" in eva.get(address).text
