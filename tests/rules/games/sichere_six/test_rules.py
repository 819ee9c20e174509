"""Sichere Six, rule by rule: the pack, the turn, what must be followed, which card takes the trick."""

import pytest

from rules_core.findings import Observer
from rules_core.games.sichere_six import GAME
from tests.cases import each
from tests.rules.games.sichere_six.tables import SIC, lay, rule, table
from tests.rules.tables import Table


@pytest.mark.rule("SIC-1")
def test_25_cards_and_three_players() -> None:
    assert (len(set(GAME.pack)), GAME.players) == (25, (3,))
    assert sorted({card[0] for card in GAME.pack}) == sorted("6789TJX")
    opened = table()
    for card in ("5C", "QC", "XX", "6X"):
        assert (opened.play(1, card), rule(opened)) == ("unknown-card", "SIC-1")
    opened.play(1, "7C")
    assert opened.play(2, "7C") == "card-already-played"


@pytest.mark.rule("SIC-2", "SIC-20")
def test_anybody_may_deal_first_then_the_deal_passes_left() -> None:
    opened = Table(SIC, 3)
    assert opened.deal(2) is None
    opened.enter("tally", tricks=[3, 3, 2], nines=[1, 1, 2])
    assert opened.deal(1) == "wrong-dealer"
    assert opened.enter("deal") is None
    assert opened.state.hand.dealer == 0


@pytest.mark.rule("SIC-3")
def test_eight_cards_each_and_the_mercy_aside() -> None:
    opened = table()
    assert [GAME.cards_held(opened.state, seat) for seat in range(3)] == [8, 8, 8]
    assert GAME.view(opened.state, Observer()).hand.aside == 1
    seven = ["6C", "7C", "8C", "9C", "TC", "JC", "6D"]
    assert (opened.enter("hand", seat=1, cards=seven), rule(opened)) == ("hand-size", "SIC-3")
    assert opened.enter("hand", seat=1, cards=[*seven, "7D"]) is None
    assert opened.play(1, "8D") == "not-in-hand"
    lay(opened, 1, "6C")
    assert [GAME.cards_held(opened.state, seat) for seat in range(3)] == [8, 7, 8]


@pytest.mark.rule("SIC-4")
def test_left_of_the_dealer_leads_then_whoever_took_the_trick() -> None:
    opened = table()
    assert opened.to_act == (1,)
    assert (opened.play(2, "7C"), rule(opened)) == ("not-your-turn", "SIC-4")
    lay(opened, 1, "7C 6C TC")
    assert opened.to_act == (0,)
    assert (opened.play(1, "JC"), rule(opened)) == ("not-your-turn", "SIC-4")


@pytest.mark.rule("SIC-5")
def test_clockwise_one_card_each() -> None:
    opened = table()
    lay(opened, 1, "7C")
    assert opened.to_act == (2,)
    assert (opened.play(0, "6C"), rule(opened)) == ("not-your-turn", "SIC-5")
    assert opened.play(3, "6C") == "bad-seat"
    assert opened.play(2, "6C") is None
    assert opened.to_act == (0,)


@pytest.mark.rule("SIC-6")
def test_a_declared_hand_must_follow_suit_but_may_always_play_the_joker() -> None:
    opened = table()
    opened.enter("hand", seat=2, cards=["6C", "TC", "6D", "7D", "8H", "9H", "TS", "X"])
    lay(opened, 1, "JC")
    assert (opened.play(2, "6D"), rule(opened)) == ("must-follow-suit", "SIC-6")
    assert opened.refusal is not None
    assert opened.refusal.facts["held"] == ("6C", "TC")
    assert GAME.legal(opened.state, 2, ("6C", "TC", "6D", "X")) == ["6C", "TC", "X"]
    assert GAME.legal(opened.state, 2, ("8H", "6D", "X")) == ["6D", "8H", "X"]
    assert opened.play(2, "X", joker="lose") is None


@pytest.mark.rule("SIC-6")
def test_an_irregular_play_counts_and_is_proven_at_once() -> None:
    opened = table()
    opened.enter("hand", seat=2, cards=["6C", "TC", "6D", "7D", "8H", "9H", "TS", "X"])
    lay(opened, 1, "JC")
    assert opened.play(2, "6D", irregular=True) is None
    assert opened.infractions == [("must-follow-suit", 2, 3, 3)]


@pytest.mark.rule("SIC-6")
@pytest.mark.parametrize(
    ("lying", "hand", "may"),
    [
        ("7D", "6D 7H 9S", ["6D"]),
        ("7D 8H", "6D 7H 9S", ["6D"]),
        ("7D 8H", "7H 9H 9S", ["7H", "9H", "9S"]),
        ("TD 8H", "7D 9S 6C", ["6C", "7D", "9S"]),
        ("TD", "7D 8H 6C", ["7D"]),
        ("8H", "7D 9S 6C", ["7D"]),
        ("8D", "7D 7H 6C", ["7D", "7H"]),
    ],
    ids=[
        "before the 8 a 7 is of its suit",
        "a led 7 was a diamond when it was led",
        "and asks for no trumps, though it is one now",
        "a 7 in hand is no diamond any more",
        "who plays the first 8 still held the 7 as a diamond",
        "led trump: the other 7 of the colour follows",
        "both spits follow",
    ],
)
def test_what_must_be_followed_is_as_led_and_what_follows_is_as_it_is_now(
    lying: str, hand: str, may: list[str]
) -> None:
    opened = table()
    lay(opened, 1, lying)
    assert GAME.legal(opened.state, opened.to_act[0], tuple(hand.split())) == may


@pytest.mark.rule("SIC-7", "SIC-12")
@each(
    "cards taker",
    [("6C 7C JC", 0), ("JC TC 9C", 1), ("TC 9C JD", 1), ("7S 9S 6S", 2), ("6H JS JD", 1)],
)
def test_the_highest_of_the_suit_led(cards: str, taker: int) -> None:
    opened = table()
    lay(opened, 1, cards)
    assert opened.state.hand.tricks[-1].winner == taker


@pytest.mark.rule("SIC-8")
def test_the_first_8_sets_trump_at_once_and_later_ones_change_nothing() -> None:
    opened = table()
    lay(opened, 1, "JD 8C 8S")
    assert opened.state.hand.trump == "C"
    assert opened.to_act == (2,)
    lay(opened, 2, "TH 8H 6C")
    assert (opened.state.hand.trump, opened.to_act) == ("C", (1,))


@pytest.mark.rule("SIC-8")
def test_there_is_no_trump_before_an_8_and_none_left_over_from_the_last_round() -> None:
    opened = table()
    lay(opened, 1, "JD 8C TD")
    assert opened.enter("void-hand") is None
    opened.deal(0)
    assert opened.state.hand.trump is None
    lay(opened, 1, "6D JC 7C")
    assert opened.state.hand.tricks[-1].winner == 1


@pytest.mark.rule("SIC-9")
@pytest.mark.parametrize(
    ("before", "cards", "taker"),
    [
        ("8H 6H JH", "7H 7D TH", 0),
        ("8H 6H JH", "TH 7D 9H", 1),
        ("8H 6H JH", "JD 7D TD", 1),
        ("8H 6H JH", "TS 7S JS", 2),
        ("8S JS 6S", "JH 7C TH", 0),
    ],
    ids=["Big over Little", "Little over jack", "Little is no diamond", "a black 7 is plain", "clubs' 7 with spades"],
)
def test_where_the_spits_rank(before: str, cards: str, taker: int) -> None:
    opened = table()
    lay(opened, 1, before)
    lay(opened, opened.to_act[0], cards)
    assert opened.state.hand.tricks[-1].winner == taker


@pytest.mark.rule("SIC-9")
@pytest.mark.parametrize(("cards", "taker"), [("7D JD 8H", 1), ("7H 8H JH", 1), ("JC 7D 8H", 2)])
def test_a_7_that_lies_before_the_8_is_a_spit_in_that_very_trick(cards: str, taker: int) -> None:
    opened = table()
    lay(opened, 1, cards)
    assert opened.state.hand.tricks[-1].winner == taker


@pytest.mark.rule("SIC-9")
def test_all_trumps_the_highest_first() -> None:
    opened = table()
    lay(opened, 1, "8C")
    fate = GAME.view(opened.state, Observer()).extra
    assert fate.trumps == ("7C", "7S", "JC", "TC", "9C", "8C", "6C")
    assert (fate.trump, fate.big_spit, fate.little_spit) == ("C", "7C", "7S")


@pytest.mark.rule("SIC-10")
@pytest.mark.parametrize(("said", "taker"), [("win", 0), ("lose", 1)])
def test_the_joker_wins_or_loses_as_its_player_says(said: str, taker: int) -> None:
    opened = table()
    lay(opened, 1, "8H 6H TH")
    lay(opened, 0, "X 7H 7D", joker=said)
    assert opened.state.hand.tricks[-1].winner == taker


@pytest.mark.rule("SIC-10")
def test_the_joker_must_speak_and_no_other_card_may() -> None:
    opened = table()
    assert (opened.play(1, "X"), rule(opened)) == ("joker-undeclared", "SIC-10")
    assert (opened.play(1, "7C", joker="win"), rule(opened)) == ("bad-value", "SIC-10")
    assert opened.play(1, "X", joker="maybe") == "bad-value"
    assert opened.play(1, "X", joker="win") is None


@pytest.mark.rule("SIC-10")
def test_checks_come_in_the_order_of_the_record() -> None:
    opened = Table(SIC, 3)
    assert opened.play(9, "7C", joker="win") == "bad-value", "whatever the phase"
    assert opened.play(9, "X") == "wrong-phase"
    opened.deal(0)
    assert opened.play(9, "X") == "bad-seat"
    assert opened.play(2, "X") == "not-your-turn"
    opened.enter("hand", seat=1, cards=["6C", "7C", "8C", "9C", "TC", "JC", "6D", "7D"])
    assert opened.play(1, "X") == "not-in-hand", "where a card is comes before what was said with it"
    opened.enter("void-hand")
    opened.deal(0)
    lay(opened, 1, "X")
    assert opened.play(2, "X") == "card-already-played"


@pytest.mark.rule("SIC-11")
def test_behind_a_led_joker_the_next_card_sets_the_suit() -> None:
    opened = table()
    lay(opened, 1, "X")
    assert GAME.legal(opened.state, 2, ("6C", "JD")) == ["6C", "JD"]
    lay(opened, 2, "6C")
    assert GAME.legal(opened.state, 0, ("7C", "JD")) == ["7C"]
    lay(opened, 0, "JD")
    assert opened.state.hand.tricks[-1].winner == 2


@pytest.mark.rule("SIC-11")
def test_no_suit_nobody_has_to_follow_a_led_joker_yet_the_next_card_decides() -> None:
    opened = table(joker_lead="no-suit")
    lay(opened, 1, "X 6C")
    assert GAME.legal(opened.state, 0, ("7C", "JD")) == ["7C", "JD"]
    lay(opened, 0, "JD")
    assert opened.state.hand.tricks[-1].winner == 2
    lay(opened, 2, "TC")
    assert GAME.legal(opened.state, 0, ("7C", "JH")) == ["7C"], "only behind a led Joker"


@pytest.mark.rule("SIC-12")
def test_the_joker_before_trump_before_the_suit_led() -> None:
    opened = table()
    lay(opened, 1, "6D 8S JD")
    assert opened.state.hand.tricks[-1].winner == 2, "trump"
    lay(opened, 2, "7S TS X", joker="win")
    assert opened.state.hand.tricks[-1].winner == 1, "the Joker"
    lay(opened, 1, "6C JH TC")
    assert opened.state.hand.tricks[-1].winner == 0, "the suit led"


def test_a_declared_hand_is_of_this_pack_unplayed_and_of_a_seat_of_this_table() -> None:
    opened = table()
    lay(opened, 1, "6C")
    seven = ["7C", "8C", "9C", "TC", "JC", "6D", "7D"]
    assert opened.enter("hand", seat=3, cards=seven) == "bad-seat"
    assert opened.enter("hand", seat=1, cards=["KC", *seven[1:]]) == "unknown-card"
    assert opened.enter("hand", seat=1, cards=["6C", *seven[1:]]) == "card-already-played"
    assert opened.enter("hand", seat=1, cards=["7C", *seven[:-1]]) == "card-already-played", "there is one 7C only"
    assert opened.enter("hand", seat=1, cards=seven) is None
    assert opened.enter("hand", seat=1, cards=[*seven[:-1], "X"]) == "not-in-hand"


def amend(opened: Table, target: int, *events: dict[str, object]) -> str | None:
    return opened.enter("amend", changes=[{"target": target, "with": list(events)}])


@pytest.mark.rule("SIC-8")
def test_a_corrected_card_sets_another_trump() -> None:
    opened = table()
    lay(opened, 1, "JD 8C TD")
    lay(opened, 2, "TH")
    assert (opened.state.hand.trump, opened.state.hand.tricks[0].winner) == ("C", 2)
    assert amend(opened, 2, {"type": "play", "seat": 2, "card": "8D"}) == "amend-breaks", "now seat 1 would lead"
    assert opened.refusal is not None
    assert (opened.refusal.facts["at"], opened.refusal.facts["cause"]) == (4, "not-your-turn")
    opened.enter("undo")
    assert amend(opened, 2, {"type": "play", "seat": 2, "card": "8D"}) is None
    assert (opened.state.hand.trump, opened.to_act) == ("D", (1,))


@pytest.mark.rule("SIC-14")
def test_without_its_9_nobody_has_taken_the_mercy() -> None:
    opened = table()
    lay(opened, 1, "9D JD TD")
    opened.enter("mercy", seat=2)
    assert amend(opened, 1, {"type": "play", "seat": 1, "card": "6D"}) == "amend-breaks"
    assert opened.refusal is not None
    assert (opened.refusal.facts["at"], opened.refusal.facts["cause"]) == (4, "wrong-phase")
    opened.enter("undo")
    assert opened.phase == "mercy"
