"""Who may do what: the tables of docs/authority.md, over guards, forms and the API; and that what is fixed stays."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_core.replay import nodes
from tests.paths import ROOT
from tests.web.support.all_roles import AllRoles
from tests.web.support.api_client import API
from tests.web.support.entering import enter
from tests.web.support.hall import Hall
from tests.web.support.site import Site
from webapp.access.device import COOKIE
from webapp.evening import lines as kinds
from webapp.evening.plan import Kind, Plan
from webapp.evening.viewer import EveningViewer
from webapp.services import services_in
from webapp.store.evening_models import EveningChange
from webapp.store.roles import Role
from webapp.table.entry import entries_of
from webapp.table.keeper import Made
from webapp.table.lines import line_of
from webapp.table.permissions import not_ruling
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

PAGE = (ROOT / "docs/authority.md").read_text(encoding="utf-8")
OPS = (f"{number:016}" for number in count(10**12))
STATES = {
    "seated": "A referee is seated",
    "case": "A case is open, a referee is seated",
    "none": "No referee is seated",
    "evening": "The table belongs to an evening",
}
DEAL = {"type": "deal", "dealer": 0}
OVER: dict[str, Any] = {"type": "tally", "tricks": [7, 5, 5]}
ENTRIES: dict[str, dict[str, Any]] = {
    "enter a card": {"type": "play", "seat": 0, "card": "6D"},
    "adjust the score": {"type": "adjust", "points": [1, 0, 0], "reason": "so it is"},
    "scrap the hand": {"type": "void-hand", "reason": "misdealt"},
    "rule": {"type": "ruling", "event": 2, "text": "So be it."},
}
FORMS = {
    "allow or refuse a request": ("changes/1/answer", {"answer": "refuse"}),
    "invite a referee": ("codes", {"role": "referee"}),
    "free a seat": ("seats/2/free", {}),
    "change the table's choices": ("choices", {}),
    "withdraw another's call": ("disputes/1/withdraw", {}),
    "pause": ("pause", {"pause": "yes"}),
    "give or lift a penalty": ("penalties", {"seat": "0", "step": "caution", "reason": "so it is"}),
}


def rows(state: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yields the acts of one table of the page, and the word for each role."""
    part = PAGE.partition(f"## {STATES[state]}\n")[2].partition("\n## ")[0]
    lines = [[cell.strip() for cell in line.strip("| ").split("|")] for line in part.splitlines() if line[:1] == "|"]
    roles = lines[0][1:]
    for act, *words in lines[2:]:
        yield act, dict(zip(roles, words, strict=True))


def world(site: Site, state: str) -> AllRoles:
    """A table with a hand that is over and one under way, entered by three phones; with a referee a request waits."""
    here = AllRoles(site)
    site.store.admit(here.table.id, here.device("host"), role=Role.HOST, seat=0)
    site.tables.refresh(here.table.id)
    here.enter(DEAL, OVER, {"type": "deal", "dealer": 1})
    for role, seat, card in [
        ("scorekeeper", 2, "9C"),
        ("host", 0, "3C"),
        ("player", 1, "5C"),
        ("scorekeeper", 2, "2D"),
    ]:
        made(site, here, role, {"type": "play", "seat": seat, "card": card})
    if state != "none":
        site.referee(here.table, phone=here.phones["referee"])
        asked = {"entries": [ENTRIES["adjust the score"]], "by": "Ann", "hand": 2}
        site.tables.add(here.table.id, here.viewer("host"), line_of("requested", asked))
    if state == "case":
        line = {"about": 1, "why": "other", "text": "", "pause": False, "by": "Cat"}
        site.tables.add(here.table.id, replace(here.viewer("host"), device_id=None), line_of("dispute", line))
    return here


def made(site: Site, here: AllRoles, role: str, *raws: Any, **more: Any) -> Snapshot:
    who = replace(here.viewer("host"), **more) if more else here.viewer(role)
    outcome = enter(site.tables, here.table.id, who, *raws, op=next(OPS), seen=None)
    assert isinstance(outcome, Made), outcome
    return outcome.now


def entry(now: Snapshot, here: AllRoles, role: str, act: str) -> tuple[Snapshot, dict[str, Any]] | None:
    """The table at which an act is tried, and its event; None where it is no event."""
    if act in ENTRIES:
        return now, ENTRIES[act]
    tops = {now.desk.heir(now.log.maker_at(node.index), node.index): node for node in nodes(now.fold)}
    own, newest = tops.get(here.device(role)) if role in here.grants else None, now.fold.top
    assert newest is not None
    other = next(node for node in reversed(list(nodes(now.fold))) if node is not own and node.index > 2)
    match act:
        case "correct a hand that is over":
            return now, amend(1, {**OVER, "tricks": [6, 6, 5]})
        case "correct another entry of the hand":
            return now, amend(other.index, {"type": "play", "seat": other.event.seat, "card": "KD"})
        case "correct the own last entry" if own is not None:
            card = {"2D": "KD", "3C": "4C", "5C": "7C"}[own.event.card]
            return now, amend(own.index, {"type": "play", "seat": own.event.seat, "card": card})
        case "correct the own last entry":
            return now, amend(newest.index, {"type": "play", "seat": newest.event.seat, "card": "KD"})
        case "take back another's last entry":
            return now, {"type": "undo"}
    return None


def amend(place: int, put: dict[str, Any]) -> dict[str, Any]:
    return {"type": "amend", "changes": [{"target": place, "with": [put]}], "reason": "so it was"}


WORDS = {"ask-referee": "asks", "ask-all": "all"}
CORRECTED = ("correct a hand that is over", "correct another entry of the hand", "correct the own last entry")
EVENTS = (*ENTRIES, *CORRECTED, "take back another's last entry")


def by_guards(site: Site, here: AllRoles, role: str, now: Snapshot, raw: Any) -> str:
    """What the guards say to an event."""
    viewer = here.viewer(role)
    if not viewer.takes_part or (role == "referee" and raw["type"] == "play"):
        return "no"
    after = site.tables.would(now, viewer, *entries_of(now.fold, raw))
    return "yes" if isinstance(after, Snapshot) else WORDS.get(after.code, "no")


def by_form(here: AllRoles, role: str, raw: Any) -> str:
    """What the form of the table answers to an event that is not made."""
    phone = here.phones[role]
    seen = str(here.site.tables.at(here.table.id).fold.seq)
    answer = phone.post(f"/tables/{here.table.id}/events", data={"event": dumps(raw), "op": next(OPS), "seen": seen})
    if answer.status_code == 403:
        return "no"
    assert answer.status_code == 422, (role, raw, answer.status_code)
    asks = re.search(r'name="event"[^>]*>(Ask the referee|Propose it to all)<', answer.text)
    rules = "Nobody rules alone" in answer.text
    return {"Ask the referee": "asks", "Propose it to all": "all"}[asks[1]] if asks else "all" if rules else "no"


def by_api(here: AllRoles, role: str, raw: Any) -> str:
    """What the API answers to the same."""
    cookie = here.phones[role].get_cookie(COOKIE)
    assert cookie is not None
    client: FlaskClient = here.site.app.test_client(use_cookies=False)
    headers = {"Authorization": f"Bearer {cookie.value}"}
    answer = client.post(f"{API}/tables/{here.table.id}/events", json=raw, headers=headers)
    assert answer.status_code in (403, 409, 422), answer.text
    return WORDS.get(answer.json["code"], "no") if answer.json else "no"


def dumps(raw: Any) -> str:
    return json.dumps(raw)


@pytest.mark.parametrize("state", ["seated", "none"])
def test_events_are_taken_as_the_page_says(site: Site, state: str) -> None:
    here = world(site, state)
    now = site.tables.at(here.table.id)
    told = {act: words for act, words in rows(state) if act in EVENTS}
    assert set(told) == set(EVENTS)
    for act, words in told.items():
        for role, word in words.items():
            if role == "referee" and state == "none":
                continue
            found = entry(now, here, role, act)
            assert found is not None
            if act == "take back another's last entry" and role == "scorekeeper":
                continue  # it has made the newest entry
            assert by_guards(site, here, role, *found) == word, (state, act, role)
            if word not in ("yes", "no") or (word == "no" and role == "watcher"):
                assert by_form(here, role, found[1]) == word, (state, act, role)
                assert by_api(here, role, found[1]) == word, (state, act, role)
    assert site.tables.at(here.table.id).fold.seq == now.fold.seq, "nothing of it was made"


@pytest.mark.parametrize("state", ["seated", "case", "none"])
def test_forms_are_refused_as_the_page_says(site: Site, state: str) -> None:
    here = world(site, state)
    for act, words in rows(state):
        path, sent = FORMS.get(act, ("", {}))
        for role, word in words.items():
            if word != "no" or not path or (state == "none" and role == "referee"):
                continue
            url = f"/tables/{here.table.id}/{path}"
            answer = here.phones[role].post(url, data={"op": next(OPS), "seen": "0", **sent})
            assert answer.status_code in (403, 409), (state, act, role, answer.status_code)


def test_a_referee_of_an_evening_is_let_go_by_nobody_else_at_the_table(site: Site) -> None:
    here, hall = world(site, "none"), Hall(services_in(site.app), Plan(Kind.OPEN), ())
    hall.admit(here.device("referee"), Role.REFEREE, name="Karin")
    joined = kinds.Joined(1, here.table.id, here.table.game, ("Ann", "Ben", "Cat"))
    hall.add(joined, who=EveningViewer(here.device("host")), change=EveningChange(joins={here.table.id: 1}))
    site.tables.refresh(here.table.id)
    url = f"/tables/{here.table.id}/referees/{here.grants['referee']}/dismiss"
    for role, word in dict(rows("evening"))["let a referee go"].items():
        if word == "no":
            assert here.phones[role].post(url, data={"sure": "yes"}).status_code in (403, 409), role
    assert here.phones["referee"].post(url).status_code == 303


def test_who_rules_and_who_reopens_is_one_question(site: Site) -> None:
    for state in ("seated", "none"):
        here = world(site, state)
        now, told = site.tables.at(here.table.id), dict(rows(state))
        for act in ("rule", "reopen a ruling"):
            for role in told[act]:
                allowed = here.viewer(role).takes_part and not_ruling(now, here.viewer(role)) is None
                assert allowed == (told[act][role] != "no"), (state, act, role)


def test_the_host_lets_a_referee_go_as_the_page_says(site: Site) -> None:
    for state in ("seated", "case"):
        here = world(site, state)
        words = dict(rows(state))["let a referee go"]
        for role in ("watcher", "player", "scorekeeper", "host"):
            grant = next(g for g in site.store.grants(here.table.id) if g.is_referee)
            url = f"/tables/{here.table.id}/referees/{grant.id}/dismiss"
            done = (
                here.phones[role]
                .post(url, data={"sure": "waiting" if site.tables.at(here.table.id).desk.waiting else "yes"})
                .status_code
                == 303
            )
            assert done == (words[role] == "yes"), (state, role)


# What is fixed stays

ASKED = ["ask undo", "ask void", "ask adjust", "ask delete", "ask put", "ask ruling"]
ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("undo"), st.integers(0, 1)),
        st.tuples(st.just("void"), st.integers(0, 1)),
        st.tuples(st.just("deal"), st.integers(0, 1)),
        st.tuples(st.just("adjust"), st.integers(-3, 3)),
        st.tuples(st.just("play"), st.integers(0, 51)),
        st.tuples(st.just("delete"), st.integers(0, 12)),
        st.tuples(st.just("put"), st.integers(0, 12)),
        st.tuples(st.just("resume"), st.integers(0, 1)),
        st.tuples(st.sampled_from(ASKED), st.integers(0, 12)),
        st.tuples(st.sampled_from(["agree", "allow", "refuse", "withdraw"]), st.integers(0, 11)),
        st.tuples(st.just("dismiss"), st.integers(0, 1)),
        st.tuples(st.just("ruling"), st.integers(0, 8)),
    ),
    min_size=5,
    max_size=25,
)
PACK = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]


def raw_of(kind: str, number: int, now: Snapshot) -> dict[str, Any]:
    """An event that a player or the host might send."""
    act = now.fold.game.to_act(now.fold.state)
    match kind:
        case "undo" | "deal":
            return {"type": kind}
        case "void":
            return {"type": "void-hand"}
        case "adjust":
            return {"type": "adjust", "points": [number, 0, -number], "reason": "x"}
        case "play":
            return {"type": "play", "seat": act[0] if act else 0, "card": PACK[number]}
        case "ruling":
            return {"type": "ruling", "event": number, "text": "mine"}
        case "delete":
            return {"type": "amend", "changes": [{"target": number, "with": []}], "reason": "x"}
    put = {"type": "play", "seat": number % 3, "card": PACK[number * 3]}
    return {"type": "amend", "changes": [{"target": number, "with": [put]}], "reason": "x"}


def fixed_now(now: Snapshot, places: frozenset[int]) -> list[Any]:
    """The fixed entries as they stand, and who won points by adjustments."""
    return [(node.index, node.event, node.entered) for node in nodes(now.fold) if node.index in places]


def answers(table_id: int, host: FlaskClient, ben: FlaskClient, kind: str, number: int) -> None:
    """Answers one of the first requests as who may not: Ben for every side, the host for that of Ben alone."""
    way = kind if kind in ("agree", "withdraw") else "answer"
    for phone, side in ((host, 1), (ben, 0), (ben, 1), (ben, 2)):
        sent = {"op": next(OPS), "seen": "0", "side": str(side), "answer": kind}
        phone.post(f"/tables/{table_id}/changes/{number // 4 + 1}/{way}", data=sent)


@settings(max_examples=30, suppress_health_check=list(HealthCheck), deadline=None)
@given(acts=ACTS, ruled=st.booleans(), stays=st.booleans(), who=st.integers(0, 1))
def test_nobody_but_a_referee_changes_what_a_referee_fixed(
    site: Site, acts: Any, ruled: bool, stays: bool, who: int
) -> None:
    host, ben, eva = site.phone(), site.phone(), site.phone()
    table = site.open_table(host)
    site.seat(table, 1, ben)
    site.referee(table, phone=eva)
    viewers = {grant.device_id: Viewer.of(grant) for grant in site.store.grants(table.id)}
    people = [viewers[site.device(host)], viewers[site.device(ben)]]
    referee = viewers[site.device(eva)]
    for by, raw in [
        (people[who], DEAL),
        (people[who], {"type": "play", "seat": 1, "card": "9C"}),
        (people[1 - who], {"type": "play", "seat": 2, "card": "3C"}),
        (referee, amend(2, {"type": "play", "seat": 2, "card": "7C"})),
        (referee, {"type": "adjust", "points": [0, 2, 0], "reason": "late"}),
        *([(referee, {"type": "ruling", "event": 1, "text": "so"})] if ruled else []),
    ]:
        assert isinstance(enter(site.tables, table.id, by, raw, op=next(OPS), seen=None), Made)
    site.tables.add(table.id, referee, line_of("pause", {"referee": True}))
    site.tables.add(table.id, referee, line_of("resume", {}))
    now = site.tables.at(table.id)
    places, stood, total = now.desk.fixed, fixed_now(now, now.desk.fixed), now.fold.state.totals
    for kind, number in acts if stays else [("dismiss", 0), *acts]:
        person = people[number % 2]
        now = site.tables.at(table.id)
        if kind == "resume":
            site.tables.add(table.id, person, line_of("resume", {}))
        elif kind == "dismiss":
            site.store.dismiss(table.id, site.device(eva))
            site.tables.refresh(table.id)
        elif kind in ("agree", "allow", "refuse", "withdraw"):
            answers(table.id, host, ben, kind, number)
        elif kind in ASKED:
            asked = dumps(raw_of(kind.removeprefix("ask "), number, now))
            [host, ben][number % 2].post(f"/tables/{table.id}/changes", data={"event": asked, "op": next(OPS)})
        else:
            enter(site.tables, table.id, person, raw_of(kind, number, now), op=next(OPS), seen=None)
    now = site.tables.at(table.id)
    assert fixed_now(now, places) == stood
    adjusted = [node.event.points for node in nodes(now.fold) if type(node.event).__name__ == "Adjust"]
    assert [tuple(points) for points in adjusted] == [(0, 2, 0)]
    assert total == (0, 0, 0) or now.fold.state.totals[1] >= 2
