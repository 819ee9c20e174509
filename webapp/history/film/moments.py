"""Moments of a match, one an entry, in words, and the marks among them: breaches, disputes, rulings, corrections."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

from flask import request
from markupsafe import Markup

from rules_core import replay
from rules_core.events import Ruling
from rules_core.findings import Contradiction
from rules_core.game import Game
from rules_core.replay import Fold, Node, state_before
from webapp.games.common.names import Sentence, hand_number, trick_number
from webapp.games.common.proofs import proof_title
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.steps import in_steps
from webapp.pages.entry_location import entry_with_source
from webapp.pages.table_page import links
from webapp.table.desk import Dispute
from webapp.table.snapshot import Snapshot, seen_by
from webapp.table.viewer import Viewer
from webapp.telling.told import is_amended
from webapp.words.cases import contradiction_title
from webapp.words.phrases import by_name

START = "start"
"""The table before its first entry."""
NAME = re.compile(r"(0|[1-9]\d{0,8})(?:\.([1-9]\d{0,3}))?")
Kind = Literal["revoke", "proof", "contradiction", "dispute", "ruling", "amended"]


@dataclass(frozen=True)
class Moment:
    """The table after the event of `node`, None: before the first; `hand` and `trick` are numbers, 0: before any.

    `name` is what its address says: the place in the log, `12`, and `12.1`, `12.2` where further events share it.
    """

    name: str
    node: Node | None
    hand: int
    trick: int

    @property
    def place(self) -> int:
        """The place in the log, -1 before the first event."""
        return -1 if self.node is None else self.node.index


def moments(fold: Fold) -> list[Moment]:
    """Returns all moments of a record, the one before its first event included."""
    found, shared = [Moment(START, None, 1, 0)], Counter[int]()
    for node in in_steps(replay.nodes(fold)):
        further = shared[node.index]
        shared[node.index] += 1
        name = f"{node.index}.{further}" if further else str(node.index)
        found.append(Moment(name, node, *_where(fold.game, state_before(fold, node), node.state)))
    return found


@dataclass(frozen=True)
class Part:
    """The moments of one trick, or those before the first one: trick 0. `winner` took it, if anybody has."""

    hand: int
    trick: int
    moments: tuple[Moment, ...]
    winner: int | None


def state_at(fold: Fold, moment: Moment) -> Any:
    """Returns the state of a moment. Show it only through the game's view."""
    return fold.opening if moment.node is None else moment.node.state


def is_name(text: str) -> bool:
    """Tells whether a moment could have this name."""
    return text == START or NAME.fullmatch(text) is not None


def nearest(found: Sequence[Moment], name: str) -> Moment:
    """Returns the moment that stands at this name or last before it."""
    parts = NAME.fullmatch(name)
    place = int(parts[1]) if parts else -1
    return [moment for moment in found if moment.place <= place][-1]


def start_of(fold: Fold, hand: int) -> Moment | None:
    """Returns where a hand begins, None where there is no such hand."""
    return next((moment for moment in moments(fold) if moment.hand == hand and moment.node is not None), None)


def parts(game: Game[Any], found: Sequence[Moment]) -> list[Part]:
    """Returns the tricks of these moments, and what was entered before the first of each hand."""
    runs = [tuple(run) for _key, run in groupby(found, key=part_of)]
    return [Part(run[0].hand, run[0].trick, run, _winner(game, run[-1])) for run in runs]


def part_of(moment: Moment) -> tuple[int, int]:
    """Returns the numbers of the hand and the trick."""
    return moment.hand, moment.trick


def adjacent_start(found: Sequence[Moment], here: Moment, of: Callable[[Moment], Any], step: int) -> Moment | None:
    """Returns the start of the next part (`step` 1), or of this or the previous one (-1); None at the ends.

    `of` returns the part of a moment: its hand or its trick.
    """
    starts = [at for at, moment in enumerate(found) if not at or of(found[at - 1]) != of(moment)]
    here_at = found.index(here)
    to = bisect_right(starts, here_at) - 1
    if step > 0 or starts[to] == here_at:
        to += step
    return found[starts[to]] if 0 <= to < len(starts) else None


def _where(game: Game[Any], before: Any, after: Any) -> tuple[int, int]:
    if before.hand is None and after.hand is None:
        return max(1, len(before.finished)), 0
    if len(after.finished) > len(before.finished) and not game.tricks_of(after.finished[-1]):
        return len(before.finished) + 1, 0  # entered as totals: it has no tricks
    return len(before.finished) + 1, game.trick_number(before)


def _winner(game: Game[Any], moment: Moment) -> int | None:
    if moment.node is None or not moment.trick:
        return None
    tricks = game.tricks_in(moment.node.state, moment.hand)
    return tricks[moment.trick - 1].winner if moment.trick <= len(tricks) else None


_HAND_BACK = Sentence(_l("Previous hand"), _l("Previous round"), _l("Previous battle"))
_HAND_ON = Sentence(_l("Next hand"), _l("Next round"), _l("Next battle"))
_TRICK_BACK = Sentence(_l("Previous trick"), battle=_l("Previous skirmish"))
_TRICK_ON = Sentence(_l("Next trick"), battle=_l("Next skirmish"))
_HAND = Sentence(_l("hand"), _l("Round"), _l("Battle"))
_TRICK = Sentence(_l("Trick"), battle=_l("Skirmish"))
_OPENS = Sentence(
    _l("%(hand)s is under way: it opens when the hand ends."),
    _l("%(hand)s is under way: it opens when the round ends."),
    _l("%(hand)s is under way: it opens when the battle ends."),
)
_TOOK = Sentence(_l("%(name)s took trick %(number)s"), battle=_l("%(name)s took skirmish %(number)s"))
_BEFORE = Sentence(_l("Before the first trick"), battle=_l("Before the first skirmish"))


def step_names(game: str) -> dict[str, str]:
    """Returns names and labels of the keys that skip a trick or a hand."""
    return {
        "hand_back": _HAND_BACK(game),
        "hand_on": _HAND_ON(game),
        "trick_back": _TRICK_BACK(game),
        "trick_on": _TRICK_ON(game),
        "hand": _HAND(game).capitalize(),
        "trick": _TRICK(game),
    }


def opens_later(game: str, number: int) -> str:
    """Returns that the hand under way is closed, and until when."""
    return _OPENS(game, hand=hand_number(game, number))


def part_said(game: str, trick: int, winner: int | None, names: Sequence[str]) -> str:
    """Returns the name of a trick and its winner: *Ben took trick 3*."""
    if not trick:
        return _BEFORE(game)
    if winner is None:
        return trick_number(game, trick)
    return _TOOK(game, name=names[winner], number=trick)


def position(at: int, of: int) -> str:
    """Returns *Moment 12 of 56*."""
    return _("Moment %(at)s of %(of)s", at=at, of=of)


@dataclass(frozen=True)
class Mark:
    """Something that happened at a place of the log; `case` is the page about it, if there is one."""

    kind: Kind
    place: int
    text: str | Markup
    case: str | None = None


def marks(now: Snapshot, viewer: Viewer) -> list[Mark]:
    """Returns the markers that this viewer may see, in the order of the log."""
    found = (*_proven(now, viewer), *_contradictions(now), *_disputes(now), *_of_entries(now))
    return sorted(found, key=lambda mark: mark.place)


def _proven(now: Snapshot, viewer: Viewer) -> Iterator[Mark]:
    for found in seen_by(now, viewer, desk=True).infractions:
        title, case = proof_title(now.fold, found, now.table.players), f"{_table(now)}/revokes/{found.event}"
        yield Mark("revoke", found.event, title, case)
        if found.proof != found.event:
            yield Mark("proof", found.proof, _("Proven here: %(what)s", what=title), case)


def _contradictions(now: Snapshot) -> Iterator[Mark]:
    for found in dict.fromkeys(_found(now.fold)):
        yield Mark("contradiction", found.plays[-1], contradiction_title(found))


def _found(fold: Fold) -> Iterator[Contradiction]:
    proven = {found.event for found in fold.game.infractions(fold.state)}
    ends = [node for node in replay.nodes(fold) if _ends_a_hand(node)]
    left = [_left_open(fold.game, node) for node in ends]
    yield from (found for found in left if found is not None and proven.isdisjoint(found.plays))
    if (found := fold.game.contradiction(fold.state)) is not None:
        yield found


def _left_open(game: Game[Any], end: Node) -> Contradiction | None:
    """Returns the contradiction at the end of this hand: as it stands now, or before its last card."""
    left = game.contradiction(end.state)
    return left or (None if end.before is None else game.contradiction(end.before.state))


def _ends_a_hand(node: Node) -> bool:
    return node.before is not None and len(node.state.finished) > len(node.before.state.finished)


def _disputes(now: Snapshot) -> Iterator[Mark]:
    for dispute in now.desk.disputes:
        place = _place_of(now, dispute)
        if place is not None:
            text = _("Dispute %(number)s, opened by %(name)s", number=dispute.number, name=by_name(dispute.by))
            yield Mark("dispute", place, text, f"{_table(now)}/disputes/{dispute.number}")


def _place_of(now: Snapshot, dispute: Dispute) -> int | None:
    """Where it stands: with its entry, or where its hand begins."""
    if dispute.about is not None or dispute.hand is None:
        return dispute.about
    begins = start_of(now.fold, dispute.hand)
    return None if begins is None else begins.place


def _of_entries(now: Snapshot) -> Iterator[Mark]:
    seen: set[int] = set()
    for node in replay.nodes(now.fold):
        if isinstance(node.event, Ruling):
            # It is looked for where the play is that it was about; where it was made, the entry itself says it.
            yield Mark("ruling", node.event.event, entry_with_source(now, node))
        elif is_amended(node) and node.index not in seen:
            seen.add(node.index)
            text = Markup("%s: %s") % (_("Corrected"), entry_with_source(now, node))
            yield Mark("amended", node.index, text)


def _table(now: Snapshot) -> str:
    return links(now.table.id, now.table.game, request.script_root).table
