"""What happens at an evening is judged alike, whether it comes by a form or from a program."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from tests.web.support.both_ways import (
    Act,
    Pair,
    Sent,
    Twins,
    Values,
    hand,
    often,
    send_both,
    without,
)
from tests.web.support.desk import call
from tests.web.support.hall import GAME, Hall
from tests.web.support.read_elsewhere import read_elsewhere
from tests.web.support.site import Site
from webapp.api.endpoints import ENDPOINTS
from webapp.evening import lines as kinds
from webapp.evening.organising.evenings import usual_plan
from webapp.evening.organising.plan_form import SWITCHES
from webapp.evening.plan import Giver, Givers, Kind, Plan
from webapp.evening.standing.scoring import AdjustedTo
from webapp.evening.viewer import EveningViewer
from webapp.http.limits import LONGEST_NAME, LONGEST_REASON, LONGEST_TITLE, MOST_ANNOUNCED, MOST_EXTRA_MINUTES
from webapp.journal.lines import body_of
from webapp.services import services_in
from webapp.store.evening_models import Admission, EveningChange
from webapp.store.roles import Role, Scope
from webapp.table.penalties import EVENING_LADDER

ROLES = ("organiser", "deputy", "referee", "ann", "eva", "watcher", "stranger")
PERSON_OF = {"ann": 1, "eva": 5}
STAGES = ("listed", "seated", "started", "called", "reported", "in", "over", "finished", "asked", "closed")
NOT_COMPARED = ("table", "opens", "starts_at", "draw", "word", "plan")
"""Ids, moments and lots of one house; a plan is compared by what was typed into it."""
PLAN = Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), rounds=2, minutes=20, between=5, givers=Givers(caution=Giver.HEAD))
PLANNED = ("rounds", "hands", "minutes", "bye")


class House:
    """An evening of two tables with a device of each role, as far as a stage."""

    def __init__(self, site: Site, stage: str) -> None:
        self.site, self.hands = site, {role: hand(site) for role in ROLES}
        hall = Hall(services_in(site.app), PLAN, organiser=self.hands["organiser"].device)
        self._first_hall = hall
        come = [
            Admission(self.hands["deputy"].device, Role.DEPUTY, None, "Dora"),
            Admission(self.hands["referee"].device, Role.REFEREE, None, "Karin"),
            Admission(self.hands["watcher"].device, Role.WATCHER),
            Admission(hand(site).device, Role.REFEREE, None, "Rosa"),
            *(Admission(self.hands[role].device, Role.PLAYER, person) for role, person in PERSON_OF.items()),
        ]
        helpers = (kinds.Helper(str(one.role), one.name) for one in come if one.name)
        here = (kinds.LetIn(person) for person in PERSON_OF.values())
        hall.add(*helpers, *here, who=EveningViewer(come[0].device_id), change=EveningChange(admit=come))
        karin = EveningViewer(come[1].device_id, Role.REFEREE, None, "Karin")
        asks = hand(site).device
        hall.add(kinds.Asked("Zoe", "tiger"), who=EveningViewer(asks))
        hall.add(kinds.Away(8))
        self.asked = hall.now.state.seq - 1
        hall.add(kinds.Penalised(6, "caution", "Late", "GEN-3", "Karin"), who=karin)
        self.penalty = hall.now.state.seq
        lines = (
            kinds.LastHand(1),
            kinds.Reported(1, 1, (4, 3, 2, 1)),
            kinds.Confirmed(1, 1, (4, 3, 2, 1)),
            kinds.Ended(1),
            kinds.RoundClosed(1),
            kinds.Proposed(1, (body_of(kinds.Confirmed(1, 2, (3, 2, 1), odd=True)),), table=2),
            kinds.Closed(),
        )
        steps = STAGES.index(stage)
        if steps > STAGES.index("listed"):
            hall.seat((1, 2, 3, 4), (5, 6, 7))
        if steps > STAGES.index("seated"):
            hall.start()
        if steps > STAGES.index("started"):
            hall.add(*lines[: steps - STAGES.index("started")])

    @property
    def hall(self) -> Hall:
        """The evening at the services that the site has now."""
        return self._first_hall.at(services_in(self.site.app))

    @property
    def round(self) -> int:
        """The number of the newest round, 0 before there is one."""
        return len(self.hall.now.state.rounds)

    def table(self, number: int) -> int:
        """The id of a table of the newest round, 0 where there is none."""
        here = self.hall.now.state.round
        return 0 if here is None or number not in here.sittings else here.sittings[number].table or 0

    def grant(self, role: str) -> int:
        """The number of the grant of a device."""
        device = self.hands[role].device
        return next((one.id for one in self.hall.now.grants if one.device_id == device), 987654321)

    def at(self, path: str) -> str:
        """The address of a page of the evening."""
        return f"/evenings/{self.hall.id}{path}"

    def come_to(self) -> Any:
        """Returns what the evening has come to: its lines, who is what there, and who sits at its tables."""
        now, roles = self.hall.now, {one.device: role for role, one in self.hands.items()}
        lines = [(line.kind, roles.get(line.device_id or 0), without(line.body, NOT_COMPARED)) for line in now.lines]
        grants = sorted((str(roles.get(one.device_id)), one.role, one.person or 0, one.name) for one in now.grants)
        tables = [self.table(number) for number in (1, 2) if self.table(number)]
        held = [
            sorted((str(roles.get(one.device_id)), one.role, one.seat or 0) for one in self.site.store.grants(table))
            for table in tables
        ]
        plan = [getattr(now.state.plan, name) for name in PLANNED]
        return {"lines": lines, "grants": grants, "seats": held, "title": now.state.title, "plan": plan}


def _line(kind: type[kinds.Line], **named: Callable[[House, str, Values], Any]) -> Callable[..., Sent]:
    """Returns what a program sends to add a line: the values, and those that a form takes from its address."""

    def sent(house: House, role: str, values: Values) -> Sent:
        more = {name: found(house, role, values) for name, found in named.items()}
        body = {"type": str(kind.__struct_config__.tag), **values, **more}
        return Sent(house.at("/lines"), {name: it for name, it in body.items() if it is not None})

    return sent


def _round(house: House, _role: str, _values: Values) -> int:
    return house.round


def _own_table(house: House, role: str, _values: Values) -> int:
    return 2 if role == "eva" else 1


def _nobody_says(_house: House, _role: str, _values: Values) -> str:
    return "Somebody else"


def _tap(path: str, **fields: str) -> Callable[..., Sent]:
    """Returns what a key sends that asks for nothing."""
    return lambda house, role, values: Sent(house.at(path), fields)


def _person_named(house: House, number: Any) -> str:
    person = house.hall.now.state.people.get(number)
    return "" if person is None else person.name


def _presence(does: str, own: str) -> Callable[..., Sent]:
    """Returns what the list sends, or the page of a player."""

    def sent(house: House, role: str, values: Values) -> Sent:
        if role in PERSON_OF and values["person"] == PERSON_OF[role]:
            return Sent(house.at("/me/presence"), {"is": own})
        return Sent(house.at(f"/people/{values['person']}"), {"does": does})

    return sent


def _plan_form(house: House, _role: str, values: Values) -> Sent:
    return Sent(house.at("/settings"), _plan_fields(house.hall.now.state.plan, values))


def _plan_fields(plan: Plan, values: Values) -> Mapping[str, Any]:
    """Returns the fields of a plan as the form shows it, with what is typed into some."""
    numbers = {name: str(getattr(plan, name)) for name in ("rounds", "hands", "minutes", "between", "bye")}
    places = {f"place-{place}": str(points) for place, points in enumerate(plan.place_points)}
    steps = {f"step-{step}": str(points) for step, points in msgspec.structs.asdict(plan.ladder).items()}
    switches = {typed: "yes" if getattr(plan, name) else "no" for name, typed in SWITCHES.items()}
    chosen = {name: str(getattr(plan, name)) for name in ("length", "seating", "counting", "absence", "confirmer")}
    chosen["absence"] = "points"
    typed = {name: str(it) for name, it in values.items()}
    lists = {"size": [str(size) for size in plan.sizes], "tie_break": [str(one) for one in plan.tie_breaks]}
    return numbers | places | steps | switches | chosen | typed | lists | {"warned": "yes"}


def _plan_sent(house: House, _role: str, values: Values) -> Sent:
    plan = msgspec.to_builtins(msgspec.structs.replace(house.hall.now.state.plan))
    plan |= {"absence": "points"} if not house.round else {}
    plan |= {name: it for name, it in values.items() if name != "title"}
    return Sent(house.at("/lines"), {"type": "planned", "plan": plan, "title": values["title"]})


texts = st.sampled_from(("", "  ", "Late", "  Tea at the bar ", "x" * MOST_ANNOUNCED, "x" * (MOST_ANNOUNCED + 1)))
reasons = st.sampled_from(("", "  ", "Late", " Late again ", "x" * (LONGEST_REASON + 1), "x" * (MOST_ANNOUNCED + 1)))
names = st.sampled_from(("", " ", "Fay", "fay", "Zoe", "  Zoe  K ", "Z\u200boe", "\u202eeoZ", "x" * (LONGEST_NAME + 1)))
titles = st.sampled_from(("", "  ", "Friday", " Friday ", "F\u202e", "x" * (LONGEST_TITLE + 1)))
people = st.sampled_from((1, 2, 5, 7, 8, 9, 99))
seconds = st.sampled_from((0, 1, 5, MOST_EXTRA_MINUTES, MOST_EXTRA_MINUTES + 1))
scores = st.sampled_from(
    ((4, 6, 2, 1), (0, 0, 0, 0), (-1, 2, 3, 9), (4, 3, 2, 1), (6, 6, 1), (4, 6, 2, 1, 0), (10**9,) * 4, ())
)
nothing: st.SearchStrategy[Values] = st.just({})


def values(**each: st.SearchStrategy[Any]) -> st.SearchStrategy[Values]:
    """Returns values of these fields."""
    return st.fixed_dictionaries(each)


def _scores(of: Sequence[int]) -> Mapping[str, str]:
    return {f"score-{side}": str(points) for side, points in enumerate(of)} or {"score-0": ""}


def _answer(kind: type[kinds.Signed | kinds.Declined]) -> tuple[Callable[..., Sent], Callable[..., Sent]]:
    """Returns how a change that waits for a signature is answered, by a form and by a program."""
    answer = {kinds.Signed: "sign", kinds.Declined: "decline"}[kind]
    tag = str(kind.__struct_config__.tag)

    def of(house: House, typed: Values) -> int:
        asked = house.hall.now.state.proposals
        return int(max(asked, default=1) + typed["more"])

    return (
        lambda house, role, typed: Sent(house.at(f"/changes/{of(house, typed)}"), {"answer": answer}),
        lambda house, role, typed: Sent(house.at("/lines"), {"type": tag, "proposal": of(house, typed), "by": "Eva"}),
    )


LINES: Mapping[type[kinds.Line], Act] = {
    kinds.Planned: Act(
        "listed",
        "organiser",
        {"title": "Friday", "rounds": 3},
        values(
            title=titles,
            rounds=st.sampled_from((0, 1, 2, 20, 21)),
            hands=st.sampled_from((0, 1, 4, 10**4)),
            minutes=st.sampled_from((-1, 0, 600, 601)),
            bye=st.sampled_from((0, -3, 10**5, 10**10)),
        ),
        _plan_form,
        _plan_sent,
    ),
    kinds.Listed: Act(
        "listed",
        "organiser",
        {"name": "Zoe"},
        values(name=names),
        lambda house, role, typed: Sent(house.at("/people"), typed),
        _line(kinds.Listed, person=lambda house, role, typed: len(house.hall.now.state.people) + 1),
        roles=("organiser", "deputy", "referee", "ann"),
    ),
    kinds.Changed: Act(
        "listed",
        "organiser",
        {"person": 2, "name": "Bea", "team": "Reds", "partner": 3},
        values(person=people, name=names, team=names, partner=st.sampled_from((0, 2, 3, 99))),
        lambda house, role, typed: Sent(
            house.at(f"/people/{typed['person']}"),
            {
                **typed,
                "does": "save",
                "partner": "" if not typed["partner"] else _person_named(house, typed["partner"]) or "Nobody at all",
            },
        ),
        _line(kinds.Changed),
    ),
    kinds.Away: Act(
        "started", "organiser", {"person": 2}, values(person=people), _presence("away", "away"), _line(kinds.Away)
    ),
    kinds.Left: Act(
        "started", "eva", {"person": 5}, values(person=people), _presence("left", "left"), _line(kinds.Left)
    ),
    kinds.Back: Act(
        "started", "organiser", {"person": 8}, values(person=people), _presence("back", "here"), _line(kinds.Back)
    ),
    kinds.TurnedAway: Act(
        "listed",
        "organiser",
        {"more": 0},
        values(more=st.sampled_from((0, 1, 99))),
        lambda house, role, typed: Sent(
            house.at(f"/people/requests/{house.asked + typed['more']}"), {"does": "refuse"}
        ),
        lambda house, role, typed: Sent(
            house.at("/lines"), {"type": "turned-away", "asked": house.asked + typed["more"]}
        ),
    ),
    kinds.Seated: Act(
        "listed",
        "organiser",
        {"tables": ((4, 3, 2, 1), (5, 6, 7)), "byes": ()},
        st.sampled_from(
            [
                {"tables": ((1, 2, 3, 4), (5, 6, 7)), "byes": ()},
                {"tables": ((1, 2, 3),), "byes": (4, 5, 6, 7)},
                {"tables": ((1, 2), (3, 4), (5, 6, 7)), "byes": ()},
                {"tables": ((1,), (2, 3, 4)), "byes": (5, 6, 7)},
                {"tables": ((1, 2, 3, 4, 5, 6, 7),), "byes": ()},
                {"tables": ((1, 2, 3, 4), (4, 5, 6, 7)), "byes": ()},
                {"tables": ((1, 2, 3, 4),), "byes": (5, 6)},
                {"tables": ((1, 2, 3, 4), (5, 6, 7, 8)), "byes": ()},
                {"tables": ((1, 2, 3, 99),), "byes": ()},
                {"tables": (), "byes": (1, 2, 3, 4, 5, 6, 7)},
            ]
        ),
        lambda house, role, typed: Sent(
            house.at("/seating"),
            {
                "does": "publish",
                "stage": f"next-{house.round + 1}",
                "tables": ";".join(f"{at}:{','.join(map(str, it))}" for at, it in enumerate(typed["tables"], 1)),
                "byes": ",".join(map(str, typed["byes"])),
                "draw": "0",
            },
        ),
        lambda house, role, typed: Sent(house.at("/rounds"), typed),
    ),
    kinds.Unseated: Act(
        "seated", "organiser", {}, nothing, _tap("/rounds/unseat"), _line(kinds.Unseated, round=_round)
    ),
    kinds.Started: Act("seated", "organiser", {}, nothing, _tap("/rounds/start"), _line(kinds.Started, round=_round)),
    kinds.Extra: Act(
        "started",
        "referee",
        {"minutes": 5, "number": 1},
        values(minutes=seconds, number=st.sampled_from((None, 1, 2, 9))),
        lambda house, role, typed: Sent(
            house.at("/rounds/extra"), {"minutes": str(typed["minutes"]), "table": str(typed["number"] or "")}
        ),
        lambda house, role, typed: Sent(
            house.at("/lines"),
            {"type": "extra", "round": house.round, "seconds": typed["minutes"] * 60}
            | ({"number": typed["number"]} if typed["number"] else {}),
        ),
    ),
    kinds.Paused: Act(
        "started", "deputy", {}, nothing, _tap("/rounds/clock", clock="pause"), _line(kinds.Paused, round=_round)
    ),
    kinds.Resumed: Act(
        "started", "deputy", {}, nothing, _tap("/rounds/clock", clock="on"), _line(kinds.Resumed, round=_round)
    ),
    kinds.LastHand: Act(
        "started", "referee", {}, nothing, _tap("/rounds/last-hand"), _line(kinds.LastHand, round=_round)
    ),
    kinds.Acknowledged: Act(
        "called",
        "ann",
        {},
        nothing,
        lambda house, role, typed: Sent(
            f"/tables/{house.table(_own_table(house, role, typed))}/evening/read", {"does": "last-hand"}
        ),
        _line(kinds.Acknowledged, round=_round, number=_own_table),
        roles=("ann", "eva", "watcher", "stranger"),
    ),
    kinds.StandIn: Act(
        "started",
        "organiser",
        {"person": 1, "by": "Ida"},
        values(person=people, by=names),
        lambda house, role, typed: Sent(
            house.at(f"/people/{typed['person']}"), {"does": "stand-in" if typed["by"].strip() else "own-seat", **typed}
        ),
        _line(
            kinds.StandIn,
            round=_round,
            number=lambda house, role, typed: 1 if typed["person"] <= 4 else 2,
        ),
    ),
    kinds.Reported: Act(
        "started",
        "ann",
        {"scores": (0, 0, 0, 0)},
        values(scores=st.just((0, 0, 0, 0))),  # a phone at the table says what its table shows
        lambda house, role, typed: Sent(
            f"/tables/{house.table(_own_table(house, role, typed))}/evening/result",
            {"does": "report", "scores": " ".join(map(str, typed["scores"]))},
        ),
        _line(kinds.Reported, round=_round, number=_own_table, person=lambda house, role, typed: PERSON_OF.get(role)),
        roles=("ann", "eva", "watcher", "stranger"),
    ),
    kinds.Confirmed: Act(
        "started",
        "organiser",
        {"number": 1, "scores": (4, 3, 2, 1), "odd": True},
        values(number=st.sampled_from((1, 2, 9)), scores=scores, odd=st.booleans()),
        lambda house, role, typed: Sent(
            house.at(f"/tables/{typed['number']}/result"),
            {**_scores(typed["scores"]), **({"odd": "yes"} if typed["odd"] else {})},
        ),
        _line(kinds.Confirmed, round=_round),
        roles=("organiser", "deputy", "referee", "watcher", "stranger"),
    ),
    kinds.Rejected: Act(
        "in",
        "organiser",
        {"number": 1},
        values(number=st.sampled_from((1, 2, 9))),
        lambda house, role, typed: Sent(house.at(f"/tables/{typed['number']}/reject"), {}),
        _line(kinds.Rejected, round=_round),
        roles=("organiser", "deputy", "referee", "watcher", "stranger"),
    ),
    kinds.Ended: Act("started", "organiser", {}, nothing, _tap("/rounds/end"), _line(kinds.Ended, round=_round)),
    kinds.RoundClosed: Act(
        "over",
        "organiser",
        {"round": 1},
        values(round=st.sampled_from((1, 2))),
        lambda house, role, typed: Sent(house.at("/rounds/finish"), {"round": str(typed["round"])}),
        _line(kinds.RoundClosed, by=_nobody_says),
    ),
    kinds.PeriodReopened: Act(
        "finished",
        "deputy",
        {"round": 1, "minutes": 10},
        values(round=st.sampled_from((1, 2)), minutes=seconds),
        lambda house, role, typed: Sent(house.at("/rounds/period"), {name: str(it) for name, it in typed.items()}),
        _line(kinds.PeriodReopened, by=_nobody_says),
    ),
    kinds.Signed: Act("asked", "referee", {"more": 0}, values(more=st.sampled_from((0, 1))), *_answer(kinds.Signed)),
    kinds.Declined: Act(
        "asked", "referee", {"more": 0}, values(more=st.sampled_from((0, 1))), *_answer(kinds.Declined)
    ),
    kinds.Disclosed: Act("over", "organiser", {}, nothing, _tap("/rounds/disclose"), _line(kinds.Disclosed)),
    kinds.Penalised: Act(
        "started",
        "referee",
        {"person": 3, "step": "warning", "reason": "Late", "rule": "GEN-1"},
        values(
            person=people,
            step=st.sampled_from(EVENING_LADDER),
            reason=reasons,
            rule=st.sampled_from(("GEN-1", "GEN-3", "NO-SUCH-RULE", "", "x" * 99)),
        ),
        lambda house, role, typed: Sent(house.at("/penalties"), typed),
        _line(kinds.Penalised, by=_nobody_says),
    ),
    kinds.Adjusted: Act(
        "in",
        "referee",
        {"number": 1, "people": (1,), "to": "percentage", "value": 60, "reason": "Phone rang", "rule": "GEN-1"},
        values(
            number=st.sampled_from((1, 2, 9)),
            people=st.sampled_from(((), (1,), (2, 1), (5,), (99,))),
            to=st.sampled_from([str(one) for one in AdjustedTo]),
            value=st.sampled_from((0, 60, 100, 101, -5, 100_001)),
            reason=reasons,
            rule=st.sampled_from(("GEN-1", "GEN-3", "NO-SUCH-RULE", "")),
        ),
        lambda house, role, typed: Sent(
            house.at("/adjusted"),
            {
                "at": f"{house.round}.{typed['number']}",
                "person": [str(one) for one in typed["people"]],
                **{name: typed[name] for name in ("to", "value", "reason", "rule")},
            },
        ),
        _line(kinds.Adjusted, round=_round, by=_nobody_says),
    ),
    kinds.Lifted: Act(
        "closed",
        "referee",
        {"more": 0, "why": "A mistake"},
        values(more=st.sampled_from((0, 1, 99)), why=reasons),
        lambda house, role, typed: Sent(
            house.at(f"/penalties/{house.penalty + typed['more']}/lift"), {"reason": typed["why"]}
        ),
        lambda house, role, typed: Sent(
            house.at("/lines"),
            {"type": "lifted", "penalty": house.penalty + typed["more"], "why": typed["why"], "by": "Eva"},
        ),
    ),
    kinds.Announced: Act(
        "started",
        "deputy",
        {"text": " Tea at the bar ", "tables": (1,)},
        values(text=texts, tables=st.sampled_from(((), (1,), (2, 1), (9,)))),
        lambda house, role, typed: Sent(
            house.at("/announcements"), {"text": typed["text"], "table": [str(one) for one in typed["tables"]]}
        ),
        _line(kinds.Announced, by=_nobody_says),
    ),
    kinds.Coming: Act(
        "started",
        "referee",
        {"number": 1, "dispute": 1, "back": False},
        values(number=st.sampled_from((1, 2)), dispute=st.sampled_from((1, 2)), back=st.booleans()),
        lambda house, role, typed: Sent(
            house.at("/desk/coming"),
            {
                "table": str(house.table(typed["number"])),
                "dispute": str(typed["dispute"]),
                "coming": "no" if typed["back"] else "yes",
            },
        ),
        lambda house, role, typed: Sent(
            house.at("/lines"),
            {
                "type": "coming",
                "table": house.table(typed["number"]),
                "dispute": typed["dispute"],
                "back": typed["back"],
                "by": "Somebody else",
            },
        ),
    ),
    kinds.HandedOver: Act(
        "started",
        "referee",
        {"number": 1, "dispute": 1, "to": "Rosa", "back": False},
        values(
            number=st.sampled_from((1, 2)),
            dispute=st.sampled_from((1, 2)),
            to=st.sampled_from(("Rosa", "Karin", "Nobody", "")),
            back=st.booleans(),
        ),
        lambda house, role, typed: Sent(
            house.at("/desk/hand-over"),
            {
                "table": str(house.table(typed["number"])),
                "dispute": str(typed["dispute"]),
                "to": typed["to"],
                "back": "yes" if typed["back"] else "",
            },
        ),
        lambda house, role, typed: Sent(
            house.at("/lines"),
            {
                "type": "handed-over",
                "table": house.table(typed["number"]),
                "by": "Somebody else",
                **{name: typed[name] for name in ("dispute", "to", "back")},
            },
        ),
    ),
    kinds.Zoned: Act(
        "started",
        "deputy",
        {"first": 1, "last": 20, "by": "Karin", "minutes": 3},
        values(
            first=st.sampled_from((0, 1, 7)),
            last=st.sampled_from((1, 5, 20)),
            by=st.sampled_from(("Karin", "Rosa", "Nobody")),
            minutes=st.sampled_from((0, 3, 61)),
        ),
        lambda house, role, typed: Sent(house.at("/desk/zones"), {name: str(it) for name, it in typed.items()}),
        lambda house, role, typed: Sent(
            house.at("/lines"),
            {
                "type": "zoned",
                "zones": [{name: typed[name] for name in ("first", "last", "by")}],
                "minutes": typed["minutes"],
            },
        ),
    ),
    kinds.Undone: Act(
        "started",
        "organiser",
        {"before": 0},
        values(before=st.integers(0, 5)),
        lambda house, role, typed: Sent(house.at("/undo"), {"line": str(house.hall.now.state.seq - typed["before"])}),
        lambda house, role, typed: Sent(
            house.at("/lines"), {"type": "undone", "line": house.hall.now.state.seq - typed["before"]}
        ),
    ),
    kinds.Closed: Act("over", "organiser", {}, nothing, _tap("/close"), _line(kinds.Closed)),
    kinds.Reopened: Act("closed", "organiser", {}, nothing, _tap("/close", close="no"), _line(kinds.Reopened)),
}
"""Every line that a program adds, and the form that adds the same."""


CODES = values(role=st.sampled_from(("player", "watcher", "referee", "deputy", "host", "")))


def _alike(path: str) -> tuple[Any, Any]:
    """Returns how both send the same to the same address."""
    return (lambda house, role, typed: Sent(house.at(path), typed),) * 2


def _lets_out(house: House, _role: str, typed: Values) -> Sent:
    return Sent(house.at(f"/helpers/{house.grant(typed['who'])}/out"), {"sure": "open"} if typed["sure"] else {})


def _lets_go(house: House, role: str, typed: Values) -> Sent:
    """By the own page, or that of who runs the evening."""
    if PERSON_OF.get(role) == typed["person"]:
        return Sent(house.at("/me/free"), {})
    return Sent(house.at(f"/people/{typed['person']}"), {"does": "free"})


OTHERS: Mapping[str, Act] = {
    "answerRequest": Act(
        "seated",
        "organiser",
        {"before": 1, "answer": "new", "name": " Zoe "},
        values(
            before=st.sampled_from((1, 1, 1, 0)),
            answer=st.sampled_from(("let-in", "new", "refuse", "leave")),
            name=st.sampled_from(("Zoe", "Ann", "ben ", "", "x" * (LONGEST_NAME + 1))),
        ),
        lambda house, role, typed: Sent(
            house.at(f"/people/requests/{house.asked + 1 - typed['before']}"),
            {"does": typed["answer"], "name": typed["name"]},
        ),
        lambda house, role, typed: Sent(
            house.at(f"/requests/{house.asked + 1 - typed['before']}"),
            {"answer": typed["answer"], "name": typed["name"]},
        ),
    ),
    "dismissHelper": Act(
        "called",
        "organiser",
        {"who": "referee", "sure": True},
        values(who=st.sampled_from(("referee", "deputy", "organiser", "ann")), sure=st.booleans()),
        _lets_out,
        lambda house, role, typed: Sent(house.at(f"/helpers/{house.grant(typed['who'])}/out"), {"sure": typed["sure"]}),
    ),
    "freePerson": Act(
        "started",
        "organiser",
        {"person": 1},
        values(person=st.sampled_from((1, 5, 2, 99))),
        _lets_go,
        lambda house, role, typed: Sent(house.at("/free"), typed),
    ),
    "renewEveningCode": Act("listed", "deputy", {"role": "player"}, CODES, *_alike("/codes")),
    "freshEveningCode": Act("listed", "referee", {"role": "player"}, CODES, *_alike("/codes/fresh")),
}
"""Every other act at an evening that a program has, and the form that does the same."""


@pytest.mark.parametrize("name", OTHERS)
def test_whatever_else_is_done_comes_to_the_same(site: Site, twins: Twins, name: str) -> None:
    act = OTHERS[name]
    pair = Pair(lambda: twins.at(site, act.at, lambda: House(site, act.at)))
    assert pair.takes(act) == 200

    @often(4)
    @given(sent=st.lists(st.tuples(st.sampled_from(ROLES), act.values), min_size=3, max_size=5))
    def both(sent: Sequence[tuple[str, Values]]) -> None:
        pair.send(act, sent)

    both()
    read_elsewhere(site, evenings=[house.hall.id for house in pair.newest])


def test_every_act_at_an_evening_has_its_form(app: Flask) -> None:
    """A change of a table is signed by both ways in tests/web/evening/test_tables_of_closed_rounds.py."""
    acts = {call.name for call in ENDPOINTS if call.method != "GET" and call.path.startswith("/evenings")}
    assert acts == {"openEvening", "joinEvening", "seatRound", "addLine", "signChange", *OTHERS}
    assert set(LINES) == {kind for kind in kinds.KINDS.values() if kind.alone} | {kinds.Seated}


class Nowhere:
    """Two devices that have no evening yet."""

    def __init__(self, site: Site) -> None:
        self.site, self.hands = site, {"organiser": hand(site), "stranger": hand(site)}

    def come_to(self) -> Any:
        """Returns what evenings were opened: the lines of each."""
        found = {role: self.site.store.evenings_of(one.device, 9) for role, one in self.hands.items()}
        return {role: [(it.title, _lines_of(self.site, it.id)) for it in some] for role, some in found.items()}


def _lines_of(site: Site, evening: int) -> list[tuple[str, Any]]:
    lines = [(line.kind, line.body) for line in site.store.evening_lines(evening)]
    return [(kind, without(body, NOT_COMPARED)) for kind, body in lines]


USUAL = usual_plan("deep-six")
OPENING = Act(
    "",
    "stranger",
    {"title": " Friday ", "rounds": 3},
    LINES[kinds.Planned].values,
    lambda _house, _role, typed: Sent("/evenings", {**_plan_fields(USUAL, typed), "game": "deep-six"}),
    lambda _house, _role, typed: Sent(
        "/evenings",
        {
            "title": typed["title"],
            "plan": {**msgspec.to_builtins(USUAL), "absence": "points"}
            | {name: it for name, it in typed.items() if name != "title"},
        },
    ),
)


def _check_in_form(house: House, _role: str, typed: Values) -> Sent:
    """What a phone sends that has found its name on the list, or writes a new one, or only watches."""
    state, name = house.hall.now.state, typed["name"].strip()
    known = next((str(one.number) for one in state.people.values() if one.name.casefold() == name.casefold()), "new")
    way = house.site.store.invites(house.hall.id, Scope.EVENING)[Role.PLAYER].token
    return Sent("/accept", {"way": way, "as": known if name else "watch", "name": typed["name"]})


def _check_in_sent(house: House, _role: str, typed: Values) -> Sent:
    invite = house.site.store.invites(house.hall.id, Scope.EVENING)[Role.PLAYER]
    return Sent("/evenings/join", {"code": invite.code, "name": typed["name"]})


CHECK_IN = Act(
    "seated",
    "stranger",
    {"name": " Fay "},
    values(
        name=st.sampled_from(("", "Fay", "cat", "Zoe", " Zoe  K ", "Z\u200boe", "\u202eeoZ", "x" * (LONGEST_NAME + 1)))
    ),
    _check_in_form,
    _check_in_sent,
    roles=("organiser", "deputy", "watcher", "stranger"),
)


def test_a_check_in_comes_to_the_same(site: Site, twins: Twins) -> None:
    """Of a name that has a phone a page asks that phone, where a program is refused: nobody types one here."""

    def houses() -> tuple[House, House]:
        return twins.at(site, CHECK_IN.at, lambda: House(site, CHECK_IN.at))

    assert Pair(houses).takes(CHECK_IN) == 200

    @often(6)
    @given(sent=st.lists(st.tuples(st.sampled_from(CHECK_IN.roles), CHECK_IN.values), min_size=1, max_size=1))
    def both(sent: Sequence[tuple[str, Values]]) -> None:
        Pair(houses).send(CHECK_IN, sent)

    both()


def test_an_evening_is_opened_alike(site: Site) -> None:
    assert send_both(Nowhere(site), Nowhere(site), OPENING, OPENING.by, OPENING.good) == 200

    pair = Pair(lambda: (Nowhere(site), Nowhere(site)))

    @often(4)
    @given(sent=st.lists(st.tuples(st.sampled_from(("organiser", "stranger")), OPENING.values), min_size=2, max_size=5))
    def both(sent: Sequence[tuple[str, Values]]) -> None:
        pair.send(OPENING, sent)

    both()


PAUSED, CALLED = {kinds.Resumed}, {kinds.Coming, kinds.HandedOver}
"""Lines before which a table is paused, or has called."""


@pytest.mark.parametrize("kind", LINES, ids=lambda kind: kind.__name__)
def test_whatever_is_typed_comes_to_the_same(site: Site, twins: Twins, kind: type[kinds.Line]) -> None:
    act = LINES[kind]
    stage = act.at, kind in PAUSED, kind in CALLED
    pair = Pair(lambda: twins.at(site, stage, lambda: _house(site, kind)))
    assert pair.takes(act) == 200
    once = st.permutations(act.roles or ROLES).map(lambda roles: [(role, {}) for role in roles])
    some = st.lists(st.tuples(st.sampled_from(act.roles or ROLES), act.values), min_size=3, max_size=5)

    @often(1 if act.values is nothing else 4)
    @given(sent=once if act.values is nothing else some)
    def both(sent: Sequence[tuple[str, Values]]) -> None:
        pair.send(act, sent)

    both()
    read_elsewhere(site, evenings=[house.hall.id for house in pair.newest])


def _house(site: Site, kind: type[kinds.Line]) -> House:
    house = House(site, LINES[kind].at)
    if kind in PAUSED:
        house.hall.add(kinds.Paused(1))
    if kind in CALLED:
        _call(house)
    return house


def _call(house: House) -> None:
    phone, table = house.hands["ann"].phone, house.site.store.table(house.table(1))
    assert table is not None
    assert call(phone, table).status_code == 303
