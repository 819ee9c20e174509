"""The rules' view of a table with the players' names in it, as the boards of the games are drawn from it."""

from typing import Any

from msgspec import Struct, structs

from rules_core.findings import Refusal
from rules_core.tricks import Played
from rules_core.view import SeatView, TableView, TrickView
from webapp.games.common import refusals
from webapp.games.common.scoring import cell
from webapp.games.look import Look
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.store.roles import Role
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.entry_kit import Fact, Tag
from webapp.words.phrases import signed
from webapp.words.turn import side_names


class SeatOnBoard(SeatView, Struct, frozen=True, kw_only=True):
    """A seat as the rules show it, with the facts for pages.

    `wins`: whether its side has won *alone*, or *shared* with another one; `takes`: its card has taken the full trick.
    """

    name: str
    wins: str | None
    tag: Tag | None
    takes: bool = False


class Board(TableView, Struct, frozen=True, kw_only=True):
    """The rules' view of a table with the players' names in it.

    `seats` tell more than the rules do; `last_trick` is that of the hand, between two hands the last one of the last
    hand; `taken`: it lies on, since no card of the next one has been played and nobody has dealt; `left` counts the
    seats whose card does not lie there yet; `facts` hold for the hand; `own_cards` tells of each card of the own hand
    why it may not be played now; `open`: older tricks may be looked at; `secret` is the seat whose cards only one
    device may enter, where they are due; `own` is the seat that this device holds; `took` what each seat's side has
    brought from the last hand, its points first.
    """

    seats: tuple[SeatOnBoard, ...]
    sides: tuple[str, ...]
    left: int
    taken: bool
    facts: tuple[Fact, ...]
    own_cards: dict[str, str | None] | None
    took: tuple[tuple[str, ...], ...] = ()
    open: bool = False
    secret: int | None = None
    own: int | None = None


def board_of(now: Snapshot, view: TableView, viewer: Viewer, secret: frozenset[int]) -> Board:
    """Returns the board as the view of this viewer shows it; `secret` are the seats that another device enters for."""
    return of_viewer(common_board(now, view), now, viewer, secret)


def of_viewer(board: Board, now: Snapshot, viewer: Viewer, secret: frozenset[int]) -> Board:
    """Returns a common board with the fields of one viewer."""
    to_act = board.to_act
    return structs.replace(
        board,
        open=viewer.role == Role.REFEREE or now.table.book == "open",
        own=viewer.seat,
        secret=to_act[0] if len(to_act) == 1 and to_act[0] in secret else None,
    )


def common_board(now: Snapshot, view: TableView) -> Board:
    """Returns the board for all viewers who see the same, in the language of this request."""
    names, look, last = now.table.players, look_of(now.table.game), _last_trick(now, view)
    taken = _lying(view, last)
    shown = {
        **structs.asdict(view),
        "seats": tuple(_seat(look, view, seat, names, taken) for seat in view.seats),
        "last_trick": last,
    }
    return Board(
        **shown,
        sides=tuple(side_names(names, len(view.totals))),
        left=sum(seat.card is None for seat in shown["seats"]),
        taken=taken is not None,
        facts=_facts(look, view, now.fold.state.options),
        own_cards=_own_cards(view, names),
        took=_took(now, view) if view.phase == "deal" and view.finished else (),
    )


def _took(now: Snapshot, view: TableView) -> tuple[tuple[str, ...], ...]:
    """Returns each seat's points of the last hand, and their parts."""
    done, game = view.finished[-1], now.table.game
    lines = now.fold.game.explain(now.fold.state, len(view.finished) - 1)
    sides = [(signed(points), *cell(game, done, side, lines)) for side, points in enumerate(done.points)]
    return tuple(sides[seat % len(sides)] for seat in range(len(now.table.players)))


def _last_trick(now: Snapshot, view: TableView) -> TrickView | None:
    """The last trick of the hand, between two hands that of the last hand; None where its cards are not known."""
    if view.phase not in ("deal", "over") or not view.finished:
        return view.last_trick
    tricks = now.fold.game.tricks_of(view.finished[-1])
    cards = tricks[-1].cards if tricks else ()
    known = all(isinstance(played, Played) for played in cards)
    return TrickView(len(tricks), cards, tricks[-1].winner) if cards and known else None


def _lying(view: TableView, last: TrickView | None) -> TrickView | None:
    """Returns the last trick while it lies on the cloth: no card of the next one is played, and no deal entered."""
    by_tricks = view.hand.by_tricks or view.phase == "over"
    return None if by_tricks or any(seat.card for seat in view.seats) else last


def _seat(look: Look, view: TableView, seat: SeatView, names: list[str], taken: TrickView | None) -> SeatOnBoard:
    shown = structs.asdict(seat) | (_in_taken(taken, seat.seat) if taken else {})
    return SeatOnBoard(name=names[seat.seat], wins=_wins(view, seat.seat), tag=_tag(look, view, seat), **shown)


def _in_taken(trick: TrickView, seat: int) -> dict[str, Any]:
    card = next((played.card for played in trick.cards if played.seat == seat), None)
    return {"card": card, "led": seat == trick.leader, "takes": seat == trick.winner}


def _facts(look: Look, view: TableView, options: Any) -> tuple[Fact, ...]:
    """Returns the facts of the hand: the game's own, by default only that few points win where they do."""
    if look.facts is not None:
        return tuple(look.facts(view, options))
    return (Fact("", _("Fewest points win")),) if view.low_wins else ()


def _tag(look: Look, view: TableView, seat: SeatView) -> Tag | None:
    """Returns the tag of a seat's card: from the game, else its declaration."""
    if look.card_tag is not None:
        return look.card_tag(view, seat) if seat.card else None
    return Tag(look.entry_form.answer(seat.said)) if seat.card and seat.said else None


def _wins(view: TableView, seat: int) -> str | None:
    if seat % len(view.totals) not in view.winners:
        return None
    return "alone" if len(view.winners) == 1 else "shared"


def _own_cards(view: TableView, names: list[str]) -> dict[str, str | None] | None:
    """The own hand: why each card may not be played now. Waiting for one's turn is no reason."""
    if view.mine is None:
        return None
    return {card: _why_not(refusal, names) for card, refusal in view.mine.items()}


def _why_not(refusal: Refusal | None, names: list[str]) -> str | None:
    if refusal is None or refusal.code in ("not-your-turn", "wrong-phase"):
        return None
    return refusals.refusal_said(refusal, names).text
