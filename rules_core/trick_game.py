"""A plain trick game from defaults alone: played with duties, scored; entered by cards, by tricks or by totals."""

from collections.abc import Iterator, Mapping
from typing import Any, Generic

from msgspec.structs import replace

from rules_core import counts, tricks
from rules_core import match as matches
from rules_core import view as views
from rules_core.cards import Card
from rules_core.case_evidence import HandCount, Question, count, trick_lines
from rules_core.contradiction import contradiction
from rules_core.counts import Counts, HandSummary
from rules_core.declared_hands import declare, judge_declared
from rules_core.events import Deal, Event, Hand, Play, Trick
from rules_core.findings import Contradiction, Goal, Infraction, Observer, Refusal, ScoreLine
from rules_core.forecast import Forecast, by_asking
from rules_core.match import Match, bad_seat, fields_told, with_hand, wrong_phase
from rules_core.piles import PileRules, Piles
from rules_core.trick_rules import Opts, TrickMatch, TrickRules
from rules_core.tricks import (
    CompleteTrick,
    Played,
    TrickHand,
    asserted_by,
    hand_of,
    judge_whereabouts,
    with_card,
    with_trick,
)
from rules_core.view import TableView


class TrickGame(TrickRules[Opts], Generic[Opts]):
    """A game for which `TrickRules` says all that is its own. Every step is a method that a game may override."""

    _pack: frozenset[Card]
    _tally: type[Event]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        pack: object = cls.pack
        if isinstance(pack, tuple):
            cls._pack, cls._tally = frozenset(pack), cls.events.get("tally", Event)

    # Is it allowed?

    def judge(self, state: TrickMatch[Opts], event: Event, index: int, /) -> Refusal | None:
        if isinstance(event, Play):
            return self.judge_play(state, event)
        if isinstance(event, Trick):
            return self._judge_trick(state, event)
        if isinstance(event, Hand):
            return self._judge_hand(state, event)
        return self._judge_tally(state, event) if type(event) is self._tally else self.judge_other(state, event, index)

    def judge_other(self, state: TrickMatch[Opts], event: Event, index: int, /) -> Refusal | None:
        """Judges an event that is no card, trick, hand or tally."""
        return matches.judge_between(state, event, index)

    def judge_play(self, state: TrickMatch[Opts], event: Play, /) -> Refusal | None:
        """Judges a card by its turn, by where it is, and by the duties as far as its hand is known."""
        hand, seat, card = state.hand, event.seat, event.card
        if hand is None or hand.by_tricks or len(hand.trick) == state.players:
            return wrong_phase(self.phase(state))
        if seat != hand.to_act:
            return self.not_in_turn(state, seat)
        if refusal := judge_whereabouts(hand, seat, card, self._pack, 1, self.rules.pack):
            return refusal
        if event.irregular or hand.declared[seat] is None:
            return None
        return tricks.judge_duties(hand, seat, card, asserted_by(self.owed(hand, state.options), card))

    def not_in_turn(self, state: TrickMatch[Opts], seat: int, /) -> Refusal:
        """Returns the refusal of a seat whose turn it is not, in the hand under way."""
        if not 0 <= seat < state.players:
            return bad_seat(seat)
        hand, rules = hand_of(state), self.rules
        rule = rules.turn if hand.trick else rules.take if hand.tricks else rules.lead
        return Refusal("not-your-turn", rule, {"seat": seat, "to_act": hand.to_act})

    def _judge_trick(self, state: TrickMatch[Opts], event: Trick) -> Refusal | None:
        hand, players = state.hand, state.players
        if hand is None or hand.trick:
            return wrong_phase(self.phase(state))
        if not 0 <= event.winner < players:
            return bad_seat(event.winner)
        taken, left = self._taken(state, hand), self.hand_size(players) - len(hand.tricks) - 1
        for name, worth in self.counts.items():
            number, so_far = getattr(event, name), sum(taken[name])
            least, most = counts.bounds_of_trick(worth, self.cards_aside(players), players, so_far, left)
            if not least <= number <= most:
                facts = {"field": name, name: number, "least": least, "most": most}
                return Refusal("bad-tally", self.rules.score, facts)
        return None

    def _judge_tally(self, state: TrickMatch[Opts], event: Event) -> Refusal | None:
        hand, players = state.hand, state.players
        if hand is None or hand.trick or hand.tricks:
            return wrong_phase(self.phase(state))
        size, cards = self.hand_size(players), len(self.cards[players])
        wrong = counts.judge_tally(counts.in_tally(event), self.counts, players, size, cards)
        if wrong is None:
            return None
        return Refusal("bad-tally", self.rules.deal if wrong.name == "tricks" else self.rules.score, wrong.facts)

    def _judge_hand(self, state: TrickMatch[Opts], event: Hand) -> Refusal | None:
        hand, seat = state.hand, event.seat
        if hand is None or len(hand.trick) == state.players:
            return wrong_phase(self.phase(state))
        if not 0 <= seat < state.players:
            return bad_seat(seat)
        return judge_declared(hand, event, self._pack, self.cards_held(state, seat), self.rules.deal)

    # What follows

    def start(self, players: int, options: Opts, /) -> TrickMatch[Opts]:
        return Match(players, options, totals=(0,) * players)

    def apply(self, state: TrickMatch[Opts], event: Event, index: int, /) -> TrickMatch[Opts]:
        if isinstance(event, Play):
            return self._play(state, event, index)
        match event:
            case Trick():
                counted = tuple([getattr(event, name) for name in self.counts])
                hand = tricks.stepped_down(hand_of(state))
                return self._end_trick(state, hand, CompleteTrick(event.winner, (), counted))
            case Hand():
                # No card comes into a hand later: each of these was there from the first trick on.
                return with_hand(state, declare(hand_of(state), event, index))
            case Deal():
                dealer = matches.dealer_of(state, event)
                return replace(state, hand=self.dealt(dealer, state.players), dealer=dealer)
        if type(event) is self._tally:
            return self._finish(state, hand_of(state), counts.in_tally(event))
        return self.apply_other(state, event)

    def apply_other(self, state: TrickMatch[Opts], event: Event, /) -> TrickMatch[Opts]:
        """Applies an event that is no card, trick, hand, tally or deal."""
        return matches.apply_between(state, event, self._settled)

    def _play(self, state: TrickMatch[Opts], event: Play, index: int) -> TrickMatch[Opts]:
        hand, card = state.hand, event.card
        assert hand is not None  # `judge` has seen to it
        duties = asserted_by(self.owed(hand, state.options), card)
        after = with_card(hand, Played(event.seat, card, index), duties)
        return replace(state, hand=after) if len(after.trick) < state.players else self.full_trick(state, after)

    def full_trick(self, state: TrickMatch[Opts], hand: TrickHand, /) -> TrickMatch[Opts]:
        """Returns the match once every seat has played to the trick: a seat that is asked speaks, then it is taken."""
        asked = self.asked(hand, state.options)
        if asked is not None:
            return with_hand(state, replace(hand, to_act=asked))
        counted = counts.in_cards(hand.trick, self.counts) if self.counts else ()
        return self._end_trick(state, hand, CompleteTrick(self.ahead(hand, state.options).seat, hand.trick, counted))

    def _end_trick(self, state: TrickMatch[Opts], hand: TrickHand, trick: CompleteTrick) -> TrickMatch[Opts]:
        after = with_trick(hand, trick)
        if len(after.tricks) < self.hand_size(state.players):
            return with_hand(state, after)
        return self._finish(state, after, self._taken(state, after))

    def _taken(self, state: TrickMatch[Opts], hand: TrickHand) -> Counts:
        return counts.in_tricks(hand.tricks, state.players, self.counts)

    def _finish(self, state: TrickMatch[Opts], hand: TrickHand, taken: Counts) -> TrickMatch[Opts]:
        winners = tuple([trick.winner for trick in hand.tricks])
        done = HandSummary(hand.dealer, self.points(taken, state.options), taken, winners, hand.tricks)
        # What was proven by a hand that only its seat could see is open to all now.
        return self._settled(matches.finish_hand(state, done, tuple(map(tricks.opened, hand.infractions))))

    def _settled(self, state: TrickMatch[Opts]) -> TrickMatch[Opts]:
        return replace(state, winners=self.ended(state))

    # What others ask

    def phase(self, state: TrickMatch[Opts], /) -> str:
        return "play" if state.hand is not None else "over" if state.winners else "deal"

    def to_act(self, state: TrickMatch[Opts], /) -> tuple[int, ...]:
        return () if state.hand is None else (state.hand.to_act,)

    def infractions(self, state: TrickMatch[Opts], /) -> tuple[Infraction, ...]:
        return tricks.infractions(state)

    def evidence(self, question: Question, /) -> HandCount | None:
        """Returns the tricks of the hand with what is counted in them; nothing of a single card."""
        if isinstance(question.event, (Play, Hand)) or not question.tricks:
            return None
        lines = trick_lines(question.tricks, lambda trick: (1, *trick.counts))
        return count(("tricks", *self.counts), lines, len(question.last.totals), self.rules.score)

    def piles(self, state: TrickMatch[Opts], /) -> PileRules | None:
        if self._tally is Event:
            return None
        players, aside = state.players, self.cards_aside(state.players)
        counting = frozenset(card for worth in self.counts.values() for card, number in worth.items() if number)
        return PileRules(
            rule=self.rules.deal,
            cards=self.cards[players],
            tally=self._tally_of_piles,
            trick=players,
            spare=range(aside, aside + 1),
            counting=counting,
        )

    def _tally_of_piles(self, piles: Piles, _told: Any) -> Event:
        """Returns the totals that these piles come to: their tricks, and what their cards count."""
        taken = {name: tuple([sum(worth.get(card, 0) for card in pile) for pile in piles])
                 for name, worth in self.counts.items()}  # fmt: skip
        taken["tricks"] = tuple([len(pile) // len(piles) for pile in piles])
        return self._tally(**{name: taken[name] for name in self._tally.__struct_fields__})

    def contradiction(self, state: TrickMatch[Opts], /) -> Contradiction | None:
        hand = state.hand
        if hand is None or not hand.claims:
            return None
        rooms = [self.cards_held(state, seat) for seat in range(state.players)]
        unseen = tricks.unseen(hand, self.cards[state.players], 1)
        return contradiction(unseen, (*rooms, len(unseen) - sum(rooms)), hand.claims)

    def leaders(self, state: TrickMatch[Opts], /) -> tuple[int, ...]:
        """Returns the seats with the best total so far."""
        return matches.leaders(state, min if self.low_wins(state.options) else max)

    def cards_held(self, state: TrickMatch[Opts], seat: int, /) -> int:
        hand = state.hand
        if hand is None:
            return 0
        return self.hand_size(state.players) - len(hand.tricks) - (seat in [played.seat for played in hand.trick])

    def candidates(self, state: TrickMatch[Opts], /) -> Iterator[Event]:
        hand, seats = state.hand, range(state.players)
        if hand is None:
            yield from matches.deals_offered(state)
            return
        plays = (Play(hand.to_act, card) for card in self.cards[state.players])
        yield from (play for play in plays if self.judge_play(state, play) is None)
        won = (self.events["trick"](**{"winner": seat, **dict.fromkeys(self.counts, 0)}) for seat in seats)
        yield from (trick for trick in won if self.judge(state, trick, 0) is None)

    def legal(self, state: TrickMatch[Opts], seat: int, cards: tuple[Card, ...], /) -> list[Card]:
        hand = state.hand
        if hand is None or seat != hand.to_act or hand.by_tricks or len(hand.trick) == state.players:
            return []
        return tricks.playable(hand, seat, cards, self._pack, 1, self.owed(hand, state.options))

    def explain(self, state: TrickMatch[Opts], hand: int, /) -> tuple[ScoreLine, ...]:
        done: HandSummary = state.finished[hand]
        parts = counts.parts(lambda taken: self.points(taken, state.options), done.taken)
        if not parts:
            facts = [{name: numbers[seat] for name, numbers in done.taken.items()} for seat in range(state.players)]
            return tuple(ScoreLine(s, "points", self.rules.score, p, facts[s]) for s, p in enumerate(done.points))
        return tuple(
            ScoreLine(seat, name, self.rules.score, brought[seat], {"count": done.taken[name][seat]})
            for seat in range(state.players)
            for name, brought in parts.items()
            if brought[seat] or done.taken[name][seat] or len(parts) == 1
        )

    def goals(self, state: TrickMatch[Opts], /) -> tuple[Goal, ...]:
        planned, played = self.planned(state.players, state.options), len(state.finished)
        hands = Goal("hands", self.rules.end, played, planned)
        if played < planned or state.winners:
            return (hands,)
        return (
            (hands, Goal("play-off", self.rules.tie or self.rules.end, played - planned, 1, self.leaders(state)))
            if planned
            else ()
        )

    @property
    def hand_told(self) -> Mapping[str, Any]:
        whole = fields_told(HandSummary, "dealer", "points", "trick_winners")
        return {**whole, **dict.fromkeys(("tricks", *self.counts), tuple[int, ...] | None)}

    def summary(self, state: TrickMatch[Opts], /) -> dict[str, Any]:
        names = ("tricks", *self.counts)
        return {"hands": [counts.written(done, names) for done in state.finished]}

    def forecast(self, players: int, options: Opts, /) -> Forecast | None:
        """Returns the forecast by asking `ahead` about made-up tricks; None where the cards have no order."""
        orders = by_asking(self.cards[players], lambda trick: self._place_ahead(trick, options))
        if orders is None:
            return None
        led = TrickHand(0, 0, (None,) * players, (Played(0, self.cards[players][0], 0),))
        return Forecast(orders={"": orders}, deals=True, follow_suit=bool(self.owed(led, options)))

    def _place_ahead(self, trick: tuple[Card, ...], options: Opts) -> int:
        lying = tuple([Played(seat, card, seat) for seat, card in enumerate(trick)])
        return self.ahead(TrickHand(0, 0, (None,) * len(trick), lying), options).seat

    def view(self, state: TrickMatch[Opts], observer: Observer, /) -> TableView:
        hand, size = state.hand, self.hand_size(state.players)
        planned = self.planned(state.players, state.options)
        lying = hand.trick if hand else ()
        return TableView(
            phase=self.phase(state),
            to_act=self.to_act(state),
            hand=views.hand_view(state, planned, size, self.cards_aside(state.players)),
            seats=views.seat_views(state, self._seat_ahead(hand, state.options) if hand else None),
            winners=state.winners,
            finished=state.finished,
            infractions=views.visible(self.infractions(state), observer),
            extra=self.view_extra(state, observer),
            totals=state.totals,
            led_suit=lying[0].card[1] if lying else None,
            last_trick=views.last_trick(hand) if hand else None,
            dimmed=views.dimmed(hand, observer) if hand else frozenset(),
            mine=views.judged_cards(hand, observer, lambda seat, card: self.judge_play(state, Play(seat, card))),
            low_wins=self.low_wins(state.options),
            may_enter_tricks=bool(hand and not lying),
            may_tally=views.may_deal_and_tally(state) or bool(hand and not lying and not hand.tricks),
            contradiction=self.contradiction(state),
        )

    def _seat_ahead(self, hand: TrickHand, options: Opts) -> int | None:
        known = hand.trick and self.asked(hand, options) is None
        return self.ahead(hand, options).seat if known else None
