"""A closed round: until when it may be changed, and that nobody changes it alone."""

from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.web.support.german_pages import visible
from tests.web.support.hall import Hall
from tests.web.support.site import Site
from webapp.evening import lines as kinds
from webapp.evening.acts import act
from webapp.evening.clock import Stands, period_of, results_of
from webapp.evening.closed_rounds import waiting
from webapp.evening.keeper import EveningNow
from webapp.evening.lines import EveningRefusal, Line
from webapp.evening.plan import Corrections, Giver, Givers, Kind, Plan
from webapp.evening.standing.scoring import AdjustedTo
from webapp.evening.standing_page import standing_page
from webapp.evening.viewer import EveningViewer
from webapp.services import services_in
from webapp.store.models import utc_now
from webapp.store.roles import Role

PLAN = Plan(Kind.TOURNAMENT, game="sixes-and-sevens", sizes=(4,), rounds=2)


class Closing:
    """An evening of two tables whose first round is closed; `ask` does as a page does."""

    def __init__(self, site: Site, plan: Plan = PLAN, *, referee: bool = True) -> None:
        self.site, self.hall = site, Hall(services_in(site.app), plan)
        device = site.device(site.phone())
        self.referee = self.hall.admit(device, Role.REFEREE, name="Rita") if referee else None
        self.hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
        self.hall.start()
        self.hall.add(kinds.Confirmed(1, 1, (4, 3, 2, 1)), kinds.Confirmed(1, 2, (1, 2, 3, 4)), kinds.Ended(1))
        self.hall.add(kinds.RoundClosed(1))

    def ask(self, line: Line, who: EveningViewer | None = None) -> str:
        """Returns "" where it is done or asked for, else the code of why not."""
        with self.site.app.test_request_context():
            outcome = act(self.hall.now, who or self.hall.organiser, line)
        assert isinstance(outcome, EveningNow | EveningRefusal)
        return outcome.code if isinstance(outcome, EveningRefusal) else ""

    @property
    def asked(self) -> int:
        """The line of the newest change that was asked for."""
        return max(self.hall.now.state.proposals)

    def scores(self, number: int) -> tuple[int, ...] | None:
        """Returns the result of a table of the first round."""
        result = self.hall.now.state.rounds[0].sittings[number].result
        return None if result is None else result.scores


def test_the_period_ends_with_the_next_round_and_the_last_one_after_minutes(site: Site) -> None:
    hall, at = Closing(site).hall, utc_now()
    assert (period_of(hall.now.state, 1, at).stands, period_of(hall.now.state, 1, at).until_round) == (Stands.CLOSED, 2)
    hall.seat((5, 2, 3, 4), (1, 6, 7, 8))
    assert period_of(hall.now.state, 2, at).stands is Stands.OPEN
    hall.add(kinds.Ended(2))
    assert period_of(hall.now.state, 1, utc_now()).is_over
    hall.add(kinds.RoundClosed(2))
    last = period_of(hall.now.state, 2, utc_now())
    closed = hall.now.state.rounds[1].closed_at
    assert closed is not None
    assert last.until == closed + timedelta(minutes=20)
    assert (last.stands, period_of(hall.now.state, 2, last.until).stands) == (Stands.CLOSED, Stands.FINAL)


def test_minutes_that_are_given_do_not_end_the_period_before_its_time(site: Site) -> None:
    closing = Closing(site)
    hall = closing.hall
    assert closing.ask(kinds.PeriodReopened(1, 10)) == ""
    assert period_of(hall.now.state, 1, utc_now() + timedelta(minutes=15)).until_round == 2
    hall.seat((5, 2, 3, 4), (1, 6, 7, 8))
    hall.add(kinds.Ended(2), kinds.RoundClosed(2))
    assert not period_of(hall.now.state, 1, utc_now()).is_over, "the minutes are not over"
    usual = period_of(hall.now.state, 2, utc_now()).until
    assert closing.ask(kinds.PeriodReopened(2, 5)) == ""
    assert period_of(hall.now.state, 2, utc_now()).until == usual
    assert usual is not None
    assert closing.ask(kinds.PeriodReopened(2, 30)) == ""
    longer = period_of(hall.now.state, 2, utc_now()).until
    assert longer is not None
    assert longer > usual


def test_what_one_asks_for_the_other_signs(site: Site) -> None:
    closing = Closing(site)
    assert closing.ask(kinds.Rejected(1, 1)) == ""
    assert closing.scores(1) == (4, 3, 2, 1)
    assert closing.ask(kinds.Signed(closing.asked)) == "not-yours"
    assert closing.ask(kinds.Signed(closing.asked), closing.referee) == ""
    assert closing.scores(1) is None
    told = closing.hall.now.state.proposals[closing.asked]
    assert (told.signed_by, told.made) == ("Rita", True)


def test_where_no_referee_is_there_somebody_of_the_table_signs_for_the_organiser(site: Site) -> None:
    closing = Closing(site, referee=False)
    ann, eva = (closing.hall.admit(site.device(site.phone()), Role.PLAYER, person) for person in (1, 5))
    assert closing.ask(kinds.Rejected(1, 1)) == ""
    assert closing.ask(kinds.Signed(closing.asked), eva) == "not-yours"
    assert closing.ask(kinds.Signed(closing.asked), ann) == ""
    assert closing.scores(1) is None


def test_what_counts_is_changed_by_two_and_other_settings_by_one(site: Site) -> None:
    closing = Closing(site)
    assert closing.ask(kinds.Planned(replace(PLAN, minutes=30, hidden_last=True))) == ""
    assert closing.hall.now.state.plan.minutes == 30
    assert closing.ask(kinds.Planned(replace(PLAN, place_points=(9, 0, 0, 0)))) == ""
    assert closing.hall.now.state.plan.place_points == PLAN.place_points
    with site.app.test_request_context():
        (waits,) = waiting(closing.hall.now, closing.hall.organiser)
    assert waits.what[0] == "What counts is changed"
    assert "Ann: total 9 instead of 3" in waits.what
    assert closing.ask(kinds.Signed(closing.asked), closing.referee) == ""
    assert closing.hall.now.state.plan.place_points == (9, 0, 0, 0)


def test_without_a_referee_somebody_of_the_round_signs_what_counts(site: Site) -> None:
    closing = Closing(site, referee=False)
    eva = closing.hall.admit(site.device(site.phone()), Role.PLAYER, 5)
    assert closing.ask(kinds.Planned(replace(PLAN, bye=2))) == ""
    assert closing.ask(kinds.Signed(closing.asked), eva) == ""
    assert closing.hall.now.state.plan.bye == 2


def test_settings_that_are_signed_leave_alone_what_was_changed_meanwhile(site: Site) -> None:
    closing = Closing(site)
    assert closing.ask(kinds.Planned(replace(PLAN, bye=2))) == ""
    assert closing.ask(kinds.Planned(replace(PLAN, minutes=30), "Wednesday club")) == ""
    assert closing.ask(kinds.Signed(closing.asked), closing.referee) == ""
    state = closing.hall.now.state
    assert (state.plan.bye, state.plan.minutes, state.title) == (2, 30, "Wednesday club")


def test_whose_signature_is_missing_is_said(site: Site) -> None:
    closing, alone = Closing(site), Closing(site, referee=False)
    for one in (closing, alone):
        assert one.ask(kinds.Rejected(1, 2)) == ""
    ruling = kinds.Adjusted(1, 1, AdjustedTo.PERCENT, "Phone rang", "GEN-3", people=(2,), value=60)
    assert closing.ask(ruling, closing.referee) == ""
    with site.app.test_request_context():
        told = [one.signed for one in waiting(closing.hall.now, closing.hall.organiser)]
        (table,) = [one.signed for one in waiting(alone.hall.now, alone.hall.organiser)]
    assert told == [
        "Signed by the organiser. Still to sign: the referee (Rita).",
        "Signed by Rita. Still to sign: the organiser.",
    ]
    assert table == "Signed by the organiser. Still to sign: somebody who sits at table 2."


def test_who_looks_at_a_table_sees_what_waits_for_the_other_signature(site: Site) -> None:
    closing, uwe = Closing(site), site.phone()
    hall = closing.hall
    hall.admit(site.device(uwe), Role.DEPUTY, name="Uwe")
    at_evening = [f"/evenings/{hall.id}/tables/{number}" for number in (1, 2)]
    for one in at_evening:
        assert uwe.post(f"{one}/watch").status_code == 303
    first, second = ((one, f"/tables/{hall.table(number)}") for number, one in enumerate(at_evening, 1))
    hall.tables.follow()
    with hall.services.hub.watch(hall.table(1), None) as open_page:
        assert closing.ask(kinds.Adjusted(1, 1, AdjustedTo.POINTS, "Phone rang", "GEN-3", people=(2,), value=1)) == ""
        hall.tables.follow()
        assert open_page.wait(0)
        for url in first:
            page = visible(uwe.get(url).text)
            assert "For Ben the result is set to 1 point. Phone rang" in page
            assert "Still to sign: the referee (Rita)." in page
        assert not any("Phone rang" in uwe.get(url).text for url in second)
        assert closing.ask(kinds.Declined(closing.asked), closing.referee) == ""
        hall.tables.follow()
        assert open_page.wait(0)
    assert not any("Phone rang" in uwe.get(url).text for url in first)


def test_the_standing_names_both_who_signed(site: Site) -> None:
    closing = Closing(site)
    assert closing.ask(kinds.Rejected(1, 1)) == ""
    assert closing.ask(kinds.Signed(closing.asked), closing.referee) == ""
    with site.app.test_request_context():
        (told,) = standing_page(closing.hall.now, closing.hall.organiser).corrections
    assert (told.what, told.by) == ("Round 1, table 1 was corrected", "the organiser and Rita")
    assert any(line.startswith("Ann: total 0 instead of 3") for line in told.lines), told.lines


def test_points_of_a_closed_round_are_taken_by_two_and_a_caution_by_one(site: Site) -> None:
    closing = Closing(site)
    assert closing.ask(kinds.Penalised(1, "caution", "Late", "GEN-3", ""), closing.referee) == ""
    assert not closing.hall.now.state.proposals
    assert closing.ask(kinds.Penalised(1, "points", "Late", "GEN-3", ""), closing.referee) == ""
    assert [one.points for one in closing.hall.now.state.penalties.values()] == [0]
    assert closing.ask(kinds.Signed(closing.asked)) == ""
    given = list(closing.hall.now.state.penalties.values())[-1]
    assert (given.points, given.by, given.round) == (1, "Rita", 1)


def test_a_result_of_a_closed_round_is_set_by_a_ruling_of_two(site: Site) -> None:
    closing = Closing(site)
    ruling = kinds.Adjusted(1, 1, AdjustedTo.PERCENT, "Phone rang", "GEN-3", people=(2,), value=60)
    assert closing.ask(ruling, closing.referee) == ""
    assert not closing.hall.now.state.adjusted
    assert closing.hall.now.state.proposals[closing.asked].table == 1
    assert closing.ask(kinds.Signed(closing.asked)) == ""
    (given,) = closing.hall.now.state.adjusted
    assert (given.people, given.by) == ((2,), "Rita")
    assert closing.ask(kinds.Adjusted(1, 1, AdjustedTo.PLAYED, "A mistake", "GEN-3", people=(2,))) == ""
    assert closing.hall.now.state.adjusted_now, "until the referee signs"
    assert closing.ask(kinds.Signed(closing.asked), closing.referee) == ""
    assert not closing.hall.now.state.adjusted_now


def test_a_final_round_is_changed_by_nobody_until_its_period_is_reopened_for_all(site: Site) -> None:
    closing = Closing(
        site,
        Plan(
            Kind.TOURNAMENT, game="sixes-and-sevens", sizes=(4,), corrections=Corrections.MINUTES, correction_minutes=0
        ),
    )
    assert closing.ask(kinds.Rejected(1, 1)) == "round-final"
    assert closing.ask(kinds.PeriodReopened(1, 10)) == ""
    assert closing.ask(kinds.Rejected(1, 1)) == ""
    assert closing.ask(kinds.Signed(closing.asked), closing.referee) == ""
    assert closing.scores(1) is None


def test_what_waits_for_a_signature_says_that_its_round_is_final_since(site: Site) -> None:
    closing = Closing(site)
    hall = closing.hall
    assert closing.ask(kinds.Adjusted(1, 1, AdjustedTo.POINTS, "Late", "GEN-3", value=1), closing.referee) == ""

    def signs() -> tuple[bool, str]:
        with site.app.test_request_context():
            (change,) = waiting(hall.now, hall.organiser)
        return change.may_answer, change.problem

    assert signs() == (True, "")
    hall.seat((5, 2, 3, 4), (1, 6, 7, 8))
    hall.add(kinds.Ended(2))
    may_answer, problem = signs()
    assert may_answer, "it is refused"
    assert "final" in problem


def test_what_closed_a_round_is_not_taken_back(site: Site) -> None:
    closing = Closing(site)
    for line in range(1, closing.hall.now.state.seq + 1):
        closing.ask(kinds.Undone(line))
        assert closing.scores(1) == (4, 3, 2, 1)
        assert closing.hall.now.state.rounds[0].is_closed


def test_a_step_that_takes_both_is_signed_and_one_of_the_head_is_not_anybodys(site: Site) -> None:
    givers = Givers(warning=Giver.HEAD, exclusion=Giver.BOTH)
    closing = Closing(site, Plan(Kind.TOURNAMENT, game="sixes-and-sevens", sizes=(4,), rounds=2, givers=givers))
    karl = closing.hall.admit(site.device(site.phone()), Role.REFEREE, name="Karl")
    warning = kinds.Penalised(1, "warning", "Late", "GEN-3", "")
    assert closing.ask(warning, karl) == "head-only"
    assert closing.ask(warning, closing.referee) == ""
    assert closing.ask(kinds.Penalised(1, "exclusion", "Cheated", "GEN-3", ""), karl) == ""
    assert not closing.hall.now.state.is_excluded(1)
    assert closing.ask(kinds.Signed(closing.asked), closing.referee) == "not-yours"
    assert closing.ask(kinds.Signed(closing.asked)) == ""
    assert closing.hall.now.state.is_excluded(1)


ACTS = ("reject", "type", "points", "lift", "sign", "organiser signs", "undo", "close", "count")


def test_nothing_of_a_closed_round_changes_with_one_signature(site: Site) -> None:
    @settings(max_examples=6, deadline=None)
    @given(st.lists(st.sampled_from(ACTS), max_size=12))
    def orders(acts: list[str]) -> None:
        closing = Closing(site)
        for one in acts:
            _act_and_look(closing, one)

    orders()


def _act_and_look(closing: Closing, one: str) -> None:
    """Does something; where a result of the round has changed, two different people have signed that."""
    state = closing.hall.now.state
    before, asked = results_of(state, 1), max(state.proposals, default=1)
    lines: dict[str, Line] = {
        "reject": kinds.Rejected(1, 1),
        "type": kinds.Confirmed(1, 1, (1, 2, 3, 4)),
        "points": kinds.Penalised(1, "points", "Late", "GEN-3", ""),
        "lift": kinds.Lifted(max(state.penalties, default=1), "A mistake", ""),
        "sign": kinds.Signed(asked),
        "organiser signs": kinds.Signed(asked),
        "undo": kinds.Undone(state.seq),
        "close": kinds.RoundClosed(1),
        "count": kinds.Planned(replace(PLAN, bye=state.plan.bye + 1)),
    }
    closing.ask(lines[one], closing.referee if one in ("points", "lift", "sign") else None)
    after = closing.hall.now.state
    if results_of(after, 1) != before:
        assert one in ("sign", "organiser signs")
        assert after.proposals[asked].made
        assert after.proposals[asked].role == (Role.ORGANISER if one == "sign" else Role.REFEREE)
