"""Folds a log of events into the state of a table: step by step, undone, amended (record, sections 2 and 3).

A `Fold` is frozen and shares everything with the fold before it, so a step costs the same in the first trick and in
the last hand, and folding may go on from an older fold.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, TypeAlias

from msgspec import Struct, structs

from rules_core import record
from rules_core.events import Amend, Change, Event, EventTypes, Undo, decode, played_with, types
from rules_core.findings import Malformed, Refusal
from rules_core.game import Game
from rules_core.record import Header

Raw: TypeAlias = Mapping[str, Any]

LOG_EVENTS = types(Undo, Amend)
"""The events that are about other events of the log, which every table knows."""
_AFTER_THE_END = ("undo", "amend", "adjust", "ruling")


class Node(Struct, frozen=True):
    """An event that stands, the state after it, and the one before it.

    `index` is its place in the log; `entered` the place of the entry that made it what it is, which is an amendment
    where it was changed.
    """

    index: int
    event: Event
    state: Any
    before: "Node | None"
    entered: int


class Fold(Struct, frozen=True):
    """A table after `seq` events of its log; `top` is the newest that still stands.

    `events` are those that it knows, by what the game and its options say.
    `refolded` is how many events its amendments have gone through so far: what they cost in addition to the log.
    """

    game: Game[Any]
    header: Header
    opening: Any
    events: EventTypes
    seq: int = 0
    top: Node | None = None
    refolded: int = 0

    @property
    def state(self) -> Any:
        """The game's state as it stands."""
        return self.opening if self.top is None else self.top.state


class Misfit(Struct, frozen=True):
    """An entry that the rules no longer take once what came before it is changed.

    `index` is its place in the log, `nth` tells which of the entries there it is.
    """

    index: int
    nth: int
    entry: Event | Raw
    refusal: Refusal


class Trial(Struct, frozen=True):
    """The result of an amendment: the table without the entries that no longer fit, and these.

    `waiting` counts the entries that were not looked at any more. Where nothing is a misfit the amendment is taken, and
    `fold` is the table after it.
    """

    fold: Fold
    misfits: tuple[Misfit, ...] = ()
    waiting: int = 0


def begin(header: Header) -> Fold:
    """Returns the table before its first event. Raises `Malformed` where the header breaks section 1."""
    record.check_edition(header.edition)
    game = record.game_of(header)
    record.check_players(header)
    options = record.options_of(header)
    return Fold(game, header, game.start(len(header.players), options), played_with(game.events, options))


def step(fold: Fold, entry: Event | Raw) -> Fold | Refusal:
    """Returns the table after one more event, or why the rules do not take it."""
    if _kind(entry) not in ("undo", "amend"):
        top = _stand(fold, fold.top, fold.seq, entry, fold.seq)
        return top if isinstance(top, Refusal) else _grown(fold, top)
    match entry if isinstance(entry, Event) else decode(entry, LOG_EVENTS):
        case Refusal() as refusal:
            return refusal
        case Amend() as amend:
            return _amend(fold, amend)
        case _:
            return _undo(fold)


def standing(fold: Fold) -> list[tuple[int, Event]]:
    """Returns the events that stand, oldest first, each with its place in the log."""
    return [(node.index, node.event) for node in nodes(fold)]


def nodes(fold: Fold) -> list[Node]:
    """Returns the events that stand with the states after them, oldest first."""
    return _since(fold, 0)[1]


def nodes_at(fold: Fold, places: Collection[int]) -> list[Node]:
    """Returns the events that stand at these places of the log, oldest first; no older ones are gone through."""
    return [node for node in _since(fold, min(places))[1] if node.index in places] if places else []


def state_before(fold: Fold, node: Node) -> Any:
    """Returns the state before an event that stands."""
    return fold.opening if node.before is None else node.before.state


def at(fold: Fold, node: Node | None) -> Fold:
    """Returns the table as it stood after an event that stands, None: before the first."""
    return structs.replace(fold, top=node)


def _since(fold: Fold, first: int) -> tuple[Node | None, list[Node]]:
    found = []
    node = fold.top
    while node is not None and node.index >= first:
        found.append(node)
        node = node.before
    return node, found[::-1]


def _stand(fold: Fold, top: Node | None, index: int, entry: Event | Raw, entered: int) -> Node | Refusal:
    game, state = fold.game, fold.opening if top is None else top.state
    if game.phase(state) == "over" and _kind(entry) not in _AFTER_THE_END:
        return Refusal("game-over")
    event = entry if isinstance(entry, Event) else decode(entry, fold.events)
    if isinstance(event, Refusal):
        without = fold.game.events.get(event.facts.get("type", ""))
        return structs.replace(event, facts={**event.facts, "option": without.option}) if without else event
    refusal = game.judge(state, event, index)
    return refusal or Node(index, event, game.apply(state, event, index), top, entered)


def _kind(entry: Event | Raw) -> Any:
    return entry.__struct_config__.tag if isinstance(entry, Event) else entry.get("type")


def _grown(fold: Fold, top: Node | None, refolded: int = 0) -> Fold:
    return Fold(fold.game, fold.header, fold.opening, fold.events, fold.seq + 1, top, fold.refolded + refolded)


def _undo(fold: Fold) -> Fold | Refusal:
    return Refusal("nothing-to-undo") if fold.top is None else _grown(fold, fold.top.before)


def trial(fold: Fold, raw: Raw, misfits: int = 1) -> Trial | Refusal:
    """Returns the result of an amendment, also where it breaks something; a refusal where it is invalid.

    It continues past entries that no longer fit, as if they were deleted, until it has found `misfits` of them.
    """
    amend = decode(raw, LOG_EVENTS)
    if not isinstance(amend, Amend):
        return amend if isinstance(amend, Refusal) else Refusal("unknown-event")
    return _tried(fold, amend, misfits)


def _amend(fold: Fold, amend: Amend) -> Fold | Refusal:
    done = _tried(fold, amend, 1)
    if isinstance(done, Refusal):
        return done
    for broken in done.misfits:
        cause = broken.refusal
        return Refusal("amend-breaks", cause.rule, {"at": broken.index, "cause": cause.code, "refusal": cause})
    return done.fold


def _tried(fold: Fold, amend: Amend, most: int) -> Trial | Refusal:
    """Folds the log again with the changes in it; keeps what stands before the first of them as it is."""
    targets = {change.target: change for change in amend.changes}
    top, entries = _since(fold, min(targets))
    if problem := _unfit(amend, targets, entries):
        return Refusal("bad-value", facts={"problem": problem})
    misfits: list[Misfit] = []
    waiting = list(_amended(entries, targets, fold.seq))[::-1]
    while waiting and len(misfits) < most:
        index, nth, entry, entered = waiting.pop()
        after = _stand(fold, top, index, entry, entered)
        if isinstance(after, Refusal):
            misfits.append(Misfit(index, nth, entry, after))
        else:
            top = after
    refolded = len(entries) + sum(len(change.events) for change in amend.changes)
    return Trial(_grown(fold, top, refolded), tuple(misfits), len(waiting))


def _unfit(amend: Amend, targets: Mapping[int, Change], entries: list[Node]) -> str | None:
    if len(targets) != len(amend.changes):
        return "a target is named twice"
    if missing := targets.keys() - {node.index for node in entries}:
        return f"the target {min(missing)} does not stand"
    if any(raw.get("type") in ("undo", "amend") for change in amend.changes for raw in change.events):
        return "an amendment holds no undo or amend"
    return None


def _amended(
    entries: list[Node], targets: Mapping[int, Change], now: int
) -> Iterator[tuple[int, int, Event | Raw, int]]:
    """Yields what stands from the first target on: the place, the number there, the event, what put it there.

    What replaces an event takes its index.
    """
    for index, group in groupby(entries, lambda node: node.index):
        if index in targets:
            yield from ((index, nth, raw, now) for nth, raw in enumerate(targets[index].events))
        else:
            yield from ((index, nth, node.event, node.entered) for nth, node in enumerate(group))


# Whole records


class Replay(Struct, frozen=True):
    """How far a record folds: the fold of the events accepted, and the refusal of the next one, if any."""

    fold: Fold
    refusal: Refusal | None = None


def replay(header: Header, events: Iterable[Raw]) -> Replay:
    """Folds events until the end or the first refused one.

    Raises `Malformed` as `begin` does, and where amendments ask for more than `record.MAX_REFOLDED` events in all.
    """
    fold = begin(header)
    for raw in events:
        after = step(fold, raw)
        if isinstance(after, Refusal):
            return Replay(fold, after)
        if after.refolded > record.MAX_REFOLDED:
            problem = f"up to event {fold.seq} amendments fold more than {record.MAX_REFOLDED} events again"
            raise Malformed(problem, "refolded")
        fold = after
    return Replay(fold)
