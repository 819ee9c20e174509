"""Lesson and guide of a game: texts, a sample hand with its taps, common mistakes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import LazyString

from rules_core import replay
from rules_core.cards import Card
from rules_core.findings import Refusal
from rules_core.record import Header
from rules_core.replay import Fold
from webapp.http.language import lazy_gettext as _l

Raw = Mapping[str, Any]
Words = str | LazyString
"""A plain one is the same in every language."""


@dataclass(frozen=True)
class LessonStep:
    """One moment: the entries since the one before, the keys tapped for it, and a short caption.

    A key shows a card, a rank or a suit, given by its letters, or else words.
    """

    title: Words
    caption: Words
    keys: tuple[Words, ...]
    events: tuple[Raw, ...]


@dataclass(frozen=True)
class Guide:
    """How a game is entered, told with one sample hand."""

    game: str
    players: tuple[str, ...]
    steps: Sequence[LessonStep]

    def moments(self) -> Iterator[tuple[LessonStep, Fold]]:
        """Yields each step with the table after it.

        The sample is folded by the rules themselves, so that a guide can show nothing that they would refuse.
        """
        fold = begun(self.game, self.players)
        for step in self.steps:
            fold = _after(fold, step.events)
            yield step, fold


def begun(game: str, players: tuple[str, ...]) -> Fold:
    """Returns a sample before its first entry."""
    return replay.begin(Header(game, players, {}))


def _after(fold: Fold, events: Sequence[Raw]) -> Fold:
    for raw in events:
        after = replay.step(fold, raw)
        if isinstance(after, Refusal):
            raise RuntimeError(f"the sample of {fold.game.name} does not fold at event {fold.seq}: {after.code}")
        fold = after
    return fold


def play(seat: int, card: str, **said: Any) -> Raw:
    return {"type": "play", "seat": seat, "card": card, **said}


def deal(dealer: int) -> Raw:
    return {"type": "deal", "dealer": dealer}


UNDO: Raw = {"type": "undo"}
FROM_THE_TOP = _l("Which card beats which, from the top")
MISTAKES = _l("What beginners get wrong")


@dataclass(frozen=True)
class Rung:
    """Cards that belong together, the strongest first; or else `pictures` of the game, by their ids."""

    cards: tuple[Card, ...]
    title: Words
    text: Words = ""
    pictures: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ladder:
    """Rungs below each other; `falls`: the cards on each beat all on those below."""

    rungs: tuple[Rung, ...]
    title: Words = FROM_THE_TOP
    falls: bool = True


@dataclass(frozen=True)
class Told:
    """A sentence or two with the rule behind them."""

    text: Words
    rule: str
    title: Words = ""


@dataclass(frozen=True)
class Tap:
    """The cards laid with one tap, and their meaning."""

    told: Told
    events: tuple[Raw, ...]


@dataclass(frozen=True)
class Wrong:
    """An entry that the rules refuse after the first `laid` taps, with the entries `known` before them.

    What is said of it are the words of the refusal; `when` says when that is, where it needs saying.
    """

    laid: int
    event: Raw
    known: tuple[Raw, ...] = ()
    when: Words = ""


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """Lesson before the first hand. Samples are folded by the rules, so that none can be wrong.

    `before` is what is entered before the first tap, `why` says why the trick is taken; `hand` is the hand that is
    scored, from its deal, `scored` what is said of it, `counted` what else scores. `listed` is the title of
    the mistakes.
    """

    game: str
    players: tuple[str, ...]
    aim: Words
    goal: Words
    ladders: Sequence[Ladder] = ()
    before: tuple[Raw, ...] = ()
    taps: Sequence[Tap] = ()
    why: Told | None = None
    wrong: Wrong | None = None
    hand: tuple[Raw, ...] = ()
    scored: Words = ""
    counted: Told | None = None
    mistakes: Sequence[Told] = ()
    listed: Words = MISTAKES

    def moments(self) -> Iterator[Fold]:
        """Yields the table before the first tap and after each."""
        fold = _after(begun(self.game, self.players), self.before)
        yield fold
        for tap in self.taps:
            fold = _after(fold, tap.events)
            yield fold

    def refused(self) -> Refusal | None:
        """Returns why the rules do not take the wrong entry."""
        if self.wrong is None:
            return None
        laid = (event for tap in self.taps[: self.wrong.laid] for event in tap.events)
        fold = _after(begun(self.game, self.players), (*self.before, *self.wrong.known, *laid))
        refusal = replay.step(fold, self.wrong.event)
        if not isinstance(refusal, Refusal):
            raise RuntimeError(f"the wrong entry of {self.game} is taken")
        return refusal

    def scored_hand(self) -> Fold | None:
        return _after(begun(self.game, self.players), self.hand) if self.hand else None

    def rules(self) -> Iterator[str]:
        told = (*(tap.told for tap in self.taps), self.why, self.counted, *self.mistakes)
        yield from (one.rule for one in told if one is not None)
