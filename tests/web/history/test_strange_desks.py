"""Lines of a desk that have the form of ours and say what no table could: a refusal, or pages that can be read."""

import copy
import itertools
import random
from typing import Any

from flask.testing import FlaskClient

from tests.cases import MORE
from tests.web.support.records import TO_TABLE, good, rows, send
from tests.web.support.site import Site
from webapp.table.lines import KINDS

PAGES = ("", "/desk", "/log", "/film", "/protocol", "/scores", "/rulings", "/record.json", "/disputes/1", "/disputes/2")
SAID: dict[str, dict[str, Any]] = {
    "dispute": {"why": "revoke", "text": "", "by": "Ann"},
    "withdraw": {"dispute": 1},
    "rule": {"dispute": 1, "ruling": 0},
    "pointed": {"dispute": 1, "by": "Eva"},
    "admitted": {"dispute": 1, "event": 1, "code": "must-follow-suit", "by": "Eva"},
    "reopen": {"ruling": 0, "why": "again", "by": "Eva", "undo": True},
    "penalty": {"seat": 0, "step": "caution", "reason": "late", "rule": "GEN-1", "by": "Eva"},
    "revoked": {"penalty": 1, "why": "wrong", "by": "Eva"},
    "requested": {"by": "Ann", "why": "", "hand": 1},
    "allowed": {"request": 1, "by": "Eva"},
    "agreed": {"request": 1, "side": 0, "by": "Ann"},
    "fixed": {"places": [0]},
    "opened": {"events": 0, "fingerprint": "0" * 64},
}
VALUES: dict[str, list[Any]] = {
    "about": [0, 1, 3],
    "event": [0, 1, 2],
    "hand": [1, 2, 900],
    "trick": [1, 2, 900],
    "code": ["must-trump", "nonsense", ""],
    "card": ["2H", "X", "KS", "7C"],
    "why": ["other", "nonsense"],
    "rule": ["GEN-1", "ZZZ-99", "javascript:", "../x"],
    "step": ["points", "hand"],
    "points": [[1], [1, 0, 0], [5, -5]],
    "entry": [0, 2],
    "seat": [1, 3, 5],
    "side": [1, 2, 5],
    "ruling": [0, 1, 2],
    "restored": [[0], [0, 1, 2]],
    "places": [[], [0, 1]],
    "dispute": [1, 2],
    "events": [0, 2, 4000],
    "untimed": [0, 4000],
}
TRIES = 30 * MORE


def strange(chance: random.Random, after: int) -> list[dict[str, Any]]:
    """Returns a dispute and some lines behind it, each with a field or none that says something else."""
    lines = []
    for kind in ["dispute", "dispute", *chance.choices(list(SAID), k=2)]:
        says = copy.deepcopy(SAID[kind])
        names = [name for name in KINDS[kind].travelling() if name in VALUES]
        for name in chance.sample(names, min(chance.randint(0, 1), len(names))):
            says[name] = chance.choice(VALUES[name])
        lines.append({"kind": kind, "after": after, "at": "2026-11-22T19:00:00Z", "who": "Eva", "says": says})
    return lines


def test_no_page_breaks_on_a_desk_from_a_file(site: Site, host: FlaskClient) -> None:
    chance = random.Random(20261122)
    games = {raw["game"]: raw for raw in good() if 3 < len(raw["events"]) < 12}
    site.open_table(host)
    phones = itertools.cycle([host, *(site.phone() for _phone in range(9))])
    taken = 0
    for number, raw in enumerate(itertools.islice(itertools.cycle(games.values()), TRIES)):
        phone = next(phones)
        before = rows(site)
        desk = strange(chance, len(raw["events"]))
        answer = send(phone, raw | {"desk": desk}, open="yes", op=f"{number:016}")
        assert answer.status_code in (303, 422), answer.text
        if answer.status_code == 422:
            assert rows(site) == before
            continue
        taken += 1
        found = TO_TABLE.search(answer.location)
        assert found
        for page in PAGES:
            shown = phone.get(f"/tables/{found[1]}{page}")
            assert shown.status_code in (200, 404), (page, shown.text)
            assert "javascript:" not in shown.text
    assert taken > TRIES / 20
