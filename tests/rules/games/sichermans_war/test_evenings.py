"""Random wars against a plain reckoning of the log, which knows nothing of the rules' own code."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core import replay
from rules_core.findings import Refusal
from rules_core.games.sichermans_war import GAME
from tests.cases import MORE
from tests.rules.games.sichermans_war.evening import HEIGHTS, SichermansWar
from tests.rules.sitting_down import sit_down

POINTS = {**dict.fromkeys("23456789", 5), "T": 10, **dict.fromkeys("JQKA", 15), "X": 20}


class Reckoning:
    """Adds up a log. Who must draw, it takes from what was drawn; who is out, from who had nothing left to draw."""

    def __init__(self, players: int) -> None:
        self.seats = range(players)
        self.reserve = [5] * players
        self.scores = [0] * players
        self.thrown_out: list[str] = []
        self.fights = 0
        self.open: list[list[str]] = []
        self.rolls: list[list[tuple[str, int]]] = []
        self.out: set[int] = set()
        self.used: set[tuple[int, str]] = set()

    def total(self, seat: int) -> int:
        return sum(HEIGHTS.index(card[0]) + 1 for card in self.open[seat]) + sum(value for _, value in self.rolls[seat])

    def top(self) -> list[int]:
        best = max(self.total(seat) for seat in self.seats if seat not in self.out)
        return [seat for seat in self.seats if seat not in self.out and self.total(seat) == best]

    def call_up(self) -> list[int]:
        """Who must draw now, if those tied for the highest must."""
        tied = self.top()
        if len(tied) > 1 and any(self.reserve[seat] for seat in tied):
            self.out |= {seat for seat in tied if not self.reserve[seat]}
        able = [seat for seat in tied if self.reserve[seat]]
        return able if len(able) > 1 else []

    def take(self, raw: dict[str, Any]) -> list[int]:
        """Adds one entry; returns who must draw after it."""
        if raw["type"] == "reveal":
            self.open, self.rolls, self.out = [[card] for card in raw["cards"]], [[] for _ in self.seats], set()
            return self.call_up()
        if raw["type"] == "roll":
            self.rolls[raw["seat"]].append((raw["die"], raw["value"]))
            self.used.add((raw["seat"], raw["die"]))
            return []
        if raw["type"] == "reinforce":
            for seat, card in raw["cards"].items():
                self.open[int(seat)].append(card)
                self.reserve[int(seat)] -= 1
            return self.call_up()
        return self.call_up() or self.end()

    def end(self) -> list[int]:
        cards = [card for own in self.open for card in own]
        best = self.top()
        if len(best) > 1:
            self.thrown_out += cards
        else:
            self.scores[best[0]] += sum(POINTS[card[0]] for card in cards)
        self.fights += 1
        if self.fights % 5 == 0:
            self.used = set()
        return []


@pytest.mark.rule("WAR-6", "WAR-8", "WAR-9", "WAR-10", "WAR-17")
@settings(max_examples=25 * MORE, deadline=None)
@given(data=st.data())
def test_a_plain_reckoning_comes_to_the_same(data: st.DataObject) -> None:
    evening = sit_down(data, SichermansWar, cheats=False)
    plain = Reckoning(evening.players)
    while evening.phase != "over":
        evening.act()
        if evening.log[-1]["type"] == "tally":
            return
        due = plain.take(evening.log[-1])
        assert (evening.phase == "reinforce") == bool(due)
        assert not due or list(evening.to_act) == due
        assert list(evening.state.totals) == plain.scores
        found = GAME.summary(evening.state)
        assert found["reserve"] == plain.reserve
        assert found["dice"] == [[d for d in ("d6", "high", "low") if (s, d) not in plain.used] for s in plain.seats]
    assert plain.fights == 20
    assert sum(hand.thrown_out for hand in evening.state.finished) == len(plain.thrown_out)
    assert [s for s in plain.seats if plain.scores[s] == max(plain.scores)] == list(evening.state.winners)


@pytest.mark.rule("WAR-10", "WAR-11")
@settings(max_examples=15 * MORE, deadline=None)
@given(data=st.data())
def test_every_card_turned_is_won_or_thrown_out(data: st.DataObject) -> None:
    evening = sit_down(data, SichermansWar, cheats=False)
    evening.match()
    if evening.log[0]["type"] == "tally":
        return
    turned = Counter(
        card[0]
        for raw in evening.log
        if "cards" in raw
        for card in (raw["cards"] if raw["type"] == "reveal" else raw["cards"].values())
    )
    fought = [f for battle in evening.state.finished for f in battle.fought]
    assert Counter(card[0] for f in fought for card in f.cards) == turned
    lost = sum(POINTS[card[0]] for f in fought if f.winner is None for card in f.cards)
    assert sum(evening.state.totals) + lost == sum(POINTS[rank] * many for rank, many in turned.items())
    assert turned.total() == 20 * evening.players + 5 * evening.players - sum(evening.state.reserve)


@settings(max_examples=25 * MORE, deadline=None)
@given(data=st.data())
def test_an_accepted_amendment_equals_playing_the_amended_log(data: st.DataObject) -> None:
    evening = sit_down(data, SichermansWar, cheats=False)
    evening.match(data.draw(st.integers(2, 60)))
    target = data.draw(st.integers(0, len(evening.log) - 1))
    changed = _changed(evening.log[target], data)
    after = replay.step(evening.fold, {"type": "amend", "changes": [{"target": target, "with": [changed]}]})
    afresh = replay.replay(evening.fold.header, [*evening.log[:target], changed, *evening.log[target + 1 :]])
    if isinstance(after, Refusal):
        assert afresh.refusal is not None
        assert (after.facts["at"], after.facts["cause"]) == (afresh.fold.seq, afresh.refusal.code)
    else:
        assert afresh.refusal is None
        assert after.state == afresh.fold.state


def _changed(raw: dict[str, Any], data: st.DataObject) -> dict[str, Any]:
    """A first card or a die's value changed, else the entry as it is."""
    rank = st.sampled_from("23456789TJQKA")
    if raw["type"] == "reveal":
        return {**raw, "cards": [data.draw(rank), *raw["cards"][1:]]}
    if raw["type"] == "reinforce":
        return {**raw, "cards": {**raw["cards"], min(raw["cards"]): data.draw(rank)}}
    return {**raw, "value": data.draw(st.integers(1, 8))} if raw["type"] == "roll" else raw
