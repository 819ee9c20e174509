"""Protocol of a match to print and sign: course, rulings, penalties, corrections."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from msgspec import UNSET

from rules_core import findings, replay
from rules_core.events import Adjust, Ruling
from rules_core.game import Game
from rules_core.replay import Fold
from webapp.access.authors import Authors
from webapp.access.seating import referees
from webapp.games.common import entries
from webapp.games.common.desk_words import penalty_said
from webapp.games.common.questions import Question, questions
from webapp.games.common.stages import hand_number
from webapp.history.log import log_words
from webapp.history.log.log_lines import (
    Change,
    Line,
    LogBook,
    Mention,
)
from webapp.history.scores.audit import line_of
from webapp.history.scores.score_page import sheet_context
from webapp.history.scores.score_sheet import sheet
from webapp.http.language import gettext as _
from webapp.http.limits import ACTS_A_TURN, MOST_AUDITED_HANDS
from webapp.http.steps import in_steps, let_others_after
from webapp.pages.entry_location import entry_at, placed_plainly, where
from webapp.referee.cases.past_rulings import past_proof
from webapp.referee.cases.subject import Subject
from webapp.referee.cases.taking_back import points_of
from webapp.referee.cases.verdict import admitted
from webapp.referee.desk.dispute_line import about, quote_of, title_of
from webapp.services import services
from webapp.store.log import LoggedEvent
from webapp.store.roles import Role
from webapp.table.desk import Dispute
from webapp.table.lines.matters import reopenings
from webapp.table.lines.requests import Agreed, Allowed, Denied, Dropped, Proposed, Requested
from webapp.table.rulings import Remedy
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.dates import day, day_and_time
from webapp.words.disputes import (
    by_name,
    reopened,
    ruled,
    signature,
)
from webapp.words.malformed import tag
from webapp.words.turn import changes_said, side_names, totals_said

EVERYBODY = Viewer(role=Role.WATCHER)


@dataclass(frozen=True)
class Act:
    """One thing that somebody decided. `lines` say more of it, `by` and `when` who and at what time.

    `ended` says what became of it since, `source` that it came from a file, where it did.
    """

    text: str
    by: str
    when: str
    about: str = ""
    lines: tuple[str, ...] = ()
    rule: str | None = None
    ended: str = ""
    source: str = ""


class Acts:
    """The acts at one table. Of entries from `end` on no more is told than all may know while the hand lasts."""

    def __init__(self, now: Snapshot, end: int) -> None:
        self.now, self.end = now, end
        self._log: Sequence[LoggedEvent] = services().store.events(now.table.id)[: now.fold.seq]
        let_others_after(len(self._log))
        self._book = LogBook(now, self._log)
        self._authors = Authors(now)
        self._names = now.table.players

    @property
    def begun_at(self) -> datetime:
        """When the first entry was made, as far as that is known: a file may have brought the match."""
        known = self._log and self.now.desk.knows_time(0)
        return self._log[0].made_at if known else self.now.table.created_at

    # Corrections

    def corrections(self) -> Iterator[Act]:
        """Yields what was corrected, with what stood there before and after; what the house set aside is none."""
        for line in in_steps(self._book.lines):
            made_here = self.now.desk.source(line.place) is None
            if line.changes and not (made_here and line.device_id is None):
                yield self._correction(line)

    def _correction(self, line: Line) -> Act:
        opened = line.place < self.end or self._book.is_change_open(line, EVERYBODY)
        lines = tuple(self._change(change) if opened else self._closed(change) for change in line.changes)
        why = str(line.raw.get("reason", "")) if opened else ""
        return self._act(line.place, why, lines=(*lines, self._totals(line)) if opened else lines)

    def _totals(self, line: Line) -> str:
        """The totals before and after a correction, as far as all may know them."""
        before, after = (fold.game.view(fold.state, findings.Viewer()).totals for fold in (line.then, line.after))
        names = side_names(self._names, len(before))
        if before == after:
            return _("Scores stay: %(totals)s.", totals=totals_said(names, before))
        facts = {"before": totals_said(names, before), "after": totals_said(names, after)}
        return _("Scores before: %(before)s; after: %(after)s.", **facts)

    def _change(self, change: Change) -> str:
        was, instead = (tuple(self._said(one) for one in side) for side in (change.was, change.instead))
        return str(log_words.changed(self._where(change), was, instead).striptags())

    def _closed(self, change: Change) -> str:
        return _("%(where)s, closed for now", where=self._where(change))

    def _where(self, change: Change) -> str:
        mention = next(iter(change.mentions), None)
        return "" if mention is None else where(self.now.at(mention.fold), mention.node)

    def _said(self, mention: Mention) -> Any:
        return entries.spoken(mention.event, self._names)

    # Adjustments and rulings

    def adjustments(self) -> Iterator[Act]:
        """Yields the adjustments that belong to no ruling or penalty, those that were taken back since among them."""
        penalties = {penalty.entry for penalty in self.now.desk.penalties}
        standing = {node.index for node in replay.nodes(self.now.fold)}
        for line, then in in_steps(zip(self._book.lines, [*self._book.lines, None][1:], strict=True)):
            event = line.says.event if line.says is not None else None
            if not isinstance(event, Adjust) or (then is not None and then.raw.get("remedy") == Remedy.ADJUSTED):
                continue
            if line.place in penalties:
                continue
            ended = "" if line.place in standing else _("taken back")
            yield self._act(line.place, event.reason, about=self._points(event.points), ended=ended)

    def rulings(self) -> Iterator[Act]:
        """Yields what was ruled, with its points, what was proven then, and that it was reopened."""
        for node in in_steps(replay.nodes(self.now.fold)):
            if isinstance(node.event, Ruling):
                yield self._ruling(node, node.event)

    def _ruling(self, node: replay.Node, ruling: Ruling) -> Act:
        points, proof = points_of(self.now, node), past_proof(self.now, node.index)
        lines = (self._points(points) if points else "", proof.text if proof is not None else "")
        return Act(
            ruled(ruling) or _("Ruled without words."),
            signature(ruling),
            self._time(node.entered),
            self._about(ruling.event),
            tuple(filter(None, lines)),
            None if ruling.rule is UNSET else ruling.rule,
            self._reopened(node.index),
            tag(self.now.desk.source(node.entered)),
        )

    def _about(self, place: int) -> str:
        """The entry that a ruling is about, also where it was taken back; as far as all may read it."""
        node = entry_at(self.now, place)
        if node is not None:
            return placed_plainly(self.now, EVERYBODY, node)
        said = self._book.lines[place].says if place < self.end else None
        gone = _("An entry that was taken back")
        return gone if said is None else f"{gone}: {where(self.now.at(said.fold), said.node)}, {self._said(said)}"

    def _reopened(self, place: int) -> str:
        found = reopenings(self.now.desk).get(place)
        return "" if found is None else f"{reopened(found[0])}, {day_and_time(found[1].made_at)}"

    def penalties(self) -> Iterator[Act]:
        """Yields the penalties with what they cost, those that were lifted since among them."""
        for one in in_steps(self.now.desk.penalties, ACTS_A_TURN):
            gone = one.lifted
            ended = _("Lifted by %(name)s: %(why)s", name=by_name(gone.by), why=gone.why) if gone else ""
            yield Act(
                f"{penalty_said(self.now.table.game, one, self._names)}. {one.reason}",
                by_name(one.by),
                day_and_time(one.made_at),
                self._points(one.points) if one.points else "",
                rule=one.rule,
                ended=f"{ended}, {day_and_time(gone.made_at)}" if gone else "",
                source=tag(self.now.desk.source_of_line(one.line)),
            )

    # Disputes and requests

    def disputes(self) -> Iterator[Act]:
        """Yields what somebody brought up, and how it ended."""
        yield from map(self._dispute, in_steps(self.now.desk.disputes, ACTS_A_TURN))

    def _dispute(self, dispute: Dispute) -> Act:
        ended = _("withdrawn") if dispute.withdrawn else _("ruled")
        node = None if dispute.about is None else entry_at(self.now, dispute.about)
        return Act(
            ": ".join(filter(None, (title_of(self.now, dispute), quote_of(self.now, dispute)))),
            by_name(dispute.by),
            day_and_time(dispute.opened_at),
            str(about(self.now, EVERYBODY, dispute)) if node is None else placed_plainly(self.now, EVERYBODY, node),
            self._admitted(dispute),
            ended=_("open") if dispute.is_open else ended,
            source=tag(dispute.source),
        )

    def _admitted(self, dispute: Dispute) -> tuple[str, ...]:
        """What was admitted, and what the cards have said to it since, where the play itself may be read."""
        told = admitted(Subject(self.now, EVERYBODY, dispute))
        return () if told is None else tuple(filter(None, (f"{told.text} ({told.rule})", told.noted, told.against)))

    def requests(self) -> Iterator[Act]:
        """Yields what the desk notes of requests, proposals and agreements, line by line."""
        for number, line in enumerate(in_steps(self.now.desk.lines)):
            if isinstance(line.says, REQUESTS):
                said = log_words.desk_said(self.now.table.game, line.says, 0)
                asked = (raw["points"] for raw in getattr(line.says, "entries", ()) if raw.get("type") == "adjust")
                why = (getattr(line.says, "why", ""), *map(self._points, asked))
                yield Act(
                    said,
                    by_name(self._authors.of_desk_line(line)),
                    day_and_time(line.made_at),
                    lines=tuple(filter(None, why)),
                    source=tag(self.now.desk.source_of_line(number)),
                )

    # What they are made of

    def _act(self, place: int, text: str, **more: Any) -> Act:
        name, from_file = self._authors.of_entry(self._log[place]), self.now.desk.source(place) is not None
        by = name if from_file else by_name(name)
        return Act(text, by, self._time(place), source=tag(self.now.desk.source(place)), **more)

    def _time(self, place: int) -> str:
        if not self.now.desk.knows_time(place):
            return _("at a time that the file does not say")
        return day_and_time(self._log[place].made_at)

    def _points(self, points: Sequence[int]) -> str:
        return changes_said(side_names(self._names, len(points)), points)


REQUESTS = (Requested, Allowed, Denied, Proposed, Agreed, Dropped)


def protocol(now: Snapshot, end: int) -> dict[str, Any]:
    """Returns what the protocol shows, to everybody the same: of entries from `end` on what all may know by now."""
    table, found, acts = now.table, sheet(now.fold, open_book=now.table.book == "open"), Acts(now, end)
    rulings = list(acts.rulings())
    others = (
        (_("Corrections"), list(acts.corrections())),
        (_("Adjustments"), list(acts.adjustments())),
        (_("Penalties"), list(acts.penalties())),
        (_("Disputes"), list(acts.disputes())),
        (_("Requests and agreements"), list(acts.requests())),
    )
    return {
        "day": day(acts.begun_at),
        "players": side_names(table.players, len(found.totals)),
        "referees": _referees(now, rulings),
        "options": list(_options(now.fold.game, now.fold.state.options, len(table.players))),
        "sheet": sheet_context(found, table, now.desk),
        "audits": audits(now.fold),
        "acts": [(_("Rulings"), rulings), *((title, told) for title, told in others if told)],
        "house": services().store.chain.key_id,
    }


def _referees(now: Snapshot, rulings: Sequence[Act]) -> list[str]:
    """Returns who signs besides the sides: who rules here now, and who has signed a ruling here."""
    ruled = [act.by for act in rulings if not act.source and act.by not in now.table.players]
    return list(dict.fromkeys(name for name in (*referees(now), *ruled) if name and name != by_name("")))


def _options(game: Game[Any], agreed: Any, players: int) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    for question in questions(game.name, game.options):
        if question.players in (0, players):
            yield str(question.title), _answer(question, getattr(agreed, question.option)), question.rules


def _answer(question: Question, means: Any) -> str:
    means = question.usual if means is UNSET else means
    titles = (str(choice.title) for choice in question.choices if choice.means == means)
    return next(titles, str(means))


def audits(fold: Fold) -> dict[str, str | None]:
    """Returns what can be said about each hand that is over, by the words for it; nothing where there are too many."""
    hands, header = len(fold.state.finished), fold.header
    if hands > MOST_AUDITED_HANDS:
        return {}
    return {
        hand_number(header.game, number): line_of(fold, number, header.players)
        for number in in_steps(range(1, hands + 1), ACTS_A_TURN)
    }
