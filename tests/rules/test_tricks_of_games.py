"""What every game answers about its hands and tricks, whatever it calls them."""

import random

import pytest

from rules_core.events import Play, decode, encode
from rules_core.games import GAMES
from tests.rules.evening import Evening
from tests.rules.evenings import EVENINGS

each_game = pytest.mark.parametrize("kind", EVENINGS, ids=lambda kind: kind.game.name)


def played_out(kind: type[Evening]) -> Evening:
    """Returns an evening that is over, or long."""
    evening = kind(random.Random(7), kind.game.players[0], {}, cheats=False)
    while evening.phase != "over" and len(evening.log) < 200:
        evening.act()
    return evening


@each_game
def test_the_tricks_of_a_hand_are_counted_as_they_are_taken(kind: type[Evening]) -> None:
    evening = kind(random.Random(3), kind.game.players[-1], {}, cheats=False)
    game, seen = evening.game, set[bool]()
    for _event in range(120):
        if evening.phase == "over":
            break
        tricks, number = game.tricks(evening.state), game.trick_number(evening.state)
        assert number in (len(tricks), len(tricks) + 1) or evening.state.hand is None
        if game.is_between_hands(evening.state):
            assert tricks == ()
        elif None not in [trick.winner for trick in tricks]:
            won = [trick.winner for trick in tricks]
            assert game.tricks_taken(evening.state) == tuple(won.count(seat) for seat in range(evening.state.players))
        seen.add(game.is_between_hands(evening.state))
        evening.act()
    assert seen == {True, False}


@each_game
def test_the_tricks_of_a_finished_hand_name_their_winners(kind: type[Evening]) -> None:
    evening = played_out(kind)
    hands = evening.game.summary(evening.state)["hands"]
    assert hands
    for done, told in zip(evening.state.finished, hands, strict=True):
        tricks = evening.game.tricks_of(done)
        assert [trick.winner for trick in tricks] == list(told.get("trick_winners", [t.winner for t in tricks]))
    assert any(trick.cards for done in evening.state.finished for trick in evening.game.tricks_of(done))


def test_the_play_of_any_card_can_be_read() -> None:
    for game in GAMES.values():
        for card in game.pack if "play" in game.events else ():
            play = game.play_of(1, card)
            assert isinstance(play, Play)
            assert decode(encode(play), game.events) == play
