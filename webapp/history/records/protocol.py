"""Protocol of a match to print and sign: course, rulings, penalties, corrections."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import UNSET

from rules_core import replay
from rules_core.events import Ruling
from rules_core.game import Game
from rules_core.replay import Fold
from webapp.games.common import entries
from webapp.games.common.names import hand_number
from webapp.games.common.questions import questions
from webapp.history.scores.audit import line_of
from webapp.history.scores.match_end import begun_at
from webapp.history.scores.score_sheet import sheet, sheet_context
from webapp.http.language import gettext as _
from webapp.http.limits import ACTS_A_TURN, MOST_AUDITED_HANDS
from webapp.http.steps import in_steps
from webapp.pages.entry_location import entry_at, placed_plainly, told_event
from webapp.referee.cases.subject import Subject
from webapp.referee.cases.verdict import admitted
from webapp.services import services
from webapp.store.roles import Role
from webapp.table.desk import Dispute
from webapp.table.penalties import Penalty
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.telling import words
from webapp.telling.decided import about, about_of_ruling, past_proof
from webapp.telling.item import Item
from webapp.telling.log_lines import Change, Mention
from webapp.telling.told import Telling
from webapp.words.phrases import ENTRY_TAKEN_BACK, by_name, day, day_and_time
from webapp.words.turn import side_names, totals_said

EVERYBODY = Viewer(role=Role.WATCHER)


class Printed:
    """Words of items for printing, the same for everybody: no icons, and days with their year.

    Of entries from `end` on no more is told than all may know while the hand lasts.
    """

    def __init__(self, now: Snapshot, end: int) -> None:
        self.now, self.end = now, end
        self.telling = Telling(now, EVERYBODY, end=end)

    def what(self, item: Item) -> str:
        """Returns the item in one sentence; a ruling and a change of the score are their own words."""
        match item.of:
            case Penalty():
                return f"{item.title}. {item.text}"
            case Dispute():
                return ": ".join(filter(None, (item.title, str(item.text))))
        return str(item.text)

    def about(self, item: Item, *, hand: bool = True) -> str:
        """Returns which entry, hand or match it is about, also where that entry was taken back.

        Where the reader knows the hand it is left out.
        """
        if isinstance(item.of, Dispute):
            node = None if item.about is None else entry_at(self.now, item.about)
            told = about(self.now, EVERYBODY, item.of, hand=hand)
            return str(told) if node is None else placed_plainly(self.now, EVERYBODY, node, hand=hand)
        if item.kind != "ruling" or item.about is None:
            return item.points
        told_of = about_of_ruling(self.now, EVERYBODY, item.place, hand=hand)
        return self._entry(item.about, hand=hand) if told_of is None else str(told_of)

    def _entry(self, place: int, *, hand: bool) -> str:
        node = entry_at(self.now, place)
        if node is not None:
            return placed_plainly(self.now, EVERYBODY, node, hand=hand)
        said = self.telling.readable.lines[place].says if place < self.end else None
        gone = _(ENTRY_TAKEN_BACK)
        if said is None:
            return gone
        return f"{gone}: {', '.join(filter(None, (self.telling.where(said, hand=hand), self._said(said))))}"

    def lines(self, item: Item) -> Iterator[str]:
        """Yields further lines: before and after, points, proofs and admissions."""
        yield from self.changes(item)
        if item.totals is not None:
            yield self._scores(*item.totals)
        if item.kind == "ruling":
            proof = past_proof(self.now, item.place)
            yield from filter(None, (item.points if any(item.amounts) else "", proof.text if proof else ""))
            yield from (one.told for one in item.appeals)
        if isinstance(item.of, Dispute) and (told := admitted(Subject(self.now, EVERYBODY, item.of))) is not None:
            yield from filter(None, (f"{told.text} ({told.rule})", told.noted, told.against))
        yield from map(str, item.notes)

    def changes(self, item: Item) -> Iterator[str]:
        """Yields the entries at each place before and after a correction; as long as it is closed, only the place."""
        yield from (self._change(change, closed=item.is_closed) for change in item.changes)

    def _scores(self, before: Sequence[int], after: Sequence[int]) -> str:
        names = side_names(self.now.table.players, len(before))
        if before == after:
            return _("Scores stay: %(totals)s.", totals=totals_said(names, before))
        facts = {"before": totals_said(names, before), "after": totals_said(names, after)}
        return _("Scores before: %(before)s; after: %(after)s.", **facts)

    def _change(self, change: Change, *, closed: bool) -> str:
        at = self.telling.where(change.mentions[0]) if change.mentions else ""
        if closed:
            return _("%(where)s, closed for now", where=at)
        was, instead = (tuple(map(self._said, side)) for side in (change.was, change.instead))
        return str(words.changed(at, was, instead).striptags())

    def _said(self, mention: Mention) -> Any:
        return entries.spoken(told_event(self.now, mention.node), self.now.table.players)

    def in_steps(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yields these, and lets other requests run in between."""
        return in_steps(items, ACTS_A_TURN)

    def by(self, item: Item) -> str:
        """Returns the author of the decision; a file's claim is not shown."""
        return item.by if item.by or (item.source is not None and not item.is_of_desk) else by_name("")

    def when(self, item: Item) -> str:
        return day_and_time(item.at) if item.is_timed else _("at a time that the file does not say")

    def ended(self, item: Item) -> str:
        return " · ".join(filter(None, (item.ended, day_and_time(item.ended_at) if item.ended_at else "")))


def protocol(now: Snapshot, end: int) -> dict[str, Any]:
    """Returns the content of the protocol, the same for everybody: of entries from `end` on the public part."""
    table, found, printed = now.table, sheet(now.fold, open_book=now.table.book == "open"), Printed(now, end)
    told = printed.telling
    rulings = list(told.rulings())
    others = (
        (_("Corrections"), list(in_steps(told.corrections(), ACTS_A_TURN))),
        (_("Adjustments"), list(in_steps(told.adjustments(), ACTS_A_TURN))),
        (_("Penalties"), list(in_steps(told.penalties(), ACTS_A_TURN))),
        (_("Disputes"), list(in_steps(told.disputes(), ACTS_A_TURN))),
        (_("Requests and agreements"), list(told.requests())),
    )
    return {
        "day": day(begun_at(now) or table.created_at),
        "players": side_names(table.players, len(found.totals)),
        "referees": _referees(now, rulings),
        "options": list(_options(now.fold.game, now.fold.state.options, len(table.players))),
        "sheet": sheet_context(found, table, now.desk),
        "audits": audits(now.fold),
        "acts": [(_("Rulings"), rulings), *((title, items) for title, items in others if items)],
        "told": printed,
        "house": services().store.chain.key_id,
    }


def _referees(now: Snapshot, rulings: Sequence[Item]) -> list[str]:
    """Returns the referees who sign in addition to the sides: the current ones, and the authors of rulings here.

    What all sides agreed on has no other author.
    """
    nodes = in_steps(replay.nodes(now.fold))
    agreed = {node.index for node in nodes if isinstance(node.event, Ruling) and node.event.agreed is not UNSET}
    alone = [item for item in rulings if item.source is None and item.place not in agreed]
    ruled = [item.by for item in alone if item.by not in now.table.players]
    return list(dict.fromkeys(name for name in (*now.people.referees, *ruled) if name and name != by_name("")))


def _options(game: Game[Any], agreed: Any, players: int) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    for question in questions(game.name, game.options):
        if question.players in (0, players):
            means = getattr(agreed, question.option)
            said = question.said(question.usual if means is UNSET else means)
            yield str(question.title), str(said), question.rules


def audits(fold: Fold) -> dict[str, str | None]:
    """Returns the audit of each finished hand by its words; empty where there are too many."""
    hands, header = len(fold.state.finished), fold.header
    if hands > MOST_AUDITED_HANDS:
        return {}
    return {
        hand_number(header.game, number): line_of(fold, number, header.players)
        for number in in_steps(range(1, hands + 1), ACTS_A_TURN)
    }
