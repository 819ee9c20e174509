"""Piles of captured cards: those of a hand that was played come to what it scored, and a card is looked for there."""

import random

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rules_core.events import encode
from rules_core.games import GAMES
from rules_core.piles import PileRules
from tests.cases import each
from tests.rules.evening import Evening
from tests.rules.sitting_down import each_game


@each_game
@settings(max_examples=16, deadline=None, phases=[Phase.generate])
@given(data=st.data())
def test_piles_come_to_what_was_played(kind: type[Evening], data: st.DataObject) -> None:
    players = data.draw(st.sampled_from(kind.game.players))
    evening = kind(random.Random(data.draw(st.integers(0, 2**32))), players, data.draw(kind.options(players)))
    evening.match(300)
    for hand in evening.hands_by_cards():
        rules = evening.game.piles(hand.before)
        assert rules is not None
        sizes, cards = [len(pile) for pile in hand.piles], rules.cards
        assert rules.fit(sizes, len(cards) - sum(sizes))
        tally = rules.tally(hand.piles, msgspec.convert(evening.told(hand), rules.told))
        assert evening.game.judge(hand.before, tally, 0) is None
        assert evening.game.apply(hand.before, tally, 0).totals == hand.after.totals
        holder = data.draw(st.sampled_from([side for side, size in enumerate(sizes) if size]))
        sizes[holder] -= 1
        assert holder in rules.can_have(sizes, len(cards) - sum(sizes))


def test_a_card_can_be_only_where_it_makes_whole_tricks() -> None:
    plain = PileRules(rule="", cards=(), tally=lambda piles, told: msgspec.UNSET, trick=3)  # type: ignore[arg-type, return-value]
    assert plain.can_have([8, 6, 9], 1) == [0]
    assert plain.can_have([8, 5, 9], 2) == [0, 1]
    assert plain.can_have([6, 6, 9], 3) == [0, 1, 2]
    assert plain.can_have([9, 6, 9], 1) == []
    with_buried = msgspec.structs.replace(plain, spare=range(1, 2), buried=True)
    assert with_buried.can_have([8, 5, 10], 2) == [0, 1]
    assert with_buried.can_have([9, 6, 9], 1) == [0, 1, 2, None]
    assert not with_buried.fit([8, 6, 10], 1)
    assert not plain.fit([0, 0, 0], 0)


@each(
    "told points",
    [
        ({"caller": 0, "marriages": [20, 0]}, (1, 0)),  # 46 and 20 to 39
        ({"caller": 0, "marriages": [0, 0]}, (0, 1)),  # not enough
        ({"caller": 0, "marriages": [0, 40]}, (0, 1)),
        ({"caller": 0, "closer": 0, "early": True, "marriages": [0, 0]}, (0, 2)),
        ({"caller": 0, "closer": 0, "marriages": [0, 0]}, (0, 3)),
        ({"caller": 0, "closer": 1, "marriages": [20, 0]}, (3, 0)),
        ({"caller": -1, "marriages": [0, 0]}, (0, 0)),
    ],
)
def test_a_call_is_right_by_cards_and_marriages(told: dict[str, object], points: tuple[int, int]) -> None:
    game = GAMES["sechsundsechzig"]
    rules = game.piles(game.start(2, game.options()))
    assert rules is not None
    piles = (("AH", "TH", "AD", "TD", "KC", "7S"), ("AS", "TS", "AC", "KS", "QS", "7C"))
    assert encode(rules.tally(piles, msgspec.convert(told, rules.told)))["points"] == points


@pytest.mark.parametrize(("last", "points"), [({}, 2), ({"last": 1}, 1)], ids=["ended before", "played to its end"])
def test_the_last_trick_counts_only_where_somebody_took_it(last: dict[str, int], points: int) -> None:
    game = GAMES["sechsundsechzig"]
    rules = game.piles(game.start(2, game.options(last_trick_augen=10)))
    assert rules is not None
    piles = (("AH", "TD", "QC", "7C"), ("8D", "7D", "TC", "9C", "QD", "7S", "8H", "AD"))  # 24 Augen each, six tricks
    told = msgspec.convert({"caller": 0, "marriages": [0, 0], **last}, rules.told)
    assert encode(rules.tally(piles, told))["points"] == (0, points)


def test_who_took_the_last_of_all_tricks_has_to_be_said() -> None:
    game = GAMES["sechsundsechzig"]
    rules = game.piles(game.start(2, game.options(last_trick_augen=10)))
    assert rules is not None
    all_taken = (rules.cards[:12], rules.cards[12:])
    for piles, last, enough in ((all_taken, {}, False), (all_taken, {"last": 0}, True), (((), all_taken[1]), {}, True)):
        told = msgspec.convert({"caller": 0, "marriages": [0, 0], **last}, rules.told)
        assert rules.enough(piles, told) is enough
