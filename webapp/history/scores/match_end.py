"""The end of a match as its table tells it: who has won, the places, what decided it, and the cards that closed it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from rules_core import replay
from rules_core.cards import Card
from rules_core.events import Play
from rules_core.replay import Fold
from webapp.games.common.turns import turn
from webapp.games.registry import look_of
from webapp.history.scores.match_words import Length, decided, length_said, most_tricks, taken_said, win_said
from webapp.history.scores.score_sheet import Sheet, next_dealer, sheet
from webapp.services import services
from webapp.table.snapshot import Snapshot
from webapp.words.marked import bold
from webapp.words.sides import ranked, side_names

UNDO = '{"type":"undo"}'
FAN_CARDS = 4
"""So many cards lie in the fan at most: the last ones."""


@dataclass(frozen=True)
class Place:
    """A side at the end: equal totals share a place."""

    place: int
    name: str
    total: str
    wins: bool


@dataclass(frozen=True)
class MatchEnd:
    """A match that is over, in words. What is `said` has the names of the `winners` in it.

    `fan` are the cards with which the winners took their last tricks, the one that closed the match last; none where
    no cards are known. `fan_said` tells which they are, `told` what there is to say of the match, in a line each.
    """

    said: str
    winners: str
    best: str
    places: tuple[Place, ...]
    fan: tuple[Card, ...]
    fan_said: str
    told: tuple[str, ...]

    @property
    def line(self) -> Markup:
        """What is said, with the winners in bold."""
        before, name, after = self.parts
        return Markup("%s%s%s") % (before, bold(name), after)

    @property
    def parts(self) -> tuple[str, str, str]:
        """What is said before the winners, they, and what is said after them."""
        return self.said.partition(self.winners) if self.winners in self.said else (self.said, "", "")


def match_end(now: Snapshot) -> MatchEnd | None:
    """Returns how a match ended, None as long as it goes on. All hands are over then: nothing of it is closed."""
    found = sheet(now.fold, open_book=True)
    winners = found.view.winners
    if not winners:
        return None
    names, look = side_names(now.table.players, len(found.totals)), look_of(now.table.game)
    best, low = look.points_said(found.totals[winners[0]]), found.view.low_wins
    who = [names[side] for side in winners]
    fan, won = _fan(now.fold, winners, len(names))
    shared = turn(now.table.game, found.view, now.table.players).line.striptags() if len(who) > 1 else ""
    sentence, winning = win_said(who, best, shared, partners=len(names) < len(now.table.players))
    return MatchEnd(
        said=sentence,
        winners=winning,
        best=best,
        places=tuple(_place(found, at, names[at], look.points_said) for at in ranked(found.totals, low)),
        fan=fan,
        fan_said=taken_said(winning, won, now.table.game) if fan else "",
        told=tuple(line for line in _told(now, found, names) if line),
    )


def _place(found: Sheet, side: int, name: str, write: Callable[[int], str]) -> Place:
    own, low = found.totals[side], found.view.low_wins
    ahead = sum(total < own if low else total > own for total in found.totals)
    return Place(1 + ahead, name, write(own), side in found.view.winners)


def _told(now: Snapshot, found: Sheet, names: Sequence[str]) -> tuple[str, str, str]:
    look, done = look_of(now.table.game), [row.done for row in found.hands]
    own = look.match_said(done, names) if look.match_said is not None else None
    tricks = _tricks(now.fold, len(names))
    return (
        decided(now.table.game, found, names),
        own or most_tricks(tricks, names),
        length_said(length_of(now)),
    )


def _tricks(fold: Fold, sides: int) -> list[int]:
    """How many tricks each side took in the hands whose tricks are known."""
    winners = [trick.winner for done in fold.state.finished for trick in fold.game.tricks_of(done)]
    return [sum(seat is not None and seat % sides == side for seat in winners) for side in range(sides)]


def _fan(fold: Fold, winners: Sequence[int], sides: int) -> tuple[tuple[Card, ...], int]:
    """The cards that took the winners' last tricks in the last hand, and how many tricks those were."""
    tricks = fold.game.tricks_of(fold.state.finished[-1]) if fold.state.finished else ()
    taken = [trick for trick in tricks if trick.winner is not None and trick.winner % sides in winners]
    cards = [_taking(trick) for trick in taken]
    known = [card for card in cards if card is not None]
    return (tuple(known[-FAN_CARDS:]), len(taken)) if len(known) == len(cards) else ((), 0)


def _taking(trick: Any) -> Card | None:
    """The card that took a trick, None where it was not entered or where it takes more than a card."""
    return next((p.card for p in trick.cards if getattr(p, "seat", None) == trick.winner), None)


def length_of(now: Snapshot) -> Length:
    """Returns how many cards were entered, in how many minutes, and how many entries were taken back."""
    log = services().store.events(now.table.id)
    cards = sum(isinstance(node.event, Play) for node in replay.nodes(now.fold))
    minutes = round((log[-1].made_at - log[0].made_at).total_seconds() / 60) if log else 0
    return Length(cards, minutes, sum(event.body == UNDO for event in log))


def dealers_again(now: Snapshot) -> dict[str, str | None]:
    """Returns who would deal first in the next match: with the deal *moved* on, and with the *same* dealer.

    None where nobody is named: nobody deals in this game, or nobody was named.
    """
    seats = {kind: next_dealer(now.fold, now.table.first_dealer, moved=kind == "moved") for kind in ("moved", "same")}
    return {kind: None if seat is None else now.table.players[seat] for kind, seat in seats.items()}
