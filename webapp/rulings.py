"""How a breach or a contradiction was settled: what people ruled about it, as long as it is still the same."""

from collections.abc import Sequence

from rules_core import replay
from rules_core.events import Ruling
from rules_core.game import Contradiction, Infraction


def ruling_on_contradiction(fold: replay.Fold, found: Contradiction) -> Ruling | None:
    """Returns how a contradiction was settled. A ruling from before there was one was about something else."""
    told = [
        ruling
        for ruling, node in _rulings(fold, found.plays, found.plays[-1])
        if node.before is not None and fold.game.contradiction(node.before.state) is not None
    ]
    return told[-1] if told else None


def unsettled(fold: replay.Fold, found: Contradiction | None) -> Contradiction | None:
    """Returns a contradiction that no ruling has settled yet."""
    return None if found is None or ruling_on_contradiction(fold, found) is not None else found


def ruling_on(fold: replay.Fold, found: Infraction) -> Ruling | None:
    """Returns how a breach was settled; a ruling from before the card was changed settled another one."""
    rulings = _rulings(fold, (found.event, found.proof), found.event)
    return rulings[-1][0] if rulings else None


def _rulings(fold: replay.Fold, places: Sequence[int], about: int) -> list[tuple[Ruling, replay.Node]]:
    """The rulings on the event `about` that are younger than the newest change at one of these places."""
    nodes = replay.nodes(fold)
    since = max((node.entered for node in nodes if node.index in places), default=0)
    rulings = [(n.event, n) for n in nodes if isinstance(n.event, Ruling) and n.index > since]
    return [(ruling, node) for ruling, node in rulings if ruling.event == about]
