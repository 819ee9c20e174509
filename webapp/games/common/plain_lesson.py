"""Guide and lesson of a game that brings none, from what its rules take: a trick, a hand, its rule book."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any

from flask_babel import LazyString

from rules_core import replay
from rules_core.cards import RANKS, Card
from rules_core.events import Play, Trick, encode
from rules_core.findings import Refusal
from rules_core.games import GAMES
from rules_core.replay import Fold
from rules_core.trick_rules import TrickRules
from webapp.games.common.lesson import (
    UNDO,
    Guide,
    Ladder,
    Lesson,
    LessonStep,
    Raw,
    Rung,
    Tap,
    Told,
    Wrong,
    begun,
    deal,
    play,
)
from webapp.games.look import Look
from webapp.games.registry import look_of
from webapp.http.language import lazy_gettext as _l
from webapp.words.cards import card_said
from webapp.words.rulebook import Rule

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
        return look.guide or _made_guide(game)
    except NotPlain:
        return None


def _made_guide(game: str) -> Guide:
    """Returns the guide of a game in which the deal is followed by a card of every seat. Raises NotPlain."""
    names = names_for(game)
    fold = entered(begun(game, names), deal(0))
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
) -> Iterator[LessonStep]:
    said = [{"name": names[seat], "card": card_words(each["card"])} for seat, each in zip(seats, plays, strict=True)]
    yield LessonStep(
        _l("The deal and a lead"),
        _l("%(dealer)s has dealt, and %(name)s leads: %(card)s. Tap the card.", dealer=names[0], **said[0]),
        (names[0], plays[0]["card"]),
        (deal(0), plays[0]),
    )
    if plays[1:-1]:
        yield LessonStep(
            _l("Following suit"),
            _l("%(name)s follows with %(card)s. The ring shows whose card is ahead.", **said[1]),
            tuple(each["card"] for each in plays[1:-1]),
            tuple(plays[1:-1]),
        )
    yield LessonStep(
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
    yield LessonStep(
        _l("The trick is full"),
        _l("Now the right card, and the trick is given away. It lies under “Last trick” until the next one is full."),
        (plays[-1]["card"],),
        (plays[-1],),
    )
    if after.game.events.get("trick") is Trick and _takes(after, by_trick := {"type": "trick", "winner": seats[0]}):
        yield LessonStep(
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


PLAYS_TRIED = 120
"""A sample hand that is not over by then is left out."""
RULES_TOLD = 3


def lesson_of(game: str) -> Lesson:
    """Returns how a game is learned: its own lesson, else one made from its data."""
    return _lesson(game, look_of(game))


@lru_cache(32)
def _lesson(game: str, look: Look) -> Lesson:
    return look.lesson or _made(game, {rule.number: rule for rule in look.rulebook}, look)


def _made(game: str, book: dict[str, Rule], look: Look) -> Lesson:
    rules = GAMES[game]
    if isinstance(rules, TrickRules):
        try:
            return _of_tricks(game, rules, book, look)
        except NotPlain:
            pass
    return Lesson(
        game=game,
        players=names_for(game),
        aim=_l(look.about),
        goal=next(iter(book.values())).text,
        mistakes=tuple(_told(rule) for rule in islice(book.values(), 1, 1 + RULES_TOLD)),
        listed=_l("What holds"),
    )


def _of_tricks(game: str, rules: TrickRules[Any], book: dict[str, Rule], look: Look) -> Lesson:
    names, cited = names_for(game), rules.rules
    dealt = entered(begun(game, names), deal(0))
    cards = of_a_suit(dealt)
    fold, taps = dealt, list[Tap]()
    for card in cards[: len(names)]:
        seat = to_play(fold)
        fold = entered(fold, play(seat, card))
        words = _l("%(name)s leads %(card)s.", name=names[seat], card=card_words(card))
        if taps:
            words = _l("%(name)s follows with %(card)s.", name=names[seat], card=card_words(card))
        taps.append(Tap(Told(words, cited.turn if taps else cited.lead), (play(seat, card),)))
    wrong, broken = _wrong(dealt, taps, set(cards))
    told = dict.fromkeys(number for number in (broken, cited.score, cited.end) if number in book)
    size = rules.hand_size(len(names))
    return Lesson(
        game=game,
        players=names,
        aim=_l(look.about),
        goal=_l(
            "Each of %(players)s players gets %(cards)s cards. %(score)s",
            players=len(names),
            cards=size,
            score=book[cited.score].text,
        ),
        ladders=(Ladder((Rung(_from_the_top(rules.cards[len(names)], cards[0]), _l("A suit"), _l("From the top.")),)),),
        before=(deal(0),),
        taps=taps,
        why=Told(book[cited.take].text, cited.take),
        wrong=wrong,
        hand=(deal(0), *_hand(dealt)),
        scored=_l("One hand, as its rules count it."),
        counted=Told(book[cited.end].text, cited.end),
        mistakes=tuple(_told(book[number]) for number in told),
        listed=_l("What holds"),
    )


def _told(rule: Rule) -> Told:
    return Told(rule.text, rule.number, rule.title)


def _from_the_top(cards: tuple[Card, ...], like: Card) -> tuple[Card, ...]:
    suit = {card for card in cards if card[1:] == like[1:]}
    return tuple(sorted(suit, key=lambda card: RANKS.index(card[0]), reverse=True))


def _wrong(dealt: Fold, taps: list[Tap], played: set[Card]) -> tuple[Wrong | None, str | None]:
    """Returns a card off the suit from a hand that is known to hold one of it, and the rule that refuses it."""
    (event,) = taps[1].events
    rules, own = dealt.game, event["card"]
    others = [card for card in rules.cards[dealt.state.players] if card not in played and card[1:] != own[1:]]
    held = [own, *others[: rules.cards_held(dealt.state, event["seat"]) - 1]]
    known: Raw = {"type": "hand", "seat": event["seat"], "cards": held}
    wrong = Wrong(1, play(event["seat"], others[0]), (known,))
    try:
        led = entered(entered(dealt, known), taps[0].events[0])
    except NotPlain:
        return None, None
    refusal = replay.step(led, wrong.event)
    return (wrong, refusal.rule) if isinstance(refusal, Refusal) else (None, None)


def _hand(fold: Fold) -> Iterator[Raw]:
    """Yields the first play that is offered, again and again, until the hand is over. Raises NotPlain."""
    for _play in range(PLAYS_TRIED):
        if fold.state.finished:
            return
        event = next((each for each in fold.game.candidates(fold.state) if isinstance(each, Play)), None)
        if event is None:
            raise NotPlain
        yield (raw := encode(event))
        fold = entered(fold, raw)
    raise NotPlain
