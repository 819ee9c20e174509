"""Who enters what: every kind of event of every game, for each phone of a table and each choice of the table."""

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from rules_core.replay import Fold, step
from tests.web.support.phone import HAND, Phone, declare
from tests.web.support.random_matches import evening, put
from tests.web.support.samples import SAMPLES
from tests.web.support.site import NAMES, Site
from webapp.store.models import Table
from webapp.store.roles import Role
from webapp.table.entry import entry_of
from webapp.table.entry_rights import made_elsewhere
from webapp.table.lines.matters import Paused, Resumed
from webapp.table.permissions import refusal_of
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

BY_HAND: tuple[dict[str, Any], ...] = (
    {"type": "trick", "winner": 1},
    {"type": "tally", "tricks": [9, 4, 4]},
    {"type": "void-hand"},
    {"type": "adjust", "points": [1, 0, 0], "reason": "agreed"},
    {"type": "ruling", "event": 0, "text": "stands"},
    {"type": "contract", "seat": 1, "amount": 80, "suit": "S"},
    {"type": "show", "seat": 1, "cards": []},
    {"type": "hand", "seat": 1, "cards": []},
)
"""Kinds that a random evening does not come to, or not in every game."""
OF_NOBODY = {"trick", "tally", "void-hand", "adjust", "ruling", "reveal"}
EVERYBODY = {"host", "scorekeeper", "seat 0", "seat 1"}
KEEP = {"host", "scorekeeper"}


class Company:
    """A table whose first two seats are held by phones; the host and the scorekeeper hold none."""

    def __init__(self, site: Site, game: str, players: int, options: dict[str, Any], entry: str) -> None:
        host = site.phone()
        self.table = site.open_table(host, NAMES[:players], game=game, options=options, entry=entry)
        for seat in (0, 1):
            site.seat(self.table, seat)
        site.store.admit(self.table.id, site.device(site.phone()), role="scorekeeper")
        site.tables.refresh(self.table.id)
        self.now: Snapshot = site.tables.at(self.table.id)
        named = {"host": "host", "scorekeeper": "scorekeeper"}
        self.phones = {
            named.get(g.role, f"seat {g.seat}"): Viewer(g.device_id, g.role, g.seat) for g in self.now.people.grants
        }

    def enter_here(self, before: Fold, raw: dict[str, Any]) -> set[str]:
        """Returns the phones that the gate lets make this entry."""
        now = self.now.at(before)
        return {name for name, phone in self.phones.items() if refusal_of(now, phone, entry_of(before, raw)) is None}


def whose(before: Fold, raw: dict[str, Any]) -> int | None:
    """The seat that makes an entry at the table, None where it is about no single one."""
    to_act = before.game.to_act(before.state)
    match raw["type"]:
        case "deal":
            return raw.get("dealer", before.state.dealer)
        case "turn-up":
            return to_act[0]
        case "settle":
            return to_act[0] if before.game.phase(before.state) == "claim" else None
        case "reinforce":
            return int(next(iter(raw["cards"]))) if len(raw["cards"]) == 1 else None
    return None if raw["type"] in OF_NOBODY else raw["seat"]


def samples(game: str) -> Iterator[tuple[Fold, dict[str, Any]]]:
    """Yields real entries, each with the table before it: of every kind one for each seat that made it."""
    players, options = SAMPLES[game].entered
    seen = set()
    for seed in range(4):
        played = evening(game, players, seed, **options)
        before = played.fold
        played.match(250)
        for raw in played.log:
            if (key := (raw["type"], whose(before, raw))) not in seen:
                seen.add(key)
                yield before, raw
            after = step(before, raw)
            assert isinstance(after, Fold)
            before = after
    kinds = {kind for kind, _seat in seen}
    for raw in BY_HAND:
        if raw["type"] in before.events and raw["type"] not in kinds:
            kinds.add(raw["type"])
            yield before, raw
    assert kinds == set(before.events)


@pytest.fixture(scope="module", params=SAMPLES)
def played(request: pytest.FixtureRequest) -> tuple[str, list[tuple[Fold, dict[str, Any]]]]:
    return request.param, list(samples(request.param))


def expected(entry: str, before: Fold, raw: dict[str, Any]) -> set[str]:
    """The phones that make this entry: as the table has chosen, and a secret only the one that it belongs to.

    Nobody rules alone.
    """
    seat = whose(before, raw)
    if raw["type"] == "ruling":
        return set()
    own = {f"seat {seat}"} if seat in (0, 1) else set()
    chosen = {"everyone": EVERYBODY, "own": own or KEEP, "keeper": KEEP}[entry]
    declared = getattr(getattr(before.state, "hand", None), "declared", ())
    if seat is not None and declared and declared[seat]:
        # A hand that was entered goes on with its own phone, whoever keeps the score.
        secret = raw["type"] in ("play", "ace", "meld", "swap")
        return own if secret else chosen | own
    tells = raw["type"] == "hand" or (raw["type"] == "exchange" and "cards" in raw)
    return chosen & own if tells else chosen


@pytest.mark.parametrize("entry", ["everyone", "own", "keeper"])
def test_each_kind_of_entry_is_made_by_those_who_may(
    site: Site, played: tuple[str, list[tuple[Fold, dict[str, Any]]]], entry: str
) -> None:
    game, entries = played
    company = Company(site, game, *SAMPLES[game].entered, entry)
    for before, raw in entries:
        assert company.enter_here(before, raw) == expected(entry, before, raw), raw


KEY = re.compile(r'name="event" value=(?:"([^"]*)"|\'([^\']*)\')')
ELSEWHERE = ("on the phone at that seat", "no phone holds the seat", "about no single seat", "The host enters the card")


def _moments(game: str) -> Iterator[Fold]:
    """Yields how a table may stand: each phase once, also where a hand is entered by tricks."""
    players, options = SAMPLES[game].entered
    seen = set()
    for seed in range(3):
        played = evening(game, players, seed, **options)
        played.match(120)
        fold = evening(game, players, seed, **options).fold
        for raw in (*played.log, None):
            state = (fold.game.phase(fold.state), getattr(getattr(fold.state, "hand", None), "by_tricks", False))
            if state not in seen and state[0] != "over":
                seen.add(state)
                yield fold
            after = step(fold, raw) if raw else fold
            assert isinstance(after, Fold)
            fold = after


@pytest.mark.parametrize("entry", ["own", "keeper"])
@pytest.mark.parametrize("game", SAMPLES)
def test_no_phone_offers_a_key_that_it_may_not_use_and_one_offers_what_is_due(
    site: Site, host: FlaskClient, game: str, entry: str
) -> None:
    players, options = SAMPLES[game].entered
    table = site.open_table(host, NAMES[:players], game=game, options=options, entry=entry)
    phones = [host, site.seat(table, 0), site.seat(table, 1)]
    grants = {grant.device_id: grant for grant in site.store.grants(table.id)}
    for fold in _moments(game):
        put(site, table, fold)
        now, offering = site.tables.at(table.id), 0
        for phone in phones:
            page = phone.get(f"/tables/{table.id}").text
            page = page[: page.index('id="menu"')]  # what it opens is hidden where it may not be used
            grant = grants[site.device(phone)]
            who = Viewer(grant.device_id, grant.role, grant.seat)
            for found in KEY.finditer(page):
                raw = json.loads(unescape(found[1] or found[2]))
                refusal = made_elsewhere(now, who, entry_of(fold, raw))
                assert refusal is None, (fold.game.phase(fold.state), grant.seat, raw)
            offering += not any(said in page for said in ELSEWHERE)
        assert offering, fold.game.phase(fold.state)


# As it is tapped


class Fresh(Phone):
    """A phone that looks at the table before it taps."""

    def enter(self, event: Any, **stamps: Any) -> int:
        self.look()
        return super().enter(event, **stamps)

    def look(self) -> str:
        self.page = super().look().replace("&#34;", '"')
        return self.page


@pytest.fixture
def own(site: Site, host: FlaskClient) -> Table:
    """A table of Ann, Ben and Cat where each enters the own seat: Ann's phone is the host's, nobody holds Cat's."""
    table = site.open_table(host, entry="own")
    site.seat(table, 0, host)
    return table


@pytest.fixture
def ann(host: FlaskClient, own: Table) -> Fresh:
    return Fresh(host, own)


@pytest.fixture
def ben(site: Site, own: Table) -> Fresh:
    return Fresh(site.seat(own, 1), own)


def test_each_enters_the_own_seat_and_the_host_those_without_a_phone(ann: Fresh, ben: Fresh) -> None:
    assert ben.enter({"type": "deal", "dealer": 0}) == 422
    assert "Ann enters this" in ben.page
    assert ann.enter({"type": "deal", "dealer": 0}) == 303
    assert ann.play(1, "7C") == 422
    assert "Ben enters this" in ann.page
    assert "Table choices" in ann.page
    assert ben.play(1, "7C") == 303
    assert ben.play(2, "2C") == 422
    assert "No phone holds the seat of Cat" in ben.page
    assert ann.play(2, "2C") == 303


def test_the_pad_is_where_the_entry_is_made(ann: Fresh, ben: Fresh) -> None:
    assert '{"type":"deal","dealer":0}' in ann.look()
    assert '{"type":"deal","dealer":1}' not in ann.page
    assert '{"type":"deal","dealer":1}' in ben.look()
    ann.enter({"type": "deal", "dealer": 0})
    assert '"seat":1,"card"' in ben.look()
    assert "Ben: this is entered on the phone at that seat." in ann.look()
    assert '"card"' not in ann.page
    ben.play(1, "7C")
    assert "Cat: no phone holds the seat, so the host enters." in ben.look()
    assert '"seat":2,"card"' in ann.look()


def test_the_menu_offers_what_this_phone_enters(ann: Fresh, ben: Fresh) -> None:
    ann.enter({"type": "deal", "dealer": 0})
    assert 'data-may="hand tricks tally void adjust amend"' in ann.look()
    assert 'data-may="hand amend"' in ben.look()


def test_the_menu_offers_no_entry_while_the_table_pauses(site: Site, ann: Fresh, own: Table) -> None:
    ann.enter({"type": "deal", "dealer": 0})
    karin = Fresh(site.referee(own), own)
    site.tables.add(own.id, Viewer(site.device(karin.client), Role.REFEREE), Paused(referee=True))
    assert 'data-may=""' in ann.look()
    assert 'data-may="amend"' in karin.look(), "who rules corrects"
    site.tables.add(own.id, Viewer(site.device(karin.client), Role.REFEREE), Resumed(referee=True))
    assert 'data-may="hand tricks tally void adjust amend"' in ann.look()


def test_what_is_about_no_single_seat_is_the_hosts(site: Site, ann: Fresh, ben: Fresh) -> None:
    ann.enter({"type": "deal", "dealer": 0})
    for event in ({"type": "trick", "winner": 1}, {"type": "void-hand"}):
        assert ben.enter(event) == 422
        assert "This is entered by the host" in ben.page
    assert ann.enter({"type": "trick", "winner": 1}) == 303
    assert "The host or the scorekeeper enters what is about no single seat." in ben.look()
    assert ann.enter({"type": "void-hand"}) == 303


def test_a_phone_that_adds_a_die_reads_who_ends_the_skirmish(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host, ["Ann", "Ben"], game="sichermans-war", entry="own")
    whole, ben = Fresh(host, table), Fresh(site.seat(table, 1), table)
    assert whole.enter({"type": "reveal", "cards": ["5", "9"]}) == 303
    told = "When nobody adds a die, the host or the scorekeeper enters it."
    for phone, ends in ((ben, False), (whole, True)):
        shown = phone.look().partition("<template data-reveal")[0]  # behind it stand pads for when there is no network
        assert (told in shown, "Nobody adds a die" in shown) == (not ends, ends)


def test_a_seat_that_an_event_does_not_have_opens_nothing(ann: Fresh, ben: Fresh) -> None:
    ann.enter({"type": "deal", "dealer": 0})
    for event in ({"type": "trick", "winner": 1}, {"type": "void-hand"}, {"type": "tally", "tricks": [9, 4, 4]}):
        assert ben.enter({**event, "seat": 1}) == 422
        assert "This is entered by the host" in ben.page
    assert ben.enter({"type": "amend", "changes": [{"target": 0, "with": []}], "seat": 1}) == 422


def test_a_hand_told_by_its_totals_is_dealt_with_them(ann: Fresh, ben: Fresh) -> None:
    ann.enter({"type": "deal", "dealer": 0})
    ann.enter({"type": "tally", "tricks": [9, 4, 4]})
    form = {"type": "tally", "dealer": "1", "tricks-0": "4", "tricks-1": "9", "tricks-2": "4"}
    asked = ann.client.post(f"{ann.url}/events", data={**ann.stamps(), **form})
    assert asked.status_code == 303, "though Ben deals, who has a phone"
    assert ben.enter({"type": "deal", "dealer": 2}) == 422


def test_an_entry_is_taken_back_by_whose_it_is_or_by_the_host(ann: Fresh, ben: Fresh) -> None:
    ann.enter({"type": "deal", "dealer": 0})
    assert "data-undo" not in ben.look()
    assert ben.enter({"type": "undo"}) == 422
    ben.play(1, "7C")
    assert "data-undo" in ben.look()
    assert ben.enter({"type": "undo"}) == 303
    assert "Redo" in ben.page
    assert "Redo" not in ann.look(), "the card is Ben’s"
    ben.play(1, "8C")
    assert "data-undo" in ann.look()
    assert ann.enter({"type": "undo"}) == 303


def test_an_amendment_passes_the_same_gate(site: Site, ann: Fresh, ben: Fresh) -> None:
    ann.enter({"type": "deal", "dealer": 0})
    ben.play(1, "7C")
    ann.play(2, "2C")
    other = {"type": "play", "seat": 2, "card": "3C"}
    assert ben.enter({"type": "amend", "changes": [{"target": 2, "with": [other]}]}) == 422
    assert "No phone holds the seat of Cat" in ben.page
    assert ben.client.get(f"{ben.url}/entries/2/amend").status_code == 403
    mine = {"type": "play", "seat": 1, "card": "8C"}
    assert ben.enter({"type": "amend", "changes": [{"target": 1, "with": [mine]}]}) == 303
    more = {"type": "amend", "changes": [{"target": 1, "with": [mine, {"type": "play", "seat": 2, "card": "4C"}]}]}
    assert ben.enter(more) == 422, "nothing is put in for another seat"
    assert ann.enter({"type": "amend", "changes": [{"target": 1, "with": [{**mine, "card": "9C"}]}]}) == 303


def test_points_are_the_hosts_where_no_referee_is(site: Site, own: Table, ann: Fresh, ben: Fresh) -> None:
    ann.enter({"type": "deal", "dealer": 0})
    ben.look()
    form = {"points-0": "1", "points-1": "0", "points-2": "0", "reason": "agreed", "shown": "1,0,0", **ben.stamps()}
    refused = ben.client.post(f"{ben.url}/adjustments", data=form)
    assert refused.status_code == 422
    assert "entered by the host or the scorekeeper" in refused.text
    assert "agreed" in refused.text, "what was typed is kept"
    referee = Fresh(site.referee(own, phone=ben.client), own)
    assert referee.enter({"type": "play", "seat": 1, "card": "7C"}) == 303
    assert referee.enter({"type": "play", "seat": 2, "card": "2C"}) == 303, "a referee enters as before"


def test_only_the_scorekeeper_and_the_host_enter(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host, entry="keeper")
    ben, kept = Fresh(site.seat(table, 1), table), site.phone()
    assert "The host enters the cards." in ben.look()
    assert ben.enter({"type": "deal", "dealer": 1}) == 422
    assert "The host enters here" in ben.page
    assert 'data-may=""' in ben.look()
    site.store.admit(table.id, site.device(kept), role="scorekeeper", seat=2)
    site.tables.refresh(table.id)
    assert "The cards are entered by: Cat" in ben.look()
    assert ben.enter({"type": "deal", "dealer": 1}) == 422
    assert "This is entered by Cat" in ben.page
    cat = Fresh(kept, table)
    assert cat.enter({"type": "deal", "dealer": 1}) == 303
    assert Fresh(host, table).play(2, "7C") == 303


def test_a_secret_hand_goes_on_with_its_own_phone_whoever_keeps_the_score(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host)
    ben, middle = Fresh(site.seat(table, 1), table), Fresh(host, table)
    middle.enter({"type": "deal", "dealer": 0})
    declare(ben, HAND)
    host.post(f"{middle.url}/choices", data={"entry": "keeper"})
    middle.look()
    assert middle.play(1, "2C") == 422
    ben.look()
    assert ben.play(1, "2C") == 303
    assert ben.play(2, "7C") == 422
    assert middle.enter({"type": "play", "seat": 2, "card": "7C"}, **_fresh(middle)) == 303
    assert declare(ben, []).status_code in (303, 422)
    assert ben.client.post(f"{ben.url}/hand/withdraw", data=_fresh(ben)).status_code == 303
    assert declare(ben, HAND[1:]).status_code == 422, "no other hand is entered from now on"


def _fresh(phone: Fresh) -> dict[str, str]:
    phone.look()
    return phone.stamps()


def test_the_table_says_who_enters_in_german(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host, entry="own")
    phone = site.seat(table, 1, site.phone("de"))
    Fresh(host, table).enter({"type": "deal", "dealer": 0})
    site.seat(table, 2)
    Fresh(phone, table).play(1, "7C")
    assert "Cat: Das wird am eigenen Handy eingegeben." in phone.get(f"/tables/{table.id}").text
    refused = Fresh(phone, table)
    refused.play(2, "2C")
    assert "Cat gibt das ein" in refused.page


def test_what_cannot_be_corrected_here_is_not_offered(site: Site, host: FlaskClient) -> None:
    for entry, offered in (("everyone", True), ("own", True), ("keeper", False)):
        table = site.open_table(host, entry=entry)
        ben = site.seat(table, 1)
        middle = Fresh(host, table)
        middle.enter({"type": "deal", "dealer": 2})
        middle.enter({"type": "tally", "tricks": [9, 4, 4]})
        for path in ("desk", "scores/1"):
            assert ("/amendments" in ben.get(f"/tables/{table.id}/{path}").text) == offered
            assert "/amendments" in host.get(f"/tables/{table.id}/{path}").text
