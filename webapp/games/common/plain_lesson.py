"""Lesson of a game that brings none: from its cards, a trick and a hand that its rules take, and its rule book."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from rules_core import replay
from rules_core.cards import RANKS, Card
from rules_core.events import Play, encode
from rules_core.findings import Refusal
from rules_core.games import GAMES
from rules_core.record import Header
from rules_core.replay import Fold
from rules_core.trick_rules import TrickRules
from webapp.games.common.lesson import Ladder, Lesson, Raw, Rung, Tap, Told, Wrong, deal, play
from webapp.games.common.plain_guide import NotPlain, card_words, entered, names_for, of_a_suit, to_play
from webapp.games.look import Look
from webapp.games.registry import look_of
from webapp.http.language import lazy_gettext as _l
from webapp.words.rulebook import Rule

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
    begun = entered(replay.begin(Header(game, names, {})), deal(0))
    cards = of_a_suit(begun)
    fold, taps = begun, list[Tap]()
    for card in cards[: len(names)]:
        seat = to_play(fold)
        fold = entered(fold, play(seat, card))
        words = _l("%(name)s leads %(card)s.", name=names[seat], card=card_words(card))
        if taps:
            words = _l("%(name)s follows with %(card)s.", name=names[seat], card=card_words(card))
        taps.append(Tap(Told(words, cited.turn if taps else cited.lead), (play(seat, card),)))
    wrong, broken = _wrong(begun, taps, set(cards))
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
        hand=(deal(0), *_hand(begun)),
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


def _wrong(begun: Fold, taps: list[Tap], played: set[Card]) -> tuple[Wrong | None, str | None]:
    """Returns a card off the suit from a hand that is known to hold one of it, and the rule that refuses it."""
    (event,) = taps[1].events
    rules, own = begun.game, event["card"]
    others = [card for card in rules.cards[begun.state.players] if card not in played and card[1:] != own[1:]]
    held = [own, *others[: rules.cards_held(begun.state, event["seat"]) - 1]]
    known: Raw = {"type": "hand", "seat": event["seat"], "cards": held}
    wrong = Wrong(1, play(event["seat"], others[0]), (known,))
    try:
        led = entered(entered(begun, known), taps[0].events[0])
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
