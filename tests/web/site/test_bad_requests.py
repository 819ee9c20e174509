"""Five thousand random bad requests over every route, at a table of every game: none is answered with a 5xx."""

import random
import re
from collections import Counter
from collections.abc import Sequence
from urllib.parse import quote

from flask.testing import FlaskClient
from werkzeug.routing import Rule

from rules_core.games import GAMES
from tests.cases import MORE
from tests.web.support.random_matches import evening
from tests.web.support.site import NAMES, Site
from webapp.store.models import Table
from webapp.table.keeper import Made
from webapp.table.viewer import Viewer

REQUESTS = 1000 * MORE
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
    '{"type":"tally","spoils":[{"low":1},{"joker":9}]}',
    '{"type":"play","seat":1,"card":"X","joker":"draw"}',
    '{"type":"meld","seat":1,"melds":[["6S","6S"],[]]}',
    '{"type":"reveal","cards":["K",1]}',
    '{"type":"roll","seat":0,"die":"d6","value":99}',
    '{"type":"exchange","seat":1,"cards":["6S","6S","6S"]}',
    "6S 7S 8S",
    "X",
    "K",
    "2",
    "low",
    "tally",
    "meld",
    "reveal",
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
    "winner",
    "nines",
    "points",
    "points-0",
    "points-1",
    "augen",
    "melds",
    "ticks",
    "copies.6S",
    "spoils-0-low",
    "cards.0",
    "cards-0",
    "die",
    "value",
    "amount",
]
METHODS = ["GET", "GET", "POST", "POST", "POST", "PUT", "DELETE", "HEAD"]
HEADERS = [("HX-Request", "true"), ("Accept-Language", "\u00e9"), ("Accept-Language", ",,;q="), ("Last-Event-ID", "x")]


class Mischief:
    """Makes up requests that are nearly right, half right and not right at all."""

    def __init__(self, site: Site, tables: Sequence[Table], seed: int) -> None:
        self.chance = random.Random(seed)
        self.codes = [invite.code for table in tables for invite in site.store.invites(table.id).values()]
        self.tables = [str(table.id) for table in tables]
        self.rules = [rule for rule in site.app.url_map.iter_rules() if "stream" not in rule.rule]

    def path(self) -> str:
        if self.chance.random() < 0.1:
            return "/" + self.chance.choice(["", "tables/1/", "join/"]) + self.chance.choice(JUNK)[:300]
        rule: Rule = self.chance.choice(self.rules)
        return re.sub(r"<([^>]*)>", self._part, rule.rule)

    def _part(self, match: re.Match[str]) -> str:
        if self.chance.random() < 0.4:
            return self.chance.choice(JUNK)[:300]
        name = match[1].split(":")[-1]
        known = {"code": self.codes, "game": list(GAMES), "filename": ["app.css"], "table_id": self.tables}
        return self.chance.choice(known.get(name, ["1", "3", "9"]))

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


def in_the_middle(site: Site, host: FlaskClient, game: str) -> Table:
    """Opens a table of this game, 20 entries into a match."""
    players = max(GAMES[game].players[:2])
    table = site.open_table(host, NAMES[:players], game=game)
    match = evening(game, players, seed=6)
    while len(match.log) < 20:
        match.act()
    for number, raw in enumerate(match.log):
        made = site.make(table.id, Viewer(seat=raw.get("seat")), raw, op=f"{number:08}", seen=None)
        assert isinstance(made, Made), (raw, made)
    return table


def test_no_request_is_answered_with_a_5xx(site: Site, host: FlaskClient) -> None:
    tables = [in_the_middle(site, host, game) for game in GAMES]
    seat, watcher = site.phone(), site.phone()
    for table in tables:
        site.seat(table, 1, seat)
        site.store.admit(table.id, site.device(watcher), role="watcher")
    phones = [host, seat, watcher, site.phone()]
    mischief = Mischief(site, tables, seed=6)
    statuses = Counter(mischief.send(mischief.chance.choice(phones)) for _request in range(REQUESTS))
    assert max(statuses) < 500, statuses
    assert {200, 303, 400, 403, 404, 405, 422} <= set(statuses), "every kind of answer was among them"
