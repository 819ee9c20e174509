"""The desk over all tables of an evening: what stands there, for whom, and what is done from it."""

import re
from datetime import timedelta
from html import unescape

import pytest

from tests.web.support.evening_desks import Desks
from tests.web.support.site import Site
from webapp.evening import lines as kinds
from webapp.evening.refereeing import desk as desk_page
from webapp.store.models import utc_now
from webapp.store.roles import Role
from webapp.table import newest_tables
from webapp.table.keeper import Made
from webapp.table.lines import line_of
from webapp.table.viewer import Viewer


@pytest.fixture
def desks(site: Site) -> Desks:
    return Desks(site)


def _calls(page: str) -> list[str]:
    return re.findall(r'data-call="([^"]+)"', page)


def test_calls_stand_by_how_long_they_wait_and_a_new_one_below(desks: Desks) -> None:
    assert "Nobody calls." in desks.page()
    desks.call(2, "Who deals?")
    desks.call(1, "Two cards in one trick")
    page = desks.page()
    tables = [desks.hall.table(number) for number in (2, 1)]
    assert _calls(page) == [f"{table}-1" for table in tables]
    assert page.index("Who deals?") < page.index("1 more call") < page.index("Two cards in one trick")
    assert f"/tables/{tables[0]}/disputes/1?back=/evenings/{desks.hall.id}/desk" in page
    assert "0 quiet tables" not in page


def test_of_more_tables_than_are_kept_folded_only_those_are_read_again_that_have_changed(
    desks: Desks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(newest_tables, "TABLES_KEPT", 1)
    read, desk = list[int](), desks.site.store.desk
    monkeypatch.setattr(desks.site.store, "desk", lambda table: read.append(table) or desk(table))
    desks.hall.tables.follow()
    desks.hall.tables.follow()  # the first tells the tables that their round has begun
    desks.page()
    read.clear()
    desks.page()
    assert read == []
    desks.call(2, "Who deals?")
    assert "Who deals?" in desks.page()
    assert desks.hall.table(1) not in read


def test_a_referee_is_on_the_way_and_the_others_lose_the_key(desks: Desks) -> None:
    desks.call(1, "Who deals?")
    assert desks.coming("Karin", 1, 1).status_code == 303
    assert "You are on the way" in desks.page("Karin")
    other = desks.page("Otto")
    assert "Karin is on the way" in other
    assert "I’m coming" not in other
    late = desks.coming("Otto", 1, 1)
    assert late.status_code == 409
    assert "Another referee is on the way" in late.text

    assert desks.coming("Karin", 1, 1, coming="no").status_code == 303
    assert "I’m coming" in desks.page("Otto")


def test_who_says_it_twice_is_on_the_way_once(desks: Desks) -> None:
    desks.call(1, "Who deals?")
    op = re.search(r'name="op" value="([^"]+)"', desks.page("Karin"))
    assert op
    before = len(desks.hall.now.lines)
    assert [desks.coming("Karin", 1, 1, op=op[1]).status_code for _time in range(2)] == [303, 303]
    assert len(desks.hall.now.lines) == before + 1


def test_nobody_is_on_the_way_to_a_call_that_is_settled_or_elsewhere(desks: Desks, site: Site) -> None:
    desks.call(1, "Who deals?")
    desks.note(1, "withdraw", {"dispute": 1})
    assert desks.coming("Karin", 1, 1).status_code == 409
    elsewhere = site.open_table(site.phone())
    sent = {"table": str(elsewhere.id), "dispute": "1"}
    assert desks.phones["Karin"].post(f"/evenings/{desks.hall.id}/desk/coming", data=sent).status_code == 409
    assert desks.hall.now.state.coming == {}


def test_a_request_is_allowed_in_one_tap_and_once(desks: Desks) -> None:
    asked = {
        "entries": [{"type": "adjust", "points": [3, 0, 0, 0], "reason": "late"}],
        "by": "Ann",
        "why": "Three were mine",
    }
    table = desks.hall.table(1)
    made = desks.site.tables.add(table, Viewer(desks.host, Role.HOST, 0), line_of("requested", asked))
    assert isinstance(made, Made)
    page = desks.page()
    assert "Three were mine" in page
    here = f"/evenings/{desks.hall.id}/desk#requests"
    sent = {"op": "0123456789abcdef", "seen": "0", "answer": "allow", "back": here}
    answer = desks.phones["Karin"].post(f"/tables/{table}/changes/1/answer", data=sent)
    assert (answer.status_code, answer.location) == (303, here)
    assert desks.site.tables.at(table).fold.state.totals[0] == 3
    late = desks.phones["Otto"].post(f"/tables/{table}/changes/1/answer", data={**sent, "op": "0123456789abcdee"})
    assert late.status_code == 409
    assert desks.site.tables.at(table).fold.state.totals[0] == 3
    assert "Three were mine" not in desks.page("Otto")


def test_who_plays_at_a_table_sees_nothing_of_it_at_the_desk(desks: Desks, site: Site) -> None:
    fay = site.phone()
    desks.hall.admit(site.device(fay), Role.PLAYER, 6)
    desks.hall.services.store.admit(desks.hall.table(2), site.device(fay), role="player", seat=1)
    desks.site.tables.refresh(desks.hall.table(2))
    desks.hall.add(kinds.Left(6))
    desks.call(2, "Fay looked at my hand")
    desks.call(1, "Who deals?")
    desks.hall.admit(site.device(fay), Role.REFEREE, name="Fay")
    desks.site.tables.refresh(desks.hall.table(1))
    desks.phones["Fay"] = fay
    page = desks.page("Fay")
    assert "Who deals?" in page
    assert "looked at my hand" not in page


def test_a_case_leads_back_to_the_desk_also_after_the_ruling(desks: Desks) -> None:
    deal = {"type": "deal", "dealer": 0}
    assert isinstance(
        desks.site.make(desks.hall.table(1), Viewer(desks.host, Role.HOST, 0), deal, op="deal-one", seen=None), Made
    )
    desks.call(1, "Who deals?")
    table, here = desks.hall.table(1), f"/evenings/{desks.hall.id}/desk"
    phone = desks.phones["Karin"]
    case = phone.get(f"/tables/{table}/disputes/1?back={here}").text
    assert f'name="back" value="{here}"' in case
    code = re.search(r'name="case" value="([^"]+)"', case)
    assert code is not None
    sent = {"op": "0123456789abcdef", "seen": "1", "case": code[1], "remedy": "stands", "text": "Ann", "back": here}
    sent["rule"] = "GEN-1"
    answer = phone.post(f"/tables/{table}/rulings", data=sent)
    assert answer.status_code == 303, answer.text
    assert f'href="{here}"' in phone.get(answer.location).text
    assert "Nobody calls." in desks.page()


def test_the_desk_says_how_many_tables_play_from_the_start_to_their_results(
    desks: Desks, monkeypatch: pytest.MonkeyPatch
) -> None:
    def said(minutes: int = 0) -> str:
        monkeypatch.setattr(desk_page, "utc_now", lambda: utc_now() + timedelta(minutes=minutes))
        found = re.search(r"Nobody calls\.</h2><p>([^<]*)<", desks.page())
        assert found is not None
        return found[1]

    host = Viewer(desks.host, Role.HOST, 0)
    deal = {"type": "deal", "dealer": 0}
    without_phones = ("No table plays.", "1 table plays.", "1 table plays.")
    assert (said(-1), said(1), said(30)) == without_phones, "what has a phone plays from its first entry"
    assert isinstance(desks.site.make(desks.hall.table(1), host, deal, op="the first deal"), Made)
    assert said(1) == "2 tables play."
    desks.hall.add(kinds.Confirmed(1, 2, (20, 20, 6, 6)))
    assert said(1) == "1 table plays."
    assert said(-1) == "1 table plays.", "before its time"
    desks.hall.add(kinds.Confirmed(1, 1, (0, 0, 0, 0)))
    desks.hall.add(kinds.Ended(1))
    desks.hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    assert said(1) == "No table plays."


@pytest.mark.parametrize(
    ("page", "sent"),
    [
        ("announcements", {"text": "Tea is ready"}),
        ("desk/zones", {"first": "1", "last": "2", "by": "Karin", "minutes": "3", "head": "Otto"}),
    ],
)
def test_what_a_form_sends_twice_is_one_line(desks: Desks, page: str, sent: dict[str, str]) -> None:
    phone, to = desks.phones["Karin"], f"/evenings/{desks.hall.id}/{page}"
    key = re.search(r'<input type="hidden" name="op" value="([^"]+)"', phone.get(to).text)
    assert key is not None
    before = len(desks.hall.now.lines)
    assert [phone.post(to, data={**sent, "op": key[1]}).status_code for _time in range(2)] == [303, 303]
    assert len(desks.hall.now.lines) == before + 1


def test_a_call_goes_to_the_referee_of_its_zone_who_hands_it_over_and_takes_it_back(desks: Desks) -> None:
    zones = kinds.Zone(1, 1, "Karin"), kinds.Zone(2, 2, "Otto")
    desks.hall.add(kinds.Zoned(zones, 60))
    desks.call(1, "Who deals?")
    own, other = desks.page("Karin"), desks.page("Otto")
    assert ("Nobody calls." in own, "Nobody calls." in other) == (False, True)
    assert "1 call of another referee" in other
    sent = {"table": str(desks.hall.table(1)), "dispute": "1"}
    url = f"/evenings/{desks.hall.id}/desk/hand-over"
    assert desks.phones["Karin"].post(url, data={**sent, "to": "Nobody"}).status_code in (409, 422)
    assert desks.phones["Karin"].post(url, data={**sent, "to": "Otto"}).status_code == 303
    assert "Handed over to Otto" in desks.page("Karin")
    assert "Handed over by Karin" in desks.page("Otto")
    assert "Nobody calls." not in desks.page("Otto")
    assert desks.phones["Karin"].post(url, data={**sent, "back": "yes"}).status_code == 303
    assert "Nobody calls." in desks.page("Otto")
    desks.hall.add(kinds.Zoned(zones, 0))
    assert "Nobody calls." not in desks.page("Otto"), "by then it goes to all"


def test_slow_play_leads_to_a_ready_case_with_the_step_of_each(desks: Desks, monkeypatch: pytest.MonkeyPatch) -> None:
    karin, table = desks.phones["Karin"], desks.hall.table(1)
    given = {"person": "2", "step": "caution", "reason": "Late", "rule": "GEN-3", "op": "a" * 16}
    assert karin.post(f"/evenings/{desks.hall.id}/penalties", data=given).status_code == 303
    at = utc_now() + timedelta(minutes=31)
    monkeypatch.setattr(desk_page, "utc_now", lambda: at)
    page = desks.page()
    assert "Round 1, table 1: 11 minutes over time" in page
    form = page[page.index(f'action="/tables/{table}/disputes"') :].partition("</form>")[0]
    sent = dict(re.findall(r'name="([a-z]+)" value="([^"]*)"', form))
    assert (sent["why"], sent["about"], sent["text"]) == ("slow", "match", "+11:00"), "the same in every language"
    asked = {"op": "b" * 16, "seen": "0", "about": "match", "why": "slow", "text": sent["text"]}
    case = karin.post(f"/tables/{table}/disputes", data=asked).location
    told = unescape(karin.get(case).text)
    assert "The table is asked to play faster." in told
    assert '<option value="GEN-3" selected>' in told
    assert "Correct an entry" not in told
    assert "Caution for Ann</b><small>The first penalty" in told
    assert "Warning for Ben</b><small>Has 1 penalty" in told
    form = karin.get(re.findall(r'href="([^"]*/penalties/new\?seat=1[^"]*)', told)[0]).text
    assert re.findall(r'name="(ready|reason)"\s+value="([^"]*)"', form) == [("ready", "slow"), ("reason", "+11:00")]
    assert "Open the case" in desks.page()
