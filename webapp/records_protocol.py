"""The protocol of a match, to be printed and signed: what was agreed, what was scored, what was ruled."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from msgspec import UNSET

from rules_core import replay
from rules_core.events import Ruling
from rules_core.game import Game
from webapp.i18n import gettext as _
from webapp.play import TableNow
from webapp.questions import Question, questions
from webapp.rooms import rooms
from webapp.score_page import sheet_context
from webapp.sheet import sheet
from webapp.words.dates import day, day_and_time
from webapp.words.remedies import ruled


def protocol(now: TableNow) -> dict[str, Any]:
    """Returns what the protocol shows: what everybody at the table may see."""
    table, found = now.table, sheet(now.fold, open_book=now.table.book == "open")
    return {
        "day": day(table.created_at),
        "players": table.players,
        "options": list(_options(now.fold.game, now.fold.state.options, len(table.players))),
        "sheet": sheet_context(found, table),
        "rulings": list(_rulings(now)),
        "disputes": [_dispute(now, dispute) for dispute in now.desk.disputes],
    }


def _options(game: Game, agreed: Any, players: int) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yields what the rules leave open, what this table plays, and the numbers of the rules."""
    for question in questions(game.NAME, game.Options):
        if question.players in (0, players):
            yield str(question.title), _answer(question, getattr(agreed, question.option)), question.rules


def _answer(question: Question, means: Any) -> str:
    means = question.usual if means is UNSET else means
    titles = (str(choice.title) for choice in question.choices if choice.means == means)
    return next(titles, str(means))


def _rulings(now: TableNow) -> Iterator[dict[str, Any]]:
    """Yields what was ruled, in order; what stands no longer is marked."""
    made: dict[int, datetime] | None = None
    for node in replay.nodes(now.fold):
        if isinstance(node.event, Ruling):
            made = made or {line.seq - 1: line.made_at for line in rooms().store.events(now.table.id)}
            yield {
                "about": _("Entry %(number)s", number=node.event.event + 1),
                "text": ruled(node.event),
                "rule": None if node.event.rule is UNSET else node.event.rule,
                "by": None if node.event.by is UNSET else node.event.by,
                "when": day_and_time(made[node.entered]),
                "reopened": node.index in now.desk.reopened,
            }


def _dispute(now: TableNow, dispute: Any) -> dict[str, Any]:
    ended = _("withdrawn") if dispute.withdrawn else _("ruled")
    return {
        "number": dispute.number,
        "text": dispute.text,
        "by": dispute.by,
        "when": day_and_time(dispute.opened_at),
        "state": _("open") if dispute.is_open else ended,
    }
