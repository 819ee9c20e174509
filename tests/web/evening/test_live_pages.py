"""Live pages of an evening: drawn anew when what they show differs, and only then; what they say for a moment."""

import re
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from tests.web.support.hall import GAME, Hall
from tests.web.support.site import Site
from webapp.api.evenings import JSON_PAGE
from webapp.evening import lines as kinds
from webapp.evening import player_page, stream
from webapp.evening.hall import HALL_PAGE
from webapp.evening.keeper import EveningHub
from webapp.evening.organising.organiser_page import TableFilter, organiser_live
from webapp.evening.plan import Kind, Plan
from webapp.evening.player_page import PLAYER_PAGE
from webapp.evening.refereeing.desk import DESK
from webapp.evening.rounds import reseated
from webapp.evening.standing_page import STANDING_PAGE
from webapp.evening.stream import (
    EveningPage,
    Inputs,
    LookedAt,
    Shown,
)
from webapp.evening.viewer import EveningViewer
from webapp.http.durations import STREAM_HEARTBEAT
from webapp.live import streams
from webapp.services import services_in
from webapp.store.models import utc_now
from webapp.store.roles import Role

MOVES = re.compile(r'>\+?\d+:\d\d<|data-at="[^"]*"|name="op" value="[^"]*"|As of [^<]*|"seconds": \d+')
PLAN = Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), rounds=2, minutes=20)


class LivePages:
    """An evening with somebody in every role who looks at a page."""

    def __init__(self, site: Site) -> None:
        self.site, self.hall = site, Hall(services_in(site.app), PLAN)
        store = self.hall.services.store
        self.karin = self.hall.admit(store.add_device("karin").id, Role.REFEREE, name="Karin")
        self.ben = self.hall.admit(store.add_device("ben").id, Role.PLAYER, 2)

    def pages(self) -> dict[str, tuple[EveningPage, EveningViewer]]:
        organiser = self.hall.organiser
        return {
            "player": (PLAYER_PAGE, self.ben),
            "desk": (DESK, self.karin),
            "organiser": (organiser_live(TableFilter()), organiser),
            "hall": (HALL_PAGE, organiser),
            "standing": (STANDING_PAGE, self.ben),
            "json": (JSON_PAGE, self.karin),
        }

    def shown(self, name: str) -> tuple[Shown, str]:
        """Returns what a page is drawn from now, and what is read on it, but for clocks."""
        page, viewer = self.pages()[name]
        with self.site.app.test_request_context():
            shown = page.shows(self.hall.now, self.hall.tables.at(self.hall.id), viewer)
            return shown, MOVES.sub("", page.draw(shown))


@pytest.fixture
def live(site: Site) -> LivePages:
    return LivePages(site)


def _evening(live: LivePages) -> list[Callable[[], object]]:
    """What happens at an evening, step by step."""
    hall, ben = live.hall, live.ben

    def add(*lines: kinds.Line, who: EveningViewer | None = None) -> Callable[[], object]:
        return lambda: hall.add(*lines, who=who)

    return [
        lambda: hall.seat((1, 2, 3, 4), (5, 6, 7, 8)),
        add(kinds.Changed(3, name="Catherine")),
        add(kinds.Planned(PLAN, "Wednesday club")),
        add(kinds.Started(1)),
        add(kinds.Extra(1, 60)),
        add(kinds.Extra(1, 60, 2)),
        add(kinds.Paused(1)),
        add(kinds.Extra(1, 60)),
        add(kinds.Resumed(1)),
        add(kinds.StandIn(1, 1, 1, "Zoe")),
        add(kinds.Announced("Soup is ready", "Karin"), who=live.karin),
        add(kinds.LastHand(1)),
        add(kinds.Reported(1, 1, (9, 5, 2, 1), 2), who=ben),
        add(kinds.Confirmed(1, 1, (9, 5, 2, 1))),
        add(kinds.Penalised(2, "hand", "late", "GEN-3", "Karin", 2, 1), who=live.karin),
        add(kinds.Asked("Ben", "owl", 2), who=EveningViewer(hall.services.store.add_device("new").id)),
        add(kinds.Confirmed(1, 2, (9, 5, 2, 1))),
        add(kinds.Ended(1)),
        add(kinds.Away(2)),
        add(kinds.Closed()),
    ]


def test_what_is_drawn_otherwise_is_sent_and_what_is_not_stays(live: LivePages) -> None:
    sent = dict.fromkeys(live.pages(), 0)
    before = {name: live.shown(name) for name in live.pages()}
    for happens in _evening(live):
        happens()
        for name, (page, _viewer) in live.pages().items():
            after = live.shown(name)
            assert before[name][1] == after[1] or page.differs(before[name][0], after[0]), name
            assert not page.differs(after[0], live.shown(name)[0]), f"{name}: nothing has changed in between"
            sent[name] += before[name][1] != after[1]
            before[name] = after
    assert min(sent.values()) >= 5, sent


@pytest.mark.parametrize(("passed", "differs"), [(90, False), (1300, True)])
def test_a_clock_that_runs_sends_nothing_until_it_is_over(
    live: LivePages, monkeypatch: pytest.MonkeyPatch, passed: int, differs: bool
) -> None:
    live.hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    live.hall.start()
    before, at = live.shown("player")[0], utc_now() + timedelta(seconds=passed)
    monkeypatch.setattr(player_page, "utc_now", lambda: at)
    assert PLAYER_PAGE.differs(before, live.shown("player")[0]) == differs


def test_another_table_in_the_same_round_is_told(live: LivePages) -> None:
    hall = live.hall
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    before = live.shown("player")[0]
    assert hall.now.state.round is not None
    line, change = reseated(hall.now, hall.now.state.round, [(1, (1, 3, 4, 5)), (2, (2, 6, 7, 8))], ())
    hall.add(line, change=change)
    after = live.shown("player")[0]
    with live.site.app.test_request_context():
        assert PLAYER_PAGE.says(before, after) == "New: table 2"
        assert PLAYER_PAGE.says(after, after) == ""
        hall.add(kinds.Ended(1))
        hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
        assert PLAYER_PAGE.says(after, live.shown("player")[0]) == "", "the next round says where to sit"


def test_a_page_is_looked_at_again_for_what_it_was_made_from(live: LivePages, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = live.hall
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))

    def made(name: str) -> Inputs:
        page, viewer = live.pages()[name]
        inputs = Inputs(hall.now, LookedAt(hall.tables.at(hall.id)), time.monotonic())
        with live.site.app.test_request_context():
            page.shows(inputs.now, inputs.tables, viewer)
        return inputs

    def still(inputs: Inputs, *changed: int) -> bool:
        tables = hall.tables.at(hall.id)
        return inputs.still_are(hall.now, {one: replace(it) if one in changed else it for one, it in tables.items()})

    player, wall = made("player"), made("hall")
    assert [still(one) for one in (player, wall)] == [True, True]
    assert [still(one, hall.table(2)) for one in (player, wall)] == [True, False], "a player sees the own table alone"
    assert [still(one, hall.table(1)) for one in (player, wall)] == [False, False]
    tables, at = hall.tables.at(hall.id), hall.table(2)
    entered, ended = ({**tables, at: replace(tables[at], seq=9, hands=hands)} for hands in (0, 1))
    summed_up = {name: live.pages()[name][0].summed_up for name in ("hall", "desk")}
    news = [wall.still_are(hall.now, after, summed_up=on) for after in (entered, ended) for on in summed_up.values()]
    assert news == [True, False, False, False], "an entry is news for the desk, for the hall once a hand has ended"
    late = time.monotonic() + STREAM_HEARTBEAT
    monkeypatch.setattr(stream.time, "monotonic", lambda: late)
    assert not still(player), "a round may have begun meanwhile"
    monkeypatch.undo()
    hall.add(kinds.Started(1))
    assert not still(player)


def test_pages_of_evenings_and_tables_are_counted_together(live: LivePages, monkeypatch: pytest.MonkeyPatch) -> None:
    site, host = live.site, live.site.phone()
    live.hall.admit(site.device(host), Role.WATCHER)
    monkeypatch.setattr(streams, "streams_allowed", lambda: 1)
    pages = f"/tables/{site.open_table(host).id}/stream", f"/evenings/{live.hall.id}/standing/stream"
    with live.hall.services.part(EveningHub).watch(live.hall.id, None):
        assert [host.get(page).status_code for page in pages] == [503, 503]
    for page in pages:
        answer = host.get(page, buffered=False)
        assert answer.status_code == 200
        answer.close()
