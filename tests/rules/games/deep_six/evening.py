"""Evenings of Deep Six."""

from typing import Any

from hypothesis import strategies as st

from rules_core.events import decode, encode
from rules_core.findings import Refusal
from rules_core.games.deep_six import GAME
from rules_core.games.deep_six.meld import best_melds
from tests.rules.evening import Evening, PlayedHand, Raw

RANKS = "2345678"


def winning(lay: tuple[str, ...], sunk: str) -> str:
    """Returns the card that wins among these, told from the order in which the suits were introduced."""
    suits = list(dict.fromkeys(card[1] for card in lay))
    suits.sort(key=lambda suit: suit != sunk)
    return max(reversed([card for card in lay if card[1] == suits[-1]]), key=lambda card: RANKS.index(card[0]))


class DeepSix(Evening):
    """Everybody follows suit and plays over, unless cheating; melds are real ones (DEEP-9 to DEEP-14)."""

    game = GAME
    SHOWS_ALL = True

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.sunk = ""
        self.sunk_at: dict[int, str] = {}

    @classmethod
    def options(cls, players: int) -> st.SearchStrategy[Raw]:
        return st.fixed_dictionaries(
            {
                "target": st.sampled_from([200, 500]),
                "target_by": st.sampled_from(["reaching", "exceeding"]),
                "meld_reuse": st.sampled_from(["kinds", "none"]),
                "failed_bid": st.sampled_from(["formula", "worse"]),
            }
        )

    def told(self, hand: PlayedHand) -> Raw:
        return {"last": hand.done.trick_winners[-1]}

    def act(self) -> None:
        getattr(self, f"do_{self.phase}")()

    def do_deal(self) -> None:
        self.enter("deal")
        pack = self.shuffled(GAME.pack * 2)
        self.hands = [pack[seat * 14 : (seat + 1) * 14] for seat in range(4)]

    def do_auction(self) -> None:
        if not self.state.hand.opening.calls and self.chance.random() < 0.3:
            self.sunk = self.chance.choice("CDHS")
            amount = self.chance.randrange(-100, 121, 10)
            self.enter("contract", seat=self.chance.randrange(4), amount=amount, suit=self.sunk)
            return
        calls = [encode(event) for event in GAME.candidates(self.state)]
        passes = [raw for raw in calls if raw["type"] == "pass"]
        raw = self.chance.choice(passes if passes and self.chance.random() < 0.5 else calls)
        self.enter(raw.pop("type"), **raw)

    def do_sink(self) -> None:
        self.sunk = self.chance.choice("CDHS")
        self.enter("sink", seat=self.to_act[0], suit=self.sunk)

    def do_exchange(self) -> None:
        opening = self.state.hand.opening
        if not opening.given and self.chance.random() < 0.3:
            shown = self.hands[opening.bidder][: self.chance.randint(1, 5)]
            if not opening.shown:
                self.enter("show", seat=opening.bidder, cards=shown)
        seat = self.to_act[0]
        cards = self.chance.sample(self.hands[seat], 3)
        for card in cards:
            self.hands[seat].remove(card)
        self.hands[(seat + 2) % 4] += cards
        self.enter("exchange", seat=seat, **({"cards": cards} if self.chance.random() < 0.7 else {}))

    def do_meld(self) -> None:
        if len(self.to_act) == 4 and self.chance.random() < 0.05:
            side = self.chance.randrange(0, 251, 10)
            self.enter("tally", taken=[side, 250 - side], meld=[-self.chance.randrange(0, 200, 5), 0])
            return
        seat, way = self.chance.choice(self.to_act), self.chance.random()
        if way < 0.1:
            self.enter("hand", seat=seat, cards=list(self.hands[seat]))
        melds = best_melds(self.hands[seat], self.sunk, self.state.options.meld_reuse)
        if way < 0.25:
            self.enter("meld", seat=seat, points=sum(meld.points for meld in melds))
            return
        laid = [list(meld.cards) for meld in melds if way < 0.6 or self.chance.random() < 0.5]
        self.enter("meld", seat=seat, melds=laid)

    def do_play(self) -> None:
        if self.chance.random() < 0.02:
            seat = self.chance.randrange(4)
            self.enter("hand", seat=seat, cards=list(self.hands[seat]))
        self.play_card()

    def put_down(self, seat: int, card: str, **said: Any) -> None:
        """What is known of the hand refuses a cheat: it really happened all the same."""
        self.sunk_at[len(self.log)] = self.sunk
        event = decode({"type": "play", "seat": seat, "card": card}, GAME.events)
        assert not isinstance(event, Refusal)
        refusal = GAME.judge(self.state, event, len(self.log))
        if refusal is not None:
            assert refusal.code in ("must-follow-suit", "must-play-over")
            said["irregular"] = True
        super().put_down(seat, card, **said)

    def broken(self, index: int) -> set[str]:
        lay, card = self.lay[index], self.log[index]["card"]
        held = [c for c in self.held[index] if lay and c[1] == lay[0][1]]
        if not held:
            return set()
        if card not in held:
            return {"must-follow-suit"}
        best = winning(lay, self.sunk_at[index])
        over = [c for c in held if c[1] == best[1] and c[0] >= best[0]]
        return {"must-play-over"} if over and card not in over else set()
