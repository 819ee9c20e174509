"""The protocol of a match, to be printed and signed: what was agreed, what was scored, what was ruled."""

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from rules_core import replay
from rules_core.events import Ruling
from rules_core.game import Game
from rules_core.replay import Fold
from webapp.games.common.questions import Question, questions
from webapp.games.common.stages import hand_number
from webapp.history.scores.audit import line_of
from webapp.history.scores.score_page import sheet_context
from webapp.history.scores.score_sheet import sheet
from webapp.http.language import gettext as _
from webapp.http.limits import MOST_AUDITED_HANDS
from webapp.pages.entry_location import entry_at, placed_plainly
from webapp.referee.desk.dispute_line import about, quote_of, title_of
from webapp.services import services
from webapp.table.desk import Dispute
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.dates import day, day_and_time
from webapp.words.disputes import by_name
from webapp.words.from_file import tag
from webapp.words.ruling_text import ruled


def protocol(now: Snapshot, viewer: Viewer) -> dict[str, Any]:
    """Returns what the protocol shows this viewer; of points only those that everybody may see."""
    table, found = now.table, sheet(now.fold, open_book=now.table.book == "open")
    return {
        "day": day(table.created_at),
        "players": table.players,
        "options": list(_options(now.fold.game, now.fold.state.options, len(table.players))),
        "sheet": sheet_context(found, table, now.desk),
        "audits": audits(now.fold),
        "rulings": list(_rulings(now, viewer)),
        "disputes": [_dispute(now, viewer, dispute) for dispute in now.desk.disputes],
    }


def _options(game: Game[Any], agreed: Any, players: int) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yields what the rules leave open, what this table plays, and the numbers of the rules."""
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
    return {hand_number(header.game, number): line_of(fold, number, header.players) for number in range(1, hands + 1)}


def _rulings(now: Snapshot, viewer: Viewer) -> Iterator[dict[str, Any]]:
    """Yields what was ruled, in order; what was reopened since is marked."""
    nodes = replay.nodes(now.fold)
    standing = {node.index: node for node in reversed(nodes)}  # of several at one place the first
    found = [node for node in nodes if isinstance(node.event, Ruling)]
    made = {line.seq - 1: line.made_at for line in services().store.events(now.table.id)} if found else {}
    for node in found:
        ruling: Any = node.event
        about = standing.get(ruling.event)
        yield {
            "about": placed_plainly(now, viewer, about) if about else _("An entry that was taken back"),
            "text": ruled(ruling),
            "rule": None if ruling.rule is UNSET else ruling.rule,
            "by": None if ruling.by is UNSET else ruling.by,
            "when": day_and_time(made[node.entered]),
            "reopened": node.index in now.desk.reopened,
            "source": tag(now.desk.source(node.index)),
        }


def _dispute(now: Snapshot, viewer: Viewer, dispute: Dispute) -> dict[str, Any]:
    ended = _("withdrawn") if dispute.withdrawn else _("ruled")
    return {
        "about": _about(now, viewer, dispute),
        "title": title_of(now, dispute),
        "text": quote_of(now, dispute),
        "by": by_name(dispute.by),
        "when": day_and_time(dispute.opened_at),
        "state": _("open") if dispute.is_open else ended,
        "source": tag(dispute.source),
    }


def _about(now: Snapshot, viewer: Viewer, dispute: Dispute) -> str:
    """An entry by the names of its cards: signs need colours, and paper may have none."""
    node = None if dispute.about is None else entry_at(now, dispute.about)
    return str(about(now, viewer, dispute)) if node is None else placed_plainly(now, viewer, node)
