"""The fingerprint: the same on every phone, of what all may see, and of a finished match that of its file (GEN-5)."""

import hashlib
import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from rules_core import record
from rules_core.replay import Fold, begin, step
from tests.cases import each
from tests.web.support.records import DEAL, canonical, core, opened, over, play, unsigned
from tests.web.support.site import Site
from webapp.history.records.download import copy_for, fingerprint_of
from webapp.store.models import Table
from webapp.table.folded_log import PublicPrefix
from webapp.table.keeper import Made
from webapp.table.lines import line_of
from webapp.table.secret_hands import tricks_complete
from webapp.table.viewer import Viewer
from webapp.words.origins import short

FULL, SHORT = re.compile(r'<p class="hex">([0-9a-f]{64})</p>'), re.compile(r"\b[0-9a-f]{4}( [0-9a-f]{4}){3}\b")
FIRST = [play(1, "7C"), play(2, "8C"), play(0, "9C")]
SECOND = [play(0, "7D"), play(1, "8D"), play(2, "9D")]
THIRD = [play(2, "7H"), play(0, "8H"), play(1, "9H")]
HAND = [f"{rank}S" for rank in "23456789TJQKA"] + ["2C", "3C", "4C", "5C"]
ADJUST = {"type": "adjust", "points": [1, 0, 0], "reason": "late"}
TALLY = {"type": "tally", "tricks": [9, 4, 4]}
UNDO = {"type": "undo"}
ASIDE = {"undo", "amend", "void-hand", "adjust", "ruling"}
STRAIGHT = [raw for raw in over() if ASIDE.isdisjoint(event["type"] for event in raw["events"])]


class Table6:
    """A table of Ann, Ben and Cat, each with a phone of their own, and all that is entered there."""

    def __init__(self, site: Site, host: FlaskClient, **more: Any) -> None:
        self.site, self.host = site, host
        self.table: Table = site.open_table(host, **more)
        self.seats = [site.seat(self.table, seat) for seat in range(3)]
        self.watcher = site.watcher(self.table)
        self._entries = 0

    def enter(self, *events: Any, seat: int | None = None) -> None:
        """Enters what must be taken, from the host's phone or that of a seat."""
        who = Viewer(self.site.device(self.host), "host")
        if seat is not None:
            who = Viewer(self.site.device(self.seats[seat]), "player", seat)
        for raw in events:
            self._entries += 1
            made = self.site.make(self.table.id, who, raw, op=f"{self._entries:016}", seen=None)
            assert isinstance(made, Made), (raw, made)

    def entries(self, phone: FlaskClient) -> int:
        """Returns how many entries the record of this phone has."""
        return len(json.loads(phone.get(f"/tables/{self.table.id}/record.json").data)["events"])

    def full(self, phone: FlaskClient) -> str:
        found = FULL.search(phone.get(f"/tables/{self.table.id}/protocol").text)
        assert found
        return found[1]

    @property
    def phones(self) -> list[FlaskClient]:
        return [self.host, *self.seats, self.watcher, self.site.referee(self.table)]


@pytest.fixture
def at(site: Site, host: FlaskClient) -> Table6:
    return Table6(site, host)


@pytest.mark.parametrize("raw", {raw["game"]: raw for raw in over()}.values(), ids=lambda raw: raw["game"])
def test_of_a_finished_match_it_is_that_of_the_file(site: Site, host: FlaskClient, raw: dict[str, Any]) -> None:
    table = opened(site, host, raw)
    data = host.get(f"/tables/{table.id}/record.json").data
    digits = hashlib.sha256(unsigned(data)).hexdigest()
    page = host.get(f"/tables/{table.id}/record").text
    assert core(data) == canonical(raw)
    assert digits in page
    assert "sha256sum" in page
    assert digits in host.get(f"/tables/{table.id}/protocol").text


def test_every_phone_shows_the_same(at: Table6) -> None:
    at.enter(DEAL, TALLY, DEAL | {"dealer": 1})
    at.enter({"type": "hand", "seat": 2, "cards": HAND}, seat=2)
    phones = at.phones
    assert len({at.full(phone) for phone in phones}) == 1
    shown = at.full(at.host)
    short = " ".join(shown[part : part + 4] for part in range(0, 16, 4))
    for phone in phones:
        assert short in phone.get(f"/tables/{at.table.id}/scores").text
        assert short in phone.get(f"/tables/{at.table.id}/record").text


def test_the_page_of_a_match_that_is_over_shows_it(site: Site, host: FlaskClient) -> None:
    table = opened(site, host, over()[0])
    page = host.get(f"/tables/{table.id}").text
    data = host.get(f"/tables/{table.id}/record.json").data
    assert fingerprint_of(unsigned(data), 0).short in page
    assert SHORT.search(page)


def test_it_changes_with_each_entry_that_all_may_see(at: Table6) -> None:
    seen = [at.full(at.host)]
    for raw in (DEAL, *FIRST, *SECOND[:2], UNDO, ADJUST):
        at.enter(raw)
        seen.append(at.full(at.host))
    assert len(set(seen)) == len(seen)


@pytest.mark.rule("GEN-5")
def test_what_is_closed_does_not_change_it(at: Table6) -> None:
    at.enter(DEAL, TALLY, DEAL | {"dealer": 1})
    at.enter(play(2, "7C"))
    at.enter({"type": "hand", "seat": 0, "cards": HAND}, seat=0)
    before = at.full(at.host)
    at.enter(play(0, "2C"), seat=0)
    assert at.full(at.host) == before
    assert at.entries(at.host) == 2
    assert at.entries(at.seats[0]) == 6


@pytest.mark.rule("GEN-5")
def test_older_tricks_close_the_hand_and_its_end_opens_it(at: Table6) -> None:
    at.enter(DEAL, TALLY, DEAL | {"dealer": 1}, play(2, "7C"), play(0, "8C"), play(1, "9C"))
    assert at.entries(at.watcher) == 6
    at.enter(play(1, "7D"), play(2, "8D"))
    assert at.entries(at.watcher) == 8
    at.enter(play(0, "9D"))
    assert [at.entries(phone) for phone in (at.watcher, at.host, at.seats[0])] == [2, 2, 2]
    assert at.entries(at.site.referee(at.table)) == 9
    for _trick in range(15):
        at.enter({"type": "trick", "winner": 0})
    assert at.entries(at.watcher) == 24


def test_a_table_with_an_open_book_hides_only_hands(site: Site, host: FlaskClient) -> None:
    at = Table6(site, host, book="open")
    at.enter(DEAL, *FIRST, *SECOND)
    assert at.entries(at.watcher) == 7
    at.enter({"type": "hand", "seat": 0, "cards": ["2H", *HAND[:14]]}, seat=0)
    assert [at.entries(at.watcher), at.entries(at.seats[0]), at.entries(at.seats[1])] == [0, 8, 0]


@pytest.mark.rule("GEN-5")
def test_it_is_taken_of_what_a_watcher_may_read(at: Table6) -> None:
    at.enter(DEAL, TALLY, DEAL | {"dealer": 1})
    at.enter({"type": "hand", "seat": 2, "cards": HAND}, seat=2)
    data = at.watcher.get(f"/tables/{at.table.id}/record.json").data
    assert at.full(at.host) == hashlib.sha256(unsigned(data)).hexdigest()


# What was taken back is the same cards again


@pytest.mark.rule("GEN-5")
def test_undone_tricks_stay_closed(at: Table6) -> None:
    at.enter(DEAL, *FIRST, *SECOND, *[UNDO] * 4)
    assert at.entries(at.watcher) == 0
    at.enter(*[UNDO] * 3)
    assert at.entries(at.watcher) == 0


@pytest.mark.rule("GEN-5")
def test_a_hand_entered_anew_is_closed_from_its_first_attempt_on(at: Table6) -> None:
    at.enter(DEAL, TALLY, DEAL | {"dealer": 1}, play(2, "7C"))
    at.enter({"type": "hand", "seat": 0, "cards": HAND}, seat=0)
    at.enter(UNDO, seat=0)
    at.enter(UNDO, UNDO, UNDO, {"type": "tally", "tricks": [8, 5, 4]})
    assert at.entries(at.watcher) == 2
    at.enter(DEAL | {"dealer": 1}, play(2, "7C"))
    assert at.entries(at.watcher) == 2
    assert at.entries(at.seats[0]) == 12
    at.enter(*[UNDO] * 2, DEAL | {"dealer": 1}, TALLY)
    assert at.entries(at.watcher) == 16


@pytest.mark.rule("GEN-5")
def test_a_hand_that_was_scrapped_is_closed_until_one_is_played_out(at: Table6) -> None:
    at.enter(DEAL, *FIRST, *SECOND, {"type": "void-hand"}, DEAL)
    assert at.entries(at.watcher) == 0
    at.enter(TALLY)
    assert at.entries(at.watcher) == 10


@pytest.mark.rule("GEN-5")
def test_an_amendment_that_ends_a_hand_earlier_opens_nothing(at: Table6) -> None:
    """What was the first hand becomes the second one; its tricks stay closed."""
    rules = at.phones[-1]
    device = at.site.device(rules)
    at.enter(DEAL, *FIRST, *SECOND)
    amend = {
        "type": "amend",
        "reason": "forgotten",
        "changes": [{"target": 0, "with": [DEAL, TALLY, DEAL | {"dealer": 1}]}],
    }
    shifted = [{**raw, "seat": (raw["seat"] + 1) % 3} for raw in (*FIRST, *SECOND)]
    amend["changes"] += [{"target": place, "with": [raw]} for place, raw in enumerate(shifted, 1)]
    made = at.site.make(at.table.id, Viewer(device, "referee"), amend, op="f" * 16, seen=None)
    assert isinstance(made, Made)
    assert len(made.now.fold.state.finished) == 1
    assert at.entries(at.watcher) == 0


@pytest.mark.rule("GEN-5")
def test_a_hand_put_before_opens_no_attempt_at_the_one_under_way(at: Table6) -> None:
    rules = at.phones[-1]
    at.enter(DEAL, *FIRST, *SECOND, *[UNDO] * 7, DEAL | {"dealer": 1}, play(2, "7C"))
    forgotten = {"type": "amend", "changes": [{"target": 14, "with": [DEAL, TALLY, DEAL | {"dealer": 1}]}]}
    who = Viewer(at.site.device(rules), "referee")
    made = at.site.make(at.table.id, who, forgotten, op="f" * 16, seen=None)
    assert isinstance(made, Made)
    assert len(made.now.fold.state.finished) == 1
    at.enter(play(0, "8C"), play(1, "9C"), play(1, "7D"), play(2, "8D"), play(0, "9D"))
    assert at.entries(at.watcher) == 0


def test_a_match_that_is_over_is_open_whatever_was_taken_back(site: Site, host: FlaskClient) -> None:
    at = Table6(site, host, options={"final_tie": "extra-hand"})
    even = [{"type": "tally", "tricks": tricks} for tricks in ([6, 6, 5], [6, 5, 6], [5, 6, 6])]
    at.enter(*(raw for tally in even for raw in ({"type": "deal"}, tally)), DEAL, *FIRST, *SECOND, *[UNDO] * 7)
    assert at.entries(at.watcher) == 6
    at.enter(ADJUST)
    assert at.entries(at.watcher) == 21


@pytest.mark.rule("GEN-5")
@each("raw", STRAIGHT)
def test_in_every_game_the_record_ends_where_the_hand_under_way_begins(raw: dict[str, Any]) -> None:
    fold, public, starts, shown = begin(record.read(canonical(raw)).header), PublicPrefix(), 0, 0
    for place, event in enumerate(raw["events"]):
        after = step(fold, event)
        assert isinstance(after, Fold)
        public, ended = public.after(fold, after), len(after.state.finished) > len(fold.state.finished)
        fold, starts = after, place + 1 if ended else starts
        assert public.end(fold) == (fold.seq if ended else starts), place
        assert public.tricks_closed(fold) == (tricks_complete(fold, fold.state) >= 2)
        shown += 1
    assert shown == len(raw["events"])


# Who has entered a hand


@pytest.mark.rule("GEN-5")
def test_whoever_takes_the_seat_later_does_not_read_the_hand(at: Table6) -> None:
    at.enter(DEAL, play(1, "7C"))
    at.enter({"type": "hand", "seat": 2, "cards": HAND}, seat=2)
    assert at.entries(at.seats[2]) == 3
    at.site.store.free_seat(at.table.id, 2)
    later = at.site.seat(at.table, 2)
    assert at.entries(later) == 0
    assert at.entries(at.seats[2]) == 0


@pytest.mark.rule("GEN-5")
def test_whoever_changes_seats_leaves_the_hand_behind(at: Table6) -> None:
    at.enter(DEAL, play(1, "7C"))
    at.enter({"type": "hand", "seat": 2, "cards": HAND}, seat=2)
    at.site.store.free_seat(at.table.id, 0)
    at.site.store.admit(at.table.id, at.site.device(at.seats[2]), role="player", seat=0)
    assert at.entries(at.seats[2]) == 0


def test_the_same_entries_need_no_second_look(at: Table6, monkeypatch: pytest.MonkeyPatch) -> None:
    at.enter(DEAL, *FIRST)
    shown = at.full(at.host)
    monkeypatch.setattr(at.site.store, "events", None)
    assert short(shown) in at.watcher.get(f"/tables/{at.table.id}/scores").text


def test_an_entry_made_meanwhile_is_not_in_it(site: Site, at: Table6) -> None:
    at.enter(DEAL)
    now = site.tables.at(at.table.id)
    at.enter(*FIRST)
    with site.app.test_request_context():
        assert len(copy_for(now, Viewer(None, "watcher")).events) == 1


def test_a_later_dispute_or_ruling_changes_it_though_the_hand_is_closed(at: Table6) -> None:
    """The protocol shows them at once, and its fingerprint covers what it shows."""
    at.enter(DEAL, *FIRST, *SECOND)
    seen = [at.full(at.host)]
    who = Viewer(at.site.device(at.host), "host")
    said = {"why": "revoke", "text": "", "pause": False, "by": "the host", "about": 1}
    assert isinstance(at.site.tables.add(at.table.id, who, line_of("dispute", said)), Made)
    seen.append(at.full(at.host))
    rules = Viewer(at.site.device(at.site.referee(at.table)), "referee")
    stands = {"type": "ruling", "event": 1, "text": "It stands."}
    assert isinstance(at.site.make(at.table.id, rules, stands, op="f" * 16), Made)
    seen.append(at.full(at.host))
    assert len(set(seen)) == 3
    assert at.entries(at.watcher) == 0
