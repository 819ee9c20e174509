"""Five thousand random bad requests over every route: none of them is answered with a 5xx."""

import random
import re
from collections import Counter
from urllib.parse import quote

from flask.testing import FlaskClient
from werkzeug.routing import Rule

from tests.web.house import House
from webapp.models import Table

REQUESTS = 5000
JUNK = [
    "",
    "0",
    "1",
    "-1",
    "9" * 16,
    "9" * 5000,
    "\u0663",
    "NaN",
    "null",
    "[]",
    "{}",
    "[" * 5000,
    '{"a":' * 2000 + "1" + "}" * 2000,
    "\x00",
    "\u202e",
    "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
    "<script>alert(1)</script>",
    "x" * 10_000,
    "watch",
    "player",
    "watcher",
    "same",
    "de",
    "dark",
    '{"type":"deal"}',
    '{"type":"deal","dealer":99999999999999999999}',
    '{"type":"play","seat":1,"card":"QS"}',
    '{"type":"play","seat":{"a":1},"card":[1]}',
    '{"type":"undo"}',
    '{"type":"amend","changes":[{"target":0,"with":[]}]}',
    '{"type":"amend","changes":[{"target":[],"with":[[]]}]}',
    '{"type":"hand","seat":0,"cards":["QS"]}',
    '{"type":"\\ud800"}',
    '{"type":"adjust","points":[1e999,1,1],"reason":"x"}',
    '{"type":"adjust","points":[1,1,1],"reason":"\\ud800"}',
    '{"type":"adjust","points":[' + "9" * 4000 + ',1,1],"reason":"x"}',
    '{"type":"ruling","event":0,"text":"\\u0000"}',
    '{"type":"tally","tricks":[17,0,0]}',
]
FIELDS = [
    "event",
    "op",
    "seen",
    "type",
    "as",
    "code",
    "seat",
    "role",
    "deal",
    "lang",
    "theme",
    "suits",
    "hand",
    "back",
    "game",
    "name-0",
    "name-1",
    "name-2",
    "book",
    "entry",
    "dealer",
    "tricks-0",
    "tricks-1",
    "tricks-2",
    "cards",
    "card",
    "suit",
    "pad",
    "reason",
]
METHODS = ["GET", "GET", "POST", "POST", "POST", "PUT", "DELETE", "HEAD"]
HEADERS = [("HX-Request", "true"), ("Accept-Language", "\u00e9"), ("Accept-Language", ",,;q="), ("Last-Event-ID", "x")]


class Mischief:
    """Makes up requests that are nearly right, half right and not right at all."""

    def __init__(self, house: House, table: Table, seed: int) -> None:
        self.chance = random.Random(seed)
        self.codes = [invite.code for invite in house.store.invites(table.id).values()]
        self.rules = [rule for rule in house.app.url_map.iter_rules() if "stream" not in rule.rule]

    def path(self) -> str:
        if self.chance.random() < 0.1:
            return "/" + self.chance.choice(["", "tables/1/", "join/"]) + self.chance.choice(JUNK)[:300]
        rule: Rule = self.chance.choice(self.rules)
        return re.sub(r"<([^>]*)>", self._part, rule.rule)

    def _part(self, match: re.Match[str]) -> str:
        if self.chance.random() < 0.4:
            return self.chance.choice(JUNK)[:300]
        name = match[1].split(":")[-1]
        return {"code": self.chance.choice(self.codes), "game": "sixes-and-sevens", "filename": "app.css"}.get(
            name, "1"
        )

    def fields(self, most: int) -> dict[str, str]:
        names = self.chance.sample(FIELDS, self.chance.randint(0, most))
        return {name: self.chance.choice(JUNK) for name in names}

    def send(self, phone: FlaskClient) -> int:
        method = self.chance.choice(METHODS)
        query = "&".join(f"{name}={quote(value[:200])}" for name, value in self.fields(3).items())
        answer = phone.open(
            f"{quote(self.path(), safe='/')}?{query}",
            method=method,
            headers=self.chance.sample(HEADERS, self.chance.randint(0, 2)),
            data=self.fields(9) if method in ("POST", "PUT", "DELETE") else None,
        )
        answer.close()
        return answer.status_code


def test_no_request_is_answered_with_a_5xx(house: House, host: FlaskClient, table: Table) -> None:
    phones = [host, house.seat(table, 1), house.watcher(table), house.phone()]
    mischief = Mischief(house, table, seed=6)
    statuses = Counter(mischief.send(mischief.chance.choice(phones)) for _request in range(REQUESTS))
    assert max(statuses) < 500, statuses
    assert {200, 303, 400, 403, 404, 405, 422} <= set(statuses), "every kind of answer was among them"
