"""The protocol of a match, to be printed and signed: what was agreed, what was scored, what was ruled."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET

from rules_core.game import Game
from rules_core.replay import Fold
from webapp.games.common.questions import Question, questions
from webapp.games.common.stages import hand_number
from webapp.history.records.protocol_acts import Act, Acts
from webapp.history.scores.audit import line_of
from webapp.history.scores.score_page import sheet_context
from webapp.history.scores.score_sheet import sheet
from webapp.http.language import gettext as _
from webapp.http.limits import MOST_AUDITED_HANDS
from webapp.seats.seating import referees
from webapp.services import services
from webapp.table.snapshot import Snapshot
from webapp.words.dates import day
from webapp.words.disputes import by_name
from webapp.words.sides import side_names


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
    """Returns who signs beside the sides: who rules here now, and who has signed a ruling here."""
    ruled = [act.by for act in rulings if not act.source and act.by not in now.table.players]
    return list(dict.fromkeys(name for name in (*referees(now), *ruled) if name and name != by_name("")))


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
