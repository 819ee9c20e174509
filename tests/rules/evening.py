"""An evening at one table: cards are really dealt, held and played, by chance, honestly or not."""

import random
from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple

from hypothesis import strategies as st

from rules_core import replay
from rules_core.findings import Infraction, Observer, Refusal
from rules_core.game import Game
from rules_core.piles import Piles
from rules_core.record import Header
from rules_core.replay import Fold
from tests.rules.tables import NAMES

Raw = dict[str, Any]
CHEATING = 0.2


class PlayedHand(NamedTuple):
    """A hand entered card by card: its summary, the states in it, the one before its first card, its piles."""

    done: Any
    states: list[Any]
    before: Any
    after: Any
    piles: Piles


class Evening:
    """Deals real hands and plays a match of them. `cheats`: now and then any card of the hand, whatever the duty.

    `held` is what the player held when the play at this place of the log was made, and `lay` the trick before it.
    """

    game: ClassVar[Game]
    SHOWS_ALL: ClassVar[bool] = False
    """Every card that is dealt is played in the end, so that every breach of a finished hand is proven."""

    def __init__(self, chance: random.Random, players: int, options: Raw, *, cheats: bool = False) -> None:
        self.chance, self.players, self.cheats = chance, players, cheats
        self.fold: Fold = replay.begin(Header(self.game.name, NAMES[:players], options))
        self.log: list[Raw] = []
        self.hands: list[list[str]] = []
        self.held: dict[int, tuple[str, ...]] = {}
        self.lay: dict[int, tuple[str, ...]] = {}

    @classmethod
    def options(cls, players: int) -> st.SearchStrategy[Raw]:
        """Options to play with; a game says which."""
        raise NotImplementedError

    def act(self) -> None:
        """Does the next thing that the table waits for."""
        raise NotImplementedError

    def broken(self, index: int) -> set[str]:
        """Returns the duties that the play at this place of the log really broke, told from what was held and lay."""
        raise NotImplementedError

    def match(self, entries: int = 600) -> None:
        """Plays to the end of the match, or for so many entries."""
        while self.phase != "over" and len(self.log) < entries:
            self.act()

    def hands_by_cards(self) -> Iterator[PlayedHand]:
        """Yields the finished hands of which every card is known."""
        nodes = replay.nodes(self.fold)
        for number, done in enumerate(self.state.finished):
            steps = [node for node in nodes if len(replay.state_before(self.fold, node).finished) == number]
            states = [replay.state_before(self.fold, node) for node in steps]
            if self.game.level_of(done) == "cards" and self.game.tricks_of(done):
                before = [state for state in states if self.game.view(state, Observer()).may_tally][-1]
                after = next(node.state for node in steps if len(node.state.finished) > number)
                yield PlayedHand(done, states, before, after, self.piles_of(done))

    def piles_of(self, *hands: Any) -> Piles:
        """Returns what each side has captured in these hands."""
        piles: list[list[str]] = [[] for _side in self.state.totals]
        for trick in [trick for done in hands for trick in self.game.tricks_of(done) if trick.winner is not None]:
            piles[trick.winner % len(piles)] += [getattr(card, "card", card) for card in trick.cards]
        return tuple(map(tuple, piles))

    def told(self, hand: PlayedHand) -> Raw:
        """Returns what has to be said beside the piles of a hand; a game says what."""
        return {}

    @property
    def state(self) -> Any:
        return self.fold.state

    @property
    def phase(self) -> str:
        return self.game.phase(self.state)

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.game.to_act(self.state)

    def enter(self, kind: str, **fields: Any) -> None:
        """Enters what happened; it must be taken."""
        raw = {"type": kind, **fields}
        after = replay.step(self.fold, raw)
        assert not isinstance(after, Refusal), (raw, after)
        self.fold = after
        self.log.append(raw)

    def shuffled(self, pack: tuple[str, ...]) -> list[str]:
        """Returns the pack in a random order."""
        return self.chance.sample(pack, len(pack))

    def play_card(self, **said: Any) -> str:
        """Plays a card of the player whose turn it is, and returns it."""
        seat = self.to_act[0]
        card = self.choose(seat)
        self.put_down(seat, card, **said)
        return card

    def choose(self, seat: int) -> str:
        """Returns a card of this hand: a legal one, or now and then any when cheating."""
        hand = self.hands[seat]
        legal = self.game.legal(self.state, seat, tuple(hand))
        return self.chance.choice(hand if self.cheats and self.chance.random() < CHEATING else legal)

    def put_down(self, seat: int, card: str, **said: Any) -> None:
        """Lays this card on the table and enters it."""
        self.held[len(self.log)] = tuple(self.hands[seat])
        self.lay[len(self.log)] = tuple(played.card for played in self.state.hand.trick)
        self.hands[seat].remove(card)
        self.enter("play", seat=seat, card=card, **said)

    def really_broken(self, found: Infraction) -> bool:
        """Tells whether this play of this seat did break this duty."""
        return self.log[found.event]["seat"] == found.seat and found.code in self.broken(found.event)
