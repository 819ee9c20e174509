"""Random games: honest ones have no infractions, every proof is a real breach of the hands that were dealt."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core import replay
from rules_core.events import Play, encode
from rules_core.game import Infraction, Refusal
from rules_core.games import sixes_and_sevens as game
from rules_core.record import Header
from rules_core.replay import Fold
from tests.rules.tables import NAMES

Raw = dict[str, Any]
OPTIONS = st.fixed_dictionaries(
    {
        "ace_wild": st.booleans(),
        "ties_low": st.booleans(),
        "fewest_wins": st.booleans(),
        "final_tie": st.sampled_from(["shared", "extra-hand"]),
    }
)


class Dealer:
    """Deals real hands and plays them by the choices it is given, following suit unless told to cheat."""

    def __init__(self, data: st.DataObject, players: int, options: Raw, *, cheats: bool) -> None:
        self.fold: Fold = replay.begin(Header(game.NAME, NAMES[:players], options))
        self.players, self.cheats = players, cheats
        self.random = data.draw(st.randoms(use_true_random=False))
        self.log: list[Raw] = []
        self.hands: list[list[str]] = []
        self.held: dict[int, tuple[str, ...]] = {}

    def enter(self, raw: Raw) -> None:
        after = replay.step(self.fold, raw)
        assert not isinstance(after, Refusal), (raw, after)
        self.fold = after
        self.log.append(raw)

    def deal(self) -> None:
        self.enter({"type": "deal"})
        pack = list(game.PACK)
        self.random.shuffle(pack)
        size = game.hand_size(self.players)
        self.hands = [pack[seat * size : (seat + 1) * size] for seat in range(self.players)]

    def play(self) -> None:
        seat = game.to_act(self.fold.state)[0]
        hand = self.hands[seat]
        legal = game.legal(self.fold.state, seat, tuple(hand))
        card = self.random.choice(hand if self.cheats and self.random.random() < 0.2 else legal)
        self.held[len(self.log)] = tuple(hand)
        hand.remove(card)
        self.enter({"type": "play", "seat": seat, "card": card})

    def match(self) -> None:
        while (phase := game.phase(self.fold.state)) != "over" and len(self.log) < 600:
            if phase == "deal":
                self.deal()
            elif phase == "aces":
                said = self.random.choice(["odd", "even"])
                self.enter({"type": "ace", "seat": game.to_act(self.fold.state)[0], "as": said})
            else:
                self.play()

    def really_broken(self, found: Infraction) -> bool:
        """The hand that was held when the play was made had a card of the led suit, and the play was none."""
        played = self.log[found.event]["card"]
        led = next(
            trick.cards[0].card
            for hand in self.fold.state.finished
            for trick in hand.played
            if any(p.event == found.event for p in trick.cards)
        )
        return bool(played[1] != led[1] and any(card[1] == led[1] for card in self.held[found.event]))


@settings(max_examples=120, deadline=None)
@given(st.data(), st.sampled_from(game.PLAYERS), OPTIONS)
def test_honest_games_have_no_infractions(data: st.DataObject, players: int, options: Raw) -> None:
    dealer = Dealer(data, players, options, cheats=False)
    dealer.match()
    assert game.infractions(dealer.fold.state) == ()
    for hand in dealer.fold.state.finished:
        assert sum(hand.tricks) == game.hand_size(players)


@settings(max_examples=120, deadline=None)
@given(st.data(), st.sampled_from(game.PLAYERS), OPTIONS)
def test_every_proof_is_a_real_breach_and_every_breach_that_showed_is_proven(
    data: st.DataObject, players: int, options: Raw
) -> None:
    dealer = Dealer(data, players, options, cheats=True)
    dealer.match()
    found = game.infractions(dealer.fold.state)
    assert all(dealer.really_broken(infraction) for infraction in found)
    assert [i.proof for i in found] == sorted(i.proof for i in found)
    # All cards are played in the end, so every card that should have been followed with came to light.
    breaches = {index for index in dealer.held if _broke(dealer, index)}
    assert {i.event for i in found} == breaches


def _broke(dealer: Dealer, index: int) -> bool:
    for hand in dealer.fold.state.finished:
        for trick in hand.played:
            for place, played in enumerate(trick.cards):
                if played.event == index and place:
                    led = trick.cards[0].card[1]
                    return played.card[1] != led and any(card[1] == led for card in dealer.held[index])
    return False


@settings(max_examples=40, deadline=None)
@given(st.data(), st.sampled_from(game.PLAYERS), OPTIONS)
def test_replay_equals_step_by_step(data: st.DataObject, players: int, options: Raw) -> None:
    dealer = Dealer(data, players, options, cheats=True)
    dealer.match()
    replayed = replay.replay(dealer.fold.header, dealer.log)
    assert replayed.refusal is None
    assert replayed.fold.state == dealer.fold.state


@settings(max_examples=60, deadline=None)
@given(st.data(), st.sampled_from(game.PLAYERS), OPTIONS)
def test_legal_agrees_with_judge_and_candidates_are_taken(data: st.DataObject, players: int, options: Raw) -> None:
    dealer = Dealer(data, players, options, cheats=False)
    dealer.deal()
    for _card in range(data.draw(st.integers(0, 40))):
        if game.phase(dealer.fold.state) == "play":
            dealer.play()
    state = dealer.fold.state
    for event in game.candidates(state):
        assert game.judge(state, event, dealer.fold.seq) is None
    if game.phase(state) != "play":
        return
    seat = game.to_act(state)[0]
    hand = tuple(dealer.hands[seat])
    dealer.enter({"type": "hand", "seat": seat, "cards": list(hand)})
    taken = [c for c in hand if game.judge(dealer.fold.state, Play(seat, c), dealer.fold.seq) is None]
    assert sorted(taken) == game.legal(state, seat, hand)


@settings(max_examples=60, deadline=None)
@given(st.data(), st.sampled_from(game.PLAYERS), OPTIONS)
def test_an_accepted_amendment_equals_playing_the_amended_log(data: st.DataObject, players: int, options: Raw) -> None:
    dealer = Dealer(data, players, options, cheats=True)
    dealer.deal()
    for _card in range(data.draw(st.integers(1, 30))):
        if game.phase(dealer.fold.state) == "play":
            dealer.play()
    target = data.draw(st.integers(1, len(dealer.log) - 1))
    card = data.draw(st.sampled_from(game.PACK))
    changed = {**dealer.log[target], "card": card}
    after = replay.step(dealer.fold, {"type": "amend", "changes": [{"target": target, "with": [changed]}]})
    amended = [*dealer.log[:target], changed, *dealer.log[target + 1 :]]
    afresh = replay.replay(dealer.fold.header, amended)
    if isinstance(after, Refusal):
        assert afresh.refusal is not None
        assert (after.facts["at"], after.facts["cause"]) == (afresh.fold.seq, afresh.refusal.code)
    else:
        assert afresh.refusal is None
        assert after.state == afresh.fold.state


def test_events_are_written_as_they_are_read() -> None:
    raw = {"type": "play", "seat": 2, "card": "QS"}
    assert encode(Play(2, "QS")) == {**raw, "irregular": False}
