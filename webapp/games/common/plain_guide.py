"""Guide of a plain trick game, made from one trick that the game's own rules take."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from flask_babel import LazyString

from rules_core import replay
from rules_core.cards import Card
from rules_core.events import Play, Trick
from rules_core.findings import Refusal
from rules_core.games import GAMES
from rules_core.record import Header
from rules_core.replay import Fold
from webapp.games.common.lesson import UNDO, Guide, Step, deal, play
from webapp.games.look import Look
from webapp.games.registry import look_of
from webapp.http.language import lazy_gettext as _l
from webapp.words.cards import card_said

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")
FEW = 3
"""How many play the sample, if so few can."""


class NotPlain(Exception):
    """Why a game is not entered in this way."""


def guide_of(game: str) -> Guide | None:
    """Returns how a game is entered: in its own words, else as a plain trick game; None where it is none."""
    return _guide(game, look_of(game))


@lru_cache(32)
def _guide(game: str, look: Look) -> Guide | None:
    try:
        return look.guide or _made(game)
    except NotPlain:
        return None


def _made(game: str) -> Guide:
    """Returns the guide of a game in which the deal is followed by a card of every seat. Raises NotPlain."""
    names = names_for(game)
    fold = entered(replay.begin(Header(game, names, {})), deal(0))
    cards, seats, plays = of_a_suit(fold), [], []
    for card in cards[: len(names)]:
        seats.append(to_play(fold))
        plays.append(play(seats[-1], card))
        fold = entered(fold, plays[-1])
    return Guide(game, names, tuple(_steps(names, seats, plays, cards[len(names)], fold)))


def names_for(game: str) -> tuple[str, ...]:
    """Returns the names of the sample's players."""
    players = GAMES[game].players
    return NAMES[: next((many for many in players if many >= FEW), players[-1])]


def _steps(
    names: tuple[str, ...], seats: list[int], plays: list[Mapping[str, Any]], wrong: Card, after: Fold
) -> Iterator[Step]:
    said = [{"name": names[seat], "card": card_words(each["card"])} for seat, each in zip(seats, plays, strict=True)]
    yield Step(
        _l("The deal and a lead"),
        _l("%(dealer)s has dealt, and %(name)s leads: %(card)s. Tap the card.", dealer=names[0], **said[0]),
        (names[0], plays[0]["card"]),
        (deal(0), plays[0]),
    )
    if plays[1:-1]:
        yield Step(
            _l("Following suit"),
            _l("%(name)s follows with %(card)s. The ring shows whose card is ahead.", **said[1]),
            tuple(each["card"] for each in plays[1:-1]),
            tuple(plays[1:-1]),
        )
    yield Step(
        _l("A wrong key"),
        _l(
            "%(name)s plays %(card)s, but %(wrong)s was tapped. Undo beside the last entry takes it back in one tap, "
            "and the table is as it was before.",
            wrong=card_words(wrong),
            **said[-1],
        ),
        (wrong, _l("Undo")),
        (play(seats[-1], wrong), UNDO),
    )
    yield Step(
        _l("The trick is full"),
        _l("Now the right card, and the trick is given away. It lies under “Last trick” until the next one is full."),
        (plays[-1]["card"],),
        (plays[-1],),
    )
    if after.game.events.get("trick") is Trick and _takes(after, by_trick := {"type": "trick", "winner": seats[0]}):
        yield Step(
            _l("Cards, tricks or totals"),
            _l(
                "Card by card the app checks every play and can prove a revoke. In a hurry, “Enter by tricks from "
                "here” in the menu asks only who takes each trick: here %(name)s took the second.",
                name=names[seats[0]],
            ),
            (_l("Enter by tricks from here"), names[seats[0]]),
            (by_trick,),
        )


def entered(fold: Fold, event: Mapping[str, Any]) -> Fold:
    after = replay.step(fold, event)
    if isinstance(after, Refusal):
        raise NotPlain(after.code)
    return after


def _takes(fold: Fold, event: Mapping[str, Any]) -> bool:
    return not isinstance(replay.step(fold, event), Refusal)


def to_play(fold: Fold) -> int:
    seats = fold.game.to_act(fold.state)
    if len(seats) != 1:
        raise NotPlain
    return seats[0]


def of_a_suit(fold: Fold) -> list[Card]:
    """Returns cards that may be led, of one suit: one for every seat, in no order, and one more."""
    offered = dict.fromkeys(event.card for event in fold.game.candidates(fold.state) if isinstance(event, Play))
    for suit in dict.fromkeys(card[1:] for card in offered):
        cards = [card for card in offered if card[1:] == suit]
        if len(cards) > len(fold.state.totals):
            return cards[len(cards) // 2 :] + cards[: len(cards) // 2]
    raise NotPlain


def card_words(card: Card) -> LazyString:
    return LazyString(card_said, card)
