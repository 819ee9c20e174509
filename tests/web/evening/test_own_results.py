"""A table that was played has no result but its own, whatever is typed, entered, corrected or taken back, and when."""

import random
import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from tests.web.support.api_client import ApiClient
from tests.web.support.hall import GAME, Hall
from tests.web.support.read_elsewhere import read_elsewhere
from tests.web.support.site import Site
from webapp.access.device import COOKIE
from webapp.evening import lines as kinds
from webapp.evening.lines import Line
from webapp.evening.plan import Counting, Kind, Plan
from webapp.evening.standings import EveningStandings
from webapp.evening.state import Sitting
from webapp.evening.viewer import EveningViewer
from webapp.journal.lines import body_of
from webapp.services import services_in
from webapp.store.evening_models import NewLine
from webapp.store.roles import Role
from webapp.table.keeper import Made
from webapp.table.viewer import Viewer

PLAN = Plan(Kind.TOURNAMENT, game=GAME, sizes=(3,), rounds=1, counting=Counting.GAME)
RUNS, STEPS = 5, 30
NOTHING = (0, 0, 0)
Scores = tuple[int, ...]


class Evening:
    """A round of one table: its organiser by form and by program, its players, and its host and referee."""

    def __init__(self, site: Site, *, plays: bool = True) -> None:
        self.site, self.phone = site, site.phone()
        self.hall = Hall(services_in(site.app), PLAN, ("Ann", "Ben", "Cat"), organiser=site.device(self.phone))
        self.devices = [site.device(site.phone()) for _ in range(2)]
        self.players = [self.hall.admit(one, Role.PLAYER, at) for at, one in enumerate(self.devices, 1)]
        self.hall.seat((1, 2, 3))
        self.hall.start()
        self.table, self._entries = self.hall.table(1), 0
        self.program = ApiClient(site.app)
        cookie = self.phone.get_cookie(COOKIE)
        assert cookie
        self.program.token = cookie.value

    @property
    def sitting(self) -> Sitting:
        return self.hall.now.state.rounds[0].sittings[1]

    @property
    def result(self) -> Scores | None:
        return None if self.sitting.result is None else self.sitting.result.scores

    @property
    def own(self) -> Scores | None:
        """What the log of the table comes to, None where nothing stands in it."""
        fold = self.site.tables.at(self.table).fold
        return fold.state.totals if fold.top is not None else None

    def enter(self, raw: dict[str, object]) -> bool:
        """Enters something at the table as its referee and host; tells whether the rules took it."""
        self._entries += 1
        host = Viewer(self.devices[0], Role.HOST, 0)
        return isinstance(self.site.make(self.table, host, raw, op=f"entry {self._entries}"), Made)

    def adjust(self, *points: int) -> None:
        assert self.enter({"type": "adjust", "points": list(points), "reason": "a hand"})

    def types(self, scores: Scores) -> int:
        """Types a result by the form, and returns the status."""
        sent = {f"score-{side}": str(points) for side, points in enumerate(scores)} | {"odd": "yes"}
        return self.phone.post(f"/evenings/{self.hall.id}/tables/1/result", data=sent).status_code

    def sends(self, line: dict[str, object]) -> tuple[int, str]:
        """Adds a line as a program, and returns the status and what was said."""
        answer = self.program.post(f"/evenings/{self.hall.id}/lines", line)
        return answer.status_code, answer.text

    def posts(self, path: str, **fields: str) -> int:
        return self.phone.post(f"/evenings/{self.hall.id}/{path}", data=fields).status_code

    def tries(self, line: Line, who: EveningViewer | None = None) -> None:
        self.hall.keeper.add(self.hall.id, who or self.hall.organiser, line)

    def follow(self) -> None:
        self.hall.tables.follow()

    def totals(self) -> Scores:
        found = EveningStandings().of(self.hall.now).whole
        assert found is not None
        return tuple(int(row.total) for row in sorted(found.rows, key=lambda row: row.person))


def _steps(evening: Evening, chance: random.Random) -> list[Callable[[], object]]:
    """Returns what may be done next, each by chance."""
    points = tuple(chance.randrange(3) for _ in range(3))
    own, adjusted = evening.own or points, list(points)
    change = {"target": chance.randrange(6), "with": [{"type": "adjust", "points": adjusted, "reason": "corrected"}]}
    ann, ben = evening.players
    return [
        lambda: evening.types(points),
        lambda: evening.types(own),
        lambda: evening.sends({"type": "confirmed", "round": 1, "number": 1, "scores": adjusted, "shown": [7, 7, 7]}),
        lambda: evening.sends({"type": "reported", "round": 1, "number": 1, "scores": adjusted, "hands": 4}),
        lambda: evening.posts("tables/1/result"),
        lambda: evening.posts("tables/1/reject"),
        lambda: evening.posts("tables/1/reject"),
        lambda: evening.posts("undo", line=str(evening.hall.now.state.seq - chance.randrange(3))),
        lambda: evening.posts("undo", line=str(evening.hall.now.state.seq)),
        lambda: evening.tries(kinds.Reported(1, 1, own, 1), ann),
        lambda: evening.tries(kinds.Confirmed(1, 1, own, 2), ben),
        lambda: evening.enter({"type": "adjust", "points": adjusted, "reason": "a hand"}),
        lambda: evening.enter({"type": "undo"}),
        lambda: evening.enter({"type": "amend", "changes": [change], "reason": "corrected"}),
        lambda: chance.random() < 0.2 and evening.posts("rounds/end"),
    ]


@pytest.mark.parametrize("seed", range(RUNS))
def test_in_whatever_order_the_standing_has_the_tables_own_result_where_it_was_played(site: Site, seed: int) -> None:
    chance, evening, typed = random.Random(seed), Evening(site), set[Scores]()
    for _ in range(STEPS):
        chance.choice(_steps(evening, chance))()
        if evening.own is None and evening.result is not None:
            typed.add(evening.result)
        evening.follow()
        if evening.result is None:
            assert evening.totals() == NOTHING
            continue
        assert evening.totals() == evening.result
        assert evening.result == evening.own or (evening.own is None and evening.result in typed)


@pytest.mark.parametrize("seen", [True, False], ids=["a phone that may look", "one that may not"])
def test_typing_over_a_table_that_was_played_is_refused_and_says_the_way(site: Site, seen: bool) -> None:
    evening = Evening(site)
    evening.adjust(9, 5, 3)
    if seen:
        evening.posts("tables/1/watch")
    answer = evening.phone.post(f"/evenings/{evening.hall.id}/tables/1/result", data={f"score-{n}": "7" for n in "012"})
    assert answer.status_code == 409
    assert "ask a referee to correct the hand" in answer.text
    assert (f"/tables/{evening.table}/amendments" in answer.text) == seen
    confirmed = {"type": "confirmed", "round": 1, "number": 1, "scores": [7, 7, 7]}
    for line in (confirmed, {**confirmed, "type": "reported"}):
        status, said = evening.sends(line)
        assert (status, "table-counts" in said) == (409, True), said
    page = evening.phone.get(f"/evenings/{evening.hall.id}/tables/1").text
    assert 'name="score-0"' not in page
    assert evening.posts("tables/1/result") == 303
    assert evening.result == (9, 5, 3)


def test_what_was_typed_ends_once_when_entries_come(site: Site) -> None:
    evening = Evening(site)
    assert evening.types((9, 5, 3)) == 303
    evening.follow()
    assert evening.result == (9, 5, 3)
    for points in ((1, 0, 0), (0, 2, 0)):
        evening.adjust(*points)
        evening.follow()
        assert evening.result is None
    assert [row.body.get("entered") for row in evening.hall.now.lines if row.kind == "rejected"] == [True]
    page = evening.phone.get(f"/evenings/{evening.hall.id}").text
    assert "The entries of table 1 have changed: the result given before counts no more" in page
    assert evening.posts("tables/1/result") == 303
    assert evening.result == (1, 2, 0)


def test_what_was_typed_for_a_round_that_is_over_gives_way_to_the_entries(site: Site) -> None:
    evening = Evening(site)
    evening.types((9, 5, 3))
    assert evening.posts("rounds/end") == 303
    assert evening.posts("close", close="yes") == 303
    evening.adjust(1, 0, 0)
    evening.follow()
    assert (evening.result, evening.sitting.corrected) == ((1, 0, 0), (9, 5, 3))


OLD = [
    ([kinds.Confirmed(1, 1, (9, 5, 3), hands=4, shown=(3, 5, 9))], (3, 5, 9)),
    (
        [
            kinds.Confirmed(1, 1, (9, 5, 3), hands=4, shown=(3, 5, 9)),
            kinds.Corrected(1, 1, (10, 4, 3), (9, 5, 3), (4, 4, 9)),
        ],
        (4, 4, 9),
    ),
    ([kinds.Confirmed(1, 1, (9, 5, 3), shown=(0, 0, 0))], (9, 5, 3)),
    ([kinds.Confirmed(1, 1, (9, 5, 3), hands=4), kinds.Corrected(1, 1, (3, 5, 9), (9, 5, 3))], (3, 5, 9)),
]
"""Lines as they stand in evenings of before, and the result that their table has."""


@pytest.mark.parametrize(("lines", "result"), OLD, ids=["typed over", "corrected since", "on paper", "corrected"])
def test_an_evening_of_before_shows_what_its_table_came_to(site: Site, lines: list[Line], result: Scores) -> None:
    evening = Evening(site)
    seq = evening.hall.now.state.seq
    evening.site.store.add_to_evening(
        evening.hall.id, [NewLine(*body_of(line)) for line in lines], after=seq, device_id=None
    )
    assert evening.result == result
    assert evening.totals() == result
    read_elsewhere(site, evenings=[evening.hall.id])


def test_a_result_that_a_table_has_left_behind_is_not_taken_back_in(site: Site) -> None:
    evening = Evening(site)
    evening.adjust(9, 5, 3)
    evening.tries(kinds.Reported(1, 1, (9, 5, 3), 1), evening.players[0])
    assert evening.posts("tables/1/reject") == 303
    taken_out = evening.hall.now.state.seq
    evening.adjust(-6, 0, 6)
    assert evening.posts("undo", line=str(taken_out)) == 303
    evening.follow()
    assert evening.result is None
    assert evening.sitting.reported is None


DEAL, HAND = {"type": "deal", "dealer": 0}, {"type": "adjust", "points": [9, 5, 3], "reason": "a hand"}


@pytest.mark.parametrize(("entry", "points"), [(DEAL, NOTHING), (HAND, (9, 5, 3))])
@pytest.mark.parametrize("ends", [(), ("rounds/end",), ("rounds/end", "close")], ids=["runs", "ended", "closed"])
def test_a_table_whose_only_entry_was_undone_has_no_result(
    site: Site, entry: dict[str, object], points: Scores, ends: tuple[str, ...]
) -> None:
    evening = Evening(site)
    assert evening.enter(entry)
    assert evening.posts("tables/1/result") == 303
    evening.follow()
    assert evening.result == points
    for path in ends:
        assert evening.posts(path, close="yes") == 303
    assert evening.enter({"type": "undo"})
    evening.follow()
    assert evening.result is None
    assert evening.totals() == NOTHING


def test_what_was_played_is_taken_out_by_nobody_and_the_page_leads_to_its_correction(site: Site) -> None:
    evening = Evening(site)
    evening.adjust(9, 5, 3)
    assert evening.posts("tables/1/watch") == 303
    assert evening.posts("tables/1/result") == 303
    page = evening.phone.get(f"/evenings/{evening.hall.id}/tables/1").text
    assert "Take it out again" not in page
    assert f"/tables/{evening.table}/amendments" in page
    answer = evening.phone.post(f"/evenings/{evening.hall.id}/tables/1/reject")
    assert answer.status_code == 409
    assert f"/tables/{evening.table}/amendments" in answer.text
    status, said = evening.sends({"type": "rejected", "round": 1, "number": 1})
    assert (status, "table-counts" in said) == (409, True)
    assert evening.result == (9, 5, 3)


def test_a_report_ends_with_the_next_entry(site: Site) -> None:
    evening = Evening(site)
    evening.adjust(9, 5, 3)
    evening.tries(kinds.Reported(1, 1, (9, 5, 3), 1), evening.players[0])
    evening.adjust(-6, 0, 6)
    evening.tries(kinds.Confirmed(1, 1, (9, 5, 3), 2), evening.players[1])
    assert evening.result is None
    evening.follow()
    assert evening.sitting.reported is None


def test_who_types_second_sees_the_result_that_is_in_and_what_was_typed(site: Site) -> None:
    evening, deputy = Evening(site), site.phone()
    evening.hall.admit(site.device(deputy), Role.DEPUTY, name="Karin")
    address = f"/evenings/{evening.hall.id}/tables/1/result"
    assert evening.types((9, 5, 3)) == 303

    def typed(*scores: str) -> str:
        sent = {f"score-{side}": score for side, score in enumerate(scores)} | {"odd": "yes"}
        answer = deputy.post(address, data=sent)
        assert answer.status_code == 409
        assert re.findall(r'<b class="num">(.*?)</b>', answer.text) == ["9", "5", "3"]
        assert "A result is in already, so nothing was changed." in answer.text
        return answer.text

    assert "Typed here: Ann 7, Ben 6, Cat 4." in typed("7", "6", "4")
    assert "Typed here" not in typed("9", "5", "3")
    assert "Typed here" not in typed("", "", "")
    assert evening.result == (9, 5, 3)


def test_the_table_of_the_round_says_who_may_correct(site: Site, host: FlaskClient) -> None:
    evening = Evening(site)
    evening.adjust(9, 5, 3)
    page = evening.phone.get(f"/evenings/{evening.hall.id}/tables/1").text
    assert "The entries of this table are its result." in page
    assert f"/tables/{evening.table}/amendments" not in page, "this phone may not look there yet"
    assert "Look at the table" in page
