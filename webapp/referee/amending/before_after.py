"""Scores and hands before and after an amendment."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from markupsafe import Markup

from rules_core import findings as rules
from rules_core.game import Game
from rules_core.replay import Fold, nodes, state_before
from rules_core.tricks import Played
from rules_core.view import TableView
from webapp.games.common.names import hand_number
from webapp.games.common.proofs import proof_title
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.words.hand_kit import NOT_YET, Names
from webapp.words.phrases import joined, number
from webapp.words.refusal_facts import contradiction_title
from webapp.words.turn import side_names, sides_said

Key = tuple[int, int, str]
"""The group of a fact, its number there (a trick, a seat, a side), and which of several it is."""
DEALER, SETTLED, TRICKS, OUTCOME, POINTS, BREACHES, TURN, TOTALS, END = range(9)


class Fact(NamedTuple):
    """What it is about, and how it stands; `absent_before` and `absent_after` stand for it where there is none."""

    what: str
    said: Markup | str
    absent_before: str = NOT_YET
    absent_after: str = NOT_YET


Facts = dict[Key, Fact]


def hand_facts(game: Game[Any], state: Any, done: Any, names: Names) -> Facts:
    """Returns the facts of a hand: of its newest state while it was played, and of its summary; either may be None."""
    facts, look, hand = Facts(), look_of(game.name).hand_facts, state.hand if state else None
    dealer = getattr(done or hand, "dealer", None)
    if dealer is not None:
        facts[(DEALER, 0, "")] = Fact(_("Dealer"), names[dealer])
    for at, (what, said) in enumerate(look.settled(hand, done, names)):
        facts[(SETTLED, at, "")] = Fact(what, said)
    facts |= _tricks(game, state, done, names, look.taken_by)
    if done is not None:
        for at, (what, said) in enumerate(look.outcome(done, names)):
            facts[(OUTCOME, at, "")] = Fact(what, said)
        sides = side_names(names, len(done.points))
        for side, points in enumerate(done.points):
            facts[(POINTS, side, "")] = Fact(_("%(name)s: points", name=sides[side]), number(points))
    return facts


def _tricks(game: Game[Any], state: Any, done: Any, names: Names, taken_by: str) -> Facts:
    """Who led and who took each trick, or what stands for one; nobody, where its cards were thrown out."""
    tricks = game.tricks(state) if done is None else game.tricks_of(done)
    facts: Facts = {}
    for at, trick in enumerate(tricks, 1):
        first = trick.cards[0] if trick.cards else None
        if isinstance(first, Played):
            facts[(TRICKS, at, "led")] = Fact(_("Trick %(number)s is led by", number=at), names[first.seat])
        winner = _("nobody") if trick.winner is None else names[trick.winner]
        facts[(TRICKS, at, "won")] = Fact(_(taken_by, number=at), winner)
    return facts


TOGETHER = (POINTS, TOTALS)
"""Facts that are all shown as soon as one of them has changed."""


@dataclass(frozen=True)
class Comparison:
    what: str
    before: Markup | str
    after: Markup | str

    @property
    def changed(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True)
class Section:
    """The lines about one hand, or about the match."""

    title: str
    rows: list[Comparison]


@dataclass(frozen=True)
class Side:
    """One of the two tables as somebody may see it; `whole`: all its entries fit.

    `open`: the places of the log that this viewer may look at now, None: all. Only a breach that rests on these is
    told, and nothing of what a hand comes to before it is over: what is only tried opens nothing (GEN-5).
    """

    fold: Fold
    looking: rules.Viewer
    names: Sequence[str]
    whole: bool = True
    open: Container[int] | None = None

    @property
    def view(self) -> TableView:
        view: TableView = self.fold.game.view(self.fold.state, self.looking)
        return view

    def shows(self, *places: int) -> bool:
        """Tells whether what rests on these places of the log may be told."""
        return self.open is None or all(place in self.open for place in places)


def compared(before: Side, after: Side) -> list[Section]:
    """Returns what differs. Of a table that breaks off only what there is of it is compared."""
    old, new = _hands(before), _hands(after)
    if after.open is not None:
        _close(new.get(len(before.fold.state.finished) + 1, {}), OUTCOME, POINTS)
    found = [
        Section(
            hand_number(before.fold.header.game, hand), _rows(old.get(hand, {}), new.get(hand, {}), whole=after.whole)
        )
        for hand in sorted(old.keys() | new.keys())
    ]
    if after.whole:
        match, then = _match(before), _match(after)
        if after.open is not None and len(after.fold.state.finished) > len(before.fold.state.finished):
            _close(match, TOTALS, END)
            _close(then, TOTALS, END)
        found.append(Section(_("The match"), _rows(match, then, whole=True)))
    return [section for section in found if section.rows]


def _close(facts: Facts, *groups: int) -> None:
    for key in [key for key in facts if key[0] in groups]:
        del facts[key]


def _rows(old: Facts, new: Facts, *, whole: bool) -> list[Comparison]:
    keys = sorted(old.keys() | new.keys() if whole else new.keys())
    rows = [(key, _row(old.get(key), new.get(key))) for key in keys]
    changed = {key[0] for key, row in rows if row.changed}
    return [row for key, row in rows if row.changed or (key[0] in TOGETHER and key[0] in changed)]


def _row(old: Fact | None, new: Fact | None) -> Comparison:
    fact = new or old
    assert fact is not None  # the key stands in one of the two
    return Comparison(fact.what, old.said if old else fact.absent_before, new.said if new else fact.absent_after)


def _hands(side: Side) -> dict[int, Facts]:
    states = enumerate(_states(side.fold), 1)
    return {hand: hand_facts(side.fold.game, state, done, side.names) for hand, (state, done) in states}


def _states(fold: Fold) -> Iterator[tuple[Any, Any]]:
    """Yields for each hand the newest state while it was played, and its summary; None where there is none."""
    last: dict[int, Any] = {}
    for node in nodes(fold):
        done = len(state_before(fold, node).finished)
        if len(node.state.finished) == done:
            last[done] = node.state
    finished = fold.state.finished
    for at in range(max(len(finished), max(last, default=-1) + 1)):
        yield last.get(at), finished[at] if at < len(finished) else None


def _match(side: Side) -> Facts:
    """How the match stands: breaches, whose turn it is, totals, the end."""
    view, facts = side.view, {}
    for found in view.infractions:
        if not side.shows(found.event, found.proof):
            continue
        title = proof_title(side.fold, found, side.names)
        facts[(BREACHES, found.event, found.code)] = Fact(title, _("proven"), _("not proven"), _("withdrawn"))
    if view.contradiction is not None and side.shows(*view.contradiction.plays):
        facts[(BREACHES, -1, "")] = Fact(contradiction_title(view.contradiction), _("shown"), _("no"), _("withdrawn"))
    if view.to_act:
        facts[(TURN, 0, "")] = Fact(_("Next"), joined([side.names[seat] for seat in view.to_act]))
    sides, write = side_names(side.names, len(view.totals)), look_of(side.fold.header.game).total_said
    for at, total in enumerate(view.totals):
        facts[(TOTALS, at, "")] = Fact(_("%(name)s in all", name=sides[at]), write(total))
    won = _("won by %(names)s", names=sides_said([sides[at] for at in view.winners])) if view.winners else _("goes on")
    facts[(END, 0, "")] = Fact(_("The match"), won)
    return facts
