"""Sixes and Sevens, rule by rule."""

import pytest

from rules_core.findings import Observer
from rules_core.games.sixes_and_sevens import GAME
from rules_core.games.sixes_and_sevens.parity import parity
from rules_core.tricks import Played
from tests.rules.tables import Table

ODD = GAME.name


def table(players: int = 4, **options: object) -> Table:
    opened = Table(ODD, players, **options)
    assert opened.deal(0) is None
    return opened


def whole_hand(players: int, **options: object) -> Table:
    """A hand that seat 1 wins trick by trick."""
    opened = table(players, **options)
    for _trick in range(GAME.hand_size(players)):
        assert opened.enter("trick", winner=1) is None
    return opened


@pytest.mark.rule("ODD-1")
def test_one_pack_of_52_for_three_to_six() -> None:
    assert (len(set(GAME.pack)), GAME.players) == (52, (3, 4, 5, 6))
    opened = table()
    assert opened.play(1, "XX") == "unknown-card"
    opened.play(1, "7C")
    assert opened.play(2, "7C") == "card-already-played"
    assert opened.refusal is not None
    assert opened.refusal.rule == "ODD-1"


@pytest.mark.rule("ODD-2")
def test_which_cards_are_odd() -> None:
    opened = table(6)
    opened.plays(1, "3C 5C JC 4C QC")
    view = GAME.view(opened.state, Observer())
    assert (view.extra.odd, view.extra.even) == (("3C", "5C", "JC"), ("4C", "QC"))
    hearts = parity(tuple(Played(0, card, 0) for card in GAME.pack if card[1] == "H"), (), GAME.options())
    assert hearts.odd == ("3H", "5H", "7H", "9H", "JH", "KH")
    assert hearts.even == ("2H", "4H", "6H", "8H", "TH", "QH", "AH")


@pytest.mark.rule("ODD-3", "ODD-11")
def test_anybody_may_deal_first_then_the_deal_passes_left() -> None:
    opened = Table(ODD, 3)
    assert opened.deal(2) is None
    opened.enter("tally", tricks=[17, 0, 0])
    assert opened.deal(1) == "wrong-dealer"
    assert opened.enter("deal") is None
    assert opened.state.hand.dealer == 0


@pytest.mark.rule("ODD-4", "LOG-6")
@pytest.mark.parametrize(("players", "cards"), [(3, 17), (4, 13), (5, 10), (6, 8)])
def test_as_many_cards_as_go_round_are_dealt_and_the_rest_is_aside(players: int, cards: int) -> None:
    opened = table(players)
    assert GAME.hand_size(players) == cards
    assert GAME.view(opened.state, Observer()).hand.aside == 52 - players * cards
    assert opened.enter("tally", tricks=[cards + 1] + [0] * (players - 1)) == "bad-tally"
    assert opened.enter("tally", tricks=[cards + 1, -1] + [0] * (players - 2)) == "bad-tally"
    assert opened.enter("tally", tricks=[cards]) == "bad-tally"
    assert opened.enter("tally", tricks=[cards] + [0] * (players - 1)) is None


@pytest.mark.rule("ODD-5", "ODD-6")
def test_left_of_the_dealer_leads_then_clockwise() -> None:
    opened = table(4)
    assert opened.to_act == (1,)
    assert opened.play(2, "7C") == "not-your-turn"
    assert opened.refusal is not None
    assert opened.refusal.rule == "ODD-5"
    opened.plays(1, "7C 8C 9C")
    assert opened.to_act == (0,)


@pytest.mark.rule("ODD-7")
def test_a_declared_hand_must_follow_suit() -> None:
    opened = table(6)
    opened.enter("hand", seat=2, cards=["2C", "3C", "4D", "5D", "6H", "7H", "8S", "9S"])
    opened.play(1, "KC")
    assert opened.play(2, "4D") == "must-follow-suit"
    assert opened.refusal is not None
    assert opened.refusal.facts["held"] == ("2C", "3C")
    assert opened.play(2, "AC") == "not-in-hand"
    assert opened.play(2, "2C") is None


@pytest.mark.rule("ODD-7")
def test_without_the_suit_any_card() -> None:
    opened = table(6)
    opened.enter("hand", seat=2, cards=["4D", "5D", "6H", "7H", "8S", "9S", "TS", "JS"])
    opened.play(1, "KC")
    assert opened.play(2, "4D") is None


@pytest.mark.rule("ODD-8")
@pytest.mark.parametrize(
    ("cards", "taker"),
    [("5S 9S QS 2H", 3), ("5S 9S JS 2S", 3), ("8C 3D 5S KH", 1), ("7S AH KH 9H", 1)],
    ids=["as many: highest", "more odd: highest", "only the leader followed", "other suits never take"],
)
def test_more_odd_or_as_many_the_highest_takes(cards: str, taker: int) -> None:
    opened = table(4)
    opened.plays(1, cards)
    assert opened.to_act == (taker,)


@pytest.mark.rule("ODD-9")
@pytest.mark.parametrize(("cards", "taker"), [("TD 4D KD AC", 2), ("4C 6C 8C TC", 1), ("AC KC 2H 4H", 2)])
def test_more_even_the_lowest_takes(cards: str, taker: int) -> None:
    opened = table(4)
    opened.plays(1, cards)
    assert opened.to_act == (taker,)


@pytest.mark.rule("ODD-10")
def test_whoever_takes_a_trick_leads_the_next() -> None:
    opened = table(3)
    opened.plays(1, "5S 9S 7S")
    assert opened.to_act == (2,)
    assert opened.play(0, "2C") == "not-your-turn"
    assert opened.refusal is not None
    assert opened.refusal.rule == "ODD-10"


@pytest.mark.rule("ODD-11")
def test_a_point_a_trick_until_everybody_has_dealt() -> None:
    opened = whole_hand(3)
    assert opened.state.totals == (0, 17, 0)
    for _hand in range(2):
        assert opened.phase == "deal"
        opened.enter("deal")
        opened.enter("tally", tricks=[8, 0, 9])
    assert (opened.phase, opened.state.totals) == ("over", (16, 17, 18))


@pytest.mark.rule("ODD-12")
def test_equals_share_the_win() -> None:
    opened = _tied()
    assert (opened.phase, opened.state.winners) == ("over", (0, 1))


@pytest.mark.rule("ODD-12")
def test_extra_hands_until_one_leads() -> None:
    opened = _tied(final_tie="extra-hand")
    assert opened.phase == "deal"
    opened.enter("deal")
    opened.enter("tally", tricks=[8, 9, 0])
    assert (opened.phase, opened.state.winners) == ("over", (1,))


def _tied(**options: object) -> Table:
    opened = Table(ODD, 3, **options)
    for tricks in ([9, 8, 0], [8, 9, 0], [8, 8, 1]):
        opened.enter("deal")
        assert opened.enter("tally", tricks=tricks) is None
    return opened


@pytest.mark.rule("ODD-V1")
@pytest.mark.parametrize(
    ("cards", "said", "taker"),
    [
        ("AS KS 6S 7S", [(1, "odd")], 2),
        ("AS KS 6S 7S", [(1, "even")], 1),
        ("AS 4S 6S 7S", [(1, "odd")], 0),
        ("AS 4S 6H 7S", [(1, "even")], 2),
    ],
    ids=["odd and low", "even and high", "odd makes it equal, lowest of all", "even makes it even, highest of all"],
)
def test_a_wild_ace_is_odd_or_even_as_its_player_says(cards: str, said: list[tuple[int, str]], taker: int) -> None:
    opened = table(4, ace_wild=True)
    opened.plays(1, cards)
    assert opened.phase == "aces"
    for seat, what in said:
        assert opened.enter("ace", seat=seat, **{"as": what}) is None
    assert (opened.phase, opened.to_act) == ("play", (taker,))


@pytest.mark.rule("ODD-V1")
def test_wild_aces_speak_in_playing_order_before_the_next_lead() -> None:
    opened = table(3, ace_wild=True)
    opened.plays(1, "AD AC 4D")
    assert opened.enter("ace", seat=2, **{"as": "odd"}) == "not-your-turn"
    assert opened.play(1, "2C") == "wrong-phase"
    assert opened.enter("ace", seat=1, **{"as": "high"}) == "bad-value"
    opened.enter("ace", seat=1, **{"as": "odd"})
    assert opened.to_act == (2,)
    opened.enter("ace", seat=2, **{"as": "even"})
    assert opened.to_act == (1,), "two even, one odd: the lowest diamond, the ace"


@pytest.mark.rule("ODD-V1")
def test_a_wild_ace_is_neither_odd_nor_even_and_nobody_is_ahead_before_its_player_says() -> None:
    opened = table(4, ace_wild=True)
    assert told(opened) == ((), (), (), False, [])
    opened.play(1, "6S")
    assert told(opened) == ((), ("6S",), (), True, [1])
    opened.plays(2, "AS 5S AD")
    assert told(opened) == (("5S",), ("6S",), ("AS", "AD"), None, [])
    opened.enter("ace", seat=2, **{"as": "odd"})
    assert told(opened) == (("AS", "5S"), ("6S",), ("AD",), None, [])
    opened.enter("ace", seat=0, **{"as": "even"})
    assert told(opened) == (("AS", "5S"), ("6S", "AD"), (), False, []), "as it was taken"


def told(opened: Table) -> tuple[object, ...]:
    """The odd cards, the even ones, those that are open, whether low takes it, and who is ahead."""
    view = GAME.view(opened.state, Observer())
    ahead = [seat.seat for seat in view.seats if seat.ahead]
    return view.extra.odd, view.extra.even, view.extra.open, view.extra.low, ahead


def test_without_the_variant_an_ace_is_even_and_says_nothing() -> None:
    opened = table(3)
    opened.plays(1, "AS 3S 5S")
    assert opened.phase == "play"
    assert opened.enter("ace", seat=1, **{"as": "odd"}) == "wrong-phase"
    assert opened.enter("ace", seat=9, **{"as": "odd"}) == "wrong-phase", "which comes before the seat"


@pytest.mark.rule("ODD-V2")
def test_as_many_odd_as_even_is_low_where_that_is_agreed() -> None:
    opened = table(4, ties_low=True)
    opened.plays(1, "5S 9S QS 2H")
    assert opened.to_act == (1,)


@pytest.mark.rule("ODD-V3")
def test_the_fewest_tricks_win_where_that_is_agreed() -> None:
    opened = Table(ODD, 3, fewest_wins=True)
    for _hand in range(3):
        opened.enter("deal")
        opened.enter("tally", tricks=[7, 6, 4])
    assert opened.state.winners == (2,)


@pytest.mark.rule("LOG-6")
def test_stepping_down_to_tricks_at_a_trick_boundary_and_never_up() -> None:
    opened = table(3)
    opened.play(1, "7C")
    assert opened.enter("trick", winner=1) == "wrong-phase"
    opened.plays(2, "9C 5C")
    assert opened.enter("trick", winner=0) is None
    assert opened.play(0, "2C") == "wrong-phase"
    assert opened.enter("tally", tricks=[17, 0, 0]) == "wrong-phase"


def test_a_step_down_ends_no_proof() -> None:
    opened = table(3)
    opened.plays(1, "7C 2H 9C")  # seat 2 plays no club
    opened.play(0, "3D")
    opened.play(1, "4D")
    opened.play(2, "5C")
    assert opened.infractions == [("must-follow-suit", 2, 2, 6)]
    opened.enter("trick", winner=1)
    assert opened.infractions == [("must-follow-suit", 2, 2, 6)]


@pytest.mark.rule("ODD-9")
@pytest.mark.parametrize(("options", "due"), [({}, (1, 2)), ({"ace_wild": True}, (0, 1))])
def test_tricks_that_the_lowest_card_took(options: dict[str, bool], due: tuple[int, int]) -> None:
    opened = table(3, **options)
    opened.plays(1, "3C 5C 9C")
    opened.plays(0, "AC 8C TC")
    for _trick in range(15):
        assert opened.phase == "aces" or opened.enter("trick", winner=2) is None
        while opened.phase == "aces":
            assert opened.enter("ace", seat=opened.to_act[0], **{"as": "even"}) is None
    if opened.state.hand is not None:
        assert opened.enter("trick", winner=2) is None
    low = {f.seat: (f.value, f.of) for f in GAME.figures(opened.state) if f.code == "taken-low"}
    assert low[0] == (0, 1)
    assert tuple(map(sum, zip(*low.values(), strict=True))) == due
    assert next(f.value for f in GAME.figures(opened.state) if f.code == "leads-won") == 0
