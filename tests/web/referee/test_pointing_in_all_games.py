"""Whatever a call points at, in whatever game and however its hands were entered: the case opens and names it."""

import json
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from rules_core.games import GAMES
from rules_core.record import Header, read
from rules_core.replay import Fold, begin, replay
from tests.web.support.crawling import Page
from tests.web.support.random_matches import VARIANTS, evening, folds, put
from tests.web.support.records import good
from tests.web.support.ruling import OPS, call
from tests.web.support.samples import SAMPLES
from tests.web.support.site import NAMES, Site
from webapp.pages.entry_location import entry_at, trick_said, where
from webapp.referee.pointing import first_of_trick, hands_dealt, target
from webapp.store.models import Table
from webapp.table.hand_span import span_numbered, span_of
from webapp.table.snapshot import Snapshot

ENTRIES, CALLS = 250, 12
"""Entries of a match, and calls that stand at a table before another one is opened."""


def _matches(game: str) -> Iterator[Fold]:
    """Yields states of matches: a random one at its beginning, in its midst and at its end; each way to enter hands."""
    players = SAMPLES[game].players if SAMPLES[game].players in GAMES[game].players else GAMES[game].players[0]
    chance = random.Random(game)
    states = list(folds(evening(game, players, 2, **VARIANTS[game]), ENTRIES))
    yield begin(Header(game, NAMES[:players], {}))
    yield from (states[0], states[chance.randrange(len(states) // 3, 2 * len(states) // 3)], states[-1])
    known: set[str] = set()
    for record in good():
        kinds = {event["type"] for event in record["events"]}
        if record["game"] == game and not kinds <= known and "amend" not in kinds:
            known |= kinds
            found = read(json.dumps(record))
            yield replay(found.header, found.events).fold


def _kind(now: Snapshot, about: str) -> tuple[object, ...]:
    """Returns what tells one kind of pointing from another: at what, and how its hand was entered."""
    found, kind = target(about) or {}, about.partition("-")[0]
    node = entry_at(now, found["about"]) if "about" in found else None
    span = span_of(now.fold, node.index) if node is not None else span_numbered(now.fold, found.get("hand", 0))
    if node is None and "trick" in found:
        node = first_of_trick(now, found["hand"], found["trick"])
    return kind, span and span.under_way, span and type(span.nodes[-1].event), node and type(node.event)


def _name(now: Snapshot, about: str) -> str:
    """Returns how the case names it."""
    found = target(about) or {}
    if "about" in found:
        node = entry_at(now, found["about"])
        assert node is not None
        return where(now, node)
    return trick_said(now.table.game, found["hand"], found.get("trick", 0)) if found else "The match as a whole"


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_pointing_opens_a_case_that_names_it(site: Site, game: str) -> None:
    seen: set[tuple[object, ...]] = set()
    tried: set[tuple[object, str]] = set()
    visited: set[tuple[object, ...]] = set()
    for fold in _matches(game):
        table, host, eva = _at_table(site, fold)
        now, calls = site.tables.at(table.id), 0
        for about, reasons in [*_offered(now, eva)]:
            kind = _kind(now, about)
            if kind not in seen:
                # Each reason once for whatever is pointed at, and each kind of pointing for one reason at least.
                new = [why for why in reasons if (kind[0], why) not in tried][:2]
                asked = new or [reasons[len(seen) % len(reasons)]]
                tried |= {(kind[0], why) for why in asked}
                seen.add(kind)
                if calls + len(asked) > CALLS:
                    (table, host, eva), calls = _at_table(site, fold), 0
                links = _try(site, table, host, eva, about, asked, calls)
                calls += len(asked)
                for link in links:
                    if (page := (*kind[:2], re.sub(r"\d+", "N", link))) not in visited:
                        visited.add(page)
                        assert eva.get(link).status_code < 500, (about, link)
    assert {kind[0] for kind in seen} == {"match", "hand", "trick", "event"}


def _at_table(site: Site, fold: Fold) -> tuple[Table, FlaskClient, FlaskClient]:
    """Returns a table that stands so, its host and its referee."""
    host, options = site.phone(), dict(fold.header.options)
    table = site.open_table(host, fold.header.players, game=fold.game.name, options=options, host_seat=0)
    eva = site.referee(table)
    put(site, table, fold)
    return table, host, eva


def _offered(now: Snapshot, eva: FlaskClient) -> Iterator[tuple[str, Sequence[str]]]:
    """Yields what the form of a call offers to point at, with the reasons that it offers."""
    for hand in {0, 1, hands_dealt(now)}:
        page = eva.get(f"/tables/{now.table.id}/disputes/new?hand={hand}").text
        (form,) = [one for one in Page(page).forms if "why" in one.choices]
        yield from ((about, form.choices["why"]) for about in form.choices["about"])


def _try(
    site: Site, table: Table, host: FlaskClient, eva: FlaskClient, about: str, reasons: Sequence[str], calls: int
) -> Iterable[str]:
    """Calls for each reason, the first time by the form, opens the case and returns the pages to which it leads.

    So many `calls` stand already.
    """
    sent = {"op": next(OPS), "seen": "0", "about": about, "why": reasons[0], "text": "See here"}
    assert host.post(f"/tables/{table.id}/disputes", data=sent).status_code == 303, about
    links, case = dict[str, str](), ""
    for number, why in enumerate(reasons, calls + 1):
        if number > calls + 1:
            call(site, table, host, why, **(target(about) or {}))
        case = f"/tables/{table.id}/disputes/{number}"
        page = _case(site, eva, case, about)
        links |= {re.sub(r"\d+", "N", link): link for link in _under(Page(page).links, table)}
    _case(site, host, case, about)
    return links.values()


def _case(site: Site, phone: FlaskClient, case: str, about: str) -> str:
    """Returns the page of a case, which names what was pointed at."""
    answer = phone.get(case)
    assert answer.status_code == 200, (case, about)
    with site.app.test_request_context():
        table = int(case.split("/")[2])
        assert _name(site.tables.at(table), about) in _words(answer.text), (case, about)
    return answer.text


def _under(links: Sequence[str], table: Table) -> Iterator[str]:
    """Yields the pages of this table that links lead to, without the way back."""
    for link in links:
        found = urlsplit(link)
        if found.path.startswith(f"/tables/{table.id}/") and not found.path.endswith("/stream"):
            asked = "&".join(f"{name}={values[0]}" for name, values in parse_qs(found.query).items() if name != "back")
            yield f"{found.path}?{asked}"


def _words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())
