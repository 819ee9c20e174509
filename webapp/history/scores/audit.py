"""What can be said about a hand that is over: how far its cards are known, and what they prove.

Nothing is told while a hand lasts. Afterwards everything is open, so that this asks nobody's right.
"""

from collections.abc import Sequence
from typing import Any, Literal

from rules_core import replay
from rules_core.events import Event, Play, Trick, VoidHand
from rules_core.findings import Contradiction, Infraction
from rules_core.replay import Fold, Node, state_before
from webapp.history.scores import audit_words
from webapp.words.audit_kit import Audit


def audit_of(fold: Fold, number: int) -> Audit | None:
    """Returns what can be said about a hand by its number; None where it is not over."""
    if not 1 <= number <= len(fold.state.finished):
        return None
    nodes = _of_the_hand(fold, number)
    tricks, proven = _tricks(fold, number), _proven(fold, nodes)
    events = tuple(node.event for node in nodes)
    return Audit(
        _entered(events),
        len(tricks),
        _known(tricks),
        _is_played_out(fold, nodes[-1]),
        len(fold.header.players),
        events,
        proven,
        _contradicted(fold, nodes),
        sum(_is_irregular(node, proven) for node in nodes),
        # What is withdrawn when a seat changes hands corrects nothing.
        sum(node.entered != node.index and not node.event.secret for node in nodes),
    )


def doubtful(fold: Fold) -> frozenset[int]:
    """Returns the numbers of the hands that are over and in which something is proven or contradicted."""
    numbers = range(1, len(fold.state.finished) + 1)
    return frozenset(n for n in numbers if (audit := audit_of(fold, n)) is not None and not audit.is_clean)


def line_of(fold: Fold, number: int, names: Sequence[str]) -> str | None:
    """Returns that in one line, with everything that is proven: for a page that is printed. None: it is not over."""
    audit = audit_of(fold, number)
    if audit is None:
        return None
    game = fold.game.name
    proven = [f"{audit_words.finding(fold, found, names)} ({found.rule})" for found in audit.infractions]
    contradicted = [] if audit.contradiction is None else [audit_words.contradicted(audit.contradiction)]
    return " ".join((audit_words.main(game, audit), *proven, *contradicted, *audit_words.noted(game, audit)))


def _of_the_hand(fold: Fold, number: int) -> list[Node]:
    """The events of a hand that is over, less those of a deal that was void."""
    nodes = [node for node in replay.nodes(fold) if len(state_before(fold, node).finished) == number - 1]
    ends = next(at for at, node in enumerate(nodes) if len(node.state.finished) == number)
    voided = [at for at, node in enumerate(nodes[:ends]) if isinstance(node.event, VoidHand)]
    return nodes[voided[-1] + 1 if voided else 0 : ends + 1]


def _tricks(fold: Fold, number: int) -> tuple[Any, ...]:
    """The tricks that were looked at: of this hand, and where no hand is dealt anew of those before it as well."""
    hands = fold.state.finished[number - 1 if "deal" in fold.events else 0 : number]
    return tuple(trick for done in hands for trick in fold.game.tricks_of(done))


def _entered(events: Sequence[Event]) -> Literal["cards", "partly", "winners", "totals"]:
    if events[-1].__struct_config__.tag == "tally":
        return "totals"
    if any(isinstance(event, Trick) for event in events):
        return "partly" if any(isinstance(event, Play) for event in events) else "winners"
    return "cards"


def _known(tricks: Sequence[Any]) -> int:
    """How many of the first tricks were entered card by card."""
    return next((at for at, trick in enumerate(tricks) if not trick.cards), len(tricks))


def _is_played_out(fold: Fold, last: Node) -> bool:
    """Tells whether no hand had a card left: a call ends a hand earlier."""
    state = state_before(fold, last)
    held = (fold.game.cards_held(state, seat) for seat in range(len(fold.header.players)))
    return isinstance(last.event, (Play, Trick)) or not any(held)


def _proven(fold: Fold, nodes: list[Node]) -> tuple[Infraction, ...]:
    places = {node.index for node in nodes if isinstance(node.event, Play)}
    return tuple(found for found in fold.game.infractions(fold.state) if found.event in places)


def _is_irregular(node: Node, proven: Sequence[Infraction]) -> bool:
    """Tells whether a play was entered as what really happened, and did break a duty."""
    return isinstance(node.event, Play) and node.event.irregular and node.index in [found.event for found in proven]


def _contradicted(fold: Fold, nodes: list[Node]) -> Contradiction | None:
    """What was left contradicted at the end of the hand, or where it stepped down to tricks."""
    left: Contradiction | None = fold.game.contradiction(nodes[-1].state)
    down = next((node for node in nodes if isinstance(node.event, Trick)), None)
    if left is not None or down is None:
        return left
    found: Contradiction | None = fold.game.contradiction(state_before(fold, down))
    return found
