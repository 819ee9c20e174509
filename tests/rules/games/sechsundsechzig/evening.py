"""Evenings of Sechsundsechzig: drawing, closing, swapping, announcing, calling, rightly or not."""

from typing import Any

from hypothesis import strategies as st

from rules_core.games.sechsundsechzig import GAME
from rules_core.games.sechsundsechzig.events import MarriageMeld
from rules_core.games.sechsundsechzig.packs import PACKS
from tests.rules.evening import Evening, PlayedHand, Raw

ORDER = "789JQKTA"
PARTNER = {"K": "Q", "Q": "K"}
WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
NOW_AND_THEN = 0.1


class Sechsundsechzig(Evening):
    """Everybody keeps to the duties once drawing has ended, unless cheating (SU-11 to 13).

    `CALLS` and `STEPS_DOWN` say how often a hand is called at a lead, or goes on by tricks.
    """

    game = GAME
    CALLS = 0.04
    STEPS_DOWN = 0.02

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.talon: list[str] = []
        self.trump = ""
        self.closed = False
        self.paired: list[list[str]] = []
        """The cards in each hand that were announced already."""
        self.dutiful: dict[int, str] = {}
        """The trump of the plays made under the duties, by their place in the log."""

    @classmethod
    def options(cls, players: int) -> st.SearchStrategy[Raw]:
        return st.fixed_dictionaries(
            {
                "target": st.sampled_from([3, 7]),
                "call_at": st.sampled_from([66, 101]),
                "last_trick_augen": st.sampled_from([0, 10]),
                "unclaimed": st.sampled_from(["nobody", "last-trick"]),
                "trump_swap": st.booleans(),
            },
            optional={"partners": st.booleans()} if players == 4 else {},
        )

    def told(self, hand: PlayedHand) -> Raw:
        """Who called and who had closed, what was announced, and who took the last trick of a hand played out."""
        done, sides = hand.done, len(self.state.totals)
        announced = [sum(m.points for m in done.marriages if m.seat % sides == side) for side in range(sides)]
        told: Raw = {"marriages": announced, "caller": -1 if done.claimed_by is None else done.claimed_by}
        if done.closed_by is not None:
            closed = next(state for state in hand.states if state.hand and state.hand.closed_by is not None)
            told["closer"] = done.closed_by
            told["early"] = any((trick.winner - done.closed_by) % sides for trick in closed.hand.tricks)
        if len(done.played) == hand.states[-1].hand.due:
            told["last"] = done.trick_winners[-1]
        return told

    def act(self) -> None:
        match self.phase:
            case "deal":
                self._deal()
            case "claim":
                self.enter("settle" if self._chance(0.7) else "claim", seat=self.to_act[0])
            case _ if self.state.hand.by_tricks:
                self._trick()
            case _:
                self._play()

    def _deal(self) -> None:
        self.enter("deal")
        pack = PACKS[self.players]
        cards = self.shuffled(pack.cards * pack.copies)
        self.hands = [cards[seat * pack.size : (seat + 1) * pack.size] for seat in range(self.players)]
        self.talon = cards[self.players * pack.size :]  # the last one lies up
        self.trump, self.closed = self.talon[-1][1], False
        self.paired = [[] for _ in self.hands]
        if self._chance(NOW_AND_THEN):
            self.enter("tally", points=[1] + [0] * (len(self.state.totals) - 1))
        else:
            self.enter("turn-up", card=self.talon[-1])

    def _play(self) -> None:
        seat, lying = self.to_act[0], self.state.hand.trick
        if self._chance(NOW_AND_THEN):
            told = self.chance.randrange(self.players)
            self.enter("hand", seat=told, cards=list(self.hands[told]))
        if not lying:
            if self.state.hand.tricks and self._chance(self.CALLS):
                return self.enter("claim", seat=seat)
            if self._chance(self.STEPS_DOWN):
                return self._trick()
            if self._drawable():
                self._before_the_lead(seat)
        self._card(seat, leads=not lying)
        return None

    def _before_the_lead(self, seat: int) -> None:
        low = PACKS[self.players].cards[0][0] + self.trump
        if self.state.options.trump_swap and low in self.hands[seat] and self.talon[-1] != low:
            self.enter("swap", seat=seat)
            self.hands[seat].remove(low)
            self.hands[seat].append(self.talon[-1])
            self.talon[-1] = low
        if self._chance(NOW_AND_THEN):
            self.enter("close", seat=seat)
            self.closed = True

    def _card(self, seat: int, *, leads: bool) -> None:
        card = self.choose(seat)
        married = leads and self._pair(seat, card) and self._chance(0.7)
        if married:
            self.paired[seat].append(PARTNER[card[0]] + card[1])
        elif card in self.paired[seat]:
            self.paired[seat].remove(card)  # of two alike the one that was announced goes first
        if not leads and not self._drawable():
            self.dutiful[len(self.log)] = self.trump
        # A cheat may play what all can see to be wrong: it really happened.
        self.put_down(seat, card, irregular=self.cheats, marriage=married)
        if married and self._chance(2 * self.CALLS):
            self.enter("claim", seat=seat)
        elif not self.state.hand.trick:
            self._draw()

    def _trick(self) -> None:
        """Enters a trick by its winner; it holds any cards, since nobody looks."""
        if self._chance(NOW_AND_THEN) and not self._announced():
            self.enter("meld", seat=self.to_act[0], points=20)
        cards = [hand.pop(self.chance.randrange(len(hand))) for hand in self.hands]
        augen = sum(WORTH.get(card[0], 0) for card in cards)
        self.enter("trick", winner=self.chance.randrange(self.players), augen=augen)
        self._draw()

    def _announced(self) -> bool:
        """Tells whether there is another marriage to announce: the rules count them."""
        seat = self.to_act[0]
        return GAME.judge(self.state, MarriageMeld(seat, 20), len(self.log)) is not None

    def _draw(self) -> None:
        """Everybody draws, the winner first, while there is enough for all."""
        if self._drawable():
            for place in range(self.players):
                self.hands[(self.to_act[0] + place) % self.players].append(self.talon.pop(0))

    def _drawable(self) -> bool:
        return not self.closed and len(self.talon) >= self.players

    def _pair(self, seat: int, card: str) -> bool:
        """Tells whether this card and its partner are in the hand and neither was announced before."""
        needed = (card, PARTNER.get(card[0], "-") + card[1])
        return all(self.hands[seat].count(one) > self.paired[seat].count(one) for one in needed)

    def _chance(self, share: float) -> bool:
        return self.chance.random() < share

    def broken(self, index: int) -> set[str]:
        if index not in self.dutiful or not self.lay[index]:
            return set()
        trump, lay, card, hand = self.dutiful[index], self.lay[index], self.log[index]["card"], self.held[index]
        best = lay[0]
        for other in lay[1:]:
            best = other if _beats(other, best, trump) else best
        led, takes = lay[0][1], [held for held in hand if _beats(held, best, trump)]
        if card[1] == led:
            mine = [held for held in takes if held[1] == led]
            return {"must-beat"} if best[1] == led and mine and card not in mine else set()
        found = {"must-follow-suit"} if any(held[1] == led for held in hand) else set()
        trumps = [held for held in takes if held[1] == trump]
        return found | ({"must-trump"} if led != trump and trumps and card not in trumps else set())


def _beats(card: str, best: str, trump: str) -> bool:
    if card[1] == best[1]:
        return ORDER.index(card[0]) > ORDER.index(best[0])
    return card[1] == trump
