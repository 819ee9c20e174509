"""What happens at a table is judged alike, whether it comes by a form or from a program."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select
from sqlmodel import col

from rules_core import record
from tests.databases import reading
from tests.web.support.both_ways import Act, Pair, Sent, Twins, Values, hand, often, without
from tests.web.support.read_elsewhere import read_elsewhere
from tests.web.support.records import DEAL, a_record, play
from tests.web.support.site import Site
from webapp.api.endpoints import ENDPOINTS
from webapp.http.limits import LONGEST_DISPUTE_TEXT, LONGEST_NAME, LONGEST_REASON, LONGEST_TITLE
from webapp.store.models import Grant, Invite
from webapp.store.roles import Role
from webapp.store.seat_requests import is_waiting
from webapp.table.penalties import LADDER
from webapp.table.snapshot import header_of

ROLES = ("host", "ben", "referee", "watcher", "stranger")
RITA = "rita"
"""A second referee, once there is a ruling."""
STAGES = (
    "dealt",
    "refereed",
    "asked",
    "given",
    "proposed",
    "ruled",
    "appealed",
    "called",
    "adjusted",
    "waiting",
    "over",
)
ADJUST = {"type": "adjust", "points": [3, 0, 0], "reason": "miscounted"}
RULING = {"type": "ruling", "event": 0, "text": "So be it."}
CAUTION = {"seat": 1, "step": "caution", "reason": "Late", "rule": "GEN-1", "points": None}
"""By another rule than the usual one, which is put in where none is heard."""
NOT_COMPARED = ("op", "asked")


class House:
    """A table of Ann, Ben and Cat with a device of each role, as far as a stage; a referee from *refereed* on."""

    def __init__(self, site: Site, stage: str) -> None:
        self.site, self.hands = site, {role: hand(site) for role in (*ROLES, RITA)}
        self.table = site.store.create_table(
            game="sixes-and-sevens",
            players=("Ann", "Ben", "Cat"),
            options={},
            device_id=self.hands["host"].device,
        )
        site.store.admit(self.table.id, self.hands["ben"].device, role=Role.PLAYER, seat=1)
        site.store.admit(self.table.id, self.hands["watcher"].device, role=Role.WATCHER, seat=None)
        site.tables.refresh(self.table.id)
        self._send("ben", "/events", DEAL)  # a program that has entered all by itself knows all of it
        if stage == "proposed":
            self._send("host", "/changes", {"event": RULING})
        elif stage != "dealt":
            self._rules("referee", "Eva")
        if stage == "asked":
            self._send("host", "/changes", {"event": ADJUST})
        if stage == "given":
            self._send("referee", "/penalties", CAUTION)
        if stage in ("ruled", "appealed"):
            self._send("referee", "/events", RULING)
            self._rules(RITA, "Rita")
        if stage == "appealed":
            self._send("ben", "/rulings/1/appeal", {"reason": "It was late."})
        self._goes_on(stage)

    def _goes_on(self, stage: str) -> None:
        if stage == "waiting":
            assert self.hands["host"].program.post(self.at("/choices"), {"seats": "approved"}).status_code == 200
            for role, seat in (("watcher", 2), ("stranger", 2)):
                sent = {"code": self.invite("player").code, "as": seat}
                assert self.hands[role].program.post("/join", sent).status_code == 202
        if stage == "over":
            self._send("host", "/events", {"type": "tally", "tricks": [17, 0, 0]})
            while not self.site.tables.at(self.table.id).fold.state.winners:
                for event in ({"type": "deal"}, {"type": "tally", "tricks": [17, 0, 0]}):
                    self._send("host", "/events", event)
        if stage in ("called", "adjusted"):
            for event in (play(1, "7C"), play(2, "8D")):  # Cat may have had a club
                self._send("ben", "/events", event)
            self._send("ben", "/calls", {"about": "event-2", "text": "Late?", "pause": True})
        if stage == "adjusted":
            self._send("referee", "/rulings", {"case": "dispute-1", "remedy": "adjusted", "points": [0, 0, -2]})

    def _rules(self, role: str, name: str) -> None:
        code = self.site.store.renew_invite(self.table.id, Role.REFEREE).code
        answer = self.hands[role].program.post("/join", {"code": code, "name": name})
        assert answer.status_code == 201, answer.text

    def _send(self, role: str, path: str, body: Mapping[str, Any]) -> None:
        answer = self.hands[role].program.post(f"/tables/{self.table.id}{path}", body)
        assert answer.status_code == 201, answer.text

    def at(self, path: str) -> str:
        return f"/tables/{self.table.id}{path}"

    def word(self, role: str) -> str:
        """The word that the device of this role shows while it waits; of another one a word that nobody shows."""
        device = self.hands[role].device
        found = (it.word for it in self.site.tables.at(self.table.id).people.requests if it.device_id == device)
        return next(found, "NOBODY 1")

    def grant(self, role: str) -> int:
        """The number of what the device of this role may do; of one that is not here a number of nothing."""
        device = self.hands[role].device
        return next((it.id for it in self.site.store.grants(self.table.id) if it.device_id == device), 987654321)

    def invite(self, role: str) -> Invite:
        """Returns what lets in as this: as it stands, or a new one."""
        found = self.site.store.invites(self.table.id).get(Role(role))
        return found or self.site.store.renew_invite(self.table.id, Role(role))

    @property
    def seen(self) -> str:
        """The newest event, as a page has shown it."""
        return str(self.site.tables.at(self.table.id).fold.seq)

    def come_to(self) -> Any:
        """Returns what the table has come to, and what was opened besides."""
        now, roles = self.site.tables.at(self.table.id), {one.device: role for role, one in self.hands.items()}
        entries = [(json.loads(it.body), roles.get(it.device_id or 0)) for it in self.site.store.events(self.table.id)]
        lines = [(it.kind, roles.get(it.device_id or 0), without(it.body, NOT_COMPARED)) for it in now.desk.lines]
        grants = sorted((str(roles.get(it.device_id)), str(it.role), str(it.seat)) for it in now.people.grants)
        waits = sorted((str(roles.get(it.device_id)), it.seat, is_waiting(it)) for it in now.people.requests)
        chosen = [getattr(now.table, name) for name in ("title", "entry", "seats", "door")]
        invites = sorted((str(role), it.agreed) for role, it in self.site.store.invites(self.table.id).items())
        marks = sorted((str(roles.get(it.device_id)), it.read_events, it.read_lines) for it in now.people.grants)
        people = {"grants": grants, "waits": waits, "chosen": chosen, "invites": invites}
        opened = [(roles[it.device_id], self._opened(it.table_id)) for it in self._elsewhere(roles)]
        return {"entries": entries, "lines": lines, **people, "read": marks, "opened": opened}

    def _elsewhere(self, devices: Iterable[int]) -> Sequence[Grant]:
        """Returns what these devices may do at other tables, in the order in which they came there."""
        at = col(Grant.table_id), col(Grant.device_id), col(Grant.until)
        wanted = select(Grant).where(at[0] != self.table.id, at[1].in_(devices), at[2].is_(None))
        with reading(self.site.store) as session:
            return session.scalars(wanted.order_by(col(Grant.id))).all()

    def _opened(self, table_id: int) -> Any:
        table = self.site.store.table(table_id)
        assert table is not None
        header = header_of(table)
        chosen = {name: getattr(table, name) for name in ("title", "book", "entry", "seats", "door")}
        logged = [json.loads(it.body) for it in self.site.store.events(table.id)]
        return header.players, record.options_of(header), chosen, logged


EVENTS: tuple[Mapping[str, Any], ...] = (
    play(1, "7C"),
    play(1, "7C", irregular=True),
    play(0, "8C"),
    play(2, "XX"),
    play(9, "7C"),
    {"type": "deal", "dealer": 1},
    {"type": "tally", "tricks": [17, 0, 0]},
    {"type": "tally", "tricks": [18, 0, 0]},
    {"type": "hand", "seat": 0, "cards": ["7C", "8C"]},
    {"type": "undo"},
    {"type": "void-hand"},
    {"type": "amend", "changes": [{"target": 0, "with": []}]},
    {"type": "amend", "changes": []},
    ADJUST,
    {"type": "adjust", "points": [3, 0], "reason": ""},
    RULING,
    {"type": "ruling", "event": 7, "text": ""},
    {"type": "nonsense"},
    {"type": 5},
    {},
)
RECORDS = (
    a_record(DEAL, play(1, "7C")),
    a_record(DEAL, play(0, "7C")),
    a_record({"type": "nonsense"}),
    a_record(DEAL, players=["Ann", "Ben"]),
    a_record(DEAL, players=["Ann", " Ben", "Cat"]),
    a_record(DEAL, players=["Anna", "\u0410nna", "Cat"]),
    a_record(DEAL, title="Friday", options={"target": 3}),
    {**a_record(DEAL), "times": ["2026-11-20T20:00:00Z"]},
    {**a_record(DEAL), "times": "yesterday"},
    {"format": "something"},
)
REASONS = ("", "  ", "Late", " Late again ", "x" * (LONGEST_REASON + 1))
NUMBERS = (0, 1, 2, 3, 99)
ANSWERS = ("allow", "refuse", "agree", "withdraw", "maybe")
NAMES = (
    ("Ann", "Ben", "Cat"),
    (" Ann ", "Ben  K", "Cat"),
    ("Ann", "Ben"),
    ("Ann", "ann", "Cat"),
    ("Anna", "\u0410nna", "Cat"),
    ("Ann", "", "Cat"),
    ("Ann", "\u202eneB", "Cat"),
    ("Ann", "Ben", "x" * (LONGEST_NAME + 1)),
    ("Ann", "Ben", "Cat", "Dan", "Eva", "Fay", "Gus"),
)
GAME = "sechsundsechzig"
CHOSEN = {
    "book": ("closed", "open", "shut"),
    "entry": ("everyone", "own", "keeper", "nobody"),
    "seats": ("free", "approved"),
    "door": ("open", "closed", ""),
}


def _values(**each: Sequence[Any]) -> st.SearchStrategy[Values]:
    return st.fixed_dictionaries({name: st.sampled_from(some) for name, some in each.items()})


def _posts(path: str) -> Any:
    """Returns what a program sends to an address of the table: what was typed, as it is."""
    return lambda house, role, typed: Sent(house.at(path), {name: it for name, it in typed.items() if it is not None})


def _answer_form(house: House, _role: str, typed: Values) -> Sent:
    pages = {"agree": "agree", "withdraw": "withdraw"}
    sent = {"answer": typed["answer"], "side": str(typed["side"]), "reason": typed["reason"]}
    return Sent(house.at(f"/changes/{typed['number']}/{pages.get(typed['answer'], 'answer')}"), sent)


def _answer_sent(house: House, _role: str, typed: Values) -> Sent:
    return Sent(house.at(f"/changes/{typed['number']}"), {name: it for name, it in typed.items() if name != "number"})


def _penalty_form(house: House, _role: str, typed: Values) -> Sent:
    points = typed["points"] or (0, 0, 0)
    named = {f"points-{side}": str(it) for side, it in enumerate(points)} | {"shown": ",".join(map(str, points))}
    plain = {name: str(it) for name, it in typed.items() if name != "points"}
    return Sent(house.at("/penalties"), plain | named | {"seen": house.seen})


def _adjustment_form(house: House, _role: str, typed: Values) -> Sent:
    named = {f"points-{side}": str(it) for side, it in enumerate(typed["points"])}
    shown = ",".join(map(str, typed["points"]))
    return Sent(house.at("/adjustments"), {**named, "shown": shown, "reason": ADJUST["reason"], "seen": house.seen})


def _decision_form(house: House, _role: str, typed: Values) -> Sent:
    number, points = typed["number"], typed["points"] or (0, 0, 0)
    if typed["remedy"] == "withdrawn":
        return Sent(house.at(f"/disputes/{number}/withdraw"), {})
    named = {f"points-{side}": str(it) for side, it in enumerate(points)} | {"shown": ",".join(map(str, points))}
    plain = {"remedy": typed["remedy"], "rule": typed["rule"], "text": typed["reason"], "case": f"dispute-{number}"}
    return Sent(house.at("/rulings"), plain | named | {"seen": house.seen})


def _decision_sent(house: House, _role: str, typed: Values) -> Sent:
    sent = {name: it for name, it in typed.items() if name != "number" and it is not None}
    return Sent(house.at(f"/appeals/{typed['number']}"), sent)


def _join_sent(house: House, _role: str, typed: Values) -> Sent:
    chosen = {"as": int(typed["as"]) if typed["as"].isdigit() else typed["as"]} if typed["as"] else {}
    return Sent("/join", {"code": house.invite(typed["by"]).code, "name": typed["name"], **chosen})


def _table_form(_house: House, _role: str, typed: Values) -> Sent:
    fields = {name: it for name, it in typed.items() if name not in ("players", "options")}
    rules = {f"option-{name}": str(it) for name, it in typed["options"].items()}
    return Sent("/tables", {**fields, **rules, "game": GAME, "name": list(typed["players"])})


def _table_sent(_house: House, _role: str, typed: Values) -> Sent:
    return Sent("/tables", {**a_record(), "game": GAME, **typed})


def _ruling_form(house: House, _role: str, typed: Values) -> Sent:
    points = typed["points"] or (0, 0, 0)
    named = {f"points-{side}": str(it) for side, it in enumerate(points)} | {"shown": ",".join(map(str, points))}
    plain = {"remedy": typed["remedy"], "rule": typed["rule"], "text": typed["reason"], "case": typed["case"]}
    return Sent(house.at("/rulings"), plain | named | {"seen": house.seen})


def _call_form(house: House, _role: str, typed: Values) -> Sent:
    said = {name: it for name, it in typed.items() if name != "pause"}
    return Sent(house.at("/disputes"), {**said, "play": "pause" if typed["pause"] else "on"})


def _of_call(act: str) -> Any:
    """Returns what a program sends to a call by its number."""
    return lambda house, role, typed: Sent(
        house.at(f"/calls/{typed['number']}/{act}"), {name: it for name, it in typed.items() if name != "number"}
    )


def _alike(path: str) -> tuple[Any, Any]:
    """Returns how both send the same to the same address."""
    return _posts(path), _posts(path)


SHOWN = _values(role=("player", "watcher", "host", "organiser", ""))
CODES = _values(role=("player", "watcher", "scorekeeper", "referee", "host", "organiser", ""))
ABOUT = ("event-0", "event-2", "hand-1", "hand-9", "trick-1.1", "trick-1.9", "match", "event-99", "nothing")
ACTS: Mapping[str, Act] = {
    "openTable": Act(
        "dealt",
        "stranger",
        {"players": ("Ann", "Ben", "Cat"), "title": " Thursdays ", "options": {}},
        st.fixed_dictionaries(
            {
                "players": st.sampled_from(NAMES),
                "title": st.sampled_from(("", "  ", " Friday ", "F\u202e", "x" * (LONGEST_TITLE + 1))),
                "options": st.sampled_from(({}, {"target": 3}, {"target": 0}, {"call_at": 101}, {"call_at": 50})),
            },
            optional={name: st.sampled_from(some) for name, some in CHOSEN.items()},
        ),
        _table_form,
        _table_sent,
        roles=("host", "stranger"),
    ),
    "openRecord": Act(
        "dealt",
        "host",
        {"record": RECORDS[0]},
        _values(record=RECORDS),
        lambda house, role, typed: Sent("/records", {"text": json.dumps(typed["record"]), "open": "yes"}),
        lambda house, role, typed: Sent("/records?alike=yes", typed["record"]),  # the page before has warned
        roles=("host", "stranger"),
    ),
    "join": Act(
        "dealt",
        "stranger",
        {"by": "player", "as": "2", "name": ""},
        _values(
            by=("player", "watcher", "referee", "scorekeeper"),
            **{"as": ("0", "1", "2", "9", "watch", "keep")},
            name=("Eva", "Ann", " ", "Anna", "x" * (LONGEST_NAME + 1)),
        ),
        lambda house, role, typed: Sent("/accept", {**typed, "way": house.invite(typed["by"]).token}),
        _join_sent,
        roles=("host", "ben", "watcher", "stranger"),
    ),
    "enter": Act(
        "dealt",
        "host",
        {"event": play(1, "7C")},
        _values(event=EVENTS),
        lambda house, role, typed: Sent(
            house.at("/events?others=yes"), {"event": json.dumps(typed["event"]), "seen": house.seen}
        ),
        lambda house, role, typed: Sent(house.at("/events"), typed["event"]),
        roles=("host", "ben", "watcher", "stranger"),
    ),
    "askForChange": Act(
        "refereed",
        "host",
        {"event": ADJUST, "reason": " See hand 1 "},
        _values(event=EVENTS, reason=REASONS),
        lambda house, role, typed: Sent(house.at("/changes"), {**typed, "event": json.dumps(typed["event"])}),
        _posts("/changes"),
    ),
    "adjustPoints": Act(
        "refereed",
        "referee",
        {"points": (3, 0, -99)},
        _values(points=((3, 0, -1), (99, 0, 0), (0, 0, 0), (100, 0, 0), (0, -(10**9), 0))),
        _adjustment_form,
        lambda house, role, typed: Sent(house.at("/events"), {**ADJUST, "points": typed["points"]}),
        roles=("referee",),
    ),
    "decideOnChange": Act(
        "asked",
        "referee",
        {"number": 1, "answer": "allow", "side": 0, "reason": " So it was "},
        _values(
            number=(1, 1, 2), answer=("allow", "refuse", "agree", "withdraw", "maybe"), side=NUMBERS, reason=REASONS
        ),
        _answer_form,
        _answer_sent,
    ),
    "agreeToChange": Act(
        "proposed",
        "ben",
        {"number": 1, "answer": "agree", "side": 1, "reason": ""},
        _values(number=(1,), answer=("agree", "agree", "withdraw", "allow"), side=NUMBERS, reason=("",)),
        _answer_form,
        _answer_sent,
    ),
    "givePenalty": Act(
        "refereed",
        "referee",
        CAUTION,
        _values(
            seat=NUMBERS,
            step=(*LADDER, "prison", ""),
            reason=REASONS,
            rule=("GEN-1", "GEN-3", "NO-SUCH-RULE", "", "x" * 99),
            points=(None, (0, 0, 0), (0, -2, 0), (0, -2), (0, 10**9, 0)),
        ),
        _penalty_form,
        _posts("/penalties"),
    ),
    "liftPenalty": Act(
        "given",
        "referee",
        {"number": 1, "reason": "It was Cat"},
        _values(number=(1, 1, 2, 99), reason=REASONS),
        lambda house, role, typed: Sent(
            house.at(f"/penalties/{typed['number']}/lift"), {"reason": typed["reason"], "seen": house.seen}
        ),
        lambda house, role, typed: Sent(house.at(f"/penalties/{typed['number']}/lift"), {"reason": typed["reason"]}),
    ),
    "appeal": Act(
        "ruled",
        "ben",
        {"place": 1, "reason": " It was  late. "},
        _values(place=(1, 1, 0, 99), reason=REASONS),
        lambda house, role, typed: Sent(house.at(f"/rulings/{typed['place']}/appeal"), {"reason": typed["reason"]}),
        lambda house, role, typed: Sent(house.at(f"/rulings/{typed['place']}/appeal"), {"reason": typed["reason"]}),
    ),
    "decideAppeal": Act(
        "appealed",
        RITA,
        {"number": 1, "remedy": "adjusted", "rule": "GEN-1", "reason": " So it was ", "points": (0, 2, 0)},
        _values(
            number=(1,),
            remedy=("upheld", "none", "stands", "adjusted", "void", "withdrawn"),
            rule=("GEN-1", "NO-SUCH-RULE", ""),
            reason=REASONS,
            points=(None,),
        ),
        _decision_form,
        _decision_sent,
        roles=("host", "ben", "referee", RITA),
    ),
    "callReferee": Act(
        "refereed",
        "ben",
        {"about": "event-0", "why": "", "text": " Who  deals? ", "pause": True},
        _values(
            about=ABOUT,
            why=("", "other", "revoke", "no-such"),
            text=("", " ", "Why?", "x" * (LONGEST_DISPUTE_TEXT + 1)),
            pause=(True, False),
        ),
        _call_form,
        _posts("/calls"),
    ),
    "withdrawCall": Act(
        "called",
        "ben",
        {"number": 1},
        _values(number=(1, 1, 2)),
        lambda house, role, typed: Sent(house.at(f"/disputes/{typed['number']}/withdraw"), {}),
        _of_call("withdraw"),
    ),
    "pointCall": Act(
        "called",
        "referee",
        {"number": 1, "about": "event-1"},
        _values(number=(1, 1, 2), about=ABOUT),
        lambda house, role, typed: Sent(
            house.at(f"/disputes/{typed['number']}/point"), {"about": typed["about"], "seen": house.seen}
        ),
        _of_call("point"),
    ),
    "admitBreach": Act(
        "called",
        "referee",
        {"number": 1, "code": "must-follow-suit", "card": ""},
        _values(number=(1, 1, 2), code=("must-follow-suit", "must-trump", ""), card=("", "9C", "8D")),
        lambda house, role, typed: Sent(
            house.at(f"/disputes/{typed['number']}/admission"),
            {"admitted": f"{typed['code']} {typed['card']}".strip(), "seen": house.seen},
        ),
        _of_call("admission"),
    ),
    "pause": Act(
        "called",
        "ben",
        {"pause": False},
        _values(pause=(True, False)),
        lambda house, role, typed: Sent(house.at("/pause"), {"pause": "yes" if typed["pause"] else "no"}),
        _posts("/pause"),
    ),
    "rule": Act(
        "called",
        "referee",
        {"case": "dispute-1", "remedy": "adjusted", "rule": "GEN-1", "reason": " Late ", "points": (0, 0, -2)},
        _values(
            case=("dispute-1", "dispute-1", "dispute-2", "revoke-2", "contradiction", "nothing"),
            remedy=("none", "stands", "corrected", "taken-back", "adjusted", "void", "hanged"),
            rule=("GEN-1", "NO-SUCH-RULE", ""),
            reason=REASONS,
            points=(None, (0, 0, 0)),
        ),
        _ruling_form,
        _posts("/rulings"),
    ),
    "reopenRuling": Act(
        "adjusted",
        "referee",
        {"place": 4, "reason": " It was  not ", "undo": True},
        _values(place=(4, 4, 0, 99), reason=REASONS, undo=(True, False)),
        lambda house, role, typed: Sent(
            house.at(f"/rulings/{typed['place']}/reopen"),
            {"reason": typed["reason"], "undo": "true" if typed["undo"] else "false", "seen": house.seen},
        ),
        lambda house, role, typed: Sent(
            house.at(f"/rulings/{typed['place']}/reopen"), {"reason": typed["reason"], "undo": typed["undo"]}
        ),
    ),
    "takeSeat": Act(
        "dealt",
        "ben",
        {"seat": "2"},
        _values(seat=("0", "1", "2", "2", "9")),
        lambda house, role, typed: Sent(house.at("/seat"), typed),
        lambda house, role, typed: Sent(house.at("/seat"), {"seat": int(typed["seat"])}),
    ),
    "leaveSeat": Act("dealt", "ben", {}, st.just({}), *_alike("/seat/leave")),
    "freeSeat": Act("dealt", "host", {}, st.just({}), *_alike("/seats/1/free")),
    "answerWaiting": Act(
        "waiting",
        "host",
        {"who": "stranger", "answer": "let-in"},
        _values(who=("watcher", "stranger", "ben"), answer=("let-in", "refuse")),
        lambda house, role, typed: Sent(house.at(f"/requests/{house.word(typed['who'])}/{typed['answer']}"), {}),
        lambda house, role, typed: Sent(
            house.at("/requests"), {"word": house.word(typed["who"]), "answer": typed["answer"]}
        ),
    ),
    "withdrawRequest": Act(
        "waiting",
        "stranger",
        {},
        st.just({}),
        lambda house, role, typed: Sent(house.at("/request/withdraw"), {}),
        lambda house, role, typed: Sent(house.at("/requests/withdraw"), {}),
        roles=("host", "ben", "watcher", "stranger"),
    ),
    "chooseScorekeeper": Act(
        "dealt",
        "host",
        {"seat": 1},
        _values(seat=(0, 1, 2, 9, None)),
        lambda house, role, typed: Sent(
            house.at("/scorekeeper/end" if typed["seat"] is None else "/scorekeeper"), {"seat": str(typed["seat"])}
        ),
        lambda house, role, typed: Sent(house.at("/scorekeeper"), typed),
    ),
    "letDeviceOut": Act(
        "dealt",
        "host",
        {"who": "ben"},
        _values(who=("ben", "watcher", "host")),
        lambda house, role, typed: Sent(house.at(f"/grants/{house.grant(typed['who'])}/remove"), {}),
        lambda house, role, typed: Sent(house.at(f"/devices/{house.grant(typed['who'])}/remove"), {}),
        roles=("host", "ben", "watcher", "stranger"),
    ),
    "dismissReferee": Act(
        "asked",
        "host",
        {"who": "referee", "sure": "waiting"},
        _values(who=("referee", "referee", "ben"), sure=("yes", "waiting", "")),
        lambda house, role, typed: Sent(
            house.at(f"/referees/{house.grant(typed['who'])}/dismiss"), {"sure": typed["sure"]}
        ),
        lambda house, role, typed: Sent(
            house.at(f"/referees/{house.grant(typed['who'])}/dismiss"), {"sure": typed["sure"]}
        ),
    ),
    "changeChoices": Act(
        "dealt",
        "host",
        {"title": " Fridays ", "door": "closed"},
        st.fixed_dictionaries(
            {},
            optional={
                "title": st.sampled_from(("", " Fridays ", "F\u202e", "x" * (LONGEST_TITLE + 1))),
                **{name: st.sampled_from(some) for name, some in CHOSEN.items() if name != "book"},
            },
        ),
        *_alike("/choices"),
    ),
    "renewCode": Act("dealt", "host", {"role": "player"}, CODES, *_alike("/codes")),
    "freshCode": Act("dealt", "ben", {"role": "watcher"}, SHOWN, *_alike("/codes/fresh")),
    "playAgain": Act(
        "over",
        "ben",
        {"moved": True},
        _values(moved=(True, False)),
        lambda house, role, typed: Sent(house.at("/again"), {"deal": "moved" if typed["moved"] else "same"}),
        _posts("/again"),
    ),
    "markRead": Act(
        "given",
        "ben",
        {"events": 1, "lines": 2},
        _values(events=(0, 1, 99, -1, 10**20), lines=(0, 2, 99, -1)),
        lambda house, role, typed: Sent(house.at("/rulings/read"), {name: str(it) for name, it in typed.items()}),
        _posts("/rulings/read"),
    ),
}
"""Every act at a table that a program has, and the form that does the same."""
NO_PAIR = {"sendCasePhoto", "dropCasePhoto", "partFromEvening"}
"""Acts that a form sends with a file (tests/web/referee/test_case_photos.py), and one of a table at an evening."""
OWN_WORDS = {"join", "answerWaiting", "chooseScorekeeper", "takeSeat", "dismissReferee"}
"""Acts whose pages have words of their own."""
OTHER_FORMS = {"agreeToChange", "adjustPoints"}
"""Acts that a program sends to the address of another one."""


def test_every_act_at_a_table_has_its_form_or_a_reason(app: Flask) -> None:
    elsewhere = ("/circles", "/evenings")
    acts = {call.name for call in ENDPOINTS if call.method != "GET" and not call.path.startswith(elsewhere)}
    assert acts == (set(ACTS) - OTHER_FORMS) | NO_PAIR


@pytest.mark.parametrize("name", ACTS)
def test_whatever_is_typed_comes_to_the_same(site: Site, twins: Twins, name: str) -> None:
    act = ACTS[name]
    pair = Pair(lambda: twins.at(site, act.at, lambda: House(site, act.at)))
    assert pair.takes(act) == 200

    @often(5)
    @given(sent=st.lists(st.tuples(st.sampled_from(act.roles or ROLES), act.values), min_size=3, max_size=8))
    def both(sent: Sequence[tuple[str, Values]]) -> None:
        pair.send(act, sent, in_words=name not in OWN_WORDS)

    both()
    read_elsewhere(site, tables=[house.table.id for house in pair.newest])
