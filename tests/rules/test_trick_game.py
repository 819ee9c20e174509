"""A plain trick game from defaults alone, played with the rules of a game made up here."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules_core.events import Adjust, Deal, Event, Hand, Play, VoidHand
from rules_core.findings import Contradiction, Goal, Observer, Refusal, ScoreLine
from tests.cases import each
from tests.rules.queens import GAME, PACK, Options, QueensTally, QueensTrick


class Table:
    """A table of the game, whose events need no log."""

    def __init__(self, players: int = 4, **options: Any) -> None:
        self.state = GAME.start(players, Options(**options))
        self.events: list[Event] = []

    def enter(self, *events: Event) -> Refusal | None:
        for event in events:
            if refusal := GAME.judge(self.state, event, len(self.events)):
                return refusal
            self.state = GAME.apply(self.state, event, len(self.events))
            self.events.append(event)
        return None

    def plays(self, first: int, cards: str) -> Refusal | None:
        seats = range(first, first + self.state.players)
        return self.enter(*(Play(s % self.state.players, c) for s, c in zip(seats, cards.split(), strict=False)))

    def tricks(self, winners: Iterable[int], queens: Mapping[int, int]) -> Refusal | None:
        return self.enter(*(QueensTrick(seat, queens.get(at, 0)) for at, seat in enumerate(winners)))


def dealt(players: int = 4, **options: Any) -> Table:
    table = Table(players, **options)
    assert table.enter(Deal(0)) is None
    return table


def code(refusal: Refusal | None) -> tuple[str, str | None]:
    assert refusal is not None
    return refusal.code, refusal.rule


def test_a_match_begins_with_a_deal_and_its_left_leads() -> None:
    table = Table()
    assert (GAME.phase(table.state), GAME.to_act(table.state)) == ("deal", ())
    assert [type(event) for event in GAME.candidates(table.state)] == [Deal] * 4
    table.enter(Deal(2))
    assert (GAME.phase(table.state), GAME.to_act(table.state)) == ("play", (3,))
    assert [GAME.cards_held(table.state, seat) for seat in range(4)] == [8] * 4


def test_what_is_not_dealt_evenly_lies_aside() -> None:
    assert (GAME.hand_size(3), GAME.cards_aside(3), GAME.hand_size(4), GAME.cards_aside(4)) == (10, 2, 8, 0)


def test_each_refusal_cites_the_rule_that_the_game_names() -> None:
    table = dealt()
    assert code(table.enter(Play(1, "2C"))) == ("unknown-card", "XY-1")
    assert code(table.enter(Play(2, "7C"))) == ("not-your-turn", "XY-3")
    table.enter(Play(1, "7C"))
    assert code(table.enter(Play(1, "8C"))) == ("not-your-turn", "XY-5")
    assert code(table.enter(Play(2, "7C"))) == ("card-already-played", "XY-1")
    table.enter(Play(2, "8C"), Play(3, "9C"), Play(0, "TC"))
    assert code(table.enter(Play(1, "8D"))) == ("not-your-turn", "XY-6")
    assert code(table.enter(Hand(0, ("8D",)))) == ("hand-size", "XY-2")
    assert table.enter(Play(9, "8D")) == Refusal("bad-seat", None, {"seat": 9})


def test_the_trick_goes_to_whose_card_is_ahead_who_leads_the_next() -> None:
    table = dealt()
    table.plays(1, "7C 8C 7S AC")
    assert (GAME.to_act(table.state), GAME.tricks_taken(table.state)) == ((3,), (0, 0, 0, 1))
    assert [seat.ahead for seat in GAME.view(table.state, Observer()).seats] == [False] * 4
    table.enter(Play(3, "8D"), Play(0, "9D"))
    assert [seat.ahead for seat in GAME.view(table.state, Observer()).seats] == [True, False, False, False]


def test_a_declared_hand_is_judged_by_the_duties_and_may_play_irregularly() -> None:
    table = dealt()
    held = ("7C", "8C", "7D", "8D", "7H", "8H", "7S", "8S")
    table.enter(Hand(2, held), Play(1, "9C"))
    assert GAME.legal(table.state, 2, held) == ["7C", "8C"]
    assert code(table.enter(Play(2, "7D"))) == ("must-follow-suit", "XY-4")
    assert code(table.enter(Play(2, "9D"))) == ("not-in-hand", "XY-1")
    mine = GAME.view(table.state, Observer("seat", 2)).mine
    assert mine is not None
    assert {card for card, refusal in mine.items() if refusal is None} == {"7C", "8C"}
    assert table.enter(Play(2, "7D", irregular=True)) is None
    found = GAME.infractions(table.state)
    assert [(i.code, i.seat, i.rule, i.private) for i in found] == [("must-follow-suit", 2, "XY-4", True)]
    assert GAME.view(table.state, Observer("seat", 1)).infractions == ()


def test_a_revoke_is_proven_by_a_card_that_comes_to_light() -> None:
    table = dealt()
    table.plays(1, "7C 7D 8C 9C")
    assert GAME.infractions(table.state) == ()
    table.plays(0, "8D 9D TC KD")
    assert [(i.seat, i.event, i.proof) for i in GAME.infractions(table.state)] == [(2, 2, 7)]


def test_cards_that_fit_nowhere_are_a_contradiction() -> None:
    table = dealt()
    table.plays(1, "7C 7D 8D 9D")
    assert GAME.contradiction(table.state) is None, "the leader may hold the seven clubs that are left"
    table.enter(Play(1, "7H"))
    assert GAME.contradiction(table.state) == Contradiction("C", (2, 3, 4))
    assert GAME.view(table.state, Observer()).contradiction == Contradiction("C", (2, 3, 4))


def test_by_tricks_the_counts_must_be_able_to_come_to_what_the_pack_holds() -> None:
    table = dealt()
    assert table.tricks([0], {0: 3}) is None
    assert code(table.enter(QueensTrick(0, 2))) == ("bad-tally", "XY-7")
    assert code(table.enter(QueensTrick(0, -1))) == ("bad-tally", "XY-7")
    assert code(table.enter(Play(0, "7C")))[0] == "wrong-phase"
    assert table.tricks([1] * 6, {}) is None
    refusal = table.enter(QueensTrick(1, 0))
    assert refusal is not None
    assert refusal.facts == {"field": "queens", "queens": 0, "least": 1, "most": 1}
    assert table.tricks([1], {0: 1}) is None
    assert table.state.totals == (1 - 9, 7 - 3, 0, 0)


def test_cards_aside_may_be_what_is_counted() -> None:
    table = dealt(3)
    assert table.tricks([0] * 10, {0: 2}) is None
    assert table.state.totals == (10 - 6, 0, 0)


@each(
    "tricks queens rule",
    [
        ((8, 0, 0), (4, 0, 0, 0), "XY-2"),
        ((9, 0, 0, 0), (4, 0, 0, 0), "XY-2"),
        ((9, -1, 0, 0), (4, 0, 0, 0), "XY-2"),
        ((8, 0, 0, 0), (3, 0, 0, 0), "XY-7"),
        ((8, 0, 0, 0), (3, 1, 0, 0), "XY-7"),
        ((8, 0, 0, 0), (4, 0, 0), "XY-7"),
    ],
)
def test_totals_must_come_to_what_is_played_for(tricks: tuple[int, ...], queens: tuple[int, ...], rule: str) -> None:
    assert code(dealt().enter(QueensTally(tricks, queens))) == ("bad-tally", rule)


def test_totals_are_taken_before_the_first_card_alone() -> None:
    tally = QueensTally((4, 4, 0, 0), (1, 3, 0, 0))
    table = dealt()
    table.enter(Play(1, "7C"))
    assert code(table.enter(tally))[0] == "wrong-phase"
    table = dealt()
    assert table.enter(tally) is None
    assert table.state.totals == (1, -5, 0, 0)
    assert code(table.enter(tally))[0] == "wrong-phase"


def test_a_hand_says_why_it_scored_what_it_did() -> None:
    table = dealt()
    table.enter(QueensTally((4, 4, 0, 0), (1, 3, 0, 0)))
    lines = GAME.explain(table.state, 0)
    assert ScoreLine(1, "tricks", "XY-7", 4, {"count": 4}) in lines
    assert ScoreLine(1, "queens", "XY-7", -9, {"count": 3}) in lines
    assert not [line for line in lines if line.side == 2]
    for side, points in enumerate(table.state.finished[0].points):
        assert sum(line.points or 0 for line in lines if line.side == side) == points


def test_where_the_parts_do_not_add_up_a_line_says_the_whole() -> None:
    table = dealt()
    table.enter(QueensTally((8, 0, 0, 0), (4, 0, 0, 0)))
    assert GAME.explain(table.state, 0)[0] == ScoreLine(0, "points", "XY-7", 20, {"tricks": 8, "queens": 4})


def test_the_lower_total_wins_where_the_game_says_so() -> None:
    table = dealt(low=True, hands=1)
    table.enter(QueensTally((5, 1, 2, 0), (0, 1, 3, 0)))
    assert (GAME.phase(table.state), table.state.winners) == ("over", (2,))
    assert GAME.view(table.state, Observer()).low_wins
    assert GAME.goals(table.state) == (Goal("hands", "XY-8", 1, 1),)
    assert not list(GAME.candidates(table.state))


def test_a_play_off_is_a_goal_of_its_own() -> None:
    table = dealt(hands=1)
    assert GAME.goals(table.state) == (Goal("hands", "XY-8", 0, 1),)
    table.enter(QueensTally((3, 3, 1, 1), (1, 1, 1, 1)))
    assert GAME.goals(table.state) == (Goal("hands", "XY-8", 1, 1), Goal("play-off", "XY-9", 0, 1, (0, 1)))
    assert GAME.goals(Table().state) == (), "an open end has no number of hands"


def test_a_result_has_everything_that_is_counted() -> None:
    table = dealt()
    table.enter(QueensTally((4, 4, 0, 0), (1, 3, 0, 0)))
    written = {
        "dealer": 0,
        "points": [1, -5, 0, 0],
        "trick_winners": [],
        "tricks": [4, 4, 0, 0],
        "queens": [1, 3, 0, 0],
    }
    assert GAME.summary(table.state) == {"hands": [written]}


def test_a_hand_is_voided_and_points_are_adjusted_as_in_every_match() -> None:
    table = dealt(hands=1)
    table.plays(1, "7C 8C 9C TC")
    table.enter(VoidHand())
    assert (GAME.phase(table.state), table.state.dealer) == ("deal", 0)
    table.enter(Deal(), QueensTally((3, 3, 1, 1), (1, 1, 1, 1)))
    assert GAME.phase(table.state) == "deal"
    table.enter(Adjust((1, 0, 0, 0), "so"))
    assert table.state.winners == (0,)


def test_a_closed_book_shows_the_last_trick_and_no_older_one() -> None:
    table = dealt()
    table.plays(1, "7C 8C 9C TC")
    table.plays(0, "7D 8D 9D TD")
    view = GAME.view(table.state, Observer())
    assert view.last_trick is not None
    assert (view.last_trick.number, view.last_trick.winner) == (2, 3)
    assert view.dimmed == {"7D", "8D", "9D", "TD"}
    assert GAME.view(table.state, Observer(open_book=True)).dimmed == {
        c for c in PACK if c[0] in "789T" and c[1] in "CD"
    }


def test_what_a_pad_offers_is_taken() -> None:
    table = dealt()
    offered = list(GAME.candidates(table.state))
    assert [event.card for event in offered if isinstance(event, Play)] == [*PACK]
    assert [event.winner for event in offered if isinstance(event, QueensTrick)] == [0, 1, 2, 3]
    table.enter(QueensTrick(0, 1))
    assert not [event for event in GAME.candidates(table.state) if isinstance(event, Play)]


def test_nothing_is_legal_out_of_turn_or_by_tricks() -> None:
    table, cards = dealt(), ("7C", "8C")
    assert GAME.legal(table.state, 1, cards) == ["7C", "8C"]
    assert GAME.legal(table.state, 2, cards) == []
    table.enter(QueensTrick(1, 0))
    assert GAME.legal(table.state, 1, cards) == []
