"""Evenings of Sicherman's War: ties by cards and by dice far more often than by chance, so that reserves run out."""

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from rules_core.games.sichermans_war import GAME
from rules_core.games.sichermans_war.dice import FACES
from tests.rules.evening import Evening, PlayedHand, Raw

HEIGHTS = "X23456789TJQKA"


class SichermansWar(Evening):
    """Everything happens in the open, so nobody can cheat. `stock` are the cards that nobody has turned yet."""

    game = GAME

    def __init__(self, chance: random.Random, players: int, options: Raw, *, cheats: bool = False) -> None:
        super().__init__(chance, players, options, cheats=cheats)
        jokers = ["X", "X"] if options.get("jokers") else []
        pack = [card for card in GAME.pack if card != "X"] + jokers
        self.stock = self.shuffled((*pack, *pack) if players == 4 else tuple(pack))

    @classmethod
    def options(cls, players: int) -> st.SearchStrategy[Raw]:
        return st.fixed_dictionaries({"jokers": st.booleans()})

    def act(self) -> None:
        if not self.log and self.chance.random() < 0.05:
            self.tally()
        elif self.phase == "reveal":
            self.enter("reveal", cards=list(self.turned(range(self.players)).values()))
        elif self.phase == "reinforce":
            self.enter("reinforce", cards={str(seat): card for seat, card in self.turned(self.to_act).items()})
        elif not self.to_act or self.chance.random() < 0.3:
            self.enter("settle")
        else:
            self.roll()

    def hands_by_cards(self) -> Iterator[PlayedHand]:
        """The totals of a war are those of all its battles."""
        if self.phase == "over" and all(battle.fought for battle in self.state.finished):
            piles, opening = self.piles_of(*self.state.finished), self.fold.opening
            yield PlayedHand(None, [], opening, self.state, piles)

    def tally(self) -> None:
        lows = [self.chance.randrange(8) for _ in range(self.players)]
        self.enter("tally", spoils=[{"low": low, "face": self.chance.randrange(4)} for low in lows])

    def turned(self, seats: range | tuple[int, ...]) -> dict[int, str]:
        """Returns a card for each of these seats; half the time the highest one several times."""
        cards = {seat: self.stock.pop() for seat in seats}
        if self.chance.random() < 0.5:
            rank = max((card[0] for card in cards.values()), key=HEIGHTS.index)
            for seat in self.chance.sample(list(seats), self.chance.randint(2, len(seats))):
                self.swap(cards, seat, rank)
        return {seat: card[0] if self.chance.random() < 0.1 else card for seat, card in cards.items()}

    def swap(self, cards: dict[int, str], seat: int, rank: str) -> None:
        """Gives a seat a card of this rank instead of its own, if there is another."""
        others = [card for card in self.stock if card[0] == rank]
        if others and cards[seat][0] != rank:
            self.stock.remove(others[0])
            self.stock.insert(0, cards[seat])
            cards[seat] = others[0]

    def roll(self) -> None:
        """Rolls a die; half the time one that makes a tie for the highest, if there is any."""
        fight = self.state.hand.skirmish
        rolls = [(seat, die, face) for seat in self.to_act for die in self.state.hand.dice[seat] for face in FACES[die]]
        best = max(total for seat, total in enumerate(fight.totals) if seat not in fight.out)
        forced = [roll for roll in rolls if fight.totals[roll[0]] + roll[2] == best]
        seat, die, face = self.chance.choice(forced if forced and self.chance.random() < 0.5 else rolls)
        self.enter("roll", seat=seat, die=die, value=face)

    def broken(self, index: int) -> set[str]:
        return set()
