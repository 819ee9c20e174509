"""Records with something wrong somewhere: none is answered with a 5xx or leaves part of a table."""

import copy
import io
import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from flask.testing import FlaskClient

from tests.cases import MORE
from tests.rules.mutations import CARDS, EVENTS, KINDS, SNIPPETS, STRANGE, places
from tests.web.support.records import TO_TABLE, Raw, good, rows
from tests.web.support.site import Site
from webapp.store.models import DeskLine, EventRow, Grant, Invite, Table
from webapp.store.roles import INVITES, Scope

UPLOADS = 200 * MORE
A_PHONE = 40
"""How many of them come from one phone: a phone may not open any number of tables."""
LONGEST = 40
"""Entries: short records are as easily broken as long ones."""
DEEP = [lambda deep: [deep], lambda deep: {"a": deep}]
HUGE: list[Any] = [10**30, -(10**99), 2**64, 1e308, 0.1]
ANYTHING = [*STRANGE, *HUGE, *CARDS, *KINDS, *EVENTS]
SAYABLE = ["", "=1+1", "\x00", "\u202e", "<b>", "x" * 3000, "'\"&", "é\r\n"]
LOOKED_AT = 8
"""Of the tables that are opened, every so manieth is looked at."""
PAGES = ("", "/scores", "/record", "/record.json", "/scores.csv", "/scores.xlsx", "/protocol", "/log", "/film")

Mutation = Callable[[random.Random, bytes], bytes]


def flipped(chance: random.Random, data: bytes) -> bytes:
    """Some bits of it are turned."""
    changed = bytearray(data)
    for _bit in range(chance.randint(1, 3)):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def cut(chance: random.Random, data: bytes) -> bytes:
    return data[: chance.randrange(len(data))]


def spliced(chance: random.Random, data: bytes) -> bytes:
    """Something that means something to JSON stands in the wrong place."""
    start = chance.randrange(len(data))
    snippet = chance.choice([*SNIPPETS, "[" * 300, '{"a":' * 120, "9" * 5000, "\\ud800", "NaN"])
    return data[:start] + snippet.encode("utf-8", "surrogatepass") + data[start + chance.randint(0, 9) :]


def swapped(chance: random.Random, data: bytes) -> bytes:
    """A value is of another type, deep, huge, doubled, gone, or one that stood elsewhere."""
    raw = json.loads(data)
    for _change in range(chance.randint(1, 3)):
        found = places(raw)
        at, key = chance.choice(found)
        other, where = chance.choice(found)
        match chance.choice(("strange", "deep", "gone", "double", "other")):
            case "strange":
                at[key] = copy.deepcopy(chance.choice([*ANYTHING, chance.randint(-2, 30)]))
            case "deep":
                for _level in range(chance.choice((2, 90, 200))):
                    at[key] = chance.choice(DEEP)(at[key])
            case "gone":
                del at[key]
            case "double" if isinstance(at, list):
                at.insert(key, copy.deepcopy(at[key]))
            case _:
                at[key] = copy.deepcopy(other[where])
    return json.dumps(raw).encode()


def with_events(chance: random.Random, data: bytes) -> bytes:
    """Entries of any game, of its own or of none stand somewhere in it."""
    raw = json.loads(data)
    for _event in range(chance.randint(1, 4)):
        event = copy.deepcopy(chance.choice([*EVENTS, *raw["events"]] if raw["events"] else EVENTS))
        event |= {"seat": chance.randint(-1, 4)} if chance.random() < 0.3 else {}
        raw["events"].insert(chance.randint(0, len(raw["events"])), event)
    return json.dumps(raw).encode()


def strange_but_good(chance: random.Random, data: bytes) -> bytes:
    """What the rules take, or nearly: it stops early, holds what nobody asked for, huge points and odd reasons."""
    raw = json.loads(data)
    raw["events"] = events = raw["events"][: chance.randint(0, len(raw["events"]))]
    for event in chance.sample(events, min(2, len(events))):
        event[chance.choice(("x", "", "reason", "at"))] = copy.deepcopy(chance.choice(ANYTHING))
    sides = 2 if raw["game"] == "deep-six" or len(raw["players"]) == 4 else len(raw["players"])
    for _more in range(chance.randint(0, 3)):
        points = [chance.choice((1, -7, 10**80)) for _side in range(sides)]
        adjust = {"type": "adjust", "points": points, "reason": chance.choice(SAYABLE)}
        ruling = {"type": "ruling", "event": 0, "text": chance.choice(SAYABLE), "by": chance.choice(SAYABLE)}
        events.append(chance.choice([adjust, ruling, {"type": "undo"}, {"type": "deal"}]))
    return json.dumps(raw).encode()


FIRST_INVITES = sum(use.is_there_from_the_start for use in INVITES[Scope.TABLE].values())
MUTATIONS: list[Mutation] = [*[strange_but_good] * 2, flipped, cut, spliced, *[swapped] * 3, with_events]


def test_whatever_is_uploaded_there_is_an_answer_and_a_whole_table_or_none(site: Site) -> None:
    chance = random.Random(f"on {site.store.url.drivername}")  # other uploads on each database
    short = [raw for raw in good() if len(raw["events"]) <= LONGEST]
    before, opened, answers = rows(site), [], Counter[int]()
    for number in range(UPLOADS):
        if number % A_PHONE == 0:
            phone = site.phone()
            site.device(phone)
        data = _mutated(chance, chance.choice(short))
        answer = _sent(phone, data, f"{number:08}")
        answers[answer.status_code] += 1
        if answer.status_code == 303:
            opened.append(int(TO_TABLE.search(answer.location)[1]))  # type: ignore[index]
            if len(opened) % LOOKED_AT == 0:
                _look(phone, opened[-1])
    assert set(answers) == {200, 303, 422}
    assert min(answers.values()) > UPLOADS // 50, answers
    after = rows(site)
    grown = {kind: after[kind] - before[kind] for kind in after}
    assert grown[Table] == grown[Grant] == grown[DeskLine] == len(set(opened))
    assert grown[Invite] == FIRST_INVITES * len(set(opened))
    assert grown[EventRow] == sum(site.tables.at(table).fold.seq for table in set(opened))


def _mutated(chance: random.Random, raw: Raw) -> bytes:
    return chance.choice(MUTATIONS)(chance, json.dumps(raw).encode())


def _sent(phone: FlaskClient, data: bytes, op: str) -> Any:
    """Every other one is opened at once, without a look."""
    more = {"open": "yes", "op": op} if int(op) % 2 else {}
    return phone.post("/records", data={"file": (io.BytesIO(data), "a.json"), **more})


def _look(phone: FlaskClient, table: int) -> None:
    for page in PAGES:
        assert phone.get(f"/tables/{table}{page}").status_code == 200, page
