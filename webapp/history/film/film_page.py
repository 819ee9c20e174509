"""Film of a match: every moment as it was."""

from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from flask import Blueprint, abort, render_template, url_for
from markupsafe import Markup
from msgspec import structs
from werkzeug.wrappers import Response

from rules_core import findings as rules
from rules_core.cards import Card
from rules_core.events import Play
from rules_core.tricks import declared_hands
from rules_core.view import TableView
from webapp.access.visit import visit
from webapp.games.common.names import hand_number, stage, turn
from webapp.games.registry import look_of
from webapp.history.film import moments as film
from webapp.history.film.moments import Mark, Moment, Part, is_name, marks, opens_later, part_said, position, step_names
from webapp.http.answers import Page, back_link
from webapp.http.language import gettext as _
from webapp.http.steps import in_steps
from webapp.pages.board import Board, board_of
from webapp.pages.entry_location import said
from webapp.pages.table_page import page_of
from webapp.referee.cases.plays import may_be_corrected
from webapp.table import snapshot
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.telling.told import amended

NOBODY = Viewer()


class Film:
    """A record as one viewer may look through it."""

    def __init__(self, now: Snapshot, viewer: Viewer) -> None:
        self.now, self.viewer = now, viewer
        self.moments = film.moments(now.fold)
        self.open = [moment for moment in in_steps(self.moments) if self.may_look_at(moment)]

    @cached_property
    def marks(self) -> list[Mark]:
        """The markers of this record that the viewer may see."""
        return marks(self.now, self.viewer)

    def may_look_at(self, moment: Moment) -> bool:
        return moment.node is None or snapshot.may_look_at(self.now, self.viewer, moment.node)

    def is_closed_to_players(self, moment: Moment) -> bool:
        """Tells whether only a referee may look at it, as long as the hand lasts (GEN-5)."""
        return not self._is_over(moment) and self.now.table.book != "open"

    def named(self, name: str) -> Moment | None:
        """Returns the moment of this name, if it stands."""
        return next((moment for moment in self.moments if moment.name == name), None)

    def nearest(self, name: str) -> Moment:
        """Returns the latest visible moment at or before this id."""
        return film.nearest(self.open, name)

    def address(self, moment: Moment, **more: Any) -> str:
        return url_for("film.moment", table_id=self.now.table.id, m=moment.name, **more)

    @property
    def under_way(self) -> int | None:
        """The number of the hand that opens only when it ends, None where all lies open."""
        closed = [moment.hand for moment in in_steps(self.moments) if not self.may_look_at(moment)]
        return closed[-1] if closed else None

    def eyes(self, moment: Moment) -> rules.Observer:
        """Returns the viewer that the rules see: a hand that is over lies open as a whole (record, section 6)."""
        if self._is_over(moment):
            return rules.Observer("referee")
        return snapshot.looking(self.now, self.viewer, desk=True)

    def held(self, moment: Moment, seat: int) -> tuple[Card, ...]:
        """Returns the hand that this seat had entered then, as far as this viewer may see it."""
        eyes = self.eyes(moment)
        if eyes.role != "referee" and eyes.seat != seat:
            return ()
        declared = declared_hands(film.state_at(self.now.fold, moment))
        return (declared[seat] or ()) if declared else ()

    def view(self, moment: Moment) -> TableView:
        """Returns the table as it was, as this viewer may see it."""
        view: TableView = self.now.fold.game.view(film.state_at(self.now.fold, moment), self.eyes(moment))
        return view

    def _is_over(self, moment: Moment) -> bool:
        return moment.node is None or snapshot.hand_is_over(self.now, moment.node)


# Drawing


def board(shown: Film, moment: Moment) -> dict[str, Any]:
    """Returns the context of a moment's board, as the table's own page has it."""
    now, view = shown.now, shown.view(moment)
    fold = structs.replace(now.fold, top=moment.node, seq=moment.place + 1)
    then = now.at(fold)
    return {
        "page": structs.replace(page_of(then, NOBODY), stage=stage(now.table.game, view)),
        "view": board_of(then, view, NOBODY, frozenset()),
        "turn": turn(now.table.game, view, now.table.players),
        "closed": shown.is_closed_to_players(moment),
    }


def moment_context(shown: Film, moment: Moment) -> dict[str, Any]:
    drawn, at = board(shown, moment), shown.open.index(moment)
    told = {
        "entry": entry_said(shown, moment),
        "position": position(at + 1, len(shown.open)),
        "at": at + 1,
        "of": len(shown.open),
        "keys": _keys(shown, moment, at),
        "names": step_names(shown.now.table.game),
        "amended": moment.node and amended(shown.now, moment.node),
        "marks": [mark for mark in shown.marks if mark.place == moment.place],
        "known": _known(shown, moment),
        "passed": _passed(shown, drawn["view"]),
        "hand": _hand(shown, [other for other in shown.open if other.hand == moment.hand]),
        "here": moment.name,
        "later": _later(shown) if at == len(shown.open) - 1 else None,
        **_ways(shown, moment, at),
    }
    return {**drawn, "film": told}


def _ways(shown: Film, moment: Moment, at: int) -> dict[str, str | None]:
    table_id = shown.now.table.id
    entry = moment.place if moment.node is not None and shown.viewer.may_enter else None
    return {
        "all": url_for("film.show", table_id=table_id, _anchor=f"hand-{moment.hand}"),
        "came_from": back_link(),
        "share": shown.address(moment, _external=True, back=None),
        "correct": _correct(shown, moment),
        "legal": url_for("legal.show", table_id=table_id, m=moment.name),
        "allowed": _allowed(shown, moment, at),
        "call": None if entry is None else url_for("disputes.form", table_id=table_id, event=entry),
    }


def _correct(shown: Film, moment: Moment) -> str | None:
    """Where the entry of a moment is corrected; from there one comes back to the case, or else to this moment."""
    if moment.node is None or not may_be_corrected(shown.now, shown.viewer, moment.place):
        return None
    back = back_link() or shown.address(moment)
    return url_for("amendments.entry", table_id=shown.now.table.id, index=moment.place, back=back)


def film_context(shown: Film) -> dict[str, Any]:
    """Returns all hands with their tricks, and their breaches, disputes, rulings and corrections."""
    return {
        "page": page_of(shown.now, shown.viewer),
        "film": {
            "hands": _hands(shown),
            "later": _later(shown),
            "start": shown.address(shown.open[0]),
            "newest": shown.address(shown.open[-1]) if len(shown.open) > 1 else None,
            "count": len(shown.open) - 1,
        },
    }


def _later(shown: Film) -> str | None:
    return None if shown.under_way is None else opens_later(shown.now.table.game, shown.under_way)


def _keys(shown: Film, moment: Moment, at: int) -> dict[str, str | None]:
    """Where the keys lead; None where they lead nowhere."""
    found = shown.open

    def to(other: Moment | None) -> str | None:
        return None if other is None or other is moment else shown.address(other)

    return {
        "first": to(found[0]),
        "back": to(found[at - 1] if at else None),
        "on": to(found[at + 1] if at + 1 < len(found) else None),
        "last": to(found[-1]),
        "hand_back": to(film.adjacent_start(found, moment, lambda one: one.hand, -1)),
        "hand_on": to(film.adjacent_start(found, moment, lambda one: one.hand, 1)),
        "trick_back": to(film.adjacent_start(found, moment, film.part_of, -1)),
        "trick_on": to(film.adjacent_start(found, moment, film.part_of, 1)),
    }


def _allowed(shown: Film, moment: Moment, at: int) -> str | None:
    """Where it is answered whether the card that was played here was allowed: asked of the moment before."""
    if moment.node is None or not isinstance(moment.node.event, Play):
        return None
    before, seat = shown.open[at - 1], moment.node.event.seat
    return url_for("legal.show", table_id=shown.now.table.id, m=before.name, seat=seat)


def _known(shown: Film, moment: Moment) -> list[tuple[str, tuple[Card, ...]]]:
    names = shown.now.table.players
    held = ((name, shown.held(moment, seat)) for seat, name in enumerate(names))
    return [(name, cards) for name, cards in held if cards]


def _passed(shown: Film, view: Board) -> list[tuple[str, tuple[Card, ...]]]:
    names, passed = shown.now.table.players, look_of(shown.now.table.game).passed
    return [(names[seat], cards) for seat, cards in passed(view.extra)]


# The hands of a record


@dataclass(frozen=True)
class Trick:
    """A trick of the list: its number, 0: before the first; its words, its start, its winner."""

    number: int
    label: str
    url: str
    names: tuple[str, ...]
    taker: str = ""


@dataclass(frozen=True)
class Hand:
    """A hand of the list, with its markers."""

    number: int
    title: str
    tricks: list[Trick]
    marks: list[tuple[Mark, str]]
    closed: bool


def _hands(shown: Film) -> list[Hand]:
    return [_hand(shown, list(run)) for _number, run in groupby(shown.open, key=lambda moment: moment.hand)]


def _hand(shown: Film, moments: list[Moment]) -> Hand:
    game, number = shown.now.table.game, moments[0].hand
    places = {moment.place: moment for moment in reversed(moments)}
    return Hand(
        number,
        hand_number(game, number),
        [_trick(shown, part) for part in film.parts(shown.now.fold.game, moments)],
        [(mark, shown.address(places[mark.place])) for mark in shown.marks if mark.place in places],
        shown.is_closed_to_players(moments[-1]),
    )


def _trick(shown: Film, part: Part) -> Trick:
    names = tuple(moment.name for moment in part.moments)
    label = part_said(shown.now.table.game, part.trick, part.winner, shown.now.table.players)
    taker = "" if part.winner is None else shown.now.table.players[part.winner]
    return Trick(part.trick, label, shown.address(part.moments[0]), names, taker)


def entry_said(shown: Film, moment: Moment) -> Markup:
    if moment.node is None:
        return Markup(_("Nothing entered yet"))  # noqa: S704  (our own sentence)
    return said(shown.now, moment.node)


bp = Blueprint("film", __name__, url_prefix="/tables/<int:table_id>")


@bp.get("/film")
def show(table_id: int) -> str:
    """Shows all hands of the record with their tricks and markers."""
    return render_template("history/film/show.html", **film_context(Film(*visit(table_id))))


@bp.get("/moments/<m>")
def moment(table_id: int, m: str) -> str | Page | Response:
    """Shows the table as it was after an entry; 404 where that no longer stands, 403 where it is still closed."""
    shown = Film(*visit(table_id))
    if not is_name(m):
        abort(404)
    found = shown.named(m)
    if found is None:
        return _elsewhere(shown, m, 404)
    if found not in shown.open:
        return _elsewhere(shown, m, 403)
    return render_template("history/film/moment.html", **moment_context(shown, found))


def _elsewhere(shown: Film, name: str, status: int) -> Page:
    found = shown.named(name)
    closed = opens_later(shown.now.table.game, found.hand) if found is not None else None
    near = shown.nearest(name)
    way = {
        "title": _("Not open yet") if closed else _("This moment no longer stands"),
        "text": closed
        or _("No entry stands at this place of the record: it was taken back, corrected away, or never made."),
        "near": shown.address(near),
    }
    return render_template("history/film/elsewhere.html", page=film_context(shown)["page"], way=way), status
