"""End of a match: places, thresholds, play again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from markupsafe import Markup

from rules_core import replay
from rules_core.cards import Card
from rules_core.events import Play
from rules_core.replay import Fold
from webapp.games.common.names import Sentence, hand_number, turn
from webapp.games.registry import look_of
from webapp.history.scores.score_sheet import Sheet, next_dealer, sheet
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.services import services
from webapp.store.match_keeping import seconds_played
from webapp.table.snapshot import Snapshot
from webapp.words.hand_kit import most_of
from webapp.words.phrases import bold, joined
from webapp.words.turn import changes_said, ranked, side_names, sides_said

_DECIDED = Sentence(
    _l("%(first)s, %(second)s in hand %(number)s: that decided it."),
    _l("%(first)s, %(second)s in round %(number)s: that decided it."),
    _l("%(first)s, %(second)s in battle %(number)s: that decided it."),
)
_SINCE = Sentence(
    _l("Ahead of %(second)s by %(by)s, and in front since hand %(number)s."),
    _l("Ahead of %(second)s by %(by)s, and in front since round %(number)s."),
    _l("Ahead of %(second)s by %(by)s, and in front since battle %(number)s."),
)


class Length(NamedTuple):
    """How long a match was: cards that were entered, minutes, entries that were taken back."""

    cards: int
    minutes: int
    undone: int


def win_said(names: Sequence[str], best: str, shared: str, *, partners: bool) -> tuple[str, str]:
    """Returns the sentence of who has won: *Mara wins with 14*, *Ann and Cat win with 430*.

    `shared` is what the game says where several have. Without `best` only places are known.
    """
    who = sides_said(names) if partners else joined(names)
    if len(names) > 1:
        return shared, who
    if not best:
        return _("%(name)s win", name=who) if partners else _("%(name)s wins", name=who), who
    if partners:
        return _("%(names)s win with %(total)s", names=who, total=best), who
    return _("%(name)s wins with %(total)s", name=who, total=best), who


def decided(game: str, found: Sheet, names: Sequence[str]) -> str:
    """Returns what decided a match between its winner and the next one; empty where no single fact did."""
    winners, low = found.view.winners, found.view.low_wins
    others = [side for side in range(len(names)) if side not in winners]
    if len(winners) > 1 or not others or not found.hands:
        return ""
    first = winners[0]
    second = min(others, key=lambda side: found.totals[side] if low else -found.totals[side])
    ahead = [_is_ahead([line[number] for line in found.lines], first, low) for number in range(1, len(found.hands) + 1)]
    since = len(ahead) - next((back for back, leads in enumerate(reversed(ahead)) if not leads), len(ahead)) + 1
    last, by = found.hands[-1], abs(found.totals[first] - found.totals[second])
    turned = last.points[first] < last.points[second] if low else last.points[first] > last.points[second]
    played = [sum(hand.points[side] for hand in found.hands) for side in range(len(names))]
    if not _is_ahead(played, first, low):  # what was adjusted decided it
        return _margin(by, names[second])
    if since >= len(ahead) > 1 and turned and last.hands == 1:
        write = look_of(game).points_said
        said = [_("%(name)s %(number)s", name=names[side], number=write(last.points[side])) for side in (first, second)]
        return _DECIDED(game, first=said[0], second=said[1], number=last.number)
    if since < len(ahead):
        return _SINCE(game, second=names[second], by=by, number=found.hands[since - 1].number)
    return _margin(by, names[second])


def _margin(by: int, second: str) -> str:
    return ngettext("%(num)s point ahead of %(name)s.", "%(num)s points ahead of %(name)s.", by, name=second)


def _is_ahead(totals: Sequence[int], first: int, low: bool) -> bool:
    others = [total for side, total in enumerate(totals) if side != first]
    return totals[first] < min(others) if low else totals[first] > max(others)


def most_tricks(tricks: Sequence[int], names: Sequence[str]) -> str:
    """Returns who took most tricks of the match; empty where none are known."""
    return _("Most tricks: %(names)s with %(most)s of %(all)s.", **most_of(tricks, names)) if any(tricks) else ""


def taken_said(names: str, tricks: int, game: str) -> str:
    """Returns in words whose tricks of the last hand lie in the fan."""
    return _TAKEN(game, names=names, num=tricks)


_TAKEN = Sentence(
    _l("Tricks of %(names)s in the last hand: %(num)s"),
    _l("Tricks of %(names)s in the last round: %(num)s"),
)


def length_said(length: Length) -> str:
    """Returns how long it took: *250 cards in 48 minutes, 3 taken back.*"""
    minutes = time_said(length)
    back = ngettext("%(num)s entry taken back", "%(num)s entries taken back", length.undone) if length.undone else ""
    cards = ngettext("%(num)s card in %(time)s", "%(num)s cards in %(time)s", length.cards, time=minutes)
    said = cards if length.cards else minutes
    return f"{said}, {back}." if back else f"{said}."


def time_said(length: Length) -> str:
    """Returns only how many minutes it took."""
    return ngettext("%(num)s minute", "%(num)s minutes", max(1, length.minutes))


def play_again_said(dealer: str | None) -> str:
    """Returns the label of the key of the next match; it names the first dealer, where that is known."""
    return _("Play again") if dealer is None else _("Play again (%(name)s deals)", name=dealer)


def place_said(place: int) -> str:
    """Returns a place at the end of a match: *1st*."""
    said = {1: _("1st"), 2: _("2nd"), 3: _("3rd"), 4: _("4th"), 5: _("5th"), 6: _("6th")}
    return said.get(place, str(place))


UNDO = '{"type":"undo"}'
FAN_CARDS = 4
"""Most cards of the fan: the last ones."""


@dataclass(frozen=True)
class FinalPlace:
    """A side at the end: equal totals share a place."""

    place: int
    name: str
    total: str
    wins: bool


@dataclass(frozen=True)
class MatchEnd:
    """A match that is over, in words. What is `said` has the names of the `winners` in it.

    `fan` are the cards with which the winners took their last tricks, the one that closed the match last; none where
    no cards are known. `fan_said` tells which they are, without any what the last hand brought; `told` is what there is
    to say of the match, in a line each.
    """

    said: str
    winners: str
    best: str
    places: tuple[FinalPlace, ...]
    fan: tuple[Card, ...]
    fan_said: str
    told: tuple[str, ...]

    @property
    def line(self) -> Markup:
        """The sentence, with the winners in bold."""
        before, name, after = self.parts
        return Markup("%s%s%s") % (before, bold(name), after)

    @property
    def parts(self) -> tuple[str, str, str]:
        """The sentence in three parts: before the winners, the winners, after them."""
        return self.said.partition(self.winners) if self.winners in self.said else (self.said, "", "")


def match_end(now: Snapshot) -> MatchEnd | None:
    """Returns how a match ended, None while it lasts. All hands are over then: none is closed."""
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
        fan_said=taken_said(winning, won, now.table.game) if fan else _last_said(now, found, names),
        told=tuple(line for line in _told(now, found, names) if line),
    )


def _place(found: Sheet, side: int, name: str, write: Callable[[int], str]) -> FinalPlace:
    own, low = found.totals[side], found.view.low_wins
    ahead = sum(total < own if low else total > own for total in found.totals)
    return FinalPlace(1 + ahead, name, write(own), side in found.view.winners)


def _told(now: Snapshot, found: Sheet, names: Sequence[str]) -> tuple[str, str, str]:
    look = look_of(now.table.game)
    own = look.match_said(now.fold.state, names) if look.match_said is not None else None
    tricks = _tricks(now.fold, len(names))
    return (decided(now.table.game, found, names), own or most_tricks(tricks, names), length_said(length_of(now)))


def _tricks(fold: Fold, sides: int) -> list[int]:
    winners = [trick.winner for done in fold.state.finished for trick in fold.game.tricks_of(done)]
    return [sum(seat is not None and seat % sides == side for seat in winners) for side in range(sides)]


def _last_said(now: Snapshot, found: Sheet, names: Sequence[str]) -> str:
    """Returns the points of the last hand: *Hand 3: Ann +1, Ben +6, Cat −2*. Empty for a match of one hand."""
    last = found.hands[-1] if len(found.hands) > 1 else None
    return (
        f"{hand_number(now.table.game, last.numbers)}: {changes_said(names, last.points)}" if last is not None else ""
    )


def _fan(fold: Fold, winners: Sequence[int], sides: int) -> tuple[tuple[Card, ...], int]:
    tricks = fold.game.tricks_of(fold.state.finished[-1]) if fold.state.finished else ()
    taken = [trick for trick in tricks if trick.winner is not None and trick.winner % sides in winners]
    cards = [next((p.card for p in trick.cards if getattr(p, "seat", None) == trick.winner), None) for trick in taken]
    known = [card for card in cards if card is not None]
    return (tuple(known[-FAN_CARDS:]), len(taken)) if len(known) == len(cards) else ((), 0)


def length_of(now: Snapshot) -> Length:
    """Returns how many cards were entered, in how many minutes of play, and how many entries were taken back."""
    log, ended_at = services().store.events(now.table.id), now.log.ended_at
    cards = sum(isinstance(node.event, Play) for node in replay.nodes(now.fold))
    played = log if ended_at is None else log[: ended_at + 1]
    minutes = round(seconds_played([line.made_at for line in played]) / 60)
    return Length(cards, minutes, sum(event.body == UNDO for event in log))


def begun_at(now: Snapshot) -> datetime | None:
    """Returns when the first entry was made, None where a file has brought it without its time."""
    if not now.desk.knows_time(0):
        return None
    first = services().store.events(now.table.id)[:1]
    return first[0].made_at if first else now.table.created_at


def dealers_again(now: Snapshot) -> dict[str, str | None]:
    """Returns the first dealer of the next match: with the deal *moved* on, and with the *same* dealer.

    None where nobody is named: nobody deals in this game, or nobody was named.
    """
    seats = {kind: next_dealer(now.fold, now.table.first_dealer, moved=kind == "moved") for kind in ("moved", "same")}
    return {kind: None if seat is None else now.table.players[seat] for kind, seat in seats.items()}
