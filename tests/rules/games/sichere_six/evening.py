"""Evenings of Sichere Six."""

from typing import Any, ClassVar

from hypothesis import strategies as st

from rules_core.games.sichere_six import GAME
from rules_core.piles import Piles
from tests.rules.evening import Evening, Raw

RED, BLACK = "DH", "CS"


class SichereSix(Evening):
    """Real hands and a real Mercy; The Chosen really takes it and buries a card.

    Now and then a hand is declared, a round goes on trick by trick, or is entered as numbers.
    `before` are the cards of the round that lay when the play at this place of the log was made, `mercies` the cards
    of The Chosen after the Mercy was taken at this place, and the one buried.
    """

    game = GAME
    now_and_then: ClassVar[float] = 0.06

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fate = ""
        self.out: list[str] = []
        self.before: dict[int, tuple[str, ...]] = {}
        self.mercies: dict[int, tuple[tuple[str, ...], str]] = {}

    @classmethod
    def options(cls, players: int) -> st.SearchStrategy[Raw]:
        return st.fixed_dictionaries(
            {
                "rounds": st.integers(1, 5),
                "threshold": st.integers(1, 12),
                "joker_lead": st.sampled_from(["next-card", "no-suit"]),
            }
        )

    def act(self) -> None:
        if self.phase == "deal":
            self.deal()
        elif self.phase == "mercy":
            self.mercy()
        elif not self.hands:
            self.trick()
        else:
            self.card()

    def deal(self) -> None:
        self.enter("deal")
        if self.chance.random() < self.now_and_then:
            self.tally()
            return
        *pack, self.fate = self.shuffled(GAME.pack)
        self.hands, self.out = [pack[:8], pack[8:16], pack[16:]], []

    def tally(self) -> None:
        """Tricks and nines by chance; nobody has nines without a trick."""
        tricks = [self.chance.randrange(self.players) for _trick in range(8)]
        nines = [self.chance.choice(tricks) for _nine in range(4)]
        counted = ([taken.count(seat) for seat in range(self.players)] for taken in (tricks, nines))
        self.enter("tally", **dict(zip(("tricks", "nines"), counted, strict=True)))

    def piles_of(self, *hands: Any) -> Piles:
        """The buried card lies in The Chosen's pile; one that is no nine may stay unseen (SIC-15)."""
        (done,) = hands
        piles = list(super().piles_of(done))
        if done.buried[0] == "9" or self.chance.random() < 0.5:
            piles[done.chosen] += (done.buried,)
        return tuple(piles)

    def mercy(self) -> None:
        seat = self.to_act[0]
        if self.hands:
            hand = [*self.hands[seat], self.fate]
            buried = hand.pop(self.chance.randrange(len(hand)))
            self.hands[seat] = hand
            self.mercies[len(self.log)] = tuple(hand), buried
        self.enter("mercy", seat=seat)

    def trick(self) -> None:
        """A trick by its winner, with as many nines as can be."""
        may = [e for e in GAME.candidates(self.state) if isinstance(e, GAME.events["trick"])]
        event: Any = self.chance.choice(may)
        self.enter("trick", winner=event.winner, nines=event.nines)

    def card(self) -> None:
        if not self.state.hand.trick and self.chance.random() < self.now_and_then / 4:
            self.hands = []  # from here on trick by trick
            return
        if self.chance.random() < self.now_and_then:
            seat = self.chance.randrange(self.players)
            self.enter("hand", seat=seat, cards=list(self.hands[seat]))
        seat = self.to_act[0]
        card = self.choose(seat)
        said: Raw = {"joker": self.chance.choice(["win", "lose"])} if card == "X" else {}
        if self.state.hand.declared[seat] is not None and card not in self.may(seat):
            said["irregular"] = True
        self.before[len(self.log)] = tuple(self.out)
        self.out.append(card)
        self.put_down(seat, card, **said)

    def may(self, seat: int) -> list[str]:
        return self.game.legal(self.state, seat, tuple(self.hands[seat]))

    # What really was broken, by the rule book and the cards alone (SIC-6, SIC-8, SIC-9, SIC-11)

    def broken(self, index: int) -> set[str]:
        card, held = self.log[index]["card"], self.held[index]
        led = self.asked(index)
        if led is None or card == "X" or self.denied(index, card):
            return set()
        return {"must-follow-suit"} if any(self.denied(index, other) for other in held) else set()

    def denied(self, index: int, card: str) -> bool:
        """Tells whether this card belonged to the suit asked for, when the play at this place was made."""
        return suit_of(card, trump_of(self.before[index])) == self.asked(index)

    def asked(self, index: int) -> str | None:
        """Returns the suit that had to be followed, None where none had to be."""
        lay, out = self.lay[index], self.before[index]
        if lay[:1] == ("X",) and self.fold.header.options["joker_lead"] == "no-suit":
            return None
        for place, card in enumerate(lay):
            if card != "X":
                return suit_of(card, trump_of(out[: len(out) - len(lay) + place]))
        return None


def trump_of(out: tuple[str, ...]) -> str | None:
    """Returns the suit of the first 8 among the cards of a round, in the order in which they were played."""
    return next((card[1] for card in out if card[0] == "8"), None)


def suit_of(card: str, trump: str | None) -> str:
    """Returns the suit that a card belongs to: of the two 7s of the trumps' colour both are trumps."""
    if trump is not None and card[0] == "7" and any({card[1], trump} <= set(colour) for colour in (RED, BLACK)):
        return trump
    return card[-1]
