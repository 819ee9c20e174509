"""Evenings of Sixes and Sevens."""

from hypothesis import strategies as st

from rules_core.games.sixes_and_sevens import GAME
from tests.rules.evening import Evening, Raw


class SixesAndSevens(Evening):
    """Everybody follows suit, unless cheating (ODD-7)."""

    game = GAME
    SHOWS_ALL = True

    @classmethod
    def options(cls, players: int) -> st.SearchStrategy[Raw]:
        return st.fixed_dictionaries(
            {
                "ace_wild": st.booleans(),
                "ties_low": st.booleans(),
                "fewest_wins": st.booleans(),
                "final_tie": st.sampled_from(["shared", "extra-hand"]),
            }
        )

    def act(self) -> None:
        if self.phase == "deal":
            self.enter("deal")
            pack, size = self.shuffled(GAME.pack), GAME.hand_size(self.players)
            self.hands = [pack[seat * size : (seat + 1) * size] for seat in range(self.players)]
        elif self.phase == "aces":
            self.enter("ace", seat=self.to_act[0], **{"as": self.chance.choice(["odd", "even"])})
        else:
            self.play_card()

    def broken(self, index: int) -> set[str]:
        led, card = self.lay[index][:1], self.log[index]["card"]
        if led and card[1] != led[0][1] and any(held[1] == led[0][1] for held in self.held[index]):
            return {"must-follow-suit"}
        return set()
