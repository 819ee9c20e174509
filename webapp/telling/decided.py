"""What people decided at a table: corrections, rulings, adjustments, hands that are void, and what each did."""

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property

from rules_core import replay
from rules_core.events import Adjust, Event, Ruling
from rules_core.replay import Node
from webapp.games.common.names import hand_number, void_was
from webapp.http.language import gettext as _
from webapp.http.steps import in_steps
from webapp.pages.entry_location import entry_at
from webapp.table.desk import Dispute
from webapp.table.lines.matters import reopenings
from webapp.table.penalties import Penalty
from webapp.table.rulings import Remedy
from webapp.table.snapshot import Snapshot
from webapp.telling.book import Line
from webapp.telling.disputes import outcome_of
from webapp.telling.item import Appeal, Item, Totals
from webapp.telling.log_lines import LogTold, seen
from webapp.words.disputes import appeals_said, reopened, rule_of, ruled, signature

WITH_ENTRIES = frozenset({Remedy.ADJUSTED, Remedy.VOID, Remedy.TAKEN_BACK})
"""What a ruling may be that comes with an entry of its own, right before it."""
DOES = WITH_ENTRIES | {Remedy.CORRECTED}
"""The same with those that come with an amendment."""


class DecisionsTold(LogTold):
    def corrections(self) -> Iterator[Item]:
        """Yields what people corrected; what the house set aside is none."""
        if not any('"amend"' in line.body for line in self.log):
            return
        for line in in_steps(self.book.lines):
            if line.changes and not self.is_by_house(line):
                yield self.correction(line)

    @cached_property
    def _with_decisions(self) -> frozenset[int | None]:
        """The places of rulings, and of the entries that were made with a ruling or a penalty."""
        own = {penalty.entry for penalty in self.now.desk.penalties}
        for node in in_steps(replay.nodes(self.now.fold)):
            if isinstance(node.event, Ruling):
                own |= {node.index, *({node.index - 1} if node.event.remedy in DOES else ())}
        return frozenset(own)

    def is_alone(self, place: int, targets: Iterable[int]) -> bool:
        """Tells whether the amendment at this place belongs to no ruling or penalty, and took none back."""
        return place not in self._with_decisions and self._with_decisions.isdisjoint(targets)

    def corrected_hands(self) -> Iterator[Item]:
        """Yields amendments of hands that were over, but for what belongs to a ruling or penalty, or took it back."""
        for place in in_steps([place for place, _device in self.now.log.decisions if place >= self.since]):
            line = self.log[place - self.since]
            raw = json.loads(line.body)
            targets = {change["target"] for change in raw.get("changes", ())}
            if raw["type"] == "amend" and self.is_alone(place, targets):
                hand = bisect_right(self.now.log.public.hand_starts, min(targets))
                yield self._entered(
                    "amend",
                    place,
                    line.made_at,
                    line.device_id,
                    title=_("%(hand)s corrected", hand=hand_number(self.now.table.game, hand)),
                    text=raw.get("reason", ""),
                    by=self.authors.of_entry(line),
                    hand=hand,
                )

    def is_by_house(self, line: Line) -> bool:
        """Tells whether the house made this line: it sets declared hands aside."""
        return line.device_id is None and self.now.desk.source(line.place) is None

    def rulings(self) -> Iterator[Item]:
        """Yields what was ruled, those rulings that were reopened among them."""
        for node in in_steps(replay.nodes(self.now.fold)):
            if isinstance(node.event, Ruling) and node.index >= self.since:
                yield self.ruling(node)

    def ruling(self, node: Node) -> Item:
        """Returns a ruling with its points, and that it was reopened."""
        now, ruling = self.now, node.event
        assert isinstance(ruling, Ruling)
        line, again = self.log[node.index - self.since], reopenings(now.desk).get(node.index)
        return self._entered(
            "ruling",
            node.index,
            line.made_at,
            line.device_id,
            title=_("Ruling"),
            text=ruled(ruling) or _("Ruled without words."),
            by=signature(ruling),
            about=ruling.event,
            **self._points(points_of(now, node)),
            rule=rule_of(ruling),
            ended="" if again is None else reopened(again[0]),
            ended_at=None if again is None else again[1].made_at,
            appeals=tuple(map(self._appeal, now.desk.appeals_against(node.index))),
        )

    def _appeal(self, appeal: Dispute) -> Appeal:
        """Who appealed against a ruling, why, and what came of it, in the words of who decided."""
        ends = (entry_at(self.now, place) for place in appeal.rulings)
        found = next((node.event for node in ends if node is not None and isinstance(node.event, Ruling)), None)
        answer = "" if found is None else f"{signature(found)}: {ruled(found)}".rstrip(": ")
        said = appeals_said(appeal.by, "")
        return Appeal(appeal.number, said, appeal.text, appeal.opened_at, outcome_of(self.now, appeal), answer)

    def adjustments(self) -> Iterator[Item]:
        """Yields the adjustments that belong to no ruling or penalty, those that were taken back since among them."""
        standing = {node.index: node.event for node in replay.nodes(self.now.fold) if isinstance(node.event, Adjust)}
        raws = [json.loads(line.body) for line in in_steps(self.log)]
        penalties = {penalty.entry for penalty in self.now.desk.penalties}
        for line, raw, then in in_steps(zip(self.log, raws, [*raws, {}][1:], strict=True)):
            place = line.seq - 1
            if raw["type"] != "adjust" or then.get("remedy") == Remedy.ADJUSTED or place in penalties:
                continue
            stands = standing.get(place)
            yield self._entered(
                "adjust",
                place,
                line.made_at,
                line.device_id,
                title=_("Adjusted"),
                text=stands.reason if stands else raw["reason"],
                by=self.authors.of_entry(line),
                **self._points(stands.points if stands else raw["points"]),
                ended="" if stands else _("taken back"),
            )

    def voided(self) -> Iterator[Item]:
        """Yields the hands that were void without a ruling, those that count again since among them."""
        standing = {node.index for node in replay.nodes(self.now.fold)}
        raws = [json.loads(line.body) for line in in_steps(self.log)]
        for line, raw, then in in_steps(zip(self.log, raws, [*raws, {}][1:], strict=True)):
            if raw["type"] == "void-hand" and then.get("remedy") != Remedy.VOID:
                place = line.seq - 1
                hand = self.book.lines[place].hand
                yield self._entered(
                    "void-hand",
                    place,
                    line.made_at,
                    line.device_id,
                    title=void_was(self.now.table.game, hand),
                    text=raw.get("reason", ""),
                    by=self.authors.of_entry(line),
                    hand=hand,
                    ended="" if place in standing else _("taken back"),
                )

    def effect(self, item: Item) -> Totals | None:
        """Returns the totals before and after what was decided, None where it changed none."""
        match item:
            case Item(kind="penalty", of=Penalty(entry=int() as place)):
                return _totals(self.book.lines[place])
            case Item(kind="ruling", place=place) if self._remedy(place) in WITH_ENTRIES:
                return _totals(self.book.lines[place - 1])
            case Item(kind="adjust" | "amend" | "void-hand", place=place):
                return _totals(self.book.lines[place])
        return None

    def _remedy(self, place: int) -> object:
        return json.loads(self.log[place - self.since].body).get("remedy")


def _totals(line: Line) -> Totals | None:
    """The totals before and after a line as everybody may see them, None where it changed none."""
    before, after = (seen(fold) for fold in (line.then, line.after))
    return None if before == after else (before, after)


# Points of a ruling


def made_with(node: Node) -> Node | None:
    """Returns the entry that was made together with a ruling."""
    done = node.before
    return done if done is not None and done.index == node.index - 1 else None


def adjusted_by(node: Node) -> tuple[int, ...] | None:
    """Returns the points that were added together with this ruling, None where it adjusted nothing."""
    done, ruling = made_with(node), node.event
    event: Event | None = done.event if done is not None else None
    together = isinstance(ruling, Ruling) and ruling.remedy == Remedy.ADJUSTED
    return event.points if together and isinstance(event, Adjust) else None


def points_of(now: Snapshot, node: Node) -> tuple[int, ...] | None:
    """Returns the points of a ruling, also of one that was reopened and whose points were taken back."""
    standing = adjusted_by(node)
    if standing is not None:
        return standing
    again = reopenings(now.desk).get(node.index)
    return tuple(-each for each in again[0].points) or None if again is not None else None
