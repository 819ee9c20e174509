"""What a table says is true with every option of its game: hints and turn lines are compared with the rules."""

import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

from flask import Flask

from rules_core import replay
from rules_core.events import decode
from rules_core.findings import Observer, Refusal
from rules_core.games import GAMES
from rules_core.replay import Fold
from rules_core.view import TableView
from tests.cases import each
from tests.rules.evening import Evening
from tests.rules.evenings import EVENINGS
from tests.rules.option_values import one_at_a_time
from tests.rules.tables import NAMES
from webapp.games.common import scoring
from webapp.games.common.first_hand import explained
from webapp.games.common.names import turn
from webapp.games.registry import look_of
from webapp.words.cards import card_said, suit_name
from webapp.words.turn import side_names

KINDS = {kind.game.name: kind for kind in EVENINGS}
TABLES = [
    (name, players, options)
    for name, game in GAMES.items()
    for players in game.players
    for options in one_at_a_time(game, players)
]
ENTRIES = 240
"""So many entries of a match are made: a hand with hints and more, or the end of it."""
LARGE = 20
"""A usual value of so much or more stands for nothing else in a sentence."""
FREE = ("any card", "nobody has to follow")
RULE = re.compile(r"\b[A-Z]+-V?\d+\b")


class Moment:
    """A table at one moment, what it says then, and the hand of the player who is due."""

    def __init__(self, evening: Evening) -> None:
        self.evening, self.fold, self.game = evening, evening.fold, evening.game
        self.names = NAMES[: evening.players]
        self.view: TableView = self.game.view(self.fold.state, Observer())

    def said(self) -> list[str]:
        """The sentences of the turn line, its help and the hint, without their full stops."""
        view, fold = self.view, self.fold
        line = turn(self.game.name, view, self.names)
        hint = explained(self.game.name, view, self.names, self.game.explain(fold.state, 0) if view.finished else ())
        texts = [line.line.striptags(), line.help, *((hint.text, f"({hint.rule})") if hint else ())]
        return [sentence for text in texts for sentence in re.split(r"(?<!\d)[.;?] ?", text) if sentence]

    def named(self, sentence: str) -> set[int]:
        """The seats that a sentence names."""
        return {seat for seat, name in enumerate(self.names) if re.search(rf"\b{name}\b", sentence)}

    @property
    def ahead(self) -> set[int]:
        return {seat.seat for seat in self.view.seats if seat.ahead}

    def hand(self) -> list[str]:
        """The cards of the player who is due to play one; none where nobody is or nobody knows."""
        due = self.view.phase == "play" and not self.view.hand.by_tricks and self.evening.hands
        return self.evening.hands[self.view.to_act[0]] if due else []

    def legal(self) -> list[str]:
        """What of that hand may be played, asked card by card once the hand is known."""
        (seat,), hand = self.view.to_act, self.hand()
        known = replay.step(self.fold, {"type": "hand", "seat": seat, "cards": hand})
        assert isinstance(known, Fold)
        return [card for card in hand if self._is_taken(known, seat, card)]

    def _is_taken(self, known: Fold, seat: int, card: str) -> bool:
        raw = {"type": "play", "seat": seat, "card": card, **({"joker": "win"} if card == "X" else {})}
        event = decode(raw, known.events)
        assert not isinstance(event, Refusal)
        return known.game.judge(known.state, event, known.seq) is None


def moments(game: str, players: int, options: dict[str, Any]) -> Iterator[Moment]:
    evening = KINDS[game](random.Random(7), players, options)
    yield Moment(evening)
    while evening.phase != "over" and len(evening.log) < ENTRIES:
        evening.act()
        yield Moment(evening)


@each("game players options", TABLES)
def test_a_table_says_what_the_rules_say_and_speaks_of_its_own_options_alone(
    app: Flask, game: str, players: int, options: dict[str, Any]
) -> None:
    words, usual = look_of(game).options, GAMES[game].options()
    chosen = {rule for name in options for rule in words[name].rules}
    numbers = [str(getattr(usual, name)) for name in options if _is_large(getattr(usual, name))]
    with app.test_request_context():
        for now in moments(game, players, options):
            said = now.said()
            for sentence in said:
                _who_is_ahead(now, sentence)
                _who_took_it(now, sentence)
            if now.hand():
                _what_may_be_played(now, said)
            _of_its_own_options(now, said, chosen, numbers)


def _who_is_ahead(now: Moment, sentence: str) -> None:
    if re.search(r"\bahead\b|Joker wins", sentence):
        assert now.named(sentence) <= now.ahead, sentence


def _who_took_it(now: Moment, sentence: str) -> None:
    last = now.view.last_trick
    if " took " not in sentence or last is None:
        return
    assert now.named(sentence) == {last.winner}, sentence
    if " with the " in sentence:
        (card,) = [played.card for played in last.cards if played.seat == last.winner]
        assert card_said(card) in sentence


def _what_may_be_played(now: Moment, said: list[str]) -> None:
    """The line names who is due; whether the suit must be followed is as `legal` and `judge` have it."""
    hand, legal = now.hand(), now.legal()
    seat = now.view.to_act[0]
    assert now.named(said[0]) == {seat}
    assert now.game.legal(now.fold.state, seat, tuple(hand)) == sorted(set(legal))
    if any(free in sentence.lower() for sentence in said for free in FREE) and now.view.led_suit:
        assert sorted(legal) == sorted(hand), said
    for suit in [suit for suit in "CDHS" if f"Follow {suit_name(suit)}" in " ".join(said)]:
        spit = getattr(now.view.extra, "little_spit", None)
        of_suit = [card for card in hand if card[-1] == suit and card != spit]
        assert not of_suit or {card[-1] for card in legal if card not in ("X", spit)} == {suit}, said


def _of_its_own_options(now: Moment, said: list[str], chosen: set[str], numbers: list[str]) -> None:
    """It cites no rule of an option that it does not play with, and says no usual number where it has another one."""
    texts = [*said, *_goals(now)]
    cited = {rule for text in texts for rule in RULE.findall(text)}
    cited |= {line.rule for line in _lines(now.fold) if line.rule}
    assert {rule for rule in cited if "-V" in rule} <= chosen
    assert [text for text in texts for number in numbers if re.search(rf"\b{number}\b", text)] == []


def _is_large(usual: Any) -> bool:
    return isinstance(usual, int) and usual >= LARGE


def _goals(now: Moment) -> list[str]:
    sides: Sequence[str] = side_names(now.names, len(now.view.totals))
    return [scoring.goal(goal, sides) for goal in now.game.goals(now.fold.state)]


def _lines(fold: Fold) -> list[Any]:
    return list(fold.game.explain(fold.state, len(fold.state.finished) - 1)) if fold.state.finished else []
