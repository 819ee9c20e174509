"""Random evenings of every game: honest ones have no infractions, every proof is a real breach of the hands dealt."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core import replay
from rules_core.events import Play, decode, encode
from rules_core.findings import Observer, Refusal
from rules_core.games import GAMES
from tests.cases import MORE
from tests.rules.evening import Evening
from tests.rules.evenings import EVENINGS
from tests.rules.sitting_down import each_game, sit_down


def test_every_game_has_its_evenings() -> None:
    assert {kind.game.name for kind in EVENINGS} == set(GAMES)


@each_game
@settings(max_examples=12 * MORE, deadline=None)
@given(data=st.data())
def test_honest_games_have_no_infractions(kind: type[Evening], data: st.DataObject) -> None:
    evening = sit_down(data, kind, cheats=False)
    while evening.phase != "over" and len(evening.log) < 400:
        evening.act()
        assert evening.game.contradiction(evening.state) is None
    assert evening.game.infractions(evening.state) == ()


@each_game
@settings(max_examples=12 * MORE, deadline=None)
@given(data=st.data())
def test_every_proof_and_every_contradiction_rests_on_a_real_breach(kind: type[Evening], data: st.DataObject) -> None:
    evening = sit_down(data, kind, cheats=True)
    while evening.phase != "over" and len(evening.log) < 400:
        evening.act()
        if told := evening.game.contradiction(evening.state):
            assert any(evening.broken(play) for play in told.plays)
            assert evening.game.view(evening.state, Observer()).contradiction == told
    proven = evening.game.infractions(evening.state)
    assert all(evening.really_broken(infraction) for infraction in proven)
    assert [i.proof for i in proven] == sorted(i.proof for i in proven)
    found = {(i.event, i.code) for i in proven}
    assert len(found) == len(proven)
    if kind.SHOWS_ALL and evening.phase in ("deal", "over"):
        assert found == {(play, code) for play in evening.held for code in evening.broken(play)}


@each_game
@settings(max_examples=8 * MORE, deadline=None)
@given(data=st.data())
def test_the_lines_of_a_hand_come_to_its_points_and_a_replay_to_the_same(
    kind: type[Evening], data: st.DataObject
) -> None:
    evening = sit_down(data, kind, cheats=True)
    evening.match(300)
    for number, hand in enumerate(evening.state.finished):
        sums = [0] * len(hand.points)
        for line in evening.game.explain(evening.state, number):
            sums[line.side] += line.points or 0
        assert tuple(sums) == hand.points
    assert all(goal.of > 0 for goal in evening.game.goals(evening.state))
    replayed = replay.replay(evening.fold.header, evening.log)
    assert replayed.refusal is None
    assert replayed.fold.state == evening.state


@each_game
@settings(max_examples=8 * MORE, deadline=None)
@given(data=st.data())
def test_legal_agrees_with_judge_and_candidates_are_taken(kind: type[Evening], data: st.DataObject) -> None:
    evening = sit_down(data, kind, cheats=False)
    evening.match(data.draw(st.integers(1, 90)))
    game, state = evening.game, evening.state
    for event in game.candidates(state):
        assert game.judge(state, event, evening.fold.seq) is None
    if evening.phase != "play" or not evening.hands:
        return
    seat = evening.to_act[0]
    hand = tuple(evening.hands[seat])
    evening.enter("hand", seat=seat, cards=list(hand))
    taken = [card for card in hand if _taken(evening, seat, card)]
    assert sorted(set(taken)) == game.legal(state, seat, hand)


def _taken(evening: Evening, seat: int, card: str) -> bool:
    """A game may want more said of a card than its name; what is said breaks no duty."""
    raw = {"type": "play", "seat": seat, "card": card, **({"joker": "win"} if card == "X" else {})}
    event = decode(raw, evening.game.events)
    assert not isinstance(event, Refusal)
    return evening.game.judge(evening.state, event, evening.fold.seq) is None


@each_game
@settings(max_examples=8 * MORE, deadline=None)
@given(data=st.data())
def test_an_accepted_amendment_equals_playing_the_amended_log(kind: type[Evening], data: st.DataObject) -> None:
    evening = sit_down(data, kind, cheats=True)
    evening.match(data.draw(st.integers(3, 60)))
    targets = [at for at, raw in enumerate(evening.log) if "card" in raw]
    if not targets:
        return
    target = data.draw(st.sampled_from(targets))
    changed = {**evening.log[target], "card": data.draw(st.sampled_from(evening.game.pack))}
    after = replay.step(evening.fold, {"type": "amend", "changes": [{"target": target, "with": [changed]}]})
    amended = [*evening.log[:target], changed, *evening.log[target + 1 :]]
    afresh = replay.replay(evening.fold.header, amended)
    if isinstance(after, Refusal):
        assert afresh.refusal is not None
        assert (after.facts["at"], after.facts["cause"]) == (afresh.fold.seq, afresh.refusal.code)
    else:
        assert afresh.refusal is None
        assert after.state == afresh.fold.state


def test_events_are_written_as_they_are_read() -> None:
    raw = {"type": "play", "seat": 2, "card": "QS"}
    assert encode(Play(2, "QS")) == {**raw, "irregular": False}
