"""Ratings: what a match changes, and that they come out the same whichever way they are computed."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.paths import ROOT
from webapp.circle.ratings import (
    ENOUGH_MATCHES,
    Player,
    RatedMatch,
    Rating,
    RatingChange,
    changes,
    places_expected,
)

RATINGS = ROOT / "docs" / "ratings.md"
DAY = datetime(2026, 1, 1, tzinfo=UTC)
PEOPLE = ("Ann", "Ben", "Cat", "Dan")


def match(number: int, places: dict[str, int], game: str = "g") -> RatedMatch:
    teams = tuple(tuple(names.split("+")) for names in places)
    return RatedMatch(f"m{number:03}", game, DAY + timedelta(days=number), teams, tuple(places.values()))


def ratings(kept: Iterable[RatingChange]) -> dict[Player, Rating]:
    """Returns everybody's rating after these changes, which come oldest first."""
    return {change.player: change.after for change in kept}


def strengths(*matches: RatedMatch) -> dict[str, int]:
    return {person: rating.strength for (_game, person), rating in ratings(changes(matches)).items()}


@st.composite
def _matches(draw: st.DrawFn) -> list[RatedMatch]:
    made = []
    for number in range(draw(st.integers(1, 8))):
        seats = draw(st.permutations(PEOPLE))[: draw(st.integers(2, 4))]
        places = draw(st.lists(st.integers(1, 3), min_size=len(seats), max_size=len(seats)))
        if len(seats) == 4 and draw(st.booleans()):
            pairs = {f"{seats[0]}+{seats[2]}": places[0], f"{seats[1]}+{seats[3]}": places[1]}
            made.append(match(number // 2, pairs, "teams"))
        else:
            made.append(match(number // 2, dict(zip(seats, places, strict=True))))
    return [RatedMatch(f"{m.id}-{n}", m.game, m.ended_at, m.teams, m.places) for n, m in enumerate(made)]


@given(_matches(), st.data())
@settings(max_examples=60, deadline=None)
def test_the_order_of_computing_does_not_matter(matches: list[RatedMatch], data: st.DataObject) -> None:
    whole = changes(matches)
    assert changes(data.draw(st.permutations(matches))) == whole


@given(_matches(), st.data())
@settings(max_examples=60, deadline=None)
def test_going_on_from_kept_ratings_comes_to_the_same(matches: list[RatedMatch], data: st.DataObject) -> None:
    ordered = sorted(matches, key=lambda one: one.moment)
    at = data.draw(st.integers(0, len(ordered)))
    kept = changes(ordered[:at])
    assert kept + changes(ordered[at:], ratings(kept)) == changes(matches)


@given(_matches())
@settings(max_examples=40, deadline=None)
def test_the_order_of_seats_does_not_matter(matches: list[RatedMatch]) -> None:
    turned = [RatedMatch(m.id, m.game, m.ended_at, m.teams[::-1], m.places[::-1]) for m in matches]
    assert changes(turned) == changes(matches)


def test_who_wins_rises_and_less_is_uncertain() -> None:
    after = ratings(changes([match(1, {"Ann": 1, "Ben": 2})]))
    ann, ben = after["g", "Ann"], after["g", "Ben"]
    assert ann.strength - Rating().strength == Rating().strength - ben.strength > 0
    assert ann.uncertainty == ben.uncertainty < Rating().uncertainty


def test_shared_places_are_ties() -> None:
    after = strengths(match(1, {"Ann": 1, "Ben": 2, "Cat": 2, "Dan": 4}))
    assert after["Ann"] > after["Ben"] == after["Cat"] > after["Dan"]
    assert strengths(match(1, {"Ann": 1, "Ben": 1})) == {"Ann": Rating().strength, "Ben": Rating().strength}


def test_partners_rise_together() -> None:
    after = strengths(match(1, {"Ann+Cat": 2, "Ben+Dan": 1}))
    assert after["Ben"] == after["Dan"] > after["Ann"] == after["Cat"]


def test_to_win_a_table_of_six_brings_more_than_a_duel_and_to_be_last_costs_no_more_than_that() -> None:
    start = Rating().strength
    duel = strengths(match(1, {"Ann": 1, "Ben": 2}))["Ann"] - start
    six = strengths(match(1, {name: place for place, name in enumerate("abcdef", 1)}))
    assert six["a"] - start > duel
    assert start - six["f"] <= six["a"] - start
    assert start - six["f"] < 4 * duel, "five lost duels cost more"


def test_what_was_expected_brings_less_than_a_surprise() -> None:
    strong, weak = Rating(300_00, 30_00, 50), Rating(200_00, 30_00, 50)
    before = {("g", "Ann"): strong, ("g", "Ben"): weak}
    expected, surprise = (
        changes([match(1, {"Ann": place, "Ben": 3 - place})], before)[0].after.strength - strong.strength
        for place in (1, 2)
    )
    assert 0 < expected < -surprise


def test_places_are_expected_by_strength_and_come_to_the_same_sum() -> None:
    strong, weak, new = Rating(300_00, 30_00, 50), Rating(200_00, 30_00, 50), Rating()
    assert places_expected([[new], [new]]) == pytest.approx([1.5, 1.5])
    found = places_expected([[weak], [strong], [new]])
    assert sum(found) == pytest.approx(1 + 2 + 3)
    assert found[1] < found[2] < found[0]


def test_a_rating_belongs_to_one_game() -> None:
    after = ratings(changes([match(1, {"Ann": 1, "Ben": 2}), match(2, {"Ann": 2, "Ben": 1}, "other")]))
    assert after["g", "Ann"].strength == after["other", "Ben"].strength > after["other", "Ann"].strength


def test_a_correction_moves_everything_after_it_and_nothing_before() -> None:
    played = [match(n, {"Ann": 1, "Ben": 2}) for n in range(4)]
    now = [*played[:1], match(1, {"Ann": 2, "Ben": 1}), *played[2:]]
    before, after = changes(played), changes(now)
    assert after[:2] == before[:2]
    assert all(new.after != old.after for new, old in zip(after[2:], before[2:], strict=True))
    points = [change for change in after if change.person == "Ann"]
    assert [point.match for point in points] == [m.id for m in played]
    assert [point.before for point in points[1:]] == [point.after for point in points[:-1]]


def test_too_few_matches_say_nothing() -> None:
    played = [match(n, {"Ann": 1, "Ben": 2}) for n in range(ENOUGH_MATCHES)]
    says = [change.after.says for change in changes(played) if change.person == "Ann"]
    assert says == ["too-few-matches"] * (ENOUGH_MATCHES - 1) + ["enough"]


def test_who_sits_twice_is_not_rated() -> None:
    assert changes([match(1, {"Ann": 1, "Ben+Ann": 2}), match(2, {"Ann": 1, "Ann+Ben": 2})]) == []


@pytest.mark.parametrize("teams", [(("Ann",),), (("Ann",), ()), (("Ann",), ("Ben",), ("Cat",))])
def test_what_is_no_match_is_refused(teams: tuple[tuple[str, ...], ...]) -> None:
    with pytest.raises(ValueError, match="match m1"):
        RatedMatch("m1", "g", DAY, teams, (1, 2))


def test_the_numbers_stay_those_that_are_kept() -> None:
    """Kept rows must not change with another version of the library unseen."""
    after = ratings(changes([match(1, {"Ann": 1, "Ben": 2})]))
    assert after["g", "Ann"] == Rating(267_47, 82_85, 1)
    assert after["g", "Ben"] == Rating(232_53, 82_85, 1)


@given(_matches())
@settings(deadline=None)
def test_they_are_made_again_from_the_matches_as_the_page_of_documents_shows(played: list[RatedMatch]) -> None:
    shown: dict[str, Any] = {}
    exec(RATINGS.read_text("utf-8").split("```python")[1].split("```")[0], shown)
    told = [
        {
            "game": one.game,
            "sides": [{"place": it, "players": team} for it, team in zip(one.places, one.teams, strict=True)],
        }
        for one in sorted(played, key=lambda one: one.moment, reverse=True)
        if one.counts
    ]
    kept = {who: (it.strength / 100, it.uncertainty / 100) for who, it in ratings(changes(played)).items()}
    assert shown["ratings"](told) == kept
